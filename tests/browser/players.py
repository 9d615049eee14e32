"""People at a real server in real browsers: each in a context of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.serving import Sitting, begin, gather, on_the_wire, open_services

from turncoat.server.clock import real_time

PATIENCE = 20_000
"""Milliseconds for which something on a page is waited for."""

EXPECTED = (
    *("status of 401", "status of 403", "status of 404", "status of 410", "status of 422"),
    *("Failed to fetch", "ERR_INTERNET_DISCONNECTED"),
)
"""Chromium reports answers that are refusals, and a network that is off, as errors: they are meant."""

SAME_SITE = {"Sec-Fetch-Site": "same-origin"}
"""What a browser says of a form that one of our own pages has sent."""

BOARD = "#table-board, #table-map, #table-thr"
"""What a game is played on."""

FOCUSED = "(wanted) => document.activeElement?.matches(wanted) ?? false"
"""Whether what the keyboard acts on is one of these."""


class Server:
    """A server for one test.

    Attributes:
        address: Where it is.
        client: Talks to its API.
    """

    def __init__(self, address: str, client: httpx.Client) -> None:
        self.address, self.client = address, client

    def table(self, names: tuple[str, ...], **agreed: object) -> Sitting:
        """A table that waits for its players."""
        return gather(self.client, names, **agreed)

    def begun(self, names: tuple[str, ...], **agreed: object) -> Sitting:
        """A table at which everybody sits already."""
        return begin(self.client, names, **agreed)


@contextmanager
def serving(folder: Path, clock: Callable[[], int] = real_time, port: int = 0) -> Iterator[Server]:
    """A server of this folder, in real time unless a clock says otherwise, at this port or any."""
    services = open_services(folder, clock=clock, rates={})
    with on_the_wire(services, port) as address, httpx.Client(base_url=address, timeout=30) as client:
        yield Server(address, client)


class Player:
    """Somebody with a browser.

    Attributes:
        context: The browser, with cookies of its own.
        page: What is on the screen.
        errors: What the console complained about.
    """

    def __init__(self, browser: Browser, server: Server, **settings: Any) -> None:
        given = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"} | settings
        self.server = server
        self.context: BrowserContext = browser.new_context(base_url=server.address, **given)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("console", lambda message: self._note(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda fault: self._note(str(fault)))

    def _note(self, text: str) -> None:
        if not any(words in text for words in EXPECTED):
            self.errors.append(text)

    def join(self, key: str, name: str = "") -> Player:
        """Take the seat behind a link, with the form of its page but without drawing that page, and open the table."""
        to_send = self.context.request.get(f"/join/{key}").text()
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', to_send))
        called = re.search(r'<input name="name"[^>]*?value="([^"]*)"', to_send)
        form = hidden | {"name": name or unescape(called[1] if called else "")}
        reply = self.context.request.post("/join", form=form, headers=SAME_SITE, max_redirects=0)
        assert reply.status == 303, reply.text()
        self.page.goto(reply.headers["location"])
        return self

    def at(self, table: Sitting, seat: int = 0) -> Page:
        """Take a seat and look at the table."""
        self.join(table.link(seat), table.names[seat])
        expect(self.page.locator(BOARD).first).to_be_visible(timeout=PATIENCE)
        return self.page

    def visit(self, path: str) -> Player:
        """Look at a page."""
        self.page.goto(path)
        return self

    def choose(self, card: str, target: str = "") -> Player:
        """Pick a card and a player from the list."""
        turn_to(self.page, "Hand")
        self.page.locator(f"label.card-{card}").locator("visible=true").first.click()
        unfold(self.page)
        if target:
            fields = self.page.locator(f"#act-{card} ~ .card-fields")
            fields.locator("label.chip", has_text=target).click()
        return self

    def seal(self) -> Player:
        """Commit what is picked."""
        self.page.get_by_role("button", name="Seal it").locator("visible=true").first.click()
        self.sees("Sealed")
        return self

    def seal_last(self) -> Player:
        """Commit what is picked; it may be the last answer, which breaks the seals at once."""
        button = self.page.get_by_role("button", name="Seal it").locator("visible=true").first
        return self.answers(button.click)

    def answers(self, do: Callable[[], object]) -> Player:
        """Do something that hands in an answer, and wait until the server has taken it."""
        with self.page.expect_response(lambda response: response.url.partition("?")[0].endswith("/answer")):
            do()
        return self

    def say(self, words: str) -> Player:
        """Say something in the channel that is open."""
        turn_to(self.page, "Talk")
        self.page.locator(".say textarea").fill(words)
        self.page.locator(".say .to-whom").click()
        expect(self.page.locator("#messages")).to_contain_text(words, timeout=PATIENCE)
        return self

    def sees(self, words: str) -> None:
        """Wait until the words are on the page, for the eyes."""
        expect(self.page.get_by_text(words).locator("visible=true").first).to_be_visible(timeout=PATIENCE)

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()


@contextmanager
def players(browser: Browser, server: Server, number: int, **settings: Any) -> Iterator[list[Player]]:
    """So many people, each with a browser; at the end no console may have complained."""
    people = [Player(browser, server, **settings) for _ in range(number)]
    try:
        yield people
        errors = [error for person in people for error in person.errors]
        assert not errors, errors
    finally:
        for person in people:
            person.leave()


def turn_to(page: Page, part: str) -> None:
    """Open a part of the table, where it is one of the tabs of a small screen; the hand is the end when all is over."""
    tab = page.locator(".tabs").get_by_role(
        "link", name=re.compile("Hand|Watching|The end") if part == "Hand" else part
    )
    if tab.is_visible():
        tab.click()


def tab_to(page: Page, selector: str) -> None:
    """Press the tab key until one of these has the focus."""
    for _ in range(160):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED, selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def unfold(page: Page) -> None:
    """Open the lists beside the board."""
    page.evaluate("() => { for (const one of document.querySelectorAll('details[data-list]')) one.open = true; }")


def in_a_hurry(page: Page) -> None:
    """Skip every telling as soon as it begins."""
    leave = "document.querySelector('#reveal [data-skip]')?.click()"
    page.add_locator_handler(page.locator("#reveal"), lambda: page.evaluate(leave), no_wait_after=True)


def card(page: Page, tag: str) -> None:
    """Choose what to do."""
    turn_to(page, "Hand")
    page.locator(f"label.card-{tag}").locator("visible=true").first.click()
    unfold(page)


def asked(page: Page, words: str) -> None:
    """Wait until this is asked."""
    expect(page.locator("#hand-title")).to_have_text(words, timeout=PATIENCE)


def do_it(page: Page, words: str = "Do it") -> None:
    """Commit what is made up."""
    with page.expect_response(lambda response: response.url.partition("?")[0].endswith("/answer")) as told:
        page.get_by_role("button", name=words).locator("visible=true").first.click()
    assert told.value.ok
    expect(page.locator("#refusal")).to_have_count(0)


def summary(page: Page) -> str:
    """What is about to be done, in words."""
    return page.locator("[data-summary]").locator("visible=true").first.inner_text()


def foretold(page: Page, words: str) -> None:
    """Wait until this is said of what the answer that is made up would come to."""
    line = page.locator("#composer [data-outlook]:not([hidden])").locator("visible=true")
    expect(line).to_contain_text(words, timeout=PATIENCE)
