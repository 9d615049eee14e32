"""What the terminal knows of a live table: its rules, its players, the open decision and its deadline."""

from __future__ import annotations

from datetime import datetime

from turncoat.kernel.lexicon import listed
from turncoat.table.record import SeatKind
from turncoat.table.table_view import TableView

BEGUN_BY = {"host": "The host begins the game.", "full": "It begins as soon as all seats are taken."}
"""How a game begins; if at a certain time, the command ``status`` tells it."""


def who_is_there(shown: TableView) -> str:
    """Who sits at a table before its game begins, and what the table waits for."""
    free = [seat.name for seat in shown.seats if seat.kind is SeatKind.OPEN]
    there = listed(seat.name for seat in shown.seats if seat.name not in free)
    waits = f"; nobody sits yet at {listed(free)}" if free else ""
    begins = BEGUN_BY.get(f"{shown.pace.begins}", "status says when it begins.")
    return f"At the table: {there}{waits}. {begins}"


def until(due: int | None) -> str:
    """The deadline of the open decision on this machine's clock; empty if there is none."""
    if due is None:
        return ""
    then = datetime.fromtimestamp(due / 1000).astimezone()
    day = "" if then.date() == datetime.now(then.tzinfo).date() else f"{then:%d %B}, "
    return f" Until {day}{then:%H:%M}."
