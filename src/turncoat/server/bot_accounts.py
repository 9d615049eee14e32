"""Accounts of bots: a name and a key, which holds all seats that the bot takes.

The key is the text of a session that only an ``Authorization`` header may bring. Nobody can sign in to the account.
"""

from __future__ import annotations

from sqlalchemy import delete, insert

from turncoat.server.people import People, Session, add_person, digest_of, new_secret
from turncoat.server.schema import HOLDINGS, SESSIONS

PREFIX = "bot-"
"""With this begins every key of a bot account, and no other secret."""


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
    """Delete the account of a bot, and make its key worthless. Seats that it holds stay as they are."""
    people.delete(session)
    with people.engine.begin() as connection:
        connection.execute(delete(HOLDINGS).where(HOLDINGS.c.holder == session.digest))
        connection.execute(delete(SESSIONS).where(SESSIONS.c.digest == session.digest))
