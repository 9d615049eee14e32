"""LOY-8.1 to LOY-8.8: which leave an action needs, from whom, and at which price."""

from __future__ import annotations

from typing import NamedTuple

from turncoat.games.loyalty.majority import gates, owner
from turncoat.games.loyalty.state import ENTER, NOBODY, PASS, Loyalty

Need = tuple[int, str, int]
"""The holder, what is needed of him (``pass`` or ``enter``), and for which place."""


class Terms(NamedTuple):
    """What an action costs in leave.

    Attributes:
        ask: The seats that must be asked, ascending.
        published: What standing permissions cost, by seat.
    """

    ask: tuple[int, ...]
    published: tuple[tuple[int, int], ...]

    @property
    def toll(self) -> int:
        """All published prices together, in coins."""
        return sum(price for _, price in self.published)


FREE = Terms((), ())
"""Nobody's leave is needed."""


class Access:
    """Where a player may go on the present position (LOY-8.4). Made once for each question.

    Attributes:
        gates: LOY-8.2: whose leave the player needs to enter each place.
    """

    def __init__(self, game: Loyalty, seat: int) -> None:
        self.game, self.seat = game, seat
        self.gates = gates(game, seat)

    def to_move(self, origin: int, to: int) -> Terms | None:
        """LOY-8.3: what a move needs; None where it is impossible.

        Both places are adjacent, or joined by a road.
        """
        gate = self.gates[to]
        road = self.game.map.road_between.get((origin, to), NOBODY)
        if road < 0:
            return FREE if gate < 0 else self.terms([(gate, ENTER, to)])
        return self.across(road, gate, to, self.game.options.dual_permission != "off")

    def to_attack(self, origin: int, to: int) -> Terms | None:
        """LOY-8.3: what an attack needs: nothing, but for a road that is skipped."""
        road = self.game.map.road_between.get((origin, to), NOBODY)
        if road < 0:
            return FREE
        return self.across(road, NOBODY, to, self.game.options.dual_permission == "move_and_attack")

    def across(self, road: int, gate: int, to: int, dual: bool) -> Terms | None:
        """LOY-8.1: a road without owner cannot be skipped; its owner needs nobody's leave to pass."""
        master = owner(self.game, road)
        if master < 0:
            return None
        needs: list[Need] = []
        if master != self.seat:
            needs.append((master, PASS, road))
        if gate >= 0:
            needs.append((gate, ENTER, to))
        if dual and self.gates[road] >= 0:
            needs.append((self.gates[road], ENTER, road))
        return self.terms(needs) if needs else FREE

    def terms(self, needs: list[Need]) -> Terms:
        """LOY-8.6: a holder answers once for all; LOY-8.8: not at all where everything has been published."""
        if not self.game.leaves:
            holders = {holder for holder, _, _ in needs}
            return Terms(tuple(sorted(holders)), ())
        ask: list[int] = []
        published: list[tuple[int, int]] = []
        for holder in sorted({holder for holder, _, _ in needs}):
            prices = [self.price(need) for need in needs if need[0] == holder]
            if NOBODY in prices:
                ask.append(holder)
            else:
                published.append((holder, sum(prices)))
        return Terms(tuple(ask), tuple(published))

    def price(self, need: Need) -> int:
        """LOY-8.8: the published price for this player; NOBODY where nothing was published."""
        for leave in self.game.leaves:
            if leave.to == self.seat and (leave.giver, leave.leave, leave.place) == need:
                return leave.price
        return NOBODY
