"""Conspiracy in real Chromium: every action by taps on the board, the keyboard, undo, and what nobody else may see."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import Player, Server, card, do_it, players
from tests.browser.plotters import FOUR, has, has_choice, heard, offers, tap_through, until, values

EVENTS = {"place": "coin_placed", "reveal": "coin_revealed", "attack": "attack_", "turn_up": "tile_revealed",
          "advance": "column_rolled"}  # fmt: skip
ENDS = ("stop", "save", "turn_back", "mark_nothing", "decline")
"""What ends a turn, whatever is asked."""


@pytest.mark.parametrize("card", EVENTS)
def test_a_full_turn_of_each_action_by_taps_alone(agatha: Player, server: Server, card: str) -> None:
    """CON-5.a to CON-5.e, CON-6: pick on the board, commit, spend the rest, save; the log has it."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, has(card))
    page = agatha.at(table, seat)
    before = len(heard(table, EVENTS[card]))
    tap_through(page, card)
    assert "…" not in page.locator("[data-summary]").locator("visible=true").first.inner_text()
    do_it(page)
    assert len(heard(table, EVENTS[card])) > before
    turns = len(heard(table, "turn_began"))
    while (question := table.get("", seat)["question"]) and len(heard(table, "turn_began")) == turns:
        ending = [one for one in ENDS if offers(question, one)]
        if not ending:
            break
        page.goto(f"/tables/{table.id}")
        tap_through(page, ending[0])
        do_it(page)
    assert table.get()["view"]["active"] != seat or len(heard(table, "turn_began")) > turns


def test_placing_is_coin_space_direction_each_a_tap_and_each_can_be_undone(agatha: Player, server: Server) -> None:
    """CON-5.a.ii: legal spaces glow, then the directions that go with the space."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, has_choice("place"))
    question = table.get("", seat)["question"]
    page = agatha.at(table, seat)
    card(page, "place")
    summary = page.locator("[data-summary]").first
    expect(page.locator(".con-spot.glow")).to_have_count(0)
    page.locator(".con-piece-coin.glow").first.click()
    spots = page.locator(".con-spot.glow")
    assert {element.get_attribute("data-value") for element in spots.all()} == values(question, "place", "space")
    expect(page.locator(".con-rose.on")).to_have_count(0)
    name = spots.first.get_attribute("data-value") or ""
    spots.first.click()
    where = re.compile(rf"column {name[1]} \(\w+-\w+\)")
    expect(summary).to_have_text(where)
    expect(page.locator(".con-rose.on")).to_have_count(1)
    legal = {
        direction
        for offer in offers(question, "place")
        if name in offer["fields"]["space"]["values"]
        for direction in offer["fields"]["direction"]["values"]
    }
    shown = page.locator(".con-direction").locator("visible=true")
    assert {element.get_attribute("data-value") for element in shown.all()} == legal
    page.get_by_role("button", name="Undo").locator("visible=true").first.click()
    expect(summary).not_to_have_text(where)
    expect(page.locator(".con-piece-coin.aimed")).to_have_count(1)
    page.get_by_role("button", name="Undo").locator("visible=true").first.click()
    expect(page.locator(".con-piece-coin.aimed")).to_have_count(0)


def test_a_tile_is_laid_where_none_lies_and_nowhere_else(agatha: Player, server: Server) -> None:
    """CON-5.a.iii: a space of an empty cell asks for a tile of the hand, any other space for none."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, has_choice("place"))
    lying = {one["cell"] for one in table.get("", seat)["view"]["tiles"]}
    page = agatha.at(table, seat)
    card(page, "place")
    page.locator(".con-piece-coin.glow").first.click()
    for spot in page.locator(".con-spot").all():
        cell = (spot.get_attribute("data-value") or "").partition(".")[0]
        assert ("new" in (spot.get_attribute("class") or "").split()) == (cell not in lying)
        spot.dispatch_event("click")
        assert (page.locator(".con-piece-tile.open").count() > 0) == (cell not in lying)


def test_a_turn_with_the_keyboard_alone(agatha: Player, server: Server) -> None:
    """CON-5.a: Tab, arrows and Enter are enough; the next pick gets the focus."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, has_choice("place"))
    page = agatha.at(table, seat)
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
    with page.expect_response(lambda response: response.url.partition("?")[0].endswith("/answer")):
        page.keyboard.press("Enter")
    assert len(table.get()["view"]["coins"]) == before + 1


def test_looking_at_a_coin_lights_up_its_target_and_says_what_it_needs(agatha: Player, server: Server) -> None:
    """CON-G.6, CON-5.b.iii: by pointer and by focus."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, has("reveal"))
    page = agatha.at(table, seat)
    coin = page.locator('.con-coin[data-lights*="coin"]').first
    lights = coin.get_attribute("data-lights")
    coin.focus()
    expect(page.locator(f'[id="{lights}"]')).to_have_class(re.compile(r"\blit\b"))
    expect(page.locator("[data-tip-line]")).to_contain_text("An attack on this coin needs")
    expect(page.locator("[data-tip-line]")).to_contain_text(coin.get_attribute("aria-label") or "?")


def test_secrets_can_be_covered_and_nobody_else_has_them(browser: Browser, server: Server) -> None:
    """CON-I.1: the goal card, the hand and the tiles are on the owner's page alone."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, has_choice("place"))
    with players(browser, server, 2) as (player, watcher):
        page = player.at(table, seat)
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
    seat = until(table, has("attack"))
    settings: dict[str, Any] = {"viewport": {"width": width, "height": 800}, "color_scheme": theme}
    with players(browser, server, 1, **settings) as (player,):
        page = player.at(table, seat)
        card(page, "attack")
        page.locator(".glow").locator("visible=true").first.click()
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_only_kind_of_answer_needs_no_choosing(agatha: Player, server: Server) -> None:
    """CON-S.5: the goal is picked from what is open at once, and sealed, since all pick theirs."""
    table = server.begun(FOUR, game="conspiracy")
    page = agatha.at(table)
    for name in ("suit", "number"):
        page.locator(f'.chip:has(input[name="goal.{name}"])').locator("visible=true").first.click()
    expect(page.locator("[data-summary]")).to_have_text(re.compile(r"^You will note \w+ and \d\.$"))
    agatha.seal()


def test_on_a_phone_what_will_be_done_stays_in_sight(browser: Browser, server: Server) -> None:
    """CON-5: while hand and board are tapped, the sentence, the undo and the button are on the screen."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, has_choice("place"))
    with players(browser, server, 1, viewport={"width": 360, "height": 740}) as (player,):
        page = player.at(table, seat)
        page.get_by_role("button", name="Do it").click(force=True)
        expect(page.locator("label.card-place")).to_be_in_viewport()
        card(page, "place")
        page.locator(".con-piece-coin.glow").first.click()
        page.locator(".con-spot.glow").first.click()
        for seen in (page.locator("[data-summary]"), page.locator("[data-undo]")):
            expect(seen).to_be_in_viewport()
        expect(page.get_by_role("button", name="Do it")).to_be_in_viewport(ratio=1)


def test_on_a_desk_the_whole_board_is_in_sight(browser: Browser, server: Server) -> None:
    """CON-G.1: all columns with their heads, the players, the bag and the hand, without scrolling."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, has("attack"))
    with players(browser, server, 1, viewport={"width": 1280, "height": 800}) as (player,):
        page = player.at(table, seat)
        for part in (".con-board", ".con-players", ".con-bag", ".con-shelf-hand"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
