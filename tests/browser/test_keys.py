"""Single keys: the list behind ``?`` says what they do, and they do that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.dune_table import SEERS, Desert, desert
from tests.browser.players import FOCUSED, PATIENCE, Player, Server, asked, players

PICKABLE = "() => [...document.querySelectorAll('#board-frame .glow')].map((one) => one.id)"
HERE = "() => document.activeElement.id"


@pytest.fixture
def arrakis(tmp_path: Path) -> Iterator[Desert]:
    """A table of Dune whose luck is pinned."""
    with desert(tmp_path) as table:
        yield table


def round_by_arrows(page: Page, key: str, times: int) -> set[str]:
    """Where this arrow key leads, pressed so many times."""
    found = set[str]()
    for _ in range(times):
        page.keyboard.press(key)
        found.add(page.evaluate(HERE))
    return found


def test_an_attack_takes_four_keys(agatha: Player, server: Server) -> None:
    """TRU-3.3: card, board, player, answer: ``1 b Enter h Enter``; arrows on the board reach every target."""
    table = server.begun(("Agatha", "Barney", "Celeste", "Darcy"))
    page = agatha.at(table)
    page.keyboard.press("1")
    page.keyboard.press("b")
    assert page.evaluate(HERE) in page.evaluate(PICKABLE)
    reached = [round_by_arrows(page, key, 3) for key in ("ArrowRight", "ArrowUp", "ArrowLeft")]
    assert set[str]().union(*reached) == set(page.evaluate(PICKABLE))
    target = page.evaluate("() => document.activeElement.dataset.value")
    page.keyboard.press("Enter")
    page.keyboard.press("h")
    assert page.evaluate(FOCUSED, "#act-attack")
    page.keyboard.press("Enter")
    agatha.sees("Sealed")
    assert table.get(seat=0)["question"]["filed"]["target"] == int(target)


def test_arrows_stay_among_the_places_that_can_be_picked(browser: Browser, arrakis: Desert) -> None:
    """DUN-4.7.2: from ``b`` on; Enter picks."""
    arrakis.play_to("faction_turn.ship", SEERS)
    with players(browser, arrakis.server, 1) as (agatha,):
        page = agatha.at(arrakis, SEERS)
        asked(page, "Do you ship forces?")
        page.locator("#act-ship").press("Space")
        page.keyboard.press("b")
        places = set(page.evaluate(PICKABLE))
        assert page.evaluate(HERE) in places
        assert len(round_by_arrows(page, "ArrowRight", 6)) > 3
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            assert round_by_arrows(page, key, 12) <= places
        page.keyboard.press("b")
        page.keyboard.press("Enter")
        expect(page.locator("#board-frame .aimed").first).to_be_visible(timeout=PATIENCE)


def test_h_goes_to_the_button_where_no_card_is_to_be_chosen(agatha: Player, server: Server) -> None:
    """Without a chosen card it is the first card; with a sealed answer, the way to change it."""
    table = server.begun(("Agatha", "Barney", "Celeste"))
    page = agatha.at(table)
    page.keyboard.press("h")
    assert page.evaluate(FOCUSED, ".card-input")
    agatha.choose("defend").seal()
    page.keyboard.press("h")
    assert page.evaluate(FOCUSED, "#change > summary")
