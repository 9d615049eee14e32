"""The clock of a table: stopped by its host, set going again, put back."""

from __future__ import annotations

from turncoat.kernel.errors import NotAllowed
from turncoat.table.deadline import Deadline, due_again, extended
from turncoat.table.record import Extended
from turncoat.table.table import Phase, Sitting


def pause(sitting: Sitting, at: int) -> None:
    """Stop the clock."""
    sitting.phase = Phase.PAUSED
    sitting.left = None if sitting.due is None else max(0, sitting.due - at)
    sitting.due, sitting.stood = None, sitting.due


def resume(sitting: Sitting, deadline: Deadline, at: int) -> None:
    """Set it going again."""
    sitting.phase = Phase.PLAYING
    if sitting.left is not None and sitting.stood is not None:
        sitting.due = due_again(deadline, at, sitting.left, sitting.stood)
    sitting.left = sitting.stood = None


def extend(sitting: Sitting, deadline: Deadline, more: Extended) -> None:
    """Give more time for the open decision, also while the clock is stopped.

    Raises:
        NotAllowed: there is no deadline, or it is not made of what is given.
    """
    due = sitting.stood if sitting.due is None else sitting.due
    if due is None:
        raise NotAllowed("This table has no deadline to extend.", field="minutes")
    later = extended(deadline, due, more.minutes, more.times)
    if sitting.left is None:
        sitting.due = later
    else:
        sitting.left, sitting.stood = sitting.left + later - due, later
