"""What a courtier remembers of talk and of the other players' actions."""

from __future__ import annotations

from itertools import product
from math import comb

from msgspec import Struct

from turncoat.games.loyalty.actions import LoyaltyAction, Refuse
from turncoat.games.loyalty.acts import War
from turncoat.games.loyalty.events import AnswersShown, Campaigned, Declared, Given, RequestFailed, TurnBegan
from turncoat.games.loyalty.events.war import AttackAnnounced, Volunteered
from turncoat.games.loyalty.state import POPE
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel import Event, tag_of
from turncoat.kernel.bargaining import Bargainer, Held
from turncoat.kernel.promise import Pledge

TRUCE = 3
"""A truce is offered for this many rounds."""

WAR = tag_of(War)


class Memory:
    """The memory of one seat.

    Attributes:
        bargainer: The promises that it has made and heard.
        failed: Requests that failed in this turn.
    """

    def __init__(self, seat: int, bargainer: Bargainer) -> None:
        self.seat, self.bargainer = seat, bargainer
        self.failed: list[LoyaltyAction] = []
        self._declared: LoyaltyAction | None = None

    def hear(self, event: Event) -> None:
        """Learn from an event: answers fulfil promises, and a failed request is not repeated in the same turn."""
        match event:
            case Declared():
                self._declared = event.action
            case RequestFailed() if event.seat == self.seat and self._declared is not None:
                self.failed.append(self._declared)
            case TurnBegan():
                self.failed = []
                self.bargainer.moment += 1
            case _:
                pass

    @property
    def given(self) -> frozenset[int]:
        """The players to whom the bot has promised peace."""
        whom = (seat for held in self.bargainer.given for seat in held.to or self.bargainer.word)
        return frozenset(seat for seat in whom if any(self._spares(held, seat) for held in self.bargainer.given))

    @property
    def received(self) -> frozenset[int]:
        """The players who have promised the bot peace."""
        return frozenset(held.who for held in self.bargainer.taken if self._spares(held, self.seat))

    def partners(self) -> frozenset[int]:
        """The players with whom peace holds on both sides."""
        return self.given & self.received

    def _spares(self, held: Held, whom: int) -> bool:
        return self.is_peace(held.state.pledge, held.who, whom)

    @staticmethod
    def is_peace(pledge: Pledge, who: int, whom: int) -> bool:
        """Whether a promise says that one seat will not attack another."""
        return pledge.who == who and pledge.act == WAR and not pledge.will and pledge.fields.get("whom") == whom

    @staticmethod
    def peace(who: int, whom: int) -> Pledge:
        """The promise of one seat not to attack another."""
        return Pledge(who, WAR, {"whom": whom}, will=False, times=TRUCE)

    def tried(self, action: LoyaltyAction) -> bool:
        """Whether a request of the same kind to the same place has failed in this turn."""
        kind, goal = tag_of(action.__class__), getattr(action, "to", "")
        return any(tag_of(action.__class__) == kind and getattr(action, "to", "") == goal for action in self.failed)


TELLING = 1.7
"""How many times likelier each tick of a campaign makes it that the player serves that faction."""

SURE = 40.0
"""The limit of these factors together, because players may bluff."""

GRANTED, REFUSED, STRUCK, HELPED, PAID = 1.0, -0.5, -2.0, 2.0, 0.5
"""The changes of goodwill for leave given or refused, an attack, help in battle, and each coin received."""

MOST_GOODWILL = 4.0


class Deal(Struct, frozen=True):
    """One possible deal of the cards.

    Attributes:
        weight: How likely it is, from 0 to 1.
        pope: The seats that serve the Pope, as bits.
    """

    weight: float
    pope: int


class Suspicions:
    """What one seat has learned about the others.

    Attributes:
        odds: For each seat, how many times likelier its actions are if it serves the Pope than if it serves the King.
        goodwill: For each other seat, how much it has helped the bot, less the harm that it did.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self.seat, self.seats = seat, seats
        self.odds = [1.0] * seats
        self.goodwill = [0.0] * seats
        self._active = -1
        self._battle: AttackAnnounced | None = None

    def hear(self, event: Event) -> None:
        """Learn from an event."""
        match event:
            case Declared():
                self._active = event.seat
            case Campaigned():
                factor = TELLING**event.ticks
                told = self.odds[event.seat] * (factor if event.faction == POPE else 1 / factor)
                self.odds[event.seat] = min(SURE, max(1 / SURE, told))
            case AnswersShown() if self._active == self.seat:
                for seat, answer in zip(event.seats, event.answers, strict=True):
                    self._feel(seat, REFUSED if isinstance(answer, Refuse) else GRANTED)
            case AttackAnnounced() | Volunteered():
                self._fought(event)
            case Given() if event.to == self.seat:
                self._feel(event.seat, PAID * event.coins)
            case _:
                pass

    def betrayed(self, seat: int) -> None:
        """Note that a player has broken a promise."""
        self._feel(seat, STRUCK)

    def _fought(self, event: AttackAnnounced | Volunteered) -> None:
        """Learn from a fight: who attacked, and who helped whom."""
        if isinstance(event, AttackAnnounced):
            self._battle = event
            if self.seat in event.targets:
                self._feel(event.seat, STRUCK)
        elif event.militia and self._battle is not None:
            if self.seat in self._battle.targets:
                self._feel(event.seat, HELPED)
            elif self.seat == self._battle.seat:
                self._feel(event.seat, STRUCK)

    def _feel(self, seat: int, change: float) -> None:
        """Change the goodwill towards a player; older goodwill fades."""
        self.goodwill[seat] = max(-MOST_GOODWILL, min(MOST_GOODWILL, self.goodwill[seat] + change))

    def deals(self, view: LoyaltyView) -> tuple[Deal, ...]:
        """LOY-4.2: every possible deal of the cards, with its probability from the deck and from all actions so far."""
        others = [seat for seat in range(self.seats) if seat != self.seat]
        mine = view.card == POPE
        popes = view.deck - mine - sum(card == POPE for card in view.seen.values())
        unseen = len(view.looked) - len(view.seen)
        found: list[tuple[float, int]] = []
        for serves in product((False, True), repeat=len(others)):
            left = popes - sum(serves)
            if not 0 <= left <= unseen:
                continue
            weight, bits = float(comb(unseen, left)), mine << self.seat
            for seat, pope in zip(others, serves, strict=True):
                weight *= self.odds[seat] if pope else 1.0
                bits |= pope << seat
            found.append((weight, bits))
        total = sum(weight for weight, _ in found)
        return tuple(Deal(weight / total, bits) for weight, bits in found)
