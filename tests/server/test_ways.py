"""The ways from one page of a table to the others, and what a watcher is not offered."""

from __future__ import annotations

from tests.server.test_next_game import until
from tests.server.test_pages import GAME, table_of
from tests.serving import Browser, another


def test_the_pages_of_a_table_lead_to_each_other_and_a_watcher_has_no_hand(browser: Browser) -> None:
    """The host's panel has the replay, too; where no link stands, none is warned of."""
    table = table_of(browser.post("/new", GAME | {"name": "Zoe", "bots": "3", "bot": "random", "start": "yes"}))
    until(lambda: "Your turn" in browser.get(f"/tables/{table}").text)
    browser.post(f"/tables/{table}/answer", {"act": "pass"})
    until(lambda: "Round 2" in browser.get(f"/tables/{table}").text)
    panel = browser.get(f"/tables/{table}/host").text
    assert f'href="/tables/{table}/replay"' in panel
    assert "Only this computer" not in panel
    tabs = [
        page.partition('<nav class="tabs"')[2]
        for page in (browser.get(f"/tables/{table}").text, watched(browser, table))
    ]
    assert [" Hand" in one for one in tabs] == [True, False]


def watched(browser: Browser, table: str) -> str:
    """A table as somebody sees it who has no seat there."""
    return another(browser.client).get(f"/tables/{table}").text
