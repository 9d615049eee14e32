"""The tables of the database that notices need. Times are milliseconds since the epoch.

An *owner* is a person (their id) or a browser (the digest of its session), as with belongings: somebody who makes no
account can be told, too. A hook of a table, which posts what spectators see, has the owner ``table/`` and the table's
id.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    false,
)

from turncoat.server.schema import METADATA

SERVER_VALUES = Table(
    "server_values",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""What this server has made once and keeps, its secrets among it; a backup has it, so links stay good."""

GENERATIONS = Table(
    "generations",
    METADATA,
    Column("purpose", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("generation", Integer, nullable=False),
    PrimaryKeyConstraint("purpose", "subject"),
    sqlite_with_rowid=False,
)
"""Which tokens are good (``turncoat.server.tokens``): those of this generation; without a row, of generation 0."""

NOTICES = Table(
    "notices",
    METADATA,
    Column("owner", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("next", BigInteger),
    PrimaryKeyConstraint("owner", "table_id", "seat", "key", "channel", "target"),
    Index(None, "next"),
    Index(None, "table_id"),
    Index(None, "until"),
    sqlite_with_rowid=False,
)
"""What people were told, or are to be told: ``state`` is ``queued``, ``sent``, ``dropped`` (it was no longer true) or
``failed``; ``next`` is when it is tried, and empty once nothing more is done about it.

The key makes a notice unique at its seat; ``seat`` is -1 for a spectator.
"""

NOTICE_CHOICES = Table(
    "notice_choices",
    METADATA,
    Column("owner", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("wanted", Boolean, nullable=False),
    PrimaryKeyConstraint("owner", "table_id", "kind", "channel"),
    Index(None, "table_id"),
    sqlite_with_rowid=False,
)
"""What somebody wants to be told on which channel, where it is not what is usual; at one table, or (``table_id`` empty)
at all."""

NOTICE_TIMES = Table(
    "notice_times",
    METADATA,
    Column("owner", Text, primary_key=True),
    Column("zone", Text, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("digest_at", Integer),
    sqlite_with_rowid=False,
)
"""When somebody is not to be told anything, and when once a day all mails come as one: minutes after midnight there."""

ADDRESSES = Table(
    "addresses",
    METADATA,
    Column("folded", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("verified", BigInteger),
    Column("bounced", BigInteger),
    Column("broken", BigInteger),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
"""Mail addresses of people, by their folded text: when one was verified, when a mail to it last came back, and since
when it does not work."""

MAIL_LINKS = Table(
    "mail_links",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("purpose", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("person", Text),
    Column("browser", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("used", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("queued", BigInteger),
    Index(None, "folded", "created"),
    Index(None, "expires"),
    sqlite_with_rowid=False,
)
"""Links that were sent by mail and are good once, by the digest of their secret; ``browser`` is the session that asked,
``code`` the digest of what is typed elsewhere, ``queued`` when the mail is to be sent (again); empty: it was."""

PUSH_SUBSCRIPTIONS = Table(
    "push_subscriptions",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("failed", Integer, nullable=False),
    Index(None, "owner"),
    Index(None, "session"),
    sqlite_with_rowid=False,
)
"""Browsers that take web push, by the digest of their endpoint, and how often in a row one has failed."""

HOOKS = Table(
    "hooks",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("table_id", Text),
    Column("shape", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("last", Text, nullable=False),
    Column("off", Boolean, nullable=False),
    Index(None, "owner"),
    Index(None, "table_id"),
    sqlite_with_rowid=False,
)
"""Addresses to which notices are posted: for a person, or for everybody at a table (``table_id``)."""

CALENDAR_ENTRIES = Table(
    "calendar_entries",
    METADATA,
    Column("uid", Text, primary_key=True),
    Column("due", BigInteger, nullable=False),
    Column("sequence", Integer, nullable=False),
    Index(None, "due"),
    sqlite_with_rowid=False,
)
"""What calendars were told of a question: when it closes, and how often that has moved since."""

MAILS = Table(
    "mails",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("came", BigInteger, nullable=False),
    Column("token", Text, nullable=False),
    Column("envelope", Text),
    Column("raw", LargeBinary),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("owner", Text, nullable=False),
    Column("message_id", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("plan", LargeBinary),
    Column("said", LargeBinary),
    Column("reply", LargeBinary),
    Column("untold", Boolean, nullable=False, server_default=false()),
    Index(None, "state"),
    Index(None, "owner", "came"),
    Index(None, "table_id", "seat", "message_id"),
    Index(None, "came"),
    sqlite_with_rowid=False,
)
"""Mails that came in, by the digest of what they are and for whom: ``state`` is ``new``, ``done``, ``refused`` or
``dropped``; ``plan`` what one asks for, of which ``step`` orders are carried out, with ``said`` about each; ``reply`` a
mail about it that has yet to leave. What somebody wrote (``raw``) is deleted as soon as it is carried out."""

OWNED = (NOTICES, NOTICE_CHOICES, NOTICE_TIMES, PUSH_SUBSCRIPTIONS, HOOKS, MAILS)
"""What goes with its owner."""

ALL_TABLES = METADATA
"""All tables of the database: these, and those that ``turncoat.server.schema`` has defined before."""
