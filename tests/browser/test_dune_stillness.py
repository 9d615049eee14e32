"""Dune in real Chromium while others play: nothing is pushed about when a phase goes on, little when one begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.dune_table import NAMES, SEERS, Desert, desert
from tests.browser.players import PATIENCE, in_a_hurry, players

NOTING = """() => {
  const told = () => document.querySelector("#reveal") ? ", told" : "";
  const matter = () => document.querySelector("#table-affair").className.split("dune-affair-")[1] + told();
  const box = () => document.querySelector("#table-map").getBoundingClientRect();
  const at = () => [box().x, box().y, box().width].map(Math.round).join();
  const seen = window.seen = {changes: [[0, matter(), at()]], jumps: []};
  document.addEventListener("htmx:after:swap", () => seen.changes.push([performance.now(), matter(), at()]));
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      const moved = one.sources.map((source) => source.node?.id || source.node?.className || source.node?.nodeName);
      if (!one.hadRecentInput) seen.jumps.push([one.startTime, one.value, moved.map(String)]);
    }
  }).observe({type: "layout-shift"});
}"""
"""Note when the page changes, what is settled or told then and where the map is; and what jumps, as browsers count."""
NOTED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(() => done(window.seen), 50)))"
WITHIN, BETWEEN, CUT = 0.02, 0.05, 0.15
"""So much may jump at most while a phase goes on, when another begins, and when a story leads to another time."""

Jump = tuple[float, list[str]]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Desert]:
    with desert(tmp_path) as table:
        yield table


def looking(page: Page, table: Desert, tab: str = "") -> None:
    """Look at the table, and note what moves from now on."""
    page.goto(f"/tables/{table.id}{tab}")
    expect(page.locator("#table-map")).to_be_visible(timeout=PATIENCE)
    page.evaluate("() => document.fonts.ready")
    page.evaluate(NOTING)


def a_turn(page: Page, table: Desert) -> None:
    """Everybody plays to the second turn; whoever looks sees each answer before the next is given."""
    for seat, question, turn in table.questions():
        if turn > 1:
            break
        table.scripted(seat, question, turn)
        page.evaluate("() => new Promise(done => requestAnimationFrame(done))")
    expect(page.locator("#table-now")).to_contain_text("Turn 2", timeout=PATIENCE)


def jumps_of(seen: dict[str, Any]) -> tuple[dict[str, list[Jump]], dict[str, list[Jump]]]:
    """What jumped while each phase went on, and when each began."""
    within: dict[str, list[Jump]] = defaultdict(list)
    between: dict[str, list[Jump]] = defaultdict(list)
    changes = seen["changes"]
    for when, much, moved in seen["jumps"]:
        last = max(place for place, change in enumerate(changes) if change[0] <= when)
        matter, before = changes[last][1], changes[max(last - 1, 0)][1]
        if matter == before:
            within[f"{matter} after change {last - _stay(changes, last)}"].append((much, moved))
        else:
            between[f"{before} to {matter}, change {last}"].append((much, moved))
    return within, between


def _stay(changes: list[list[Any]], last: int) -> int:
    """For how many changes the same thing has been settled."""
    stay = 0
    while stay < last and changes[last - stay - 1][1] == changes[last][1]:
        stay += 1
    return stay


def too_much(jumps: dict[str, list[Jump]], most: float) -> dict[str, list[Jump]]:
    """Those of which the sum is more than that."""
    return {name: found for name, found in jumps.items() if sum(one[0] for one in found) >= most}


@pytest.mark.parametrize("width", [360, 1280])
def test_a_turn_that_is_watched_pushes_nothing_about(browser: Browser, table: Desert, width: int) -> None:
    """DUN-1.4.1: from setup through every phase of a turn that comes; the map stays where it is to the pixel."""
    settings: dict[str, Any] = {"viewport": {"width": width, "height": 800}, "reduced_motion": "no-preference"}
    with players(browser, table.server, 1, **settings) as (watcher,):
        in_a_hurry(watcher.page)
        looking(watcher.page, table)
        a_turn(watcher.page, table)
        seen = watcher.page.evaluate(NOTED)
        within, between = jumps_of(seen)
        assert too_much(within, WITHIN) == {}
        cuts = {name: found for name, found in between.items() if "told" in name}
        assert too_much(cuts, CUT) == {}
        assert too_much({name: found for name, found in between.items() if name not in cuts}, BETWEEN) == {}
        assert len({matter for _, matter, _ in seen["changes"]}) >= 4
        assert len({at for *_, at in seen["changes"]}) == 1


@pytest.mark.parametrize(("width", "tab"), [(1280, ""), (360, "#stage"), (360, "#composer")])
def test_questions_that_come_and_go_leave_the_map_where_it_is(
    browser: Browser, table: Desert, width: int, tab: str
) -> None:
    """Somebody who is asked, and whose answers are given elsewhere, taps the same place at the same point."""
    settings: dict[str, Any] = {"viewport": {"width": width, "height": 740}, "has_touch": width < 800}
    with players(browser, table.server, 1, **settings) as (agatha,):
        agatha.join(table.link(SEERS), NAMES[SEERS])
        in_a_hurry(agatha.page)
        looking(agatha.page, table, tab)
        a_turn(agatha.page, table)
        seen = agatha.page.evaluate(NOTED)
        within, between = jumps_of(seen)
        assert width > 800 or too_much(within | between, BETWEEN) == {}
        assert len({at for *_, at in seen["changes"]}) == 1


def test_what_is_pushed_about_is_noticed(browser: Browser, table: Desert) -> None:
    """A planted fault: something grows above the board, and it goes down."""
    with players(browser, table.server, 1, viewport={"width": 1280, "height": 800}) as (watcher,):
        looking(watcher.page, table)
        watcher.page.evaluate("() => { document.querySelector('#stage').style.paddingTop = '12rem'; }")
        within, _ = jumps_of(watcher.page.evaluate(NOTED))
        assert too_much(within, WITHIN)
