"""What a plotter has promised and been promised, and how much it trusts promises.

A promise is about the next actions of a player, as everybody sees them. A plotter trades the promise not to attack;
it keeps a promise unless breaking it brings more than a good name is worth.
"""

from __future__ import annotations

from turncoat.games.conspiracy.actions import AttackCoin, ConspiracyAction
from turncoat.games.conspiracy.events.turn import SHOWN, as_shown
from turncoat.kernel import tag_of
from turncoat.kernel.bargaining import Bargainer, Counter, Held, Offer
from turncoat.kernel.promise import Pledge, Say

HONOUR = 0.04
"""What breaking a promise costs, in prospects."""

KINDNESS = 0.01
"""What a promise may cost, in prospects, if it is made to somebody who keeps every promise."""

IN_PUBLIC = 2.0
"""A promise to everybody is this much dearer."""

FAITHLESS = 0.4
"""The bot makes no proposal to a player who is less likely than this to keep a promise."""

LASTING = 2
"""For how many actions a pact is proposed: one turn of each.

While it lasts the bot attacks nobody, not even players who have promised nothing. In measured games a pact of 2 turns
cost more than it brought (docs/playing/promises.md).
"""

PATIENCE = 3
"""Rounds until somebody who was approached is approached again."""

ATTACK = tag_of(AttackCoin)
PROMISED = frozenset(map(tag_of, SHOWN))

PEACE = (
    "Let us leave each other's coins alone.",
    "No attack from me, none from you?",
    "I leave your coins alone if you leave mine alone.",
    "I attack other players if you do the same.",
    "Let us not attack each other's coins.",
    "Let us not attack each other for a turn.",
    "Let us attack others and not each other.",
    "I have better things to do than to attack. You too?",
    "Peace for a while would help us both.",
)


class Pacts:
    """What the bot at one seat makes of promises, its own and those of others.

    Attributes:
        bargainer: Remembers the promises.
    """

    def __init__(self, seat: int, bargainer: Bargainer) -> None:
        self.seat, self.bargainer = seat, bargainer

    # --- what a word is worth -----------------------------------------------------------------

    def cost(self, action: ConspiracyAction) -> float:
        """What the promises cost, in prospects, that this action would break."""
        if not self.bargainer.given:
            return 0.0
        return sum(map(self._price, self.bargainer.breaks(as_shown(action))))

    def _price(self, held: Held) -> float:
        return HONOUR * (max(map(self.bargainer.credit, held.to)) if held.to else IN_PUBLIC)

    def calm(self) -> float:
        """How much of the danger of attacks the promises of the others take away, from 0 to 1."""
        sworn = {held.who for held in self.bargainer.taken if is_peace(held.state.pledge)}
        return sum(map(self.bargainer.credit, sorted(sworn))) / len(self.bargainer.word)

    def spares(self, seat: int, other: int) -> bool:
        """Whether somebody has promised somebody else not to attack; one of them is the own seat."""
        held = self.bargainer.given if seat == self.seat else self.bargainer.taken
        heard = (one for one in held if one.who == seat and (not one.to or other in one.to))
        return any(is_peace(one.state.pledge) for one in heard)

    # --- what it says -------------------------------------------------------------------------

    def open_to(self, seats: list[int]) -> list[int]:
        """Which of these players the bot can offer peace in this round: one in each round."""
        return [] if self.bargainer.approached() else [seat for seat in seats if self.may_ask(seat)]

    def propose(self, seats: list[int]) -> list[Say]:
        """Propose to the most trusted of these players that neither attacks the other."""
        partner = max(seats, key=lambda seat: (self.bargainer.credit(seat), -seat))
        return self.bargainer.propose(partner, PEACE, peace(partner), peace(self.seat))

    def may_ask(self, seat: int) -> bool:
        """Whether the bot can offer peace to a player: trusted, without such a promise, and not asked lately."""
        return (
            not self.bargainer.lately(seat, ATTACK, PATIENCE)
            and self.bargainer.credit(seat) >= FAITHLESS
            and not self.spares(seat, self.seat)
        )

    def rather(self, offer: Offer) -> Counter | None:
        """A proposal of peace in place of the request."""
        if is_peace(offer.request) or not self.may_ask(offer.sender):
            return None
        return Counter(peace(offer.sender), peace(self.seat))


def is_peace(pledge: Pledge) -> bool:
    """Whether the promise says that somebody attacks nobody."""
    return pledge.act == ATTACK and not pledge.will


def peace(seat: int) -> Pledge:
    """The promise not to attack for a while."""
    return Pledge(seat, ATTACK, {}, False, LASTING)
