"""What does not belong to a question stays where it is on the screen when the question comes or goes."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect
from tests.browser import loyalty_table, plotters
from tests.browser.players import PATIENCE, Server, asked, in_a_hurry, players
from tests.kit import sure


def top(page: Page, part: str) -> float:
    """Where something begins."""
    return sure(page.locator(part).bounding_box())["y"]


def test_what_was_said_stays_whether_one_is_asked_or_not(browser: Browser, server: Server) -> None:
    """The talk is higher while nothing is asked; its last words and the line to write in are where they were."""
    table = server.begun(plotters.FOUR, game="conspiracy")
    seat = plotters.until(table, plotters.has("place"))
    for number in range(30):
        table.post("talk", seat, text=f"Word {number}.")
    with players(browser, server, 2) as (mover, other):
        for player in (mover, other):
            in_a_hurry(player.page)
        idle = other.at(table, (seat + 1) % 4)
        asked(idle, "You have nothing to do now")
        expect(mover.at(table, seat).locator("#composer > .composer .commit .primary")).to_be_visible(timeout=PATIENCE)
        assert top(idle, "#talk") < top(mover.page, "#talk") - 20
        for part in (".say textarea", "#messages > :last-child"):
            assert abs(top(mover.page, part) - top(idle, part)) < 2, part
        mover.page.evaluate("() => { document.querySelector('#composer').style.maxHeight = '8rem'; }")
        expect(mover.page.locator("#messages > :last-child")).to_be_in_viewport(ratio=1)
        assert abs(top(mover.page, "#messages > :last-child") - top(idle, "#messages > :last-child")) < 2
        mover.page.evaluate("() => { document.querySelector('#composer').style.maxHeight = ''; }")
        expect(mover.page.locator("#messages > :last-child")).to_be_in_viewport(ratio=1)
        mover.page.evaluate("() => { document.querySelector('.say').style.marginBottom = '4rem'; }")
        assert abs(top(mover.page, ".say textarea") - top(idle, ".say textarea")) > 20


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
