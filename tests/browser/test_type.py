"""Every word on every board can be read: 11 px and more, beside the other panes as on a phone, also above its hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.players import turn_to
from tests.browser.test_frame import STATES, TABLES, page_of
from tests.leaks.on_pages import Gallery
from tests.pictures import preview

from turncoat.kernel import play

PLAYED = {name: (name, *played) for name, played in TABLES.items()} | {
    "truce-8": ("truce", 8, 30),
    "truce-14": ("truce", 14, 30),
    "truce-30": ("truce", 30, 40),
    "conspiracy-5": ("conspiracy", 5, 150),
    "loyalty-8": ("loyalty", 8, 200),
}
"""By name: the game, how many sit there, and how many answers bots have given before anybody looks late."""
WINDOWS = ((1280, 800), (1920, 1080), (2560, 1440), (360, 740))
"""Width and height of a window."""
LEAST = 11
"""The least type size, in pixels."""

SMALL = """(least) => {
  const found = [];
  const shown = (one, box) => one.checkVisibility({opacityProperty: true, visibilityProperty: true})
    && box.width > 1.5 && box.height > 1.5 && one.getBoundingClientRect().width > 0;
  const unseen = (one) => {
    for (let each = one; each && each !== document.body; each = each.parentElement)
      if (getComputedStyle(each).clipPath === 'inset(50%)') return true;
    return false;
  };
  const walk = document.createTreeWalker(document.querySelector('.stage'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const one = node.parentElement, range = document.createRange();
    range.selectNodeContents(node);
    if (!node.data.trim() || !shown(one, range.getBoundingClientRect()) || unseen(one)) continue;
    const drawn = one.ownerSVGElement ? one.getScreenCTM() : null;
    const size = parseFloat(getComputedStyle(one).fontSize) * (drawn ? Math.hypot(drawn.b, drawn.d) : 1);
    if (size < least - 0.05) found.push(`${node.data.trim()} (${one.getAttribute('class')}): ${size.toFixed(1)} px`);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the pages are served: each table at the beginning, late, and while a story is told."""
    folder = tmp_path_factory.mktemp("type")
    preview.lay_out(folder)
    for name, (game, seats, answers) in PLAYED.items():
        gallery = Gallery(game, seats, "random", {}, 3)
        for state, moves in (("first", 0), ("late", answers)):
            for _ in range(moves):
                gallery.move()
            while 0 not in play.waiting(gallery.game):
                gallery.move()
            (folder / f"{name}-{state}.html").write_text(page_of(gallery), encoding="utf-8")
        (folder / f"{name}-told.html").write_text(page_of(gallery, told=True), encoding="utf-8")
    with preview.served(folder) as address:
        yield address


@pytest.fixture
def window(browser: Browser) -> Iterator[Page]:
    """A window, without motion and without a table behind the page."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
    yield page
    context.close()


@pytest.mark.parametrize("name", PLAYED)
def test_every_word_on_a_board_can_be_read(window: Page, address: str, name: str) -> None:
    small: dict[Any, list[str]] = {}
    for width, height in WINDOWS:
        window.set_viewport_size({"width": width, "height": height})
        for state in STATES:
            window.goto(f"{address}/{name}-{state}.html")
            small[width, state] = window.evaluate(SMALL, LEAST)
            if width == 360:
                turn_to(window, "Hand")
                small[state, "Hand"] = window.evaluate(SMALL, LEAST)
    assert {where: words for where, words in small.items() if words} == {}


@pytest.mark.parametrize("game", ["dune", "loyalty"])
def test_words_that_a_phone_has_no_room_for_are_there_when_one_looks_closer(
    window: Page, address: str, game: str
) -> None:
    """And are then large enough."""
    window.set_viewport_size({"width": 360, "height": 740})
    window.goto(f"{address}/{game}-late.html")
    words = "() => [...document.querySelectorAll('[data-zoom] text')].filter(one => one.getClientRects().length).length"
    before = window.evaluate(words)
    for _ in range(3):
        window.get_by_role("button", name="Look closer").click()
    assert window.evaluate(words) > before
    assert window.evaluate(SMALL, LEAST) == []


def test_a_word_that_is_too_small_is_noticed(window: Page, address: str) -> None:
    """The detector sees a planted fault, in a large window as on a phone."""
    for width, height in (WINDOWS[0], WINDOWS[-1]):
        window.set_viewport_size({"width": width, "height": height})
        window.goto(f"{address}/truce-late.html")
        assert window.evaluate(SMALL, LEAST) == []
        window.evaluate("() => { document.querySelector('.supply-count').setAttribute('font-size', '6'); }")
        assert len(window.evaluate(SMALL, LEAST)) == 1
