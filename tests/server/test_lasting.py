"""What a browser remembers of a table: how much of it its reader has seen."""

from __future__ import annotations

import httpx
import pytest
from tests.kit import says
from tests.serving import Browser, Sitting, another, begin


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, ("Agatha", "Barney", "Celeste"))


@pytest.fixture
def browser(client: httpx.Client, table: Sitting) -> Browser:
    made = another(client)
    made.join(table.link(0))
    return made


BAR = 'id="since"'


def test_whoever_comes_for_the_first_time_is_told_nothing(browser: Browser, table: Sitting) -> None:
    assert BAR not in browser.get(f"/tables/{table.id}").text


def test_whoever_comes_back_is_told_what_is_new_until_it_has_been_read(browser: Browser, table: Sitting) -> None:
    """Without script: the bar stays until the reader says so; what was read is not told again."""
    browser.get(f"/tables/{table.id}")
    table.everybody("loot")
    assert BAR in browser.get(f"/tables/{table.id}").text
    page = browser.get(f"/tables/{table.id}")
    assert BAR in page.text
    assert "Since you were last here" in page.text
    seen = page.text.partition("?seen=")[2].partition('"')[0]
    assert BAR not in browser.get(f"/tables/{table.id}?seen={seen}").text
    assert BAR not in browser.get(f"/tables/{table.id}").text
    table.everybody("loot")
    assert BAR in browser.get(f"/tables/{table.id}").text


def test_the_part_that_changes_has_the_bar_only_where_it_is_asked_for(browser: Browser, table: Sitting) -> None:
    """Script says since when; else a bar that was put away would come back with the next change."""
    browser.get(f"/tables/{table.id}")
    table.everybody("loot")
    assert BAR not in browser.get(f"/tables/{table.id}/live").text
    assert BAR in browser.get(f"/tables/{table.id}/live?since=1").text


def test_an_address_says_since_when(browser: Browser, table: Sitting) -> None:
    """It can be kept and shared: the ledger shows only what came after."""
    table.everybody("loot")
    page = browser.get(f"/tables/{table.id}/ledger?since=1")
    says(page.text, "only since you were last here", "keep <a href")


def test_every_seat_has_a_memory_of_its_own(browser: Browser, table: Sitting) -> None:
    """A browser that holds several seats remembers each apart."""
    browser.join(table.link(1))
    for seat in (0, 1):
        browser.get(f"/tables/{table.id}?seat={seat}")
    table.everybody("loot")
    browser.get(f"/tables/{table.id}?seat=0&seen=99")
    assert BAR not in browser.get(f"/tables/{table.id}?seat=0").text
    assert BAR in browser.get(f"/tables/{table.id}?seat=1").text


@pytest.mark.parametrize("query", ["since=soon", "since=-3", "since=99999999999", "seen=never", "seen=999999", "who=x"])
def test_an_address_that_makes_no_sense_is_read_as_if_it_asked_nothing(
    query: str, browser: Browser, table: Sitting
) -> None:
    table.everybody("loot")
    for part in ("", "/ledger", "/live"):
        page = browser.get(f"/tables/{table.id}{part}?{query}")
        assert page.status_code == 200


def test_nobody_has_read_what_has_not_happened(browser: Browser, table: Sitting) -> None:
    browser.get(f"/tables/{table.id}?seen=500")
    assert BAR not in browser.get(f"/tables/{table.id}").text
    table.everybody("loot")
    assert BAR in browser.get(f"/tables/{table.id}").text
