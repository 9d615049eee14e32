"""How far somebody has read at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "read marks"
down_revision = "characters"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; nobody has read anything yet."""
    op.create_table(
        "read_marks",
        sa.Column("reader", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("what", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("reader", "table_id", "seat", "what", name="pk_read_marks"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_read_marks_table_id", "read_marks", ["table_id"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("read_marks")
