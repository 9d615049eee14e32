"""The rules of Thrice, put together for the rest of the program, and options that contradict each other."""

from __future__ import annotations

from turncoat.games.thrice import text
from turncoat.games.thrice.actions import DONE, ThriceAction
from turncoat.games.thrice.acts import ACTS
from turncoat.games.thrice.after_session import CHARACTERS
from turncoat.games.thrice.attack import INTERCEPTION, PREPARATION, REWARD, RIPOSTE, STRIKE
from turncoat.games.thrice.audit import audit
from turncoat.games.thrice.characters import read_sheets
from turncoat.games.thrice.dice import ROLL
from turncoat.games.thrice.end import WON_BY_PLAYERS, WON_BY_THE_GM
from turncoat.games.thrice.events import ThriceEvent
from turncoat.games.thrice.leading import LEAD
from turncoat.games.thrice.opening import MATCH, new_game
from turncoat.games.thrice.options import Options, zoned
from turncoat.games.thrice.redeal import redeal
from turncoat.games.thrice.round import ROUND
from turncoat.games.thrice.state import Match, Thrice, enemies, master, party
from turncoat.games.thrice.turn import TURN
from turncoat.games.thrice.view import ThriceView, view
from turncoat.kernel import OrderChoice, RepeatedQuestion, Ruleset, Tell, events_of
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.play import begin


def conflicts(options: Options, seats: int) -> str:
    """A sentence naming two options that exclude each other, or a sheet that breaks a rule; empty if all is well."""
    if options.flanking and not zoned(options):
        return "Flanking needs zones, and zones are off (THR-17.1)."
    if options.intercept_mode == "gather" and options.profile == "sheet":
        return "Intercept cannot be “gather” with the profile “sheet”, where it is another trick (THR-R24)."
    if options.intercept_mode == "gather" and not zoned(options):
        return "Intercept can be “gather” only with zones, and zones are off (THR-R24)."
    try:
        sheets = read_sheets(options)
    except BadSetup as bad:
        return bad.sentence
    if len(sheets) > seats - 1:
        return f"{len(sheets)} character sheets are too many for {seats - 1} players (THR-O25)."
    return ""


def set_up(options: Options, seats: int, key: bytes, tell: Tell) -> Thrice:
    """THR-1.1: let players make or bring characters; then the GM builds the opponents."""
    game = new_game(options, seats, key)
    begin(game, Match(), tell)
    return game


def winners(game: Thrice) -> list[int]:
    """THR-15.7: the players, the GM, or nobody."""
    if game.result in WON_BY_PLAYERS:
        return list(range(game.players))
    return [master(game)] if game.result in WON_BY_THE_GM else []


def scores(game: Thrice) -> list[int]:
    """How many combatants of the other side are out of the fight (THR-15.4)."""
    opponents = (enemies(game) & ~game.active).bit_count()
    return [opponents] * game.players + [(party(game) & ~game.active).bit_count() if game.round else 0]


REPEATED_QUESTIONS = (
    RepeatedQuestion(
        "interception.choose",
        "Somebody beside you is attacked",
        "THR-D7",
        (OrderChoice("stay where you are", (DONE,)),),
    ),
    RepeatedQuestion("riposte.choose", "You could strike back", "THR-D8", (OrderChoice("keep the coin", (DONE,)),)),
)
"""The questions for which a player can leave a standing order."""

RULES: Ruleset[Thrice, Options, ThriceAction, ThriceView] = Ruleset(
    id="thrice",
    package=__package__,
    title="Thrice",
    summary="A short fight, a long talk: swap dice for advantage, spend it on tricks for your friends.",
    prefix="THR",
    seats=range(2, 10),  # THR-1.1: 1 to 8 players and the GM
    suggested=range(4, 7),
    minutes=20,
    state=Thrice,
    options=Options,
    sections=(MATCH, ROUND, LEAD, TURN, STRIKE, INTERCEPTION, PREPARATION, ROLL, RIPOSTE, REWARD),
    events=events_of(ThriceEvent),
    acts=ACTS,
    views=ThriceView,
    set_up=set_up,
    view=view,
    redeal=redeal,
    audit=audit,
    winners=winners,
    scores=scores,
    names=text.ThriceNames,
    questions=text.QUESTIONS,
    repeated_questions=lambda _: REPEATED_QUESTIONS,
    conflicts=conflicts,
    characters=CHARACTERS,
    winnerless=True,
    leader="GM",  # THR-1.1
    brief={"round_limit": 3},
    for_beginners={"enemy_initiative_base": 4},  # THR-7.3: the characters come before the opponents
    with_a_person_leading={"gm_overrules": True},  # THR-O26
)
"""The rules of Thrice. The last seat is the GM's."""
