"""Stills and looks of a game that is told again: its record is played once more, with somebody watching."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from msgspec import Struct

from turncoat.games import AnyRuleset
from turncoat.kernel.flow import AnyPlay
from turncoat.kernel.still import Marks, Reel, Still, Watcher
from turncoat.table.draft import Draft
from turncoat.table.record import Record
from turncoat.table.replay import fresh
from turncoat.table.table import Game


class Told(Struct, frozen=True):
    """A stretch of a game, for one pair of eyes.

    Attributes:
        before: The still before the first one; None: the game begins with the stretch.
        stills: The stills of the stretch.
        views: What these eyes saw at certain moments of the whole game.
    """

    before: Still[Any] | None = None
    stills: tuple[Still[Any], ...] = ()
    views: tuple[Any, ...] = ()


NOT_TOLD = Told()
"""Nothing of a game."""


def told(record: Record, seat: int | None, first: int, last: int) -> Told:
    """The stills of a stretch of a game, of which the record may have more, or not yet all.

    Args:
        record: The record; its secret must be open.
        seat: Whose eyes; None: a spectator's.
        first: The first event of the game that these eyes have heard in the stretch, counted from 0.
        last: The first that does not belong to it any more.

    Raises:
        BadSetup: the secret is missing, or does not fit the commitment.
        Refusal: an entry is refused, so the record was played by other rules.
        RulesCrashed: the rules fail on an entry.
    """
    rules = fresh(record).rules
    reel = Reel[Any](_look(rules, seat), seat, first, last)
    _watch(record, reel)
    return Told(reel.before, tuple(reel.stills))


def views(record: Record, seat: int | None, counts: Sequence[int]) -> Told:
    """What somebody saw after hearing so many events of the game; raises what ``told`` raises."""
    rules = fresh(record).rules
    marks = Marks[Any](_look(rules, seat), seat, counts)
    _watch(record, marks)
    return Told(views=tuple(marks.views))


def _look(rules: AnyRuleset, seat: int | None) -> Callable[[AnyPlay], Any]:
    """What somebody sees of a game."""
    return lambda game: rules.view(cast("Game", game), seat)


def _watch(record: Record, reel: Reel[Any] | Marks[Any]) -> None:
    """Play a record until the reel is full; talk is left out, it changes no game."""
    table = fresh(record)
    for entry in record.entries:
        if reel.full:
            return
        draft = Draft(table, listen=lambda: Watcher(reel))
        draft.perform(entry)
        draft.accept()
