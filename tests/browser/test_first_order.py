"""How many presses it takes to the first order, to the second game, and to a friend's first order on a phone.

Seconds are printed (``pytest -s``) and kept in ``bench/README.md``: they depend on the machine, presses do not.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, expect
from tests.browser.players import PATIENCE, Player, Server, players, turn_to

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
PRESSES = "addEventListener('pointerdown', (event) => event.isTrusted && window.pressed(), true)"


class Journey:
    """Counts the presses of one player, and the seconds."""

    def __init__(self, player: Player) -> None:
        self.presses, self.began = 0, time.monotonic()
        player.context.expose_function("pressed", self._press)
        player.context.add_init_script(PRESSES)

    def _press(self) -> None:
        self.presses += 1

    def arrives(self, where: str) -> int:
        """Say how long it took so far, and begin again; the number of presses."""
        presses, seconds = self.presses, time.monotonic() - self.began
        sys.stdout.write(f"\n{where}: {presses} presses, {seconds:.1f} s\n")
        self.presses, self.began = 0, time.monotonic()
        return presses


def an_order(player: Player, press: Callable[..., None]) -> None:
    """Choose a card and seal it, whatever is in sight."""
    press(player.page.locator("label.card-loot").locator("visible=true").first)
    press(player.page.get_by_role("button", name="Seal it").locator("visible=true").first)
    expect(player.page.locator("#caption, .sealed, .own-word").first).to_be_attached(timeout=PATIENCE)


def click(place: Any) -> None:
    place.click()


def test_three_presses_to_the_first_order_and_two_to_the_second_game(browser: Browser, server: Server) -> None:
    """Nothing has to be typed: play, loot, seal; then home and another game."""
    with players(browser, server, 1) as (newcomer,):
        journey = Journey(newcomer)
        newcomer.visit("/").page.get_by_role("button", name="Play Truce against five bots").click()
        newcomer.page.wait_for_url("**/tables/**")
        an_order(newcomer, click)
        assert journey.arrives("first order") == 3
        newcomer.page.locator(".brand").locator("visible=true").first.click()
        newcomer.page.get_by_role("button", name="Play Conspiracy against three bots").click()
        newcomer.page.wait_for_url("**/tables/**")
        expect(newcomer.page.locator("#hand-title")).to_be_visible(timeout=PATIENCE)
        assert journey.arrives("second game") == 2


def test_a_friend_on_a_phone_orders_with_five_presses(browser: Browser, server: Server) -> None:
    """The link of the table, a name, the seat, the hand, a card, the seal."""
    with players(browser, server, 1) as (host,), players(browser, server, 1, **PHONE) as (friend,):
        host.visit("/new?game=truce").page.get_by_label("Your name").fill("Anna")
        host.page.locator("input[name=seats]").fill("3")
        host.page.locator("input[name=bots]").fill("1")
        host.page.get_by_role("button", name="Make the table").click()
        link = host.page.get_by_label("Link for everybody", exact=True).input_value()
        journey = Journey(friend)
        friend.visit(link).page.get_by_label("Your name").tap()
        friend.page.keyboard.type("Ben")
        friend.page.get_by_role("button", name="Take the seat").tap()
        friend.page.wait_for_url("**/tables/**")
        host.page.get_by_role("button", name="Begin the game").click()
        expect(friend.page.locator(".tabs")).to_be_visible(timeout=PATIENCE)
        turn_to(friend.page, "Hand")
        an_order(friend, lambda place: place.tap())
        assert journey.arrives("a friend's first order on a phone") <= 5
