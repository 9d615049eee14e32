"""Where belongings are: promised to tables that gather, in games that run, and home again when these are over.

A belonging can be promised to any number of tables, and is in one running game at most: the database itself sees to it.
Every method is one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from secrets import token_hex
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from turncoat.kernel.belongings import Outcome
from turncoat.kernel.errors import NotAllowed
from turncoat.server.chest import Belonging, Chapter, Owners, State, read_row, tell, write_row
from turncoat.server.schema import BELONGINGS, OUTINGS
from turncoat.server.store import Store


class Outing(Struct, frozen=True):
    """A belonging that was brought to a seat of a table.

    Attributes:
        mark: Names it in the record of the table.
        belonging: Its id.
        table: The table.
        seat: The seat.
        under_way: The game runs.
    """

    mark: str
    belonging: str
    table: str
    seat: int
    under_way: bool


class Outings:
    """The store's part that knows where belongings are."""

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading

    def of(self, owners: Owners) -> list[Outing]:
        """Where somebody's belongings are or have been promised to be; nothing that is over."""
        mine = OUTINGS.join(BELONGINGS, OUTINGS.c.belonging == BELONGINGS.c.id)
        query = select(OUTINGS).select_from(mine).where(BELONGINGS.c.owner.in_(owners), ~OUTINGS.c.over)
        with self.reading() as connection:
            return [_outing(row) for row in connection.execute(query.order_by(OUTINGS.c.at))]

    def abroad(self) -> list[str]:
        """The tables at which something is under way, as far as is known."""
        with self.reading() as connection:
            query = select(OUTINGS.c.table_id).where(OUTINGS.c.under_way.is_not(None)).distinct()
            return list(connection.scalars(query))

    def promise(self, belonging_id: str, table_id: str, seat: int, at: int) -> str:
        """A belonging is about to be brought to a seat; the mark under which it is."""
        mark = token_hex(8)
        row = {"mark": mark, "belonging": belonging_id, "table_id": table_id, "seat": seat, "over": False, "at": at}
        with self.engine.begin() as connection:
            connection.execute(insert(OUTINGS), [row])
        return mark

    def unpromise(self, mark: str) -> None:
        """It was not brought after all."""
        with self.engine.begin() as connection:
            connection.execute(delete(OUTINGS).where(OUTINGS.c.mark == mark, OUTINGS.c.under_way.is_(None)))

    def forget(self, table_id: str, seat: int, *, but: str = "") -> None:
        """What was promised to a seat does not come, but for one."""
        there = (OUTINGS.c.table_id == table_id) & (OUTINGS.c.seat == seat) & (OUTINGS.c.mark != but)
        with self.engine.begin() as connection:
            connection.execute(delete(OUTINGS).where(there, OUTINGS.c.under_way.is_(None), ~OUTINGS.c.over))

    def brought(self, marks: Iterable[str]) -> dict[str, Belonging]:
        """The belongings behind these marks; without those that have been deleted."""
        mine = OUTINGS.join(BELONGINGS, OUTINGS.c.belonging == BELONGINGS.c.id)
        query = select(OUTINGS.c.mark, BELONGINGS).select_from(mine).where(OUTINGS.c.mark.in_(list(marks)))
        with self.reading() as connection:
            return {row.mark: read_row(row) for row in connection.execute(query)}

    def set_out(self, marks: Mapping[str, str]) -> None:
        """A game is about to begin: nothing in it can be in another, from now until it comes back.

        Args:
            marks: What each thing is called, by its mark.

        Raises:
            NotAllowed: one of them is in another game; nothing has set out.
        """
        with self.engine.begin() as connection:
            for mark, label in marks.items():
                free = (OUTINGS.c.mark == mark) & OUTINGS.c.under_way.is_(None) & ~OUTINGS.c.over
                leaving = update(OUTINGS).where(free).values(under_way=OUTINGS.c.belonging)
                try:
                    left = connection.execute(leaving).rowcount
                except IntegrityError:
                    left = 0
                if left != 1:
                    raise NotAllowed(f"{label} is in another game that is not over; take it back.", field="belonging")

    def stay(self, marks: Iterable[str]) -> None:
        """The game did not begin after all."""
        with self.engine.begin() as connection:
            connection.execute(update(OUTINGS).where(OUTINGS.c.mark.in_(list(marks))).values(under_way=None))

    def under_way(self, table_id: str) -> list[Outing]:
        """What is in the game of a table, as far as is known."""
        query = select(OUTINGS).where(OUTINGS.c.table_id == table_id, OUTINGS.c.under_way.is_not(None))
        with self.reading() as connection:
            return [_outing(row) for row in connection.execute(query)]

    def come_back(self, table_id: str, outcomes: Mapping[str, Outcome | None], at: int) -> None:
        """A game is over: each thing learns of it once, however often this is called.

        Args:
            table_id: The table.
            outcomes: By mark; None: the host closed the table before the end.
            at: When, in milliseconds since the epoch.
        """
        with self.engine.begin() as connection:
            for mark, outcome in outcomes.items():
                abroad = (OUTINGS.c.mark == mark) & OUTINGS.c.under_way.is_not(None)
                belonging_id = connection.scalar(select(OUTINGS.c.belonging).where(abroad))
                back = update(OUTINGS).where(abroad).values(under_way=None, over=True)
                if belonging_id is None or connection.execute(back).rowcount != 1:
                    continue
                row = connection.execute(select(BELONGINGS).where(BELONGINGS.c.id == belonging_id)).one_or_none()
                if row is not None:
                    self._take_in(connection, read_row(row), outcome, table_id, at)

    def _take_in(self, connection: Connection, was: Belonging, outcome: Outcome | None, table: str, at: int) -> None:
        if outcome is None:
            tell(connection, was, Chapter(at, "stopped", "The host closed the table before the end.", "", table))
            return
        now = structs.replace(
            was,
            state=State.LOST if outcome.lost else was.state,
            owed=was.owed + outcome.grows,
            seasoned=True,
            version=was.version + 1,
        )
        connection.execute(update(BELONGINGS).where(BELONGINGS.c.id == was.id).values(write_row(now, at)))
        tell(connection, now, Chapter(at, "played", outcome.said, outcome.rule, table))


def _outing(row: Row[Any]) -> Outing:
    return Outing(row.mark, row.belonging, row.table_id, row.seat, row.under_way is not None)
