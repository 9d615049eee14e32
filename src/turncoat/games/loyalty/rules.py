"""Loyalty as the rest of the program sees it."""

from __future__ import annotations

from turncoat.games.loyalty import text
from turncoat.games.loyalty.actions import Agree, Decline, Grant, LeaveIt, LoyaltyAction, Object, Refuse
from turncoat.games.loyalty.attack import BATTLE
from turncoat.games.loyalty.audit import audit
from turncoat.games.loyalty.campaign import PEEK
from turncoat.games.loyalty.conflicts import conflicts
from turncoat.games.loyalty.deed import DEED
from turncoat.games.loyalty.endless import endless
from turncoat.games.loyalty.events import AnswersShown, Declared, LoyaltyEvent
from turncoat.games.loyalty.majority import victory_points
from turncoat.games.loyalty.names import LoyaltyNames
from turncoat.games.loyalty.options import Options
from turncoat.games.loyalty.parley import PARLEY
from turncoat.games.loyalty.prepare import PREPARATION, new_game
from turncoat.games.loyalty.purse import BAGGAGE, PAYMENT
from turncoat.games.loyalty.redeal import redeal
from turncoat.games.loyalty.state import Loyalty
from turncoat.games.loyalty.turn import MATCH, TURN, new_match
from turncoat.games.loyalty.view import LoyaltyView, view
from turncoat.kernel import Event, Offer, Ruleset, Tell, Wish, events_of
from turncoat.kernel.play import begin


def set_up(options: Options, seats: int, key: bytes, tell: Tell) -> Loyalty:
    """LOY-3: cards are dealt, the map is laid out, homes are taken."""
    game = new_game(options, seats, key)
    begin(game, new_match(), tell)
    return game


def winners(game: Loyalty) -> list[int]:
    """LOY-13.12: who has won; nobody, where the game ends without a winner."""
    return list(game.result.winners) if game.result else []


def revealed(event: Event) -> dict[int, LoyaltyAction]:
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

RULES: Ruleset[Loyalty, Options, LoyaltyAction, LoyaltyView] = Ruleset(
    id="loyalty",
    package=__package__,
    title="Loyalty",
    summary="Cities, roads and a secret card: serve the Pope or the King, and never come last.",
    prefix="LOY",
    seats=range(3, 9),
    suggested=range(4, 7),
    minutes=25,
    state=Loyalty,
    options=Options,
    sections=(MATCH, PREPARATION, TURN, DEED, BATTLE, PARLEY, BAGGAGE, PAYMENT, PEEK),
    events=events_of(LoyaltyEvent),
    views=LoyaltyView,
    set_up=set_up,
    view=view,
    redeal=redeal,
    audit=audit,
    winners=winners,
    scores=victory_points,
    names=LoyaltyNames,
    questions=text.QUESTIONS,
    offers=lambda _: OFFERS,
    conflicts=conflicts,
    revealed=revealed,
    endless=endless,
    winnerless=True,
    brief={"round_limit": 2},
)
"""The rules of Loyalty."""
