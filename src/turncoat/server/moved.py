"""Detects a database that was copied to another server, so that the copy sends no notices.

A backup holds the addresses for notices, and the key to send them. A second server on a copy would send every notice
twice.
"""

from __future__ import annotations

from sqlalchemy import Engine, insert, select, update

from turncoat.server.notices.schema import SERVER_VALUES
from turncoat.server.sql import insert_or_update

NAME = "site"
"""The name under which the database stores its server's public address."""


RESTORED = b"restored"
"""The address of a server whose database was restored from a backup: none, until its operator says that it moved."""


def note_restored(engine: Engine) -> None:
    """Note that a database was restored: what it would tell people may have been told since the backup was made."""
    with engine.begin() as connection:
        connection.execute(insert_or_update(engine, SERVER_VALUES, ("name", "value")).values(name=NAME, value=RESTORED))


def is_copy(engine: Engine, url: str, *, moved: bool) -> bool:
    """Whether a database belongs to a server at another address; an empty database gets this address.

    Args:
        engine: The database, at the newest layout.
        url: The public address of this server; empty: it has none.
        moved: Whether the operator says that the server has moved to this address for good.
    """
    site = SERVER_VALUES.c.name == NAME
    with engine.begin() as connection:
        known = connection.scalar(select(SERVER_VALUES.c.value).where(site))
        if known is None and url:
            connection.execute(insert(SERVER_VALUES).values(name=NAME, value=url.encode()))
        elif known is not None and moved:
            connection.execute(update(SERVER_VALUES).where(site).values(value=url.encode()))
    return known not in (None, b"", url.encode()) and not moved
