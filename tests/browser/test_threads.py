"""Talk that is heard: threads with what is new in each, on a desk, on a phone, and in two windows of one person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players, turn_to
from tests.browser.test_sending import first, held_back
from tests.browser.test_tabs import LOOK, titled
from tests.serving import Sitting

THREE = ("Anna", "Ben", "Clara")
ANNA, BEN, CLARA = range(3)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}


@contextmanager
def at_the_table(browser: Browser, server: Server) -> Iterator[tuple[Sitting, Player, Player, Player]]:
    """Anna at a desk, Ben at another, Clara with a phone."""
    table = server.begun(THREE, title="Friday")
    with players(browser, server, 2, **DESK) as (anna, ben), players(browser, server, 1, **PHONE) as (clara,):
        for seat, player in enumerate((anna, ben, clara)):
            player.join(table.link(seat), THREE[seat])
        yield table, anna, ben, clara


def thread(page: Page, name: str) -> Locator:
    return page.locator(".thread").filter(has=page.get_by_text(name, exact=True))


def whispers(player: Player, to: str, words: str) -> None:
    """Open the thread with somebody, and send."""
    turn_to(player.page, "Talk")
    thread(player.page, to).click()
    expect(player.page.locator(".say .to-whom")).to_have_text(f"to {to}")
    player.say(words)


def test_a_whisper_is_seen_by_whom_it_is_for(
    browser: Browser, server: Server, axe_violations: Callable[[Player], list[str]]
) -> None:
    """A number at the thread, in the tab's name and on the phone's tab, a dot at the seat; read, all of them go."""
    with at_the_table(browser, server) as (_, anna, ben, clara):
        turn_to(clara.page, "Board")
        whispers(ben, "Clara", "Let us both hit Anna.")
        expect(clara.page.locator("#unread")).to_have_text("1 unread", timeout=PATIENCE)
        expect(clara.page.locator('[data-whose="1"] .talk-dot')).to_have_count(1)
        titled(clara.page, "(1) Friday · your turn")
        expect(clara.page.locator("#spoken[aria-live=polite]")).to_have_text("Whispered. Ben: Let us both hit Anna.")
        expect(anna.page.locator("#spoken")).to_be_empty()
        expect(ben.page.locator("#spoken")).to_be_empty()
        expect(thread(clara.page, "Ben").locator(".mark")).to_have_text("1 unread")
        expect(thread(clara.page, "Ben").locator(".thread-last")).to_have_text("Ben: Let us both hit Anna.")
        turn_to(clara.page, "Talk")
        expect(clara.page.locator(".say .to-whom")).to_have_text("to everybody")
        thread(clara.page, "Ben").click()
        expect(clara.page.locator(".say .to-whom")).to_have_text("to Ben")
        clara.sees("Let us both hit Anna.")
        titled(clara.page, "Friday · your turn")
        expect(clara.page.locator("#unread")).to_be_hidden()
        expect(clara.page.locator(".talk-dot")).to_have_count(0)
        titled(anna.page, "Friday · your turn")
        expect(anna.page.locator("#threads .mark")).to_have_count(0)


def test_talk_on_a_phone_reopens_the_thread_that_was_left(browser: Browser, server: Server) -> None:
    """Whatever is unread elsewhere: what is written for Anna goes to Anna."""
    with at_the_table(browser, server) as (_, _, ben, clara):
        turn_to(clara.page, "Talk")
        thread(clara.page, "Anna").click()
        expect(clara.page.locator(".say .to-whom")).to_have_text("to Anna")
        turn_to(clara.page, "Hand")
        whispers(ben, "Clara", "Let us both hit Anna.")
        expect(clara.page.locator("#unread")).to_have_text("1 unread", timeout=PATIENCE)
        turn_to(clara.page, "Talk")
        expect(thread(clara.page, "Ben").locator(".mark")).to_have_text("1 unread")
        expect(clara.page.locator(".say .to-whom")).to_have_text("to Anna")


def test_two_windows_of_one_person_agree_on_what_has_been_read(browser: Browser, server: Server) -> None:
    with at_the_table(browser, server) as (table, anna, ben, _):
        other = anna.context.new_page()
        other.goto(f"/tables/{table.id}")
        other.evaluate(LOOK, True)
        whispers(ben, "Anna", "Are you there?")
        for page in (anna.page, other):
            titled(page, "(1) Friday · your turn")
        thread(anna.page, "Ben").click()
        for page in (anna.page, other):
            titled(page, "Friday · your turn")
        expect(other.locator("#threads .mark")).to_have_count(0)
        anna.page.reload()
        titled(anna.page, "Friday · your turn")


def test_a_whisper_is_not_lost_to_an_older_list_of_threads(browser: Browser, server: Server) -> None:
    """What the server answers about words that were read may come after a whisper that it does not know of."""
    with at_the_table(browser, server) as (_, anna, ben, clara):
        with held_back(anna.page, "**/read**") as held:
            ben.say("Shall we?")
            reading = first(anna.page, held)
            older = reading.fetch()
            whispers(clara, "Anna", "Only for you.")
            expect(thread(anna.page, "Clara").locator(".mark")).to_have_text("1 unread", timeout=PATIENCE)
            with anna.page.expect_response("**/threads**"):
                reading.fulfill(response=older)
        expect(thread(anna.page, "Clara").locator(".mark")).to_have_text("1 unread")
        expect(thread(anna.page, "Clara").locator(".thread-last")).to_have_text("Clara: Only for you.")


def test_who_will_read_it_is_plain_and_not_by_colour_alone(browser: Browser, server: Server) -> None:
    with at_the_table(browser, server) as (_, anna, _, clara):
        for player in (anna, clara):
            page = player.page
            turn_to(page, "Talk")
            button, row = page.locator(".say .to-whom"), page.locator(".say-row")
            expect(button).to_have_text("to everybody")
            expect(button.locator("use")).to_have_attribute("href", "#icon-talk")
            expect(row).to_have_css("border-top-style", "solid")
            expect(page.locator("#heard-by")).to_have_text("Everybody can read this thread, spectators included.")
            thread(page, "Ben").click()
            expect(button).to_have_text("to Ben")
            expect(button.locator("use")).to_have_attribute("href", "#icon-lock")
            expect(row).to_have_css("border-top-style", "dashed")
            expect(page.locator("#heard-by")).to_have_text("Only Ben and you can read this thread.")


def test_tapping_a_player_opens_the_thread_with_them(browser: Browser, server: Server) -> None:
    """No card is chosen: the tap is for talk; with a card it picks whom the card is aimed at."""
    with at_the_table(browser, server) as (_, anna, _, clara):
        anna.page.locator('[data-whose="1"]').click()
        expect(anna.page.locator(".say .to-whom")).to_have_text("to Ben")
        expect(anna.page.locator(".say textarea")).to_be_focused()
        expect(thread(anna.page, "Ben")).to_be_in_viewport(ratio=1)
        expect(thread(anna.page, "Ben")).to_have_attribute("aria-current", "true")
        clara.page.locator('[data-whose="0"]').click()
        expect(clara.page.locator(".say .to-whom")).to_have_text("to Anna")
        expect(clara.page.locator(".say textarea")).to_be_visible()
        anna.choose("attack")
        anna.page.locator('[data-whose="2"]').click()
        expect(anna.page.locator("[data-summary]").locator("visible=true").first).to_contain_text("Clara")
        expect(anna.page.locator(".say .to-whom")).to_have_text("to Ben")


def test_threads_are_in_the_order_of_their_last_words(browser: Browser, server: Server) -> None:
    with at_the_table(browser, server) as (_, anna, ben, clara):
        whispers(ben, "Anna", "I was first.")
        whispers(clara, "Anna", "I came later.")
        names = anna.page.locator(".thread-name > span:not(.mark)")
        expect(names).to_have_text(["Everybody", "Clara", "Ben"], timeout=PATIENCE)
        whispers(ben, "Anna", "Now it is me.")
        expect(names).to_have_text(["Everybody", "Ben", "Clara"], timeout=PATIENCE)


def test_reading_sends_little(browser: Browser, server: Server) -> None:
    """That something was read changes the list of threads alone: the page is not sent again for it."""
    with at_the_table(browser, server) as (table, anna, ben, _):
        thread(anna.page, "Ben").click()
        expect(anna.page.locator(".say .to-whom")).to_have_text("to Ben")
        other = anna.context.new_page()
        other.goto(f"/tables/{table.id}")
        other.evaluate(LOOK, True)
        with (
            anna.page.expect_response("**/read*") as read,
            other.expect_response("**/threads*") as threads,
        ):
            whispers(ben, "Anna", "Are you there?")
        whole = anna.context.request.get(f"/tables/{table.id}/live").body()
        for told in (read, threads):
            assert len(told.value.body()) < len(whole) / 6


@pytest.mark.parametrize("part", ["Ledger", "Votes"])
def test_from_another_page_one_comes_back_to_the_same_thread(browser: Browser, server: Server, part: str) -> None:
    with at_the_table(browser, server) as (_, anna, _, clara):
        for player in (anna, clara):
            turn_to(player.page, "Talk")
            thread(player.page, "Ben").click()
            expect(player.page.locator(".say .to-whom")).to_have_text("to Ben")
            player.page.goto(player.page.locator(f'.table-nav a:has-text("{part}")').get_attribute("href") or "")
            player.page.goto(player.page.locator("a.table-title").get_attribute("href") or "")
            turn_to(player.page, "Talk")
            expect(player.page.locator(".say .to-whom")).to_have_text("to Ben")


def test_several_threads_at_once(browser: Browser, server: Server) -> None:
    """While others write, at a desk and on a phone, every draft stays in its thread, and goes to whom it was for."""
    with at_the_table(browser, server) as (table, anna, ben, clara):
        for player, other in ((clara, "Anna"), (anna, "Clara")):
            box = player.page.locator(".say textarea")
            turn_to(player.page, "Talk")
            box.fill("Good evening, all.")
            thread(player.page, other).click()
            expect(player.page.locator(".say .to-whom")).to_have_text(f"to {other}")
            box.press_sequentially(f"Only for {other}.")
        whispers(ben, "Clara", "Psst, Clara.")
        whispers(ben, "Anna", "Psst, Anna.")
        thread(ben.page, "Everybody").click()
        expect(ben.page.locator(".say .to-whom")).to_have_text("to everybody")
        ben.say("Who has the coins?")
        for player, other in ((clara, "Anna"), (anna, "Clara")):
            page, box = player.page, player.page.locator(".say textarea")
            for name in ("Ben", "Everybody"):
                expect(thread(page, name).locator(".mark")).to_have_text("1 unread", timeout=PATIENCE)
            expect(box).to_have_value(f"Only for {other}.")
            for name, draft in (("Ben", ""), ("Everybody", "Good evening, all."), (other, f"Only for {other}.")):
                thread(page, name).click()
                expect(page.locator(".say .to-whom")).to_have_text(f"to {name if name != 'Everybody' else 'everybody'}")
                expect(box).to_have_value(draft)
                expect(page.locator("#messages")).not_to_contain_text("Psst" if name != "Ben" else "Who has")
            page.locator(".say .to-whom").click()
            expect(page.locator("#messages")).to_contain_text(f"Only for {other}.", timeout=PATIENCE)
            expect(page.locator("#threads .mark")).to_have_count(0, timeout=PATIENCE)
        assert "Only for" not in ben.page.content()
        assert [one["message"]["said"]["text"] for one in table.get("messages")] == ["Who has the coins?"]


def test_in_the_lobby_a_whisper_is_seen_and_a_tap_on_a_player_answers(browser: Browser, server: Server) -> None:
    """The talk is below what a phone shows: a number at its link and a dot at the seat say that there is something."""
    table = server.table(THREE, title="Friday")
    with players(browser, server, 2, **DESK) as (anna, ben), players(browser, server, 1, **PHONE) as (clara,):
        for seat, player in enumerate((anna, ben, clara)):
            player.join(table.link(seat), THREE[seat])
        for player in (anna, ben, clara):
            player.visit(f"/tables/{table.id}")
            expect(thread(player.page, "Everybody")).to_have_count(1)
        thread(ben.page, "Clara").click()
        expect(ben.page.locator(".say .to-whom")).to_have_text("to Clara")
        ben.say("Shall we play together?")
        expect(clara.page.locator("#unread")).to_have_text("1 unread", timeout=PATIENCE)
        expect(clara.page.locator("#unread")).to_be_in_viewport()
        expect(clara.page.locator('[data-whose="1"] .talk-dot')).to_have_count(1)
        expect(clara.page.locator("#spoken")).to_have_text("Whispered. Ben: Shall we play together?")
        titled(clara.page, "(1) Friday: gathering")
        clara.page.locator('[data-whose="1"] b').click()
        expect(clara.page.locator(".say .to-whom")).to_have_text("to Ben")
        clara.sees("Shall we play together?")
        expect(clara.page.locator("#messages")).to_be_in_viewport()
        expect(clara.page.locator("#unread")).to_be_hidden()
        expect(clara.page.locator(".talk-dot")).to_have_count(0)
        expect(anna.page.locator(".talk-dot")).to_have_count(0)
        expect(anna.page.locator("#unread")).to_be_hidden()
