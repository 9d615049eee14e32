"""How entries change the seats of a table: people and bots take them and leave them."""

from __future__ import annotations

from msgspec import UNSET

from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.lexicon import plain
from turncoat.table.away import end_absence
from turncoat.table.holders import hand_over
from turncoat.table.names import NAME_RULE, is_name
from turncoat.table.record import Header, SeatKind, SeatTaken
from turncoat.table.table import Phase, TableState
from turncoat.table.table_events import SeatChanged


def take(state: TableState, entry: SeatTaken, header: Header | None = None) -> SeatChanged:
    """A person or bot takes a seat or leaves it.

    Before the game, the character and the words of a seat belong to the person who holds it.

    Raises:
        NotAllowed: the name is not possible, it is not said which bot plays, or the table lets no programs play.
    """
    if entry.program is True and header is not None and header.programs is False:
        raise NotAllowed("The host lets no programs play at this table.", field="seat")
    name = _name(state, entry)
    begun = state.phase is not Phase.GATHERING
    if (entry.kind is SeatKind.BOT or (begun and entry.kind is SeatKind.OPEN)) != bool(entry.bot):
        raise NotAllowed("Choose the bot that plays at this seat.", field="bot")
    seat = state.seats[entry.seat]
    before, same = seat.holder, entry.by == seat.by
    hand_over(seat, entry)
    if state.host == entry.seat and seat.holder != before and seat.away is None:
        state.host = None
    seat.name, seat.kind, seat.bot, seat.stands_in = name, entry.kind, entry.bot, entry.stands_in
    seat.program = (same and seat.program) if entry.program is UNSET else entry.program
    seat.missed = 0
    if entry.kind is SeatKind.PERSON:
        end_absence(seat, entry.at)
    elif entry.stands_in and entry.bot:
        seat.leave = max(
            (absence.end for absence in seat.absences if absence.start <= entry.at < absence.end), default=None
        )
    if not entry.stands_in:
        seat.absent, seat.offered = 0, False
        seat.free_since = entry.at if begun and entry.kind is SeatKind.OPEN else None
    if not begun and entry.kind is not SeatKind.PERSON:
        state.characters.pop(entry.seat, None)
        state.words.pop(entry.seat, None)
    program = True if seat.program and entry.kind is SeatKind.PERSON else UNSET
    return SeatChanged(entry.seat, name, entry.kind, entry.bot, entry.stands_in, program)


def _name(state: TableState, entry: SeatTaken) -> str:
    """The new name of a seat; ``Seat 3`` and the like if the player's name was deleted from the record."""
    if entry.digest and not entry.name and not entry.salt:
        return f"Seat {entry.seat + 1}"
    if entry.digest or not is_name(entry.name):
        raise NotAllowed(NAME_RULE, field="name")
    others = {plain(seat.name): seat.name for number, seat in enumerate(state.seats) if number != entry.seat}
    if (other := others.get(plain(entry.name))) is not None:
        raise NotAllowed(f"Somebody here is already called {other}{_why_alike(entry.name, other)}.", field="name")
    return entry.name


def _why_alike(name: str, other: str) -> str:
    """A reason why two names count as the same; empty if they are equal."""
    return "" if name == other else "; capitals and accents alone do not tell two players apart when orders are typed"
