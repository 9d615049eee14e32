"""Who has won is told last: to those who look on, to those who come back, with script and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players, turn_to
from tests.serving import Sitting

THREE = ("Agatha", "Barney", "Celeste")
NAMED = "() => document.body.innerText.replace(/ winner/g, '').includes('wins')"
"""Whether the page says who wins, anywhere in sight."""


@pytest.fixture
def table(server: Server) -> Sitting:
    """A game of two rounds of which nothing is played yet."""
    return server.begun(THREE, options={"rounds": 2})


def played(table: Sitting) -> None:
    """Barney loots in both rounds and wins."""
    for _ in range(2):
        table.everybody("pass", 1)
        table.answer(1, "loot")
    assert table.get()["phase"] == "finished"


def steps_to_the_end(page: Page) -> Iterator[str]:
    """Step by step through what is told; the caption of each still but the last."""
    while page.locator("a#step-next").count():
        caption = page.locator("#caption").inner_text()
        yield caption
        told = page.locator("#caption p").get_attribute("id")
        page.locator("#step-next").click()
        expect(page.locator("#caption p")).not_to_have_id(told or "", timeout=PATIENCE)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_whoever_comes_back_after_the_end_is_told_the_story_first(
    browser: Browser, server: Server, table: Sitting, script: bool
) -> None:
    """It begins with the first round that was missed, goes on by itself from round to round, and ends in the winner."""
    with players(browser, server, 1, java_script_enabled=script) as (agatha,):
        page = agatha.at(table)
        page.goto("about:blank")
        played(table)
        page.goto(f"/tables/{table.id}")
        rounds = set[str]()
        for caption in steps_to_the_end(page):
            rounds.add(page.locator("#reveal").get_attribute("data-round") or "")
            assert "wins" not in caption
            assert not page.evaluate(NAMED)
        assert rounds == {"1", "2"}
        page.locator("#skip").click()
        expect(page.locator("#ending")).to_contain_text("Barney wins.", timeout=PATIENCE)
        page.goto(f"/tables/{table.id}")
        expect(page.locator("#ending")).to_contain_text("Barney wins.", timeout=PATIENCE)
        expect(page.locator("#reveal, #since")).to_have_count(0)


def test_the_story_that_was_missed_plays_by_itself(browser: Browser, server: Server, table: Sitting) -> None:
    with players(browser, server, 1, reduced_motion="no-preference") as (agatha,):
        page = agatha.at(table)
        page.goto("about:blank")
        played(table)
        page.goto(f"/tables/{table.id}")
        expect(page.locator("#reveal.is-playing")).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#reveal[data-frame='1']")).to_be_visible(timeout=PATIENCE)


def test_the_winner_is_named_at_once_to_whoever_asks(
    agatha: Player, table: Sitting, axe_violations: Callable[[Page], list[str]]
) -> None:
    page = agatha.at(table)
    page.goto("about:blank")
    played(table)
    page.goto(f"/tables/{table.id}")
    assert axe_violations(page) == []
    page.get_by_role("link", name="Show the end now").click()
    expect(page.locator("#ending")).to_contain_text("Barney wins.", timeout=PATIENCE)
    page.reload()
    expect(page.locator("#ending")).to_contain_text("Barney wins.", timeout=PATIENCE)


def test_the_log_beside_a_story_tells_nothing_that_comes_later(
    browser: Browser, server: Server, table: Sitting
) -> None:
    """Also while the game goes on: on a phone the log stands below the story."""
    with players(browser, server, 1, viewport={"width": 360, "height": 740}) as (agatha,):
        page = agatha.at(table)
        table.answer(1, "attack", target=2)
        table.everybody("pass", 1)
        expect(page.locator("#reveal")).to_be_visible(timeout=PATIENCE)
        turn_to(page, "Story")
        expect(page.locator("#table-board")).to_be_visible()
        log = page.locator(".lately")
        expect(log).to_be_visible()
        expect(log).not_to_contain_text("attacks")
        for _ in steps_to_the_end(page):
            pass
        expect(log).to_contain_text("Barney attacks Celeste")
