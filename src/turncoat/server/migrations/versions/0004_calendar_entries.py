"""What calendars were told of a question."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "calendar entries"
down_revision = "notices"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; no calendar was told anything yet."""
    op.create_table(
        "calendar_entries",
        sa.Column("uid", sa.Text, primary_key=True),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("uid", name="pk_calendar_entries"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_calendar_entries_due", "calendar_entries", ["due"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("calendar_entries")
