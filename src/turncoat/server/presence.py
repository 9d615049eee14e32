"""Who is connected to a table, which means has its page open.

Others learn it to the minute, and not at all if the player wishes so.

What is told depends on connections and the clock alone, never on what happens at the table: nobody can be seen to be
asked, to answer or to look at another table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from turncoat.server.read_marks import EVERYWHERE, UNSEEN, ReadMarks, is_on
from turncoat.table.milliseconds import MINUTE
from turncoat.table.record import SeatKind
from turncoat.table.table import Table


class Visit(Struct):
    """A page of a table, open since a moment and, once it is closed, until another; in milliseconds since the epoch.

    Attributes:
        seat: The seat as which it was opened.
        names: The names of its reader as the holder of the seat.
        reader: The reader whose reading is kept; empty: it is not kept.
    """

    seat: int
    names: Sequence[str]
    reader: str
    since: int
    until: int | None = None


class Presence:
    """Remembers who is connected to which table.

    Args:
        marks: Where readers say that they do not want to be seen.
        now: Tells the time in milliseconds since the epoch.
    """

    def __init__(self, marks: ReadMarks, now: Callable[[], int]) -> None:
        self.marks, self.now = marks, now
        self._visits: dict[str, list[Visit]] = {}
        self._tidied = 0

    @contextmanager
    def visit(self, table: str, seat: int, names: Sequence[str], reader: str) -> Iterator[None]:
        """A context during which somebody has the page of a table open."""
        self._tidy()
        visit = Visit(seat, names, reader, self.now())
        self._visits.setdefault(table, []).append(visit)
        try:
            yield
        finally:
            visit.until = self.now()

    def seats(self, table: Table) -> frozenset[int]:
        """The seats whose people had the table's page open when the last whole minute began, or in the one before."""
        minute = self._minute()
        known = self._visits.get(table.header.table, ())
        return frozenset(visit.seat for visit in known if visit.since < minute and self._told(visit, table, minute))

    def _told(self, visit: Visit, table: Table, minute: int) -> bool:
        seat = table.state.seats[visit.seat]
        hidden = is_on(self.marks.known(visit.reader, EVERYWHERE), UNSEEN)
        return not hidden and _lately(visit, minute) and seat.kind is SeatKind.PERSON and seat.by in visit.names

    def _minute(self) -> int:
        return (now := self.now()) - now % MINUTE

    def _tidy(self) -> None:
        """Once a minute, forget visits that are too old to be told."""
        minute = self._minute()
        if minute != self._tidied:
            self._tidied = minute
            lately = {
                table: [visit for visit in known if _lately(visit, minute)] for table, known in self._visits.items()
            }
            self._visits = {table: known for table, known in lately.items() if known}


def _lately(visit: Visit, minute: int) -> bool:
    """Whether the page was still open in the minute before this one."""
    return visit.until is None or visit.until >= minute - MINUTE
