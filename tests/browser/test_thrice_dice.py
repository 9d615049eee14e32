"""Dice of Thrice in real Chromium: rolled by hand, refused, thrown by the table."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.browser.players import PATIENCE, Player, Server, asked, card, do_it, foretold, players, summary
from tests.browser.thrice_table import ACT, SWAP, begun, token, view_of


def test_dice_that_were_rolled_by_hand_are_entered(agatha: Player, server: Server) -> None:
    """THR-O24: what fell on the real table counts, and lies on the page as dice; nothing else is taken."""
    table = begun(server, dice="hand")
    page = agatha.at(table)
    card(page, "take")
    do_it(page)
    asked(page, ACT)
    token(page, 2)
    do_it(page)
    asked(page, SWAP)
    page.get_by_role("button", name="One more: How many").click()
    do_it(page)
    asked(page, "What did the dice show?")
    card(page, "dice")
    page.get_by_label("Three digits").fill("954")
    do_it(page)
    tray = page.locator("#table-tray")
    expect(tray).to_contain_text("= 21", timeout=PATIENCE)
    expect(tray).to_contain_text("+9 advantage")
    assert [element.get_attribute("aria-label") for element in tray.locator(".thr-die").all()] == [
        "d10 shows 9",
        "d6 shows 5",
        "d6 shows 4",
    ]
    expect(tray).to_contain_text("hits Opponent 1")


def test_three_digits_in_one_field_are_three_dice(agatha: Player, server: Server) -> None:
    """THR-O24: 0 is the 10 of a d10; with the keyboard alone; what no die shows is not taken."""
    table = begun(server, dice="hand")
    table.answer(0, "take")
    table.answer(0, "attack", target=2)
    table.answer(0, "swap", dice=1)
    page = agatha.at(table)
    card(page, "dice")
    digits = page.get_by_label("Three digits, 0 for 10")
    expect(page.locator(".composer .stepper")).to_have_count(0)
    expect(page.get_by_role("button", name="Do it")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-outlook]").first).to_be_hidden()
    digits.press_sequentially("057")
    digits.press("Enter")
    expect(page.get_by_role("button", name="Do it")).to_have_attribute("aria-disabled", "true")
    assert view_of(table)["attacker"] == 0
    digits.fill("054")
    assert summary(page) == "You will enter 10, 5 and 4."
    foretold(page, "The dice come to 19. To hit Opponent 1 the dice must come to 8 for armour 11, 11 for armour 14.")
    digits.press("Enter")
    expect(page.locator("#table-tray")).to_contain_text("= 22", timeout=PATIENCE)


def test_dice_that_cannot_fall_so_are_refused_in_one_sentence(browser: Browser, server: Server) -> None:
    """THR-O24: a d6 never shows 7; the sentence names the rule, nothing has changed; without script the same field."""
    table = begun(server, dice="hand")
    table.answer(0, "take")
    table.answer(0, "attack", target=2)
    table.answer(0, "swap", dice=1)
    with players(browser, server, 1, java_script_enabled=False) as (agatha,):
        page = agatha.at(table)
        digits = page.get_by_label("Three digits")
        expect(digits).to_have_value("")
        expect(page.locator(".hand")).not_to_contain_text("The dice come to")
        page.locator("label.card-dice").click()
        for typed, refused in (
            ("91", "Write 3 digits, one for each number."),
            ("99x", "Write 3 digits"),
            ("117", "1 to 6"),
        ):
            digits.fill(typed)
            page.get_by_role("button", name="Do it").click()
            expect(page.locator("#refusal")).to_contain_text(refused, timeout=PATIENCE)
            expect(digits).to_have_value(typed)
            assert view_of(table)["attacker"] == 0
        expect(page.locator("#refusal")).to_contain_text("THR-O24")
        digits.fill("054")
        page.get_by_role("button", name="Do it").click()
        expect(page.locator("#table-tray")).to_contain_text("= 22", timeout=PATIENCE)


def test_dice_of_the_table_are_thrown_anew_each_time(browser: Browser, server: Server) -> None:
    """THR-6.1: each roll has dice of its own on the page, which come rolling; without motion they just lie there."""
    table = begun(server)
    table.answer(0, "take")
    with players(browser, server, 1, reduced_motion="no-preference") as (agatha,):
        page = agatha.at(table)
        token(page, 2)
        do_it(page)
        asked(page, SWAP)
        do_it(page)
        die = page.locator("#table-tray .thr-die").first
        expect(die).to_be_visible(timeout=PATIENCE)
        assert die.evaluate("one => getComputedStyle(one).animationName") == "thr-throw"
        page.emulate_media(reduced_motion="reduce")
        assert die.evaluate("one => getComputedStyle(one).animationName") == "none"
