"""What a first visit costs: requests, and kB as they are sent. ``pytest -s`` shows the figures."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.dune_table import NAMES, SEERS, desert
from tests.browser.players import BOARD, PATIENCE, Player, Server

from turncoat.bots import seat_names
from turncoat.games import game_ids, ruleset

REQUESTS, SENT = 12, 120
"""Requests and kB that a first visit may cost."""


def first_visit(player: Player, path: str, shown: str) -> tuple[int, float]:
    """The requests that a browser which has kept nothing sends for a page, and the kB that it is sent.

    Args:
        player: Who looks.
        path: The page.
        shown: What is on the page when it is all there.
    """
    page = player.context.new_page()
    line = page.context.new_cdp_session(page)
    asked, sent = list[str](), list[float]()
    line.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    line.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(path, wait_until="load")
    page.wait_for_function("() => document.documentElement.classList.contains('has-script') && window.htmx")
    expect(page.locator(shown).first).to_be_visible(timeout=PATIENCE)
    page.close()
    return len(asked), sum(sent) / 1000


def test_the_front_page_is_light(agatha: Player) -> None:
    within("the front page", *first_visit(agatha, "/", "h1"))


@pytest.mark.parametrize("game", game_ids())
def test_a_table_is_light(browser: Browser, server: Server, game: str) -> None:
    table = server.begun(seat_names(ruleset(game).usual_seats), game=game)
    player = Player(browser, server)
    player.join(table.link(0)).page.close()
    within(game, *first_visit(player, f"/tables/{table.id}", BOARD))
    player.leave()


def test_dune_is_light_at_an_auction(browser: Browser, tmp_path: Path) -> None:
    """Late in a turn, with forces on the map, cards in the hand and a story."""
    with desert(tmp_path) as table:
        table.play_to("auction.bid", SEERS)
        player = Player(browser, table.server)
        player.join(table.link(SEERS), NAMES[SEERS]).page.close()
        within("dune at an auction", *first_visit(player, f"/tables/{table.id}", BOARD))
        player.leave()


def within(what: str, requests: int, sent: float) -> None:
    """A visit costs no more than it may."""
    sys.stdout.write(f"\n{what}: {requests} requests, {sent:.0f} kB\n")
    assert requests <= REQUESTS
    assert sent <= SENT
