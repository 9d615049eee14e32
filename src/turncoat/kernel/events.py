"""Events: facts of a game, each with the seats that learn of it.

A fact that one seat learns and one that all learn are two different events. The fixed properties of an event are in the
first line of its class, its sentence below. The rules of a game call ``tell.all(StashLooted, looters, share)``; if
nobody listens, no event is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, ParamSpec, TypeVar

from msgspec.structs import force_setattr

from turncoat.kernel.message import Says, leaves

P = ParamSpec("P")

Audience = tuple[int, ...] | None
"""The seats that learn of an event, ascending; ``None`` is everybody, spectators included."""


class Event(Says, kw_only=True):
    """A fact of the game: ``class StashLooted(TruceEvent, rule="TRU-7.2", stage="Loot", weight=1)``.

    Attributes:
        rule: The number of the rule that caused it; usually that of the class, unless the rules give another.
        stage: The part of a round to which it belongs.
        weight: How important it is to a player who was away: 0 least.
        private: Only some seats may hear it.
        ends: Whether the event ends the game.
    """

    stage: ClassVar[str] = ""
    weight: ClassVar[int] = 0
    private: ClassVar[bool] = False
    ends: ClassVar[bool] = False

    rule: str = ""

    def __post_init__(self) -> None:
        """Fill in the usual rule."""
        if not self.rule:
            force_setattr(self, "rule", self.usual_rule)


E = TypeVar("E", bound=Event)


def events_of(game: type[E]) -> tuple[type[E], ...]:
    """All events of a game: the types derived from its own type of events, in the order of the source.

    Raises:
        TypeError: if one of them has no rule or no sentence.
    """
    for event in (found := leaves(game)):
        if not event.usual_rule:
            raise TypeError(f'{event.__name__} has no rule. Give it one: class {event.__name__}(..., rule="...").')
        if not event.speaks():
            raise TypeError(
                f'{event.__name__} has no sentence. Give it one, says = Message("...") with its fields in braces, '
                "or a method sentences() that chooses among several (see turncoat.kernel.message)."
            )
    return found


def stages_of(game: type[E]) -> tuple[str, ...]:
    """The parts of a round to which the events of a game belong, in the order of the events."""
    return tuple(dict.fromkeys(event.stage for event in events_of(game) if event.stage))


class Tell:
    """Receives the events that rules report. This class ignores them; play-outs use it."""

    listening: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def all(self, event: Callable[P, Event], *facts: P.args, **named: P.kwargs) -> None:
        """Tell everybody, spectators included."""

    def only(self, seats: tuple[int, ...], event: Callable[P, Event], *facts: P.args, **named: P.kwargs) -> None:
        """Tell only these seats; others do not learn that anything was told."""

    def still(self) -> None:
        """End a picture, in a step that is shown as several pictures."""


class Listener(Tell):
    """Keeps the events, in order, as ``heard``: pairs of audience and event."""

    listening: ClassVar[bool] = True

    def __init__(self) -> None:
        self.heard: list[tuple[Audience, Event]] = []

    def all(self, event: Callable[P, Event], *facts: P.args, **named: P.kwargs) -> None:
        """Keep an event that everybody hears.

        Raises:
            TypeError: if it is private.
        """
        made = event(*facts, **named)
        if made.private:
            raise TypeError(f"{made.__class__.__name__} is private: tell it to its seats, tell.only((seat,), ...).")
        self.heard.append((None, made))

    def only(self, seats: tuple[int, ...], event: Callable[P, Event], *facts: P.args, **named: P.kwargs) -> None:
        """Keep an event that only these seats hear."""
        self.heard.append((tuple(sorted(seats)), event(*facts, **named)))


SILENCE = Tell()
"""Ignores all events."""


def hears(audience: Audience, seat: int | None) -> bool:
    """Whether a seat (``None``: a spectator) is in the audience."""
    return audience is None or (seat is not None and seat in audience)
