"""Campaigns: tables that follow one another with the same people, and the notes that are kept between them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "campaigns"
down_revision = "mails without a reply"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No table that is there belongs to a campaign yet."""
    op.create_table(
        "campaign_tables",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("campaign", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_index("ix_campaign_tables_campaign_number", "campaign_tables", ["campaign", "number"])
    op.create_table(
        "campaign_notes",
        sa.Column("campaign", sa.Text, nullable=False),
        sa.Column("whose", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("campaign", "whose"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("campaign_notes")
    op.drop_index("ix_campaign_tables_campaign_number", "campaign_tables")
    op.drop_table("campaign_tables")
