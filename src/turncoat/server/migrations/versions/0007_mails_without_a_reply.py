"""Mails whose writer has not been told what became of them, since there were too many in an hour."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "mails without a reply"
down_revision = "mails"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The sender of the earlier mail has been told."""
    op.add_column("mails", sa.Column("untold", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("mails", "untold")
