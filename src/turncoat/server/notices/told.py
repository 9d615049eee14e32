"""The store's part of the outbox: whom notices reach, what they were told, and what is to be sent next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, and_, bindparam, delete, insert, literal, or_, select, update

from turncoat.server.notices.channels import Channels
from turncoat.server.notices.schema import ADDRESSES, HOOKS, NOTICES, SERVER_VALUES
from turncoat.server.schema import HOLDINGS, KEYS, TABLES
from turncoat.server.sql import insert_or_update
from turncoat.server.store import OPEN, Store
from turncoat.table.holders import STANDS_BY
from turncoat.table.milliseconds import DAY

OF_TABLE = "table/"
"""The prefix of the owner of a table's webhooks; the id of the table follows it."""

KEPT = 90 * DAY
"""For how many milliseconds it is remembered what somebody was told, after it is worth nothing any more."""

MARK = "notices planned"
"""The value that says up to when all changes of tables have been looked at."""

QUEUED, SENT, DROPPED, FAILED = "queued", "sent", "dropped", "failed"
"""What becomes of a notice: ``turncoat.server.notices.schema.NOTICES``."""


class Reached(Struct, frozen=True):
    """Somebody at a table whom a channel reaches.

    Attributes:
        table: The table.
        seat: A seat to which they have a key; ``STANDS_BY``: they wait for one; None: as a spectator.
        by: The name under which that key holds it.
        owner: The owner who is reached.
        channel: The channel that reaches the owner.
        target: At which place of it.
        since: Since when that place is there.
    """

    table: str
    seat: int | None
    by: str
    owner: str
    channel: str
    target: str
    since: int

    @property
    def place(self) -> tuple[str, str, int, str, str]:
        """To whom it goes, where, and about which seat; see ``Line.place``."""
        return (self.owner, self.table, -1 if self.seat is None else self.seat, self.channel, self.target)


class Line(Struct, frozen=True):
    """A row of what was told or is to be told; see ``NOTICES``."""

    owner: str
    table_id: str
    seat: int
    key: str
    channel: str
    target: str
    kind: str
    at: int
    until: int
    state: str = QUEUED
    tries: int = 0
    next: int | None = None

    @property
    def place(self) -> tuple[str, str, int, str, str]:
        """To whom it goes, where, and about which seat."""
        return (self.owner, self.table_id, self.seat, self.channel, self.target)

    @property
    def name(self) -> tuple[str, str, int, str, str, str]:
        """What makes it unique."""
        return (*self.place, self.key)


_FIELDS = Line.__struct_fields__


class Told:
    """What is stored of notices. Every method is one transaction.

    Args:
        store: The database.
        channels: The channels that are there.

    Attributes:
        suspects: Owners whom something may have failed to reach; all others are reached in every way that they have.
    """

    def __init__(self, store: Store, channels: Channels) -> None:
        self.engine, self.reading, self.channels = store.engine, store.reading, channels
        self._queries: dict[str, tuple[Any, Any]] = {}
        self._write = insert_or_update(store.engine, NOTICES, _FIELDS)
        self.suspects = set[str]()

    def reached(self, tables: Collection[str]) -> list[Reached]:
        """Everybody whom a channel reaches at these tables."""
        with self.reading() as connection:
            return [reader for name in self.channels.by_name for reader in self._reached(connection, name, tables)]

    def _reached(self, connection: Connection, name: str, tables: Collection[str]) -> Iterator[Reached]:
        if name not in self._queries:
            self._queries[name] = _queries(name, self.channels.by_name[name].reaches().subquery())
        of_seats, of_tables = self._queries[name]
        yield from (Reached(*row) for row in connection.execute(of_seats, {"tables": list(tables)}))
        owners = [f"{OF_TABLE}{table}" for table in tables]
        for row in connection.execute(of_tables, {"owners": owners}):
            yield Reached(row[0].removeprefix(OF_TABLE), None, "", *row)

    def to_look_at(self, after: int) -> list[str]:
        """Tables at which somebody is reached, and which are under way or have changed since then."""
        news = or_(TABLES.c.phase.in_(OPEN), TABLES.c.changed >= after)
        found = set[str]()
        with self.reading() as connection:
            for channel in self.channels.by_name.values():
                places = channel.reaches().subquery()
                held = KEYS.join(HOLDINGS, HOLDINGS.c.key == KEYS.c.digest)
                mine = held.join(places, places.c.owner == HOLDINGS.c.holder)
                mine = mine.join(TABLES, TABLES.c.id == KEYS.c.table_id)
                good = (KEYS.c.seat >= STANDS_BY, ~KEYS.c.revoked)
                found |= set(connection.scalars(select(TABLES.c.id).select_from(mine).where(news, *good).distinct()))
                of_tables = places.join(TABLES, places.c.owner == literal(OF_TABLE).concat(TABLES.c.id))
                found |= set(connection.scalars(select(TABLES.c.id).select_from(of_tables).where(news)))
        return sorted(found)

    def known(self, tables: Collection[str], keys: Collection[str]) -> list[Line]:
        """What is stored of these keys at these tables, and all that is to be sent there."""
        wanted = or_(NOTICES.c.key.in_(keys), NOTICES.c.next.is_not(None))
        with self.reading() as connection:
            rows = connection.execute(_LINES.where(NOTICES.c.table_id.in_(tables), wanted))
            return [Line(*row) for row in rows]

    def due(self, channel: str, now: int, most: int, skipped: Collection[str] = ()) -> list[Line]:
        """What is to be sent on a channel by now, in this order, but for these owners."""
        wanted = _LINES.where(NOTICES.c.next <= now, NOTICES.c.channel == channel, NOTICES.c.owner.not_in(skipped))
        with self.reading() as connection:
            rows = connection.execute(wanted.order_by(NOTICES.c.next, *NOTICES.primary_key.columns).limit(most))
            return [Line(*row) for row in rows]

    def next(self, channel: str) -> int | None:
        """When the next notice is to be sent on a channel."""
        wanted = select(NOTICES.c.next).where(NOTICES.c.next.is_not(None), NOTICES.c.channel == channel)
        with self.reading() as connection:
            return connection.scalar(wanted.order_by(NOTICES.c.next).limit(1))

    def suspect(self) -> None:
        """Find out whom something has failed to reach; see ``suspects``."""
        failed = select(NOTICES.c.owner).where(NOTICES.c.tries > 0, NOTICES.c.state.in_((QUEUED, FAILED)))
        broken = select(ADDRESSES.c.person).where(ADDRESSES.c.broken.is_not(None))
        off = select(HOOKS.c.owner).where(HOOKS.c.off)
        with self.reading() as connection:
            self.suspects.update(owner for wanted in (failed, broken, off) for owner in connection.scalars(wanted))

    def write(self, lines: Iterable[Line]) -> None:
        """Write lines, new ones or changed ones."""
        found = list(lines)
        rows = [{name: getattr(line, name) for name in _FIELDS} for line in found]
        self.suspects.update(line.owner for line in found if line.tries and line.state in (QUEUED, FAILED))
        with self.engine.begin() as connection:
            connection.execute(self._write, rows)

    def forget_target(self, channel: str, target: str) -> None:
        """A place no longer exists: nothing is sent to it."""
        there = and_(NOTICES.c.channel == channel, NOTICES.c.target == target, NOTICES.c.next.is_not(None))
        with self.engine.begin() as connection:
            connection.execute(update(NOTICES).where(there).values(state=DROPPED, next=None))

    def looked(self) -> int:
        """Up to when all changes of tables had been looked at when the server stopped."""
        with self.reading() as connection:
            found = connection.scalar(select(SERVER_VALUES.c.value).where(SERVER_VALUES.c.name == MARK))
        return int(found or 0)

    def look(self, at: int) -> None:
        """Note that all changes up to a moment have been looked at, and forget what was told long ago."""
        value = str(at).encode()
        with self.engine.begin() as connection:
            changed = update(SERVER_VALUES).where(SERVER_VALUES.c.name == MARK).values(value=value)
            if not connection.execute(changed).rowcount:
                connection.execute(insert(SERVER_VALUES).values(name=MARK, value=value))
            connection.execute(delete(NOTICES).where(NOTICES.c.until < at - KEPT, NOTICES.c.next.is_(None)))


def _queries(name: str, places: Any) -> tuple[Any, Any]:
    """Who is reached on a channel as a player at ``tables``, and whom of ``owners`` it reaches; made once."""
    where = (places.c.owner, literal(name), places.c.target, places.c.since)
    held = KEYS.join(HOLDINGS, HOLDINGS.c.key == KEYS.c.digest).join(places, places.c.owner == HOLDINGS.c.holder)
    good = (KEYS.c.table_id.in_(bindparam("tables", expanding=True)), KEYS.c.seat >= STANDS_BY, ~KEYS.c.revoked)
    of_seats = select(KEYS.c.table_id, KEYS.c.seat, KEYS.c.by, *where).select_from(held).where(*good).distinct()
    return of_seats, select(*where).where(places.c.owner.in_(bindparam("owners", expanding=True)))


_LINES: Any = select(*(NOTICES.c[name] for name in _FIELDS))
