"""THR-17.3 in real Chromium: the GM overrules between turns, everybody reads it, and the fight ends by talk."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, in_a_hurry, players
from tests.browser.thrice_table import begun, view_of

GM, FIRST, SECOND = 2, 2, 3


def overruled(page: Page, button: str, who: str = "", **numbers: int) -> None:
    """Open what the GM may do beside the turns, fill in one form of it, and hand it in."""
    beside = page.locator("details.beside").filter(has=page.locator("> summary", has_text="Overrule"))
    if beside.get_attribute("open") is None:
        beside.locator("> summary").click()
    expect(beside.locator("> summary")).to_have_text("Overrule")
    title = beside.locator(".one-of > summary").get_by_text(button, exact=True)
    if title.count() and title.locator("..").get_attribute("open") is None:
        title.click()
    form = beside.locator("form").filter(has=page.get_by_role("button", name=button, exact=True))
    if who:
        form.locator("select").select_option(label=who)
    for field, value in numbers.items():
        form.locator(f'[name$=".{field}"]').first.fill(str(value))
        form.locator(f'[name$=".{field}"]').first.press("Tab")
    with page.expect_response(lambda response: response.request.method == "POST") as told:
        form.get_by_role("button", name=button, exact=True).click()
    assert told.value.ok


def test_the_gm_overrules_and_everybody_reads_it(
    agatha: Player, server: Server, axe_violations: Callable[[Page], list[str]]
) -> None:
    """THR-17.3: a condition, somebody goes and comes, and the end by talk, from the GM's own page."""
    table = begun(server, 2, gm_overrules=True)
    page = agatha.at(table, GM)
    in_a_hurry(page)
    overruled(page, "Take condition off", "Opponent 1", loss=2)
    overruled(page, "Let go", "Opponent 2")
    expect(page.locator("#table-affair")).to_have_text(
        "The GM lets Opponent 2 leave the combat. Agatha or Barney may go next: agree by talking.", timeout=PATIENCE
    )
    expect(page.locator("#beside")).to_contain_text("Let in", timeout=PATIENCE)
    seen = view_of(table, 0)["combatants"]
    assert (seen[FIRST]["lost"], seen[SECOND]["zone"]) == (2, "fled")
    assert axe_violations(page) == []
    overruled(page, "Let in", "Opponent 2")
    expect(page.locator(f"#table-token-{SECOND}")).to_be_visible(timeout=PATIENCE)
    assert view_of(table, 0)["combatants"][SECOND]["zone"] == "distant"
    overruled(page, "End by talk")
    expect(page.locator("main.phase-finished")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#main")).not_to_contain_text("winner")
    expect(page.locator(".ending .crown")).to_have_count(0)
    page.goto(f"/tables/{table.id}/ledger")
    for sentence in (
        "The GM takes 2 off the condition of Opponent 1.",
        "The GM lets Opponent 2 leave the combat.",
        "The GM lets Opponent 2 come in.",
        "The fight is ended by talk: nobody has won, and nobody dies.",
    ):
        expect(page.locator("main")).to_contain_text(sentence)


def test_the_gm_takes_the_last_step_back_and_the_page_of_its_player_asks_again(
    browser: Browser, server: Server
) -> None:
    """THR-17.4: an attack before its dice, and a turn that was ended too early; afterwards the round goes on."""
    table = begun(server, 2, gm_overrules=True)
    with players(browser, server, 2) as (leader, agatha):
        page, own = leader.at(table, GM), agatha.at(table, 0)
        for one in (page, own):
            in_a_hurry(one)
        table.answer(0, "take")
        table.answer(0, "attack", target=FIRST)
        expect(own.locator("#hand-title")).to_have_text("How many d10 will you swap for d6?", timeout=PATIENCE)
        overruled(page, "Undo the last step")
        expect(own.locator("#hand-title")).to_have_text("What will you do?", timeout=PATIENCE)
        expect(own.locator("body")).to_contain_text("The GM takes back the last step of Agatha.", timeout=PATIENCE)
        assert view_of(table, 0)["targets"] == []
        expect(page.locator("#beside")).to_have_count(0, timeout=PATIENCE)
        table.answer(0, "done")
        overruled(page, "Undo the last step")
        expect(own.locator("#hand-title")).to_have_text("What will you do?", timeout=PATIENCE)
        table.answer(0, "done")
        table.answer(1, "take")
        table.answer(1, "done")
        expect(page.locator("#hand-title")).to_have_text("Which opponent is next?", timeout=PATIENCE)
        overruled(page, "Undo the last step")
        expect(page.get_by_role("heading", name=re.compile("nothing to do now"))).to_be_visible(timeout=PATIENCE)
        page.goto(f"/tables/{table.id}/ledger")
        assert page.locator("main").inner_text().count("The GM takes back the last step of") == 3


def test_without_the_option_nobody_can(agatha: Player, server: Server) -> None:
    """THR-O26: as usual the rules hold for the GM as well."""
    page = agatha.at(begun(server, 2), GM)
    expect(page.get_by_role("heading", name=re.compile("nothing to do now"))).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#beside")).to_have_count(0)
