"""People who play in real browsers, at servers that come and go: they press again until something is taken.

Each has a table of their own with two others, who talk there by the API. A page is never loaded again: what it shows,
it has heard of.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from playwright.async_api import Error, Page, Request, Response, async_playwright
from tests.history import Sent
from tests.server.several import PAUSE, History, Line, Place, begin, gathering

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
LOOK = 0.3
"""Seconds between two looks at a page."""

SPEECHES = 3.0
"""Seconds between two messages at a table."""

PATIENCE = 60.0
"""Seconds after which a page has shown what it heard of last."""

PRESS = """() => {
  document.querySelector("#reveal [data-skip]")?.click();
  const seal = [...document.querySelectorAll("button")].find(
    (one) => one.innerText.trim() === "Seal it" && one.checkVisibility());
  const loot = [...document.querySelectorAll("label.card-loot")].find((one) => one.checkVisibility());
  if (!seal || !loot) return;
  loot.click();
  seal.click();
}"""
"""What a person does who sees a card: they pick it and seal it; a telling is skipped."""


SHOWS = """() => [
  document.querySelector("main[data-title]")?.dataset.shown,
  [...document.querySelectorAll("#messages [id^=said-]")].map((one) => one.innerText.match(/Number [0-9]+[.]/)?.[0]),
  window.neverLoadedAgain === true]"""
"""What a page shows: the mark of the table's state, and what was said; and whether it is the page of the beginning."""


def chromium() -> str:
    """The path of a browser."""
    known = (os.environ.get("TURNCOAT_HEADLESS_SHELL"), os.environ.get("TURNCOAT_CHROMIUM"), shutil.which("chromium"))
    path = next(filter(None, known), None)
    assert path, "install Chromium from the system's packages, or set TURNCOAT_CHROMIUM to its path"
    return path


def answered(request: Request) -> int | None:
    """Which question a request of a page answers; None: it does something else."""
    if request.method != "POST" or not request.url.partition("?")[0].endswith("/answer"):
        return None
    return int(parse_qs(request.post_data or "")["request"][0])


class Window:
    """Somebody at seat 0 with a browser, and seat 1, who says numbers.

    Attributes:
        said: What seat 1 said and the server acknowledged.
    """

    def __init__(self, page: Page, places: Sequence[Place], history: History, line: Line) -> None:
        self.page, self.places, self.history, self.line = page, places, history, line
        self.table = places[0].table
        self.said: list[str] = []
        self._sent = dict[Request, Sent]()

    async def open(self, address: str, host_key: str) -> None:
        """Take seat 0, as its link says, and look at the table from now on."""
        status, said = await self.line.ask("POST", f"/api/tables/{self.table}/host/link", host_key, {"seat": 0})
        assert status == 201, said
        await self.page.goto(f"{address}/join/{json.loads(said)['invitation']}")
        await self.page.evaluate("document.querySelector('.letter form').requestSubmit()")
        await self.page.wait_for_selector("main[data-title]")
        await self.page.evaluate("() => { window.neverLoadedAgain = true; }")
        self.page.on("request", self._pressed)
        self.page.on("response", self._answered)

    async def begun(self) -> None:
        """Wait until the words of the page are mixed in, and the game begins."""
        path, key = f"/api/tables/{self.table}", self.places[1].key
        while json.loads((await self.line.ask("GET", path, key))[1])["phase"] != "playing":  # noqa: ASYNC110
            await asyncio.sleep(PAUSE)

    def _pressed(self, request: Request) -> None:
        if (number := answered(request)) is not None:
            self._sent[request] = Sent(self.table, 0, number, {"type": "loot"}, monotonic())
            self.history.sent.append(self._sent[request])

    def _answered(self, response: Response) -> None:
        if response.ok and (sent := self._sent.get(response.request)):
            sent.ended = monotonic()
            self.history.last[self.table] = max(sent.began, self.history.last.get(self.table, 0.0))

    async def play(self, over: asyncio.Event) -> None:
        """Play until it is over, and listen to what is said meanwhile."""
        talking = asyncio.create_task(self._talk(over))
        while not over.is_set():
            with suppress(Error):
                await self.page.evaluate(PRESS)
            await asyncio.sleep(LOOK)
        await talking

    async def _talk(self, over: asyncio.Event) -> None:
        number = 0
        while not over.is_set():
            number += 1
            path = f"/api/tables/{self.table}/talk"
            status, _ = await self.line.ask("POST", path, self.places[1].key, {"text": f"Number {number}."})
            if status == 201:
                self.said.append(f"Number {number}.")
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), SPEECHES)

    async def check(self, address: str) -> list[str]:
        """What is wrong with what the page shows, once nothing happens any more; a page that is new shows the same."""
        fresh = await self.page.context.new_page()
        await fresh.goto(f"{address}/tables/{self.table}")
        (number, said, _), ends = await fresh.evaluate(SHOWS), monotonic() + PATIENCE
        while (shows := await self.page.evaluate(SHOWS))[:2] != [number, said] and monotonic() < ends:  # noqa: ASYNC110
            await asyncio.sleep(PAUSE)
        return [f"the page of table {self.table} {fault}" for fault in self._faults(shows, number, said)]

    def _faults(self, shows: Any, number: str, said: list[str]) -> list[str]:
        latest, heard, never = shows
        acknowledged = [one for one in heard if one in self.said]
        last = self.said[len(self.said) - len(acknowledged) :]
        wrong = {
            f"shows state {latest}, and it is {number}": latest != number,
            f"has heard {heard}, and a new one hears {said}": heard != said,
            f"has messages twice: {heard}": len(heard) != len(set(heard)),
            f"has {heard}, and acknowledged were {self.said}": acknowledged != last or bool(last) != bool(self.said),
            "was loaded again": not never,
        }
        return [fault for fault, there in wrong.items() if there]


@asynccontextmanager
async def windows(number: int, port: int, history: History, patience: float) -> AsyncIterator[list[Window]]:
    """So many people with a browser each, at tables whose games have begun."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        made = list[Window]()
        for _ in range(number):
            line = Line(port, 60)
            places, host_key = await gathering(line, 1000, (1, 2))
            context = await browser.new_context(reduced_motion="reduce")
            window = Window(await context.new_page(), places, history, line)
            await window.open(f"http://127.0.0.1:{port}", host_key)
            await begin(line, places, host_key)
            await window.begun()
            line.patience = patience
            made.append(window)
        try:
            yield made
        finally:
            await browser.close()
