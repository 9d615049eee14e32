"""How long does a page of Dune take in a late position, and how much of it goes over the wire?

Six mentats play to the eighth turn, where somebody is to ship. The reference is the whole page as the server makes it
from a view that is there already; the live update is the part that is morphed into an open page after every change; a
still is one of the latest chapter of the story; told is what the first reader of that chapter waits for besides, while
the game is played again. Sizes are as the server sends them, compressed by gzip at level 6.

    PYTHONPATH=src .bench-venv/bin/python bench/dune_board.py        (make bench)
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable
from hashlib import sha256
from random import Random
from statistics import median
from time import thread_time
from typing import Any

from _measure import Case, main, rate
from turncoat.bots.match import seat_bots
from turncoat.kernel import play
from turncoat.kernel.events import Listener
from turncoat.table import record as kept
from turncoat.table import stills as stories
from turncoat.table.draft import Draft
from turncoat.table.holders import Happened
from turncoat.table.proof import commitment
from turncoat.table.record import Header, Record, SeatKind, Secret
from turncoat.table.table import Table
from turncoat.table.table_view import events_heard, table_view
from turncoat.web import pages
from turncoat.web.history import ends, stretch
from turncoat.web.table_display import TableDisplay

WANTED: dict[str, float] = {"page": 15.0, "page, kB": 120.0, "live update, kB": 30.0}
"""Milliseconds that a page may take, and kB that are sent at most."""

NAMES = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")
NOW = 1_790_000_000_000
TURN, ASKED = 8, "faction_turn.ship"


def begun(luck: int) -> tuple[Table, Record]:
    """A table of six that has just begun, and its record."""
    secret = Secret(sha256(b"%d" % luck).hexdigest(), sha256(b"salt").hexdigest())
    draft = Draft(Table(Header("abc123", "dune", "", "", {}, len(NAMES), commitment(secret), NOW), secret))
    for seat, name in enumerate(NAMES):
        draft.perform(kept.SeatTaken(NOW, seat, name, SeatKind.PERSON))
    draft.perform(kept.Began(NOW))
    draft.accept()
    return draft.table, Record(draft.table.header, draft.entries, [], secret)


def step(table: Table, record: Record, bots: dict[int, Any], rng: Random) -> None:
    """One answer, or time is up."""
    game: Any = table.game
    waiting, ears = play.waiting(game), Listener()
    if waiting:
        seat = waiting[0]
        view, beside = table.rules.view(game, seat), play.beside(game, seat)
        action = bots[seat].beside(view, beside) if beside and rng.random() < 0.5 else None
        action = action or bots[seat].answer(view, play.boxes(game, seat))
        record.entries.append(kept.Answered(NOW, seat, game.requests[seat], table.rules.write_action(action)))
        play.submit(game, seat, action, ears)
    else:
        record.entries.append(kept.TimeUp(NOW))
        play.time_up(game, ears)
    table.accept(table.state, game, [Happened(NOW, to, event) for to, event in ears.heard], [])


def late_position() -> tuple[Table, Record, int]:
    """A table late in a game, its record, and who is to ship there."""
    for luck in range(100):
        (table, record), bots = begun(luck), seat_bots("dune", ["mentat"] * len(NAMES), luck)
        game: Any = table.game
        rng = Random(luck)
        while not play.over(game):
            now = play.decision(game)
            if game.turn >= TURN and now is not None and now.key == ASKED and play.waiting(game):
                return table, record, play.waiting(game)[0]
            step(table, record, bots, rng)
    raise LookupError("no such position")


def jobs(table: Table, record: Record, seat: int) -> dict[str, Callable[[], str]]:
    """What is measured, by name."""
    game: Any = table.game
    part, (eyes, counts) = stretch(table, seat, None), ends(table, seat)
    assert part is not None
    stills, looks = stories.told(record, *part), stories.views(record, eyes, counts)
    told: dict[str, Any] = {
        "shell": pages.Shell(csrf="token", person=NAMES[seat]),
        "table_view": table_view(table, seat),
        "heard": events_heard(table, seat),
        "now": NOW,
    }
    asked: dict[str, Any] = {"boxes": play.boxes(game, seat), "beside": play.beside(game, seat)}
    display = TableDisplay(told["table_view"], told["heard"], **asked)
    return {
        "page": lambda: pages.render_table(pages.TablePage(**told, **asked)),
        "live update": lambda: pages.render_table_live(pages.TablePage(**told, **asked, drawn=True)),
        "ledger": lambda: pages.render_ledger(pages.LedgerPage(**told, told=looks)),
        "still": lambda: pages.render_reveal(pages.RevealPage(**told, frame=3, told=stills)),
        "told": lambda: str(len(stories.told(record, *part).stills)),
        "drawing": lambda: TableDisplay(told["table_view"], told["heard"], **asked).now_drawn(),
        "in words": lambda: " ".join(display.now_told()),
    }


def again(job: Callable[[], object]) -> Callable[[int], object]:
    """Repeat a job."""

    def repeat(times: int) -> None:
        for _ in range(times):
            job()

    return repeat


def milliseconds(job: Callable[[], object], times: int = 41) -> float:
    """The median of so many times, in the time of this thread alone: whatever else the machine does is left out."""
    job()
    taken = []
    for _ in range(times):
        begin = thread_time()
        job()
        taken.append((thread_time() - begin) * 1000)
    return median(taken)


def ask() -> int:
    """Measure."""
    table, record, seat = late_position()
    found = jobs(table, record, seat)
    cases = [Case(name, rate(again(job), 0.5)) for name, job in found.items()]
    status = main("Pages of Dune in a late position", cases, unit="times/s")
    if "--json" not in sys.argv:
        sizes = {name: len(gzip.compress(job().encode(), 6)) / 1000 for name, job in found.items()}
        print(f"turn {TURN}, {len(table.stream(seat))} events heard")
        for name, job in found.items():
            print(f"{name}: {milliseconds(job):.1f} ms, {len(job().encode()) / 1000:.0f} kB, {sizes[name]:.1f} kB sent")
        reached = {"page": milliseconds(found["page"]), **{f"{name}, kB": size for name, size in sizes.items()}}
        for name, wanted in WANTED.items():
            print(f"wanted: {name} under {wanted:g}: {'reached' if reached[name] < wanted else 'missed'}")
    return status


if __name__ == "__main__":
    sys.exit(ask())
