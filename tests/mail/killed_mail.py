"""A server to be killed while mails come in: ``python killed_mail.py FOLDER``.

It writes one line: the port at which mails are handed in, and the address to which a player writes. ``said`` as the
second argument: it carries out what is left and writes how often each thing was said. ``hasty``: it has a fault.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from tests.mail.office import at

from turncoat.server.clock import real_time
from turncoat.server.keeper import SeatPlan, TablePlan
from turncoat.server.mail.addresses import verify
from turncoat.server.mail.channel import play_token
from turncoat.server.mail.token_places import reply_to
from turncoat.server.notices.schema import MAILS
from turncoat.server.people import add_holdings, add_person, digest_of, named
from turncoat.server.services import Config, Services
from turncoat.server.settings import Incoming, Settings
from turncoat.table import record as kept
from turncoat.table.record import SeatKind

ADDRESS = "agatha@example.org"
NOWHERE = 9
"""A port at which nobody listens: replies do not leave."""


def server(folder: Path, database: str) -> Services:
    mail = at(NOWHERE, incoming=Incoming(listen="127.0.0.1:0"))
    config = Config(
        database=database,
        dumps=folder / "dumps",
        rates={},
        settings=Settings(mail=mail),
        bot_processes=0,
    )
    return Services(config, real_time)


async def new_table(services: Services) -> str:
    """A table at which Agatha has proved her address."""
    plan = TablePlan("truce", tuple(map(SeatPlan, ("Agatha", "Barney", "Celeste"))), {"rounds": 100})
    table = (await services.keeper.create(plan)).header.table
    keys = await services.auth.issue(table, 0, 1, 2)
    for seat, key in enumerate(keys):
        await services.keeper.perform(table, _sits(seat, named(table, key)))
    await services.keeper.perform(table, kept.Began)
    with services.store.engine.begin() as connection:
        person = add_person(connection, "Agatha", "", real_time())
        verify(connection, ADDRESS, person.id, real_time())
        add_holdings(connection, [person.id], [digest_of(keys[0])])
    return table


def _sits(seat: int, by: str) -> Callable[[int], kept.SeatTaken]:
    return lambda at: kept.SeatTaken(at, seat, ("Agatha", "Barney", "Celeste")[seat], SeatKind.PERSON, by=by)


def hasten(services: Services) -> None:
    """The planted fault: mails are acknowledged at once, and kept half a second later."""
    assert services.intake is not None
    take, waiting = services.intake.take, set[asyncio.Task[None]]()

    async def later(*mail: Any) -> None:
        await asyncio.sleep(0.5)
        await take(*mail)

    async def at_once(*mail: Any) -> None:
        waiting.add(asyncio.create_task(later(*mail)))

    services.intake.take = at_once  # type: ignore[method-assign, assignment]


async def main(folder: Path, database: str, *, counts: bool, hasty: bool) -> None:
    services = server(folder, database)
    if hasty:
        hasten(services)
    await services.open()
    assert services.intake is not None
    assert services.mail is not None
    running = services.store.running()
    table = running[0].table if running else await new_table(services)
    if not counts:
        to = reply_to(services.mail.settings, play_token(services.mail, await services.keeper.table(table), 0))
        put([services.mail.listener.port, to])
        await asyncio.Event().wait()
    new = select(func.count()).select_from(MAILS).where(MAILS.c.state == "new")
    while True:
        with services.store.reading() as connection:
            if not connection.scalar(new):
                break
        await asyncio.sleep(0.05)
    put(Counter(one.message.said.text for one in (await services.keeper.table(table)).talk))


def put(data: object) -> None:
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], counts="said" in sys.argv[3:], hasty="hasty" in sys.argv[3:]))
