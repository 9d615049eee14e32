"""Stills and views of a game that is shown again: its record is replayed, and a viewer watches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from msgspec import Struct

from turncoat.games import AnyRuleset
from turncoat.kernel.flows import AnyPlay
from turncoat.kernel.still import Marks, Reel, Still, Watcher
from turncoat.table.draft import Draft, Mark
from turncoat.table.record import Record
from turncoat.table.replay import fresh
from turncoat.table.table import Game


class Told(Struct, frozen=True):
    """Part of a game in pictures, for one viewer.

    Attributes:
        before: The still before the first one; None if the part begins with the game.
        stills: The stills of the part.
        views: The viewer's views at certain moments of the whole game.
    """

    before: Still[Any] | None = None
    stills: tuple[Still[Any], ...] = ()
    views: tuple[Any, ...] = ()


NOT_TOLD = Told()
"""An empty part: no stills and no views."""

EVERY = 50
"""A replay remembers its position after every so many entries, to start from there later."""


class Place(Struct, frozen=True):
    """A position in a game after some entry, from which a later replay can start.

    Attributes:
        mark: The state of the table at that position.
        heard: The number of events that the viewer had heard by then.
    """

    mark: Mark
    heard: int


Path = dict[int, Place]
"""Places of one table for one viewer, by how many entries had been played; later stills are made from there."""


def told(record: Record, seat: int | None, first: int, last: int, path: Path | None = None) -> Told:
    """The stills of a stretch of a game, of which the record may have more, or not yet all.

    Args:
        record: The record; it must contain the seed.
        seat: The viewer's seat; None: a spectator.
        first: The first event of the game that this viewer has heard in the stretch, counted from 0.
        last: The number of the first event after the part.
        path: Known positions from which the replay can start; it adds those that it passes.

    Raises:
        BadSetup: the secret is missing, or does not fit the commitment.
        Refusal: an entry is refused, so the record was played by other rules.
        RulesCrashed: the code of the rules failed on an entry.
    """
    rules = fresh(record).rules
    reel, path = Reel[Any](_look(rules, seat), seat, first, last), {} if path is None else path
    _watch(record, reel, path, _before(path, first))
    return Told(reel.before, tuple(reel.stills))


def views(record: Record, seat: int | None, counts: Sequence[int], path: Path | None = None) -> Told:
    """A viewer's views after hearing these numbers of events, ascending; raises the same as ``told``."""
    rules, path = fresh(record).rules, {} if path is None else path
    marks = Marks[Any](_look(rules, seat), seat, counts)
    _watch(record, marks, path, _before(path, counts[0]))
    return Told(views=tuple(marks.views))


def _look(rules: AnyRuleset, seat: int | None) -> Callable[[AnyPlay], Any]:
    """A function that gives this viewer's view of a game."""
    return lambda game: rules.view(cast("Game", game), seat)


def _before(path: Path, first: int) -> int:
    """The known position from which to replay a part, as a number of entries (0: the beginning).

    The last one with at least one event before the stretch begins: that event gives the still before it.
    """
    heard = {number: place.heard for number, place in list(path.items()) if place.heard <= first}
    nearest = max(heard.values(), default=0)
    return max((number for number, count in heard.items() if count < nearest), default=0)


def _watch(record: Record, reel: Reel[Any] | Marks[Any], path: Path, done: int = 0) -> None:
    """Play a record on after this many entries until the reel is full; talk is left out, it changes no game."""
    draft = Draft(fresh(record), listen=lambda: Watcher(reel))
    if done:
        draft.back_to(path[done].mark)
        reel.heard = path[done].heard
    for number, entry in enumerate(record.entries[done:], done + 1):
        if reel.full:
            return
        draft.perform(entry)
        if number % EVERY == 0:
            path[number] = Place(draft.mark(), reel.heard)
