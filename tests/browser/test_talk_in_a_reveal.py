"""Whoever says something while a round is told sees it told to its end."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Server, players, turn_to

ANNA, BEN, CLARA = range(3)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def at_step(page: Page, number: int) -> None:
    """The page tells the first round, and has come to this step."""
    reveal = page.locator("#reveal")
    expect(reveal).to_have_attribute("data-round", "1", timeout=PATIENCE)
    expect(reveal).to_have_attribute("data-frame", str(number), timeout=PATIENCE)


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_what_is_said_leaves_the_story_where_it_is(browser: Browser, server: Server, device: dict[str, Any]) -> None:
    """TRU-14: a message of one's own, one of another's, and another thread: the next step follows the last one."""
    table = server.begun(("Anna", "Ben", "Clara"))
    with players(browser, server, 1, **device) as (anna,):
        page = anna.at(table, ANNA)
        table.everybody("loot")
        at_step(page, 0)
        turn_to(page, "Story")
        page.locator("a#step-next").click()
        at_step(page, 1)
        anna.say("I trust you all.")
        at_step(page, 1)
        assert table.post("talk", BEN, text="Do you?").is_success
        expect(page.locator("#messages")).to_contain_text("Do you?", timeout=PATIENCE)
        page.locator(f"#thread-{CLARA}").click()
        expect(page.locator(".say .to-whom")).to_contain_text("to Clara", timeout=PATIENCE)
        at_step(page, 1)
        anna.say("Not him.")
        at_step(page, 1)
        turn_to(page, "Story")
        page.locator("a#step-next").click()
        at_step(page, 2)


def test_the_story_plays_on_by_itself_while_somebody_talks(browser: Browser, server: Server) -> None:
    """It goes through all its steps, and then the table comes back with the question of the next round."""
    table = server.begun(("Anna", "Ben", "Clara"))
    with players(browser, server, 1, reduced_motion="no-preference") as (anna,):
        page = anna.at(table, ANNA)
        table.everybody("pass")
        at_step(page, 0)
        last = int(page.locator("#reveal").get_attribute("data-frames") or "0") - 1
        anna.say("I trust you all.")
        at_step(page, last)
        expect(page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)
        expect(page.locator(".asked")).to_be_visible(timeout=PATIENCE)
