"""Absences: players announce them, all players see them, and the table limits them.

During an absence the game waits for the player, or a bot stands in. Decisions that a player misses during an absence do
not count as missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from turncoat.kernel.errors import NotAllowed, NotYours
from turncoat.kernel.events import Event
from turncoat.table import record as kept
from turncoat.table.deadline import Deadline, due_after
from turncoat.table.holders import Absence, Seat
from turncoat.table.milliseconds import DAY, HOUR
from turncoat.table.record import SeatKind
from turncoat.table.running_time import local_day, zone_of
from turncoat.table.table import OVER, Phase, TableState
from turncoat.table.table_events import SeatAway, SeatBack

PERIOD = 90 * DAY
"""The period in milliseconds in which the agreed days of absence are counted."""

FURTHEST = 366 * DAY
"""For how many milliseconds ahead an absence can be announced."""

AwayEntry = kept.AwayAnnounced | kept.BackAnnounced
"""Entries about absences."""


def note(state: TableState, deadline: Deadline, entry: AwayEntry) -> Sequence[Event]:
    """Note that a player will be away, or is back; returns the events for all players.

    Raises:
        NotYours: no person holds the seat.
        NotAllowed: it was not agreed on, is too long, or is over already.
    """
    if state.phase in (*OVER, Phase.STOPPED):
        raise NotAllowed("The game is over.", field="phase")
    seat = state.seats[entry.seat]
    if seat.kind is not SeatKind.PERSON and not seat.stands_in:
        raise NotYours("Only a player with a seat here can announce an absence.")
    if isinstance(entry, kept.BackAnnounced):
        if not any(absence.end > entry.at or absence.bot for absence in seat.absences):
            raise NotAllowed("You have announced no absence.", field="seat")
        end_absence(seat, entry.at)
        seat.absences = tuple(absence for absence in seat.absences if absence.start < entry.at)
        return [SeatBack(entry.seat)]
    _check(state, seat, entry)
    seat.absences += (Absence(entry.start, entry.end, entry.at, entry.bot),)
    return [SeatAway(entry.seat, _dates(deadline, entry.start, entry.end))]


def _check(state: TableState, seat: Seat, entry: kept.AwayAnnounced) -> None:
    agreed = state.pace.away.days
    if not agreed:
        raise NotAllowed(
            "This table allows no absences; the players can vote for a pace that does.", field="pace.away.days"
        )
    if not (entry.at <= entry.start < entry.end <= entry.at + FURTHEST):
        raise NotAllowed(
            "An absence cannot begin in the past; it must end after its beginning, and within a year.", field="end"
        )
    taken = days_away([*seat.absences, Absence(entry.start, entry.end, entry.at)], entry.end)
    if taken > agreed:
        sentence = f"This table allows {agreed} days of absence in any 90; with these you would have {taken}."
        raise NotAllowed(sentence, field="end")


def days_away(absences: Iterable[Absence], until: int) -> int:
    """On how many of the last 90 days somebody is away; each day counts once, a part of a day as a whole one."""
    total, known = 0, until - PERIOD
    for absence in sorted(absences):
        start, end = max(absence.start, known), min(absence.end, until)
        total, known = total + max(0, end - start), max(known, end)
    return -(-total // DAY)


def end_absence(seat: Seat, at: int) -> None:
    """End the absence of a player who is back; its unused days can be used later."""
    seat.absences = tuple(
        replace(absence, end=min(absence.end, at), bot="") if absence.start <= at else absence
        for absence in seat.absences
    )
    seat.leave = None


def is_away(seat: Seat, at: int) -> bool:
    """Whether a player has announced an absence that covers this time."""
    return any(absence.start <= at < absence.end for absence in seat.absences)


def later_for(state: TableState, deadline: Deadline, seats: Iterable[int], due: int | None, at: int) -> int | None:
    """The deadline of a decision for these seats: later if one of them has announced an absence.

    An absence moves a decision only if it was announced early enough, and by no more than the table has agreed on.
    """
    agreed = state.pace.away
    if due is None or not agreed.wait:
        return due
    ends = [
        absence.end
        for seat in seats
        if state.seats[seat].kind is SeatKind.PERSON
        for absence in state.seats[seat].absences
        if absence.start <= due < absence.end and max(absence.announced, at) + agreed.lead * HOUR <= due
    ]
    return due_after(deadline, min(max(ends), due + agreed.wait * DAY)) if ends else due


def change_of(state: TableState, at: int, number: int) -> kept.SeatTaken | kept.BackAnnounced:
    """The entry by which a bot stands in for a player who is away, or an absent player is expected back."""
    seat = state.seats[number]
    if seat.leave is not None:
        return kept.SeatTaken(at, number, seat.name, SeatKind.PERSON, by=seat.by)
    bot = next((absence.bot for absence in seat.absences if absence.bot and absence.start <= at < absence.end), "")
    if not bot:
        return kept.BackAnnounced(at, number)
    return kept.SeatTaken(at, number, seat.name, SeatKind.BOT, bot, True, by=seat.by)


def _dates(deadline: Deadline, start: int, end: int) -> str:
    zone = zone_of(getattr(deadline, "zone", "UTC"))
    return f"{local_day(start, zone)} to {local_day(end - 1, zone)}"
