"""Loyalty as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar

from turncoat.games.loyalty import text
from turncoat.games.loyalty.actions import ACTIONS, Agree, Decline, Grant, LeaveIt, LoyaltyAction, Object, Refuse
from turncoat.games.loyalty.audit import audit
from turncoat.games.loyalty.conflicts import conflicts
from turncoat.games.loyalty.endless import endless
from turncoat.games.loyalty.events import EVENTS, AnswersShown, Declared
from turncoat.games.loyalty.majority import victory_points
from turncoat.games.loyalty.names import LoyaltyNames
from turncoat.games.loyalty.options import Options
from turncoat.games.loyalty.prepare import new_game
from turncoat.games.loyalty.redeal import redeal
from turncoat.games.loyalty.state import Loyalty
from turncoat.games.loyalty.turn import new_match
from turncoat.games.loyalty.view import LoyaltyView, view
from turncoat.kernel.events import Event, Tell
from turncoat.kernel.offer import Offer, Wish
from turncoat.kernel.play import begin
from turncoat.kernel.ruleset import Ruleset
from turncoat.kernel.space import Names


class LoyaltyRules(Ruleset[Loyalty, Options, LoyaltyAction, LoyaltyView]):
    """LOY-1: the game, its options and its set-up."""

    id: ClassVar[str] = "loyalty"
    title: ClassVar[str] = "Loyalty"
    summary: ClassVar[str] = "Cities, roads and a secret card: serve the Pope or the King, and never come last."
    prefix: ClassVar[str] = "LOY"
    seats: ClassVar[range] = range(3, 9)
    suggested: ClassVar[range] = range(4, 7)
    minutes: ClassVar[int] = 25
    winnerless: ClassVar[bool] = True
    brief: ClassVar[Mapping[str, object]] = MappingProxyType({"round_limit": 2})
    state = Loyalty
    options = Options
    actions = ACTIONS
    events = EVENTS
    views = LoyaltyView

    def set_up(self, options: Options, seats: int, key: bytes, tell: Tell) -> Loyalty:
        """LOY-3: cards are dealt, the map is laid out, homes are taken."""
        game = new_game(options, seats, key)
        begin(game, new_match(), tell)
        return game

    def view(self, game: Loyalty, seat: int | None) -> LoyaltyView:
        """LOY-1.3: what this seat may see."""
        return view(game, seat)

    def redeal(self, game: Loyalty, seat: int | None, key: bytes) -> Loyalty:
        """LOY-1.3: the cards this seat has not seen, dealt again."""
        return redeal(game, seat, key)

    def audit(self, game: Loyalty) -> list[str]:
        """The invariants that do not hold."""
        return audit(game)

    def endless(self, game: Loyalty) -> str:
        """LOY-13: why no end can be reached any more."""
        return endless(game)

    def winners(self, game: Loyalty) -> list[int]:
        """LOY-13.12: who has won; nobody, where the game ends without a winner."""
        return list(game.result.winners) if game.result else []

    def scores(self, game: Loyalty) -> list[int]:
        """LOY-7.2: everybody's victory points."""
        return victory_points(game)

    def say(self, event: Event, names: Names) -> str:
        """An event as a sentence."""
        return text.say(event, names)

    def names(self, seats: Iterable[str]) -> Names:
        """The names of players, units, factions and victims."""
        return LoyaltyNames(seats)

    def question(self, key: str) -> str:
        """LOY-15: what is asked at each decision."""
        return text.QUESTIONS[key]

    def offers(self, view: LoyaltyView) -> tuple[Offer, ...]:
        """LOY-8.5, LOY-10.2.6, LOY-10.2.8: what holders and defenders can say beforehand."""
        return OFFERS

    def conflicts(self, options: Options, seats: int) -> str:
        """LOY-O: options that cannot go together."""
        return conflicts(options, seats)

    def revealed(self, event: Event) -> dict[int, LoyaltyAction]:
        """LOY-1.3: actions are public when they are declared, answers when all are in."""
        if isinstance(event, Declared):
            return {event.seat: event.action}
        if isinstance(event, AnswersShown):
            return dict(zip(event.seats, event.answers, strict=True))
        return {}


OFFERS = (
    Offer(
        "deed.answers",
        "Somebody asks for your leave",
        "LOY-8.5",
        (Wish("refuse", (Refuse(),)), Wish("grant it at the price offered", (Grant(), Refuse()))),
    ),
    Offer("battle.volunteers", "You could join a defence", "LOY-10.2.6", (Wish("stay out", (Decline(),)),)),
    Offer(
        "parley.propose",
        "The losses of a defence could be shared otherwise",
        "LOY-10.2.8",
        (Wish("leave it", (LeaveIt(),)),),
    ),
    Offer(
        "parley.consent",
        "Somebody proposes how losses are shared",
        "LOY-10.2.8",
        (Wish("object", (Object(),)), Wish("agree", (Agree(),))),
    ),
)
"""What can be ordered to be answered from now on."""

RULES = LoyaltyRules()
