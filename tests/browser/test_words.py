"""Words for the chance of a game: pages draw, seal and open them by themselves; nobody has to do anything."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.serving import Sitting, gather, on_the_wire, open_services

from turncoat.web import assets

THREE = ("Agatha", "Barney", "Celeste")
AGATHA, BARNEY, CELESTE = range(3)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sitting]:
    """A table of Truce on a server of its own; Celeste is a bot."""
    with (
        on_the_wire(open_services(tmp_path)) as address,
        httpx.Client(base_url=address, timeout=30, follow_redirects=True) as client,
    ):
        made = gather(client, THREE)
        assert made.do("bot", seat=CELESTE, bot="random").status_code == 204
        yield made


def sits(browser: Browser, table: Sitting, seat: int) -> Page:
    """A browser of its own in which somebody takes a seat by their link."""
    context = browser.new_context()
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(f"{table.client.base_url}/join/{table.link(seat)}")
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_url("**/tables/*")
    return page


def sealed(table: Sitting) -> list[bool]:
    return [bool(seat["sealed"]) for seat in table.get()["seats"]]


def until_sealed(page: Page, *seats: int) -> None:
    """The page shows whose words are sealed."""
    expect(page.locator(".agreed")).to_contain_text(f"{' and '.join(THREE[seat] for seat in seats)} added random words")


def events(table: Sitting, kind: str) -> list[dict[str, object]]:
    return [one["event"] for one in table.get("events") if one["event"]["type"] == kind]


def test_pages_seal_words_when_somebody_sits_down_and_open_them_when_the_host_begins(
    browser: Browser, table: Sitting
) -> None:
    """Without a press of a button, and without a wait that anybody notices."""
    agatha, barney = sits(browser, table, AGATHA), sits(browser, table, BARNEY)
    until_sealed(agatha, AGATHA, BARNEY)
    assert table.do("start").status_code == 204
    for page in (agatha, barney):
        expect(page.get_by_role("heading", name="What will you do")).to_be_visible()
    opened = {event["seat"]: event for event in events(table, "seat_opened_words")}
    assert [opened[seat]["by_server"] for seat in range(3)] == [False, False, True]
    assert len({str(one["words"]) for one in opened.values()}) == 3
    assert events(table, "words_left_out") == []


def test_words_are_opened_from_the_page_of_the_code_for_another_device(browser: Browser, table: Sitting) -> None:
    """Nobody waits for a minute because somebody looks at a code."""
    agatha, barney = sits(browser, table, AGATHA), sits(browser, table, BARNEY)
    until_sealed(agatha, AGATHA, BARNEY)
    agatha.get_by_text("Continue on another device").click()
    agatha.locator("#elsewhere button").click()
    expect(agatha.get_by_text("Or type this code there")).to_be_visible()
    assert table.do("start").status_code == 204
    expect(barney.get_by_role("heading", name="What will you do")).to_be_visible(timeout=60_000)
    assert [event["seat"] for event in events(table, "seat_opened_words") if not event["by_server"]]
    assert events(table, "words_left_out") == []


def test_words_of_ones_own_are_sealed_together_with_drawn_ones(browser: Browser, table: Sitting) -> None:
    agatha, barney = sits(browser, table, AGATHA), sits(browser, table, BARNEY)
    until_sealed(agatha, AGATHA, BARNEY)
    before = table.get()["seats"][AGATHA]["sealed"]
    agatha.get_by_text("Your own random words").click()
    agatha.get_by_label("Your words").fill("my dog is called Rex")
    agatha.get_by_role("button", name="Add them").click()
    expect(agatha.locator("#words")).not_to_have_attribute("data-digest", before)
    agatha.reload()
    table.do("start")
    expect(barney.get_by_role("heading", name="What will you do")).to_be_visible()
    words = {event["seat"]: str(event["words"]) for event in events(table, "seat_opened_words")}
    assert words[AGATHA].startswith("my dog is called Rex ")
    assert len(words[AGATHA]) == len("my dog is called Rex ") + 64


def test_a_browser_that_does_not_keep_the_words_says_so_and_can_draw_others(browser: Browser, table: Sitting) -> None:
    """Somebody goes on in another browser; the first commitment would be left out."""
    first, barney = sits(browser, table, AGATHA), sits(browser, table, BARNEY)
    until_sealed(first, AGATHA, BARNEY)
    before = table.get()["seats"][AGATHA]["sealed"]
    first.evaluate("() => localStorage.clear()")
    first.reload()
    first.get_by_text("Your own random words").click()
    expect(first.get_by_text("play in this browser instead")).to_be_visible()
    first.get_by_label("Your words").fill("again")
    first.get_by_role("button", name="Add them").click()
    expect(first.locator("#words")).not_to_have_attribute("data-digest", before)
    table.do("start")
    expect(barney.get_by_role("heading", name="What will you do")).to_be_visible()
    assert events(table, "words_left_out") == []


def test_the_digest_of_the_page_is_sha_256(page: Page, table: Sitting) -> None:
    """FIPS 180-4: against the library's, for every length up to two blocks and some letters beyond ASCII."""
    page.goto(str(table.client.base_url))
    chance = Random(180)
    texts = [*("a" * length for length in range(130)), "Zoë", "日本", "🂡" * 40, str(chance.random())]
    source = (assets.FILES / "js" / "sha256.js").read_text().replace("export ", "")
    found = page.evaluate(f"(texts) => {{ {source}\n return texts.map(sha256); }}", texts)
    assert found == [sha256(text.encode()).hexdigest() for text in texts]
