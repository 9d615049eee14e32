"""The rows in which tables are kept, each with a digest of its own: what was damaged is noticed when it is read."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, bindparam, insert, update

from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Audience, Event
from turncoat.kernel.promise import Fate, Judged
from turncoat.server.schema import ENTRIES, EVENTS, TABLES, TALK
from turncoat.table.draft import Draft
from turncoat.table.holders import Happened
from turncoat.table.record import AnyEntry, Header, Hearers, Secret, Spoken
from turncoat.table.table import Table, TableState
from turncoat.table.table_events import TABLE_EVENTS

R = TypeVar("R")

DIGEST = 8
"""Bytes of the digest before each body (BLAKE2b): it finds damage, and does not stop a person who edits the file."""


class Asked(Struct):
    """The part of a stored game that no change of rules may change."""

    requests: list[int]


_ENCODE = msgspec.json.Encoder(order="deterministic").encode
_ASKED = msgspec.json.Decoder(Asked)
_ENTRY: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_HEADER = msgspec.json.Decoder(Header)
_SECRET = msgspec.json.Decoder(Secret)
_STATE = msgspec.json.Decoder(TableState)
_SPOKEN = msgspec.json.Decoder(Spoken)
_JUDGED = msgspec.json.Decoder(Judged)
_AUDIENCE: msgspec.json.Decoder[Audience] = msgspec.json.Decoder(tuple[int, ...] | None)
_HEARERS: msgspec.json.Decoder[Hearers | None] = msgspec.json.Decoder(Hearers | None)


class Damaged(Refusal):
    """A row of a table differs from what was written there.

    Args:
        table_id: The table.
    """

    kind = "damaged"

    def __init__(self, table_id: str) -> None:
        super().__init__(
            f"Table {table_id} is damaged in the database and stays as it is; the person who runs this server can "
            "restore the backup (docs/hosting/backup.md).",
            field="table",
        )
        self.table_id = table_id

    def __reduce__(self) -> tuple[type[Damaged], tuple[str]]:
        """It is told from one process to another."""
        return Damaged, (self.table_id,)


def _digest(body: bytes, *place: object) -> bytes:
    return blake2b(repr(place).encode() + body, digest_size=DIGEST).digest()


def stored(body: bytes, *place: object) -> bytes:
    """A body as it is stored: after the digest of it, of its place and of what else its row says."""
    return _digest(body, *place) + body


def read_back(read: Callable[[bytes], R], kept: bytes, kind: str, table_id: str, *place: object) -> R:
    """What a stored body says.

    Raises:
        Damaged: it is not what was stored there.
    """
    digest, body = kept[:DIGEST], kept[DIGEST:]
    if digest != _digest(body, kind, table_id, *place):
        raise Damaged(table_id)
    return read(body)


def read_header(row: Row[Any]) -> Header:
    """What was agreed on at a table; raises ``Damaged``."""
    return read_back(_HEADER.decode, row.header, "header", row.id)


def read_secret(row: Row[Any]) -> Secret:
    """What a table hides; raises ``Damaged``."""
    return read_back(_SECRET.decode, row.secret, "secret", row.id)


def read_state(row: Row[Any]) -> TableState:
    """What has become of a table besides its game; raises ``Damaged``."""
    return read_back(_STATE.decode, row.state, "state", row.id)


def read_game(row: Row[Any], table: Table) -> Any:
    """The game of a table, if it has begun; raises ``Damaged``."""
    return None if row.snapshot is None else read_back(table.rules.decode, row.snapshot, "snapshot", row.id)


def same_form(row: Row[Any], table: Table, game: Any) -> bool:
    """Whether encoding the game gives the stored bytes; not if a newer version has changed the state's fields."""
    return row.snapshot is None or bool(table.rules.encode(game) == row.snapshot[DIGEST:])


def read_requests(row: Row[Any]) -> list[int]:
    """How often each seat of a table has been asked, whatever the rules make of its game; raises ``Damaged``."""
    return [] if row.snapshot is None else read_back(_ASKED.decode, row.snapshot, "snapshot", row.id).requests


def read_entry(row: Row[Any]) -> AnyEntry:
    """An entry of a record; raises ``Damaged``."""
    return read_back(_ENTRY.decode, row.body, "entry", row.table_id, row.number)


def read_happened(row: Row[Any], table: Table) -> Happened:
    """An event, and who learned of it; raises ``Damaged``."""

    def read(body: bytes) -> Happened:
        event: Event = table.rules.read_event(body, TABLE_EVENTS)
        return Happened(row.at, _AUDIENCE.decode(row.audience or "null"), event, _HEARERS.decode(row.hearers or "null"))

    return read_back(read, row.body, "events", row.table_id, row.number, row.at, row.audience, row.hearers)


def read_spoken(row: Row[Any]) -> Spoken:
    """A message from its row; raises ``Damaged`` if that cannot be read."""
    return read_back(_SPOKEN.decode, row.body, "talk", row.table_id, row.number)


def read_fate(row: Row[Any]) -> Judged:
    """What became of the promise in a message that was judged; raises ``Damaged``."""

    def read(body: bytes) -> Judged:
        return _JUDGED.decode(body) if body.startswith(b"{") else Judged(Fate(body.decode()))

    return read_back(read, row.fate, "fate", row.table_id, row.number)


def size_of(value: object) -> int:
    """About as many bytes as a value takes in a row; on their way to the database blobs are wrapped by its library."""
    if isinstance(value, str):
        return len(value.encode())
    blob = getattr(value, "obj", value)
    return len(blob) if isinstance(blob, bytes) else 8


class Rows:
    """The rows that a set of drafts adds; ``new`` are the rows of new tables."""

    def __init__(self) -> None:
        self.new: list[dict[str, Any]] = []
        self.sizes: dict[str, int] = {}
        self.tables: list[dict[str, Any]] = []
        self.entries: list[dict[str, Any]] = []
        self.happened: list[dict[str, Any]] = []
        self.talk: list[dict[str, Any]] = []
        self.fates: list[dict[str, Any]] = []

    @classmethod
    def of_new(cls, table: Table, draft: Draft, at: int, *, listed: bool) -> Rows:
        """The rows of a new table and its first entries."""
        header = table.header
        made = cls()
        row = {
            "id": header.table,
            "game": header.game,
            "title": header.title,
            "listed": listed,
            "phase": draft.state.phase,
            "due": draft.state.alarm,
            "created": header.created,
            "arrived": at,
            "changed": at,
            "visited": at,
            "header": stored(_ENCODE(header), "header", header.table),
            "secret": stored(_ENCODE(table.secret), "secret", header.table),
            "state": _state(header.table, draft.state),
            "snapshot": _snapshot(draft),
        }
        made.new.append(row)
        made.add(draft, at)
        return made

    def add(self, draft: Draft, at: int) -> None:
        """Add the rows of a draft."""
        table, table_id = draft.table, draft.table.header.table
        first = draft.state.entries - len(draft.entries)
        before = len(self.entries), len(self.happened), len(self.talk)
        for number, entry in enumerate(draft.entries, first):
            body = stored(_ENCODE(entry), "entry", table_id, number)
            self.entries.append({"table_id": table_id, "number": number, "body": body})
        for number, happened in enumerate(draft.happened, len(table.happened)):
            audience, hearers = _text(happened.audience), _text(happened.hearers)
            body = stored(_ENCODE(happened.event), "events", table_id, number, happened.at, audience, hearers)
            row = {"table_id": table_id, "number": number, "at": happened.at, "audience": audience, "hearers": hearers}
            self.happened.append(row | {"body": body})
        for number, spoken in enumerate(draft.talk, len(table.talk)):
            body = stored(_ENCODE(spoken), "talk", table_id, number)
            self.talk.append({"table_id": table_id, "number": number, "body": body})
        for place, fate in draft.judged:
            body = stored(_ENCODE(fate), "fate", table_id, place)
            self.fates.append({"table": table_id, "place": place, "fate": body})
        grown = zip((self.entries, self.happened, self.talk), before, strict=True)
        self.sizes[table_id] = sum(
            size_of(value) for rows, begin in grown for row in rows[begin:] for value in row.values()
        )
        self.tables.append(
            {
                "key": table_id,
                "phase": draft.state.phase,
                "due": draft.state.alarm,
                "changed": at,
                "state": _state(table_id, draft.state),
                "snapshot": _snapshot(draft),
            }
        )

    def write(self, connection: Connection) -> None:
        """Write all rows except those of new tables."""
        for statement, rows in zip(_CHANGES, (self.entries, self.happened, self.talk, self.fates), strict=True):
            if rows:
                connection.execute(statement, rows)
        connection.execute(_UPDATE, self.tables)


_JUDGE = (
    update(TALK)
    .where(TALK.c.table_id == bindparam("table"), TALK.c.number == bindparam("place"))
    .values(fate=bindparam("fate"))
)

_CHANGES = (insert(ENTRIES), insert(EVENTS), insert(TALK), _JUDGE)

_UPDATE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("key"))
    .values({name: bindparam(name) for name in ("phase", "due", "changed", "state", "snapshot")})
)


def _text(hearers: object) -> str | None:
    """The seats that hear something, as JSON; None stays None."""
    return None if hearers is None else _ENCODE(hearers).decode()


def _state(table_id: str, state: TableState) -> bytes:
    """The keys as text, because JSON has only text as keys."""
    return stored(_ENCODE(msgspec.to_builtins(state, str_keys=True)), "state", table_id)


def _snapshot(draft: Draft) -> bytes | None:
    if draft.game is None:
        return None
    return stored(draft.table.rules.encode(draft.game), "snapshot", draft.table.header.table)
