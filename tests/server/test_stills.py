"""Rounds seen again on the pages of a server: made from the record when somebody asks, once for all who do."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.serving import Browser, begin

from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.ruleset import Ruleset
from turncoat.server.services import Services
from turncoat.table import stills
from turncoat.table.record import Record
from turncoat.table.stills import Told, told

THREE = ("Agatha", "Barney", "Celeste")


def test_a_round_is_seen_again_still_by_still(client: httpx.Client) -> None:
    """TRU-7.2, by the record: on its own page, at the table, and in the replay; by a spectator as by a player."""
    table = begin(client, THREE)
    table.everybody("loot")
    table.everybody("pass")
    watcher = Browser(client)
    for part in ("/reveal?round=1&frame=2", "?round=1&frame=2", "/live?round=1&frame=2", "/replay?round=1&frame=2"):
        page = watcher.get(f"/tables/{table.id}{part}").text
        assert "Agatha, Barney and Celeste share the Stash: 0 coins each." in page, part
    assert 'data-frames="4"' in watcher.get(f"/tables/{table.id}/reveal").text


def test_many_who_look_at_one_round_have_it_made_once(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> None:
    """All stills of a part are made together, for all viewers that see the same."""
    made: list[tuple[object, ...]] = []

    def counted(record: Record, *wanted: Any) -> Told:
        made.append(wanted)
        return told(record, *wanted)

    monkeypatch.setattr(stills, "told", counted)
    table = begin(client, THREE)
    table.everybody("loot")
    browser.join(table.link(1))
    for reader in (browser, Browser(client)):
        for frame in range(3):
            reader.get(f"/tables/{table.id}/reveal?round=1&frame={frame}")
    assert len(made) == 1


@pytest.mark.anyio
async def test_a_ledger_looks_only_at_what_is_new(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds that somebody has looked at are not played again to be looked at once more."""
    asked: list[object] = []

    async def made(_: object, table_id: str, seat: int | None, counts: tuple[int, ...]) -> Told:
        asked.append((table_id, seat, counts))
        return Told(views=counts)

    monkeypatch.setattr(services.stills, "_make", made)
    for counts in ((3,), (3, 8), (3, 8), (3, 8, 9, 12), (4,)):
        assert (await services.stills.views("a", None, counts)).views == counts
    await services.stills.views("a", 0, (3, 8))
    new = [("a", None, (3,)), ("a", None, (8,)), ("a", None, (9, 12)), ("a", None, (4,)), ("a", 0, (3, 8))]
    assert asked == new


def test_no_more_stills_are_kept_than_there_is_room_for(services: Services, client: httpx.Client) -> None:
    """What was asked for longest ago goes first."""
    services.stills.most = 8
    table = begin(client, THREE)
    for _ in range(3):
        table.everybody("loot")
    for number in (1, 2, 3):
        assert f"Round {number}: reveal" in Browser(client).get(f"/tables/{table.id}/reveal?round={number}").text
    assert len(services.stills) in (6, 8)


def test_a_record_of_other_rules_tells_nothing(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of the table is there all the same."""
    table = begin(client, THREE)
    table.everybody("loot")

    def refuse(self: object, data: object) -> object:
        raise NotAllowed("There is no such thing any more.")

    monkeypatch.setattr(Ruleset, "read_action", refuse)
    reader = Browser(client)
    assert "cannot be replayed" in reader.get(f"/tables/{table.id}/reveal?round=1").text
    assert reader.get(f"/tables/{table.id}?round=1").status_code == 200
