"""Can a player tell, by how long a face takes, that others have just sealed an order, or whispered?

A table of Dune with a window open, in which nobody is told who has answered (DUN-2.9.3), over loopback HTTP from a
second process. One seat asks for its face every few milliseconds. Before some of these polls nothing has happened;
before others another seat has handed in, or taken back, its sealed answer, or whispered to a third one; before others
somebody has spoken to all, so that the face has changed and is made anew: that is what the detector must notice. The
share is that of pairs, one poll after nothing and one after something, of which the longer is the one after something:
one half is a guess.

    PYTHONPATH=src .bench-venv/bin/python bench/hidden_orders.py        (make bench)
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from _serving import Line, Place, served
from turncoat.bots import seat_names
from turncoat.cli.serve import fast_loop

SEATS = 4
PAIRS = 250
PAUSE = 0.012
"""Seconds between something and the poll after it."""
SECRET = ("a sealed order", "a whisper")
WANTED = 0.55
KINDS = ("nothing", "a sealed order", "a whisper", "a public word")


class Window:
    """A table of Dune at which a window is open."""

    def __init__(self, line: Line, place: Place) -> None:
        self.line, self.place = line, place
        self.filed = False

    async def ask(self, method: str, part: str, seat: int, body: object = None) -> Any:
        """Send a request for a seat; the answer."""
        sent = "" if body is None else json.dumps(body)
        path = f"/api/tables/{self.place.table}{part}"
        status, answer = await self.line.ask(method, path, self.place.keys[seat], sent)
        assert status < 300, answer
        return json.loads(answer) if answer else None

    async def reach(self) -> None:
        """Answer as the rules would for whoever is absent, until a window is open."""
        while True:
            for seat in range(SEATS):
                face = await self.ask("GET", "", seat)
                if face["waiting"] is None:
                    return
                if face["question"] and face["question"]["filed"] is None:
                    await self.ask("POST", "/answer", seat, {"action": face["question"]["default"]})

    async def happen(self, kind: str) -> None:
        """Let something happen, or nothing."""
        if kind == "a sealed order":
            action, body = ("/withdraw", None) if self.filed else ("/answer", {"action": {"type": "pass"}})
            await self.ask("POST", action, 1, body)
            self.filed = not self.filed
        elif kind != "nothing":
            to = [] if kind == "a public word" else [3]
            await self.ask("POST", "/talk", 2, {"to": to, "text": "Well, well."})


async def opened(port: int) -> Window:
    """A table of Dune at which a window is open."""
    line = await Line.to(port)
    seats = [{"name": name} for name in seat_names(SEATS)]
    new = json.dumps({"game": "dune", "seats": seats, "options": {"stops": "W-1,W-4"}})
    _, answer = await line.ask("POST", "/api/tables", "", new)
    made = json.loads(answer)
    window = Window(line, Place(made["table"], tuple(made["seat_keys"])))
    for seat in range(SEATS):
        await window.ask("POST", "/sit", seat, {})
    path = f"/api/tables/{made['table']}/host/start"
    await line.ask("POST", path, made["host_key"], "{}")
    await window.reach()
    return window


async def watch(port: int) -> dict[str, list[float]]:
    """Milliseconds that polls took, by what had happened before."""
    window, chance = await opened(port), Random(1)
    taken: dict[str, list[float]] = {kind: [] for kind in KINDS}
    spy = await Line.to(port)
    path, key = f"/api/tables/{window.place.table}", window.place.keys[0]
    for kind in [*KINDS, *chance.sample(KINDS * PAIRS, len(KINDS) * PAIRS)]:
        await window.happen(kind)
        await asyncio.sleep(PAUSE)
        before = perf_counter()
        await spy.ask("GET", path, key)
        taken[kind].append(1000 * (perf_counter() - before))
    return {kind: times[1:] for kind, times in taken.items()}


def share(after: list[float], nothing: list[float]) -> float:
    """The share of pairs of which the longer is the one after something; ties count half."""
    won = sum((one > other) + (one == other) / 2 for one in after for other in nothing)
    return won / (len(after) * len(nothing))


def ask() -> int:
    """Measure."""
    with served(0) as server, asyncio.Runner(loop_factory=fast_loop()) as runner:
        gc.disable()
        taken = runner.run(watch(server.port))
        gc.enable()
    shares = {kind: share(taken[kind], taken["nothing"]) for kind in KINDS}
    figures = {kind: {"median ms": median(taken[kind]), "guessed right": shares[kind]} for kind in KINDS}
    told = max(shares[kind] for kind in SECRET)
    if "--json" in sys.argv:
        print(
            json.dumps({"question": "Hidden orders by the time of a face", "pairs": PAIRS, "cases": figures}, indent=2)
        )
    else:
        for kind, figure in figures.items():
            print(f"after {kind:15}  {figure['median ms']:.3f} ms  guessed right {figure['guessed right']:.1%}")
        verdict = "reached" if told <= WANTED else "missed"
        print(f"{PAIRS} polls of each kind; wanted at most {WANTED:.0%} after what is secret: {verdict}")
    return 1 if "--check" in sys.argv and told > WANTED else 0


if __name__ == "__main__":
    sys.exit(ask())
