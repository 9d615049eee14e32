"""Conspiracy in real Chromium: every action by taps on the board, the keyboard, undo, and what nobody else may see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players, serving
from tests.serving import Sitting

FOUR = ("Agatha", "Barney", "Celeste", "Darcy")
COMMON = ("reveal", "place", "save")
"""What everybody does, whenever it is possible, until the wanted action is open."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as server:
        yield server


def answer(table: Sitting, seat: int, open_now: list[dict[str, Any]], rng: Random) -> None:
    """Let a seat do something that is common, or anything that it may."""
    best = next((kind for kind in COMMON if any(one["type"] == kind for one in open_now)), None)
    one = rng.choice([one for one in open_now if best in (None, one["type"])])
    taken: list[object] = []
    fields: dict[str, object] = {}
    for name, space in one["fields"].items():
        left = [value for value in space["values"] if name not in one["distinct"] or value not in taken]
        fields[name] = rng.choice(left)
        taken += [fields[name]] if name in one["distinct"] else []
    table.answer(seat, one["type"], **fields)


def until(table: Sitting, wanted: Callable[[dict[str, Any]], bool], seed: int = 1) -> None:
    """Let everybody play until the first seat is asked what is wanted."""
    rng = Random(seed)
    for _ in range(900):
        for seat in table.get()["waiting"][:1]:
            question = table.get("", seat)["question"]
            if seat == 0 and wanted(question):
                return
            answer(table, seat, question["boxes"]["open"], rng)
    raise AssertionError("it never came to that")


def has(kind: str) -> Callable[[dict[str, Any]], bool]:
    """Whether an action is open."""
    return lambda question: any(one["type"] == kind for one in question["boxes"]["open"])


def at_table(player: Player, table: Sitting) -> Page:
    """Look at the table through the first seat's link."""
    player.join(table.keys[0], FOUR[0])
    player.page.goto(f"/tables/{table.id}")
    expect(player.page.locator("#table-board")).to_be_visible(timeout=PATIENCE)
    return player.page


def tap_through(page: Page, card: str) -> None:
    """Choose a card, then tap whatever glows until nothing is missing; fields without a place on the board: chips."""
    page.locator(f"label.card-{card}").locator("visible=true").first.click()
    fields = page.locator(f"#act-{card}").get_attribute("data-fields") or ""
    for _ in fields.split():
        if page.locator("[data-summary].waiting-for").count() == 0:
            return
        glowing = page.locator(".glow").locator("visible=true")
        if glowing.count():
            glowing.last.click()
        else:
            page.locator(f"#act-{card} ~ .card-fields .chip:not(.unfit)").last.click()


def do_it(page: Page) -> None:
    """Commit what is picked; it happens at once."""
    with page.expect_response(lambda one: one.url.partition("?")[0].endswith("/answer")) as told:
        page.get_by_role("button", name="Do it").locator("visible=true").first.click()
    assert told.value.ok
    expect(page.locator("#refusal")).to_have_count(0)


EVENTS = {"place": "coin_placed", "reveal": "coin_revealed", "attack": "attack_", "turn_up": "tile_revealed",
          "advance": "column_rolled"}  # fmt: skip


@pytest.mark.parametrize("card", EVENTS)
def test_a_full_turn_of_each_action_by_taps_alone(browser: Browser, server: Server, card: str) -> None:
    """CON-5.a to CON-5.e, CON-6: pick on the board, commit, spend the rest, save; the log has it."""
    table = server.begun(FOUR, game="conspiracy")
    until(table, has(card))
    with players(browser, server, 1) as (agatha,):
        page = at_table(agatha, table)
        before = table.get()["events"]
        tap_through(page, card)
        summary = page.locator("[data-summary]").locator("visible=true").first.inner_text()
        assert "…" not in summary
        do_it(page)
        heard = table.get("events", 0, after=before)
        assert any(one["event"]["type"].startswith(EVENTS[card]) for one in _listed(heard))
        for _ in range(6):
            if 0 not in table.get()["waiting"]:
                break
            page.goto(f"/tables/{table.id}")
            offered = [one["type"] for one in table.get("", 0)["question"]["boxes"]["open"]]
            kind = next(
                one for one in ("stop", "save", "turn_back", "mark_nothing", "decline", "wait") if one in offered
            )
            if kind == "wait":
                break
            tap_through(page, kind)
            do_it(page)
        assert table.get()["view"]["active"] != 0 or table.get()["view"]["winners"]


def _listed(heard: Any) -> list[dict[str, Any]]:
    return list(heard["events"] if isinstance(heard, dict) else heard)


def test_placing_is_coin_space_direction_each_a_tap_and_each_can_be_undone(browser: Browser, server: Server) -> None:
    """CON-5.a.ii: legal spaces glow, then the directions that go with the space; a tile only on an empty cell."""
    table = server.begun(FOUR, game="conspiracy")
    until(table, has("place"))
    with players(browser, server, 1) as (agatha,):
        page = at_table(agatha, table)
        page.locator("label.card-place").click()
        expect(page.locator(".con-spot.glow")).to_have_count(0)
        page.locator(".con-piece-coin.glow").first.click()
        assert page.locator(".con-spot.glow").count() > 0
        assert page.locator(".con-rose.on").count() == 0
        space = page.locator(".con-spot.glow").first
        name = space.get_attribute("data-value") or ""
        space.click()
        summary = page.locator("[data-summary]").first
        expect(summary).to_contain_text(name)
        expect(page.locator(".con-rose.on")).to_have_count(1)
        legal = {
            direction
            for one in table.get("", 0)["question"]["boxes"]["open"]
            if one["type"] == "place" and name in one["fields"]["space"]["values"]
            for direction in one["fields"]["direction"]["values"]
        }
        shown = page.locator(".con-direction").locator("visible=true")
        assert {one.get_attribute("data-value") for one in shown.all()} == legal
        page.get_by_role("button", name="Undo").locator("visible=true").first.click()
        expect(summary).not_to_contain_text(name)
        assert page.locator(".con-piece-coin.aimed").count() == 1
        page.get_by_role("button", name="Undo").locator("visible=true").first.click()
        assert page.locator(".con-piece-coin.aimed").count() == 0


def test_a_turn_with_the_keyboard_alone(browser: Browser, server: Server) -> None:
    """CON-5.a: Tab, arrows and Enter are enough; the next pick gets the focus."""
    table = server.begun(FOUR, game="conspiracy")
    until(table, has("place"))
    with players(browser, server, 1) as (agatha,):
        page = at_table(agatha, table)
        page.locator("#act-place").focus()
        page.keyboard.press("Space")
        page.locator(".con-piece-coin.glow").first.focus()
        page.keyboard.press("Enter")
        focused = page.evaluate("document.activeElement.dataset.domain")
        assert focused == "space"
        here = page.evaluate("document.activeElement.id")
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.closest('svg') !== null")
        page.evaluate("(id) => document.getElementById(id).focus()", here)
        for _ in range(3):
            if page.locator("[data-summary].waiting-for").count():
                page.keyboard.press("Enter")
        expect(page.locator("[data-summary].waiting-for")).to_have_count(0)
        before = len(table.get()["view"]["coins"])
        page.get_by_role("button", name="Do it").focus()
        with page.expect_response(lambda one: one.url.partition("?")[0].endswith("/answer")):
            page.keyboard.press("Enter")
        assert len(table.get()["view"]["coins"]) == before + 1


def test_looking_at_a_coin_lights_up_its_target_and_says_what_it_needs(browser: Browser, server: Server) -> None:
    """CON-G.6, CON-5.b.iii: by pointer and by focus."""
    table = server.begun(FOUR, game="conspiracy")
    until(table, has("reveal"))
    with players(browser, server, 1) as (agatha,):
        page = at_table(agatha, table)
        coin = page.locator('.con-coin[data-lights*="coin"]').first
        lights = coin.get_attribute("data-lights")
        coin.focus()
        expect(page.locator(f'[id="{lights}"]')).to_have_class(re.compile(r"\blit\b"))
        expect(page.locator("[data-tip-line]")).to_contain_text("An attack needs")
        expect(page.locator("[data-tip-line]")).to_contain_text(coin.get_attribute("aria-label") or "?")


def test_secrets_can_be_covered_and_nobody_else_has_them(browser: Browser, server: Server) -> None:
    """CON-I.1: the goal card, the hand and the tiles are on the owner's page alone."""
    table = server.begun(FOUR, game="conspiracy")
    until(table, has("place"))
    with players(browser, server, 2) as (agatha, watcher):
        page = at_table(agatha, table)
        goal = page.locator(".con-shelf-goal .secret")
        expect(goal).to_be_visible()
        page.get_by_role("button", name="Cover it").click()
        expect(goal).to_be_hidden()
        page.reload()
        expect(page.locator(".con-shelf-goal .secret")).to_be_hidden()
        watcher.visit(f"/tables/{table.id}")
        expect(watcher.page.locator("#table-board")).to_be_visible()
        expect(watcher.page.locator(".con-own")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_table_has_no_barriers_and_nothing_sticks_out(
    browser: Browser, server: Server, axe_violations: Callable[[Page], list[str]], width: int, theme: str
) -> None:
    """On a phone and a desk, by day and by night, with picks half made."""
    table = server.begun(FOUR, game="conspiracy")
    until(table, has("attack"))
    settings: dict[str, Any] = {"viewport": {"width": width, "height": 800}, "color_scheme": theme}
    with players(browser, server, 1, **settings) as (agatha,):
        page = at_table(agatha, table)
        page.locator("label.card-attack").click()
        page.locator(".con-piece-coin.glow").first.click()
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_dice_and_columns_are_told_step_by_step(browser: Browser, server: Server) -> None:
    """CON-M.3, CON-M.5: each column's dice are shown, with the rule; steps can be taken and skipped."""
    table = server.begun(FOUR, game="conspiracy")
    until(table, lambda _: table.get()["view"]["round"] >= 2)
    with players(browser, server, 1) as (agatha,):
        page = at_table(agatha, table)
        page.locator('[data-reveal="20"]').click()
        expect(page.locator("#caption")).to_be_visible(timeout=PATIENCE)
        dice = 0
        while page.locator("a#step-next").count():
            frame = page.locator("#reveal").get_attribute("data-frame")
            page.locator("a#step-next").click()
            expect(page.locator("#reveal")).not_to_have_attribute("data-frame", frame or "", timeout=PATIENCE)
            if page.locator("#caption .rule").inner_text() == "CON-M.3":
                dice = max(dice, page.locator(".con-die").count())
        assert dice == 4
        page.locator("[data-skip]").click()
        expect(page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)
