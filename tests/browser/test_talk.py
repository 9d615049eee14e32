"""What somebody is writing belongs to the thread it is written in, whatever happens to the page meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, expect
from tests.browser.players import PATIENCE, Player, Server, players
from tests.serving import Sitting

THREE = ("Anna", "Ben", "Clara")
ANNA, BEN, CLARA = range(3)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SECRET = "Clara is next. Take her coins."


def box(player: Player) -> Locator:
    return player.page.locator(".say textarea")


def writes_to_anna(ben: Player, table: Sitting) -> None:
    """Ben is writing to Anna, and has not sent it."""
    ben.visit(f"/tables/{table.id}?to={ANNA}")
    box(ben).press_sequentially(SECRET)


def heard(player: Player, table: Sitting) -> Any:
    """What a player has heard, as their browser is told it."""
    return player.context.request.get(table.path("messages")).json()


def sends_it(ben: Player, table: Sitting, anna: Player | None = None) -> None:
    """Ben presses Enter: Anna hears it, at her browser if she has one, and nobody else does."""
    with ben.page.expect_response(lambda response: response.url.partition("?")[0].endswith("/talk")):
        box(ben).press("Enter")
    expect(ben.page.locator("#messages")).to_contain_text(SECRET, timeout=PATIENCE)
    expect(box(ben)).to_have_value("")
    (said,) = heard(anna, table) if anna else table.get("messages", ANNA)
    assert said["message"]["said"]["to"] == [ANNA]
    assert said["message"]["said"]["text"] == SECRET
    assert table.get("messages") == []


@contextmanager
def three(
    browser: Browser, server: Server, table: Sitting, seats: tuple[int, ...] = (ANNA, BEN, CLARA), **more: Any
) -> Iterator[tuple[Player, Player, Player]]:
    """Anna and Ben at desks, Clara with a phone: she never sees what is not for her. Whoever has no seat watches."""
    with players(browser, server, 2, **more) as (anna, ben), players(browser, server, 1, **PHONE) as (clara,):
        for seat, player in enumerate((anna, ben, clara)):
            if seat in seats:
                player.join(table.link(seat))
            else:
                player.visit(f"/tables/{table.id}")
        yield anna, ben, clara
        assert SECRET not in clara.page.content()
        assert SECRET not in clara.context.request.get(f"/tables/{table.id}").text()


def test_a_whisper_stays_one_when_the_reveal_begins_by_itself(browser: Browser, server: Server) -> None:
    """TRU-14: Ben is writing to Anna; Anna seals, and the seals break. What he sends then is for Anna alone."""
    table = server.begun(THREE)
    table.everybody("loot", ANNA)
    with three(browser, server, table, reduced_motion="no-preference") as (anna, ben, _):
        writes_to_anna(ben, table)
        anna.choose("loot").seal_last()
        expect(ben.page.locator("#reveal")).to_be_visible(timeout=PATIENCE)
        expect(box(ben)).to_have_value(SECRET)
        expect(box(ben)).to_be_focused()
        expect(ben.page.locator(".threads [aria-current]")).to_contain_text("Anna")
        sends_it(ben, table, anna)


def test_a_whisper_stays_one_to_the_end_of_the_reveal(browser: Browser, server: Server) -> None:
    """Stepping, and going on with the game, leave the thread open as well."""
    table = server.begun(THREE)
    with three(browser, server, table) as (anna, ben, _):
        writes_to_anna(ben, table)
        table.everybody("loot")
        expect(ben.page.locator("#reveal")).to_be_visible(timeout=PATIENCE)
        ben.page.locator("a#step-next").click()
        expect(ben.page.locator("#reveal")).to_have_attribute("data-frame", "1", timeout=PATIENCE)
        ben.page.locator("#skip").click()
        expect(ben.page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)
        sends_it(ben, table, anna)


def test_a_whisper_stays_one_while_a_round_is_seen_again(browser: Browser, server: Server) -> None:
    table = server.begun(THREE)
    table.everybody("loot")
    with three(browser, server, table) as (anna, ben, _):
        writes_to_anna(ben, table)
        ben.page.locator('.rounds-strip [data-reveal="1"]').click()
        expect(ben.page.locator("#reveal")).to_be_visible(timeout=PATIENCE)
        expect(box(ben)).to_have_value(SECRET)
        sends_it(ben, table, anna)


def test_a_whisper_to_a_bot_stays_one(browser: Browser, server: Server) -> None:
    """Alone with bots: the own seal is the last, and breaks them all."""
    seats = [{"name": "Anna", "bot": "random"}, {"name": "Ben"}, {"name": "Clara", "bot": "random"}]
    made = server.client.post("/api/tables", json={"game": "truce", "seats": seats})
    table = Sitting(server.client, made.json())
    assert table.post("sit", BEN).status_code == 204
    assert table.do("start").status_code == 204
    with three(browser, server, table, (BEN,)) as (_, ben, _):
        writes_to_anna(ben, table)
        ben.choose("loot").seal_last()
        expect(ben.page.locator("#reveal")).to_be_visible(timeout=PATIENCE)
        expect(box(ben)).to_have_value(SECRET)
        with ben.page.expect_response(lambda response: response.url.partition("?")[0].endswith("/talk")):
            box(ben).press("Enter")
        expect(ben.page.locator("#messages")).to_contain_text(SECRET, timeout=PATIENCE)
        (mine,) = (one["message"]["said"] for one in heard(ben, table) if one["message"]["sender"] == BEN)
        assert mine["to"] == [ANNA]


def test_each_thread_has_a_draft_of_its_own(
    browser: Browser, server: Server, axe_violations: Callable[[Player], list[str]]
) -> None:
    """From thread to thread and back, over a reload and another page: what was being written is where it was."""
    table = server.begun(THREE)
    with three(browser, server, table, (BEN,)) as (_, ben, _):
        table.post("talk", ANNA, to=[BEN], text="Psst.")
        expect(ben.page.locator(".thread", has_text="Anna").locator(".mark")).to_contain_text("1")
        channels = ben.page.locator(".threads a")
        box(ben).fill("Good evening, all.")
        channels.filter(has_text="Anna").click()
        expect(box(ben)).to_have_value("")
        box(ben).fill(SECRET)
        channels.filter(has_text="Everybody").click()
        expect(box(ben)).to_have_value("Good evening, all.")
        channels.filter(has_text="Anna").click()
        expect(box(ben)).to_have_value(SECRET)
        ben.page.reload()
        expect(box(ben)).to_have_value(SECRET)
        ben.visit(f"/tables/{table.id}/ledger").visit(f"/tables/{table.id}")
        expect(box(ben)).to_have_value("Good evening, all.")
        box(ben).press("Enter")
        expect(ben.page.locator("#messages")).to_contain_text("Good evening, all.", timeout=PATIENCE)
        expect(box(ben)).to_have_value("")
        ben.page.locator(".threads a", has_text="Anna").click()
        expect(box(ben)).to_have_value(SECRET)
        ben.page.locator("#whisper summary").click()
        ben.page.locator(".whisper-form label", has_text="Clara").click()
        ben.page.locator(".whisper-form button").click()
        expect(ben.page.locator(".say label")).to_contain_text("Anna and Clara")
        expect(box(ben)).to_have_value("")
        box(ben).fill("Three of us.")
        box(ben).press("Enter")
        expect(ben.page.locator("#messages")).to_contain_text("Three of us.", timeout=PATIENCE)
        assert [one["message"]["said"]["to"] for one in table.get("messages", CLARA)] == [[], [ANNA, CLARA]]


def test_a_promise_that_is_put_together_stays_in_its_thread(browser: Browser, server: Server) -> None:
    """TRU-14.1: what Ben was about to promise Anna is never said to the table, nor does a gift wipe his words away."""
    table = server.begun(THREE)
    table.everybody("loot", BEN)
    with three(browser, server, table, (BEN,)) as (_, ben, _):
        writes_to_anna(ben, table)
        ben.page.locator("#promise summary").click()
        ben.page.locator(".promise-form [name=act]").select_option("support")
        table.answer(BEN, "loot")
        expect(ben.page.locator("#reveal")).to_be_visible(timeout=PATIENCE)
        ben.page.locator("#skip").click()
        expect(ben.page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)
        expect(ben.page.locator(".promise-form [name=act]")).to_have_value("support")
        ben.page.locator(".promise-form button").click()
        expect(ben.page.locator("#messages")).to_contain_text("You promise to support", timeout=PATIENCE)
        expect(ben.page.locator(".promise-form")).to_be_hidden()
        assert table.get()["pledges"] == []
        assert table.get(seat=ANNA)["pledges"][0]["pledge"]["act"] == "support"
        expect(box(ben)).to_have_value(SECRET)


def test_a_promise_is_put_together_in_sight_and_only_one_form_is_open(browser: Browser, server: Server) -> None:
    """Nobody promises to do anything to himself, nor asks another to."""
    table = server.begun(THREE)
    with three(browser, server, table, viewport={"width": 1280, "height": 800}) as (_, ben, _):
        ben.page.locator("#whisper summary").click()
        expect(ben.page.locator(".whisper-form button")).to_be_in_viewport(ratio=1)
        ben.page.locator("#promise summary").click()
        expect(ben.page.locator(".whisper-form")).to_be_hidden()
        form = ben.page.locator(".promise-form")
        expect(form.locator("button")).to_be_in_viewport(ratio=1)
        form.locator("[name=act]").select_option("support")
        target = form.locator("[data-seats=act]").locator("visible=true").locator("option:not([hidden])")
        expect(target).to_have_text(["anybody", "Anna", "Clara"])
        form.locator("[name=kind]").select_option("request")
        expect(target).to_have_text(["anybody", "Ben", "Clara"])


def test_the_newest_message_is_whole_from_its_first_line_on(browser: Browser, server: Server) -> None:
    table = server.begun(THREE)
    with three(browser, server, table, (BEN,), viewport={"width": 1280, "height": 800}) as (_, ben, _):
        for words in ("Good evening.", "Nobody attacks Clara. " * 9):
            table.post("talk", ANNA, to=[BEN], text=words)
        ben.visit(f"/tables/{table.id}?to={ANNA}")
        newest = ben.page.locator("#messages > :last-child")
        expect(newest.locator(".speaker")).to_be_in_viewport(ratio=1)
        expect(newest.locator("time")).to_be_in_viewport(ratio=1)


def test_without_script_the_thread_stays_open(browser: Browser, server: Server) -> None:
    """Sealing, taking back and seeing a round again lead back to the thread one was in."""
    table = server.begun(THREE)
    table.everybody("loot")
    with three(browser, server, table, (BEN,), java_script_enabled=False) as (_, ben, _):
        ben.visit(f"/tables/{table.id}?to={ANNA}")
        ben.choose("loot").page.get_by_role("button", name="Seal it").first.click()
        expect(ben.page.locator(".threads [aria-current]")).to_contain_text("Anna")
        ben.page.get_by_role("button", name="Take it back").click()
        expect(ben.page.locator(".threads [aria-current]")).to_contain_text("Anna")
        ben.page.locator('.rounds-strip [data-reveal="1"]').click()
        expect(ben.page.locator("#reveal")).to_be_visible()
        box(ben).fill(SECRET)
        ben.page.locator(".say .to-whom").click()
        ben.sees(SECRET)
        assert table.get("messages") == []
        assert table.get("messages", ANNA)[0]["message"]["said"]["to"] == [ANNA]
