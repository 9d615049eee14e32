"""The hand: lists fold where the board can be tapped, cards say what they do, keys work, and nothing moves."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.players import PATIENCE, Player, Server

THREE = ("Agatha", "Barney", "Celeste")
WHERE = "() => document.querySelector('.talk').getBoundingClientRect().y"


def test_a_list_is_folded_where_the_board_can_be_tapped(
    agatha: Player, server: Server, axe_violations: Callable[[Page], list[str]]
) -> None:
    """TRU-3.2: the board is tapped, the folded list says whom; opened, it works with the keyboard and stays open."""
    table = server.begun(THREE)
    agatha.join(table.link(0))
    page = agatha.page
    page.locator("label.card-attack").first.click()
    fold = page.locator("#act-attack ~ .card-fields details.list")
    expect(fold).not_to_have_attribute("open", "")
    expect(fold.locator("summary")).to_contain_text("tap the table")
    page.locator("#table-seat-2").click()
    expect(fold.locator("[data-picked]")).to_have_text("Celeste")
    agatha.sees("You will attack Celeste.")
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    agatha.sees("You will attack Barney.")
    table.post("talk", 1, text="Hello.")
    agatha.sees("Hello.")
    expect(fold).to_have_attribute("open", "")
    assert axe_violations(page) == []


def test_a_list_stays_open_where_nothing_can_be_tapped(agatha: Player, server: Server) -> None:
    """CON-S.5: a suit is no place of the board."""
    table = server.begun(("Agatha", "Barney", "Celeste", "Darcy"), game="conspiracy")
    page = agatha.at(table)
    expect(page.locator('#composer [name="goal.suit"]').first).to_be_attached(timeout=PATIENCE)
    for fold in page.locator("#composer details.list").all():
        expect(fold).to_have_attribute("open", "")
        expect(fold.locator("summary")).to_be_hidden()


def test_choosing_moves_nothing_that_is_read(agatha: Player, server: Server) -> None:
    """The talk stays where it is whatever is chosen, and so does the button."""
    agatha.join(server.begun(THREE).link(0))
    page = agatha.page
    before, button = page.evaluate(WHERE), page.locator(".seal-button").first.bounding_box()
    for tag in ("attack", "defend", "support", "loot", "pass"):
        page.locator(f"label.card-{tag}").first.click()
        assert page.evaluate(WHERE) == before
        now = page.locator(".seal-button").first.bounding_box()
        assert now == button


def test_a_card_says_what_it_does_before_it_is_chosen(agatha: Player, server: Server) -> None:
    """By pointing at it; whoever has chosen it reads the same below the cards."""
    agatha.join(server.begun(THREE).link(0))
    page = agatha.page
    page.locator("label.card-loot").first.hover()
    hint = page.locator(".hint")
    expect(hint).to_contain_text("Stash")
    expect(page.locator("#act-loot")).not_to_be_checked()
    page.mouse.move(5, 5)
    expect(hint).to_be_hidden()
    page.locator("label.card-loot").first.click()
    expect(page.locator("#act-loot-help")).to_contain_text("Stash")
    expect(page.locator("#act-loot-help")).to_be_visible()


def test_keys_choose_cards_and_are_listed(
    agatha: Player, server: Server, axe_violations: Callable[[Page], list[str]]
) -> None:
    """A number chooses a card, Enter seals it; ``?`` lists the keys; while somebody types they are letters."""
    table = server.begun(THREE)
    agatha.join(table.link(0))
    page = agatha.page
    page.keyboard.press("?")
    keys = page.locator("dialog.keys-box")
    expect(keys).to_be_visible()
    expect(keys).to_contain_text("choose that card")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("t")
    page.keyboard.type("1 or 2?")
    expect(page.locator(".say textarea").first).to_have_value("1 or 2?")
    expect(page.locator(".card-input:checked")).to_have_count(0)
    page.locator("#hand-title").click()
    page.keyboard.press("2")
    agatha.sees("You will defend.")
    page.keyboard.press("Enter")
    agatha.sees("Sealed")
    assert table.get(seat=0)["question"]["filed"] == {"type": "defend"}


def test_keys_can_be_switched_off(agatha: Player, server: Server) -> None:
    """Then only ``?`` does something; it is remembered."""
    agatha.join(server.begun(THREE).link(0))
    page = agatha.page
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Single letters").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    page.keyboard.press("2")
    expect(page.locator(".card-input:checked")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_label("Single letters")).not_to_be_checked()
