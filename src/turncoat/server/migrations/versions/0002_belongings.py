"""belongings, their history and their outings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "belongings"
down_revision = "first_layout"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the layout forward."""
    op.create_table(
        "belongings",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("sheet", sa.LargeBinary(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("owed", sa.Integer(), nullable=False),
        sa.Column("seasoned", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_belongings")),
    )
    op.create_index(op.f("ix_belongings_owner_created"), "belongings", ["owner", "created"], unique=False)
    op.create_table(
        "chapters",
        sa.Column("belonging", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("sheet", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("belonging", "number", name=op.f("pk_chapters")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outings",
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("belonging", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("under_way", sa.Text(), nullable=True),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_outings")),
        sa.UniqueConstraint("under_way", name=op.f("uq_outings_under_way")),
    )
    op.create_index(op.f("ix_outings_belonging"), "outings", ["belonging"], unique=False)
    op.create_index(op.f("ix_outings_table_id_seat"), "outings", ["table_id", "seat"], unique=False)


def downgrade() -> None:
    """Bring the layout back."""
    op.drop_table("outings")
    op.drop_table("chapters")
    op.drop_table("belongings")
