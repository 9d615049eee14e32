"""What does not belong to a question stays where it is on the screen when the question comes or goes."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect
from tests.browser import loyalty_table, plotters
from tests.browser.players import PATIENCE, Server, asked, in_a_hurry, players
from tests.kit import sure


def top(page: Page, part: str) -> float:
    """Where something begins."""
    return sure(page.locator(part).bounding_box())["y"]


def test_standing_orders_stand_at_one_place_whether_one_is_asked_or_not(browser: Browser, server: Server) -> None:
    table = server.begun(plotters.FOUR, game="conspiracy")
    seat = plotters.until(table, plotters.has("place"))
    with players(browser, server, 2) as (mover, other):
        for player in (mover, other):
            in_a_hurry(player.page)
        idle = other.at(table, (seat + 1) % 4)
        asked(idle, "You have nothing to do now")
        expect(mover.at(table, seat).locator("#composer > .composer .commit .primary")).to_be_visible(timeout=PATIENCE)
        assert abs(top(mover.page, "#orders") - top(idle, "#orders")) < 2
        mover.page.evaluate("() => { document.querySelector('#orders').style.marginBottom = '4rem'; }")
        assert abs(top(mover.page, "#orders") - top(idle, "#orders")) > 20


def test_what_is_settled_in_loyalty_pushes_no_player_away(browser: Browser, server: Server) -> None:
    """LOY-8.5."""
    table, (first, second, *_) = loyalty_table.begun(server)
    table.answer(first, "move", origin=loyalty_table.home(first), to="C", units={"militia": 2, "citizens": 1})
    table.answer(first, "pass")
    with players(browser, server, 1) as (watcher,):
        in_a_hurry(watcher.page)
        page = watcher.visit(f"/tables/{table.id}").page
        expect(page.locator("#table-players")).to_be_visible(timeout=PATIENCE)
        before = [top(page, part) for part in ("#table-players", "#table-ends")]
        table.answer(second, "ask_to_move", origin=loyalty_table.home(second), to="C", units={"militia": 2}, prices={})
        expect(page.locator("#table-affair")).to_be_in_viewport(timeout=PATIENCE, ratio=1)
        assert [top(page, part) for part in ("#table-players", "#table-ends")] == before
