"""A server on PostgreSQL: it is alone, and a connection that breaks off costs nobody an order."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tests.kit import sure
from tests.postgres import only_on_postgres
from tests.server.keeping import room
from tests.server.test_serve import program
from tests.server.test_store import begun
from tests.serving import database_at
from tests.table.tables import Sitting, whole

from turncoat.cli import NONSENSE
from turncoat.kernel.errors import BadSetup
from turncoat.server.keeper import NotStored
from turncoat.server.store import Store
from turncoat.table.draft import Draft
from turncoat.table.record import Answered

pytestmark = only_on_postgres


def cut(store: Store) -> None:
    """Break off all connections of a server."""
    with store.reading() as connection:
        theirs = "application_name = 'turncoat' AND datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(text(f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE {theirs}"))


def loot(store: Store, sitting: Sitting) -> None:
    """Seat 0 loots."""
    draft = Draft(sitting.table)
    draft.perform(sitting.answered(0, "loot"))
    store.commit([draft], 0)
    draft.accept()


def test_a_second_server_is_kept_away_until_the_first_has_gone(tmp_path: Path) -> None:
    place = database_at(tmp_path / "turncoat.db")
    with program(tmp_path, "--db", place) as first:
        first.read_until("Ctrl-C")
        assert httpx.get(f"{first.address}/api/games").status_code == 200
        with program(tmp_path, "--db", place) as second:
            assert second.process.wait(120) == NONSENSE
            assert second.process.stdout
            said = second.process.stdout.read()
            assert "is being served already; stop that server first, or use another database." in said
            assert said.count("\n") == 1
        assert first.stop()[0] == 0
    with program(tmp_path, "--db", place) as third:
        third.read_until("Ctrl-C")


def test_a_database_that_cannot_be_reached_is_said_in_one_sentence(tmp_path: Path) -> None:
    with program(tmp_path, "--db", f"postgresql://me:swordfish@/it?host={tmp_path}") as server:
        assert server.process.wait(120) == NONSENSE
        assert server.process.stdout
        said = server.process.stdout.read()
    assert said.startswith("turncoat: The database postgresql")
    assert said.count("\n") == 1
    assert "swordfish" not in said


def test_a_server_that_has_lost_its_place_writes_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: no lost order. Its place goes with the connection through which it writes."""
    from turncoat.server import postgres

    monkeypatch.setitem(postgres.SESSION, "lock_timeout", "100ms")
    place = database_at(tmp_path / "turncoat.db")
    with closing(Store(place)) as store, closing(Store(place)) as other:
        store.be_alone()
        sitting = begun(store)
        loot(store, sitting)
        with pytest.raises(BadSetup, match="served already"):
            other.be_alone()
        cut(other)
        other.be_alone()
        before = whole(sure(other.load("tab1e")))
        for _ in range(2):
            with pytest.raises((DBAPIError, BadSetup)):
                loot(store, sitting)
        assert whole(sure(other.load("tab1e"))) == before


def test_a_server_that_does_not_look_to_its_place_would_write(tmp_path: Path) -> None:
    """The planted fault: the same server, but it believes that it is alone."""
    place = database_at(tmp_path / "turncoat.db")
    with closing(Store(place)) as store, closing(Store(place)) as other:
        sitting = begun(store)
        other.be_alone()
        before = whole(sure(other.load("tab1e")))
        loot(store, sitting)
        assert whole(sure(other.load("tab1e"))) != before


async def test_orders_go_on_when_the_connection_comes_back(tmp_path: Path) -> None:
    async with room(tmp_path) as desk:
        desk.store.be_alone()
        table = await desk.table(3)
        await desk.answer(table, 0, "loot")
        with closing(Store(database_at(tmp_path / "turncoat.db"))) as other:
            cut(other)
        with pytest.raises(NotStored):
            await desk.answer(table, 1, "loot")
        receipts = [await desk.answer(table, seat, "pass") for seat in (1, 2)]
        answers = [
            entry for entry in sure(desk.store.record(table.header.table)).entries if isinstance(entry, Answered)
        ]
        assert [answer.seat for answer in answers] == [0, 1, 2]
        assert [answer.at for answer in answers[1:]] == [receipt.at for receipt in receipts]
