"""TRU-2.4: the orders of a round told in groups, where so many play that one sentence cannot be read in passing."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.truce.events import ActionsRevealed
from turncoat.games.truce.state import Attack, Support
from turncoat.kernel import Names, listed, tag_of

MANY = 8
"""Up to so many orders are told in one sentence."""

CLAUSES = 5
"""So many targets are told of at a time."""

KINDS = ("support", "loot", "defend", "attack", "pass")
"""TRU-2.5: the kinds of orders, in the order in which they count."""

Group = tuple[frozenset[int], str]
"""The seats of which a sentence tells, and the sentence."""


def in_groups(event: ActionsRevealed, names: Names) -> Iterator[Group]:
    """Kind by kind; those who attack or support the same player are named together."""
    for kind in KINDS:
        clauses = [(seats, _clause(kind, seats, target, names)) for target, seats in _by_target(event, kind).items()]
        for first in range(0, len(clauses), CLAUSES):
            some = clauses[first : first + CLAUSES]
            yield frozenset(seat for seats, _ in some for seat in seats), f"{'; '.join(said for _, said in some)}."
    if event.defaulted:
        yield frozenset(), event.passed.about(event, names)


def _by_target(event: ActionsRevealed, kind: str) -> dict[int, list[int]]:
    """The seats with this kind of order by their target; -1 where it has none. An order that is void passes."""
    found: dict[int, list[int]] = {}
    for seat, action in enumerate(event.actions):
        tag = tag_of(action.__class__)
        if (tag if tag in KINDS else "pass") == kind:
            found.setdefault(action.target if isinstance(action, Attack | Support) else -1, []).append(seat)
    return found


def _clause(kind: str, seats: list[int], target: int, names: Names) -> str:
    """``Agatha and Barney attack Celeste``, ``Darcy passes``."""
    verb = kind if len(seats) > 1 else f"{kind}es" if kind.endswith("s") else f"{kind}s"
    whom = f" {names.label('seat', target)}" if target >= 0 else ""
    return f"{listed([names.label('seat', seat) for seat in seats])} {verb}{whom}"
