"""The end of a game in a browser: told last, then looked at, shared as a picture, played again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players, turn_to
from tests.serving import Sitting

THREE = ("Agatha", "Barney", "Celeste")
LONG = 100_000
"""Milliseconds for what is worked out beside the server."""

EARLY = """() => document.getElementById('reveal')
  && (Boolean(document.getElementById('ending')?.checkVisibility())
      || document.querySelector('.now').textContent.includes('wins'))"""
"""Whether the winner is named while a story is told, looked at in one moment; null: no story is told."""


@pytest.fixture
def table(server: Server) -> Sitting:
    """The last round is open."""
    table = server.begun(THREE, options={"rounds": 2})
    table.answer(1, "loot")
    table.everybody("pass", 1)
    return table


def ended(table: Sitting, *others: int) -> None:
    table.everybody("pass", 1, *others)
    table.answer(1, "loot")


def test_the_winner_is_named_after_the_last_still(browser: Browser, server: Server, table: Sitting) -> None:
    """Nothing on the page says who has won before the story has been told; then the board stays in sight."""
    with players(browser, server, 1, reduced_motion="no-preference") as (agatha,):
        page = agatha.at(table)
        ended(table)
        expect(page.locator("#reveal")).to_be_visible(timeout=PATIENCE)
        while (early := page.evaluate(EARLY)) is not None:
            assert not early
            page.wait_for_timeout(300)
        expect(page.locator("#ending")).to_contain_text("Barney wins.", timeout=PATIENCE)
        box = page.locator("#table-board").bounding_box()
        assert box is not None
        assert box["y"] >= 0


def test_how_it_was_decided_is_worked_out_in_place(
    agatha: Player, table: Sitting, axe_violations: Callable[[Page], list[str]]
) -> None:
    """One tap for the turning round, one for the proof; the page stays where it is."""
    ended(table)
    page = agatha.visit(f"/tables/{table.id}").page
    page.get_by_role("link", name="How it was decided").click()
    expect(page.locator("#end-title")).to_contain_text("Barney wins.")
    assert axe_violations(page) == []
    page.locator("#turning-ask").click()
    expect(page.locator("#turning")).to_contain_text("the chance of Barney to win went from", timeout=LONG)
    page.locator("#check").click()
    expect(page.locator("#checked")).to_contain_text("Checked.", timeout=LONG)
    assert page.url.endswith("/end")
    assert axe_violations(page) == []


def test_the_browser_makes_a_picture(agatha: Player, table: Sitting, tmp_path: Path) -> None:
    """A file is saved; nothing is sent for it."""
    ended(table)
    page = agatha.visit(f"/tables/{table.id}/end").page
    sent = list[str]()
    page.on("request", lambda request: sent.append(request.url))
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a picture").click()
    path = tmp_path / "picture.png"
    download.value.save_as(path)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size > 10_000
    assert [url for url in sent if not url.startswith("blob:") and "icon" not in url] == []


def test_the_end_fits_a_phone_without_script(browser: Browser, server: Server, table: Sitting) -> None:
    """What needs script is not offered; the links that work things out are links; who kept what scrolls by itself."""
    table.post("talk", 1, promise={"who": 1, "act": "attack", "fields": {"target": 2}, "will": False})
    ended(table)
    plain = {"java_script_enabled": False, "viewport": {"width": 360, "height": 740}}
    with players(browser, server, 1, **plain) as (agatha,):
        page = agatha.visit(f"/tables/{table.id}/end").page
        expect(page.get_by_role("button", name="Save as a picture")).to_be_hidden()
        expect(page.locator(".tally table")).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        page.locator("#check").click()
        expect(page.locator("#checked")).to_contain_text("Checked.", timeout=LONG)


def test_one_tap_asks_the_others_and_one_agrees(browser: Browser, server: Server, table: Sitting) -> None:
    """Nobody turns a page: it is read where the game has ended. The next game begins when all have agreed."""
    with players(browser, server, 3) as people:
        pages = [player.at(table, seat) for seat, player in enumerate(people)]
        ended(table)
        for page in pages:
            page.get_by_role("link", name="Show the end now").click()
        pages[0].get_by_role("button", name="Play again with the same people").click()
        expect(pages[0].locator("#toasts")).to_contain_text("The others are asked.", timeout=PATIENCE)
        for page in pages[1:]:
            expect(page.locator("#again")).to_contain_text("to play again.", timeout=2 * PATIENCE)
            page.locator("#again").get_by_role("button", name="Agree").click()
            page.wait_for_url(lambda url: table.id not in url)
        for page in pages:
            expect(page.locator("#hand-title")).to_have_text("What will you do this round?", timeout=2 * PATIENCE)


def test_on_a_phone_the_end_has_a_tab(browser: Browser, server: Server, table: Sitting) -> None:
    """Where the hand was, the result is; what others read of it names the winner."""
    with players(browser, server, 1, viewport={"width": 360, "height": 740}) as (barney,):
        page = barney.at(table, 1)
        barney.visit("/")
        ended(table)
        barney.visit(f"/tables/{table.id}")
        turn_to(page, "Hand")
        page.get_by_role("link", name="Show the end now").click()
        page.locator(".tabs").get_by_role("link", name="The end").click()
        expect(page.locator("#ending")).to_have_text("You win.")
        page.get_by_role("link", name="How it was decided").click()
        expect(page.locator("[data-picture]")).to_have_attribute("data-words", "Barney wins.")


SHARES = """Object.defineProperty(navigator, 'share', {value: async ({url}) => { window.shared = url; }});"""
"""A device that has a share sheet: the browsers of tests have none."""


def test_the_share_sheet_gets_the_link(agatha: Player, server: Server, table: Sitting) -> None:
    """In the lobby the link of the table, at the end its own; where a device has no share sheet, no button."""
    plain = server.table(THREE)
    agatha.visit(f"/join/{plain.link(None)}").page.get_by_role("button", name="Open the host's panel").click()
    agatha.visit(f"/tables/{plain.id}")
    expect(agatha.page.locator("[data-share=link-table]")).to_be_hidden()
    ended(table)
    agatha.context.add_init_script(SHARES)
    for path, button in ((f"/tables/{plain.id}", "link-table"), (f"/tables/{table.id}/end", "end-link")):
        agatha.visit(path).page.locator(f"[data-share={button}]").click()
        assert agatha.page.evaluate("window.shared") == agatha.page.locator(f"#{button}").input_value()
    assert agatha.page.evaluate("window.shared") == f"{server.address}/tables/{table.id}/end"
