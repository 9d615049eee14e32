"""the first layout."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "characters"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the layout forward."""
    op.create_table(
        "codes",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", "key", name=op.f("pk_codes")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("codes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_codes_until"), ["until"], unique=False)

    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_entries")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "familiar",
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("browser", "person", name=op.f("pk_familiar")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "happened",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("audience", sa.Text(), nullable=True),
        sa.Column("ears", sa.Text(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_happened")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "holdings",
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("holder", "key", name=op.f("pk_holdings")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("holdings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_holdings_key"), ["key"], unique=False)

    op.create_table(
        "keys",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.Column("invitation", sa.Boolean(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("used_by", sa.Text(), nullable=True),
        sa.Column("maker", sa.Text(), nullable=True),
        sa.Column("sealed", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_keys")),
    )
    with op.batch_alter_table("keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_keys_maker"), ["maker"], unique=False)
        batch_op.create_index(batch_op.f("ix_keys_table_id_seat"), ["table_id", "seat"], unique=False)

    op.create_table(
        "people",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("passphrase", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("folded", name=op.f("uq_people_folded")),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sessions")),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_seen"), ["seen"], unique=False)

    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("arrived", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("visited", sa.BigInteger(), nullable=False),
        sa.Column("header", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("sitting", sa.LargeBinary(), nullable=False),
        sa.Column("snapshot", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tables_listed_phase_arrived"), ["listed", "phase", "arrived"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_tables_phase_visited"), ["phase", "visited"], unique=False)

    op.create_table(
        "talk",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("fate", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_talk")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "characters",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("sheet", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("owed", sa.Integer(), nullable=False),
        sa.Column("seasoned", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("away", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_characters")),
    )
    op.create_index(op.f("ix_characters_owner_created"), "characters", ["owner", "created"], unique=False)
    op.create_index(op.f("ix_characters_away"), "characters", ["away"], unique=False)
    op.create_table(
        "character_history",
        sa.Column("character", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("character", "number", name=op.f("pk_character_history")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "brought",
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("character", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_brought")),
    )
    op.create_index(op.f("ix_brought_character"), "brought", ["character"], unique=False)
    op.create_index(op.f("ix_brought_table_id"), "brought", ["table_id"], unique=False)


def downgrade() -> None:
    """Bring the layout back."""
    op.drop_table("brought")
    op.drop_table("character_history")
    op.drop_table("characters")
    op.drop_table("talk")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tables_phase_visited"))
        batch_op.drop_index(batch_op.f("ix_tables_listed_phase_arrived"))

    op.drop_table("tables")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sessions_seen"))

    op.drop_table("sessions")
    op.drop_table("people")
    with op.batch_alter_table("keys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_keys_table_id_seat"))
        batch_op.drop_index(batch_op.f("ix_keys_maker"))

    op.drop_table("keys")
    with op.batch_alter_table("holdings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_holdings_key"))

    op.drop_table("holdings")
    op.drop_table("happened")
    op.drop_table("familiar")
    op.drop_table("entries")
    with op.batch_alter_table("codes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_codes_until"))

    op.drop_table("codes")
