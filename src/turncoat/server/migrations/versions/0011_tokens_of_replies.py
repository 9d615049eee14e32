"""A reply that waits to leave holds the token of an answer to it, no longer the address to which one answers."""

from __future__ import annotations

import json
import re

import sqlalchemy as sa
from alembic import op

revision = "tokens of replies"
down_revision = "accepted characters"
branch_labels = None
depends_on = None

_MAILS = sa.table("mails", sa.column("digest", sa.Text), sa.column("reply", sa.LargeBinary))
_TOKEN = re.compile(r"[a-z]{1,20}\.[a-z0-9-]{1,100}\.[0-9]{1,9}\.[a-z2-7]{16}(?=@)", re.ASCII)


def upgrade() -> None:
    """Take the token out of the address of each reply that waits."""
    connection = op.get_bind()
    waiting = sa.select(_MAILS.c.digest, _MAILS.c.reply).where(_MAILS.c.reply.is_not(None))
    for digest, reply in connection.execute(waiting).all():
        letter = json.loads(reply)
        token = _TOKEN.search(letter.pop("reply_to", None) or "")
        if token is not None:
            made = json.dumps({**letter, "token": token[0]}).encode()
            connection.execute(sa.update(_MAILS).where(_MAILS.c.digest == digest).values(reply=made))


def downgrade() -> None:
    """Leave them: replies without an address leave too, and nobody can answer those."""
