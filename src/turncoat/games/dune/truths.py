"""DUN-7.12.2, DUN-7.12.3: what is true, what can be promised, and what everybody learns from an answer."""

from __future__ import annotations

from turncoat.games.dune.actions import Plan
from turncoat.games.dune.cards import CHEAP_HERO, of_kind
from turncoat.games.dune.knowledge import holds_at_least, holds_none
from turncoat.games.dune.plan import shapes_of
from turncoat.games.dune.plan_limits import PLAN_QUESTIONS, can_keep, keeps
from turncoat.games.dune.promises import same_matter
from turncoat.games.dune.questioning import promise_of
from turncoat.games.dune.questions import (
    AskCard,
    AskDefence,
    AskHero,
    AskPlan,
    AskPrediction,
    AskTraitor,
    AskWeapon,
    Question,
)
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune, Prediction, Promise, seat_of
from turncoat.kernel.boxes import tag_of

ABOUT_PLANS = tuple(tag_of(question) for question in PLAN_QUESTIONS)


def truth(game: Dune, question: Question) -> bool | None:
    """R-78: the true answer to a question about facts; None where it is an intention or a free question."""
    seat = seat_of(game, question.faction)
    if isinstance(question, AskCard):
        return bool(of_kind(game.hands[seat], question.kind))
    if isinstance(question, AskTraitor):
        return question.leader in game.traitors[seat]
    if isinstance(question, AskPrediction):
        return game.prediction == Prediction(seat_of(game, question.winner), question.turn)
    if isinstance(question, PLAN_QUESTIONS):
        plan = sealed_plan(game, seat)
        return None if plan is None else keeps(plan, promise_of(game, question, yes=True))
    return None


def the_battle(game: Dune) -> Battle | None:
    """The battle being fought."""
    return next((section for section in game.stack if isinstance(section, Battle)), None)


def sealed_plan(game: Dune, seat: int) -> Plan | None:
    """TT-B: the plan that a combatant has sealed, for good or to be replaced; None if there is none."""
    battle = the_battle(game)
    if battle is None:
        return None
    handed_in = battle.pending.answers.get(seat) if battle.pending is not None else None
    return battle.plans.get(seat) or (handed_in if isinstance(handed_in, Plan) else None)


def possible(game: Dune, promise: Promise) -> bool:
    """R-95: whether an answer can be given: nothing else has been promised, and some plan would keep it."""
    if any(one.yes is not promise.yes for one in same_matter(game, promise)):
        return False
    battle = the_battle(game)
    if promise.question not in ABOUT_PLANS or battle is None:
        return True
    return can_keep(shapes_of(game, battle, promise.seat), promise)


def all_learn(game: Dune, question: Question, yes: bool) -> bool:
    """DUN-7.12.1: draw everybody's conclusions from an answer; whether it binds from now on."""
    seat = seat_of(game, question.faction)
    match question:
        case AskCard():
            (holds_at_least if yes else holds_none)(game, seat, question.kind)
            return False
        case AskTraitor():
            about_traitor(game, seat, question.leader, yes)
            return False
        case AskPrediction():
            about_prediction(game, Prediction(seat_of(game, question.winner), question.turn), yes)
            return False
    if yes:
        about_plan(game, seat, question)
    promise = promise_of(game, question, yes)
    if not same_matter(game, promise):
        game.promises.append(promise)
    return True


def about_traitor(game: Dune, seat: int, leader: str, yes: bool) -> None:
    """TT-F2: a traitor who was admitted is as good as shown; one who was denied is remembered."""
    if yes and (seat, leader) not in game.shown_traitors:
        game.shown_traitors = (*game.shown_traitors, (seat, leader))
    elif not yes and (seat, leader) not in game.cleared:
        game.cleared = (*game.cleared, (seat, leader))


def about_prediction(game: Dune, asked: Prediction, yes: bool) -> None:
    """TT-F3: the prediction is known, or what it is not."""
    if yes:
        game.foretold = True
    elif asked not in game.denied:
        game.denied = (*game.denied, asked)


def about_plan(game: Dune, seat: int, question: Question) -> None:
    """R-95: only what can be played can be promised: whoever promises a card holds it."""
    if isinstance(question, (AskPlan, AskWeapon, AskDefence)):
        holds_at_least(game, seat, question.kind)
    elif isinstance(question, AskHero) and question.hero == CHEAP_HERO:
        holds_at_least(game, seat, CHEAP_HERO)
