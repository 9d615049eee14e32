"""THR-8.6 in real Chromium: the GM leads twelve opponents with few presses; drags one; leaves one to the bot."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.players import PATIENCE, Player, Server, asked, in_a_hurry, players
from tests.browser.thrice_table import GM, view_of
from tests.serving import Sitting

MANY = tuple(f"{name}" for name in ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hal"))
CROWD = range(8, 20)
MOST_PRESSES = 20


def at_the_opponents(server: Server, many: int) -> Sitting:
    """A table of the first round, at which all characters have acted."""
    table = server.begun((*MANY[:many], GM), game="thrice", options={"enemy_initiative_base": 0})
    for seat in range(many):
        made = {"kin": "human", "first": "savage", "second": "greedy", "third": "calm"}
        table.answer(seat, "create", **made, points={"armour": 2, "condition": 1})
    table.answer(many, "build", removed=0, second=0, points={})
    table.answer(many, "ambush", who=[])
    for seat in range(many):
        table.answer(seat, "swap", dice=0)
    while (seat := table.get()["waiting"][0]) != many:
        table.answer(seat, "take")
        table.answer(seat, "done")
    return table


def acted(table: Sitting) -> list[int]:
    """The opponents who have had their turn in the present round."""
    view = view_of(table)
    return [one["who"] for one in view["combatants"] if one["who"] >= view["gm"] and one["acted"]]


def press(page: Page, words: str) -> int:
    """Press a button that hands something in; one press."""
    with page.expect_response(lambda response: response.request.method == "POST") as told:
        page.get_by_role("button", name=re.compile(words)).locator("visible=true").first.click()
    assert told.value.ok
    return 1


def test_twelve_opponents_take_their_round_with_few_presses(agatha: Player, server: Server) -> None:
    """THR-8.6: one is sent by hand, one is dragged, one is left to the bot, three do the same again, the rest go."""
    table = at_the_opponents(server, 8)
    page = agatha.at(table, 8)
    in_a_hurry(page)
    asked(page, "Which opponent is next?")
    presses = drag(page, table, 8, 1)
    for who in range(9, 12):
        asked(page, "Which opponent is next?")
        presses += press(page, "Same again: Opponent")
        expect(page.locator(f"#table-foe-{who}")).to_contain_text("has acted", timeout=PATIENCE)
    assert acted(table) == [8, 9, 10, 11]
    presses += press(page, "Let the bot play the next one")
    asked(page, "Which opponent is next?")
    assert len(acted(table)) == 5
    presses += press(page, "All 7 attack the nearest")
    page.locator("#hand-title", has_text="nothing to do now").wait_for()
    assert view_of(table)["round"] == 2
    assert presses < MOST_PRESSES
    assert presses == 6


def drag(page: Page, table: Sitting, who: int, victim: int) -> int:
    """Drag an opponent onto a character; counts as one press."""
    with page.expect_response(lambda response: response.url.partition("?")[0].endswith("/answer")) as told:
        page.locator(f"#table-token-{who} .thr-figure").hover()
        page.mouse.down()
        page.locator(f"#table-token-{victim} .thr-figure").hover(force=True)
        page.mouse.up()
    assert told.value.ok
    expect(page.locator(f"#table-pawn-{who}")).to_have_class(re.compile("acted"), timeout=PATIENCE)
    assert acted(table) == [who]
    assert view_of(table)["again"] == victim
    return 1


def test_an_opponent_that_is_let_go_elsewhere_stays(agatha: Player, server: Server) -> None:
    """THR-8.6: a drag that ends on nobody sends nothing, and a tap still chooses."""
    table = at_the_opponents(server, 2)
    page = agatha.at(table, 2)
    in_a_hurry(page)
    asked(page, "Which opponent is next?")
    page.locator("#table-token-3 .thr-figure").hover()
    page.mouse.down()
    page.mouse.move(5, 5, steps=4)
    page.mouse.up()
    assert acted(table) == []
    page.locator("#table-token-3 .thr-figure").click()
    expect(page.locator(".composer [data-summary]").first).to_have_text(re.compile("send Opponent 2"))


def answered(page: Page, held: list[Route], **told: object) -> None:
    """Answer the request that was held back, once it has come."""
    while not held:
        page.wait_for_timeout(20)
    held.pop(0).fulfill(json=told)


def test_without_script_the_forecast_says_what_it_lacks(browser: Browser, server: Server) -> None:
    """THR-D2: one sentence where the forecast would stand."""
    table = server.begun((*MANY[:1], GM), game="thrice", options={})
    made = {"kin": "human", "first": "savage", "second": "greedy", "third": "calm"}
    table.answer(0, "create", **made, points={"armour": 2, "condition": 1})
    with players(browser, server, 1, java_script_enabled=False) as (greta,):
        expect(greta.at(table, 1).locator(".commit noscript p")).to_be_visible()


def test_prepared_opponents_are_called_up_tried_out_and_shown_to_all(agatha: Player, server: Server) -> None:
    """THR-5.10, THR-5.11: one press fills the form, bots play it, and all see who has come."""
    table = server.begun((*MANY[:1], GM), game="thrice", options={})
    made = {"kin": "human", "first": "savage", "second": "greedy", "third": "calm"}
    table.answer(0, "create", **made, points={"armour": 2, "condition": 1})
    held: list[Route] = []
    agatha.context.route(re.compile("/trial"), lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks its handlers
    page = agatha.at(table, 1)
    asked(page, "Which opponents do the characters meet?")
    press(page, "^Bears$")
    expect(page.locator('.composer input[name="build.points.condition A"]')).to_have_value("1", timeout=PATIENCE)
    line = page.locator("#composer [data-outlook]:not([hidden])").locator("visible=true")
    expect(line).to_contain_text("They are called Bear 1 to 3.", timeout=PATIENCE)
    expect(line).to_contain_text("Being played: 0 of 50", timeout=PATIENCE)
    answered(page, held, lines=["Played 3 times."], played=3, more=True)
    expect(line).to_contain_text("Played 3 times. Being played: 3 of 50", timeout=PATIENCE)
    answered(page, held, lines=["Played 10 times."], played=10, more=False)
    expect(line).to_contain_text("Played 10 times.", timeout=PATIENCE)
    expect(line).not_to_contain_text("Being played")
    assert not view_of(table)["called"]
    press(page, "Do it")
    expect(page.locator("#table-token-1 .thr-colour-rust").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#table-foe-3")).to_contain_text("Bear 3")
    view = view_of(table)
    assert (view["called"], view["face"]) == ("Bear", "bear")


def test_opponents_are_kept_with_the_keyboard_and_loaded_elsewhere(agatha: Player, server: Server) -> None:
    """THR-5.11: Enter in the field of the name keeps them and hands nothing in; another table loads them."""
    for loads in (False, True):
        table = server.begun((*MANY[:1], GM), game="thrice", options={})
        made = {"kin": "human", "first": "savage", "second": "greedy", "third": "calm"}
        table.answer(0, "create", **made, points={"armour": 2, "condition": 1})
        page = agatha.at(table, 1)
        asked(page, "Which opponents do the characters meet?")
        if loads:
            press(page, "Load Harpies")
            expect(page.locator('.composer input[name="build.points.bleed A"]')).to_have_value("1", timeout=PATIENCE)
        else:
            page.locator('.composer input[name="build.points.weapon A"]').fill("0")
            page.locator('.composer input[name="build.points.bleed A"]').fill("1")
            page.locator('input[name="build"]').fill("Harpies")
            page.locator('input[name="build"]').press("Enter")
            expect(page.locator("#builds")).to_contain_text("Harpies", timeout=PATIENCE)
        asked(page, "Which opponents do the characters meet?")
        assert not view_of(table)["combatants"]


def test_no_player_leads_opponents_or_leaves_a_turn_to_the_bot(agatha: Player, server: Server) -> None:
    """THR-1.1, THR-8.6: what a player is asked is the player's."""
    table = at_the_opponents(server, 2)
    page = agatha.at(table, 0)
    expect(page.get_by_role("button", name="Let the bot")).to_have_count(0)
    expect(page.locator(".quick, [data-drag]")).to_have_count(0)
