"""Saved answers: not submitted yet, and seen by their owner alone.

A saved answer is submitted when its owner says so, or when time is up. It never closes a decision early, so that nobody
learns from that whether there was one.
"""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed
from turncoat.table import record as kept
from turncoat.table.table import Game, Table, TableState
from turncoat.table.trial import Trial


def save(table: Table, state: TableState, trial: Trial, entry: kept.AnswerSaved) -> kept.AnswerSaved:
    """Save an answer, in place of one that was saved before; the entry as it was read.

    Raises:
        Refusal: it could not be handed in now, or it takes effect beside the open decision.
    """
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


def forget_passed(state: TableState, game: Game) -> None:
    """Drop answers that were saved for a question which is no longer asked."""
    for seat, one in list(state.saved.items()):
        if one.request != game.requests[seat] or play.over(game):
            del state.saved[seat]
