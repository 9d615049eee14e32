"""THR-12.5 in real Chromium: what stepping in is about stands above its cards, on a wide page and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.players import Server, asked, players
from tests.browser.thrice_table import begun


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_before_stepping_in_the_page_says_what_it_is_about(
    browser: Browser, server: Server, width: int, height: int
) -> None:
    """THR-12.5: attacker, chance, damage, engagements."""
    table = begun(server, trick_cost=0)
    table.answer(0, "take")
    table.answer(0, "give", trick="intercept", to=0)
    table.answer(0, "done")
    table.answer(1, "take")
    table.answer(1, "engage", target=3)
    table.answer(1, "done")
    table.answer(2, "send", who=3)
    table.answer(2, "attack", target=1)
    with players(browser, server, 1, viewport={"width": width, "height": height}) as (agatha,):
        page = agatha.at(table)
        asked(page, "Will you step in the way?")
        if width < 800:
            page.locator("a[data-tab]", has_text="Hand").click()
        said = page.locator("#stakes")
        expect(said).to_be_in_viewport(ratio=1)
        assert said.evaluate("one => one.getBoundingClientRect().height") > 40
        expect(said).to_contain_text("a hit takes 1 or 4")
        expect(said).to_contain_text("Opponent 2 leaves the engagement with Barney and is engaged with you.")
