"""What a plotter has promised and been promised, and how much it trusts promises.

A promise is about the next actions of a player, as everybody sees them. A plotter trades the promise not to attack;
it keeps a promise unless breaking it brings more than a good name is worth.
"""

from __future__ import annotations

from turncoat.games.conspiracy.actions import AttackCoin, ConspiracyAction
from turncoat.games.conspiracy.acts import Favour, would
from turncoat.games.conspiracy.events.turn import SHOWN, as_shown
from turncoat.kernel import tag_of
from turncoat.kernel.bargaining import Bargainer, Counter, Held, Offer
from turncoat.kernel.promise import Pledge, Say

HONOUR = 0.05
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

TERM = 4
"""Within how many rounds each of two players gives the other a coin."""

SOON, KEEN = 2, 2.0
"""So many rounds before the end of the term it counts for so many times a broken promise to give the coin."""

MOST_OWED = 1
"""To how many players at a time the bot owes a coin."""

ATTACK, FAVOUR = tag_of(AttackCoin), tag_of(Favour)
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

COINS = (
    "A coin from me for a coin from you.",
    "I must give coins away in any case. I give mine to you, and you give yours to me.",
    "Give me a coin soon, and I give you one.",
    "Let us keep our coins among us.",
    "Why should others get our coins?",
    "Think of me when you pay, and I think of you.",
    "Your next coin for me, my next one for you.",
    "A fair exchange: one coin each.",
    "Coins to friends first. Shall we be friends?",
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
        """What the promises cost, in prospects, that this action would break; below 0 if it keeps one in time."""
        if not self.bargainer.given:
            return 0.0
        due = [held for held in self.bargainer.given if held.state.pledge.act == FAVOUR and held.state.left <= SOON]
        settled = [held for held in due if any(map(held.state.pledge.covers, would(action)))]
        broken = self.bargainer.breaks(as_shown(action))
        return sum(map(self._price, broken)) - KEEN * sum(map(self._price, settled))

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

    def owed(self) -> list[int]:
        """To whom it owes a coin."""
        favours = [held.state.pledge for held in self.bargainer.given if held.state.pledge.act == FAVOUR]
        return [to for pledge in favours if pledge.will and isinstance(to := pledge.fields.get("to"), int)]

    def merit(self, seat: int) -> int:
        """How many more promises somebody has kept than broken, and whether the bot owes them a coin."""
        kept, broken = self.bargainer.word[seat]
        return kept - 2 * broken + (seat in self.owed())

    # --- what it says -------------------------------------------------------------------------

    def exchange(self, seats: list[int]) -> list[Say]:
        """Propose to the most trusted of these players that each gives the other a coin."""
        free = [seat for seat in seats if self.may_exchange(seat)]
        if self.bargainer.approached() or not free:
            return []
        partner = max(free, key=lambda seat: (self.bargainer.credit(seat), -seat))
        return self.bargainer.propose(partner, COINS, favour(partner, self.seat), favour(self.seat, partner))

    def may_exchange(self, seat: int) -> bool:
        """Whether the bot can offer a coin for a coin: to few players at a time, and to those who keep promises."""
        owed = self.owed()
        return (
            seat not in owed
            and len(owed) < MOST_OWED
            and not self.bargainer.lately(seat, FAVOUR, PATIENCE)
            and self.bargainer.credit(seat) >= FAITHLESS
        )

    def of_coins(self, offer: Offer) -> float | None:
        """What a request for a coin is worth; None: it is no such request.

        The price must be a coin, and there must be time: the bot's turn of this round may be over.
        """
        request, price = offer.request, offer.price
        if not is_favour(request, offer.sender):
            return None
        fair = price is not None and is_favour(price, self.seat)
        trusted = self.bargainer.credit(offer.sender) >= FAITHLESS
        in_time = request.times > 1
        return 0.0 if fair and trusted and in_time and len(self.owed()) < MOST_OWED else -1.0

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


def is_favour(pledge: Pledge, to: int) -> bool:
    """Whether the promise says that somebody gets a coin."""
    return pledge.act == FAVOUR and pledge.will and pledge.fields.get("to") == to


def favour(seat: int, to: int) -> Pledge:
    """The promise to give somebody a coin before long."""
    return Pledge(seat, FAVOUR, {"to": to}, times=TERM)
