"""The clock of a table: it decides when the open decision is closed, and which entries move that time.

The clock depends only on facts that all players know.
"""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.events import Event
from turncoat.table import binding
from turncoat.table import record as kept
from turncoat.table.away import AwayEntry, later_for, note
from turncoat.table.deadline import Deadline, due_after, due_again, extended, running
from turncoat.table.ladder import check_bots, is_deserted
from turncoat.table.milliseconds import DAY, MINUTE
from turncoat.table.pace import LONGEST_PAUSE, check, deadline_of, is_held, pace_in_words
from turncoat.table.record import SeatKind
from turncoat.table.table import BEFORE, Game, Phase, Table, TableState, need
from turncoat.table.table_events import OvertimeGiven, PaceChanged, TableFellAsleep

ClockEntry = kept.Paused | kept.PausedUntil | kept.Resumed | kept.Extended | kept.Overtime | kept.PaceAgreed
"""Entries that change the clock."""


def move(table: Table, state: TableState, game: Game | None, entry: ClockEntry) -> Sequence[Event]:
    """Carry out an entry about the clock; returns the events for all players.

    Raises:
        NotAllowed: it cannot be done now.
        BadSetup: the pace contradicts itself.
    """
    match entry:
        case kept.Paused():
            _pause(table, state, game, entry.at)
        case kept.PausedUntil():
            _pause_until(table, state, game, entry)
        case kept.Resumed():
            _resume(table, state, game, entry.at)
        case kept.Extended():
            _extend(table, state, game, entry)
        case kept.Overtime():
            return [_add_grace(table, state, game, entry.at)]
        case kept.PaceAgreed():
            return [_change_pace(table, state, game, entry)]
    return []


def begin_decision(table: Table, state: TableState, game: Game, at: int) -> None:
    """Set the deadline of a decision that was just opened, and whether it stays open until then."""
    pending = play.pending(game)
    assert pending is not None
    deadline = _deadline(table, state, game)
    state.opened, state.moved = at, None
    state.due, state.overtime = due_after(deadline, at), False
    state.due = later_for(state, deadline, known_to_be_asked(table, state, game), state.due, at)
    pending.held = is_held(table.rules, game, state.pace)


def shut(table: Table, state: TableState, at: int) -> None:
    """End all activity of a table that is closed: its clock, votes, saved and planned answers."""
    state.phase, state.votes, state.saved, state.planned = Phase.CLOSED, [], {}, {}
    state.due = state.left = state.stood = state.until = None
    state.moved = at
    binding.bind_kept(table, state, at, {})


def sleep_if_deserted(table: Table, state: TableState, game: Game, at: int) -> list[Event]:
    """Stop the clock if bots stand in for all players; returns the events for all players."""
    if not is_deserted(state):
        return []
    _pause(table, state, game, at)
    state.asleep = at + state.pace.ladder.sleep * DAY
    return [TableFellAsleep()]


def wake(table: Table, state: TableState, game: Game | None, at: int) -> None:
    """Restart the clock of a sleeping table, because a player is back."""
    if state.asleep is not None:
        _resume(table, state, game, at)


def missing(table: Table, state: TableState, game: Game | None) -> list[int]:
    """The people who get extra time because everybody knows that they are missing; nobody if there is no extra time."""
    if game is None or state.phase is not Phase.PLAYING or not state.pace.grace or state.overtime or play.holds(game):
        return []
    waiting = table.rules.shown_waiting(game) or []
    return [seat for seat in waiting if state.seats[seat].kind is SeatKind.PERSON]


def away(table: Table, state: TableState, game: Game | None, entry: AwayEntry) -> Sequence[Event]:
    """Note that a player will be away, or is back; returns the events for all players.

    The deadline of the open decision may be moved for an absent player.

    Raises:
        Refusal: it was not agreed on, or is not possible.
    """
    deadline = _deadline(table, state, game)
    told = note(state, deadline, entry)
    if game is not None and state.phase is Phase.PLAYING and isinstance(entry, kept.AwayAnnounced):
        asked = [entry.seat] if entry.seat in known_to_be_asked(table, state, game) else []
        due, state.due = state.due, later_for(state, deadline, asked, state.due, entry.at)
        state.moved = state.moved if state.due == due else entry.at
    return told


def known_to_be_asked(table: Table, state: TableState, game: Game) -> Sequence[int]:
    """The seats of which all players know that they must answer; all seats if that is secret."""
    return play.asked(game) if table.rules.shown_waiting(game) is not None else range(len(state.seats))


def _deadline(table: Table, state: TableState, game: Game | None) -> Deadline:
    return deadline_of(table.rules, game, state.deadline or table.header.deadline, state.pace)


def _pause(table: Table, state: TableState, game: Game | None, at: int) -> None:
    need(state, Phase.PLAYING)
    state.phase, state.moved = Phase.PAUSED, at
    state.left = None if state.due is None else running(_deadline(table, state, game)).between(at, state.due)
    state.due, state.stood = None, state.due


def _pause_until(table: Table, state: TableState, game: Game | None, entry: kept.PausedUntil) -> None:
    """Pause the table until a set time; if it is paused already, change that time."""
    need(state, Phase.PLAYING, Phase.PAUSED)
    if not entry.at < entry.until <= entry.at + LONGEST_PAUSE:
        raise NotAllowed(f"A pause must end in the future, within {LONGEST_PAUSE // DAY} days.", field="until")
    if state.phase is Phase.PLAYING:
        _pause(table, state, game, entry.at)
    state.until, state.moved = entry.until, entry.at


def _resume(table: Table, state: TableState, game: Game | None, at: int) -> None:
    need(state, Phase.PAUSED)
    state.phase, state.moved = Phase.PLAYING, at
    deadline = _deadline(table, state, game)
    if state.left is None or state.stood is None:
        state.due = due_after(deadline, at)
    else:
        state.due = due_again(deadline, at, state.left, state.stood)
    state.left = state.stood = state.until = state.asleep = None


def _extend(table: Table, state: TableState, game: Game | None, more: kept.Extended) -> None:
    """Give the players more time for the open decision, even while the clock is stopped."""
    need(state, Phase.PLAYING, Phase.PAUSED)
    due = state.stood if state.due is None else state.due
    if due is None:
        raise NotAllowed("This table has no deadline to extend.", field="minutes")
    state.moved, deadline = more.at, _deadline(table, state, game)
    later = extended(deadline, due, more.minutes, more.times)
    if state.left is None:
        state.due = later
    else:
        state.left, state.stood = state.left + running(deadline).between(due, later), later


def _add_grace(table: Table, state: TableState, game: Game | None, at: int) -> OvertimeGiven:
    seats = missing(table, state, game)
    if not seats or state.due is None or at <= state.due:
        raise NotAllowed(
            "This decision gets no extra time: nobody is late, or its deadline has not come.", field="grace"
        )
    state.due, state.overtime = at + round(state.pace.grace * MINUTE), True
    return OvertimeGiven(tuple(seats))


def _change_pace(table: Table, state: TableState, game: Game | None, entry: kept.PaceAgreed) -> PaceChanged:
    need(state, *BEFORE, Phase.PLAYING, Phase.PAUSED)
    check(entry.deadline, entry.pace, table.rules.needs_deadline(table.options))
    if entry.pace.ladder.stand_in:
        check_bots(entry.pace.ladder.bots, table.header.seats)
    state.deadline, state.pace = entry.deadline, entry.pace
    if state.phase is Phase.PLAYING and state.due is None:
        state.due, state.moved = due_after(_deadline(table, state, game), entry.at), entry.at
    return PaceChanged(pace_in_words(entry.deadline, entry.pace))
