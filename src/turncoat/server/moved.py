"""Which server a database belongs to: a copy of it that somebody starts elsewhere tells nobody anything.

A backup holds where people are told, and the key for it. A second server on a copy would tell everybody twice.
"""

from __future__ import annotations

from sqlalchemy import Engine, insert, select, update

from turncoat.server.notices.schema import SERVER_VALUES
from turncoat.server.sql import insert_or_update

NAME = "site"
"""Under this name the database knows the public address of its server."""


RESTORED = b"restored"
"""The address of a server whose database was restored from a backup: none, until whoever runs it says that it moved."""


def note_restored(engine: Engine) -> None:
    """Note that a database was restored: what it would tell people may have been told since the backup was made."""
    with engine.begin() as connection:
        connection.execute(insert_or_update(engine, SERVER_VALUES, ("name", "value")).values(name=NAME, value=RESTORED))


def is_copy(engine: Engine, url: str, *, moved: bool) -> bool:
    """Whether a database belongs to a server at another public address; the first one is noted.

    Args:
        engine: The database, at the newest layout.
        url: The public address of this server; empty: it has none.
        moved: The person who runs the server says that it is at this address from now on.
    """
    site = SERVER_VALUES.c.name == NAME
    with engine.begin() as connection:
        known = connection.scalar(select(SERVER_VALUES.c.value).where(site))
        if known is None and url:
            connection.execute(insert(SERVER_VALUES).values(name=NAME, value=url.encode()))
        elif known is not None and moved:
            connection.execute(update(SERVER_VALUES).where(site).values(value=url.encode()))
    return known not in (None, b"", url.encode()) and not moved
