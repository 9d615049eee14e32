"""The tables of the database. Times are milliseconds since the epoch; bodies are JSON.

Before each body of a table, an entry, an event and a message stands its digest (see ``turncoat.server.rows``).
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    false,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("phase", Text, nullable=False),
    Column("due", BigInteger),
    Column("created", BigInteger, nullable=False),
    Column("arrived", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("visited", BigInteger, nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("snapshot", LargeBinary),
    Index(None, "listed", "phase", "arrived"),
    Index(None, "phase", "visited"),
    Index(None, "changed"),
)
"""One row a table: what was agreed on, and its state after the last entry.

``created`` is what its header says, ``arrived`` when it came to this server, ``visited`` the day on which somebody was
there last who holds a seat or the host's rights. ``due`` is when something is to be done there although nobody asks
(``TableState.alarm``).
"""

REMOVED = "removed"
"""The phase of a table that was deleted, as long as some of its rows are still to be deleted."""

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
    sqlite_with_rowid=False,
)
"""The record, entry by entry. The key keeps two writers from writing the same entry."""

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("audience", Text),
    Column("hearers", Text),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
    sqlite_with_rowid=False,
)
"""Events, with the seats that learned of them (NULL: everybody) and, where it matters, their holders then."""

TALK = Table(
    "talk",
    METADATA,
    Column("table_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("fate", LargeBinary),
    PrimaryKeyConstraint("table_id", "number"),
    sqlite_with_rowid=False,
)
"""Messages; once a promise has been judged, with what became of it."""

KEYS = Table(
    "keys",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer),
    Column("revoked", Boolean, nullable=False, default=False),
    Column("invitation", Boolean, nullable=False),
    Column("by", Text, nullable=False),
    Column("used_by", Text),
    Column("maker", Text),
    Column("sealed", LargeBinary),
    Index(None, "table_id", "seat"),
    Index(None, "maker"),
)
"""Digests of programs' keys and of invitations.

``seat`` is the seat that they give. NULL: they give the host's rights. -1: who holds the key stands by for a seat.

``by`` names its holder at the table (``SeatTaken.by``).
An invitation also names who has used it; it is encrypted for the one session that can be shown it again.
"""

CODES = Table(
    "codes",
    METADATA,
    Column("digest", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    PrimaryKeyConstraint("digest", "key"),
    Index(None, "until"),
    sqlite_with_rowid=False,
)
"""Codes with which somebody goes on at another device, each with the keys that it hands over."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),
    Column("passphrase", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""People who gave a name and a passphrase (kept as an argon2 hash)."""

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("person", Text),
    Column("seen", BigInteger, nullable=False),
    Index(None, "seen"),
)
"""Browsers, by the digest of their cookie, and who is signed in there."""

HOLDINGS = Table(
    "holdings",
    METADATA,
    Column("holder", Text, nullable=False),
    Column("key", Text, nullable=False),
    PrimaryKeyConstraint("holder", "key"),
    Index(None, "key"),
    sqlite_with_rowid=False,
)
"""Which keys a session (its digest) or a person (their id) holds."""

KNOWN_BROWSERS = Table(
    "known_browsers",
    METADATA,
    Column("browser", Text, nullable=False),
    Column("person", Text, nullable=False),
    PrimaryKeyConstraint("browser", "person"),
    sqlite_with_rowid=False,
)
"""In which browsers (the digest of a cookie that outlives sessions) a person has been signed in."""

CHARACTERS = Table(
    "characters",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("sheet", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("notes", Text, nullable=False),
    Column("owed", Integer, nullable=False),
    Column("seasoned", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("away", Text),
    Index(None, "owner", "created"),
    Index(None, "away"),
)
"""What people (by their id) or browsers (by their digest) keep between two games.

``away`` is the table whose game a character is in: one at most.
"""

CHARACTER_HISTORY = Table(
    "character_history",
    METADATA,
    Column("character", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("said", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("table_id", Text),
    PrimaryKeyConstraint("character", "number"),
    sqlite_with_rowid=False,
)
"""What has happened to characters."""

TABLE_CHARACTERS = Table(
    "table_characters",
    METADATA,
    Column("mark", Text, primary_key=True),
    Column("character", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("accepted", Boolean, nullable=False, server_default=false()),
    Index(None, "character"),
    Index(None, "table_id"),
)
"""Which character stands behind a mark at a table whose game is not over, and whether the game's leader accepts it."""

CAMPAIGN_TABLES = Table(
    "campaign_tables",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("campaign", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Index(None, "campaign", "number"),
)
"""The sessions of a campaign, numbered from 1: tables that follow one another with the same people."""

CAMPAIGN_NOTES = Table(
    "campaign_notes",
    METADATA,
    Column("campaign", Text, nullable=False),
    Column("whose", Text, nullable=False),
    Column("words", Text, nullable=False),
    PrimaryKeyConstraint("campaign", "whose"),
    sqlite_with_rowid=False,
)
"""What is written down between sessions: for ``all`` at the table, or for whoever leads the game (``leader``)."""

BUILDS = Table(
    "builds",
    METADATA,
    Column("owner", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("owner", "game", "name"),
    sqlite_with_rowid=False,
)
"""Opponents that people or browsers keep under a name, as the actions that build them."""

READ_MARKS = Table(
    "read_marks",
    METADATA,
    Column("reader", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("what", Text, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("reader", "table_id", "seat", "what"),
    Index(None, "table_id"),
    sqlite_with_rowid=False,
)
"""How far somebody (a person, or else a browser) has read at a table, as the holder of a seat (-1: as a spectator).

``what`` is the story, whose events are numbered, or a thread of talk, of which ``number`` is the last message read; or
a switch of the reader's (``turncoat.server.read_marks.is_on``), at this table or, where ``table_id`` is empty, at all.
"""
