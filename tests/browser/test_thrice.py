"""Thrice in real Chromium: a whole combat with a human GM, odds, telling, keyboard, print."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, asked, card, do_it, foretold, in_a_hurry, players, summary
from tests.browser.thrice_table import (
    ACT,
    OUT,
    STRONG,
    SWAP,
    begun,
    caught_up,
    gathered,
    number,
    standing,
    token,
    view_of,
)
from tests.serving import Sitting

PAGES = re.compile(rb"/Type */Page\b")
NEXT = "Who of you goes next?"


# --- a whole combat -------------------------------------------------------------------------------


def create(page: Page) -> None:
    """THR-3: a sheet is filled in: kin, traits, points."""
    asked(page, "Who will you be?")
    page.locator("#own-make > summary").click()
    page.locator("label.chip", has_text="human").click()
    for field, word in (("second", "greedy"), ("third", "calm")):
        page.locator(f'.composer label:has(input[name="create.{field}"][value="{word}"])').click()
    for skill, many in STRONG.items():
        number(page, f"create.points.{skill}", many)
    foretold(page, "damage 6, weapon 6, armour 13")
    page.get_by_label("Name at most").fill("Ulf the Late")
    page.keyboard.press("Tab")
    expect(page.locator("#composer .commit")).to_contain_text("called Ulf the Late")
    do_it(page, "Seal it")


def build(page: Page) -> None:
    """THR-5: the GM removes an opponent for a point and is told points left and how hard it will be."""
    asked(page, "Which opponents do the characters meet?")
    page.locator('label[for="act-build"]').click()
    page.locator('.composer input[name="build.removed"][value="1"]').check(force=True)
    for skill in ("armour A", "damage A", "condition A"):
        number(page, f"build.points.{skill}", 0)
    number(page, "build.points.weapon A", 1)
    foretold(page, "4 of 5 points left (THR-5.2).")
    do_it(page)
    asked(page, "Who has sneaked up?")
    assert summary(page) == "You will ambush with none."
    token(page, 4)
    assert summary(page) == "You will ambush with Opponent 3."
    do_it(page)


def play_on(table: Sitting, pages: list[Page]) -> None:
    """Whoever is asked answers on the page, by taps on the field, until the combat is over."""
    for _ in range(80):
        shown = table.get()
        if shown["phase"] != "playing":
            return
        seat = shown["waiting"][0]
        page, view = pages[seat], shown["view"]
        caught_up(page, table, seat)
        if view["turn"] < 0 and seat < 2:
            asked(page, NEXT)
            do_it(page)
        elif view["turn"] < 0:
            asked(page, "Which opponent is next?")
            token(page, next(who for who in standing(table, range(2, 5)) if not view["combatants"][who]["acted"]))
            do_it(page)
        elif view["attacker"] >= 0:
            asked(page, SWAP)
            do_it(page)
        else:
            asked(page, ACT)
            attack_or_pass(table, page, seat, view["turn"])


def attack_or_pass(table: Sitting, page: Page, seat: int, who: int) -> None:
    """A tap on somebody of the other side is an attack."""
    side = range(2, 5) if seat < 2 else range(2)
    reach = page.locator("label.card-attack").locator("visible=true")
    group = next((one for one in view_of(table)["engagements"] if who in one), None)
    targets = [one for one in standing(table, side) if group is None or one in group]
    if reach.count() and targets:
        token(page, targets[0])
        assert summary(page).startswith("You will attack")
    else:
        card(page, "done")
    do_it(page)


def test_a_whole_combat_with_a_human_gm_and_two_players(browser: Browser, server: Server) -> None:
    """THR-1 to THR-15: made up, fought and won on the page alone; told afterwards; nobody sees what is not his."""
    table = gathered(server, 2, starting_wealth=4)
    with players(browser, server, 3) as people:
        pages = [person.at(table, seat) for seat, person in enumerate(people)]
        for page in pages:
            in_a_hurry(page)
        for page in pages[:2]:
            create(page)
        build(pages[2])
        expect(pages[2].locator("#table-kind-0")).to_contain_text("of them", timeout=PATIENCE)
        expect(pages[0].locator("#table-kind-0")).to_have_count(0)
        for page in pages[:2]:
            asked(page, "How many d10 will you swap for d6 in your initiative roll?")
            expect(page.locator("#table-odds")).to_contain_text("if they have 1")
            do_it(page, "Seal it")
        play_on(table, pages)
        result = view_of(table)["result"]
        assert result == "victory"
        for page in pages:
            expect(page.locator("#ending")).to_have_text("The party won.", timeout=PATIENCE)
            expect(page.locator(".ending")).to_contain_text("The opponents are beaten.")
        pages[0].goto(f"/tables/{table.id}/ledger")
        for words in ("3 has sneaked up", "is helpless.", "for initiative"):
            expect(pages[0].locator(".round-lines").first).to_contain_text(words)


# --- odds and what is hidden ----------------------------------------------------------------------


def test_odds_are_shown_before_the_roll_and_do_not_betray_armour(browser: Browser, server: Server) -> None:
    """THR-1.3, THR-6.2: for no, one and two swaps; the GM's page has one line, a player's one for each armour."""
    table = begun(server)
    table.answer(0, "take")
    with players(browser, server, 2) as (agatha, master):
        page, behind = agatha.at(table), master.at(table, 2)
        token(page, 2)
        foretold(page, "if armour is 14")
        do_it(page)
        asked(page, SWAP)
        rows = page.locator("#table-odds tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("94.2 %")
        expect(behind.locator("#table-odds tbody tr")).to_have_count(1, timeout=PATIENCE)
        expect(behind.locator("#table-odds")).to_contain_text(re.compile("Chance to hit .* 1"))
        expect(behind.locator("#table-odds tbody tr")).to_contain_text("armour 11")
        expect(page.locator("#table-odds")).to_be_in_viewport(ratio=1)


def test_a_spectator_sees_the_fight_and_can_tap_nothing(agatha: Player, server: Server) -> None:
    """THR-1.3: sheets, field and board, no kinds, no targets."""
    table = begun(server)
    page = agatha.visit(f"/tables/{table.id}").page
    expect(page.locator("#hand-title")).to_have_text("You are watching")
    expect(page.locator(".thr-sheet")).to_have_count(2)
    expect(page.locator(".thr .legal")).to_have_count(0)
    expect(page.locator(".thr-kind-sheet")).to_have_count(0)


# --- hands and eyes -------------------------------------------------------------------------------


def test_a_trick_is_given_from_the_sheet_and_a_coin_lies_there(browser: Browser, server: Server) -> None:
    """THR-11.2, THR-11.4: tap the trick on one's own sheet, then the friend; the friend's page has the coin."""
    table = begun(server, dice="hand")
    table.answer(0, "take")
    with players(browser, server, 2) as (agatha, barney):
        page, other = agatha.at(table), barney.at(table, 1)
        page.locator('#table-sheet-0 [data-value="counter"]').click()
        token(page, 1)
        assert summary(page) == "You will give counter to Barney."
        foretold(page, "You pay 3")
        do_it(page)
        expect(other.locator("#table-sheet-1 .held")).to_contain_text("Counter", timeout=PATIENCE)


def test_a_turn_with_the_keyboard_alone(agatha: Player, server: Server) -> None:
    """THR-8.4: Tab, arrows, Space and Enter are enough for a whole attack."""
    table = begun(server)
    table.answer(0, "take")
    page = agatha.at(table)
    press = page.keyboard.press
    page.locator("#act-attack").focus()
    press("Space")
    page.locator("#table-token-2").focus()
    press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "table-token-3"
    press("Enter")
    assert summary(page) == "You will attack Opponent 2."
    page.get_by_role("button", name="Do it").focus()
    press("Enter")
    asked(page, SWAP)
    assert view_of(table)["targets"] == [3]


def test_tokens_walk_when_somebody_engages(agatha: Player, server: Server) -> None:
    """THR-9.2: the token is the same node in another place, so that it moves by transition."""
    table = begun(server)
    table.answer(0, "take")
    page = agatha.at(table)
    spot = page.locator("#table-token-0")
    spot.evaluate("one => { one.marked = true; }")
    before = spot.get_attribute("transform") or ""
    card(page, "engage")
    token(page, 2)
    do_it(page)
    expect(spot).not_to_have_attribute("transform", before, timeout=PATIENCE)
    assert spot.evaluate("one => one.marked")
    expect(page.locator("#table-pods rect")).to_have_count(1)


def test_a_fight_is_told_step_by_step_and_can_be_skipped(agatha: Player, server: Server) -> None:
    """THR-10.3: attack, dice, blow; every caption cites a rule; the way back to the table is one click."""
    table = begun(server)
    for seat in (0, 1):
        table.answer(seat, "take")
        table.answer(seat, "attack", target=2)
        table.answer(seat, "swap", dice=seat)
        if view_of(table)["turn"] == seat:
            table.answer(seat, "done")
    page = agatha.at(table)
    page.locator("[data-reveal]").last.click()
    stages = []
    for step in range(3):
        expect(page.locator("#caption .rule")).to_have_text(re.compile("THR-"), timeout=PATIENCE)
        stages.append(page.locator("#reveal").get_attribute("data-stage"))
        if step < 2:
            page.locator("a#step-next").click()
            expect(page.locator("#reveal")).to_have_attribute("data-frame", str(step + 1), timeout=PATIENCE)
    assert stages == ["Attack", "Dice", "Blow"]
    page.locator("[data-skip]").click()
    expect(page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)


def test_sheets_can_be_printed(browser: Browser, server: Server) -> None:
    """THR-1.2: a page with the sheets alone; on paper nothing else; the GM's has the kinds."""
    table = begun(server)
    with players(browser, server, 2) as (agatha, master):
        page, behind = agatha.at(table), master.at(table, 2)
        page.get_by_role("link", name="Sheets").click()
        expect(page.locator(".thr-print .thr-sheet")).to_have_count(2)
        page.emulate_media(media="print")
        expect(page.locator(".top")).to_be_hidden()
        expect(page.locator("#table-sheet-0")).to_be_visible()
        behind.goto(f"/tables/{table.id}/print")
        expect(behind.locator(".thr-print .thr-sheet")).to_have_count(2)
        expect(behind.locator(".thr-kind-sheet")).to_have_count(0)
        behind.get_by_role("link", name="Behind the GM's screen").click()
        expect(behind.locator(".thr-print .thr-kind-sheet")).to_contain_text("Rogue")
        expect(behind.locator("#table-sheet-0")).to_have_count(0)
        behind.get_by_role("link", name="Blank sheets").click()
        expect(behind.locator(".thr-blank")).to_have_count(4)
        assert len(PAGES.findall(behind.pdf())) == 4


STATES: dict[str, Callable[[Server], tuple[Sitting, int]]] = {
    "creating": lambda server: (gathered(server, 2), 0),
    "turn": lambda server: (_turn(server), 0),
    "gm": lambda server: (_opponents(server), 2),
    "hand": lambda server: (_hand(server), 0),
    "over": lambda server: (_over(server), 1),
}


def _turn(server: Server) -> Sitting:
    table = begun(server, ambush=(2,))
    table.answer(0, "take")
    return table


def _opponents(server: Server) -> Sitting:
    table = begun(server)
    for seat in table.get()["waiting"]:
        table.answer(seat, "take")
        table.answer(seat, "done")
    return table


def _hand(server: Server) -> Sitting:
    table = begun(server, dice="hand")
    table.answer(0, "take")
    table.answer(0, "attack", target=2)
    table.answer(0, "swap", dice=2)
    return table


def _over(server: Server) -> Sitting:
    """Everybody disengages: to the distant zone, and out of the combat."""
    table = begun(server, trick_cost=0)
    while table.get()["phase"] == "playing":
        shown = table.get()
        seat, view = shown["waiting"][0], shown["view"]
        if view["turn"] < 0:
            answer_next(table, seat, view)
        elif seat == 2:
            table.answer(seat, "done")
        else:
            table.answer(seat, "give", trick="disengage", to=seat)
            table.answer(seat, "disengage")
            if table.get()["view"]["turn"] == seat:
                table.answer(seat, "done")
    return table


def answer_next(table: Sitting, seat: int, view: dict[str, Any]) -> None:
    """Somebody takes the next turn; the GM sends the first who has not acted."""
    if seat < 2:
        table.answer(seat, "take")
        return
    waiting = [one for one in view["combatants"][2:] if not one["acted"] and one["zone"] not in OUT]
    table.answer(seat, "send", who=waiting[0]["who"])


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1280, "light")])
def test_every_state_fits_and_has_no_barrier(
    browser: Browser, server: Server, axe_violations: Callable[[Page], list[str]], state: str, width: int, theme: str
) -> None:
    """THR-1.3: on a phone in the dark and on a desk in the light, nothing is cut off and axe has nothing to say."""
    table, seat = STATES[state](server)
    with players(browser, server, 1, viewport={"width": width, "height": 800}, color_scheme=theme) as (somebody,):
        page = somebody.at(table, seat)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert axe_violations(page) == []


def test_those_who_flee_leave_nobody_dead(agatha: Player, server: Server) -> None:
    """THR-15.7: fled characters stand apart, the GM has won, and nobody dies."""
    table = _over(server)
    page = agatha.at(table)
    expect(page.locator(".ending")).to_contain_text("somebody got away: nobody dies")
    expect(page.locator("#table-token-0")).to_have_class(re.compile(r"\bfled\b"))
