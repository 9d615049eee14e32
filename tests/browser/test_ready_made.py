"""Characters that are made up already: one tap each; whoever makes an own one is told of a slip once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, asked, players, turn_to, unfold
from tests.browser.thrice_table import gathered


@pytest.mark.parametrize("width", [1280, 360])
def test_a_character_is_chosen_with_one_tap(
    browser: Browser, server: Server, axe_violations: Callable[[Page], list[str]], width: int
) -> None:
    """THR-3: six of them, each with a sentence; the form for an own one is folded; no tap is near the next."""
    table = gathered(server, 2)
    with players(browser, server, 1, viewport={"width": width, "height": 740}) as (player,):
        page = player.at(table)
        turn_to(page, "Hand")
        asked(page, "Who will you be?")
        made = page.locator(".ready-made li")
        assert made.count() >= 6
        expect(made.first).to_contain_text("A good first character.")
        expect(page.locator(".hand .composer")).to_be_hidden()
        expect(page.locator(".ready-made .thr-portrait")).to_have_count(made.count())
        hand = page.locator(".hand").bounding_box()
        assert hand
        assert hand["width"] > width / 2, "where nobody stands yet, the characters have the place of the field"
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for button in page.locator(".ready-made button").all():
            box = button.bounding_box()
            assert box
            assert box["height"] >= 44
        page.get_by_role("button", name="Choose The boulder").click()
        player.sees("Sealed")
        filed = table.get(seat=0)["question"]["filed"]
        assert (filed["kin"], filed["points"]) == ("troll", {"armour": 1, "condition": 2})


def test_chance_makes_a_character_at_the_table(agatha: Player, server: Server) -> None:
    """THR-3.6: it is the same when the page is made anew, keeps the rules, and has all points spent."""
    table = gathered(server, 2)
    page = agatha.at(table)
    last = page.locator(".ready-made li").last
    words = last.locator("p").inner_text()
    page.reload()
    expect(last.locator("p")).to_have_text(words)
    last.get_by_role("button", name="Choose By lot").click()
    agatha.sees("Sealed")
    assert sum(table.get(seat=0)["question"]["filed"]["points"].values()) == 3


def test_a_character_is_chosen_without_script(browser: Browser, server: Server) -> None:
    """The same buttons; the form for an own one opens as well."""
    table = gathered(server, 2)
    context = browser.new_context(base_url=server.address, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/join/{table.link(0)}")
    page.get_by_role("button", name="Take the seat").click()
    page.locator("#own-make > summary").click()
    expect(page.locator(".composer .chip", has_text="calm")).to_contain_text("stays cool when others run")
    page.get_by_role("button", name="Choose The dancer").click()
    expect(page.locator("#hand-title")).to_have_text("Sealed", timeout=PATIENCE)
    assert table.get(seat=0)["question"]["filed"]["points"] == {"armour": 1, "initiative": 2}
    context.close()


def test_whoever_makes_an_own_one_begins_with_a_kin(agatha: Player, server: Server) -> None:
    """THR-3.1: kins have faces; words come with a kin, and another kin can be chosen at once."""
    page = agatha.at(gathered(server, 2))
    page.locator("#own-make > summary").click()
    kins = page.locator('.composer .chip:has([name="create.kin"])')
    expect(kins.locator(".thr-portrait")).to_have_count(6)
    word = page.locator(".composer .chip", has_text="crow-talk talks with crows").last
    expect(word).to_be_hidden()
    kins.filter(has_text="duarg").click()
    expect(page.locator(".composer .chip", has_text="believes, and says so").last).to_be_visible()
    kins.filter(has_text="ancestor").first.click()
    expect(word).to_be_visible()


def test_a_slip_is_told_once(agatha: Player, server: Server) -> None:
    """THR-3.6: by key, with points left: one message, nothing is sent; each skill says what it does."""
    table = gathered(server, 2)
    page = agatha.at(table)
    page.locator("#own-make > summary").click()
    unfold(page)
    page.locator("label.chip", has_text="human").click()
    expect(page.locator(".composer .amounts")).to_contain_text("what an attack on you must reach")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.locator("#act-create").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#toasts .toast")).to_have_count(1)
    expect(page.locator("#refusal")).to_have_count(0)
    assert [url for url in sent if "/answer" in url] == []


def test_the_others_sheets_are_folded_and_the_own_is_at_hand(agatha: Player, server: Server) -> None:
    """The own sheet and the opponents stand beside the field; a line says how the others are."""
    table = gathered(server, 2)
    for seat in range(2):
        sheet = {"kin": "human", "first": "savage", "second": "greedy", "third": "calm"}
        table.answer(seat, "create", **sheet, points={"weapon": 2, "condition": 1})
    table.answer(2, "build", removed=0, second=0, points={"damage A": 1})
    page = agatha.at(table)
    expect(page.locator("#table-beside #table-sheet-0")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#table-beside .thr-foes li").first).to_contain_text("Opponent 1")
    other = page.locator("#table-fold-1")
    expect(other.locator("summary")).to_contain_text("condition 5 · advantage 0")
    expect(page.locator("#table-sheet-1")).to_be_hidden()
    other.locator("summary").click()
    expect(page.locator("#table-sheet-1")).to_be_visible()
