"""What people are told while they are elsewhere, and where it reaches them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "notices"
down_revision = "read marks"
branch_labels = None
depends_on = None

TABLES = (
    "server_values",
    "generations",
    "notices",
    "notice_choices",
    "notice_times",
    "addresses",
    "mail_links",
    "push_subscriptions",
    "hooks",
)


def upgrade() -> None:
    """Make the tables; nobody was told anything yet."""
    _told()
    _reached()
    op.create_index("ix_tables_changed", "tables", ["changed"])


def _told() -> None:
    """What was told, and what is wanted."""
    op.create_table(
        "server_values",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_values"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "generations",
        sa.Column("purpose", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("purpose", "subject", name="pk_generations"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notices",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("channel", sa.Text, primary_key=True),
        sa.Column("target", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("next", sa.BigInteger),
        sa.PrimaryKeyConstraint("owner", "table_id", "seat", "key", "channel", "target", name="pk_notices"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notices_next", "notices", ["next"])
    op.create_index("ix_notices_table_id", "notices", ["table_id"])
    op.create_index("ix_notices_until", "notices", ["until"])
    op.create_table(
        "notice_choices",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("channel", sa.Text, primary_key=True),
        sa.Column("wanted", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("owner", "table_id", "kind", "channel", name="pk_notice_choices"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notice_choices_table_id", "notice_choices", ["table_id"])
    op.create_table(
        "notice_times",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("digest_at", sa.Integer),
        sa.PrimaryKeyConstraint("owner", name="pk_notice_times"),
        sqlite_with_rowid=False,
    )


def _reached() -> None:
    """Where people are reached."""
    op.create_table(
        "addresses",
        sa.Column("folded", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("verified", sa.BigInteger),
        sa.Column("bounced", sa.BigInteger),
        sa.Column("broken", sa.BigInteger),
        sa.PrimaryKeyConstraint("folded", name="pk_addresses"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_addresses_person", "addresses", ["person"])
    op.create_table(
        "mail_links",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("browser", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("queued", sa.BigInteger),
        sa.PrimaryKeyConstraint("digest", name="pk_mail_links"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_mail_links_expires", "mail_links", ["expires"])
    op.create_index("ix_mail_links_folded_created", "mail_links", ["folded", "created"])
    op.create_table(
        "push_subscriptions",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_push_subscriptions"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_push_subscriptions_owner", "push_subscriptions", ["owner"])
    op.create_index("ix_push_subscriptions_session", "push_subscriptions", ["session"])
    op.create_table(
        "hooks",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("shape", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("last", sa.Text, nullable=False),
        sa.Column("off", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_hooks"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_hooks_owner", "hooks", ["owner"])
    op.create_index("ix_hooks_table_id", "hooks", ["table_id"])


def downgrade() -> None:
    """Remove them."""
    op.drop_index("ix_tables_changed", "tables")
    for name in TABLES:
        op.drop_table(name)
