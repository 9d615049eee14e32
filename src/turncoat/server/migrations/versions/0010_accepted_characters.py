"""Whether the player who leads a game accepts a character that is brought."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "accepted characters"
down_revision = "builds"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """None is accepted yet."""
    op.add_column("table_characters", sa.Column("accepted", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("table_characters", "accepted")
