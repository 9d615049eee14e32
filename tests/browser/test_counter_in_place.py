"""Reading and bargaining move nothing above the talk: the line between hand and talk stays where it is."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.browser.players import Player, Server, players, turn_to
from tests.browser.test_offers import asks
from tests.browser.test_threads import ANNA, DESK, PHONE, thread

IN_SIGHT = """(wanted) => {
  const { top, bottom } = document.querySelector(wanted).getBoundingClientRect();
  const pane = document.getElementById("messages").getBoundingClientRect();
  return top >= pane.top - 4 && bottom <= pane.bottom + 4;
}"""

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emma", "Barney")


def whole(player: Player, wanted: str) -> bool:
    """Whether this is wholly in sight between the threads and the foot of the talk."""
    return bool(player.page.evaluate(IN_SIGHT, wanted))


def test_an_offer_is_in_sight_with_its_answers(browser: Browser, server: Server) -> None:
    """At 1280x800, with six threads in two rows."""
    table = server.begun(NAMES)
    with players(browser, server, 1, **DESK) as (anna,):
        anna.join(table.link(ANNA), "Anna")
        asks(table, ANNA, ANNA)
        thread(anna.page, "Clara").click()
        expect(anna.page.locator(".say .to-whom")).to_have_text("to Clara")
        assert whole(anna, "#said-1 .deal")


def test_a_counter_stands_in_place_of_its_card_and_the_hand_stays(browser: Browser, server: Server) -> None:
    table = server.begun(NAMES)
    with players(browser, server, 1, **DESK) as (anna,):
        anna.join(table.link(ANNA), "Anna")
        asks(table, ANNA, ANNA)
        talk = anna.page.locator("#talk")
        before = talk.bounding_box()
        thread(anna.page, "Clara").click()
        expect(anna.page.locator(".say .to-whom")).to_have_text("to Clara")
        assert talk.bounding_box() == before
        anna.page.get_by_text("Counter", exact=True).click()
        form = anna.page.locator("#said-1 #promise-counter form")
        expect(form.locator("button.to-whom")).to_be_visible()
        expect(anna.page.locator("#said-1 .answers")).to_have_count(0)
        assert whole(anna, "#said-1 .deal"), "what is answered is read beside the answer"
        assert whole(anna, "#promise-counter form button.to-whom")
        assert talk.bounding_box() == before


def test_all_threads_of_six_players_are_in_sight(browser: Browser, server: Server) -> None:
    table = server.begun(NAMES)
    with players(browser, server, 1, **DESK) as (anna,), players(browser, server, 1, **PHONE) as (ben,):
        for seat, player in enumerate((anna, ben)):
            player.join(table.link(seat), NAMES[seat])
        turn_to(ben.page, "Talk")
        for player in (anna, ben):
            threads = player.page.locator(".thread")
            expect(threads).to_have_count(6)
            for one in threads.all():
                expect(one).to_be_in_viewport(ratio=0.95)
                name = one.locator(".thread-name > span").first
                assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_a_gift_cannot_be_promised_before_it_names_how_much_and_to_whom(browser: Browser, server: Server) -> None:
    table = server.begun(NAMES)
    with players(browser, server, 1, **DESK) as (anna,):
        anna.join(table.link(ANNA), "Anna")
        thread(anna.page, "Ben").click()
        expect(anna.page.locator(".say .to-whom")).to_have_text("to Ben")
        anna.page.locator("#promise summary").click()
        form = anna.page.locator("#promise form")
        form.locator("[name=act]").select_option("give")
        expect(form.locator("button.to-whom")).to_be_disabled()
        form.locator("[name='give.to']").select_option("1")
        form.locator("[name='give.coins']").fill("1")
        form.locator("button.to-whom").click()
        anna.sees("You promise to give 1 coin to Ben this round.")
