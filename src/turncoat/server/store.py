"""Durable storage of tables and their records.

Everything that is written in one turn of the event loop shares one transaction; the database syncs it to the
disk before ``commit`` returns. What is SQLite's own is in ``turncoat.server.sqlite``, what is PostgreSQL's in
``turncoat.server.postgres``, and what both write differently in ``turncoat.server.sql``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product
from threading import local
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Engine, Row, Select, and_, event, func, insert, or_, select, tuple_
from sqlalchemy.exc import IntegrityError

from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.server.leases import Leases
from turncoat.server.rows import (
    Damaged,
    Rows,
    read_entry,
    read_fate,
    read_game,
    read_happened,
    read_header,
    read_requests,
    read_secret,
    read_spoken,
    read_state,
    same_form,
    size_of,
)
from turncoat.server.schema import ENTRIES, EVENTS, REMOVED, TABLES, TALK
from turncoat.server.sql import cannot_be_opened, open_engine
from turncoat.server.sqlite import Log
from turncoat.table.draft import Draft
from turncoat.table.record import Record, SeatKind
from turncoat.table.replay import rebuilt
from turncoat.table.table import Phase, Table

R = TypeVar("R")

OPEN = (Phase.GATHERING, Phase.OPENING, Phase.PLAYING, Phase.PAUSED)
"""The phases of a table whose game is not over."""


class Summary(Struct, frozen=True):
    """A row of a list of tables.

    ``changed`` is for the operator only: it reveals when players submit sealed answers.
    """

    id: str
    game: str
    title: str
    phase: Phase
    created: int
    changed: int
    due: int | None
    seats: tuple[tuple[str, str], ...]


class AlreadyHere(BadSetup):
    """A table with this id already exists."""


class Wanted(Struct, frozen=True):
    """A query for tables.

    Attributes:
        ids: The tables with these ids; None: the listed ones whose game is not over.
        without: Listed tables with these ids are left out.
        game: Only tables of this game; empty: of any game.
        after: Only tables that follow this one in the list; empty: from the beginning.
    """

    ids: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()
    game: str = ""
    after: str = ""


EVERYTHING = Wanted()


class Meter:
    """Counts the bytes that a thread adds to a database; changed rows count nothing.

    Args:
        engine: The database.
    """

    def __init__(self, engine: Engine) -> None:
        self._here = local()
        event.listen(engine, "before_cursor_execute", self._count)

    @property
    def added(self) -> int:
        """How many bytes this thread has added so far."""
        return getattr(self._here, "added", 0)

    def _count(self, _: object, _cursor: object, statement: str, given: Any, _context: object, many: bool) -> None:
        if statement.startswith("INSERT"):
            rows = given if many else [given]
            values = (value for row in rows for value in (row.values() if isinstance(row, Mapping) else row))
            self._here.added = self.added + sum(map(size_of, values))


class Running(Struct, frozen=True):
    """A table whose game is under way: when its decision is closed or its pause is over, and whether it needs care.

    The server must load a table by itself if bots must go on, its rules have changed, or it is damaged.
    """

    table: str
    due: int | None
    care: bool


class Store:
    """The database.

    Args:
        database: ``sqlite:///file.db`` or ``postgresql://user@host/name``.

    Attributes:
        meter: Counts the added bytes.
        beside: Called with every draft and the time, in the transaction that stores it.
        leases: Which process writes which table, if several processes share the database.
    """

    def __init__(self, database: str) -> None:
        self.engine = open_engine(database)
        self._log = Log(self.engine) if self.engine.dialect.name == "sqlite" else None
        self.meter = Meter(self.engine)
        self.beside: list[Callable[[Connection, Draft, int], None]] = []
        self.leases: Leases | None = None
        self._writing: Connection | None = None
        self._staying: Connection | None = None

    def close(self) -> None:
        """Close all connections."""
        self._hang_up()
        if self._staying is not None:
            self._staying.invalidate()  # the lock goes with the connection
            self._staying.close()
        self.engine.dispose()

    def _hang_up(self) -> None:
        if self._writing is not None:
            self._writing.close()
            self._writing = None

    def stay(self, *, alone: bool) -> None:
        """Use a database of PostgreSQL, ``alone`` or with others who are not; of a file, its lock decides that.

        Raises:
            BadSetup: somebody else is using it, or it cannot be reached.
        """
        if self._log is not None:
            return
        from turncoat.server import postgres  # noqa: PLC0415  # needs an extra

        with cannot_be_opened(self.engine):
            self._staying = self.engine.connect()
            postgres.stay(self._staying, alone=alone)

    def damage(self) -> str:
        """The damage found in the file; empty if there is none. This is slow: it reads the whole file."""
        return "" if self._log is None else self._log.damage()

    def look_no_more(self) -> None:
        """Stop the search for damage."""
        if self._log is not None:
            self._log.look_no_more()

    # --- writing ------------------------------------------------------------------------------

    def commit(self, drafts: Sequence[Draft], at: int) -> dict[str, int]:
        """Write drafts in one transaction; they are durable when this returns.

        Call it from only one thread at a time: the connection is kept. Returns how many bytes each table has grown by.

        Raises:
            LeaseLost: another process holds one of these tables; nothing is written.
        """
        rows = Rows()
        for draft in drafts:
            rows.add(draft, at)
        if self._writing is None:
            self._writing = self.engine.connect()
        try:
            with self._writing.begin():
                if self.leases is not None:
                    self.leases.check(self._writing, list(rows.sizes))
                rows.write(self._writing)
                for draft, write in product(drafts, self.beside):
                    write(self._writing, draft, at)
                for also in (also for draft in drafts for also in draft.also):
                    also(self._writing)
        except BaseException:
            self._hang_up()
            raise
        return rows.sizes

    @property
    def untidy(self) -> bool:
        """Whether the log should be moved into the file."""
        return self._log is not None and self._log.long

    def tidy(self) -> bool:
        """Move the log while nobody waits; returns whether all of it was moved."""
        return self._log is None or self._log.move()

    def create(self, table: Table, draft: Draft, at: int, *, listed: bool) -> None:
        """Write a new table and its first entries.

        Raises:
            AlreadyHere: a table with this id exists.
        """
        self.insert(Rows.of_new(table, draft, at, listed=listed))

    def insert(self, rows: Rows) -> None:
        """Write a new table.

        Raises:
            AlreadyHere: a table with this id exists.
        """
        with self.engine.begin() as connection:
            try:
                connection.execute(insert(TABLES), rows.new)
            except IntegrityError:
                raise AlreadyHere("This server has this table already.", field="record") from None
            rows.write(connection)

    def reading(self) -> Connection:
        """A connection for reading, which does not wait for writers."""
        return self.engine.connect().execution_options(reads=True)

    # --- reading ------------------------------------------------------------------------------

    def load(self, table_id: str) -> Table | None:
        """A table in its last stored state; None if there is none with this id.

        Where other rules are installed by now, the table is replayed by them, and ``stopped`` if the replay differs.

        Raises:
            Damaged: something of it is not what was stored.
        """
        with self.reading() as connection:
            row = connection.execute(_table(table_id)).one_or_none()
            if row is None:
                return None
            table = _as_it_stands(row)
            events = (_known(read_happened, row, table) for row in connection.execute(_of(EVENTS, table_id)))
            happened = [event for event in events if event is not None]
            said = connection.execute(_of(TALK, table_id)).all()
            size = sum(int(connection.scalar(_bytes_of(kind, table_id)) or 0) for kind in (ENTRIES, EVENTS, TALK))
            record = None if table.ruleset == table.rules.hash else _record(connection, row)
        fates = [(message.number, read_fate(message)) for message in said if message.fate is not None]
        table.accept(table.state, table.game, happened, list(map(read_spoken, said)), fates)
        table.size = size
        return table if record is None else rebuilt(table, record, read_requests(row))

    def glance(self, table_ids: Sequence[str]) -> dict[str, Table]:
        """Tables as they stand, by id, without what has happened or been said; those that are there and whole."""
        wanted = select(TABLES).where(TABLES.c.id.in_(table_ids), TABLES.c.phase != REMOVED)
        with self.reading() as connection:
            rows = connection.execute(wanted).all()
        return {row.id: table for row in rows if (table := _if_whole(row))}

    def record(self, table_id: str) -> Record | None:
        """The whole record of a table, its secret included; None if there is no such table.

        Raises:
            Damaged: something of it is not what was stored.
        """
        with self.reading() as connection:
            row = connection.execute(_table(table_id)).one_or_none()
            if row is None:
                return None
            return _record(connection, row)

    def last_id(self, prefix: str) -> str:
        """Of the ids that begin like this and go on for 4 signs, the last in the alphabet; empty: there is none."""
        with self.reading() as connection:
            wanted = select(func.max(TABLES.c.id)).where(TABLES.c.id.like(f"{prefix}____"), TABLES.c.phase != REMOVED)
            return connection.scalar(wanted) or ""

    def running(self, among: Collection[str] | None = None) -> list[Running]:
        """The tables (all, or some) whose game is under way, or will begin or go on by itself; none is loaded."""
        wanted = select(TABLES.c.id, TABLES.c.due, TABLES.c.header, TABLES.c.state)
        by_itself = and_(TABLES.c.phase.in_((Phase.GATHERING, Phase.PAUSED)), TABLES.c.due.is_not(None))
        under_way = or_(TABLES.c.phase.in_((Phase.OPENING, Phase.PLAYING)), by_itself)
        if among is not None:
            under_way = and_(under_way, TABLES.c.id.in_(among))
        with self.reading() as connection:
            rows = connection.execute(wanted.where(under_way)).all()
        return [Running(row.id, row.due, _needs_care(row)) for row in rows]

    def with_due(self, tables: Collection[str], most: int) -> list[str]:
        """Those of these tables whose game is under way and where something is due, the next one first."""
        under_way = (TABLES.c.id.in_(tables), TABLES.c.phase == Phase.PLAYING, TABLES.c.due.is_not(None))
        with self.reading() as connection:
            return list(connection.scalars(select(TABLES.c.id).where(*under_way).order_by(TABLES.c.due).limit(most)))

    def summaries(self, wanted: Wanted = EVERYTHING, most: int = 50) -> list[Summary]:
        """The tables of a query, newest first.

        They are not ordered by change, because that would reveal when players submit sealed answers. Damaged ones are
        left out.
        """
        place = (TABLES.c.arrived, TABLES.c.id)
        query = select(TABLES).order_by(*(column.desc() for column in place)).limit(most)
        if wanted.ids is None:
            query = query.where(TABLES.c.listed, TABLES.c.phase.in_(OPEN), TABLES.c.id.not_in(wanted.without))
        else:
            query = query.where(TABLES.c.id.in_(wanted.ids), TABLES.c.phase != REMOVED)
        if wanted.game:
            query = query.where(TABLES.c.game == wanted.game)
        if wanted.after:
            last = select(*place).where(TABLES.c.id == wanted.after).scalar_subquery()
            query = query.where(tuple_(*place) < last)
        with self.reading() as connection:
            return [found for row in connection.execute(query) if (found := _summary(row))]


def _table(table_id: str) -> Select[Any]:
    return select(TABLES).where(TABLES.c.id == table_id, TABLES.c.phase != REMOVED)


def _if_whole(row: Row[Any]) -> Table | None:
    try:
        return _as_it_stands(row)
    except Damaged:
        return None


def _as_it_stands(row: Row[Any]) -> Table:
    """A table without what has happened or been said; without its game where other rules keep it in another form."""
    header, secret = read_header(row), read_secret(row)
    try:
        table = Table(header, secret)
    except BadSetup:  # options that its rules have no more
        table = Table(replace(header, options={}), secret)
        table.header = header
    table.accept(read_state(row), None, [], [])
    game = _known(read_game, row, table)
    table.game = game if table.ruleset == table.rules.hash or same_form(row, table, game) else None
    return table


def _known(read: Callable[[Row[Any], Table], R], row: Row[Any], table: Table) -> R | None:
    """What a row says; None where the table was played by other rules, and these cannot read it."""
    try:
        return read(row, table)
    except msgspec.DecodeError:
        if table.ruleset == table.rules.hash:
            raise
        return None


def _of(table: Any, table_id: str) -> Any:
    return select(table).where(table.c.table_id == table_id).order_by(table.c.number)


def _record(connection: Connection, row: Row[Any]) -> Record:
    """The whole record of a table, as the connection's transaction sees it."""
    entries = list(map(read_entry, connection.execute(_of(ENTRIES, row.id))))
    talk = list(map(read_spoken, connection.execute(_of(TALK, row.id))))
    return Record(read_header(row), entries, talk, read_secret(row), read_state(row).chain)


def _bytes_of(table: Any, table_id: str) -> Any:
    return select(func.sum(func.length(table.c.body))).where(table.c.table_id == table_id)


def _needs_care(row: Any) -> bool:
    try:
        header, state = read_header(row), read_state(row)
        other_rules = (state.ruleset or header.ruleset) != ruleset(header.game).hash
    except Refusal:
        return True
    return other_rules or any(seat.kind is SeatKind.BOT for seat in state.seats)


def _summary(row: Row[Any]) -> Summary | None:
    try:
        seats = tuple((seat.name, str(seat.kind)) for seat in read_state(row).seats)
    except Damaged:
        return None
    due = None if row.phase in (Phase.GATHERING, Phase.PAUSED) else row.due
    return Summary(row.id, row.game, row.title, Phase(row.phase), row.created, row.changed, due, seats)
