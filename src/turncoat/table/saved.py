"""Saved answers: not submitted yet; only their owner sees them.

The table submits a saved answer when its owner asks for that, or at the deadline. It never closes a decision early,
because that would show other players that it exists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec.structs import replace

from turncoat.kernel import play
from turncoat.kernel.boxes import Action
from turncoat.kernel.cloning import clone
from turncoat.kernel.errors import NotAllowed, NotYours, Refusal
from turncoat.kernel.space import Value
from turncoat.table import record as kept
from turncoat.table.holders import Happened, Planned, holder_of
from turncoat.table.table import Game, Table, TableState
from turncoat.table.table_events import AnsweredForYou, PlanTakenUp
from turncoat.table.trial import Trial


def keep(
    table: Table, state: TableState, trial: Trial, entry: kept.AnswerSaved | kept.AnswerPlanned
) -> kept.AnswerSaved | kept.AnswerPlanned:
    """Save an answer, or plan one for the next time, in place of an earlier one; returns the entry as it was read.

    Raises:
        Refusal: it could not be handed in now, or it takes effect beside the open decision; a plan: nothing is asked.
    """
    if isinstance(entry, kept.AnswerSaved):
        return _save(table, state, trial, entry)
    return _plan(table, state, trial.game, entry)


def _save(table: Table, state: TableState, trial: Trial, entry: kept.AnswerSaved) -> kept.AnswerSaved:
    if entry.action is None:
        if state.saved.pop(entry.seat, None) is None:
            raise NotAllowed("You have saved no answer.", field="action")
        return entry
    action = table.rules.read_action(entry.action)
    if play.is_beside(trial.game, entry.seat, str(entry.action.get("type"))):
        raise NotAllowed("This takes effect at once, and cannot be saved for later.", field="action")
    accepted = play.submit(trial.game, entry.seat, action, request=entry.request, names=table.names)
    read = replace(entry, action=table.rules.write_action(accepted))
    assert read.action is not None
    state.saved[entry.seat] = kept.Saved(entry.request, read.action)
    return read


def _plan(table: Table, state: TableState, game: Game, entry: kept.AnswerPlanned) -> kept.AnswerPlanned:
    """Store a plan; nobody knows yet whether it will be legal."""
    if entry.action is None:
        if state.planned.pop(entry.seat, None) is None:
            raise NotAllowed("You have planned no answer.", field="action")
        return entry
    step = play.decision(game)
    if step is None or entry.seat not in play.asked(game):
        raise NotYours("You can plan an answer only while you are asked the same question.")
    action = table.rules.write_action(table.rules.read_action(entry.action))
    state.planned[entry.seat] = Planned(entry.request, step.key, action)
    return replace(entry, action=action)


def take_up(table: Table, state: TableState, game: Game, at: int) -> list[Happened]:
    """Save the planned answer to the present question, if it is possible; returns the event for its owner."""
    step, told = play.decision(game), list[Happened]()
    for seat, planned in sorted(state.planned.items()):
        request = game.requests[seat]
        if step is None or step.key != planned.question or request == planned.request or seat not in play.asked(game):
            continue
        del state.planned[seat]
        try:
            play.submit(clone(game), seat, table.rules.read_action(planned.action), request=request, names=table.names)
        except Refusal:
            possible = False
        else:
            possible = True
            state.saved[seat] = kept.Saved(request, planned.action)
        own = ((seat, holder_of(state.seats[seat])),)
        told.append(Happened(at, (seat,), PlanTakenUp(possible), own))
    return told


def answered(table: Table, state: TableState, at: int, defaults: Mapping[int, Action]) -> list[Happened]:
    """Events about the answers that the rules gave for late seats; only the holder of each seat sees its own."""
    told = list[Happened]()
    for seat, action in defaults.items():
        answer = cast("dict[str, Value]", table.rules.write_action(action))
        told.append(Happened(at, (seat,), AnsweredForYou(answer), ((seat, holder_of(state.seats[seat])),)))
    return told


def forget_those_of(state: TableState, seat: int) -> None:
    """Delete the saved and planned answers of a seat's former holder, because another person sits there now."""
    state.saved.pop(seat, None)
    state.planned.pop(seat, None)


def forget_passed(state: TableState, game: Game) -> None:
    """Delete saved answers to questions that are no longer asked."""
    for seat, saved in list(state.saved.items()):
        if saved.request != game.requests[seat] or play.over(game):
            del state.saved[seat]
