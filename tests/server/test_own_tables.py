"""Who comes back sees what waits: each table a small board of what this reader may see, and what happened since."""

from __future__ import annotations

import re

import httpx
import pytest
from tests.serving import Browser, Clock, Sitting, another, as_read, begin, gather

from turncoat.server.app import ALWAYS
from turncoat.web import small_board
from turncoat.web.site.table_lists import MOST_BOARDS

NAMES = ("Agatha", "Barney", "Celeste")
SVG = {"accept": "image/svg+xml"}


def boards(page: str) -> list[str]:
    """The addresses of the small boards on a page."""
    return [address.replace("&amp;", "&") for address in re.findall(r'class="card-board" src="([^"]+)"', page)]


def cards(page: str) -> list[str]:
    """Ids of the tables that are listed."""
    return re.findall(r'data-table="([0-9a-f]+)"', page)


@pytest.fixture
def seated(client: httpx.Client, browser: Browser) -> Sitting:
    """A table of Truce where this browser is Agatha, who is asked."""
    table = begin(client, NAMES, title="Thursday night")
    browser.join(table.link(0))
    return table


@pytest.mark.parametrize("page", ["/", "/my-tables"])
def test_a_table_under_way_is_a_small_board(seated: Sitting, browser: Browser, page: str) -> None:
    (address,) = boards(browser.get(page).text)
    board = browser.get(address, headers=SVG)
    assert board.headers["content-type"] == "image/svg+xml"
    assert board.text.startswith("<svg ")
    assert "Agatha" in board.text
    assert "<script" not in board.text


def test_a_small_board_is_not_sent_twice_and_not_drawn_twice(
    seated: Sitting, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has another address as soon as it may look otherwise."""
    (address,) = boards(browser.get("/my-tables").text)
    first = browser.get(address, headers=SVG)
    monkeypatch.setattr(small_board, "picture", lambda *_: "<svg/>")
    assert browser.get(address, headers=SVG).text == first.text
    again = browser.get(address, headers=SVG | {"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    seated.everybody("loot")
    (later,) = boards(browser.get("/my-tables").text)
    assert later != address


def test_a_drawing_brings_its_own_style_and_may_do_nothing_else(seated: Sitting, browser: Browser) -> None:
    """Firefox holds pictures to the policy of their own answer."""
    (address,) = boards(browser.get("/my-tables").text)
    policy = browser.get(address, headers=SVG).headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")
    assert browser.get("/my-tables").headers["content-security-policy"] == ALWAYS["Content-Security-Policy"]


def test_nobody_sees_the_small_board_of_a_seat_that_they_do_not_hold(seated: Sitting, others: Browser) -> None:
    assert others.get(f"/tables/{seated.id}/board.svg?seat=0").status_code in (401, 403)
    assert others.get(f"/tables/{seated.id}/board.svg").status_code == 200


def test_before_the_game_there_is_no_board(client: httpx.Client, browser: Browser) -> None:
    table = gather(client, NAMES)
    browser.join(table.link(0), "Agatha")
    assert boards(browser.get("/my-tables").text) == []
    assert browser.get(f"/tables/{table.id}/board.svg").status_code == 404


def test_only_the_first_tables_of_a_list_are_drawn(client: httpx.Client, browser: Browser) -> None:
    for table in [begin(client, NAMES) for _ in range(MOST_BOARDS + 2)]:
        browser.join(table.link(0))
    page = browser.get("/my-tables").text
    assert (len(cards(page)), len(boards(page))) == (MOST_BOARDS + 2, MOST_BOARDS)


def test_the_list_says_what_happened_since_and_for_how_long_it_waits(
    seated: Sitting, browser: Browser, clock: Clock
) -> None:
    browser.get(f"/tables/{seated.id}")
    words = as_read(browser.get("/my-tables").text)
    assert "new:" not in words
    assert re.search(r"Your turn</strong>\s*since just now", words)
    assert "Last:</b> Round 1 of 10" in words
    seated.everybody("loot")
    clock.forward(3 * 3600)
    words = as_read(browser.get("/my-tables").text)
    assert re.search(r"\d+ new:</b> ", words)
    assert re.search(r"Your turn</strong>\s*for 3 hours", words)
    browser.get(f"/tables/{seated.id}?seen=99")
    assert "new:" not in browser.get("/my-tables").text


def test_who_does_not_sit_at_a_table_yet_is_not_named(client: httpx.Client, browser: Browser) -> None:
    table = gather(client, NAMES)
    browser.join(table.link(0))
    another(client).join(table.link(1))
    words = as_read(browser.get("/my-tables").text)
    assert NAMES[1] in words
    assert NAMES[2] not in words


def test_the_list_says_whom_it_waits_for(seated: Sitting, browser: Browser) -> None:
    seated.answer(0, "loot")
    assert "Waiting for Barney and Celeste" in as_read(browser.get("/my-tables").text)


def test_every_page_counts_the_tables_that_wait_and_leads_to_the_next(client: httpx.Client, browser: Browser) -> None:
    seated, other = begin(client, NAMES), begin(client, NAMES)
    browser.join(seated.link(0))
    for page in ("/", "/my-tables", "/rules", "/new", "/continue"):
        assert "<b>1</b><span>table</span>" in browser.get(page).text, page
    assert browser.get("/my-tables/next").url.path == f"/tables/{seated.id}"
    browser.join(other.link(0))
    ledger = browser.get(f"/tables/{seated.id}/ledger").text
    assert "<b>1</b><span>more table</span>" in ledger
    assert f"/my-tables/next?after={seated.id}" in ledger


def test_the_list_can_be_narrowed_to_one_kind(client: httpx.Client, browser: Browser) -> None:
    seated, lobby, over = begin(client, NAMES), gather(client, NAMES), begin(client, NAMES)
    browser.join(seated.link(0))
    browser.join(lobby.link(0), "Agatha")
    browser.join(over.link(0))
    assert over.do("close").status_code == 204
    wanted = {"waiting": [seated.id], "going": [seated.id], "before": [lobby.id], "over": [over.id], "archive": []}
    for kind, ids in wanted.items():
        assert cards(browser.get(f"/my-tables?show={kind}").text) == ids, kind
    assert len(cards(browser.get("/my-tables").text)) == 3
    assert browser.get("/my-tables?show=lost").status_code == 404


def test_a_table_is_put_away_and_taken_back(client: httpx.Client, browser: Browser, others: Browser) -> None:
    """Only for this reader; and what asks for an answer is never hidden."""
    table = begin(client, NAMES)
    browser.join(table.link(0))
    others.join(table.link(1))
    table.answer(0, "loot")
    browser.post("/my-tables/archive", {"table": table.id})
    assert cards(browser.get("/my-tables").text) == []
    assert cards(browser.get("/").text) == []
    assert cards(browser.get("/my-tables?show=archive").text) == [table.id]
    assert cards(others.get("/my-tables").text) == [table.id]
    table.everybody("loot", 0)
    assert cards(browser.get("/my-tables").text) == [table.id]
    table.answer(0, "loot")
    browser.post("/my-tables/archive", {"table": table.id})
    assert cards(browser.get("/my-tables").text) == [table.id]


def test_nobody_puts_away_a_table_at_which_they_hold_nothing(seated: Sitting, others: Browser) -> None:
    assert others.post("/my-tables/archive", {"table": seated.id}).status_code in (401, 403)
