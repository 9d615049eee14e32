"""Coming in: a link opens once; who used it goes on elsewhere by a link or a code; the host lets people in again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players, serving, tab_to
from tests.serving import Clock, Sitting

from turncoat.server.clock import real_time
from turncoat.server.invitations import CODE_LIFE

THREE = ("Agatha", "Barney", "Celeste")
BARNEY = 1
ASKED = "What will you do this round?"
WORTHLESS = "This code is unknown, used, or older than ten minutes."
NO_CLIPBOARD = """
Object.defineProperty(navigator, 'clipboard', {value: undefined});
document.addEventListener('copy', () => { window.copied = getSelection().toString(); });
"""
"""A page without https has none."""

SCRIPT_OR_NOT = pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])


@pytest.fixture
def clock() -> Clock:
    return Clock(real_time())


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Server]:
    with serving(tmp_path, clock) as server:
        yield server


@pytest.fixture
def table(server: Server) -> Sitting:
    return server.begun(THREE, title="Thursday night")


def handed_over(player: Player, table: Sitting) -> tuple[str, str]:
    """Press the button at the table; the link and the code for the other device."""
    player.visit(f"/tables/{table.id}")
    player.page.locator("#menu > summary").click()
    player.page.locator("#elsewhere summary").click()
    player.page.get_by_role("button", name="Make a link and a code").click()
    expect(player.page).to_have_title("Continue on another device")
    link = player.page.get_by_label("Link for the other device", exact=True).input_value()
    return link, player.page.locator(".code output").inner_text()


def typed(player: Player, code: str) -> Player:
    """Type a code and send it."""
    player.page.get_by_label("The code").fill(code)
    player.page.get_by_role("button", name="Continue here").click()
    return player


@SCRIPT_OR_NOT
def test_a_link_opens_once_and_its_bookmark_leads_back_to_the_seat(
    browser: Browser, server: Server, table: Sitting, script: bool
) -> None:
    link = table.link(BARNEY)
    with players(browser, server, 2, java_script_enabled=script) as (barney, finder):
        barney.join(link).sees(ASKED)
        finder.visit(f"/join/{link}").sees("Nobody who finds it later can take the seat.")
        expect(finder.page).to_have_title("This invitation has been used")
        finder.visit(f"/tables/{table.id}").sees("You are watching")
        barney.visit(f"/join/{link}").sees(ASKED)
        expect(barney.page).to_have_url(f"{server.address}/tables/{table.id}")
        expect(barney.page).to_have_title("Thursday night · your turn")


@SCRIPT_OR_NOT
def test_somebody_goes_on_at_another_device_by_a_link(
    browser: Browser, server: Server, table: Sitting, script: bool
) -> None:
    """Both devices hold the seat then; the link opens nothing a second time, also to the device that used it."""
    with players(browser, server, 3, java_script_enabled=script) as (laptop, phone, finder):
        link, _ = handed_over(laptop.join(table.link(BARNEY)), table)
        phone.visit(link).sees("You go on at Thursday night as Barney.")
        phone.page.get_by_role("button", name="Continue here").click()
        phone.sees("The other device can go on as well.")
        phone.choose("loot").seal()
        laptop.page.get_by_role("link", name="Back to the table").click()
        laptop.sees("Sealed")
        for late in (finder, phone):
            late.visit(link).sees(WORTHLESS)
        finder.visit(f"/tables/{table.id}").sees("You are watching")


@SCRIPT_OR_NOT
def test_somebody_goes_on_at_another_device_by_a_code_typed_without_care(
    browser: Browser, server: Server, table: Sitting, script: bool
) -> None:
    """What was mistyped stays to be mended; small letters, spaces and letters for digits do no harm; it works once."""
    with players(browser, server, 3, java_script_enabled=script) as (laptop, phone, finder):
        _, code = handed_over(laptop.join(table.link(BARNEY)), table)
        phone.visit("/my-tables").page.get_by_role("link", name="Continue here").click()
        typed(phone, "7kqm 4xt").sees(WORTHLESS)
        expect(phone.page.get_by_label("The code")).to_have_value("7kqm 4xt")
        careless = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
        typed(phone, f" {careless} ").sees(ASKED)
        typed(finder.visit("/continue"), code).sees(WORTHLESS)


def test_a_code_ends_after_ten_minutes_and_another_one_is_made(
    browser: Browser, server: Server, table: Sitting, clock: Clock
) -> None:
    """The address of the page that showed it leads back to the table, where the button is."""
    with players(browser, server, 2) as (laptop, phone):
        link, code = handed_over(laptop.join(table.link(BARNEY)), table)
        clock.forward(CODE_LIFE / 1000)
        phone.visit(link).sees(WORTHLESS)
        typed(phone, code).sees(WORTHLESS)
        laptop.visit(f"/tables/{table.id}/continue").sees(ASKED)
        typed(phone, handed_over(laptop, table)[1]).sees(ASKED)


@SCRIPT_OR_NOT
def test_the_host_makes_a_new_link_for_somebody_who_has_lost_the_browser(
    browser: Browser, server: Server, table: Sitting, script: bool
) -> None:
    """Nobody has to leave: whoever still has the seat keeps it."""
    with players(browser, server, 3, java_script_enabled=script) as (host, lost, found):
        lost.join(table.link(BARNEY))
        host.visit(f"/join/{table.link(None)}").page.get_by_role("button", name="Open the host's panel").click()
        host.page.get_by_role("button", name="New link for Barney").click()
        host.sees("A new link is ready.")
        found.visit(host.page.get_by_label("Link for Barney", exact=True).input_value())
        found.sees("Agatha and Celeste are there already.")
        found.page.get_by_role("button", name="Take the seat").click()
        found.sees(ASKED)
        lost.visit(f"/tables/{table.id}").sees(ASKED)
        expect(host.visit(f"/tables/{table.id}/host").page.get_by_label("Link for Barney", exact=True)).to_have_count(0)


def test_a_link_is_copied_also_where_a_browser_has_no_clipboard(
    browser: Browser, server: Server, table: Sitting
) -> None:
    """In a local network there is no https, and so no clipboard for scripts."""
    with players(browser, server, 1) as (barney,):
        barney.context.add_init_script(NO_CLIPBOARD)
        link, _ = handed_over(barney.join(table.link(BARNEY)), table)
        barney.page.get_by_role("button", name="Copy").click()
        barney.sees("Copied. It works once.")
        assert barney.page.evaluate("window.copied") == link


def test_the_keyboard_alone_leads_to_another_device(browser: Browser, server: Server, table: Sitting) -> None:
    with players(browser, server, 2) as (laptop, phone):
        laptop.join(table.link(BARNEY))
        for stop in ("#menu > summary", "#elsewhere summary", "#elsewhere button"):
            tab_to(laptop.page, stop)
            laptop.page.keyboard.press("Enter")
        code = laptop.page.locator(".code output").inner_text()
        expect(phone.visit("/continue").page.get_by_label("The code")).to_be_focused()
        phone.page.keyboard.type(code)
        phone.page.keyboard.press("Enter")
        phone.sees("You play here now.")
        tab_to(laptop.page, ".button.primary")
        laptop.page.keyboard.press("Enter")
        expect(laptop.page.get_by_text(ASKED).locator("visible=true").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize(("width", "colours"), [(360, "dark"), (1280, "light")])
def test_the_pages_at_the_door_have_no_barrier_and_fit(
    browser: Browser,
    server: Server,
    table: Sitting,
    axe_violations: Callable[[Page], list[str]],
    width: int,
    colours: str,
) -> None:
    screen = {"viewport": {"width": width, "height": 740}, "color_scheme": colours}
    with players(browser, server, 2, **screen) as (barney, stranger):

        def looks_right(player: Player, path: str = "") -> None:
            if path:
                player.visit(path)
            where = path or player.page.url
            assert axe_violations(player.page) == [], where
            assert player.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), where

        link = table.link(BARNEY)
        looks_right(stranger, f"/join/{link}")
        barney.join(link)
        looks_right(stranger, f"/join/{link}")
        over, _ = handed_over(barney, table)
        looks_right(barney)
        for path in ("/continue", over, "/continue/AAAA-AAAA", "/my-tables", "/sign-in"):
            looks_right(stranger, path)
        stranger.visit("/new?game=truce").page.get_by_label("Your name").fill("Zoe")
        stranger.page.get_by_role("button", name="Make the table").click()
        stranger.page.locator(".seat-link > summary").first.click()
        expect(stranger.page.get_by_label("Link for Seat 2", exact=True)).to_be_visible()
        looks_right(stranger)
        stranger.page.get_by_role("link", name="Host's panel").click()
        expect(stranger.page.get_by_role("heading", name="Seats")).to_be_visible()
        looks_right(stranger)
