"""Loyalty in real Chromium: moves and fights made up on the map, requests, a joint defence, the keyboard, secrets."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.loyalty_table import FOUR, begun, called, home, place, spoke, standing, unit
from tests.browser.players import PATIENCE, Player, Server, asked, card, do_it, foretold, players, summary, turn_to
from tests.serving import Sitting


def before_the_request(server: Server) -> tuple[Sitting, int, int, int]:
    """Somebody in the capital, somebody who owns the road to a city, somebody who controls that city."""
    table, (owner, mover, keeper, _) = begun(server, taxes=False)
    table.answer(owner, "move", origin=home(owner), to="C", units={"citizens": 2})
    table.answer(owner, "move", origin="C", to=spoke(keeper), units={"citizens": 2})
    table.answer(mover, "move", origin=home(mover), to="C", units={"citizens": 2})
    return table, owner, mover, keeper


def test_a_move_that_needs_two_permissions(browser: Browser, server: Server) -> None:
    """LOY-8.3, LOY-8.5: asked on the map with a price; both see it at once; granted and countered; paid and done."""
    table, owner, mover, keeper = before_the_request(server)
    with players(browser, server, 3) as (player, other, third):
        owned, master = other.at(table, owner), third.at(table, keeper)
        page = player.at(table, mover)
        card(page, "move")
        place(page, "C")
        expect(page.locator(f"#table-place-{home(keeper)}")).to_have_class(re.compile(r"\bglow\b"))
        place(page, home(keeper))
        unit(page, "C", mover, "citizens")
        page.get_by_role("button", name=f"One more: {FOUR[owner]}").click()
        foretold(page, f"you offer 1 coin to {FOUR[owner]}")
        told = f"You will ask to move 1 citizen from Rome to {called(home(keeper))} for 1 coin to {FOUR[owner]}."
        assert summary(page) == told
        do_it(page)
        for each in (owned, master):
            expect(each.locator(".loy-affair")).to_contain_text(
                "asks for leave to move 1 citizen from Rome", timeout=PATIENCE
            )
            expect(each.locator("#hand-title")).to_have_text("Will you give leave?")
        card(owned, "grant")
        do_it(owned, "Seal it")
        card(master, "counter")
        master.locator('#composer [name="counter.price"]').fill("2")
        do_it(master, "Seal it")
        asked(page, "Will you pay what is asked?")
        card(page, "accept")
        do_it(page)
        assert standing(table, home(keeper))["citizens"][mover] == 1
        assert table.get()["view"]["coins"][mover] == 1


def test_what_a_move_would_come_to_stays_in_sight_while_others_speak(agatha: Player, server: Server) -> None:
    """LOY-13.2: the page changes under what is made up, and the server has not said again what that means."""
    table, (first, second, *_) = begun(server, capital_vp=60)
    page = agatha.at(table, first)
    unit(page, home(first), first, "citizens")
    place(page, "C")
    foretold(page, "you win alone")
    page.route("**/outlook**", lambda _: None)
    assert table.post("talk", second, text="Wait").status_code == 201
    expect(page.locator("#messages")).to_contain_text("Wait", timeout=PATIENCE)
    expect(page.locator("#composer > .composer [data-outlook]")).to_contain_text("you win alone", timeout=1)


def test_a_joint_defence(browser: Browser, server: Server) -> None:
    """LOY-10.2: foreseen, announced, joined by a volunteer, the losses shared as agreed on; told step by step."""
    table, (friend, target, attacker, _) = begun(server)
    table.answer(friend, "move", origin=home(friend), to="C", units={"militia": 2, "citizens": 1})
    table.answer(friend, "pass")
    table.answer(target, "ask_to_move", origin=home(target), to="C", units={"militia": 2}, prices={})
    table.answer(friend, "grant")
    table.answer(target, "pass")
    with players(browser, server, 3) as (player, other, third):
        helper, hit = other.at(table, friend), third.at(table, target)
        page = player.at(table, attacker)
        card(page, "attack")
        place(page, home(attacker))
        place(page, "C")
        unit(page, "C", target, "militia")
        unit(page, home(attacker), attacker, "militia")
        foretold(page, "2 against 2: you lose 2 militia, they lose 2, and you do not win.")
        foretold(page, f"If {FOUR[friend]} (2) joined, 2 against 4")
        do_it(page)
        asked(helper, "Will you join the defence?")
        card(helper, "join")
        helper.locator('#composer [name="join.militia"]').fill("2")
        do_it(helper)
        asked(hit, "How shall the losses be shared?")
        card(hit, "propose")
        hit.get_by_role("button", name=f"One less: {FOUR[target]}").click()
        expect(hit.locator(".amounts.short").locator("visible=true")).to_contain_text("1 of 2")
        hit.get_by_role("button", name=f"One more: {FOUR[friend]}").click()
        do_it(hit)
        asked(helper, "Do you agree?")
        card(helper, "agree")
        do_it(helper)
        left = standing(table, "C")["militia"]
        assert (left[target], left[friend]) == (1, 1)
        assert standing(table, home(attacker))["militia"][attacker] == 0


def test_units_march_step_by_step_when_a_turn_is_told(agatha: Player, server: Server) -> None:
    """LOY-10.1.1: the column is at its origin, then at its goal; each caption cites a rule; it can be skipped."""
    table, (first, *_) = begun(server)
    table.answer(first, "move", origin=home(first), to="C", units={"citizens": 2})
    table.answer(first, "pass")
    page = agatha.visit(f"/tables/{table.id}").page
    page.locator("[data-reveal]").last.click()
    seen = []
    for _ in range(3):
        expect(page.locator("#caption .rule")).to_have_text(re.compile("LOY-"), timeout=PATIENCE)
        column = page.locator("#table-march")
        seen.append(column.get_attribute("transform") if column.count() else None)
        frame = page.locator("#reveal").get_attribute("data-frame") or ""
        page.locator("a#step-next").click()
        expect(page.locator("#reveal")).not_to_have_attribute("data-frame", frame, timeout=PATIENCE)
    assert len({one for one in seen if one}) == 2
    page.locator("[data-skip]").click()
    expect(page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)


# --- hands and eyes -------------------------------------------------------------------------------


def test_a_turn_with_the_keyboard_alone(agatha: Player, server: Server) -> None:
    """LOY-9.1: Tab, arrows, Space and Enter are enough for a whole turn; the next pick gets the focus."""
    table, (first, *_) = begun(server)
    page = agatha.at(table, first)
    press = page.keyboard.press
    page.locator("#act-move").focus()
    press("Space")
    page.locator(f"#table-place-{home(first)}").focus()
    press("Enter")
    assert page.evaluate("document.activeElement.dataset.domain") == "place"
    page.locator("#table-place-C").focus()
    here = page.evaluate("document.activeElement.id")
    press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") != here
    page.locator("#table-place-C").focus()
    press("Enter")
    assert page.evaluate("document.activeElement.dataset.domain") == "unit"
    press("Enter")
    press("Enter")
    kind = page.evaluate("document.activeElement.dataset.value")
    assert f"2 {kind}" in summary(page)
    page.get_by_role("button", name="Do it").locator("visible=true").first.focus()
    press("Enter")
    expect(page.locator("#table-seat-" + str(first))).to_have_accessible_name(
        re.compile("1 action left"), timeout=PATIENCE
    )
    page.wait_for_function("document.activeElement.closest('#composer')")
    page.locator("#act-pass").focus()
    press("Space")
    page.get_by_role("button", name="Do it").locator("visible=true").first.focus()
    with page.expect_response(lambda response: response.url.partition("?")[0].endswith("/answer")):
        press("Enter")
    assert table.get()["view"]["active"] != first


def test_taps_can_be_undone_one_by_one(agatha: Player, server: Server) -> None:
    """LOY-10.1.1: from, to, and how many of each kind, each a tap with an undo."""
    table, (first, *_) = begun(server)
    page = agatha.at(table, first)
    unit(page, home(first), first, "citizens")
    unit(page, home(first), first, "citizens")
    unit(page, home(first), first, "militia")
    place(page, spoke(first))
    march = f"You will move 2 citizens and 1 militia from {called(home(first))} to"
    assert summary(page) == f"{march} {called(spoke(first))}."
    undo = page.get_by_role("button", name="Undo").locator("visible=true").first
    undo.click()
    assert summary(page) == f"{march} …"
    undo.click()
    assert "2 citizens from" in summary(page)
    undo.click()
    assert "1 citizen from" in summary(page)


def test_the_card_can_be_covered_and_nobody_else_has_it(browser: Browser, server: Server) -> None:
    """LOY-1.3: the loyalty card is on its owner's page alone, and can be covered there."""
    table, (first, *_) = begun(server)
    with players(browser, server, 2) as (agatha, watcher):
        page = agatha.at(table, first)
        expect(page.locator("#table-card")).to_be_visible()
        page.get_by_role("button", name="Cover it").click()
        expect(page.locator("#table-card")).to_be_hidden()
        page.reload()
        expect(page.locator("#table-card")).to_be_hidden()
        watcher.visit(f"/tables/{table.id}")
        expect(watcher.page.locator("#table-board")).to_be_visible()
        expect(watcher.page.locator(".loy-own")).to_have_count(0)
        assert "You serve" not in watcher.page.content()


def test_a_permission_can_be_published_while_somebody_else_thinks(browser: Browser, server: Server) -> None:
    """LOY-8.8: at any time outside the resolution of an action, not in one's own turn alone."""
    table, (first, second, *_) = begun(server)
    with players(browser, server, 1) as (barney,):
        page = barney.at(table, second)
        page.locator("#beside > summary").click()
        form = page.locator("form.single", has_text="Let a player enter").first
        form.locator('[name="permit.to"]').select_option(str(first))
        form.locator('[name="permit.leave"]').select_option("enter")
        form.locator('[name="permit.place"]').select_option(home(second))
        with page.expect_response(lambda response: response.url.partition("?")[0].endswith("/answer")) as told:
            form.get_by_role("button", name="Standing permission").click()
        assert told.value.ok
        expect(page.locator(".loy-leaves")).to_contain_text("Standing permissions (1)", timeout=PATIENCE)
        (leave,) = table.get()["view"]["leaves"]
        assert (leave["giver"], leave["to"], leave["leave"]) == (second, first, "enter")


MODULES: dict[str, object] = {
    "city_economy": True, "riots": True, "factions": True, "lock_peek": True, "coin_location": "city",
}  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("options", [{}, MODULES, {"board_mode": "custom"}], ids=["plain", "modules", "custom"])
def test_the_table_has_no_barriers_and_nothing_sticks_out(
    browser: Browser,
    server: Server,
    axe_violations: Callable[[Page], list[str]],
    width: int,
    theme: str,
    options: dict[str, object],
) -> None:
    """On a phone and a desk, by day and by night, with picks half made."""
    table = server.begun(FOUR, game="loyalty", options=options)
    seat = table.get()["waiting"][0]
    settings: dict[str, Any] = {"viewport": {"width": width, "height": 800}, "color_scheme": theme}
    with players(browser, server, 1, **settings) as (agatha,):
        page = agatha.at(table, seat)
        turn_to(page, "Hand")
        page.locator("label.card").locator("visible=true").first.click()
        page.locator(".loy-target.glow").first.dispatch_event("click")
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
