"""Events: facts with an audience.

What one seat learns and what all learn are two events. Every event carries the number of the rule that
caused it. Rules say ``tell.all(Looted, "TRU-7.2", seat, coins)``; when nobody listens, nothing is built.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, ParamSpec

from msgspec import Struct

P = ParamSpec("P")

Audience = tuple[int, ...] | None
"""The seats that learn of an event, ascending; ``None`` is everybody, spectators included."""


class Event(Struct, frozen=True, kw_only=False):
    """A fact of the game.

    Attributes:
        rule: The number of the rule that caused it.
    """

    rule: str


class Tell:
    """Where rules report what happened. This one is deaf: play-outs use it."""

    listening: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def all(self, event: Callable[P, Event], *facts: P.args, **named: P.kwargs) -> None:
        """Tell everybody, spectators included."""

    def only(self, seats: tuple[int, ...], event: Callable[P, Event], *facts: P.args, **named: P.kwargs) -> None:
        """Tell these seats and nobody else; not even that there was something to tell."""

    def still(self) -> None:
        """A step that is to be seen as several pictures has come to the end of one of them."""


class Listener(Tell):
    """Keeps what it is told, in order, as ``heard``: pairs of audience and event."""

    listening: ClassVar[bool] = True

    def __init__(self) -> None:
        self.heard: list[tuple[Audience, Event]] = []

    def all(self, event: Callable[P, Event], *facts: P.args, **named: P.kwargs) -> None:
        """Keep an event for everybody."""
        self.heard.append((None, event(*facts, **named)))

    def only(self, seats: tuple[int, ...], event: Callable[P, Event], *facts: P.args, **named: P.kwargs) -> None:
        """Keep an event for these seats."""
        self.heard.append((tuple(sorted(seats)), event(*facts, **named)))


SILENCE = Tell()
"""Nobody listens."""


def hears(audience: Audience, seat: int | None) -> bool:
    """Whether a seat (``None``: a spectator) is in the audience."""
    return audience is None or (seat is not None and seat in audience)
