"""A server with tables for the figures: ``python _server.py FOLDER TABLES BOTS`` serves on loopback and says where.

The application is the one that ``turncoat serve`` runs, with all its limits but those on how often one may ask: a load
comes from one address. ``TABLES`` is how many tables of people it has, ``BOTS`` how many of bots, which are paused.
``play`` and ``pause`` as lines of its standard input let those play and stop them; each is answered with the longest
hold of the event loop since the one before, in milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import uvicorn

from _serving import NAMES, ROUNDS
from turncoat.bots import strongest
from turncoat.cli.reachable import listen
from turncoat.cli.serve import Server, fast_loop, spare_the_collector
from turncoat.kernel.errors import Refusal
from turncoat.server import host_actions, table_actions
from turncoat.server.limits import RATES, Rate
from turncoat.server.plan import SeatPlan, TablePlan
from turncoat.server.services import Config, Services
from turncoat.server.sockets import KEEP_ALIVE, Row, protocol_in, room
from turncoat.web.site.app import make_app

TICK = 0.002
"""Seconds between two looks at whether the event loop is held."""


async def serve(folder: Path, tables: int, bots: int) -> None:
    """Serve until a signal comes."""
    rates = dict.fromkeys(RATES, Rate(10**9, 1e-9))
    file = f"sqlite:///{folder / 'turncoat.db'}"
    services = Services(Config(database=file, dumps=folder / "dumps", rates=rates, streams_by_address=10**6))
    ears, tasks = listen("127.0.0.1", 0), list[asyncio.Task[None]]()

    async def ready() -> None:
        places = [await table_of_people(services) for _ in range(tables)]
        beside = [await table_of_bots(services) for _ in range(bots)]
        tasks.append(asyncio.create_task(obey(services, beside)))
        print(json.dumps({"port": ears.getsockname()[1], "places": places}), flush=True)

    row = Row(room())
    config = uvicorn.Config(
        make_app(services),
        http=protocol_in(row),
        timeout_keep_alive=KEEP_ALIVE,
        access_log=False,
        log_level="warning",
        server_header=False,
    )
    await Server(config, services, row, ready).serve(sockets=[ears])


async def table_of_people(services: Services) -> tuple[str, tuple[str, ...]]:
    """A table of Truce at which people sit; its id and their keys."""
    table = await table_actions.create(services, TablePlan("truce", tuple(map(SeatPlan, NAMES)), {"rounds": ROUNDS}))
    made = await table_actions.keys_to(services, table, range(len(NAMES)))
    for seat in range(len(NAMES)):
        await table_actions.sit_down(services, table, seat, made.names(seat))
    await host_actions.start(services, table)
    return table, made.seat_keys


async def table_of_bots(services: Services) -> str:
    """A table of Dune with the strongest bots, begun and paused; its id."""
    names = tuple([SeatPlan(name, strongest("dune")) for name in NAMES])
    made = await table_actions.create(services, TablePlan("dune", names))
    await host_actions.start(services, made)
    await host_actions.pause(services, made)
    return made


async def obey(services: Services, tables: list[str]) -> None:
    """Let the bots play and stop them when it is asked for, and say how long the event loop was held meanwhile."""
    loop, hold = asyncio.get_running_loop(), [0.0]
    watching = asyncio.create_task(watch(hold)) if tables else None
    while word := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        longest = hold[0]
        for table in tables:
            with suppress(Refusal):  # its game is over
                await (host_actions.resume if word == "play" else host_actions.pause)(services, table)
        hold[0] = 0.0
        print(1000 * longest, flush=True)
    if watching is not None:
        watching.cancel()


async def watch(hold: list[float]) -> None:
    """Keep the longest time for which nothing else was done in the event loop, in seconds."""
    while True:
        before = perf_counter()
        await asyncio.sleep(TICK)
        hold[0] = max(hold[0], perf_counter() - before - TICK)


if __name__ == "__main__":
    spare_the_collector()
    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        runner.run(serve(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
