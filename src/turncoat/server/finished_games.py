"""Finished games: their records are opened, replayed step by step, and checked.

This work is slow and runs in another process.

``turncoat.server.long_tasks`` has these done in a process of its own: what goes in and comes out is plain data.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from turncoat.kernel.errors import BadSetup
from turncoat.server.problems import NotFound
from turncoat.server.rows import Rows
from turncoat.server.store import Store
from turncoat.table import record as kept
from turncoat.table import record_file
from turncoat.table.draft import Draft
from turncoat.table.export import exported
from turncoat.table.record import Record, Spoken
from turncoat.table.replay import fresh, replay, steps
from turncoat.table.table import Phase, Table
from turncoat.table.table_view import MessageView, TableView, messages_before, table_view
from turncoat.table.verify import verify

LATELY = 50
"""How many messages are shown with a step of a replayed game."""

MOST_OPEN = 8
"""How many opened records are kept in memory."""


class FinishedGame(Struct, frozen=True):
    """A request for a finished game, as one reader may see it.

    Attributes:
        seat: The seat of the reader; None: a spectator.
        holder: The reader's number among the holders of the seat.
        heard: How many messages the reader has heard. The table's talk goes on after the game, and its record grows.
    """

    database: str
    table: str
    seat: int | None
    holder: int
    heard: int


@lru_cache(maxsize=MOST_OPEN)
def open_record(finished: FinishedGame) -> Record:
    """The record, limited to what the reader may see.

    Raises:
        NotFound: there is no such game.
        NotAllowed: the game is not over.
        Refusal: the record does not replay to the same game.
    """
    store = Store(finished.database)
    try:
        record = store.record(finished.table)
    finally:
        store.close()
    if record is None:
        raise NotFound(f"There is no table {finished.table}.", field="table")
    return exported(record, finished.seat, finished.holder)


def write_out(finished: FinishedGame) -> bytes:
    """The record as a file; raises the errors of ``open_record``."""
    return record_file.write(open_record(finished))


def faults(finished: FinishedGame, commitment: str, chain: str) -> list[str]:
    """One sentence for each error in a record; raises the errors of ``open_record``.

    Args:
        finished: The game.
        commitment: The digest that was published before the game.
        chain: The public hash chain at the end of the game.
    """
    return verify(open_record(finished), commitment=commitment, chain=chain)


def length(finished: FinishedGame) -> int:
    """The number of entries in the record; raises the errors of ``open_record``."""
    return len(open_record(finished).entries)


def stills(
    finished: FinishedGame, viewer: int | None, first: int, last: int
) -> tuple[tuple[TableView, list[MessageView]], ...]:
    """The table, and what was said last, after this many entries up to this many, as any seat saw it.

    Raises the errors of ``open_record``.
    """
    record = open_record(finished)
    table, done, made = fresh(record), -1, []
    for number in range(first, min(last, len(record.entries)) + 1):
        carry_on(table, record, done, number)
        made.append((table_view(table, viewer), messages_before(table, viewer, None, LATELY)))
        done = number
    return tuple(made)


def carry_on(table: Table, record: Record, done: int, until: int) -> None:
    """Continue a table that has played ``done`` entries of a record: play the rest, and the talk after it.

    Args:
        table: The table.
        record: The record.
        done: The number of entries that are done, with the talk after them; -1: not even the talk before the first.
        until: The number of entries to have replayed at the end.
    """
    last = len(record.entries)

    def due(spoken: Spoken) -> bool:
        return done < spoken.after and (spoken.after <= until or until == last)

    part = Record(record.header, record.entries[max(0, done) : until], list(filter(due, record.talk)), record.secret)
    for _ in steps(table, part):
        pass


class Checked(Struct, frozen=True):
    """A game from elsewhere that was found right: the id of its table, its number of seats, and the rows to store."""

    table: str
    seats: int
    rows: Rows

    @property
    def size(self) -> int:
        """About how many bytes it will need in the database."""
        return sum(self.rows.sizes.values()) + 40 * (len(self.rows.entries) + len(self.rows.happened))


def checked(data: bytes, now: int) -> Checked:
    """What has to be stored of a game that was exported elsewhere, once it has been played again.

    It is never listed: what its header says of that, and of times, is what a stranger wrote.

    Args:
        data: The file.
        now: Milliseconds since the epoch.

    Raises:
        Refusal: it cannot be read, is sealed or unfinished, or was changed.
    """
    record = record_file.read(data)
    if kept.latest(record) > now:
        raise BadSetup("The record has times in the future.", field="record")
    if findings := verify(record):
        raise BadSetup(" ".join(findings), field="record")
    again = replay(record)
    if again.state.phase not in (Phase.FINISHED, Phase.CLOSED):
        raise BadSetup("Only a game that is over can be imported.", field="record")
    table = Table(again.header, again.secret)
    draft = Draft(table)
    draft.state, draft.game = again.state, again.game
    draft.happened, draft.talk, draft.entries = again.happened, again.talk, record.entries
    draft.judged = list(again.fates.items())
    return Checked(table.header.table, table.header.seats, Rows.of_new(table, draft, now, listed=False))
