"""What happened in Conspiracy, told in real Chromium: dice roll, columns slide, the own hand of the moment is seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, card, do_it, players
from tests.browser.plotters import FOUR, has, has_choice, heard, tap_through, until
from tests.serving import Sitting

MOVING = """(names) => document.getAnimations().some(
  (one) => names.includes(one.transitionProperty ?? one.animationName) && one.effect.target.closest("#table-con"))"""
"""Whether something on the table is under way: by transition of these properties or by these animations."""


def told_order(table: Sitting, **like: object) -> int:
    """Play until the columns of a round have been rolled for, and one of them like this; the number of that part."""
    found: list[int] = []

    def happened(_: object) -> bool:
        number, order = 0, False
        for one in heard(table, ""):
            number, order = (one["round"], True) if one["type"] == "round_began" else (number, order)
            order = order and one["type"] != "turn_began"
            rolled = one["type"] == "column_rolled" and all(one[name] == value for name, value in like.items())
            found.extend([10 * number] if order and rolled else [])
        return bool(found) and not order

    until(table, happened)
    return found[0]


def stills(page: Page) -> Iterator[str]:
    """The rules of the stills of a part, stepping from one to the next."""
    yield page.locator("#caption .rule").inner_text()
    while page.locator("a#step-next").count():
        frame = page.locator("#reveal").get_attribute("data-frame")
        page.locator("a#step-next").click()
        expect(page.locator("#reveal")).not_to_have_attribute("data-frame", frame or "", timeout=PATIENCE)
        yield page.locator("#caption .rule").inner_text()


def test_dice_and_columns_are_told_step_by_step(agatha: Player, server: Server) -> None:
    """CON-M.3, CON-M.5: each column's dice are shown, with the rule; steps can be taken and skipped."""
    table = server.begun(FOUR, game="conspiracy")
    part = told_order(table)
    page = agatha.at(table)
    page.locator(f'[data-reveal="{part}"]').click()
    expect(page.locator("#caption")).to_be_visible(timeout=PATIENCE)
    dice = [page.locator(".con-die").count() for rule in stills(page) if rule == "CON-M.3"]
    assert dice == [4, 4, 4]
    page.locator("[data-skip]").click()
    expect(page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)


def test_dice_tumble_and_columns_slide(browser: Browser, server: Server) -> None:
    """CON-M.3, CON-M.5.c: with motion allowed, both are seen to move, in sight of the caption that tells it."""
    table = server.begun(FOUR, game="conspiracy")
    part = told_order(table, advances=True)
    with players(browser, server, 1, reduced_motion="no-preference", viewport={"width": 1280, "height": 800}) as (
        player,
    ):
        page = player.at(table)
        page.goto(f"/tables/{table.id}?round={part}&frame=0")
        page.emulate_media(reduced_motion="no-preference")
        moved: dict[str, Any] = {}
        for rule in stills(page):
            names = {"CON-M.3": ["tumble"], "CON-M.5.c": ["transform"]}.get(rule)
            if names:
                page.wait_for_function(MOVING, arg=names, timeout=PATIENCE)
                moved[rule] = True
                expect(page.locator(".con-board")).to_be_in_viewport(ratio=0.9)
                expect(page.locator(".con-tray")).to_be_in_viewport()
        assert moved == {"CON-M.3": True, "CON-M.5.c": True}


def test_ones_own_push_rolls_before_ones_eyes(agatha: Player, server: Server) -> None:
    """CON-5.e: the dice of an action lie on the table as soon as it is done, and nobody has to wait for the story."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, has("advance"))
    page = agatha.at(table, seat)
    expect(page.locator(".con-die")).to_have_count(0)
    tap_through(page, "advance")
    do_it(page)
    expect(page.locator(".con-tray .con-die")).to_have_count(4, timeout=PATIENCE)


def test_a_still_shows_the_own_hand_of_that_moment(agatha: Player, server: Server) -> None:
    """CON-I.1, CON-5: the goal, the coins and the points of the reader, as they were; nothing of it to be tapped."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, has_choice("place"))
    page = agatha.at(table, seat)
    before = page.locator(".con-shelf-hand .con-piece").count()
    table.answer(seat, "stop")
    until(table, lambda _: table.get()["view"]["active"] not in (None, seat))
    page.goto(f"/tables/{table.id}")
    page.locator("[data-reveal]", has_text=FOUR[seat]).last.click()
    expect(page.locator("#reveal")).to_be_visible(timeout=PATIENCE)
    for part in (".con-board", "#caption", "#step-next"):
        expect(page.locator(part)).to_be_in_viewport()
    expect(page.locator(".con-shelf-goal")).to_be_visible()
    expect(page.locator(".con-shelf-hand .con-piece")).to_have_count(before)
    expect(page.locator(".con-player.own .con-pip")).to_have_count(2)
    expect(page.locator("#table-con .legal")).to_have_count(0)


def test_whoever_begins_to_pick_is_shown_the_board_as_it_is(agatha: Player, server: Server) -> None:
    """CON-5: with less than a minute left cards lie beside the story; one that needs the board leads back to it."""
    table = server.begun(FOUR, game="conspiracy", deadline={"type": "after", "minutes": 60})
    seat = until(table, lambda question: has_choice("place")(question) and table.get()["view"]["round"] > 1)
    page = agatha.at(table, seat)
    page.locator("[data-reveal]").last.click()
    expect(page.locator("#reveal")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("label.card-place")).to_be_hidden()
    page.clock.set_fixed_time(table.get()["due"] - 30_000)
    card(page, "place")
    expect(page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)
    page.locator(".con-piece-coin.glow").first.click()
    page.locator(".con-spot.glow").first.click()
    expect(page.locator(".con-spot.aimed")).to_have_count(1)


def test_whoever_answers_at_once_is_shown_the_board_as_it_is(agatha: Player, server: Server) -> None:
    """CON-5: while the story is told the hand is folded; one tap leads from it to the cards and to the board."""
    table = server.begun(FOUR, game="conspiracy")
    seat = until(table, lambda question: has_choice("place")(question) and table.get()["view"]["round"] > 1)
    page = agatha.at(table, seat)
    page.locator("[data-reveal]").last.click()
    page.locator("#answer-now").click()
    expect(page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)
    tap_through(page, "place")
    expect(page.locator(".con-spot.aimed")).to_have_count(1)
