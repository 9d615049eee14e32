"""A game seen again on one line of time: dragged, stepped by key, linked to, without script as well."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players
from tests.serving import Sitting

THREE = ("Agatha", "Barney", "Celeste")
WORDS = "I pass, as ever."


@pytest.fixture
def over(server: Server) -> Sitting:
    """A game of two rounds: words in the first, an attack in the second."""
    table = server.begun(THREE, options={"rounds": 2})
    assert table.post("talk", 1, text=WORDS).status_code == 201
    table.everybody("pass")
    table.answer(1, "attack", target=2)
    table.everybody("pass", 1)
    assert table.get()["phase"] == "finished"
    return table


def at(page: Page, round_: int, frame: int) -> None:
    expect(page.locator("#reveal")).to_have_attribute("data-round", str(round_), timeout=PATIENCE)
    expect(page.locator("#reveal")).to_have_attribute("data-frame", str(frame), timeout=PATIENCE)


def test_the_whole_game_is_stepped_through_by_key(
    agatha: Player, over: Sitting, axe_violations: Callable[[Page], list[str]]
) -> None:
    """It opens at the beginning; the winner is named at the last step and not before."""
    page = agatha.visit(f"/tables/{over.id}/replay").page
    at(page, 1, 0)
    expect(page.locator("#moments")).to_contain_text("Round 1 of 2")
    assert axe_violations(page) == []
    steps = 0
    while page.locator("a#step-next").count():
        before = (
            page.locator("#reveal").get_attribute("data-round"),
            page.locator("#reveal").get_attribute("data-frame"),
        )
        expect(page.locator("#moments")).not_to_contain_text("wins")
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "([round, frame]) => { const it = document.getElementById('reveal').dataset;"
            " return it.round !== round || it.frame !== frame; }",
            arg=before,
        )
        steps += 1
    assert steps > 4
    at(page, 2, int(page.locator("#reveal").get_attribute("data-frames") or 0) - 1)
    expect(page.locator("#moments")).to_contain_text("Barney attacks Celeste")
    page.keyboard.press("ArrowLeft")
    at(page, 2, int(page.locator("#reveal").get_attribute("data-frames") or 0) - 2)


def test_the_line_is_dragged_and_the_address_can_be_shared(agatha: Player, over: Sitting) -> None:
    page = agatha.visit(f"/tables/{over.id}/replay").page
    line = page.locator("#moment")
    box = line.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 12, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2, steps=4)
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator("#reveal")).to_have_attribute("data-round", "2", timeout=PATIENCE)
    page.wait_for_url("**/replay?moment=*")
    caption, shared = page.locator("#caption").inner_text(), page.url
    page.goto(shared)
    expect(page.locator("#caption")).to_have_text(caption, use_inner_text=True)
    linked = page.locator("#moment-link").input_value()
    page.goto(linked)
    expect(page.locator("#caption")).to_have_text(caption, use_inner_text=True)
    page.locator("#step-next").click()
    page.wait_for_url("**round=2&frame=*")


def test_what_was_said_stands_in_its_round(agatha: Player, over: Sitting) -> None:
    """Talk is part of the line; another round does not show it."""
    page = agatha.visit(f"/tables/{over.id}/replay?round=1&frame=9").page
    expect(page.locator("#moments")).to_contain_text(WORDS)
    page.goto(f"/tables/{over.id}/replay?round=2&frame=9")
    expect(page.locator("#moments")).not_to_contain_text(WORDS)
    expect(page.locator("#said")).to_contain_text(WORDS)


def test_it_works_without_script_on_a_phone(browser: Browser, server: Server, over: Sitting) -> None:
    """A button goes to the moment; nothing is wider than the screen."""
    plain = {"java_script_enabled": False, "viewport": {"width": 360, "height": 740}}
    with players(browser, server, 1, **plain) as (agatha,):
        page = agatha.visit(f"/tables/{over.id}/replay").page
        page.locator("#moment").focus()
        page.keyboard.press("End")
        page.get_by_role("button", name="Go there").click()
        page.wait_for_url("**/replay?moment=*")
        expect(page.locator("#reveal")).to_have_attribute("data-round", "2")
        page.locator("#step-back").click()
        expect(page.locator("#caption")).to_be_visible()


def test_anybody_looks_from_any_seat_when_the_game_is_over(agatha: Player, over: Sitting) -> None:
    page = agatha.visit(f"/tables/{over.id}/replay").page
    page.get_by_role("link", name="Celeste").first.click()
    page.wait_for_url("**seat=2**")
    at(page, 1, 0)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**seat=2**frame=1")
