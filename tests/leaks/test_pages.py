"""What a seat may not know is on none of its pages, in any game: board, composer, story, ledger, replay, print."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

import pytest
from tests.conformance.walk import mixes
from tests.leaks.on_pages import Gallery

from turncoat.bots import strongest
from turncoat.drawing.scene import Chapter, Line, Scene
from turncoat.drawing.svg import el
from turncoat.games import game_ids, game_of, ruleset
from turncoat.games.dune.board import BOARD
from turncoat.games.dune.state import Dune
from turncoat.games.dune.story import DuneStory
from turncoat.games.dune.view_parts import DuneView
from turncoat.games.thrice.story import ThriceStory
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names
from turncoat.table.table import Table
from turncoat.table.table_view import TableView, table_view

MOST = 320
"""So many answers are played at most: late in a game there is nothing that was not there before."""

FEW = 80
"""The same where what was agreed on is another."""

DRAWN = tuple(game for game in game_ids() if game_of(game).board is not None)
EVERYWHERE: dict[str, object] = {"stops": "W-1,W-2,W-4,W-5,W-6,W-7,W-8,W-9,W-10,W-11"}
TABLES: tuple[tuple[str, int, str, dict[str, object]], ...] = (
    *((game, ruleset(game).suggested[0], "random", {}) for game in DRAWN),
    ("dune", 6, strongest("dune"), {}),
    ("dune", 5, strongest("dune"), EVERYWHERE),
    ("dune", 3, "random", {"skin": "neutral", "lend_all_foresight": True}),
    *((game, 4, "random", mix) for game in ("loyalty", "thrice") for mix in mixes(ruleset(game), 4)),
)


def leaks(gallery: Gallery, most: int = MOST) -> Iterator[str]:
    """Play on and compare what one after the other is shown: the pages that betray something, and to whom."""
    for number in gallery.looks(most):
        seat = gallery.viewer[number % len(gallery.viewer)]
        yield from (f"{page}, to {seat}" for page in gallery.told_apart(seat, seat))


@pytest.mark.parametrize("number", range(len(TABLES)), ids=[f"{game}-{seats}" for game, seats, *_ in TABLES])
def test_no_page_shows_what_its_reader_may_not_know(number: int) -> None:
    """CON-I.6, DUN-1.5, LOY-1.3, THR-1.3: dealt again, what is hidden changes no byte of any page."""
    game, seats, bot, options = TABLES[number]
    most = MOST if game == "dune" or not options else FEW
    assert list(leaks(Gallery(game, seats, bot, options, luck=number), most)) == []


@pytest.mark.parametrize("game", DRAWN)
def test_there_is_something_to_hide(game: str) -> None:
    """The tables that are compared do differ: those whose secrets were dealt again see it."""
    seats = ruleset(game).suggested[0]
    gallery = Gallery(game, seats, "random", {}, luck=7)
    for number in gallery.looks(MOST):
        if "table" in gallery.told_apart(number % seats, (number + 1) % seats):
            return
    raise AssertionError(f"nothing is hidden in {game}")


# --- planted faults -------------------------------------------------------------------------------


def knowing(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Dune]:
    """What a board must never have: the game behind the page that is being made."""
    behind: list[Dune] = []

    def told(table: Table, seat: int | None) -> TableView:
        behind[:] = [cast("Dune", table.game)]
        return table_view(table, seat)

    monkeypatch.setattr("tests.leaks.on_pages.table_view", told)
    return lambda: behind[0]


def drawing_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that draws all hands, table_view down but each card with a back of its own."""
    honest, game = DuneStory.now, knowing(monkeypatch)

    def now(self: DuneStory, view: DuneView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        backs = (el("g", class_=f"back {card}") for hand in game().hands for card in hand)
        return honest(self, view, events, names, scene) + "".join(backs)

    monkeypatch.setattr(DuneStory, "now", now)


def saying_the_prediction(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text for screen readers that says what nobody sees."""
    honest, game = BOARD.in_text, knowing(monkeypatch)

    def in_text(view: DuneView, names: Names, scene: Scene) -> tuple[str, ...]:
        return (*honest(view, names, scene), f"Predicted: {game().prediction}.")

    monkeypatch.setitem(vars(BOARD), "in_text", in_text)


def placing_by_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board whose lines come in an order that depends on the next spice card."""
    honest, game = DuneStory.now, knowing(monkeypatch)

    def now(self: DuneStory, view: DuneView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        parts = [honest(self, view, events, names, scene), "<!-- the deck -->"]
        return "".join(parts if game().spice_deck[-1] < "spice-m" else parts[::-1])

    monkeypatch.setattr(DuneStory, "now", now)


@pytest.mark.parametrize("fault", [drawing_hands, saying_the_prediction, placing_by_the_deck])
def test_a_planted_leak_is_caught(fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """DUN-1.5: on the board, in its text, and in nothing but its order."""
    fault(monkeypatch)
    assert next(leaks(Gallery("dune", 6, strongest("dune"), {}), 60)).startswith("table, to ")


@pytest.mark.parametrize("game", ["conspiracy", "thrice"])
def test_a_small_board_for_the_wrong_eyes_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of tables that shows each board as the next seat sees it; maps of other games hide nothing."""

    def neighbour(table: Table, seat: int | None, _: int | None = None) -> TableView:
        return table_view(table, (0 if seat is None else seat + 1) % table.header.seats)

    monkeypatch.setattr("turncoat.web.small_board.table_view", neighbour)
    gallery = Gallery(game, ruleset(game).suggested[0], "random", {}, luck=7)
    assert any("small board" in gallery.told_apart(seat, seat) for seat in gallery.viewer for _ in gallery.looks(12))


def test_a_story_that_tells_what_the_gm_sees_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """THR-1.3: the story to keep, made from the GM's view; and with the kinds of opponents in it."""
    honest = ThriceStory.retold

    def of_the_gm(table: Table, seat: int | None) -> TableView:
        return table_view(table, table.header.seats - 1 if seat is None else seat)

    def told(self: ThriceStory, view: ThriceView, events: Sequence[Event], names: Names) -> tuple[Chapter, ...]:
        kinds = Chapter("Kinds", tuple(Line(str(kind), "THR-5.4") for kind in view.kinds))
        return (kinds, *honest(self, view, events, names))

    monkeypatch.setattr("turncoat.web.retold.table_view", of_the_gm)
    monkeypatch.setattr(ThriceStory, "retold", told)
    gallery = Gallery("thrice", 4, "random", {}, luck=7)
    assert any("story as text" in gallery.told_apart(None, None) for _ in gallery.looks(60))
