"""A board is drawn again only where what it shows has changed."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from tests.leaks.on_pages import Gallery

from turncoat.kernel import play
from turncoat.kernel.boxes import NOTHING
from turncoat.table.table_view import events_heard, table_view
from turncoat.web import table_display
from turncoat.web.kept_drawings import KeptDrawings
from turncoat.web.table_display import TableDisplay

VIEWERS = (None, 0, 1, 0, None)


def board_of(gallery: Gallery, seat: int | None) -> str:
    asked = seat is not None and seat in play.waiting(gallery.game)
    boxes = play.boxes(gallery.game, seat) if seat is not None and asked else NOTHING
    return TableDisplay(table_view(gallery.table, seat), events_heard(gallery.table, seat), boxes).now_drawn()


def drawn_by(kept: KeptDrawings, *asked: tuple[object, str]) -> list[str]:
    made: list[str] = []
    for of, drawing in asked:

        def draw(drawing: str = drawing) -> str:
            made.append(drawing)
            return drawing

        kept.get(of, (), draw)
    return made


def test_the_same_is_drawn_once() -> None:
    assert drawn_by(KeptDrawings(), ("a", "1"), ("a", "2"), ("b", "3"), ("a", "4")) == ["1", "3"]


def test_the_drawing_that_was_asked_for_longest_ago_is_given_up() -> None:
    assert drawn_by(KeptDrawings(2), ("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("a", "5"), ("b", "6")) == [
        "1",
        "2",
        "4",
        "6",
    ]


def test_other_events_make_another_drawing() -> None:
    gallery, kept = Gallery("truce", 3, "random", {}, 3), KeptDrawings()
    for _ in range(12):
        gallery.move()
    heard = events_heard(gallery.table, 0)
    assert kept.get("a", heard, lambda: "now") == "now"
    assert kept.get("a", heard[:-1], lambda: "before") == "before"


@pytest.mark.parametrize(
    ("game", "seats"), [("truce", 5), ("conspiracy", 4), ("loyalty", 4), ("dune", 4), ("thrice", 3)]
)
def test_what_is_kept_is_what_would_be_drawn(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    gallery = Gallery(game, seats, "random", {}, 3)
    monkeypatch.setattr(table_display, "DRAWINGS", KeptDrawings())
    for _ in range(30):
        gallery.move()
        kept = [board_of(gallery, viewer) for viewer in VIEWERS]
        with monkeypatch.context() as patch:
            patch.setattr(table_display, "DRAWINGS", KeptDrawings(0))
            assert [board_of(gallery, viewer) for viewer in VIEWERS] == kept


def test_a_board_that_is_kept_for_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: nobody asks whose board it is."""
    kept = KeptDrawings()
    faulty = SimpleNamespace(get=lambda of, events, make: kept.get(of[:2], (), make))
    monkeypatch.setattr(table_display, "DRAWINGS", faulty)
    gallery = Gallery("truce", 5, "random", {}, 3)
    assert board_of(gallery, 0) == board_of(gallery, 1)
    monkeypatch.undo()
    assert board_of(gallery, 0) != board_of(gallery, 1)
