"""The main way through each game in Firefox: come in by a link, make up an answer by taps, hand it in, talk, go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from tests.browser import dune_pair, plotters, thrice_table
from tests.browser.players import Server
from tests.firefox.marionette import Firefox
from tests.serving import Sitting

COMPOSER = "#composer > .composer"
HEAR = """for (const kind of ['error', 'unhandledrejection'])
  addEventListener(kind, one => { document.documentElement.dataset.wrong = one.message ?? String(one.reason); });"""
OPEN = "for (const one of document.querySelectorAll('details[data-list]')) one.open = true;"
SEEN = "sessionStorage.setItem(`seen ${document.querySelector('main').dataset.table}`, '99999');"
PANES = {"stage": "#board-frame", "composer": "#hand-title", "talk": ".say textarea", "story": "#lately"}


@dataclass(frozen=True)
class Way:
    """How a game begins for somebody.

    Attributes:
        begun: Makes a table, and gives the seat that is asked.
        card: What is chosen first.
    """

    begun: Callable[[Server], tuple[Sitting, int]]
    card: str


def of_conspiracy(server: Server) -> tuple[Sitting, int]:
    table = server.begun(plotters.FOUR, game="conspiracy")
    return table, plotters.until(table, plotters.has("place"))


def of_loyalty(server: Server) -> tuple[Sitting, int]:
    table = server.begun(("Agatha", "Barney", "Celeste", "Darcy"), game="loyalty")
    return table, table.get()["view"]["active"]


WAYS = {
    "truce": Way(lambda server: (server.begun(("Agatha", "Barney", "Celeste")), 0), "attack"),
    "conspiracy": Way(of_conspiracy, "place"),
    "loyalty": Way(of_loyalty, "call_to_arms"),
    "dune": Way(lambda server: (dune_pair.in_dialling(server), dune_pair.THRONE), "dial"),
    "thrice": Way(lambda server: (thrice_table.begun(server), 0), ""),
}


def seated(firefox: Firefox, table: Sitting, seat: int) -> None:
    """Take a seat by its link."""
    firefox.size(1280, 800)
    firefox.visit(f"{table.client.base_url}/join/{table.link(seat)}".replace("//join", "/join"))
    firefox.click("button.primary.big")
    firefox.until("document.querySelector('main[data-table]') !== null")
    firefox.run(HEAR)


def made_up(firefox: Firefox, card: str) -> None:
    """Choose a card, then tap what glows on the board, or choose from the list, until nothing is missing."""
    firefox.click(f"{COMPOSER} label.card{f'-{card}' if card else ''}")
    for _ in range(8):
        if not firefox.found(f"{COMPOSER} [data-summary].waiting-for"):
            return
        firefox.run(OPEN)
        glows = firefox.run("return [...document.querySelectorAll('#stage .glow')].some(one => one.checkVisibility())")
        firefox.click("#stage .glow" if glows else f"{COMPOSER} .chip:not(.unfit):not(:has(:checked))")
    raise AssertionError("something is still missing")


def others_answer(table: Sitting, seat: int) -> None:
    """Everybody else whose answer is waited for takes the mildest."""
    for other in table.get()["waiting"] or ():
        if other != seat and (asked := table.get(seat=other)["question"]):
            table.post("answer", other, action=asked["default"])


@pytest.mark.parametrize("game", WAYS)
def test_the_main_way(firefox: Firefox, server: Server, game: str) -> None:
    table, seat = WAYS[game].begun(server)
    asked = table.get(seat=seat)["question"]["request"]
    seated(firefox, table, seat)
    made_up(firefox, WAYS[game].card)
    firefox.click(f"{COMPOSER} .commit .primary")
    firefox.until(
        "document.querySelector('.sealed:not(.being-sent)') !== null || "
        "document.querySelector('#composer input[name=request]')?.value !== String(arguments[0])",
        asked,
    )
    assert not firefox.found("#refusal")
    question = table.get(seat=seat)["question"]
    assert not question or question["request"] != asked or question["filed"]

    firefox.write(".say textarea", "Said in Firefox.")
    firefox.click(".say button")
    firefox.sees("Said in Firefox.", "#messages")

    assert firefox.run("return document.documentElement.dataset.wrong") is None
    others_answer(table, seat)
    firefox.run(SEEN)
    firefox.visit(firefox.run("return location.href"))  # and a story that has begun is told no more
    firefox.run(HEAR)
    firefox.size(360, 740)
    for tab, shown in PANES.items():
        firefox.click(f'.tabs a[href="#{tab}"]')
        firefox.until("document.querySelector(arguments[0])?.checkVisibility({visibilityProperty: true})", shown)
        assert firefox.run("return document.documentElement.scrollWidth <= innerWidth")
    assert firefox.run("return document.documentElement.dataset.wrong") is None


def test_a_round_of_truce_is_told_and_the_end_is_said(firefox: Firefox, server: Server) -> None:
    table = server.begun(("Agatha", "Barney", "Celeste"), options={"rounds": 1})
    seated(firefox, table, 0)
    made_up(firefox, "loot")
    firefox.click(f"{COMPOSER} .commit .primary")
    firefox.sees("Sealed", "#hand-title")
    table.everybody("pass", 0)
    firefox.until("document.querySelector('#reveal')?.dataset.frame === '0'")
    firefox.click("a#step-next")
    firefox.until("document.querySelector('#reveal')?.dataset.frame === '1'")
    firefox.click("#skip")
    firefox.sees("You win.", "#ending")


def test_a_fault_of_a_script_is_noticed(firefox: Firefox, server: Server) -> None:
    """The detector sees a planted fault."""
    firefox.visit(server.address)
    firefox.run(HEAR)
    firefox.run("dispatchEvent(new ErrorEvent('error', {message: 'planted'}));")
    assert firefox.run("return document.documentElement.dataset.wrong") == "planted"
