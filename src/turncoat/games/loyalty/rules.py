"""The rules of Loyalty, put together for the rest of the program, and options that contradict each other."""

from __future__ import annotations

from turncoat.games.loyalty import text
from turncoat.games.loyalty.actions import Agree, Decline, Grant, LeaveIt, LoyaltyAction, Object, Refuse
from turncoat.games.loyalty.acts import ACTS
from turncoat.games.loyalty.attack import BATTLE
from turncoat.games.loyalty.audit import audit
from turncoat.games.loyalty.campaign import PEEK
from turncoat.games.loyalty.coins import BAGGAGE, PAYMENT
from turncoat.games.loyalty.end import endless
from turncoat.games.loyalty.events import AnswersShown, Declared, LoyaltyEvent
from turncoat.games.loyalty.losses import PARLEY
from turncoat.games.loyalty.majority import victory_points
from turncoat.games.loyalty.map import SMALL, BadMap, custom_map, outer_cities
from turncoat.games.loyalty.options import SAMPLE_MAP, Options, colours
from turncoat.games.loyalty.redeal import redeal
from turncoat.games.loyalty.setup import PREPARATION, new_game
from turncoat.games.loyalty.state import Loyalty, Match
from turncoat.games.loyalty.text import LoyaltyNames
from turncoat.games.loyalty.turn import ACTION, MATCH, TURN
from turncoat.games.loyalty.view import LoyaltyView, view
from turncoat.kernel import Event, OrderChoice, RepeatedQuestion, Ruleset, Tell, events_of
from turncoat.kernel.play import begin

LONGEST_NAME = 20
MOST_COLOURS = 12


def conflicts(options: Options, seats: int) -> str:
    """A sentence on the first fault in these options for this many players; empty if there is none."""
    found = (
        _pairs(options),
        _board(options, seats),
        _colours(options) if options.factions else "",
    )
    return next((sentence for sentence in found if sentence), "")


def _pairs(options: Options) -> str:
    if options.riots and not options.city_economy:
        return (
            "Riots need the economy of cities, because only a city with a pot can run out of coins (LOY-O30, LOY-O29)."
        )
    if options.lock_peek and not options.track_lock:
        return "Nobody looks at a card for locking a city (LOY-O19) unless cities can be locked (LOY-O18)."
    if not (options.start_citizens or options.start_spoke_citizens or options.start_priests):
        return (
            "Players must start with a Citizen or a Priest somewhere, "
            "because otherwise nobody could ever own or recruit anything (LOY-O9)."
        )
    return ""


def _board(options: Options, seats: int) -> str:
    if options.board_mode != "custom":
        return _wheel(options, seats)
    try:
        cities = custom_map(options).cities
    except BadMap as fault:
        return f"The custom map cannot be used: {fault} (LOY-O3)."
    outer = len(cities) - 1
    if outer < seats:
        homes = "1 outer city" if outer == 1 else f"{outer} outer cities"
        return f"The custom map has {homes} and cannot seat {seats} players (LOY-O3)."
    if options.lock_cities_needed > len(cities):
        return (
            f"{options.lock_cities_needed} cities must be loyal for the diplomatic end, "
            f"but the custom map has only {len(cities)} (LOY-O20, LOY-O3)."
        )
    return ""


def _wheel(options: Options, seats: int) -> str:
    if options.custom_board.split() != SAMPLE_MAP.split():
        return (
            f"A custom map is written down, but the map is {options.board_mode}; "
            "choose custom, or leave your map out (LOY-O3, LOY-O2)."
        )
    if outer_cities(options, seats) < seats:
        return f"The small map has {SMALL} homes, too few for {seats} players; choose large or auto (LOY-O1)."
    return ""


def _colours(options: Options) -> str:
    names = colours(options)
    if not 2 <= len(names) <= MOST_COLOURS:
        return f"Give the names of 2 to {MOST_COLOURS} colours, separated by commas (LOY-O33, LOY-O32)."
    if len(set(names)) < len(names):
        return "Two colours have the same name (LOY-O33)."
    if any(len(name) > LONGEST_NAME for name in names):
        return f"The name of a colour has at most {LONGEST_NAME} characters (LOY-O33)."
    return ""


def remarks(options: Options, seats: int) -> tuple[str, ...]:
    """LOY-13.2: how far players are from a revolution on an accepted map of their own (LOY-O3)."""
    if options.board_mode != "custom" or not options.revolution_end:
        return ()
    board = custom_map(options)
    road = options.road_vp if options.start_spoke_citizens else 0
    begins = road + (options.city_vp if options.start_citizens else 0)
    missing, free = board.majority - begins, sum(board.worth) - seats * begins
    others = sorted(board.worth, reverse=True)
    others.remove(options.city_vp)
    places = next((number for number in range(1, len(others)) if sum(others[:number]) >= missing), len(others))
    figures = (
        f"The map has {sum(board.worth)} victory points. Each player begins with {begins}; {board.majority} are a "
        f"revolution (LOY-13.2). {max(0, free)} belong to nobody at the start."
    )
    more = "1 more place is" if places == 1 else f"{places} more places are"
    warning = (
        f"Warning: the map is too rich for its size: {more} enough for a revolution, so the game may end in a few "
        "rounds. Add cities and roads, or switch off “Revolution end” (LOY-O25)."
    )
    return (figures, warning) if places < USUAL else (figures,)


USUAL = 3
"""On the maps of the rules so many more places at least make a revolution (LOY-5.5, LOY-13.2)."""


def set_up(options: Options, seats: int, key: bytes, tell: Tell) -> Loyalty:
    """LOY-3: deal the cards, lay out the map, and let players take homes (LOY-R1, LOY-1.1)."""
    game = new_game(options, seats, key)
    begin(game, Match(), tell)
    return game


def winners(game: Loyalty) -> list[int]:
    """The winners; empty if the game ends without one (LOY-13.12)."""
    return list(game.result.winners) if game.result else []


def revealed(event: Event) -> dict[int, LoyaltyAction]:
    """LOY-1.3: the answers that an event makes public: actions when declared, other answers when all have answered.

    ``view`` shows everything on the map, coins, markers, locks and deals to all; a card to its owner, an unused one to
    those who have looked at it, until the game is over.
    """
    if isinstance(event, Declared):
        return {event.seat: event.action}
    if isinstance(event, AnswersShown):
        return dict(zip(event.seats, event.answers, strict=True))
    return {}


REPEATED_QUESTIONS = (
    RepeatedQuestion(
        "action.answers",
        "A request for your leave",
        "LOY-8.5",
        (OrderChoice("refuse", (Refuse(),)), OrderChoice("grant it at the price offered", (Grant(), Refuse()))),
    ),
    RepeatedQuestion(
        "battle.volunteers", "You could join a defence", "LOY-10.2.6", (OrderChoice("stay out", (Decline(),)),)
    ),
    RepeatedQuestion(
        "parley.propose",
        "You may propose how the defenders share their losses",
        "LOY-10.2.8",
        (OrderChoice("leave it", (LeaveIt(),)),),
    ),
    RepeatedQuestion(
        "parley.consent",
        "Somebody proposes how losses are shared",
        "LOY-10.2.8",
        (OrderChoice("object", (Object(),)), OrderChoice("agree", (Agree(),))),
    ),
)
"""The questions for which a player can leave a standing order."""

RULES: Ruleset[Loyalty, Options, LoyaltyAction, LoyaltyView] = Ruleset(
    id="loyalty",
    package=__package__,
    title="Loyalty",
    summary="Cities, roads and a secret card: serve the Pope or the King, and never come last.",
    prefix="LOY",
    seats=range(3, 9),  # LOY-1.1: three to eight players
    suggested=range(4, 7),
    minutes=25,
    state=Loyalty,
    options=Options,
    sections=(MATCH, PREPARATION, TURN, ACTION, BATTLE, PARLEY, BAGGAGE, PAYMENT, PEEK),
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
    repeated_questions=lambda _: REPEATED_QUESTIONS,
    conflicts=conflicts,
    remarks=remarks,
    revealed=revealed,
    acts=ACTS,
    endless=endless,
    winnerless=True,
    brief={"round_limit": 2},
)
"""The rules of Loyalty. Players may say anything about their card, true or false, but not show it (LOY-1.4)."""
