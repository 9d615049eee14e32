"""THR-9 as the events tell it: who is where, and who is engaged with whom."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.thrice.board_position import ENGAGED, FREE


class Ground:
    """Zones and engagements.

    Args:
        gm: The number of the first opponent.
    """

    def __init__(self, gm: int) -> None:
        self.gm = gm
        self.zones: list[str] = []
        self.groups: list[frozenset[int]] = []

    def fill(self, everybody: int) -> None:
        """THR-7.1: so many combatants stand in the free zone."""
        self.zones = [FREE] * everybody

    def zone(self, who: int) -> str:
        """Where a combatant is."""
        return ENGAGED if any(who in group for group in self.groups) else self.zones[who]

    @property
    def engagements(self) -> tuple[tuple[int, ...], ...]:
        """The engagements, in the order in which they arose."""
        return tuple(tuple(sorted(group)) for group in self.groups)

    def go(self, who: int, zone: str) -> None:
        """Somebody leaves his engagement and is elsewhere."""
        self._leave({who})
        self.zones[who] = zone

    def gather(self, together: Iterable[int]) -> None:
        """These are one engagement; in what they leave, nobody may be left to fight."""
        group = frozenset(together)
        self._leave(group)
        for who in group:
            self.zones[who] = FREE
        self.groups.append(group)

    def _leave(self, leaving: Iterable[int]) -> None:
        """THR-9.5: an engagement needs somebody of both sides."""
        rests = [group - frozenset(leaving) for group in self.groups]
        self.groups = [
            rest for rest in rests if any(who < self.gm for who in rest) and any(who >= self.gm for who in rest)
        ]
