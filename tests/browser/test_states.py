"""Every state of a table's page, in all games: no barrier, nothing cut, everything said, with script and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import tab_to, turn_to
from tests.pictures import preview
from tests.pictures.tables import GAMES, STATES, tables_of

KINDS = ((1280, 800, "light"), (360, 740, "dark"))
FITS = (
    "() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
)
MOVING = "() => document.getAnimations().filter(one => one.playState === 'running').length"
NEVER = {("loyalty", "sealed"), ("truce", "waits")}
"""Loyalty asks one after the other; in Truce all are asked."""
FREE = """() => {
  const [side, hand, talk] = ['.side', '#composer', '#talk'].map(one => document.querySelector(one));
  const ends = [...hand.children].filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().bottom);
  const free = hand.getBoundingClientRect().bottom - Math.max(...ends);
  return {
    free: hand.scrollHeight > hand.clientHeight ? 0 : free,
    share: hand.getBoundingClientRect().height / side.getBoundingClientRect().height,
    left: side.getBoundingClientRect().bottom - talk.getBoundingClientRect().bottom,
  };
}"""
"""The pixels below what stands in the hand, the hand's share of the column, and the pixels below the talk."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, set[str]]]:
    """Where the pages are served, and what they are called."""
    folder: Path = tmp_path_factory.mktemp("states")
    preview.lay_out(folder)
    made = {f"{game}-{state}": page for game in GAMES for state, page in tables_of(game)}
    for name, page in made.items():
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    with preview.served(folder) as address:
        yield address, set(made)


def test_every_state_is_there(pages: tuple[str, set[str]]) -> None:
    assert {f"{game}-{state}" for game in GAMES for state in STATES if (game, state) not in NEVER} <= pages[1]


@pytest.mark.parametrize("game", GAMES)
def test_no_state_has_a_barrier_or_leaves_the_window_or_moves(
    browser: Browser, pages: tuple[str, set[str]], game: str, axe_violations: Callable[[Page], list[str]]
) -> None:
    address, names = pages
    wrong: list[str] = []
    for width, height, theme in KINDS:
        settings: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": theme}
        context = browser.new_context(**settings, reduced_motion="reduce")
        context.add_init_script("sessionStorage.clear()")  # else a story is told that came after the state before
        page = context.new_page()
        page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
        for state in STATES:
            if f"{game}-{state}" not in names:
                continue
            page.goto(f"{address}/{game}-{state}.html")
            strip = page.locator("#reconnecting")
            if state == "lost":
                expect(strip).to_be_visible()
            else:
                strip.evaluate("one => one.remove()")
            wrong += [f"{state} {width}: {one}" for one in axe_violations(page)]
            wrong += [f"{state} {width}: scrolls"] * (not page.evaluate(FITS))
            wrong += [f"{state} {width}: moves"] * bool(page.evaluate(MOVING))
            wrong += [f"{state} {width}: the line on top is empty"] * (
                not page.locator(".table-head .now").inner_text().strip()
            )
        context.close()
    assert not wrong, wrong


@pytest.mark.parametrize("game", GAMES)
def test_every_state_says_what_can_be_done_without_script(
    browser: Browser, pages: tuple[str, set[str]], game: str
) -> None:
    address, names = pages
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    for state in STATES:
        if f"{game}-{state}" in names:
            page.goto(f"{address}/{game}-{state}.html")
            turn_to(page, "Hand")
            expect(page.locator("#composer")).to_be_in_viewport()
            words = "You are watching" if state == "told" else ""
            expect(page.locator("#composer :is(h2, .first-told)").locator("visible=true").first).to_contain_text(words)
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_while_a_round_is_told_the_keyboard_reaches_the_way_to_the_answer(
    browser: Browser, pages: tuple[str, set[str]], game: str
) -> None:
    """The hand is folded, and its form is not in the way of the keyboard."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
    page.goto(f"{pages[0]}/{game}-told.html")
    expect(page.locator("#composer > .composer .commit button").first).to_be_hidden()
    tab_to(page, "#answer-now")
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_where_nothing_is_asked_the_talk_has_the_room_that_is_free(
    browser: Browser, pages: tuple[str, set[str]], game: str
) -> None:
    """The hand is as high as what stands in it, and has three fifths at most."""
    address, names = pages
    context = browser.new_context()
    page = context.new_page()
    page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
    for width, height in ((1280, 800), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        for state in ("sealed", "waits", "watching", "over"):
            if f"{game}-{state}" in names:
                page.goto(f"{address}/{game}-{state}.html")
                found = page.evaluate(FREE)
                assert (found["free"], found["left"]) == (pytest.approx(10, abs=14), pytest.approx(0, abs=1)), state
                assert found["share"] < 0.61
    page.evaluate("() => { document.querySelector('#composer').style.cssText = 'flex: 0 0 90%; max-height: none'; }")
    assert page.evaluate(FREE)["share"] > 0.61
    context.close()
