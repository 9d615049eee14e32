"""Offers are cards that are answered; promises are cards with a fate; a betrayal is flagged where it strikes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.players import PATIENCE, Player, Server, foretold, players, turn_to
from tests.browser.test_threads import ANNA, BEN, CLARA, DESK, PHONE, at_the_table, thread
from tests.serving import Sitting


def asks(table: Sitting, seat: int, *to: int) -> None:
    """TRU-14: Clara (a seat that nobody sits at) would support whoever attacks Ben with her."""
    wish = {"who": seat, "act": "attack", "fields": {"target": BEN if seat != BEN else ANNA}}
    offer = {"who": CLARA, "act": "support", "fields": {"target": seat}}
    assert table.post("talk", CLARA, to=list(to), request=wish, offer=offer).status_code == 201


def card(player: Player, number: int) -> Locator:
    return player.page.locator(f"#said-{number}")


def opens(player: Player, name: str) -> None:
    turn_to(player.page, "Talk")
    thread(player.page, name).click()
    expect(player.page.locator(".say .to-whom")).to_have_text(f"to {name}")


@pytest.fixture
def table(server: Server) -> Sitting:
    return server.begun(("Anna", "Ben", "Clara"), title="Friday", options={"rounds": 2})


@contextmanager
def heard_by(
    browser: Browser, server: Server, table: Sitting, phone: int = 2, **desk: Any
) -> Iterator[tuple[Player, Player, Player]]:
    """Anna, Ben and somebody who watches, at two desks and, whoever is meant, with a phone."""
    with players(browser, server, 2, **DESK, **desk) as desks, players(browser, server, 1, **PHONE) as (small,):
        desks.insert(phone, small)
        anna, ben, watcher = desks
        for seat, player in ((ANNA, anna), (BEN, ben)):
            player.join(table.link(seat), table.names[seat])
        watcher.visit(f"/tables/{table.id}")
        yield anna, ben, watcher


@pytest.mark.parametrize("phone", [2, 0], ids=["desk", "phone"])
def test_one_tap_agrees_and_both_promises_are_made(
    browser: Browser, server: Server, table: Sitting, phone: int, axe_violations: Callable[..., list[str]]
) -> None:
    """The cards say open; after the reveal, broken or kept and when; the chart at the end counts them."""
    with heard_by(browser, server, table, phone) as (anna, ben, watcher):
        asks(table, ANNA, ANNA)
        opens(anna, "Clara")
        agree = card(anna, 1).get_by_role("button", name="Agree")
        expect(agree).to_be_in_viewport(ratio=1)
        agree.click()
        expect(card(anna, 2)).to_contain_text("You promise to attack Ben this round. open", timeout=PATIENCE)
        expect(card(anna, 1)).to_contain_text("agreed")
        expect(card(anna, 1).locator("button")).to_have_count(0)
        turn_to(anna.page, "Hand")
        expect(anna.page.locator("#own-word")).to_have_text("You promised Clara to attack Ben this round.")
        anna.choose("loot")
        foretold(anna.page, "This breaks your promise to Clara")
        turn_to(anna.page, "Talk")
        assert [one["fate"] for one in table.get(seat=CLARA)["pledges"]] == ["open", "open"]
        table.answer(ANNA, "attack", target=BEN)
        table.answer(BEN, "pass")
        table.answer(CLARA, "loot")
        expect(anna.page.locator("#reveal")).to_be_attached(timeout=PATIENCE)
        expect(card(anna, 2).locator(".pill-open")).to_be_visible(timeout=PATIENCE)
        anna.visit(f"/tables/{table.id}?to={CLARA}")
        turn_to(anna.page, "Talk")
        expect(card(anna, 2).locator(".pill-kept")).to_be_visible(timeout=PATIENCE)
        expect(card(anna, 1).locator(".pill-broken + .moment")).to_have_text("in round 1")
        expect(card(anna, 2)).to_contain_text("You promise to attack Ben in round 1.")
        expect(anna.page.locator("#talk")).to_have_attribute("data-broken", "2")
        assert axe_violations(anna.page) == []
        anna.visit(f"/tables/{table.id}?round=1&frame=0")
        expect(anna.page.locator(".broken-mark")).to_have_count(0)
        for other in (ben, watcher):
            other.visit(f"/tables/{table.id}?round=1&frame=0")
            expect(other.page.locator(".dots .betrayal")).to_have_count(0)
        expect(anna.page.locator(".dots .betrayal")).to_have_count(0)
        while not anna.page.locator(".broken-word").count():
            told = anna.page.locator("#caption p").get_attribute("id")
            anna.page.locator("a#step-next").click()
            expect(anna.page.locator("#caption p")).not_to_have_id(told or "", timeout=PATIENCE)
        expect(anna.page.locator(".dots .betrayal")).to_have_count(1)
        expect(anna.page.locator("#caption")).to_have_text(
            re.compile("A broken promise\\s+Clara has broken a promise to you: to support you.")
        )
        expect(anna.page.locator('[data-whose="2"] .broken-mark')).to_have_count(1)
        expect(anna.page.locator(".broken-mark")).to_have_count(1)
        table.everybody("pass")
        anna.visit(f"/tables/{table.id}/ledger")
        rows = anna.page.locator(".tally tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.nth(0)).to_contain_text("1 kept")
        expect(rows.nth(1)).to_contain_text("1 broken")
        expect(anna.page.locator(".ledger .word")).to_have_text(["kept a promise", "broken a promise"])
        expect(anna.page.locator("#log")).to_contain_text("Clara has broken a promise to you: to support you.")


def test_no_refuses_and_the_asker_sees_it(browser: Browser, server: Server) -> None:
    with at_the_table(browser, server) as (_, anna, ben, clara):
        asking(clara, "Anna")
        opens(anna, "Clara")
        card(anna, 1).get_by_role("button", name="No").click()
        expect(card(clara, 1)).to_contain_text("refused", timeout=PATIENCE)
        expect(card(clara, 2)).to_contain_text("No")
        expect(thread(ben.page, "Clara").locator(".thread-last")).to_have_text("Nothing yet")


def asking(player: Player, name: str) -> None:
    """Put a request together, in the thread with somebody."""
    opens(player, name)
    player.page.locator("#promise summary").click()
    form = player.page.locator(".promise-form")
    form.locator("[name=kind]").select_option("request")
    form.locator("[name=act]").select_option("defend")
    form.locator("[name='offer.act']").select_option("loot")
    form.locator("button").click()
    expect(player.page.locator("#messages")).to_contain_text("Asks:", timeout=PATIENCE)


def test_a_counter_opens_the_composer_filled_in(browser: Browser, server: Server) -> None:
    """What was given is asked, and what was asked is given; both can be changed, whatever the page does meanwhile."""
    with at_the_table(browser, server) as (table, anna, ben, clara):
        asking(clara, "Anna")
        opens(anna, "Clara")
        card(anna, 1).get_by_role("link", name="Counter").click()
        form = anna.page.locator("#promise-counter form")
        expect(form.locator("[name=act]")).to_have_value("loot")
        expect(form.locator("[name='offer.act']")).to_have_value("defend")
        form.locator("[name=act]").select_option("pass")
        opens(ben, "Anna")
        ben.say("What are you two at?")
        expect(thread(anna.page, "Ben").locator(".mark")).to_have_text("1 unread", timeout=PATIENCE)
        expect(form.locator("[name=act]")).to_have_value("pass")
        form.locator("button").click()
        expect(card(clara, 2)).to_contain_text("No, but", timeout=PATIENCE)
        expect(card(clara, 2)).to_contain_text("Asks: You will pass this round.")
        expect(card(clara, 2)).to_contain_text("In return: Anna will defend this round.")
        expect(card(clara, 1)).to_contain_text("countered")
        expect(anna.page.locator("#promise-counter")).to_have_count(0)
        assert table.get("messages") == []


def test_without_script_cards_are_answered_as_well(browser: Browser, server: Server, table: Sitting) -> None:
    with heard_by(browser, server, table, java_script_enabled=False) as (anna, ben, _):
        asks(table, ANNA, ANNA)
        anna.visit(f"/tables/{table.id}?to={CLARA}")
        card(anna, 1).get_by_role("link", name="Counter").click()
        form = anna.page.locator("#promise-counter form")
        expect(form.locator("[name=act]")).to_have_value("support")
        expect(form.locator("[name='support.target']")).to_have_value(str(ANNA))
        anna.page.get_by_role("link", name="Never mind").click()
        card(anna, 1).get_by_role("button", name="Agree").click()
        expect(card(anna, 2)).to_contain_text("Agreed")
        expect(anna.page.locator(".threads [aria-current]")).to_contain_text("Clara")
        ben.visit(f"/tables/{table.id}?to={CLARA}")
        expect(ben.page.locator("#messages")).to_have_text("Nothing has been said here yet.")


def test_only_who_is_asked_has_buttons(browser: Browser, server: Server, table: Sitting) -> None:
    """What is asked before everybody is heard by all; whoever watches sees the card and can press nothing."""
    with heard_by(browser, server, table) as (anna, ben, watcher):
        asks(table, ANNA)
        expect(card(anna, 1).get_by_role("button", name="Agree")).to_be_visible(timeout=PATIENCE)
        for player in (ben, watcher):
            whom = "Ben" if player is watcher else "you"
            expect(card(player, 1)).to_contain_text(f"Asks: Anna will attack {whom}", timeout=PATIENCE)
            expect(card(player, 1).locator("button")).to_have_count(0)
