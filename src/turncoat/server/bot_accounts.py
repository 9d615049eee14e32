"""Accounts of bots: each has a name and a key, and the key holds all seats that the bot takes.

The key is the text of a session that is accepted only in an ``Authorization`` header. Nobody can sign in to the
account.
"""

from __future__ import annotations

from sqlalchemy import delete, insert

from turncoat.server.people import People, Session, add_person, digest_of, new_secret
from turncoat.server.schema import HOLDINGS, SESSIONS

PREFIX = "bot-"
"""Every key of a bot account begins with this, and no other secret does."""


def add_bot(people: People, name: str, now: int) -> str:
    """Make an account for a bot; returns its key.

    Raises:
        NotAllowed: the name is taken or cannot be one.
    """
    key = f"{PREFIX}{new_secret()}"
    with people.engine.begin() as connection:
        person = add_person(connection, name, "", now)
        connection.execute(insert(SESSIONS).values(digest=digest_of(key), person=person.id, seen=now))
    return key


def delete_bot(people: People, session: Session) -> None:
    """Delete the account of a bot and revoke its key. The seats that it holds do not change."""
    people.delete(session)
    with people.engine.begin() as connection:
        connection.execute(delete(HOLDINGS).where(HOLDINGS.c.holder == session.digest))
        connection.execute(delete(SESSIONS).where(SESSIONS.c.digest == session.digest))
