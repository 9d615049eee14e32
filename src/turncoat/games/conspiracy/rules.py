"""The rules of Conspiracy, put together for the rest of the program."""

from __future__ import annotations

from turncoat.games.conspiracy import text, turn
from turncoat.games.conspiracy.actions import ConspiracyAction
from turncoat.games.conspiracy.acts import ACTS
from turncoat.games.conspiracy.audit import audit
from turncoat.games.conspiracy.events import ConspiracyEvent
from turncoat.games.conspiracy.events.turn import SHOWN, revealed
from turncoat.games.conspiracy.goals import progress
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.order import WAIT
from turncoat.games.conspiracy.redeal import redeal
from turncoat.games.conspiracy.setup import laid_out
from turncoat.games.conspiracy.state import Conspiracy, Match
from turncoat.games.conspiracy.view import ConspiracyView, view
from turncoat.kernel import OrderChoice, RepeatedQuestion, Ruleset, Tell, events_of
from turncoat.kernel.play import begin


def set_up(options: Options, seats: int, key: bytes, tell: Tell) -> Conspiracy:
    """CON-S: tiles are dealt and goal coins drawn; everybody chooses a goal."""
    game = laid_out(options, seats, key)
    begin(game, Match(), tell)
    return game


def conflicts(options: Options, seats: int) -> str:
    """CON-OP.8: every action must be possible in some turn."""
    for action, cost in turn.costs(options).items():
        if cost > options.action_points:
            said, points = action.cost.removesuffix("_cost").replace("_", " ").title(), options.action_points
            return f"Nobody could pay for {said}: it costs {cost}, and a turn has {points} action points (CON-OP.8)."
    return ""


def scores(game: Conspiracy) -> list[int]:
    """CON-OP.9: 2 points for each half of a disclosed goal that the Present shows, 1 for a mark; all are public."""
    seats = range(len(game.goals))
    return [progress(game, seat) if seat in game.disclosed else int(game.marks[seat] >= 0) for seat in seats]


REPEATED_QUESTIONS = (
    RepeatedQuestion("round.gap", "You are free in a gap", "CON-D2", (OrderChoice("wait", (WAIT,)),)),
)
"""The questions for which a player can leave a standing order."""

RULES: Ruleset[Conspiracy, Options, ConspiracyAction, ConspiracyView] = Ruleset(
    id="conspiracy",
    package=__package__,
    title="Conspiracy",
    summary="Secret goals, open plots, and a future that marches into the present.",
    prefix="CON",
    seats=range(3, 6),
    suggested=range(4, 5),
    minutes=25,
    state=Conspiracy,
    options=Options,
    sections=(turn.MATCH, turn.ROUND, turn.TURN, turn.HIT),
    events=events_of(ConspiracyEvent),
    views=ConspiracyView,
    set_up=set_up,
    view=view,
    redeal=redeal,
    audit=audit,
    winners=lambda game: list(game.winners),  # CON-W.1
    scores=scores,
    names=text.ConspiracyNames,
    questions=text.QUESTIONS,
    repeated_questions=lambda _: REPEATED_QUESTIONS,
    conflicts=conflicts,
    revealed=revealed,
    acts=ACTS,
    shown=SHOWN,
)
"""The rules of Conspiracy. All players may talk, hint, bargain and lie; agreements bind nobody (CON-I.5, CON-R14)."""
