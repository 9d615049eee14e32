"""After the end: whispered promises are counted for everybody once those who made and heard them agree."""

from __future__ import annotations

import httpx
import pytest
from tests.server.test_reading import sits
from tests.serving import Browser, Sitting, another, begin

ANNA, BEN, CLARA = range(3)


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    return begin(client, ("Anna", "Ben", "Clara"), options={"rounds": 2})


def counted(browser: Browser, table: Sitting) -> str:
    """The chart of promises at the end, as text."""
    page = browser.get(f"/tables/{table.id}?seen=99").text
    return page.partition('<div class="tally"')[2].partition("</div>")[0]


def test_a_whispered_promise_is_counted_for_all_once_both_agree(client: httpx.Client, table: Sitting) -> None:
    anna, ben, clara = (sits(client, table, seat) for seat in range(3))
    at = f"/tables/{table.id}"
    other_device = another(client)
    other_device.post("/continue", {"code": ben.post(f"{at}/continue").text.split("/continue/")[1][:9]})
    anna.post(f"{at}/talk", {"kind": "promise", "act": "loot", "will": "yes", "times": "1", "to": "1"})
    clara.post(f"{at}/talk", {"kind": "promise", "act": "loot", "will": "yes", "times": "1"})
    assert anna.post(f"{at}/open").status_code == 200, "before the end this does nothing"
    for _ in range(2):
        for browser in (anna, ben, clara):
            browser.post(f"{at}/answer", {"act": "loot"})
    assert table.get()["phase"] == "finished"
    anna.get(f"{at}?seen=99")  # the end is no news to her
    assert "Anna</th>" in counted(ben, table).partition("<tbody>")[2]
    for agreed in (anna, ben):
        for watcher in (clara, another(client)):
            assert "Anna</th>" not in counted(watcher, table).partition("<tbody>")[2]
        assert "chart counts the promises that you whispered" in agreed.post(f"{at}/open").text
    for watcher in (clara, another(client)):
        assert "Anna</th>" in counted(watcher, table).partition("<tbody>")[2]
    assert other_device.post(f"{at}/open").status_code == 200
    assert "Anna</th>" not in counted(clara, table).partition("<tbody>")[2]
    ben.post(f"{at}/open")
    assert "Anna</th>" in counted(clara, table).partition("<tbody>")[2], "taken back on one device, agreed on another"
