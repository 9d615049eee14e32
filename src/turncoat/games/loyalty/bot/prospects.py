"""How likely a courtier is to win by each end, over all ways in which the cards may lie."""

from __future__ import annotations

from math import exp

from msgspec import Struct

from turncoat.games.loyalty.bot.suspicion import Deal
from turncoat.games.loyalty.state import POPE

Points = tuple[int, ...]
"""Victory points by seat."""


class Odds(Struct, frozen=True):
    """The own chances, each from 0 to 1.

    Attributes:
        pope: If the Pope's diplomacy ends the game.
        king: If the King's does.
        ruined: If this seat loses its last land, by seat.
        lead: Of being the first of all.
    """

    pope: float
    king: float
    ruined: tuple[float, ...]
    lead: float

    def diplomacy(self, faction: str) -> float:
        """If the diplomacy of this faction ends the game."""
        return self.pope if faction == POPE else self.king


class Prospects:
    """The chances of one seat, worked out once for each distribution of points.

    Args:
        seat: Whose chances.
        deals: How the cards may lie.
        calm: By how many points somebody can be overtaken before the end; near 0 once it is at hand.
    """

    def __init__(self, seat: int, deals: tuple[Deal, ...], calm: float) -> None:
        self.seat, self.deals, self.calm = seat, deals, calm
        self._known: dict[Points, Odds] = {}

    def odds(self, points: Points) -> Odds:
        """LOY-4.4 to LOY-4.6: the chances with these points."""
        found = self._known.get(points)
        if found is None:
            found = self._known[points] = self._work_out(points)
        return found

    def _work_out(self, points: Points) -> Odds:
        top, bottom, whole = max(points), min(points), (1 << len(points)) - 1
        first = [exp((own - top) / self.calm) for own in points]
        last = [exp((bottom - own) / (self.calm / 2)) for own in points]
        firsts, lasts = _sums(first), _sums(last)
        me, pope, king = first[self.seat], 0.0, 0.0
        ruined = [0.0] * len(points)
        for deal in self.deals:
            popish = deal.pope >> self.seat & 1
            mine = deal.pope if popish else whole ^ deal.pope
            best = deal.weight * me / firsts[mine]
            spoiled, gained = lasts[mine] / lasts[whole], lasts[whole ^ mine] / lasts[whole]
            own, other = best * (1 - spoiled), best * gained
            pope, king = (pope + own, king + other) if popish else (pope + other, king + own)
            for seat in range(len(points)):
                if not mine >> seat & 1:
                    ruined[seat] += best
        return Odds(pope, king, tuple(ruined), me / firsts[whole])

    def ally(self, seat: int) -> float:
        """LOY-4.1: how likely somebody serves the same faction."""
        mine = self.seat
        return sum(deal.weight for deal in self.deals if (deal.pope >> seat & 1) == (deal.pope >> mine & 1))


def _sums(values: list[float]) -> list[float]:
    """The sum of each set of values; a set is written as bits."""
    sums = [0.0]
    for value in values:
        sums += [one + value for one in sums]
    return sums
