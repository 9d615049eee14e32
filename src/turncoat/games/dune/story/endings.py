"""What happens at any time, in Spice Collection and in Mentat, and what that does to the past."""

from __future__ import annotations

from typing import cast

from msgspec import convert

from turncoat.games.dune.events import anytime, end
from turncoat.games.dune.forces import revive
from turncoat.games.dune.leaders import comes_back
from turncoat.games.dune.map import LOCATION
from turncoat.games.dune.prescience import PRESCIENCE_PREVENTED
from turncoat.games.dune.preventions import concerns
from turncoat.games.dune.questions import QUESTIONS, YES, AskDial, AskFreely, AskPrediction, Question
from turncoat.games.dune.sections import Battle, Truthtrance
from turncoat.games.dune.spice import collect, pay
from turncoat.games.dune.state import NOBODY, Prediction, Result
from turncoat.games.dune.story.past import Handlers, Past
from turncoat.games.dune.treachery import CALL_FOR_ALLY_PREVENTED
from turncoat.games.dune.truths import all_learn
from turncoat.games.dune.voice import VOICE_PREVENTED
from turncoat.kernel.box import tag_of
from turncoat.kernel.events import SILENCE

KINDS: dict[str, type[Question]] = {tag_of(kind): kind for kind in QUESTIONS}


# --- spice and cards ------------------------------------------------------------------------------


def paid(past: Past, one: anytime.Paid) -> None:
    """DUN-2.3: spice changes hands; an empty text is the bank."""
    payer, to = (past.seat(name) if name else NOBODY for name in (one.payer, one.to))
    pay(past.game, payer, to, one.spice, one.rule, SILENCE)


def given(past: Past, one: anytime.Given) -> None:
    """DUN-6.6.4: a gift."""
    past.game.spice[past.seat(one.faction)] -= one.spice
    past.game.spice[past.seat(one.to)] += one.spice


def used(past: Past, one: anytime.CardUsed) -> None:
    """DUN-2.4.2: a card is used and discarded."""
    past.give_up(past.seat(one.faction), one.card)


def discarded(past: Past, one: anytime.Discarded) -> None:
    """DUN-7.1.1: cards that were played are discarded."""
    for card in one.cards:
        past.give_up(past.seat(one.faction), card)


def ghola(past: Past, one: anytime.GholaUsed) -> None:
    """DUN-7.8.1: a leader or forces, back from the dead."""
    revive(past.game, past.seat(one.faction), one.forces)
    if one.leader is not None:
        comes_back(past.game, one.leader)


# --- Karama ---------------------------------------------------------------------------------------


def in_time(battle: Battle, entry: str) -> bool:
    """DUN-7.11.3: whether a prevention still matters in the battle being fought, as far as all can see."""
    if entry == CALL_FOR_ALLY_PREVENTED:
        return not battle.resolved
    waiting = battle.prescience is None and not battle.revealed
    return waiting and (entry == PRESCIENCE_PREVENTED or (entry == VOICE_PREVENTED and battle.voice is None))


def prevented(past: Past, one: anytime.Prevented) -> None:
    """DUN-7.11.3: an advantage is prevented."""
    past.game.prevented.append(one.entry)
    battle = past.section(Battle)
    if battle is not None and in_time(battle, one.entry) and concerns(past.game, battle, one.entry):
        battle.lifted.append(one.entry)


def prevention_over(past: Past, one: anytime.PreventionEnded) -> None:
    """DUN-7.11.4: it is not prevented any more."""
    past.game.prevented.remove(one.entry)


# --- Truthtrance ----------------------------------------------------------------------------------


def question_of(one: anytime.Asked) -> Question:
    """DUN-7.12.2: the question, from what was told of it."""
    kind = KINDS[one.question]
    facts: dict[str, str | int] = {"type": one.question, "faction": one.to}
    if kind is AskPrediction:
        facts |= {"winner": one.about, "turn": one.number}
    elif kind is AskDial:
        facts |= {"number": one.number}
    else:
        facts |= {name: one.about for name in kind.__struct_fields__ if name != "faction"}
    return convert(facts, kind)


def asked(past: Past, one: anytime.Asked) -> None:
    """DUN-7.12.1: a question is open."""
    question = question_of(one)
    past.game.stack.append(Truthtrance(asker=past.seat(one.faction), target=past.seat(one.to), question=question))


def answered(past: Past, one: anytime.Answered) -> None:
    """DUN-7.12.1: everybody draws conclusions, and the answer may bind."""
    last = past.game.stack.pop()
    if isinstance(last, Truthtrance) and not isinstance(last.question, AskFreely):
        all_learn(past.game, last.question, one.reply == YES)
        if one.reply == YES and isinstance(last.question, AskPrediction):
            past.game.prediction = Prediction(past.seat(last.question.winner), last.question.turn)


def lapsed(past: Past, one: anytime.PromiseLapsed) -> None:
    """DUN-7.12.4: a promise cannot be kept."""
    seat = past.seat(one.faction)
    past.game.promises = [
        each for each in past.game.promises if (each.seat, each.question, each.about) != (seat, one.question, one.about)
    ]


# --- collection and the end -----------------------------------------------------------------------


def collected(past: Past, one: end.SpiceCollected) -> None:
    """DUN-4.9.1: spice goes from the map to a player."""
    collect(past.game, past.seat(one.faction), LOCATION[one.location], one.spice)


def fulfilled(past: Past, one: end.PredictionFulfilled) -> None:
    """DUN-4.10.4: the prediction came true."""
    past.game.prediction = Prediction(past.seat(one.winner), one.turn)


def ended(past: Past, one: end.GameEnded) -> None:
    """DUN-4.10: the result."""
    winners = tuple(past.seat(faction) for faction in one.winners)
    known = past.seen.result
    past.game.result = Result(one.rule, winners, known.predicted if known is not None else ())


def secrets(past: Past, one: end.SecretsOpened) -> None:
    """O-13: what a faction held."""
    past.opened[past.seat(one.faction)] = (one.cards, one.traitors, one.returned)


HANDLERS: Handlers = cast("Handlers", {
    anytime.Paid: paid,
    anytime.Given: given,
    anytime.CardUsed: used,
    anytime.Discarded: discarded,
    anytime.GholaUsed: ghola,
    anytime.Prevented: prevented,
    anytime.PreventionEnded: prevention_over,
    anytime.Asked: asked,
    anytime.Answered: answered,
    anytime.PromiseLapsed: lapsed,
    end.SpiceCollected: collected,
    end.PredictionFulfilled: fulfilled,
    end.GameEnded: ended,
    end.SecretsOpened: secrets,
})  # fmt: skip
"""What these events do."""
