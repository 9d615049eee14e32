"""A new table: folded parts say what was chosen in them, at once and when the form comes back."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.browser.players import Player, Server, players


def test_a_folded_part_says_what_was_changed_in_it(agatha: Player) -> None:
    page = agatha.visit("/new?game=dune").page
    rules, talk = page.locator("#rules-fold > summary"), page.locator("#talk-fold > summary")
    expect(rules).to_contain_text("options, all as usual")
    expect(talk).to_contain_text("public and private talk, for those who have a link")
    rules.click()
    page.locator('#rules-fold input[type="radio"]:not(:checked)').first.locator("..").click()
    expect(rules).to_contain_text("options, 1 changed")
    page.locator('#rules-fold [data-usual] input[type="number"]').first.fill("7")
    expect(rules).to_contain_text("options, 2 changed")
    rules.click()
    talk.click()
    page.get_by_label("Public talk only").check()
    page.locator('input[name="listed"]').check()
    expect(talk).to_contain_text("public talk only, in the list of open tables")


def test_a_form_that_comes_back_says_it_without_script(browser: Browser, server: Server) -> None:
    """More bots than seats are refused; the summary counts what differs from the usual."""
    with players(browser, server, 1, java_script_enabled=False) as (agatha,):
        page = agatha.visit("/new?game=truce").page
        rules = page.locator("#rules-fold > summary")
        expect(rules).to_contain_text("options")
        expect(rules).not_to_contain_text("changed")
        page.locator("#rules-fold > summary").click()
        page.locator('#rules-fold [data-usual] input[type="number"]').first.fill("7")
        page.locator('input[name="seats"]').fill("3")
        page.locator('input[name="bots"]').fill("8")
        page.get_by_role("button", name="Make the table").click()
        expect(page.locator("#rules-fold > summary")).to_contain_text("options, 1 changed")
