"""A board that can be looked at closely: by buttons, wheel, keys, fingers; over updates and visits; by arrow keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.dune_pair import THRONE, in_bidding
from tests.browser.players import PATIENCE, Player, Server, players
from tests.kit import sure
from tests.serving import Sitting

REACHED = """() => {
  const stops = [...document.querySelectorAll('.dune-map [data-tip]')], seen = new Set(), open = [stops[0]];
  while (open.length) {
    const here = open.pop();
    if (seen.has(here)) continue;
    seen.add(here);
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      here.focus();
      here.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      open.push(document.activeElement);
    }
  }
  return [stops.length, seen.size];
}"""


IN_SIGHT = """() => {
  const box = document.querySelector('[data-zoom]').getBoundingClientRect();
  const place = document.activeElement.getBoundingClientRect();
  const within = (low, high, from, to) => (low >= from && high <= to) || high - low > to - from - 48;
  return within(place.left, place.right, box.left, box.right) && within(place.top, place.bottom, box.top, box.bottom);
}"""


def how_close(page: Page) -> float:
    """How many times wider than its box the drawing is."""
    made = page.evaluate(
        "() => { const box = document.querySelector('[data-zoom]'); return box.scrollWidth / box.clientWidth; }"
    )
    return float(made)


def looked_at(page: Page, table: Sitting) -> Page:
    page.goto(f"/tables/{table.id}")
    expect(page.locator("[data-zoom]")).to_be_visible(timeout=PATIENCE)
    return page


def test_a_board_is_looked_at_closely_and_stays_so(agatha: Player, server: Server) -> None:
    """Closer by button, wheel and key; neither an update of the table nor another visit changes it."""
    table = in_bidding(server)
    agatha.join(table.link(THRONE), "Agatha")
    page = looked_at(agatha.page, table)
    tall = page.locator("[data-zoom]").bounding_box()
    assert how_close(page) == 1
    page.get_by_role("button", name="Look closer").click()
    assert how_close(page) == pytest.approx(1.5, abs=0.01)
    assert page.locator("[data-zoom]").bounding_box() == tall, "nothing else moves"
    table.answer(THRONE, "bid", amount=1)
    expect(page.locator("#hand-title")).not_to_have_text("What do you bid?", timeout=PATIENCE)
    assert how_close(page) == pytest.approx(1.5, abs=0.01)
    page.locator("[data-zoom]").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    expect(page.locator("html")).to_have_class("has-script near-dune", timeout=PATIENCE)
    close = how_close(page)
    assert close > 2
    looked_at(page, table)
    assert how_close(page) == pytest.approx(close, abs=0.01)
    page.locator(".dune-map [tabindex='0']").focus()
    page.keyboard.press("Escape")
    assert how_close(page) == 1


def test_a_board_that_is_larger_than_its_box_follows_the_mouse(agatha: Player, server: Server) -> None:
    """Taking hold of it is not tapping it."""
    table = in_bidding(server)
    agatha.join(table.link(THRONE), "Agatha")
    page = looked_at(agatha.page, table)
    page.get_by_role("button", name="Look closer").dblclick()
    left = "() => document.querySelector('[data-zoom]').scrollLeft"
    before = page.evaluate(left)
    page.locator("[data-zoom]").hover()
    page.mouse.down()
    box = sure(page.locator("[data-zoom]").bounding_box())
    page.mouse.move(box["x"] + box["width"] / 2 - 80, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    assert page.evaluate(left) == pytest.approx(before + 80, abs=2)


def test_arrow_keys_reach_every_place_of_the_planet(agatha: Player, server: Server) -> None:
    """One stop for Tab, all 86 places for the arrows; the place that has the focus is told of."""
    table = in_bidding(server)
    agatha.join(table.link(THRONE), "Agatha")
    page = looked_at(agatha.page, table)
    assert page.evaluate(REACHED) == [86, 86]
    expect(page.locator(".dune-map [tabindex='0']")).to_have_count(1)
    page.keyboard.press("End")
    focused = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    expect(page.locator("[data-tip-line]").first).to_have_text(focused)
    for _ in range(4):
        page.keyboard.press("+")
    for key in ("Home", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        assert page.evaluate(IN_SIGHT), key


def test_a_finger_on_a_small_board_means_closer_first(browser: Browser, server: Server) -> None:
    """On a phone the whole planet is shown; a tap enlarges where it falls, and places are large enough for the next."""
    table = in_bidding(server)
    with players(browser, server, 1, viewport={"width": 360, "height": 740}, has_touch=True) as (agatha,):
        agatha.join(table.link(THRONE), "Agatha")
        page = looked_at(agatha.page, table)
        assert how_close(page) == 1
        page.locator("#table-at-pale-mesa-5").tap(force=True)
        assert how_close(page) == pytest.approx(2.5, abs=0.01)
        sizes = page.evaluate(
            "() => [...document.querySelectorAll('.dune-map [data-tip]')].map((one) => one.getBoundingClientRect())"
            ".map((box) => Math.min(box.width, box.height))"
        )
        assert min(sizes) >= 24
