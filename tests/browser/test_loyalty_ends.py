"""Loyalty in real Chromium: each end of the game, brought about on the page and told there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.loyalty_table import begun, called, home, place, spoke, unit
from tests.browser.players import PATIENCE, Server, card, do_it, foretold, players
from tests.serving import Sitting


def revolution(server: Server) -> tuple[Sitting, int, Callable[[Page], None]]:
    table, (first, *_) = begun(server, capital_vp=60)

    def finish(page: Page) -> None:
        unit(page, home(first), first, "citizens")
        place(page, "C")
        foretold(page, "This is a revolution: you win alone.")
        do_it(page)

    return table, first, finish


def ruin(server: Server) -> tuple[Sitting, int, Callable[[Page], None]]:
    table, (first, *_) = begun(server, start_spoke_citizens=0, start_citizens=1)

    def finish(page: Page) -> None:
        card(page, "call_to_arms")
        foretold(page, f"{called(home(first))} has no owner then.")
        do_it(page)

    return table, first, finish


def served(table: Sitting, seat: int) -> str:
    """The faction on a player's card, as that player sees it."""
    return str(table.get(seat=seat)["view"]["card"])


def diplomacy(server: Server, loser: str) -> tuple[Sitting, int, Callable[[Page], None]]:
    """Three locks for the Pope in the first round; one of the team named falls behind; the last action is missing."""
    table, order = begun(server, track_length=1, lock_capital_required=False)
    last = next(seat for seat in order if served(table, seat) == loser)

    def rest(seat: int) -> None:
        """The second action of the first turn."""
        if seat == last:
            table.answer(seat, "move", origin=spoke(seat), to=home(seat), units={"citizens": 1})
        else:
            table.answer(seat, "pass")

    for seat in order[:3]:
        table.answer(seat, "campaign", city=home(seat), faction="pope", ticks=1)
        rest(seat)
    rest(order[3])
    for seat in [order[3], order[0], order[0], order[1], order[1], order[2]]:
        table.answer(seat, "pass")

    def finish(page: Page) -> None:
        expect(page.locator(".loy-final")).to_contain_text("this is the last turn")
        card(page, "pass")
        do_it(page)

    return table, order[2], finish


def loyal(server: Server) -> tuple[Sitting, int, Callable[[Page], None]]:
    """LOY-13.9, case 2: no member of the Pope's team is in last place."""
    return diplomacy(server, "king")


def twisted(server: Server) -> tuple[Sitting, int, Callable[[Page], None]]:
    """LOY-13.9, case 3: a member of the Pope's team is."""
    return diplomacy(server, "pope")


def mutual_ruin(server: Server) -> tuple[Sitting, int, Callable[[Page], None]]:
    """LOY-13.6: whoever has nothing but one citizen takes it to a neighbour of the other team who has no more."""
    table, order = begun(server, start_citizens=1, start_spoke_citizens=0, start_militia=0)
    mover = next(seat for seat in order if served(table, seat) != served(table, (seat + 1) % 4))
    for seat in order[: order.index(mover)]:
        table.answer(seat, "pass")
        table.answer(seat, "pass")
    road = f"R{mover + 1}"
    table.answer(mover, "move", origin=home(mover), to=road, units={"citizens": 1})

    def finish(page: Page) -> None:
        unit(page, road, mover, "citizens")
        place(page, home((mover + 1) % 4))
        foretold(page, "has no owner then.")
        do_it(page)

    return table, mover, finish


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
    " is ruined, without victory points, and the team of the ": ("military", ruin),
    ", of both teams, are ruined, without victory points: nobody wins": ("mutual_ruin", mutual_ruin),
    "Diplomacy for the Pope: ": ("diplomacy", loyal),
    "Diplomacy for the Pope, but a member of that team is in last place": ("diplomacy", twisted),
    "The round limit is reached": ("unfinished", unfinished),
}


@pytest.mark.parametrize("words", ENDS)
def test_each_end_is_told_with_its_winners_and_all_cards(browser: Browser, server: Server, words: str) -> None:
    """LOY-13.2, LOY-13.4, LOY-13.6, LOY-13.9 with and without LOY-4.6, LOY-13.13; LOY-13.11: all cards are shown."""
    kind, prepare = ENDS[words]
    table, seat, finish = prepare(server)
    with players(browser, server, 1) as (last,):
        page = last.at(table, seat)
        expect(page.locator(".loy-players .loy-face")).to_have_count(0)
        finish(page)
        expect(page.locator(".ending")).to_contain_text(words, timeout=PATIENCE)
        page = last.context.new_page()
        page.goto(f"/tables/{table.id}")
        result = table.get()["view"]["result"]
        assert result["end"] == kind
        assert result["twist"] == ("last place" in words)
        for winner in result["winners"]:
            expect(page.locator(f"#table-seat-{winner}")).to_have_class(re.compile(r"\bwon\b"))
        expect(page.locator(".loy-players .loy-face")).to_have_count(4)
        expect(page.locator(".loy-own")).to_have_count(0)
