"""Tabs: all of a browser share one stream, each shows what is so now, and its name says what there is to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, serving
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


def tabs_at(player: Player, *tables: Sitting) -> list[Page]:
    """A tab for each of these tables, at all of which the player takes the first seat."""
    tabs = []
    for table in tables:
        player.join(table.link(0))
        tabs.append(player.context.new_page())
        tabs[-1].goto(f"/tables/{table.id}")
    return tabs


def open_streams(services: Services) -> int:
    """How many streams are held, whoever holds them."""
    return max(services.stream_limits._open.values(), default=0)


def test_all_tabs_of_a_browser_share_one_stream(agatha: Player, server: Server, services: Services) -> None:
    """Six of them would leave the browser no connection to this server: eight tables, all of which are told of news."""
    tables = [server.begun(NAMES, title=f"Table {number}") for number in range(TABS)]
    tabs = tabs_at(agatha, *tables)
    for tab, table in zip(tabs, tables, strict=True):
        titled(tab, f"{table.get()['title']} · your turn")
        watched(services, table, tab, 1)
    assert open_streams(services) == 1
    for tab, table in zip(tabs, tables, strict=True):
        table.post("talk", 1, text=f"This is {table.id}.")
        expect(tab.locator("#messages")).to_contain_text(f"This is {table.id}.", timeout=PATIENCE)
        table.answer(0, "loot")
        titled(tab, table.get()["title"])


def test_a_tab_in_the_background_follows_too(agatha: Player, server: Server) -> None:
    table = server.begun(NAMES, title="Friday")
    agatha.join(table.link(0))
    agatha.context.add_init_script(IN_THE_BACKGROUND)
    tab = agatha.context.new_page()
    tab.goto(f"/tables/{table.id}")
    titled(tab, "Friday · your turn")
    agatha.page.goto("/rules/truce")  # whoever looks at the table in another tab has read what is said there
    table.answer(0, "loot")
    titled(tab, "Friday")
    table.post("talk", 1, text="You do not see this.")
    titled(tab, "(1) Friday")


def test_two_windows_of_one_person_agree(agatha: Player, server: Server) -> None:
    table = server.begun(NAMES, title="Friday")
    agatha.join(table.link(0))
    other = agatha.context.new_page()
    other.goto(f"/tables/{table.id}")
    agatha.choose("loot").seal()
    expect(other.locator("#hand-title")).to_have_text("Sealed", timeout=PATIENCE)
    titled(other, "Friday")
    other.get_by_role("button", name="Take it back").click()
    expect(agatha.page.locator("#hand-title")).not_to_have_text("Sealed", timeout=PATIENCE)
    titled(agatha.page, "Friday · your turn")


def test_a_list_of_tables_follows(agatha: Player, server: Server) -> None:
    tables = [server.begun(NAMES, title=f"Table {number}") for number in range(2)]
    tabs_at(agatha, *tables)
    lists = [agatha.context.new_page() for _ in range(2)]
    for page, path in zip(lists, ("/my-tables", "/"), strict=True):
        page.goto(path)
        expect(page.locator(".your-turn")).to_have_count(2, timeout=PATIENCE)
    titled(lists[0], "(2) My tables")
    tables[0].answer(0, "loot")
    for page in lists:
        expect(page.locator(".your-turn")).to_have_count(1, timeout=PATIENCE)
    titled(lists[0], "(1) My tables")
    for seat in (1, 2):
        tables[0].answer(seat, "pass")
    for page in lists:
        expect(page.locator(".your-turn")).to_have_count(2, timeout=PATIENCE)
    titled(lists[0], "(2) My tables")


def test_a_browser_whose_tabs_cannot_share_holds_a_stream_only_for_a_tab_that_is_looked_at(
    agatha: Player, server: Server, services: Services
) -> None:
    agatha.context.add_init_script("delete window.SharedWorker;")
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
    agatha.page.reload()
    titled(agatha.page, "Friday · game over")
    assert open_streams(services) == 0


def test_all_tabs_go_on_when_the_server_comes_back(browser: Browser, tmp_path: Path) -> None:
    """Each shows what happened meanwhile, and is told of what happens next."""
    with ExitStack() as first:
        server = first.enter_context(serving(tmp_path))
        agatha = Player(browser, server)
        tables = [server.begun(NAMES, title=f"Table {number}") for number in range(3)]
        tabs = tabs_at(agatha, *tables)
        for tab in tabs:
            titled(tab, f"{tab.title().partition(' ·')[0]} · your turn")
    for tab in tabs:
        expect(tab.locator("#reconnecting")).to_be_visible(timeout=PATIENCE)
    port = int(server.address.rpartition(":")[2])
    with serving(tmp_path, port=port) as server:
        for tab, table in zip(tabs, tables, strict=True):
            table.client = server.client
            expect(tab.locator("#reconnecting")).to_be_hidden(timeout=PATIENCE)
            table.post("talk", 1, text="Here again.")
            expect(tab.locator("#messages")).to_contain_text("Here again.", timeout=PATIENCE)
        agatha.leave()


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
