"""TRU-2.4: the actions of a round told in groups, when there are too many players for one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.truce.events import ActionsRevealed
from turncoat.games.truce.state import Attack, Support
from turncoat.kernel import Message, Names, Says, Seat, Seats, tag_of

MANY = 8
"""A round with at most this many actions is told in one sentence."""

CLAUSES = 5
"""The most targets that one sentence names."""

KINDS = {
    "support": Message("{seats} {seats:supports|support} {target}"),
    "loot": Message("{seats} {seats:loots|loot}"),
    "defend": Message("{seats} {seats:defends|defend}"),
    "attack": Message("{seats} {seats:attacks|attack} {target}"),
    "pass": Message("{seats} {seats:passes|pass}"),
}
"""TRU-2.5: the kinds of actions, in the order in which they count, and the clause for each."""


class SameOrder(Says):
    """Players who gave the same order, as a clause of a sentence.

    Attributes:
        kind: One of ``KINDS``.
        seats: The players.
        target: The player whom they attack or support; -1: nobody.
    """

    kind: str
    seats: Seats
    target: Seat

    def sentences(self) -> tuple[Message, ...]:
        """TRU-2.4: the clause of this kind."""
        return (KINDS[self.kind],)


def in_groups(event: ActionsRevealed, names: Names) -> Iterator[tuple[Seats, str]]:
    """Groups of seats, each with its sentence: by kind of action, attackers of one player together."""
    for kind in KINDS:
        same = _by_target(event, kind)
        for first in range(0, len(same), CLAUSES):
            some = same[first : first + CLAUSES]
            clauses = "; ".join(order.say(names) for order in some)
            yield tuple(seat for order in some for seat in order.seats), f"{clauses}."
    if event.defaulted:
        yield (), event.passed.about(event, names)


def _by_target(event: ActionsRevealed, kind: str) -> list[SameOrder]:
    """The actions of this kind, one for each target. A player whose action is void passes."""
    found: dict[int, list[int]] = {}
    for seat, action in enumerate(event.actions):
        tag = tag_of(action.__class__)
        if (tag if tag in KINDS else "pass") == kind:
            found.setdefault(action.target if isinstance(action, Attack | Support) else -1, []).append(seat)
    return [SameOrder(kind, tuple(seats), target) for target, seats in found.items()]
