"""From the tap to the changed page: an order shows at once as being sent, whatever the server does. ``-s``: figures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from statistics import median

from playwright.sync_api import Page, Route, expect
from tests.browser.players import PATIENCE, Player, Server

NAMES = ("Agatha", "Barney", "Celeste")
TAPS = 20
SOON = 50
"""Milliseconds within which the page has changed, in the middle of so many taps."""

WATCH = """() => {
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.commit button')) return;
    window.atOnce = null;
    setTimeout(() => { window.atOnce = Boolean(document.querySelector('.being-sent')?.getClientRects().length); });
    const paint = () => requestAnimationFrame(() => setTimeout(() => {
      if (!document.querySelector('.being-sent')) return paint();
      window.took = performance.now() - event.timeStamp;
    }));
    paint();
  }, true);
}"""
"""Notes for each tap whether the page had changed when the tap had been dealt with, and after how long it was drawn."""


@contextmanager
def held_back(page: Page, path: str = "**/answer**") -> Iterator[list[Route]]:
    """Requests that the server does not get before they are let go; afterwards nothing is held back any more."""
    held: list[Route] = []
    page.route(path, lambda route: held.append(route))  # noqa: PLW0108  # what is not Python cannot be wrapped
    yield held
    page.unroute(path)


def first(page: Page, held: list[Route]) -> Route:
    """The first request that is held back, once it has been sent."""
    for _ in range(PATIENCE // 10):
        if held:
            return held[0]
        page.wait_for_timeout(10)
    raise AssertionError("nothing was sent")


def seal(page: Page) -> None:
    """Press the button."""
    page.get_by_role("button", name="Seal it").locator("visible=true").first.click()


def test_an_order_shows_at_once_and_the_receipt_replaces_it(agatha: Player, server: Server) -> None:
    table = server.begun(NAMES)
    page = agatha.join(table.link(0)).page
    page.evaluate(WATCH)
    took = []
    for _ in range(TAPS):
        agatha.choose("loot")
        with held_back(page) as held:
            seal(page)
            page.wait_for_function("() => window.took")
            assert page.evaluate("window.atOnce"), "the page changed after the tap had been dealt with"
            assert "You will loot" in page.locator(".being-sent").inner_text()
            expect(page.locator("#hand-title")).to_be_hidden()
            expect(page.get_by_role("button", name="Seal it").locator("visible=true")).to_have_count(0)
            took.append(page.evaluate("() => { const took = window.took; window.took = 0; return took; }"))
            first(page, held).continue_()
        expect(page.locator("#hand-title")).to_have_text("Sealed", timeout=PATIENCE)
        expect(page.locator(".being-sent")).to_have_count(0)
        page.get_by_role("button", name="Take it back").click()
        expect(page.locator("#hand-title")).not_to_have_text("Sealed", timeout=PATIENCE)
    sys.stdout.write(f"\nfrom tap to changed page: {median(took):.0f} ms in the middle of {TAPS}\n")
    assert median(took) <= SOON


def test_a_refusal_takes_it_back_and_keeps_the_draft(agatha: Player, server: Server) -> None:
    table = server.begun(NAMES)
    page = agatha.join(table.link(0)).page
    agatha.choose("attack", "Barney")
    with held_back(page) as held:
        seal(page)
        expect(page.locator(".being-sent")).to_be_visible()
        first(page, held).continue_(post_data=(first(page, held).request.post_data or "").replace("=1", "=77"))
    expect(page.locator("#refusal")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".being-sent")).to_have_count(0)
    expect(page.locator("#act-attack")).to_be_checked()


def test_the_draft_stays_when_the_line_is_lost(agatha: Player, server: Server) -> None:
    table = server.begun(NAMES)
    page = agatha.join(table.link(0)).page
    agatha.choose("attack", "Barney")
    words = page.locator("[data-summary]").first.inner_text()
    with held_back(page) as held:
        seal(page)
        expect(page.locator(".being-sent")).to_be_visible()
        agatha.context.set_offline(True)
        first(page, held).continue_()
        agatha.sees("No answer came.")
    agatha.context.set_offline(False)
    expect(page.locator(".being-sent")).to_have_count(0)
    expect(page.locator("[data-summary]").first).to_have_text(words)
    agatha.seal()


def test_a_server_that_fails_leaves_the_table_on_the_page(agatha: Player, server: Server) -> None:
    """Its own page, and that of a proxy, would take the game away until somebody opens the table again."""
    table = server.begun(NAMES)
    page = agatha.join(table.link(0)).page
    agatha.choose("attack", "Barney")
    fails = {"status": 503, "content_type": "text/html", "body": "<main id='main'><h1>Our fault</h1></main>"}
    for path in ("**/answer**", "**/live**"):
        page.route(path, lambda route: route.fulfill(**fails))
    seal(page)
    agatha.sees("No answer came.")
    with page.expect_response("**/live**"):
        page.evaluate("document.getElementById('main').dispatchEvent(new CustomEvent('again'))")
    expect(page.locator(".being-sent")).to_have_count(0)
    expect(page.get_by_text("Our fault")).to_have_count(0)
    expect(page.locator("#act-attack")).to_be_checked()
    page.unroute_all()
    agatha.seal()
    agatha.errors.clear()


def test_news_of_others_do_not_hide_what_is_being_sent(agatha: Player, server: Server) -> None:
    table = server.begun(NAMES)
    page = agatha.join(table.link(0)).page
    agatha.choose("loot")
    with held_back(page) as held:
        seal(page)
        page.evaluate("document.dispatchEvent(new CustomEvent('htmx:after:swap'))")
        expect(page.locator(".being-sent")).to_have_count(1)
        first(page, held).continue_()
    expect(page.locator("#hand-title")).to_have_text("Sealed", timeout=PATIENCE)


def test_an_answer_that_takes_long_is_spoken_of(agatha: Player, server: Server) -> None:
    """Also what is said; nothing is sent twice, however long it takes."""
    table = server.begun(NAMES)
    page = agatha.join(table.link(0)).page
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    page.locator(".say textarea").fill("A fine day.")
    agatha.choose("loot")
    page.locator(".say textarea").focus()
    with held_back(page, "**/talk**") as held:
        page.keyboard.press("Enter")
        took_long(page)
        page.keyboard.press("Enter")
        page.clock.run_for(1000)
        assert len(held) == 1
        first(page, held).continue_()
        expect(page.locator("#no-answer")).to_be_hidden(timeout=PATIENCE)
    with held_back(page) as held:
        seal(page)
        took_long(page)
        first(page, held).continue_()
        expect(page.locator("#no-answer")).to_be_hidden(timeout=PATIENCE)
    assert [one["message"]["said"]["text"] for one in table.get("messages", 0)] == ["A fine day."]


def took_long(page: Page) -> None:
    """Let three seconds go by, after which the page says that there is no answer yet."""
    page.clock.run_for(2900)
    expect(page.locator("#no-answer")).to_be_hidden()
    page.clock.run_for(200)
    expect(page.locator("#no-answer")).to_be_visible()
