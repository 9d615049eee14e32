"""Talk that tells how a story ends: while it is told, bots' comments and the fates of promises wait for its end."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from copy import copy

from msgspec.structs import replace

from turncoat.kernel.promise import Fate
from turncoat.table.holders import Heard
from turncoat.table.record import SeatKind
from turncoat.table.table import Table
from turncoat.table.table_view import MessageView


def without_untold(table: Table, heard: Heard, untold: int | None) -> Heard:
    """What a viewer has heard, without what bots have said since something happened that is not told yet.

    Args:
        table: The table.
        heard: What the viewer has heard.
        untold: When that happened, in milliseconds since the epoch; None: all is told.
    """
    if untold is None:
        return heard

    first = bisect_left(heard.said, untold, key=lambda spoken: spoken.at)

    def by_person(place: int) -> bool:
        sender = heard.said[place].message.sender
        return sender is None or table.state.seats[sender].kind is not SeatKind.BOT

    def known(places: list[int]) -> list[int]:
        early = bisect_left(places, first)
        return [*places[:early], *filter(by_person, places[early:])]

    found = copy(heard)
    found.threads = {thread: known(places) for thread, places in heard.threads.items()}
    found.promises = [place for place in heard.promises if place < first or by_person(place)]
    return found


def undecided(messages: Iterable[MessageView], untold: int | None) -> Sequence[MessageView]:
    """These messages; promises that were kept or broken since then are still open."""
    return [
        replace(message, fate=Fate.OPEN, judged=None, judged_after=None)
        if untold is not None and message.judged is not None and message.judged >= untold
        else message
        for message in messages
    ]
