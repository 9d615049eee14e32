"""Several servers on PostgreSQL, clients who play there, and what may go wrong meanwhile."""

from __future__ import annotations

import asyncio
import json
import signal
from contextlib import AsyncExitStack, closing
from pathlib import Path
from time import monotonic

from msgspec import Struct
from tests import history
from tests.postgres import TEMPLATE as DATABASE
from tests.postgres import address_in, cluster, make_template
from tests.server.several import Client, History, Line, Listener, Machine, Place, Proxy, new_table
from tests.server.windows import Window, windows

from turncoat.server.store import Store

SHORT_GAME = 4
"""Rounds of every other game: these end meanwhile."""


class Size(Struct, frozen=True):
    """How large it is: tables, clients, streams, browsers; seconds of a lease, of a stop, and how long a client waits.

    Attributes:
        recovers: Seconds after which a table takes orders again, whatever went wrong.
    """

    tables: int = 4
    clients: int = 4
    streams: int = 2
    browsers: int = 1
    lease: float = 2.0
    stopped: float = 5.0
    patience: float = 3.0
    machines: int = 3
    recovers: float = 300.0


class Report(Struct):
    """What happened: acknowledged orders, the longest time without any at a table, breaks of streams, and faults.

    Attributes:
        longest: After what a table took no order for how many seconds.
        pages: The same for people with a browser.
        pressed: Acknowledged orders of theirs.
        said: Acknowledged messages that they have heard.
    """

    orders: int = 0
    longest: dict[str, float] = {}
    pages: dict[str, float] = {}
    pressed: int = 0
    said: int = 0
    breaks: int = 0
    told: int = 0
    found: list[str] = []


async def play(folder: Path, size: Size) -> Report:
    """Play while everything goes wrong once, one after the other; nothing that was acknowledged may be lost."""
    report, seen = Report(), History()
    async with AsyncExitStack() as stack:
        made = stack.enter_context(cluster())
        make_template(made.folder)
        database = address_in(made.folder, DATABASE)
        machines = [Machine(database, folder, size.lease) for _ in range(size.machines)]
        for machine in machines:
            await machine.start()
            stack.push_async_callback(machine.stop, signal.SIGKILL)
        port = await stack.enter_async_context(Proxy(machines).open())
        line = Line(port, 60)
        tables = []
        for number in range(size.tables):
            tables.append(await new_table(line, SHORT_GAME if number % 2 else 1000))
            line.close()  # the next one begins at the next server
        lasting = [places[0].table for places in tables[::2]]
        follows = [Listener(port, msgspec_copy(places[0]), size.patience) for places in tables[: 2 * size.streams : 2]]
        listening = [asyncio.create_task(one.follow()) for one in follows]
        looking = await stack.enter_async_context(windows(size.browsers, port, seen, size.patience))
        over = asyncio.Event()
        others = [one.places[1:] for one in looking]
        clients = _clients(port, tables, seen, size) + [Client(port, two, seen, "", size.patience) for two in others]
        people: list[Client | Window] = [*clients, *looking]
        playing = [asyncio.create_task(one.play(over)) for one in people]

        async def again(what: str) -> None:
            since = monotonic()
            report.longest[what] = await seen.answers(lasting, since)
            report.pages[what] = await seen.answers([one.table for one in looking], since)
            if report.longest[what] > size.recovers:
                seen.odd.append(f"after {what} a table took no order for {report.longest[what]:.1f} s")

        await again("the start")
        await machines[0].stop(signal.SIGKILL)
        await again("kill -9")
        await machines[0].start()
        made.stop()
        made.start()
        await again("a stop of PostgreSQL")
        machines[1].send(signal.SIGSTOP)
        await again("SIGSTOP")
        await asyncio.sleep(max(0.0, size.stopped - report.longest["SIGSTOP"]))
        machines[1].send(signal.SIGCONT)
        await again("SIGCONT")
        over.set()
        await asyncio.gather(*playing)
        report.found += await heard(line, tables, follows)
        for window in looking:
            report.found += await window.check(f"http://127.0.0.1:{port}")
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        for machine in machines:
            if await machine.stop():
                seen.odd.append("a server did not end well")
        with closing(Store(database)) as store:
            report.found += history.faults(store, seen.sent)
    report.found += seen.odd
    report.orders = sum(one.acknowledged for one in seen.sent)
    report.pressed = sum(one.acknowledged and one.receipt is None for one in seen.sent)
    report.said = sum(len(one.said) for one in looking)
    report.breaks, report.told = sum(one.breaks for one in follows), sum(len(one.numbers) for one in follows)
    return report


def msgspec_copy(place: Place) -> Place:
    """A place of its own."""
    return Place(place.table, place.seat, place.key)


def _clients(port: int, tables: list[list[Place]], seen: History, size: Size) -> list[Client]:
    """Clients who play at several tables each, so that several play at each table."""
    hands: list[list[Place]] = [[] for _ in range(size.clients)]
    for number, places in enumerate(tables):
        for place in places:
            hands[(number + place.seat) % size.clients].append(place)
    return [Client(port, hand, seen, str(number), size.patience) for number, hand in enumerate(hands)]


async def heard(line: Line, tables: list[list[Place]], follows: list[Listener]) -> list[str]:
    """What is wrong with what streams told, once each has told the last event of its table."""
    found = list[str]()
    for one in follows:
        status, said = await line.ask("GET", f"/api/tables/{one.place.table}", one.place.key)
        last = json.loads(said)["events"] if status == 200 else -1
        ends = monotonic() + 30
        while one.numbers[-1:] != [last] and monotonic() < ends:  # noqa: ASYNC110  # what comes last is no event
            await asyncio.sleep(0.05)
        if one.numbers != list(range(1, last + 1)):
            found += one.wrong or [f"a stream told {one.numbers[-1:]} as the last event, and it is {last}"]
    return found
