"""Tables that never began and to which nobody comes back go, with all that is theirs; no other table ever does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import func, insert, select, text, true
from tests.serving import Clock, Sitting, another, begin, client_of, gather, open_services

from turncoat.server import cleanup
from turncoat.server.cleanup import PIECE, STAYS, stays_until
from turncoat.server.schema import CODES, ENTRIES, EVENTS, HOLDINGS, KEYS, TABLE_CHARACTERS, TABLES, TALK
from turncoat.server.services import Services
from turncoat.server.store import Wanted
from turncoat.table.milliseconds import DAY, HOUR

LONG = (STAYS + 2 * DAY) / 1000
"""Seconds after which a table is surely abandoned."""


@pytest.fixture
def client(services: Services) -> Iterator[TestClient[Litestar]]:
    with client_of(services) as client:
        yield client


def look(client: TestClient[Litestar], services: Services) -> None:
    with client.portal() as portal:
        portal.call(services.cleanup.look)


def left(services: Services, table_id: str) -> int:
    """Rows of a table, of all kinds."""
    with services.store.reading() as connection:
        own = connection.scalar(select(func.count()).where(TABLES.c.id == table_id)) or 0
        return own + sum(
            connection.scalar(select(func.count()).where(kind.c.table_id == table_id)) or 0
            for kind in (ENTRIES, EVENTS, TALK, KEYS, TABLE_CHARACTERS)
        )


def held(services: Services) -> int:
    """Holdings and codes, of all tables."""
    with services.store.reading() as connection:
        return sum(connection.scalar(select(func.count()).select_from(kind)) or 0 for kind in (HOLDINGS, CODES))


def lost(services: Services, *tables: Sitting) -> list[str]:
    """Those of these tables that are there no more."""
    there = {summary.id for summary in services.store.summaries(Wanted(tuple(table.id for table in tables)))}
    return [table.id for table in tables if table.id not in there or services.store.load(table.id) is None]


def test_a_table_that_never_began_goes_with_everything_that_is_its_own(
    client: TestClient[Litestar], services: Services, clock: Clock
) -> None:
    browser = another(client)
    browser.post("/new", {"game": "truce", "name": "Agatha", "seats": "6"})
    browser.post("/new", {"game": "truce", "name": "Agatha", "seats": "6", "bots": "5", "start": "yes"})
    waiting, playing = sorted(services.keeper.live_tables._live.values(), key=lambda table: table.game is not None)
    assert playing.game is not None
    browser.post(f"/tables/{waiting.header.table}/continue")
    before = held(services)
    clock.forward(LONG)
    look(client, services)
    assert left(services, waiting.header.table) == 0
    assert 0 < held(services) < before
    assert client.get(f"/api/tables/{waiting.header.table}").json()["kind"] == "no_such_table"
    assert waiting.header.table not in browser.get("/my-tables").text
    assert playing.header.table in browser.get("/my-tables").text


def test_tables_whose_game_has_begun_stay_however_long_nobody_comes(
    client: TestClient[Litestar], services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Running, paused, finished, closed in the middle; and the test would notice if one of them went."""
    tables = [begin(client, options={"rounds": 1}) for _ in range(4)]
    tables[1].do("pause")
    tables[2].everybody("pass")
    tables[3].do("close")
    clock.forward(10 * LONG)
    look(client, services)
    assert lost(services, *tables) == []
    monkeypatch.setattr(cleanup, "NEVER_BEGAN", true())
    look(client, services)
    assert lost(services, *tables) == [table.id for table in tables]


def test_a_table_that_was_closed_before_it_began_goes_as_well(
    client: TestClient[Litestar], services: Services, clock: Clock
) -> None:
    """Otherwise to close it would be the way to keep it for ever."""
    table = gather(client)
    assert table.do("close").status_code == 204
    clock.forward(LONG)
    look(client, services)
    assert lost(services, table) == [table.id]


def test_whoever_holds_a_seat_and_comes_back_keeps_the_table(
    client: TestClient[Litestar], services: Services, clock: Clock
) -> None:
    """A stranger who looks does not. It stays for as long as its lobby has said."""
    kept, abandoned = gather(client, listed=True), gather(client, listed=True)
    clock.forward((STAYS - DAY) / 1000)
    assert kept.get(seat=0)["phase"] == "gathering"
    promised = stays_until(clock())
    abandoned.get()
    look(client, services)
    clock.forward(3 * DAY / 1000)
    look(client, services)
    assert lost(services, kept, abandoned) == [abandoned.id]
    clock.now = promised
    look(client, services)
    assert lost(services, kept) == []
    clock.forward((2 * DAY + HOUR) / 1000)
    look(client, services)
    assert lost(services, kept) == [kept.id]


def test_a_change_counts_like_a_visit(client: TestClient[Litestar], services: Services, clock: Clock) -> None:
    table = gather(client)
    clock.forward((STAYS + DAY) / 1000)
    assert table.post("sit", 0).status_code == 204
    clock.forward(DAY / 1000)
    look(client, services)
    assert lost(services, table) == []


def test_a_visit_is_written_once_a_day_at_most(client: TestClient[Litestar], services: Services, clock: Clock) -> None:
    def written() -> int:
        with services.store.reading() as connection:
            return int(connection.scalar(text("SELECT visited FROM tables")) or 0)

    table, made = gather(client), clock()
    seen = []
    for _ in range(26):
        clock.forward(HOUR / 1000)
        table.get(seat=0)
        look(client, services)
        seen.append(written())
    assert sorted(set(seen)) == [made, made + DAY]


def test_a_table_that_somebody_looks_at_stays(client: TestClient[Litestar], services: Services, clock: Clock) -> None:
    """Also when they go just afterwards: somebody has been there."""
    table = gather(client)
    clock.forward(LONG)

    async def watched() -> None:
        async with services.keeper.watch(table.id, None):
            await services.cleanup.look()

    with client.portal() as portal:
        portal.call(watched)
    look(client, services)
    assert lost(services, table) == []


def test_what_is_left_when_the_server_is_killed_is_removed_after_the_next_start(tmp_path: Path, clock: Clock) -> None:
    """And nobody meets half a table."""
    services = open_services(tmp_path, clock=clock)
    with client_of(services) as client:
        table = gather(client)
        assert services.cleanup.abandoned.begin(table.id, clock() + 1)
        assert left(services, table.id) > 0
    again = open_services(tmp_path, clock=clock)
    assert again.store.load(table.id) is None
    assert again.store.record(table.id) is None
    assert again.store.summaries(Wanted((table.id,))) == []
    with client_of(again) as client:
        look(client, again)
        assert left(again, table.id) == 0


def test_a_table_is_removed_in_small_pieces(client: TestClient[Litestar], services: Services, clock: Clock) -> None:
    table, rows = gather(client), list[int]()
    with services.store.engine.begin() as connection:
        said = [{"table_id": table.id, "number": 1000 + number, "body": b"x"} for number in range(2 * PIECE)]
        connection.execute(insert(TALK), said)
    aside = services.keeper.writer.aside

    async def counted(change: Any, *given: Any) -> Any:
        done = await aside(change, *given)
        rows.append(left(services, table.id))
        return done

    services.keeper.writer.aside = counted  # type: ignore[method-assign]
    before = left(services, table.id)
    clock.forward(LONG)
    look(client, services)
    assert rows[-1] == 0
    assert max(was - now for was, now in zip([before, *rows], rows, strict=False)) <= PIECE


def test_it_is_done_at_the_start_and_then_every_hour(tmp_path: Path, clock: Clock) -> None:
    services = open_services(tmp_path, clock=clock)
    with client_of(services) as client:
        table = gather(client)
    clock.forward(LONG)
    again = open_services(tmp_path, clock=clock)
    with client_of(again) as client:
        _until_gone(client, again, table)
        another_one = gather(client)
        clock.forward(LONG)
        with client.portal() as portal:
            portal.call(again.cleanup.alarms.look)
        _until_gone(client, again, another_one)


def _until_gone(client: TestClient[Litestar], services: Services, table: Sitting) -> None:
    async def gone() -> None:
        async with asyncio.timeout(100):
            while await services.keeper.read(left, services, table.id):  # noqa: ASYNC110  # nobody is told
                await asyncio.sleep(0.01)

    with client.portal() as portal:
        portal.call(gone)
    assert client.get(f"/api/tables/{table.id}").status_code == 404


def test_a_lobby_says_until_when_its_table_stays_to_those_who_hold_something_there(
    client: TestClient[Litestar], services: Services, clock: Clock
) -> None:
    browser, stranger = another(client), another(client)
    page = browser.post("/new", {"game": "truce", "name": "Agatha", "seats": "6", "listed": "yes"})
    said = "This table will be deleted if nobody opens it before"
    assert said in page.text
    (table,) = services.keeper.live_tables._live
    assert said not in stranger.get(f"/tables/{table}").text
    assert clock() + STAYS - DAY < stays_until(clock()) <= clock() + STAYS
