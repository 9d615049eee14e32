"""The first layout."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "characters"
down_revision = None
branch_labels = None
depends_on = None

LAYOUT = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""The layout as it was then: a copy of ``turncoat.server.schema`` that stays as it is."""

sa.Table(
    "codes",
    LAYOUT,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Index(None, "until"),
    sqlite_with_rowid=False,
)
sa.Table(
    "entries",
    LAYOUT,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
sa.Table(
    "known_browsers",
    LAYOUT,
    sa.Column("browser", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    sqlite_with_rowid=False,
)
sa.Table(
    "events",
    LAYOUT,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("audience", sa.Text),
    sa.Column("hearers", sa.Text),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
sa.Table(
    "holdings",
    LAYOUT,
    sa.Column("holder", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Index(None, "key"),
    sqlite_with_rowid=False,
)
sa.Table(
    "keys",
    LAYOUT,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("revoked", sa.Boolean, nullable=False),
    sa.Column("invitation", sa.Boolean, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("used_by", sa.Text),
    sa.Column("maker", sa.Text),
    sa.Column("sealed", sa.LargeBinary),
    sa.Index(None, "maker"),
    sa.Index(None, "table_id", "seat"),
)
sa.Table(
    "people",
    LAYOUT,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("folded", sa.Text, nullable=False, unique=True),
    sa.Column("passphrase", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)
sa.Table(
    "sessions",
    LAYOUT,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("person", sa.Text),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Index(None, "seen"),
)
sa.Table(
    "tables",
    LAYOUT,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("phase", sa.Text, nullable=False),
    sa.Column("due", sa.BigInteger),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("arrived", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("visited", sa.BigInteger, nullable=False),
    sa.Column("header", sa.LargeBinary, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
    sa.Column("snapshot", sa.LargeBinary),
    sa.Index(None, "listed", "phase", "arrived"),
    sa.Index(None, "phase", "visited"),
)
sa.Table(
    "talk",
    LAYOUT,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("fate", sa.LargeBinary),
    sqlite_with_rowid=False,
)
sa.Table(
    "characters",
    LAYOUT,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("sheet", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("notes", sa.Text, nullable=False),
    sa.Column("owed", sa.Integer, nullable=False),
    sa.Column("seasoned", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("away", sa.Text),
    sa.Index(None, "owner", "created"),
    sa.Index(None, "away"),
)
sa.Table(
    "character_history",
    LAYOUT,
    sa.Column("character", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("said", sa.Text, nullable=False),
    sa.Column("rule", sa.Text, nullable=False),
    sa.Column("table_id", sa.Text),
    sqlite_with_rowid=False,
)
sa.Table(
    "table_characters",
    LAYOUT,
    sa.Column("mark", sa.Text, primary_key=True),
    sa.Column("character", sa.Text, nullable=False),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Index(None, "character"),
    sa.Index(None, "table_id"),
)


def upgrade() -> None:
    """Make all tables."""
    LAYOUT.create_all(op.get_bind())


def downgrade() -> None:
    """Remove them."""
    LAYOUT.drop_all(op.get_bind())
