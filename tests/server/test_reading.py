"""How far somebody has read is kept by the server: in each thread of talk and in the story, for all their windows."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from tests.server.test_own_stream import listening
from tests.serving import Browser, Sitting, another, begin, on_the_wire, open_services

from turncoat.server.read_marks import ReadMarks, thread_key

ANNA, BEN, CLARA = range(3)
THREE = ("Anna", "Ben", "Clara")


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, THREE)


@pytest.fixture
def anna(client: httpx.Client, table: Sitting) -> Browser:
    return sits(client, table, ANNA)


def sits(client: httpx.Client, table: Sitting, seat: int) -> Browser:
    made = another(client)
    made.join(table.link(seat))
    return made


def unread(browser: Browser, table: Sitting, query: str = "") -> dict[str, int]:
    """How much is new, by thread, as the page says it."""
    page = browser.get(f"/tables/{table.id}/threads{query}").text
    found = re.findall(r'data-thread="([\d,]*)".*?<span>([^<]*)</span>(?:<span class="mark">(\d+))?', page, re.DOTALL)
    return {name: int(number) for _, name, number in found if number}


def reads(browser: Browser, table: Sitting, thread: str = "", **marks: int) -> None:
    """What script says when something is in sight."""
    given = {"to": thread.split(",")} if thread else {}
    said = browser.post(f"/tables/{table.id}/read", {**given, **{name: str(one) for name, one in marks.items()}})
    assert said.status_code == 200


def test_each_thread_counts_what_others_have_said_since_it_was_read(anna: Browser, table: Sitting) -> None:
    table.post("talk", BEN, text="Good evening.")
    table.post("talk", BEN, to=[ANNA], text="Psst.")
    table.post("talk", BEN, to=[ANNA], text="Are you there?")
    table.post("talk", CLARA, to=[ANNA, BEN], text="The three of us.")
    table.post("talk", ANNA, to=[CLARA], text="My own words are not new to me.")
    assert unread(anna, table) == {"Everybody": 1, "Ben": 2, "Ben and Clara": 1}
    assert unread(anna, table, "?to=1&read=2") == {"Everybody": 1, "Ben": 1, "Ben and Clara": 1}
    reads(anna, table, "1", said=3)
    assert unread(anna, table) == {"Everybody": 1, "Ben and Clara": 1}


def test_nobody_reads_less_than_before_nor_what_has_not_been_said(anna: Browser, table: Sitting) -> None:
    table.post("talk", BEN, text="One.")
    reads(anna, table, said=999)
    reads(anna, table, said=0)
    assert unread(anna, table) == {}
    table.post("talk", BEN, text="Two.")
    assert unread(anna, table) == {"Everybody": 1}


def test_without_script_following_a_thread_reads_it(anna: Browser, table: Sitting) -> None:
    table.post("talk", BEN, to=[ANNA], text="Psst.")
    page = anna.get(f"/tables/{table.id}").text
    assert "<title>(1) " in page
    (link,) = re.findall(r'data-thread="1"[^>]*?href="([^"]*)#talk"', page)
    assert "<title>(1) " not in anna.get(link.replace("&amp;", "&")).text


def test_what_was_read_in_one_browser_is_read_in_all_of_that_person(client: httpx.Client, table: Sitting) -> None:
    """A browser's reading becomes that of the person who signs in there."""
    desk, phone = sits(client, table, ANNA), another(client)
    table.post("talk", BEN, text="Good evening.")
    reads(desk, table, said=1)
    who = {"name": "Anna", "passphrase": "correct horse"}
    assert desk.post("/sign-in", who | {"new": "yes"}).status_code == 200
    assert phone.post("/sign-in", who).status_code == 200
    assert unread(phone, table) == unread(desk, table) == {}
    table.post("talk", BEN, text="Are you there?")
    assert unread(phone, table) == unread(desk, table) == {"Everybody": 1}
    reads(phone, table, said=2)
    assert unread(phone, table) == unread(desk, table) == {}


def test_whoever_holds_nothing_is_not_remembered(client: httpx.Client, table: Sitting) -> None:
    """No row is written for a passer-by, and nothing is called new to them."""
    table.post("talk", BEN, text="Good evening.")
    stranger = another(client)
    page = stranger.get(f"/tables/{table.id}").text
    assert 'data-marks=""' in page
    assert unread(stranger, table) == {}


def test_it_is_kept_over_a_restart_and_forgotten_with_the_browser(tmp_path: Path) -> None:
    with on_the_wire(open_services(tmp_path, rates={})) as address, httpx.Client(base_url=address) as client:
        table = begin(client, THREE)
        anna = sits(client, table, ANNA)
        table.post("talk", BEN, text="Good evening.")
        reads(anna, table, said=1)
    services = open_services(tmp_path, rates={})
    with on_the_wire(services) as address:
        anna.client.base_url = httpx.URL(address)
        assert unread(anna, table) == {}
        assert anna.post("/sign-out", {}).status_code == 200
    marks = ReadMarks(services.keeper, services.store)
    assert [row for row in _rows(services.store.engine) if row[1] == table.id] == []
    assert marks.known("", (table.id, ANNA)) == {}


def _rows(engine: object) -> list[tuple[object, ...]]:
    with engine.connect() as connection:  # type: ignore[attr-defined]
        return list(connection.exec_driver_sql("SELECT * FROM read_marks"))


def test_the_other_windows_hear_of_it_and_nobody_else_does(tmp_path: Path) -> None:
    """The stream says that this reader has read on; Ben, whose words they were, hears nothing."""
    with on_the_wire(open_services(tmp_path, rates={})) as address, httpx.Client(base_url=address) as client:
        table = begin(client, THREE)
        anna = sits(client, table, ANNA)
        table.post("talk", BEN, to=[ANNA], text="Psst.")
        ben = sits(client, table, BEN)
        with listening(anna.client) as mine, listening(ben.client) as his:
            mine.until_changed()
            his.until_changed()
            before = mine.numbers[table.id, ANNA, "read"]
            reads(anna, table, "1", said=1)
            assert mine.next() == {"table": table.id, "seat": ANNA, "kind": "read", "number": before + 1}
            table.post("talk", CLARA, text="What is going on?")
            assert his.until_changed() == ["said", "changed"]


def test_a_thread_that_one_has_never_heard_of_is_not_read(anna: Browser, table: Sitting) -> None:
    """Nobody fills the database with threads that are not there."""
    table.post("talk", BEN, to=[CLARA], text="Not for Anna.")
    reads(anna, table, "2", said=5)
    reads(anna, table, "1,2", said=5)
    page = anna.get(f"/tables/{table.id}/threads?to=1,2").text
    assert 'data-read="0"' in page
    assert thread_key((1, 2)) == "to 1,2"
