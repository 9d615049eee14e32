"""Addresses are compared as they are written, but for the case of ASCII letters."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase

import sqlalchemy as sa
from alembic import op

revision = "addresses as written"
down_revision = "calendar entries"
branch_labels = None
depends_on = None

_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
_ADDRESSES = sa.table("addresses", sa.column("folded", sa.Text), sa.column("address", sa.Text))


def upgrade() -> None:
    """Fold each address again; two that differed before still differ, since fewer are the same now."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(_ADDRESSES)).all():
        folded = row.address.translate(_SMALL)
        if folded != row.folded:
            change = sa.update(_ADDRESSES).where(_ADDRESSES.c.folded == row.folded)
            connection.execute(change.values(folded=folded))


def downgrade() -> None:
    """Leave them: two that differ now could be the same before."""
