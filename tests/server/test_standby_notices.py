"""Who stands by for a seat is told elsewhere that one is free."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.noticing import House
from tests.server.test_outbox import DAY, MINUTE, at_house

from turncoat.server import host_actions
from turncoat.server.people import Session, new_secret
from turncoat.table.holders import STANDS_BY
from turncoat.table.notices import Kind
from turncoat.table.table import Table


async def stands_by(house: House, table: Table, who: str) -> None:
    """Somebody waits for a seat."""
    key = new_secret()
    await house.services.auth.keep(table.header.table, STANDS_BY, key)
    await house.services.auth.hold(Session(who, None, ()), key)


def test_who_stands_by_is_told_that_a_seat_is_free(tmp_path: Path) -> None:
    """Event 31: they alone, nothing else about the table, and until others can come, too."""

    async def play_it(house: House) -> None:
        table = await house.table()
        table_id = table.header.table
        for who in ("dora", house.who(table_id, 2)):
            await stands_by(house, table, who)
        await house.later(60)
        assert house.channel.keys("dora") == []
        await host_actions.revoke_links(house.services, table_id, 1)
        await house.later(1)
        (key,) = house.channel.keys("dora")
        assert [where for where, one in house.channel.given if one.kind is Kind.FREE] == ["dora"]
        (notice,) = [one for where, one in house.channel.given if where == "dora"]
        assert (key.split()[0], notice.seat, notice.due) == ("free", None, notice.until)
        assert notice.until - notice.at == DAY * MINUTE / 2

    at_house(tmp_path, play_it)


def test_a_seat_that_is_taken_again_at_once_is_told_to_nobody(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        table = await house.table()
        table_id = table.header.table
        await stands_by(house, table, "dora")
        await host_actions.revoke_links(house.services, table_id, 1)
        await house.sit(table_id, 1, "zoe")
        await house.later(60)
        assert house.channel.keys("dora") == []

    at_house(tmp_path, play_it)


def test_a_planted_fault_that_tells_players_of_it_too_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turncoat.server.notices.outbox._sits", lambda *_: False)
    with pytest.raises(AssertionError):
        test_who_stands_by_is_told_that_a_seat_is_free(tmp_path)
