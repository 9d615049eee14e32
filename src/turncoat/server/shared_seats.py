"""Who else holds a seat: another account, which can play there too and gets its notices, or the host of the table."""

from __future__ import annotations

from sqlalchemy import and_, select

from turncoat.server.schema import HOLDINGS, KEYS, PEOPLE
from turncoat.server.services import Services
from turncoat.server.store import Store
from turncoat.table.record import SeatKind
from turncoat.table.table import Table


def shared_seats(store: Store, person: str) -> dict[str, int]:
    """By table, a seat of a person that another account holds as well."""
    mine = select(KEYS.c.table_id, KEYS.c.seat).join(HOLDINGS, HOLDINGS.c.key == KEYS.c.digest)
    own = mine.where(HOLDINGS.c.holder == person, ~KEYS.c.revoked, KEYS.c.seat >= 0).subquery()
    same = and_(KEYS.c.table_id == own.c.table_id, KEYS.c.seat == own.c.seat)
    query = (
        select(KEYS.c.table_id, KEYS.c.seat)
        .join(own, same)
        .join(HOLDINGS, HOLDINGS.c.key == KEYS.c.digest)
        .join(PEOPLE, PEOPLE.c.id == HOLDINGS.c.holder)
        .where(HOLDINGS.c.holder != person, ~KEYS.c.revoked)
        .distinct()
    )
    with store.reading() as connection:
        return {row.table_id: row.seat for row in connection.execute(query)}


async def host_at(services: Services, table: Table) -> str:
    """The name of the host, if a host sits at the table; empty: none does."""
    for seat in await services.keeper.read(seats_of_hosts, services.store, table.header.table):
        if table.state.seats[seat].kind is SeatKind.PERSON:
            return table.state.seats[seat].name
    return ""


def seats_of_hosts(store: Store, table: str) -> list[int]:
    """The seats of those who have the host's rights at a table, ascending; empty if no host has a seat."""
    held = KEYS.join(HOLDINGS, HOLDINGS.c.key == KEYS.c.digest)
    good = (KEYS.c.table_id == table, ~KEYS.c.revoked, ~KEYS.c.invitation)
    hosts = select(HOLDINGS.c.holder).select_from(held).where(*good, KEYS.c.seat.is_(None))
    seats = select(KEYS.c.seat).select_from(held).where(*good, KEYS.c.seat >= 0)
    with store.reading() as connection:
        return sorted(set(connection.scalars(seats.where(HOLDINGS.c.holder.in_(hosts)))))
