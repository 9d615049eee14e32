"""One stream for all tables of a browser or a key: table, seat, kind and number, and never anything else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.serving import Browser, Sitting, another, bearer, begin, gather, on_the_wire, open_services

from turncoat.server import own_stream
from turncoat.server.services import Services

NEWS = {"table", "seat", "kind", "number"}
KINDS = ["events", "said", "asked", "changed"]
OF_A_BROWSER = [*KINDS[:3], "read", "changed"]


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return open_services(tmp_path, rates={})


class Ear:
    """Listens, and knows the numbers that were told last."""

    def __init__(self, response: httpx.Response) -> None:
        self.lines = response.iter_lines()
        self.numbers: dict[tuple[str, int | None, str], int] = {}

    def next(self) -> dict[str, Any]:
        """The next message."""
        news = dict[str, Any](json.loads(next(line for line in self.lines if line.startswith("data: {"))[6:]))
        assert set(news) == NEWS
        self.numbers[news["table"], news["seat"], news["kind"]] = news["number"]
        return news

    def until_changed(self) -> list[str]:
        """The kinds of all messages up to the one that ends what is told of a table at once."""
        kinds = [self.next()["kind"]]
        while kinds[-1] != "changed":
            kinds.append(self.next()["kind"])
        return kinds

    def still(self) -> str:
        """The next heartbeat."""
        return next(line for line in self.lines if line.startswith("event: "))


@contextmanager
def listening(client: httpx.Client, headers: dict[str, str] | None = None, *tables: str) -> Iterator[Ear]:
    """The stream of whoever this is."""
    given = {"tables": ",".join(tables)} if tables else {}
    with client.stream("GET", "/api/me/stream", headers=headers, params=given) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store"
        yield Ear(response)


def browser_at(client: httpx.Client, *tables: Sitting) -> Browser:
    """Somebody who has the first seat of several tables."""
    browser = another(client)
    for table in tables:
        browser.join(table.link(0), table.names[0])
    return browser


def test_it_begins_with_the_numbers_of_every_table_of_the_browser(web: httpx.Client) -> None:
    tables = [begin(web), begin(web)]
    browser = browser_at(web, *tables)
    with listening(browser.client) as ear:
        assert [ear.until_changed() for _ in tables] == [OF_A_BROWSER, OF_A_BROWSER]
    for table in tables:
        view = table.get("", 0)
        assert ear.numbers[table.id, 0, "events"] == view["events"]
        assert ear.numbers[table.id, 0, "said"] == view["messages"] == 0
        assert ear.numbers[table.id, 0, "asked"] == view["question"]["request"] > 0
        page = browser.get(f"/tables/{table.id}").text
        assert f'data-shown="{ear.numbers[table.id, 0, "changed"]}"' in page


def test_only_what_is_new_is_told(web: httpx.Client) -> None:
    tables = [begin(web), begin(web)]
    with listening(browser_at(web, *tables).client) as ear:
        ear.until_changed(), ear.until_changed()
        tables[1].post("talk", 2, text="A fine day.")
        assert ear.until_changed() == ["said", "changed"]
        assert ear.numbers[tables[1].id, 0, "said"] == 1
        tables[0].answer(0, "loot")
        assert ear.until_changed() == ["asked", "changed"]
        assert ear.numbers[tables[0].id, 0, "asked"] == 0
        tables[0].everybody("pass", 0)
        while "events" not in (kinds := ear.until_changed()):
            assert set(kinds) <= set(KINDS)
        assert ear.numbers[tables[0].id, 0, "asked"] == tables[0].get("", 0)["question"]["request"]


def test_a_key_hears_of_its_own_seat(web: httpx.Client) -> None:
    table, _ = begin(web), begin(web)
    with listening(web, table.seat(3)) as ear:
        assert ear.until_changed() == KINDS
        table.post("talk", 1, to=[3], text="For Darcy.")
        assert ear.until_changed() == ["said", "changed"]
    assert {place[:2] for place in ear.numbers} == {(table.id, 3)}


def test_others_secrets_send_nothing(web: httpx.Client) -> None:
    """TRU-R23: that a sealed order was changed, and what others whisper, is told to nobody else."""
    table = begin(web)
    table.answer(0, "loot")
    with listening(web, table.seat(1)) as ear, listening(web, None, table.id) as spectator:
        ear.until_changed(), spectator.until_changed()
        table.answer(0, "defend")
        table.answer(0, "attack", target=1)
        table.post("talk", 0, to=[2], text="I attack Barney.")
        table.post("talk", 2, text="A fine day.")
        assert ear.until_changed() == spectator.until_changed() == ["said", "changed"]
        assert ear.numbers[table.id, 1, "said"] == spectator.numbers[table.id, None, "said"] == 1


def test_a_table_that_is_watched_is_named_and_seen_with_a_spectators_eyes(web: httpx.Client) -> None:
    own, other = begin(web), begin(web)
    with listening(browser_at(web, own).client, None, other.id, "nothing") as ear:
        ear.until_changed(), ear.until_changed()
    assert {place[:2] for place in ear.numbers} == {(own.id, 0), (other.id, None)}


def test_whoever_has_no_table_is_told_so(web: httpx.Client) -> None:
    assert web.get("/api/me/stream").status_code == 204


def test_a_game_that_is_over_is_followed_no_more(web: httpx.Client) -> None:
    table = begin(web, options={"rounds": 1})
    browser = browser_at(web, table)
    table.everybody("pass")
    assert browser.client.get("/api/me/stream").status_code == 204


def numbers_told(folder: Path, key: str = "") -> tuple[str, object]:
    """The key of a seat, made with a table if there is none, and the numbers with which its stream begins."""
    services = open_services(folder, rates={})
    with on_the_wire(services) as address, httpx.Client(base_url=address, timeout=120) as client:
        key = key or begin(client).keys[0]
        with listening(client, bearer(key)) as ear:
            ear.until_changed()
        return key, ear.numbers


def test_numbers_are_the_same_after_a_restart(tmp_path: Path) -> None:
    """So a page that shows all there is need not ask again."""
    key, numbers = numbers_told(tmp_path)
    assert numbers_told(tmp_path, key) == (key, numbers)


def test_the_stream_ends_untold_when_a_seat_is_revoked(web: httpx.Client) -> None:
    tables = [begin(web), begin(web)]
    browser = browser_at(web, *tables)
    with listening(browser.client) as ear:
        ear.until_changed(), ear.until_changed()
        tables[0].do("revoke", seat=0)
        tables[0].post("talk", 1, text="He is gone.")
        with pytest.raises(StopIteration):
            ear.next()
    with listening(browser.client) as ear:
        ear.until_changed()
    assert {place[:2] for place in ear.numbers} == {(tables[1].id, 0)}


def test_heartbeats_are_heard_and_keep_their_own_time(tmp_path: Path) -> None:
    services = open_services(tmp_path, heartbeat=0.05, rates={})
    with on_the_wire(services) as address, httpx.Client(base_url=address, timeout=120) as client:
        table = begin(client)
        with listening(client, table.seat(0)) as ear:
            ear.until_changed()
            assert ear.still() == "event: still"


def test_a_reader_who_leaves_is_forgotten(services: Services, web: httpx.Client) -> None:
    tables = [begin(web), begin(web)]
    with listening(browser_at(web, *tables).client) as ear:
        ear.until_changed(), ear.until_changed()
        assert [services.keeper.live_tables.watched(table.id) for table in tables] == [1, 1]
    for _ in range(500):
        web.get("/api/games")
        if not any(services.keeper.live_tables.watched(table.id) for table in tables):
            return
    raise AssertionError("the watchers are still there")


def test_the_stream_ends_when_the_server_stops(tmp_path: Path) -> None:
    services = open_services(tmp_path, rates={})
    with on_the_wire(services) as address, httpx.Client(base_url=address, timeout=120) as client:
        table = begin(client)
        with listening(client, table.seat(0)) as ear:
            ear.until_changed()
            services.closing.set()
            table.post("talk", 1, text="Good night.")
            assert len(list(ear.lines)) < 10


def test_so_many_tables_are_followed_and_no_more(web: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_stream, "MOST", 2)
    monkeypatch.setattr(own_stream, "MOST_NAMED", 1)
    tables = [gather(web) for _ in range(4)]  # the first is named, and two of the others are the newest
    browser = browser_at(web, *tables)
    with listening(browser.client, None, tables[0].id, tables[1].id) as ear:
        told = [ear.until_changed() for _ in range(3)]
    assert told == [OF_A_BROWSER] * 3
    assert tables[0].id in {place[0] for place in ear.numbers}
    assert len({place[0] for place in ear.numbers}) == 3
