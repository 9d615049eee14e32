"""A promise or a request is put together by taps on the board, at a desk and on a phone, in every game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser import thrice_table
from tests.browser.players import PATIENCE, Player, Server, players, tab_to, turn_to
from tests.browser.test_threads import ANNA, BEN, CLARA, DESK, PHONE, thread
from tests.serving import Sitting

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil", "Fay")

TAPS = {
    "truce": ('[data-whose="1"]', "attack.target", "1", "You promise to attack Ben this round."),
    "conspiracy": ('[data-whose="1"]', "favour.to", "1", "You promise to give a coin to Ben this round."),
    "loyalty": ("#table-place-S1", "enter.place", "S1", "You promise to enter the road Rome–Avignon this round."),
    "dune": ("[id^=table-p-basin-]", "enter.place", "basin", "You promise to enter Basin this turn."),
    "thrice": ("#table-token-4 .thr-figure", "strike.target", "4", "You promise to strike"),
}
"""By game: what is tapped, the field and value that it picks, and what is promised then."""

ORDER = "() => [...document.querySelectorAll('form[data-composer]')].flatMap((form) => [...new FormData(form)])"
"""What is made up of the answer."""


def seated(server: Server, game: str) -> Sitting:
    if game == "thrice":
        return thrice_table.begun(server, players=3)
    return server.begun(NAMES[: {"truce": 3, "conspiracy": 3, "loyalty": 4, "dune": 6}[game]], game=game)


def opens_the_form(player: Player, table: Sitting) -> None:
    turn_to(player.page, "Talk")
    thread(player.page, table.names[CLARA]).click()
    expect(player.page.locator(".say .to-whom")).to_have_text(f"to {table.names[CLARA]}")
    player.page.locator("#promise summary").click()


@pytest.mark.parametrize("game", list(TAPS))
def test_a_tap_on_the_board_chooses_what_is_promised(browser: Browser, server: Server, game: str) -> None:
    """Anna at a desk and Ben with a phone: the same tap fills the same field, and the order is left alone.

    At another desk somebody watches, and learns nothing of what both whisper to Clara.
    """
    what, field, value, words = TAPS[game]
    table = seated(server, game)
    with players(browser, server, 2, **DESK) as (anna, watcher), players(browser, server, 1, **PHONE) as (ben,):
        watcher.visit(f"/tables/{table.id}")
        for seat, player in ((ANNA, anna), (BEN, ben)):
            player.join(table.link(seat), table.names[seat])
            opens_the_form(player, table)
            if player is ben:
                player.page.locator(".promise-form .point-link").click()
            order = player.page.evaluate(ORDER)
            chosen = player.page.locator(f".promise-form [name='{field}']")
            if (seat, value) == (BEN, "1"):
                player.page.locator('[data-whose="0"]').first.click()
                expect(chosen).to_have_value("0")
                continue
            player.page.locator(what).first.click(force="data-whose" not in what)
            expect(chosen).to_have_value(value)
            expect(player.page.locator(".promise-form [name=act]")).to_have_value(field.partition(".")[0])
            assert player.page.evaluate(ORDER) == order
            player.page.locator(".promise-form button").click()
            expect(player.page.locator("#messages")).to_contain_text(words, timeout=PATIENCE)
            promised = words.removeprefix("You promise to ").removesuffix(".")
            expect(player.page.locator("#own-word")).to_contain_text(promised, timeout=PATIENCE)
        told = [one["message"]["said"]["promise"] for one in table.get("messages", CLARA)]
        assert {one["act"] for one in told} == {field.partition(".")[0]}
        expect(watcher.page.locator("#messages")).to_have_text("Nothing has been said here yet.")


def test_a_card_that_is_chosen_takes_the_taps_again(browser: Browser, server: Server) -> None:
    """The board fills the form that was touched last; with a promise half made the order can still be given."""
    table = server.begun(("Anna", "Ben", "Clara"))
    with players(browser, server, 2, **DESK) as (anna, ben), players(browser, server, 1, **PHONE) as (clara,):
        for seat, player in enumerate((anna, ben, clara)):
            player.join(table.link(seat), table.names[seat])
        opens_the_form(anna, table)
        anna.page.locator('[data-whose="1"]').click()
        anna.choose("support")
        anna.page.locator('[data-whose="2"]').click()
        expect(anna.page.locator(".promise-form [name='attack.target']")).to_have_value("1")
        expect(anna.page.locator("[data-summary]").locator("visible=true").first).to_contain_text("support Clara")
        anna.page.locator(".promise-form [name=act]").focus()
        anna.page.locator('[data-whose="2"]').click()
        expect(anna.page.locator(".promise-form [name='attack.target']")).to_have_value("2")
        for other in (ben, clara):
            expect(other.page.locator(".promise-form")).to_be_hidden()


def test_by_keyboard_alone_a_promise_is_made(browser: Browser, server: Server) -> None:
    table = server.begun(("Anna", "Ben", "Clara"))
    with players(browser, server, 2, **DESK) as (anna, ben), players(browser, server, 1, **PHONE) as (clara,):
        for seat, player in enumerate((anna, ben, clara)):
            player.at(table, seat)
        page = anna.page
        for wanted, keys in (
            ('.thread[data-thread="1"]', "Enter"),
            ("#promise summary", "Enter"),
            (".promise-form [name=kind]", "ArrowDown"),
            (".promise-form [name=act]", "a"),
            (".promise-form [name='attack.target']", "c"),
            (".promise-form button", "Enter"),
        ):
            tab_to(page, wanted)
            page.keyboard.press(keys)
            if keys == "Enter" and "thread" in wanted:
                expect(page.locator(".say .to-whom")).to_have_text("to Ben")
        expect(page.locator("#messages")).to_contain_text(
            "You promise not to attack Clara this round.", timeout=PATIENCE
        )
        expect(thread(ben.page, "Anna").locator(".mark")).to_have_text("1 unread", timeout=PATIENCE)
        expect(clara.page.locator("#threads .mark")).to_have_count(0)


def test_without_script_the_action_is_chosen_first(browser: Browser, server: Server) -> None:
    """The form then has the fields of this action alone, and of what is given: at two desks and on a phone."""
    table = server.begun(("Anna", "Ben", "Clara"))
    plain = {"java_script_enabled": False}
    with (
        players(browser, server, 2, **DESK, **plain) as (anna, ben),
        players(browser, server, 1, **PHONE, **plain) as (clara,),
    ):
        for seat, player in enumerate((anna, ben, clara)):
            player.join(table.link(seat), table.names[seat])
        for player, whom in ((anna, CLARA), (clara, ANNA)):
            page = player.page
            player.visit(f"/tables/{table.id}?to={whom}#talk")
            page.locator("#promise summary").click()
            expect(page.locator(".promise-form")).to_be_hidden()
            page.locator(".promise-steps").get_by_role("link", name="attack").click()
            in_sight = page.locator(".promise-form").locator("select, input").locator("visible=true")
            have_names(in_sight, "kind", "act", "attack.target", "times", "offer.act")
            page.locator(".promise-steps").last.get_by_role("link", name="support").click()
            have_names(in_sight, "kind", "act", "attack.target", "times", "offer.act", "offer.support.target")
            page.locator("select[name='attack.target']").select_option(str(BEN))
            page.locator("select[name='offer.support.target']").select_option(str(whom))
            page.locator(".promise-form button").click()
            who = table.names[whom]
            expect(page.locator("#messages")).to_contain_text(f"Asks: {who} will attack Ben this round.")
            expect(page.locator("#messages")).to_contain_text(f"In return: You will support {who} this round.")
        ben.visit(f"/tables/{table.id}")
        expect(ben.page.locator("#messages")).to_have_text("Nothing has been said yet.")


def have_names(fields: Locator, *names: str) -> None:
    """Wait until these fields are there, in this order."""
    expect(fields).to_have_count(len(names))
    for number, name in enumerate(names):
        expect(fields.nth(number)).to_have_attribute("name", name)
