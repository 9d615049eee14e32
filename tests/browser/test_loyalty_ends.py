"""Loyalty in real Chromium: each end of the game, brought about on the page and told there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.loyalty_table import at_table, begun, card, do_it, home, place, unit
from tests.browser.players import PATIENCE, Server, players, serving
from tests.serving import Sitting


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as server:
        yield server


def revolution(server: Server) -> tuple[Sitting, int, Callable[[Page], None]]:
    table, (first, *_) = begun(server, capital_vp=60)

    def finish(page: Page) -> None:
        unit(page, home(first), first, "citizens")
        place(page, "C")
        expect(page.locator("[data-outlook]")).to_contain_text("That is a revolution: you win alone.")
        do_it(page)

    return table, first, finish


def ruin(server: Server) -> tuple[Sitting, int, Callable[[Page], None]]:
    table, (first, *_) = begun(server, start_spoke_citizens=0, start_citizens=1)

    def finish(page: Page) -> None:
        card(page, "call_to_arms")
        expect(page.locator("[data-outlook]")).to_contain_text(f"{home(first)} has no owner then.")
        do_it(page)

    return table, first, finish


def diplomacy(server: Server) -> tuple[Sitting, int, Callable[[Page], None]]:
    """Three locks in the first round; everybody has one more turn, and the last action of it is missing."""
    table, order = begun(server, track_length=1, lock_capital_required=False)
    for seat in order[:3]:
        table.answer(seat, "campaign", city=home(seat), faction="pope", ticks=1)
        table.answer(seat, "pass")
    for seat in [order[3], *order[:3]]:
        for _ in range(2 if seat != order[2] else 1):
            table.answer(seat, "pass")

    def finish(page: Page) -> None:
        expect(page.locator(".loy-final")).to_contain_text("this is the last turn")
        card(page, "pass")
        do_it(page)

    return table, order[2], finish


def unfinished(server: Server) -> tuple[Sitting, int, Callable[[Page], None]]:
    table, order = begun(server, round_limit=1)
    for seat in order:
        for _ in range(2 if seat != order[3] else 1):
            table.answer(seat, "pass")

    def finish(page: Page) -> None:
        card(page, "pass")
        do_it(page)

    return table, order[3], finish


ENDS = {
    "Revolution:": ("revolution", revolution),
    "A player is ruined": ("military", ruin),
    "Diplomacy for the Pope": ("diplomacy", diplomacy),
    "The round limit is reached": ("unfinished", unfinished),
}


@pytest.mark.parametrize("words", ENDS)
def test_each_end_is_told_with_its_winners_and_all_cards(browser: Browser, server: Server, words: str) -> None:
    """LOY-13.2, LOY-13.4, LOY-13.9, LOY-13.13; LOY-13.11: all cards are shown."""
    kind, prepare = ENDS[words]
    table, seat, finish = prepare(server)
    with players(browser, server, 1) as (last,):
        page = at_table(last, table, seat)
        expect(page.locator(".loy-players .loy-face")).to_have_count(0)
        finish(page)
        expect(page.locator(".ending")).to_contain_text(words, timeout=PATIENCE)
        page = last.context.new_page()
        page.goto(f"/tables/{table.id}")
        result = table.get()["view"]["result"]
        assert result["end"] == kind
        for winner in result["winners"]:
            expect(page.locator(f"#table-seat-{winner}")).to_have_class(re.compile(r"\bwon\b"))
        expect(page.locator(".loy-players .loy-face")).to_have_count(4)
        expect(page.locator(".loy-own")).to_have_count(0)
