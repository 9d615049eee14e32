"""Ways of reaching somebody that do not work: pages say so to their owner, who may be reached in no other way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from turncoat.server.keeper import Keeper
from turncoat.server.notices.schema import ADDRESSES, HOOKS, NOTICES, PUSH_SUBSCRIPTIONS
from turncoat.server.notices.told import SENT, Told

FAILURES = 5
"""After this many failures in a row, a mail address or device counts as not working."""

LOOKED_AT = 1000
"""How many of the newest notices to somebody are looked at."""


class Way(NamedTuple):
    """A channel, such as mail, and an address or device to which it sends."""

    channel: str
    target: str


class Unreached:
    """Says which ways of reaching somebody do not work.

    Args:
        keeper: Asks the store.
        told: Knows whom something has failed to reach: nobody else is asked about.
    """

    def __init__(self, keeper: Keeper, told: Told) -> None:
        self.keeper, self.told = keeper, told

    async def of(self, owners: Sequence[str]) -> tuple[str, ...]:
        """A sentence for each way of these owners that does not work."""
        asked = [owner for owner in owners if owner in self.told.suspects]
        if not asked:
            return ()
        found = await self.keeper.read(self._of, asked)
        if not found:
            self.told.suspects.difference_update(asked)
        return tuple(found)

    def _of(self, owners: Sequence[str]) -> list[str]:
        with self.told.reading() as connection:
            failing = _failing(connection, owners)
            return [
                *_of_mail(connection, owners, failing),
                *_of_push(connection, owners, failing),
                *_of_hooks(connection, owners),
            ]


def _failing(connection: Connection, owners: Sequence[str]) -> set[Way]:
    """The ways on which sending has failed ``FAILURES`` times since the last notice that arrived."""
    at = NOTICES.c
    tried = select(at.channel, at.target, at.state, at.tries).where(at.owner.in_(owners), at.tries > 0)
    failed, arrived = dict[Way, int](), set[Way]()
    for row in connection.execute(tried.order_by(at.at.desc()).limit(LOOKED_AT)):
        way = Way(row.channel, row.target)
        if row.state == SENT:
            arrived.add(way)
        elif way not in arrived:
            failed[way] = failed.get(way, 0) + row.tries
    return {way for way, times in failed.items() if times >= FAILURES}


def _of_mail(connection: Connection, owners: Sequence[str], failing: set[Way]) -> list[str]:
    at, said = ADDRESSES.c, list[str]()
    for row in connection.execute(select(at.address, at.broken).where(at.person.in_(owners))):
        if row.broken is not None:
            said.append(f"Mail to {row.address} comes back: confirm the address again, or remove it.")
        elif Way("mail", row.address) in failing:
            said.append(f"Mail to {row.address} has failed {FAILURES} times in a row.")
    return said


def _of_push(connection: Connection, owners: Sequence[str], failing: set[Way]) -> list[str]:
    at = PUSH_SUBSCRIPTIONS.c
    digests = connection.scalars(select(at.digest).where(at.owner.in_(owners)))
    many = sum(Way("push", digest) in failing for digest in digests)
    which = "one of your browsers" if many == 1 else f"{many} of your browsers"
    return [f"Notices to {which} have failed {FAILURES} times in a row."] if many else []


def _of_hooks(connection: Connection, owners: Sequence[str]) -> list[str]:
    at, said = HOOKS.c, list[str]()
    for row in connection.execute(select(at.url, at.failed, at.off).where(at.owner.in_(owners))):
        what = f"The webhook at {row.url.split('/')[2]}"
        if row.off:
            said.append(f"{what} is switched off: it failed ten times in a row.")
        elif row.failed >= FAILURES:
            said.append(f"{what} has failed {row.failed} times in a row.")
    return said
