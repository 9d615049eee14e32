"""Builds: opponents that are kept under a name, for another table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "builds"
down_revision = "campaigns"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the database table of saved opponents, empty."""
    op.create_table(
        "builds",
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("owner", "game", "name"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("builds")
