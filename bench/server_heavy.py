"""Does a player notice that strangers have games played again?

One player asks for the own table and hands in an order, over and over, on loopback from a second process; the figure is
the wait that 99 of 100 of these stay below. Beside it 200 visitors without a key ask at once, and again as soon as
they are answered, to see a finished game of Dune at some step through somebody's eyes.

    PYTHONPATH=src .bench-venv/bin/python bench/server_heavy.py        (make bench)
"""

from __future__ import annotations

import asyncio
import json
import sys
from random import Random
from time import perf_counter

from _measure import Case, Goal, main
from _serving import Line, Place, Served, served
from turncoat.cli.serve import fast_loop

VISITORS = 200
SECONDS = 4.0
SEATS = 6


async def finished(server: Served) -> str:
    """A game of Dune that bots have played to its end; its id."""
    line = await Line.to(server.port)
    seats = [{"name": f"Bot {number}", "bot": "random"} for number in range(SEATS)]
    body = json.dumps({"game": "dune", "seats": seats, "options": {"turns": 2}})
    made = json.loads((await line.ask("POST", "/api/tables", body=body))[1])
    path = f"/api/tables/{made['table']}"
    await line.ask("POST", f"{path}/host/start", made["host_key"])
    while json.loads((await line.ask("GET", path))[1])["phase"] != "finished":
        pass
    line.close()
    return str(made["table"])


async def neighbour(port: int, place: Place, end: float) -> list[float]:
    """The waits of one player, in milliseconds."""
    line, taken = await Line.to(port), []
    path, key = f"/api/tables/{place.table}", place.keys[0]
    while perf_counter() < end:
        for method, where, body in (("GET", path, ""), ("POST", f"{path}/answer", '{"action":{"type":"pass"}}')):
            before = perf_counter()
            status, answer = await line.ask(method, where, key, body)
            assert status == 200, answer
            taken.append(1000 * (perf_counter() - before))
        await asyncio.sleep(0.005)
    line.close()
    return taken


async def visitor(port: int, table: str, number: int, end: float) -> None:
    """Somebody who asks for stills, and does not take no for an answer."""
    line, chance = await Line.to(port), Random(number)
    while perf_counter() < end:
        step, viewer = chance.randrange(200), chance.randrange(SEATS)
        await line.ask("GET", f"/api/tables/{table}/replay?step={step}&viewer={viewer}")
        await asyncio.sleep(0.2)
    line.close()


async def most(server: Served, table: str, visitors: int) -> float:
    """The wait that 99 of 100 of the player's requests stay below."""
    end = perf_counter() + SECONDS
    stream_limits = [asyncio.create_task(visitor(server.port, table, number, end)) for number in range(visitors)]
    taken = sorted(await neighbour(server.port, server.places[0], end))
    await asyncio.gather(*stream_limits)
    return taken[len(taken) * 99 // 100]


def ask() -> int:
    """Measure."""
    with served(1) as server, asyncio.Runner(loop_factory=fast_loop()) as runner:
        table = runner.run(finished(server))
        cases = [
            Case("beside 200 visitors", lambda: runner.run(most(server, table, VISITORS))),
            Case("alone", lambda: runner.run(most(server, table, 0))),
        ]
        goals = [Goal("alone", over="beside 200 visitors", floor=0.02)]
        question = f"Wait of a player (99 of 100) while {VISITORS} visitors have a game played again"
        return main(question, cases, unit="ms", goals=goals)


if __name__ == "__main__":
    sys.exit(ask())
