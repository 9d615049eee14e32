"""What a person has kept and broken of what they promised, over all their finished games with other people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct
from sqlalchemy import or_, select

from turncoat.kernel.promise import Fate
from turncoat.server.keeper import Keeper
from turncoat.server.people import Claim
from turncoat.server.rows import read_happened
from turncoat.server.schema import EVENTS
from turncoat.server.sql import Holds
from turncoat.server.store import Store
from turncoat.table.record import SeatKind
from turncoat.table.table import Phase, Table
from turncoat.table.table_events import PledgeJudged, SeatChanged

MANY = 500
"""At most this many tables of a person are read, the latest ones."""

_TELLS = or_(*(Holds(EVENTS.c.body, str(kind.__struct_config__.tag).encode()) for kind in (PledgeJudged, SeatChanged)))
"""The rows of the two events that are read: others are passed over unread."""


class KeptWord(Struct, frozen=True):
    """How many promises a player kept and broke, and in how many games.

    Attributes:
        won: How many of the games the player has won, alone or with others.
        people: The names of the people in these games, those of the latest first.
    """

    games: int = 0
    kept: int = 0
    broken: int = 0
    won: int = 0
    people: tuple[str, ...] = ()


class KeptWords:
    """Counts the promises of a player that the server has judged.

    Args:
        keeper: Reads the database for it.
        store: The database.
    """

    def __init__(self, keeper: Keeper, store: Store) -> None:
        self.keeper, self.reading = keeper, store.reading

    async def of(self, claims: Sequence[Claim]) -> KeptWord:
        """The kept and broken promises of the person who holds these keys."""
        seats = {claim.table: claim for claim in claims[-MANY:] if claim.seated is not None}
        tables = [table for table in await self.keeper.glance(list(seats)) if _counts(table, seats[table.header.table])]
        fates = await self.keeper.read(self._fates, tables, seats) if tables else Counter[Fate]()
        won = sum(
            table.game is not None and seats[table.header.table].seat in table.rules.winners(table.game)
            for table in tables
        )
        return KeptWord(len(tables), fates[Fate.KEPT], fates[Fate.BROKEN], won, _people(tables, seats))

    def _fates(self, tables: Sequence[Table], seats: Mapping[str, Claim]) -> Counter[Fate]:
        """The results of the promises that were made since another player had the seat."""
        found = Counter[Fate]()
        with self.reading() as connection:
            for table in tables:
                of_it, seat = EVENTS.c.table_id == table.header.table, seats[table.header.table].seat
                here = Counter[Fate]()
                for row in connection.execute(select(EVENTS).where(of_it, _TELLS).order_by(EVENTS.c.number)):
                    event = read_happened(row, table).event
                    if isinstance(event, PledgeJudged) and event.sender == seat:
                        here[event.fate] += 1
                    elif isinstance(event, SeatChanged) and event.seat == seat:
                        here.clear()
                found += here
        return found


def _people(tables: Sequence[Table], seats: Mapping[str, Claim]) -> tuple[str, ...]:
    """The names of the other people at these tables."""
    latest = sorted(tables, key=lambda table: table.header.created, reverse=True)
    others = (
        seat.name
        for table in latest
        for seat in table.state.seats
        if seat.kind is SeatKind.PERSON and seat.by != seats[table.header.table].by
    )
    return tuple(dict.fromkeys(others))


def _counts(table: Table, claim: Claim) -> bool:
    """Whether a game is over at which this person had their seat at the end, and played with somebody else."""
    state = table.state
    if claim.seat is None or state.phase is not Phase.FINISHED:
        return False
    own, people = state.seats[claim.seat], [seat for seat in state.seats if seat.kind is SeatKind.PERSON]
    return own in people and own.by == claim.by and len({seat.by for seat in people}) > 1
