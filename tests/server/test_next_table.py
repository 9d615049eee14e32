"""From one table to the next that waits for the reader, and what somebody is told who has lost a seat."""

from __future__ import annotations

import httpx
from tests.serving import Browser, Sitting, as_read, begin

NAMES = ("Agatha", "Barney", "Celeste")


def of_agatha(client: httpx.Client, browser: Browser, many: int) -> list[Sitting]:
    """Tables that all wait for her, in the order in which one follows the other."""
    tables = [begin(client, NAMES) for _ in range(many)]
    for table in tables:
        browser.join(table.link(0))
    return sorted(tables, key=lambda table: table.id)


def test_a_table_says_how_many_others_wait_and_leads_to_each_of_them(client: httpx.Client, browser: Browser) -> None:
    first, second, third = of_agatha(client, browser, 3)
    assert "<b>2</b><span>more tables</span>" in browser.get(f"/tables/{first.id}").text
    for here, following in ((first, second), (second, third), (third, first)):
        assert browser.get(f"/my-tables/next?after={here.id}").url.path == f"/tables/{following.id}"
    third.answer(0, "loot")
    assert "<b>1</b><span>more table</span>" in browser.get(f"/tables/{first.id}").text
    assert browser.get(f"/my-tables/next?after={second.id}").url.path == f"/tables/{first.id}"


def test_where_nothing_waits_the_way_leads_to_the_list(client: httpx.Client, browser: Browser) -> None:
    (only,) = of_agatha(client, browser, 1)
    page = browser.get(f"/tables/{only.id}").text
    assert "hidden" in page.partition('id="elsewhere-waits"')[2].partition(">")[0]
    assert browser.get(f"/my-tables/next?after={only.id}").url.path == "/my-tables"


def test_whoever_has_lost_a_seat_is_told_so_when_they_act(client: httpx.Client, browser: Browser) -> None:
    (table,) = of_agatha(client, browser, 1)
    browser.get(f"/tables/{table.id}")
    assert table.do("revoke", seat=0).status_code == 204
    refused = browser.post(f"/tables/{table.id}/answer", {"act": "loot"})
    assert refused.status_code in (401, 403)
    for page in (refused.text, browser.get(f"/tables/{table.id}").text):
        assert "This browser held the seat of Agatha and does not any more" in as_read(page)


def test_a_stranger_has_lost_nothing(client: httpx.Client, others: Browser) -> None:
    table = begin(client, NAMES)
    assert "You are watching" in others.get(f"/tables/{table.id}").text
    assert "held the seat" not in others.get(f"/tables/{table.id}").text
