"""A seat of a table, as all players and spectators see it."""

from __future__ import annotations

from msgspec import Struct

from turncoat.table.deadline import After, Deadline
from turncoat.table.holders import Seat
from turncoat.table.milliseconds import DAY, MINUTE
from turncoat.table.record import SeatKind
from turncoat.table.table import BEFORE, Table


class SeatView(Struct, frozen=True):
    """A seat, as all players and spectators see it.

    Attributes:
        name: The name of its player.
        kind: Who sits there: a person, a bot or nobody.
        bot: The bot that plays at the seat; empty: none.
        stands_in: Whether the bot stands in for a person who may come back.
        missed: The number of decisions in a row that the seat did not answer.
        character: The character that the seat has brought into the game; empty: none.
        sealed: Before the game: the digest of the random words that the seat has added; empty: none.
        opened: Before the game: whether those words have been revealed.
        offered: Whether another person can take the seat (``claim``) until its player is back.
        away: When its player is or will be away next, from and to, in milliseconds since the epoch; None: never.
        program: Whether a program plays there, such as a language model.
        first_until: Until when only those who stand by can sit down here, if anybody does; None: the seat is not free.
    """

    name: str
    kind: SeatKind
    bot: str
    stands_in: bool
    missed: int
    character: str = ""
    sealed: str = ""
    opened: bool = False
    offered: bool = False
    away: tuple[int, int] | None = None
    first_until: int | None = None
    program: bool = False


def first_until(deadline: Deadline, seat: Seat) -> int | None:
    """Until when a seat that has become free is kept for those who stand by: a day, or half the time of a decision.

    In milliseconds since the epoch; None if the seat is not free or the game has not begun.
    """
    half = deadline.minutes * MINUTE / 2 if isinstance(deadline, After) else DAY
    return None if seat.free_since is None else seat.free_since + min(DAY, round(half))


def seat_view(table: Table, number: int) -> SeatView:
    """The public facts about a seat."""
    state = table.state
    seat, brought = state.seats[number], state.characters.get(number)
    brings = f"{brought.name} ({brought.line})" if brought else ""
    words = state.words.get(number) if state.phase in BEFORE else None
    sealed, opened = (words.digest, bool(words.opened)) if words else ("", False)
    about_bot = (seat.bot, seat.stands_in, seat.missed)
    return SeatView(
        seat.name,
        seat.kind,
        *about_bot,
        brings,
        sealed,
        opened,
        *_absent(table, seat),
        seat.program and seat.kind is SeatKind.PERSON,
    )


def _absent(table: Table, seat: Seat) -> tuple[bool, tuple[int, int] | None, int | None]:
    return seat.offered, _away(seat), first_until(table.deadline, seat)


def _away(seat: Seat) -> tuple[int, int] | None:
    """The absence that lasts or comes next; one that is over stays until the next, as a view knows no time."""
    last = (
        seat.absences[-1:]
        if seat.leave is None
        else [absence for absence in seat.absences if absence.end == seat.leave]
    )
    return next(((absence.start, absence.end) for absence in last if absence.end > absence.start), None)
