"""Mails that came in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "mails"
down_revision = "addresses as written"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; no mail has come in yet."""
    op.create_table(
        "mails",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("came", sa.BigInteger, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("envelope", sa.Text),
        sa.Column("raw", sa.LargeBinary),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("message_id", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("plan", sa.LargeBinary),
        sa.Column("said", sa.LargeBinary),
        sa.Column("reply", sa.LargeBinary),
        sa.PrimaryKeyConstraint("digest", name="pk_mails"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_mails_state", "mails", ["state"])
    op.create_index("ix_mails_owner_came", "mails", ["owner", "came"])
    op.create_index("ix_mails_table_id_seat_message_id", "mails", ["table_id", "seat", "message_id"])
    op.create_index("ix_mails_came", "mails", ["came"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("mails")
