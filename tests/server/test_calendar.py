"""The calendar: one entry for each own question with a deadline, read back by another library."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import vobject
from tests.serving import NOON, Browser, Clock, Sitting, another, begin, client_of, open_services

from turncoat.server.notices import feed
from turncoat.server.services import Services
from turncoat.table.deadline import After

DAY = timedelta(days=1)
THREE = ("Agatha", "Barney", "Celeste")


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return daily(client)


def daily(client: httpx.Client, title: str = "Thursday night") -> Sitting:
    return begin(client, THREE, title=title, deadline=msgspec.to_builtins(After(1440)))


@pytest.fixture
def agatha(browser: Browser, table: Sitting) -> Browser:
    """Somebody who sits at a table."""
    table.hand(0, browser)
    return browser


def address(browser: Browser) -> str:
    """The address of a calendar, as the page of notices tells it."""
    page = browser.get("/notices").text
    found = page.partition('readonly value="')[2].partition('"')[0]
    return found.removeprefix(str(browser.client.base_url).rstrip("/"))


def fetched(browser: Browser, **headers: str) -> httpx.Response:
    return browser.client.get(address(browser), headers=headers)


def entries(browser: Browser) -> list[Any]:
    """The entries of a calendar, as another library reads them."""
    return list(getattr(vobject.readOne(fetched(browser).text), "vevent_list", []))


def at(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def test_the_address_has_a_button_that_copies_it(agatha: Browser) -> None:
    assert 'data-copy="calendar-address"' in agatha.get("/notices").text


def test_an_open_question_is_an_entry_at_its_deadline(agatha: Browser, table: Sitting) -> None:
    (entry,) = entries(agatha)
    assert entry.summary.value == "It is your turn: Thursday night"
    assert entry.dtstart.value == at(NOON) + DAY
    assert entry.url.value.endswith(f"/tables/{table.id}")
    assert entry.valarm.trigger.value == timedelta(hours=-2)
    assert entry.sequence.value == "0"


def test_the_file_says_what_it_is(agatha: Browser) -> None:
    """RFC 5545 and 7986."""
    answer = fetched(agatha)
    assert answer.headers["content-type"].startswith("text/calendar")
    for line in ("VERSION:2.0", "METHOD:PUBLISH", "NAME:Turncoat", "REFRESH-INTERVAL;VALUE=DURATION:PT15M"):
        assert f"{line}\r\n" in answer.text
    assert all(len(line.encode()) <= 75 for line in answer.text.split("\r\n"))


def test_what_is_due_after_the_last_year_is_written_at_its_end() -> None:
    late = feed.Waiting("uid", "table", "Thursday night", 10**15, 10**15)
    (event,) = vobject.readOne(feed.written([late], {}, "https://games.test").decode()).vevent_list
    assert event.dtstart.value.year == 9999


def test_a_title_adds_no_line(client: httpx.Client, browser: Browser) -> None:
    """RFC 5545, 3.3.11: escaped, and folded."""
    title = "a;b,c\\n\\ BEGIN:VEVENT " + "ä" * 40
    daily(client, title).hand(0, browser)
    (entry,) = entries(browser)
    assert entry.summary.value == f"It is your turn: {title}"


def test_what_is_answered_vanishes_and_the_next_question_has_another_name(agatha: Browser, table: Sitting) -> None:
    first = entries(agatha)[0].uid.value
    table.answer(0, "loot")
    assert entries(agatha) == []
    table.answer(1, "loot")
    table.answer(2, "loot")
    assert entries(agatha)[0].uid.value != first


def test_only_own_questions_are_told(client: httpx.Client, agatha: Browser, table: Sitting, clock: Clock) -> None:
    """Nothing that others do changes a byte, unless it closes the decision."""
    before = fetched(agatha)
    clock.forward(3600)
    table.answer(1, "loot")
    daily(another(client).client, "Others")
    assert fetched(agatha).content == before.content
    assert fetched(agatha).headers["etag"] == before.headers["etag"]


def test_a_deadline_that_moves_raises_the_number(agatha: Browser, table: Sitting) -> None:
    """RFC 5545, 3.8.7.4."""
    told = [entries(agatha)[0]]
    for minutes in (60, 30):
        table.do("extend", minutes=minutes)
        told.append(entries(agatha)[0])
    told.append(entries(agatha)[0])
    assert [entry.sequence.value for entry in told] == ["0", "1", "2", "2"]
    assert [entry.uid.value == told[0].uid.value for entry in told] == [True] * 4
    assert [later.dtstart.value > one.dtstart.value for one, later in pairwise(told)] == [True, True, False]


def test_the_number_outlives_a_restart(tmp_path: Path, clock: Clock) -> None:
    with client_of(open_services(tmp_path, clock=clock)) as client:
        table, browser = daily(client), Browser(client)
        table.hand(0, browser)
        entries(browser)
        table.do("extend", minutes=60)
        assert entries(browser)[0].sequence.value == "1"
        where = address(browser)
    with client_of(open_services(tmp_path, clock=clock)) as client:
        assert "SEQUENCE:1" in client.get(where).text


def test_a_paused_table_is_not_in_it(agatha: Browser, table: Sitting) -> None:
    table.do("pause")
    assert entries(agatha) == []


def test_a_table_without_a_deadline_is_not_in_it(client: httpx.Client, browser: Browser) -> None:
    begin(client, THREE).hand(0, browser)
    assert entries(browser) == []


def test_what_has_not_changed_is_not_sent_again(agatha: Browser, table: Sitting) -> None:
    etag = fetched(agatha).headers["etag"]
    assert fetched(agatha, **{"if-none-match": etag}).status_code == 304
    table.answer(0, "loot")
    assert fetched(agatha, **{"if-none-match": etag}).status_code == 200


def test_a_new_address_ends_the_old_one(agatha: Browser) -> None:
    old = address(agatha)
    agatha.post("/calendar")
    assert address(agatha) != old
    assert agatha.client.get(old).status_code == 404
    assert len(entries(agatha)) == 1


def test_asking_for_it_changes_no_address(agatha: Browser) -> None:
    """Scanners and previews open every link."""
    where = address(agatha)
    for method in ("HEAD", "GET", "OPTIONS"):
        agatha.client.request(method, where)
    assert address(agatha) == where


def forged(token: str) -> dict[str, str]:
    purpose, subject, generation, mac = token.split(".")
    return {
        "mac": f"{purpose}.{subject}.{generation}.{'b' if mac[0] == 'a' else 'a'}{mac[1:]}",
        "subject": f"{purpose}.{subject[:-1]}{'b' if subject[-1] == 'a' else 'a'}.{generation}.{mac}",
        "generation": f"{purpose}.{subject}.1.{mac}",
        "purpose": f"mail.{subject}.{generation}.{mac}",
        "nothing": "",
    }


@pytest.mark.parametrize("what", ["mac", "subject", "generation", "purpose", "nothing"])
def test_a_forged_address_is_none(what: str, agatha: Browser) -> None:
    token = address(agatha).removeprefix("/calendar/").removesuffix(".ics")
    assert agatha.client.get(f"/calendar/{forged(token)[what] or 'x'}.ics").status_code == 404


def test_a_token_for_something_else_opens_no_calendar(agatha: Browser, services: Services) -> None:
    subject = address(agatha).split(".")[1]
    assert agatha.client.get(f"/calendar/{services.tokens.make('unsubscribe', subject)}.ics").status_code == 404


def test_whoever_has_many_tables_sees_those_under_way(
    client: httpx.Client, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the ids of those that are over."""
    monkeypatch.setattr(feed, "MOST", 1)
    tables = sorted((daily(client) for _ in range(2)), key=lambda table: table.id)
    for table in tables:
        table.hand(0, browser)
    tables[1].do("close")
    assert [entry.url.value.rpartition("/")[2] for entry in entries(browser)] == [tables[0].id]


# --- seats that are lost --------------------------------------------------------------------------


def revoke(agatha: Browser, table: Sitting) -> None:
    table.do("revoke", seat=0)


def leave(agatha: Browser, table: Sitting) -> None:
    table.post("leave", 0)


def hand_to_another(agatha: Browser, table: Sitting) -> None:
    table.do("revoke", seat=0)
    barney = another(agatha.client)
    table.hand(0, barney)


@pytest.mark.parametrize("lose", [revoke, leave, hand_to_another])
def test_a_seat_that_is_lost_is_in_the_calendar_no_more(
    lose: Callable[[Browser, Sitting], None], agatha: Browser, table: Sitting
) -> None:
    assert len(entries(agatha)) == 1
    lose(agatha, table)
    assert entries(agatha) == []


# --- planted faults -------------------------------------------------------------------------------


def test_a_stamp_with_the_time_of_asking_is_noticed(
    agatha: Browser, clock: Clock, monkeypatch: pytest.MonkeyPatch, services: Services
) -> None:
    """A calendar that says when it was made changes although nothing has happened, and is sent again each time."""
    honest = feed.written

    def stamped(waiting: Any, numbers: dict[str, int], base: str) -> bytes:
        now = at(services.keeper.now()).strftime("%Y%m%dT%H%M%SZ").encode()
        return honest(waiting, numbers, base).replace(b"DTSTAMP:", b"X-MADE:" + now + b"\r\nDTSTAMP:")

    monkeypatch.setattr(feed, "written", stamped)
    before = fetched(agatha).headers["etag"]
    clock.forward(60)
    assert fetched(agatha).headers["etag"] != before
