"""What a board leaves to the side column: after the hand and before the talk, in every page that shows a table."""

from __future__ import annotations

import re

import pytest
from tests.leaks.on_pages import Gallery, all_pages

IDS = re.compile(r'\sid="([^"]+)"')
ORDER = ("stage", "board-frame", "composer", "board-aside", "talk")
LOOKED = {"dune": 60, "truce": 24}


def pages_of(game: str, seat: int | None = 0) -> dict[str, str]:
    """Every page of a table at which something has happened."""
    gallery = Gallery(game, 6 if game == "dune" else 5, "random", {}, 3)
    for _ in range(LOOKED[game]):
        gallery.move()
    return all_pages(gallery.table, seat, 1, gallery.reels)


def found(page: str) -> list[str]:
    """The parts of a page in their order."""
    return [one for one in IDS.findall(page) if one in ORDER]


@pytest.mark.parametrize("seat", [0, None])
def test_the_side_column_has_the_hand_then_the_boards_part_then_the_talk(seat: int | None) -> None:
    """The order in the page is the order on the screen, for keys and for those who listen."""
    made = pages_of("dune", seat)
    assert found(made["table"]) == list(ORDER)
    assert found(made["live"]) == list(ORDER)


def test_stills_have_their_part_as_well() -> None:
    """A still is told with everything that the table has; every id stands for one thing."""
    made = pages_of("dune")
    stills = [page for name, page in made.items() if name.startswith("still")]
    assert stills
    for page in [*stills, made["replay"], made["table"]]:
        ids = IDS.findall(page)
        assert ids.count("board-aside") == 1
        assert ids.count("table-factions") == 1
        assert sorted(set(ids)) == sorted(ids)


def test_a_board_in_one_piece_has_no_such_part() -> None:
    """Most boards are drawn in one piece: nothing stands between hand and talk."""
    assert "board-aside" not in "".join(pages_of("truce").values())
