"""A server on PostgreSQL: a connection that breaks off costs nobody an order."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.kit import sure
from tests.postgres import only_on_postgres
from tests.server.sharing import desk
from tests.server.test_serve import program
from tests.serving import database_at

from turncoat.cli import NONSENSE
from turncoat.server.keeper import NotStored
from turncoat.server.store import Store
from turncoat.table.record import Answered

pytestmark = only_on_postgres


def cut(store: Store) -> None:
    """Break off all connections of a server."""
    with store.reading() as connection:
        theirs = "application_name = 'turncoat' AND datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(text(f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE {theirs}"))


def test_a_database_that_cannot_be_reached_is_said_in_one_sentence(tmp_path: Path) -> None:
    with program(tmp_path, "--db", f"postgresql://me:swordfish@/it?host={tmp_path}") as server:
        assert server.process.wait(120) == NONSENSE
        assert server.process.stdout
        said = server.process.stdout.read()
    assert said.startswith("turncoat: The database postgresql")
    assert said.count("\n") == 1
    assert "swordfish" not in said


async def test_orders_go_on_when_the_connection_comes_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        table = await here.table(3)
        await here.answer(table, 0, "loot")
        with closing(Store(database_at(tmp_path / "turncoat.db"))) as other:
            cut(other)
        with pytest.raises(NotStored):
            await here.answer(table, 1, "loot")
        receipts = [await here.answer(table, seat, "pass") for seat in (1, 2)]
        answers = [
            entry for entry in sure(here.store.record(table.header.table)).entries if isinstance(entry, Answered)
        ]
        assert [answer.seat for answer in answers] == [0, 1, 2]
        assert [answer.at for answer in answers[1:]] == [receipt.at for receipt in receipts]
