"""A new table: folded parts say what was chosen in them, at once and when the form comes back."""

from __future__ import annotations

from pathlib import Path

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


COAST = """\
capital Lisbon
city Porto
city Faro
city Cadiz
road Lisbon - Porto
road Porto - Faro
road Sea Lane: Faro - Cadiz
"""


def test_a_map_of_ones_own_is_seen_before_the_table_is_made(agatha: Player, tmp_path: Path) -> None:
    """LOY-O3: it comes from a file; its board is drawn with what to know of it; a mistake is said with its line."""
    page, file = agatha.visit("/new?game=loyalty").page, tmp_path / "coast.txt"
    page.locator("#rules-fold > summary").click()
    page.locator('input[name="seats"]').fill("3")
    file.write_text(COAST.replace("- Porto", "- Lisbonn"))
    page.locator("[data-into]").set_input_files(file)
    expect(page.locator('input[name="option.board_mode"][value="custom"]')).to_be_checked()
    expect(page.get_by_label("Custom map")).to_have_value(file.read_text())
    page.get_by_role("button", name="See the board").click()
    expect(page.locator("#first-board")).to_contain_text("line 5: there is no city Lisbonn")
    file.write_text(COAST)
    page.locator("[data-into]").set_input_files(file)
    expect(page.get_by_label("Custom map")).to_have_value(COAST)
    page.get_by_role("button", name="See the board").click()
    figure = page.locator("#first-board")
    expect(figure).to_contain_text("2 more places are enough for a revolution")
    assert figure.locator("img").evaluate("img => img.decode().then(() => img.naturalWidth)") > 100
    expect(page.get_by_label("Custom map")).to_have_value(COAST.strip())
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/tables/*")


def test_a_file_that_is_too_long_changes_nothing(agatha: Player, tmp_path: Path) -> None:
    page, file = agatha.visit("/new?game=loyalty").page, tmp_path / "long.txt"
    page.locator("#rules-fold > summary").click()
    before = page.get_by_label("Custom map").input_value()
    file.write_text("city A\n" * 10_000)
    page.locator("[data-into]").set_input_files(file)
    page.wait_for_function("document.querySelector('.field textarea').validationMessage.includes('at most')")
    assert page.get_by_label("Custom map").input_value() == before
