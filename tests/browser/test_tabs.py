"""Tabs: only one that is looked at holds a stream, it catches up at once, and its name says what there is to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect
from tests.browser.players import PATIENCE, Player, Server
from tests.serving import Sitting, on_the_wire, open_services

from turncoat.server.clock import real_time
from turncoat.server.services import Services

NAMES = ("Agatha", "Barney", "Celeste")
IN_THE_BACKGROUND = "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
LOOK = """hidden => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
TABS = 8
"""More than the six connections that a browser has to a server."""


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return open_services(tmp_path, clock=real_time, rates={})


@pytest.fixture
def server(services: Services) -> Iterator[Server]:
    with on_the_wire(services) as address, httpx.Client(base_url=address, timeout=30) as client:
        yield Server(address, client)


def watched(services: Services, table: Sitting, page: Page, wanted: int) -> None:
    """Wait until so many streams of a table are held."""
    for _ in range(PATIENCE // 50):
        if services.keeper.live_tables.watched(table.id) == wanted:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{services.keeper.live_tables.watched(table.id)} streams are held, not {wanted}")


def titled(page: Page, title: str) -> None:
    """Wait until the tab is called so."""
    expect(page).to_have_title(title, timeout=PATIENCE)


def test_tabs_opened_in_the_background_hold_no_stream(agatha: Player, server: Server, services: Services) -> None:
    """Six of them would leave the browser no connection to this server."""
    table = server.begun(NAMES, title="Friday")
    agatha.join(table.link(0))
    watched(services, table, agatha.page, 1)
    agatha.page.evaluate(LOOK, True)
    watched(services, table, agatha.page, 0)
    agatha.context.add_init_script(IN_THE_BACKGROUND)
    tabs = [agatha.context.new_page() for _ in range(TABS)]
    for tab in tabs:
        tab.goto(f"/tables/{table.id}")
        titled(tab, "Friday · your turn")
    assert services.keeper.live_tables.watched(table.id) == 0
    tabs[-1].evaluate(LOOK, False)
    watched(services, table, agatha.page, 1)


def test_a_tab_that_is_looked_at_again_catches_up_at_once(agatha: Player, server: Server, services: Services) -> None:
    table = server.begun(NAMES)
    agatha.join(table.link(0))
    watched(services, table, agatha.page, 1)
    agatha.page.evaluate(LOOK, True)
    watched(services, table, agatha.page, 0)
    table.post("talk", 1, text="You missed this.")
    expect(agatha.page.locator("#messages")).not_to_contain_text("You missed this.")
    agatha.page.evaluate(LOOK, False)
    expect(agatha.page.locator("#messages")).to_contain_text("You missed this.", timeout=PATIENCE)
    watched(services, table, agatha.page, 1)
    table.post("talk", 1, text="And this.")
    expect(agatha.page.locator("#messages")).to_contain_text("And this.", timeout=PATIENCE)


def test_no_stream_is_held_for_a_game_that_is_over(agatha: Player, server: Server, services: Services) -> None:
    table = server.begun(NAMES, title="Friday", options={"rounds": 1})
    agatha.join(table.link(0))
    watched(services, table, agatha.page, 1)
    table.everybody("pass")
    titled(agatha.page, "Friday · game over")
    watched(services, table, agatha.page, 0)
    expect(agatha.page.locator("#reconnecting")).to_be_hidden()
    asked: list[str] = []
    agatha.page.on("request", lambda request: asked.append(request.url))
    agatha.page.reload()
    titled(agatha.page, "Friday · game over")
    assert not [url for url in asked if "/stream" in url]


def test_the_tab_says_whose_turn_it_is_and_what_has_not_been_read(agatha: Player, server: Server) -> None:
    """It follows every change of the page, also one that is not looked at."""
    table = server.begun(NAMES, title="Friday")
    agatha.join(table.link(0))
    page = agatha.page
    titled(page, "Friday · your turn")
    table.answer(0, "loot")
    titled(page, "Friday")
    for seat in (1, 2):
        table.answer(seat, "pass")
    titled(page, "Friday · your turn")
    table.post("talk", 1, text="Looked at.")
    expect(page.locator("#messages")).to_contain_text("Looked at.", timeout=PATIENCE)
    titled(page, "Friday · your turn")
    page.evaluate(LOOK, True)
    for words in ("one", "two"):
        table.post("talk", 1, text=words)
    page.evaluate("document.querySelector('main').dispatchEvent(new CustomEvent('again'))")
    titled(page, "(2) Friday · your turn")
    page.evaluate(LOOK, False)
    titled(page, "Friday · your turn")


def test_a_gathering_tab_is_called_anew_when_the_game_begins(agatha: Player, server: Server) -> None:
    table = server.table(NAMES, title="Friday")
    agatha.join(table.link(0))
    titled(agatha.page, "Friday: gathering")
    for seat in range(len(NAMES)):
        table.post("sit", seat)
    table.do("start")
    titled(agatha.page, "Friday · your turn")
