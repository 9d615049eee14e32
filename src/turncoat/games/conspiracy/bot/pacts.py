"""The promises that a plotter has made and heard, and how much it trusts them.

A promise is about a player's next actions that everybody can see. A plotter offers not to attack; it keeps a promise
unless breaking it brings more than a good name is worth.
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
"""A promise to everybody costs this much more."""

FAITHLESS = 0.4
"""The bot makes no proposal to a player who is less likely than this to keep a promise."""

LASTING = 2
"""The number of actions for which the bot proposes peace: one turn of each player.

While it lasts the bot attacks nobody, not even players who have promised nothing. In measured games a peace of 2 turns
cost more than it brought (docs/playing/promises.md).
"""

PATIENCE = 3
"""Rounds before the bot makes the same player another proposal."""

TERM = 4
"""The number of rounds in which each of two players must give the other a coin."""

SOON, KEEN = 2, 2.0
"""In this many last rounds before the limit, giving the coin is worth this many broken promises."""

MOST_OWED = 1
"""The most players to whom the bot owes a coin at a time."""

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
    """How the bot at one seat handles promises, its own and those of others.

    Attributes:
        bargainer: Remembers the promises.
    """

    def __init__(self, seat: int, bargainer: Bargainer) -> None:
        self.seat, self.bargainer = seat, bargainer

    # --- what a word is worth -----------------------------------------------------------------

    def cost(self, action: ConspiracyAction) -> float:
        """The cost, in prospects, of the promises that this action would break; below 0 if it keeps one in time."""
        if not self.bargainer.given:
            return 0.0
        due = [held for held in self.bargainer.given if held.state.pledge.act == FAVOUR and held.state.left <= SOON]
        settled = [held for held in due if any(map(held.state.pledge.covers, would(action)))]
        broken = self.bargainer.breaks(as_shown(action))
        return sum(map(self._price, broken)) - KEEN * sum(map(self._price, settled))

    def _price(self, held: Held) -> float:
        return HONOUR * (max(map(self.bargainer.credit, held.to)) if held.to else IN_PUBLIC)

    def calm(self) -> float:
        """The share of the danger of attacks that the others' promises remove, from 0 to 1."""
        sworn = {held.who for held in self.bargainer.taken if is_peace(held.state.pledge)}
        return sum(map(self.bargainer.credit, sorted(sworn))) / len(self.bargainer.word)

    def spares(self, seat: int, other: int) -> bool:
        """Whether one player has promised the other not to attack; one of them is the bot."""
        held = self.bargainer.given if seat == self.seat else self.bargainer.taken
        heard = (promise for promise in held if promise.who == seat and (not promise.to or other in promise.to))
        return any(is_peace(promise.state.pledge) for promise in heard)

    def owed(self) -> list[int]:
        """The players to whom the bot owes a coin."""
        favours = [held.state.pledge for held in self.bargainer.given if held.state.pledge.act == FAVOUR]
        return [to for pledge in favours if pledge.will and isinstance(to := pledge.fields.get("to"), int)]

    def merit(self, seat: int) -> int:
        """How many more promises a player has kept than broken, and whether the bot owes the player a coin."""
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
        """Whether the bot can offer a coin for a coin: only to few players at a time, who keep promises."""
        owed = self.owed()
        return (
            seat not in owed
            and len(owed) < MOST_OWED
            and not self.bargainer.lately(seat, FAVOUR, PATIENCE)
            and self.bargainer.credit(seat) >= FAITHLESS
        )

    def of_coins(self, offer: Offer) -> float | None:
        """The value of a request for a coin; None: it is another request.

        The price must be a coin, and there must be time, as the bot may have had its turn in this round.
        """
        request, price = offer.request, offer.price
        if not is_favour(request, offer.sender):
            return None
        fair = price is not None and is_favour(price, self.seat)
        trusted = self.bargainer.credit(offer.sender) >= FAITHLESS
        in_time = request.times > 1
        return 0.0 if fair and trusted and in_time and len(self.owed()) < MOST_OWED else -1.0

    def open_to(self, seats: list[int]) -> list[int]:
        """The one player of these to whom the bot can offer peace in this round."""
        return [] if self.bargainer.approached() else [seat for seat in seats if self.may_ask(seat)]

    def propose(self, seats: list[int]) -> list[Say]:
        """Propose to the most trusted of these players that neither attacks the other."""
        partner = max(seats, key=lambda seat: (self.bargainer.credit(seat), -seat))
        return self.bargainer.propose(partner, PEACE, peace(partner), peace(self.seat))

    def may_ask(self, seat: int) -> bool:
        """Whether the bot can offer a player peace: one it trusts, without such a promise, and not asked recently."""
        return (
            not self.bargainer.lately(seat, ATTACK, PATIENCE)
            and self.bargainer.credit(seat) >= FAITHLESS
            and not self.spares(seat, self.seat)
        )

    def rather(self, offer: Offer) -> Counter | None:
        """The offer of peace that the bot makes instead of agreeing to a request."""
        if is_peace(offer.request) or not self.may_ask(offer.sender):
            return None
        return Counter(peace(offer.sender), peace(self.seat))


def is_peace(pledge: Pledge) -> bool:
    """Whether the promise is not to attack anybody."""
    return pledge.act == ATTACK and not pledge.will


def peace(seat: int) -> Pledge:
    """The promise not to attack for a while."""
    return Pledge(seat, ATTACK, {}, False, LASTING)


def is_favour(pledge: Pledge, to: int) -> bool:
    """Whether the promise is to give a player a coin."""
    return pledge.act == FAVOUR and pledge.will and pledge.fields.get("to") == to


def favour(seat: int, to: int) -> Pledge:
    """The promise to give a player a coin within a few rounds."""
    return Pledge(seat, FAVOUR, {"to": to}, times=TERM)
