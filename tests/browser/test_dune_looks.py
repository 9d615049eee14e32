"""Dune in every phase in real Chromium: no barrier, no error, nothing too wide, nothing that jumps, keys are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.dune_table import SEERS, Desert, desert
from tests.browser.players import FOCUSED, PATIENCE, asked, players, tab_to
from tests.pictures import dune_states, preview

PHASES = (
    *("dune-traitor", "dune-placement", "dune-prediction", "dune-dial", "dune-storm-window", "dune-worm"),
    *("dune-nexus-proposals", "dune-auction-seers", "dune-auction-allied", "dune-revival", "dune-ship-allied"),
    *("dune-ship-carriers", "dune-companion", "dune-move", "dune-move-watched", "dune-choose", "dune-voice"),
    *("dune-prescience", "dune-plan-voice", "dune-plan-sealed", "dune-plan-watched", "dune-treachery"),
    *("dune-traitor-called", "dune-discards", "dune-karama-card", "dune-won-allied"),
)
"""One state of each phase and question, all from one game."""
KINDS = ((360, "dark"), (1280, "light"), (360, "light"), (1280, "dark"))
LOOKS = [(name, *KINDS[number % 4]) for number, name in enumerate(PHASES)]
"""Phases on a phone and on a desk, in both themes by turns; ``tests.pictures.preview`` shows each in all four."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address under which the pages are served."""
    folder = tmp_path_factory.mktemp("dune")
    preview.lay_out(folder)
    wanted = [state for state in dune_states.STATES if state.name in PHASES]
    for state, evening in dune_states.evenings(wanted):
        (folder / f"{state.name}.html").write_text(dune_states.page_of(state, evening), encoding="utf-8")
    with preview.served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def looking(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page that is turned to many sizes and themes, and the errors it reports."""
    errors: list[str] = []
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
    yield page, errors
    context.close()


@pytest.mark.parametrize(("name", "width", "theme"), LOOKS)
def test_no_phase_has_barriers_errors_or_anything_too_wide(
    looking: tuple[Page, list[str]],
    pages: str,
    axe_violations: Callable[[Page], list[str]],
    name: str,
    width: int,
    theme: Any,
) -> None:
    """Axe finds nothing, the console is silent, nothing scrolls sideways."""
    page, errors = looking
    errors.clear()
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=theme)
    page.goto(f"{pages}/{name}.html")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert axe_violations(page) == []
    assert errors == []


# --- a table that is played -----------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Desert]:
    with desert(tmp_path) as table:
        yield table


def test_a_shipment_and_a_plan_by_keys_alone(browser: Browser, table: Desert) -> None:
    """DUN-4.7.2, DUN-4.8.5: card, place on the map, number, leader and commitment, without a pointer."""
    table.play_to("faction_turn.ship", SEERS)
    with players(browser, table.server, 1) as (agatha,):
        page = agatha.at(table)
        tab_to(page, '#composer input[name="act"]')
        page.keyboard.press("ArrowRight")
        assert page.evaluate(FOCUSED, "#act-ship")
        tab_to(page, "#table-map use")
        page.keyboard.press("Home")
        assert page.evaluate(FOCUSED, "#table-map use.glow")
        page.keyboard.press("Enter")
        tab_to(page, '#composer input[name="ship.forces"]')
        page.keyboard.press("ArrowUp")
        tab_to(page, '#composer input[name="ship.karama"]')
        page.keyboard.press("Space")
        to = page.locator('#composer select[name="ship.to"]').input_value()
        before = table.get()["view"]["factions"][SEERS]["forces"].get(to, 0)
        committed(page)
        assert table.get()["view"]["factions"][SEERS]["forces"][to] == before + 2
        table.play_to("battle.plans", SEERS)
        asked(page, "What is your battle plan?")
        tab_to(page, '#composer input[name="plan.dial"]')
        page.keyboard.press("ArrowUp")
        tab_to(page, '#composer input[name="plan.hero"]')
        page.keyboard.press("Space")
        committed(page)
        table.play_to("battle.treachery", SEERS)
        sealed = table.get()["view"]["battle"]["plans"]["seers"]
        assert (sealed["dial"], sealed["hero"], sealed["weapon"], sealed["defence"]) == (1, "seers-1", None, None)


def committed(page: Page) -> None:
    """Reach the button, and press it by key."""
    tab_to(page, "#composer > form .commit .primary")
    with page.expect_response(lambda response: response.url.partition("?")[0].endswith("/answer")) as told:
        page.keyboard.press("Enter")
    assert told.value.ok, told.value.text()


JUMPS = """() => {
  window.jumps = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      const moved = one.sources.map((source) => source.node?.id || source.node?.className || source.node?.nodeName);
      if (!one.hadRecentInput) window.jumps.push([one.value, ...moved]);
    }
  }).observe({type: "layout-shift"});
}"""
STEADY = 0.02
"""So much may jump at most while a page that is only looked at changes, as browsers count it."""


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_jumps_while_an_auction_is_watched(browser: Browser, table: Desert, width: int) -> None:
    """The board is morphed in place: from bid to bid and from card to card nothing on the screen is pushed about."""
    table.play_to("auction.bid", SEERS)
    settings: dict[str, Any] = {"viewport": {"width": width, "height": 800}, "reduced_motion": "no-preference"}
    with players(browser, table.server, 1, **settings) as (watcher,):
        page = watcher.visit(f"/tables/{table.id}").page
        expect(page.locator("#table-now")).to_contain_text("card 1 of 6", timeout=PATIENCE)
        page.evaluate(JUMPS)
        for number in (2, 3, 4):
            while table.get()["view"]["auction"]["number"] < number:
                table.play_past("auction.bid", SEERS)
            expect(page.locator("#table-now")).to_contain_text(f"card {number} of 6", timeout=PATIENCE)
        jumps = page.evaluate("() => new Promise(done => requestAnimationFrame(() => done(window.jumps)))")
        assert sum(one[0] for one in jumps) < STEADY, jumps


def test_who_wants_no_motion_gets_none(browser: Browser, table: Desert) -> None:
    """Reduced motion: nothing is under way after a change, however much has moved."""
    table.play_to("storm.dial", SEERS)
    with players(browser, table.server, 1, reduced_motion="reduce") as (agatha,):
        page = agatha.at(table)
        table.play_to("faction_turn.move", SEERS)
        asked(page, "Do you move forces?")
        still(page)


def still(page: Page) -> None:
    """No animation is longer than an instant."""
    long = "() => document.getAnimations().filter(one => one.effect.getComputedTiming().activeDuration > 20).length"
    assert page.evaluate(long) == 0
