"""Whispered promises that are opened after the end, when their maker and all who heard them agree."""

from __future__ import annotations

from bisect import bisect_left

from turncoat.table.record import SeatKind
from turncoat.table.table import Table
from turncoat.table.table_view import MessageView, messages_at


def promises_opened(
    table: Table, seat: int | None, holder: int, opened: frozenset[tuple[int, int]]
) -> tuple[MessageView, ...]:
    """Promises of a finished game that a seat did not hear but may count: all who heard them agree; bots always do."""
    bots = {(place, seat.holder) for place, seat in enumerate(table.state.seats) if seat.kind is SeatKind.BOT}
    found = []
    for place, spoken in enumerate(table.talk):
        known, sender = spoken.hearers, spoken.message.sender
        if known is None or sender is None or (seat, holder) in known or not opened.union(bots).issuperset(known):
            continue
        heard = table.hearing(*next(pair for pair in known if pair[0] == sender))
        found += messages_at(table, heard, [bisect_left(heard.places, place)])
    return tuple(promise for promise in found if promise.fate is not None)
