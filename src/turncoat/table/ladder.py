"""What the table does when a player misses one decision after another.

First the default of the rules, then a bot that stands in, then the seat is offered to others; a table without any
player sleeps. Nothing of it is final: a player who comes back before somebody else has sat down has the seat again, and
wakes the table. It depends only on what all players see when a decision is closed.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from turncoat.kernel.errors import BadSetup
from turncoat.kernel.events import Event
from turncoat.table.away import is_away
from turncoat.table.entries import take
from turncoat.table.holders import Seat
from turncoat.table.record import SeatKind, SeatTaken
from turncoat.table.table import TableState
from turncoat.table.table_events import SeatOffered


class Closed(Struct, frozen=True):
    """The public facts about a closed decision.

    Attributes:
        at: The time at which it was closed, in milliseconds since the epoch.
        asked: The seats that were asked.
        late: The seats that did not answer, so that the default counted for them.
        repeated: Whether standing orders may have answered: then no player can tell who was present.
    """

    at: int
    asked: Collection[int]
    late: Collection[int]
    repeated: bool


def climb(state: TableState, closed: Closed) -> list[Event]:
    """Count who was absent, and do what the table has agreed on for that; returns what everybody is told."""
    ladder, told = state.pace.ladder, list[Event]()
    if not ladder.stand_in:
        return told
    for number in sorted(closed.asked):
        seat = state.seats[number]
        if is_away(seat, closed.at) and seat.kind is SeatKind.PERSON:
            continue
        seat.absent = _absent(seat, number, closed, ladder.stand_in)
        if seat.kind is SeatKind.PERSON and seat.absent >= ladder.stand_in:
            bot = ladder.bots[number]
            told.append(take(state, SeatTaken(closed.at, number, seat.name, SeatKind.BOT, bot, True, by=seat.by)))
        elif seat.stands_in and ladder.offer and seat.absent >= ladder.offer and not seat.offered:
            seat.offered, seat.free_since = True, closed.at
            told.append(SeatOffered(number))
    return told


def _absent(seat: Seat, number: int, closed: Closed, stand_in: int) -> int:
    """How many closed decisions a person has missed; a bot that the host has put there counts nothing."""
    if number in closed.late:
        return seat.absent + 1
    if closed.repeated:
        return seat.absent
    if seat.kind is SeatKind.PERSON:
        return 0
    return seat.absent + 1 if seat.stands_in and seat.absent >= stand_in else seat.absent


def is_deserted(state: TableState) -> bool:
    """Whether bots stand in for all players, each of whom was absent too long, and the table is to sleep then."""
    persons = [seat for seat in state.seats if seat.kind is SeatKind.PERSON or seat.stands_in]
    stand_in = state.pace.ladder.stand_in
    gone = all(seat.stands_in and seat.absent >= stand_in for seat in persons)
    return bool(state.pace.ladder.sleep and persons) and gone


def check_bots(bots: Collection[str], seats: int) -> None:
    """Check the list of bots that stand in for absent players: one for each seat.

    Raises:
        BadSetup: there are not as many bots as seats.
    """
    if len(bots) != seats:
        raise BadSetup("Name the bot that can stand in for each seat.", field="pace.ladder.bots")
