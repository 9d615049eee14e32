"""Pieces move between turns, not only while a story is told; for who wants no motion they are where they go at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.loyalty_table import begun, home, spoke
from tests.browser.players import PATIENCE, Server, players

GOES = """() => {
  const animate = Element.prototype.animate;
  window.went = [];
  Element.prototype.animate = function (frames, how) {
    if (this.dataset.stands && !document.getElementById('reveal')) window.went.push([this.dataset.stands, frames]);
    return animate.call(this, frames, how);
  };
}"""
"""Notes which figures set out, and from where."""


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_figures_go_where_they_were_sent(browser: Browser, server: Server, motion: str, moves: bool) -> None:
    """The one who moves is told no story of it: the figure leaves its city on the board."""
    table, (mover, *_) = begun(server)
    with players(browser, server, 1, reduced_motion=motion) as (player,):
        page = player.at(table, mover)
        page.evaluate(GOES)
        table.answer(mover, "move", origin=home(mover), to=spoke(mover), units={"citizens": 1})
        figure = page.locator(f'[data-stands^="{mover} citizens|{spoke(mover)}|"]')
        expect(figure.first).to_have_attribute("data-stands", f"{mover} citizens|{spoke(mover)}|2", timeout=PATIENCE)
        went = page.evaluate("window.went")
        assert bool(went) is moves, went


CRACKS = """() => [...document.querySelectorAll('.seal-broken .wax-crack')].map((one) => {
  const { animationName, animationDelay } = getComputedStyle(one);
  return animationName === 'none' ? 0 : 1 + parseFloat(animationDelay);
})"""
"""For each broken seal, in the order of the seats: 0 if nothing moves, else 1 and after how many seconds it cracks."""


@pytest.mark.parametrize(("motion", "times"), [("no-preference", [1, 1.15, 1.3, 1.45]), ("reduce", [0, 0, 0, 0])])
def test_seals_crack_one_after_the_other(browser: Browser, server: Server, motion: str, times: list[float]) -> None:
    """TRU-2.4: round the table; whoever wants no motion sees them broken."""
    table = server.begun(("Agatha", "Barney", "Celeste", "Darcy"))
    table.everybody("pass")
    with players(browser, server, 1, reduced_motion=motion) as (player,):
        page = player.visit(f"/tables/{table.id}/replay?round=1&frame=0").page
        expect(page.locator(".seal-broken")).to_have_count(4)
        assert page.evaluate(CRACKS) == times
