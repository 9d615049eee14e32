"""The chair of the player who leads a game: handing it over, and a second person in it.

The second person has a key of their own to the same seat, under the name of its holder: both see the same and may do
the same. The seat shows both names, so everybody at the table knows who holds it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import or_, select, update

from turncoat.kernel.errors import NotAllowed
from turncoat.server.auth import Caller
from turncoat.server.names import check_name
from turncoat.server.people import Claim, holders_of, named, named_by
from turncoat.server.schema import HOLDINGS, KEYS
from turncoat.server.services import Services
from turncoat.server.store import Store
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.record import SeatKind
from turncoat.table.table import OVER, Table

AND = " & "
"""Stands between the names of two people in one chair."""


class Chair(Struct, frozen=True):
    """Who holds the chair.

    Attributes:
        first: Whether the caller holds it alone or invited the second person, and so may hand it over.
        second: Whether a second person sits in it.
        invited: Whether a link for a second person waits to be used.
    """

    first: bool
    second: bool
    invited: bool


class SecondKey(Struct, frozen=True):
    """A key or invitation of a second person in a chair.

    Attributes:
        digest: Its digest.
        used: Whether somebody has used it.
    """

    digest: str
    used: bool


async def who_holds(services: Services, caller: Caller, table_id: str, seat: int) -> Chair:
    """Who holds the chair now, as one of them sees it."""
    keys = await _second_keys(services, table_id, seat)
    holders = holders_of(caller.session) if caller.session else ()
    mine = await services.keeper.read(_holds_one, services.store, holders, [key.digest for key in keys])
    return Chair(not mine, any(key.used for key in keys), any(not key.used for key in keys))


async def hand_over(services: Services, table_id: str, seat: int) -> str:
    """Make a link with which another person takes the chair; ``table_actions.sit_down`` then ends all others.

    Raises:
        NotAllowed: the game is over.
    """
    _need_player(await services.keeper.table(table_id), seat)
    (invitation,) = await services.auth.invite(table_id, seat)
    return invitation


async def invite_second(services: Services, table_id: str, seat: int) -> str:
    """Make a link for a second person in the chair; an older one that nobody has used stops working.

    Raises:
        NotAllowed: a second person sits in it already, or the game is over.
    """
    by = _need_player(await services.keeper.table(table_id), seat)
    keys = await _second_keys(services, table_id, seat)
    if any(key.used for key in keys):
        raise NotAllowed("A second person already shares the chair; remove that person first.", field="what")
    await services.keeper.write(_revoke, services.store, [key.digest for key in keys])
    return await services.auth.invite_as(table_id, seat, by)


async def end_second(services: Services, table_id: str, seat: int) -> None:
    """Take the chair from the second person; a link for one that nobody has used stops working, too."""
    keys = await _second_keys(services, table_id, seat)
    await services.keeper.write(_revoke, services.store, [key.digest for key in keys])
    services.auth.forget()

    def alone(draft: Draft, at: int) -> None:
        there = draft.state.seats[seat]
        if AND in there.name and there.kind is SeatKind.PERSON and draft.state.phase not in OVER:
            name = there.name.partition(AND)[0]
            draft.perform(kept.SeatTaken(at, seat, name, SeatKind.PERSON, by=there.by, program=there.program))

    await services.keeper.change(table_id, alone)


async def end_others(services: Services, table_id: str, seat: int, by: str) -> None:
    """Revoke every link to the seat, and every key in a browser, but for those of the person with this name.

    A program's own key, which whoever made the table by the API has, stays until the host sends its holder away.
    """
    keys = await services.keeper.read(_keys_of_others, services.store, table_id, seat, by)
    await services.keeper.write(_revoke, services.store, keys)
    services.auth.forget()


def is_second(table: Table, caller: Caller, claim: Claim, text: str) -> bool:
    """Whether an invitation is for a second person beside the holder of the seat, and the caller is not the holder.

    Args:
        table: The table.
        caller: Who has opened the invitation.
        claim: The seat that it gives.
        text: Its text: the holder's own invitation has given the holder their name.
    """
    there = None if claim.seated is None else table.state.seats[claim.seated]
    beside = there is not None and there.kind is SeatKind.PERSON and there.by == claim.by
    return beside and claim.by != named(claim.table, text) and not caller.holds(claim)


def both(table: Table, seat: int, name: str) -> str:
    """The names of both people in the chair, the holder's first.

    Raises:
        NotAllowed: the second name, or both together, are not possible.
    """
    return check_name(f"{table.state.seats[seat].name.partition(AND)[0]}{AND}{check_name(name)}")


def _need_player(table: Table, seat: int) -> str:
    """The server's name of the person in the chair.

    Raises:
        NotAllowed: nobody sits there, or the game is over.
    """
    there = table.state.seats[seat]
    if table.state.phase in OVER:
        raise NotAllowed("The game is over.", field="phase")
    if there.kind is not SeatKind.PERSON:
        raise NotAllowed("Take the seat first.", field="seat")
    return there.by


async def _second_keys(services: Services, table_id: str, seat: int) -> list[SecondKey]:
    by = (await services.keeper.table(table_id)).state.seats[seat].by
    return await services.keeper.read(_keys_under, services.store, table_id, seat, by)


def _keys_under(store: Store, table: str, seat: int, by: str) -> list[SecondKey]:
    """The keys under the name of a seat's holder, but for the one that gave the holder this name."""
    good = (KEYS.c.table_id == table, KEYS.c.seat == seat, KEYS.c.by == by, ~KEYS.c.revoked)
    with store.reading() as connection:
        rows = connection.execute(select(KEYS.c.digest, KEYS.c.used_by).where(*good)).all()
    return [SecondKey(row.digest, row.used_by is not None) for row in rows if named_by(table, row.digest) != by]


def _keys_of_others(store: Store, table: str, seat: int, by: str) -> list[str]:
    held = or_(KEYS.c.invitation, KEYS.c.digest.in_(select(HOLDINGS.c.key)))
    others = (KEYS.c.table_id == table, KEYS.c.seat == seat, KEYS.c.by != by, ~KEYS.c.revoked, held)
    with store.reading() as connection:
        return list(connection.scalars(select(KEYS.c.digest).where(*others)))


def _holds_one(store: Store, holders: Sequence[str], keys: Sequence[str]) -> bool:
    held = select(HOLDINGS.c.key).where(HOLDINGS.c.holder.in_(holders), HOLDINGS.c.key.in_(keys))
    with store.reading() as connection:
        return connection.execute(held).first() is not None


def _revoke(store: Store, keys: Sequence[str]) -> None:
    with store.engine.begin() as connection:
        connection.execute(update(KEYS).where(KEYS.c.digest.in_(keys)).values(revoked=True))
