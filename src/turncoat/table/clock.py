"""The clock of a table: stopped by its host, set going again, put back."""

from __future__ import annotations

from turncoat.kernel.errors import NotAllowed
from turncoat.table.deadline import Deadline, due_again, extended
from turncoat.table.record import Extended
from turncoat.table.table import Phase, TableState


def pause(state: TableState, at: int) -> None:
    """Stop the clock."""
    state.phase = Phase.PAUSED
    state.left = None if state.due is None else max(0, state.due - at)
    state.due, state.stood = None, state.due


def resume(state: TableState, deadline: Deadline, at: int) -> None:
    """Set it going again."""
    state.phase = Phase.PLAYING
    if state.left is not None and state.stood is not None:
        state.due = due_again(deadline, at, state.left, state.stood)
    state.left = state.stood = None


def extend(state: TableState, deadline: Deadline, more: Extended) -> None:
    """Give more time for the open decision, also while the clock is stopped.

    Raises:
        NotAllowed: there is no deadline, or it is not made of what is given.
    """
    due = state.stood if state.due is None else state.due
    if due is None:
        raise NotAllowed("This table has no deadline to extend.", field="minutes")
    later = extended(deadline, due, more.minutes, more.times)
    if state.left is None:
        state.due = later
    else:
        state.left, state.stood = state.left + later - due, later
