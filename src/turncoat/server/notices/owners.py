"""What goes with an owner of notices: it is deleted with them, and follows a guest who signs in."""

from __future__ import annotations

from sqlalchemy import Connection, Table, and_, delete, exists, func, select, update

from turncoat.server.notices.schema import (
    ADDRESSES,
    GENERATIONS,
    HOOKS,
    NOTICE_CHOICES,
    NOTICE_TIMES,
    NOTICES,
    OWNED,
    PUSH_SUBSCRIPTIONS,
)

MOST_HOOKS = 10
"""How many hooks one owner can have."""


def forget_owner(connection: Connection, owner: str) -> None:
    """Delete where and of what somebody is told, what they were told, and that they had other calendars before.

    No later owner gets the same id, so a token of the deleted owner never works again.
    """
    for kind in OWNED:
        connection.execute(delete(kind).where(kind.c.owner == owner))
    connection.execute(delete(GENERATIONS).where(GENERATIONS.c.subject == owner))
    connection.execute(delete(ADDRESSES).where(ADDRESSES.c.person == owner))


def follow_guest(connection: Connection, was: str, new: str, person: str) -> None:
    """Let a person who signs in keep what the guest had chosen; what the person has chosen before stands.

    Of the guest's webhooks the oldest move, up to the limit of an owner.

    Args:
        connection: An open transaction.
        was: The digest of the guest's session, which ends.
        new: The digest of the session that replaces it.
        person: The id of the person.
    """
    browser = update(PUSH_SUBSCRIPTIONS).where(PUSH_SUBSCRIPTIONS.c.session == was)
    connection.execute(browser.values(session=new, owner=person))
    has = connection.scalar(select(func.count()).where(HOOKS.c.owner == person)) or 0
    of_guest = select(HOOKS.c.id).where(HOOKS.c.owner == was).order_by(HOOKS.c.created, HOOKS.c.id)
    kept = connection.scalars(of_guest.limit(max(0, MOST_HOOKS - has))).all()
    connection.execute(update(HOOKS).where(HOOKS.c.id.in_(kept)).values(owner=person))
    for kind in (NOTICES, NOTICE_CHOICES, NOTICE_TIMES):
        _follow(connection, kind, was, person)
    forget_owner(connection, was)


def _follow(connection: Connection, kind: Table, was: str, person: str) -> None:
    """Give a guest's rows to a person, except those that the person already has."""
    theirs = kind.alias()
    rest = [column.name for column in kind.primary_key.columns if column.name != "owner"]
    same = and_(theirs.c.owner == person, *(theirs.c[name] == kind.c[name] for name in rest))
    connection.execute(update(kind).where(kind.c.owner == was, ~exists().where(same)).values(owner=person))
