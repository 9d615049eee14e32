"""Bots play at a table that the front page shows: slowly, one at a time, and only while somebody looks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.serving import Clock, client_of, open_services

from turncoat.server import showcase
from turncoat.server.keeper import NoSuchTable
from turncoat.server.services import Services
from turncoat.table.record import TableClosed
from turncoat.table.table import Phase, Table

MINUTE = 60


@pytest.fixture
async def server(tmp_path: Path, clock: Clock) -> AsyncIterator[Services]:
    services = open_services(tmp_path, clock=clock, showcase=True)
    await services.open()
    yield services
    await services.close()


async def looked_at(server: Services) -> Table:
    table = await server.showcase.look()
    assert table is not None
    return table


async def test_whoever_looks_first_has_the_game_begin(server: Services) -> None:
    table = await looked_at(server)
    assert table.state.phase is Phase.PLAYING
    assert all(seat.bot for seat in table.state.seats)
    assert not table.header.listed
    assert await looked_at(server) is table


async def test_it_rests_when_nobody_looks_and_goes_on_when_somebody_does(server: Services, clock: Clock) -> None:
    table = await looked_at(server)
    assert not await server.showcase.rest()
    clock.forward(showcase.LOOKS / 1000 + 1)
    assert await server.showcase.rest()
    assert table.state.phase is Phase.PAUSED
    assert (await looked_at(server)).state.phase is Phase.PLAYING


async def test_whoever_has_the_page_of_the_table_open_looks(server: Services, clock: Clock) -> None:
    table = await looked_at(server)
    clock.forward(showcase.LOOKS / 1000 + 1)
    async with server.keeper.watch(table.header.table, None):
        assert not await server.showcase.rest()
    assert await server.showcase.rest()


async def test_a_picture_of_it_counts_as_a_look_one_of_another_table_does_not(server: Services, clock: Clock) -> None:
    table = await looked_at(server)
    clock.forward(showcase.LOOKS / 1000 + 1)
    server.showcase.seen("another")
    server.showcase.seen(table.header.table)
    assert not await server.showcase.rest()


async def test_after_its_end_it_stays_for_a_while_then_the_next_game_begins(server: Services, clock: Clock) -> None:
    """The table of the game before is deleted: the database does not grow."""
    table = await looked_at(server)
    first = table.header.table
    async with server.keeper.watch(first, None):
        await server.keeper.perform(first, TableClosed)
        assert await looked_at(server) is table
    clock.forward(showcase.RESTS / 1000 + 1)
    following = await looked_at(server)
    assert following.state.phase is Phase.PLAYING
    assert following.header.table > first
    with pytest.raises(NoSuchTable):
        await server.keeper.table(first)
    assert await server.keeper.read(server.store.last_id, showcase.PREFIX) == following.header.table


async def test_whoever_comes_when_the_game_is_over_sees_the_next_begin(server: Services) -> None:
    """Nobody is invited to a game that is over, unless they have watched it and look at its end."""
    table = await looked_at(server)
    await server.keeper.perform(table.header.table, TableClosed)
    following = await looked_at(server)
    assert following.state.phase is Phase.PLAYING
    assert following is not table


async def test_after_a_restart_the_same_game_goes_on(tmp_path: Path, clock: Clock) -> None:
    ids = []
    for _ in range(2):
        services = open_services(tmp_path, clock=clock, showcase=True)
        await services.open()
        ids.append((await looked_at(services)).header.table)
        await services.close()
    assert ids[0] == ids[1]


async def test_many_who_look_at_once_make_one_table(server: Services) -> None:
    tables = await asyncio.gather(*(looked_at(server) for _ in range(8)))
    assert len({table.header.table for table in tables}) == 1


def test_the_front_page_shows_it_and_is_silent_where_it_is_off(tmp_path: Path) -> None:
    for on in (True, False):
        folder = tmp_path / str(on)
        folder.mkdir()
        with client_of(open_services(folder, showcase=on)) as client:
            page = client.get("/").text
            assert ("Bots play Truce now" in page) is on
            assert client.get("/api/tables").json() == []
