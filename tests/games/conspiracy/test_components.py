"""CON-C, CON-G: the pieces and the board."""

from __future__ import annotations

import pytest
from tests.games.conspiracy.story import ANN, Table

from turncoat.games.conspiracy.actions import AdvanceColumn, Place
from turncoat.games.conspiracy.board import BOARD
from turncoat.games.conspiracy.events import ColumnAdvanced
from turncoat.games.conspiracy.geometry import (
    CELL_NAMES,
    DIRECTIONS,
    NUMBERS,
    SPACE_NAMES,
    adjacent,
    cell_at,
    cell_of,
    column_of,
    member,
    members,
    positions_of,
    row_of,
)
from turncoat.games.conspiracy.pieces import OPPOSED, PIECES, RANK, SUIT, SUITS
from turncoat.games.conspiracy.reveal import aim_of, worth
from turncoat.games.conspiracy.rules import RULES
from turncoat.kernel.events import SILENCE


def test_suits_are_opposed_in_pairs_and_otherwise_neutral() -> None:
    """CON-C.1: Crowns with Arms, Suns with Moons."""
    assert OPPOSED == {"C": "A", "A": "C", "S": "M", "M": "S"}
    assert [worth("C4", suit) for suit in SUITS] == [4, -4, 1, 1]


def test_there_is_one_piece_of_every_suit_and_rank() -> None:
    """CON-C.2: 24 tiles and 24 coins, ranks 0 to 5."""
    assert len(PIECES) == len(set(PIECES)) == 24
    assert {(SUIT[piece], RANK[piece]) for piece in PIECES} == {(suit, rank) for suit in "CASM" for rank in range(6)}


def test_a_tile_lying_face_down_shows_neither_suit_nor_value_and_has_four_spaces() -> None:
    """CON-C.3: others see that it is there."""
    table = Table("C2", tiles="c2F1 S4")
    assert table.view(None).tiles[0].tile is None
    assert {SPACE_NAMES[position] for position in positions_of(NUMBERS["c2F1"])} == {
        f"c2F1.{at}" for at in ("NW", "NE", "SW", "SE")
    }


def test_a_coin_shows_its_number_or_its_suit() -> None:
    """CON-C.4: and the same direction on both sides."""
    table = Table(tiles="c2F1 S4", coins="c2F1.NW C2 N; c2F1.NE M5+ NW")
    number, symbol = table.view(None).coins
    assert (number.symbol_up, number.number, number.suit, number.direction) == (False, 2, None, "N")
    assert (symbol.symbol_up, symbol.suit, symbol.direction) == (True, "M", "NW")


def test_dice_show_blank_symbol_and_two_to_five() -> None:
    """CON-C.5, CON-R45: six faces, counted as 0 to 5, every roll told."""
    from turncoat.games.conspiracy.events import ColumnRolled

    table = Table("C2", tiles="c1F1 C2").dice(0, 1, 2, 5).act(AdvanceColumn("c1"))
    assert table.last(ColumnRolled).dice == (0, 1, 2, 5)


def test_markers_tell_players_apart() -> None:
    """CON-C.6, CON-9.e: the view says whose marks lie on a tile."""
    table = Table(tiles="c1P A1+", goals={0: "A0", 2: "S1"}, marks={0: ("c1P", 1), 2: ("c1P", 1)})
    assert table.view().tiles[0].marks == (0, 2)


def test_columns_and_rows() -> None:
    """CON-G.1: three columns, the Present, and a Future without end."""
    assert CELL_NAMES[cell_at(0, 0)] == "c1P"
    assert CELL_NAMES[cell_at(2, 40)] == "c3F40"
    assert NUMBERS["c3F40"] == cell_at(2, 40)
    assert (column_of(NUMBERS["c2F7"]), row_of(NUMBERS["c2F7"])) == (1, 7)


@pytest.mark.parametrize(
    ("space", "x", "y"), [("c1P.NW", 0, 0), ("c2F1.NE", 3, 2), ("c3F2.SW", 4, 5), ("c2F3.SE", 3, 7)]
)
def test_positions_have_coordinates(space: str, x: int, y: int) -> None:
    """CON-G.2, CON-R01: x = 2(k-1) + 1 if east, y = 2j + 1 if south."""
    assert NUMBERS[space] == 16 * y + x
    assert SPACE_NAMES[16 * y + x] == space
    assert CELL_NAMES[cell_of(NUMBERS[space])] == space.split(".", maxsplit=1)[0]


def test_only_free_positions_on_face_down_tiles_are_spaces() -> None:
    """CON-G.3, CON-5.a.ii.d: not the bare board, not a face-up tile, not a space that is taken."""
    table = Table("C2", tiles="c2F1 S4; c3F1 M2+", coins="c2F1.NW A3 N")
    assert table.may(Place("C2", "c2F1.NE", "N"))
    assert not table.may(Place("C2", "c1F1.NE", "N"))
    assert not table.may(Place("C2", "c3F1.NE", "N"))
    assert not table.may(Place("C2", "c2F1.NW", "N"))


def test_neighbours_across_tiles_and_columns() -> None:
    """CON-G.4: up to eight, gaps between tiles do not matter."""
    middle = NUMBERS["c2F2.NW"]
    around = [position for row in range(1, 4) for column in range(3) for position in positions_of(cell_at(column, row))]
    found = {SPACE_NAMES[one] for one in around if adjacent(one, middle)}
    wanted = {"c1F1.SE", "c2F1.SW", "c2F1.SE", "c1F2.NE", "c2F2.NE", "c1F2.SE", "c2F2.SW", "c2F2.SE"}
    assert found == wanted
    assert not adjacent(middle, middle)


def test_eight_directions_point_at_the_eight_neighbours() -> None:
    """CON-G.5: N is towards the Present."""
    middle = NUMBERS["c2F2.NW"]
    assert {SPACE_NAMES[middle + step] for step in DIRECTIONS.values()} == {
        *("c1F1.SE", "c2F1.SW", "c2F1.SE", "c1F2.NE", "c2F2.NE", "c1F2.SE", "c2F2.SW", "c2F2.SE"),
    }
    assert SPACE_NAMES[middle + DIRECTIONS["N"]] == "c2F1.SW"


def test_pointing_at_a_coin_and_at_a_face_up_tile() -> None:
    """CON-G.6: either is a lawful thing to point at."""
    table = Table("C2", tiles="c2F1 S4; c3F1 M2+", coins="c2F1.NW A3 N")
    assert table.may(Place("C2", "c2F1.SE", "NW"))
    assert table.may(Place("C2", "c2F1.SE", "E"))
    assert not table.may(Place("C2", "c2F1.SE", "W"))


def test_what_points_at_what_is_judged_now() -> None:
    """CON-G.7, CON-R16: a coin pointing at an empty space points at whatever comes to lie there."""
    table = Table("C2", tiles="c2F1 S4; c2F2 M2", coins="c2F2.NE A2 N; c2F1.NW M3 N")
    assert table.view().coin_outlooks[0].pointing == ()
    table.act(Place("C2", "c2F1.SE", "NW"))
    outlook = next(one for one in table.view().coin_outlooks if one.space == "c2F1.SE")
    assert outlook.pointing == ("c2F2.NE",)
    assert outlook.revealable


def test_coins_travel_with_their_tile_and_keep_their_directions() -> None:
    """CON-G.8, CON-M.5.c: tiles are never rotated."""
    table = Table("C2", tiles="c2F2 S4; c1F3 M1", coins="c2F2.NE A3 SW").dice(1, 1, 0, 0).act(AdvanceColumn("c2"))
    assert table.board == "c2F1 S4; c1F3 M1; c2F1.NE A3 SW"
    assert table.last(ColumnAdvanced).cells == ("c2F2",)


def test_cells_side_by_side_share_an_edge() -> None:
    """CON-G.9, CON-5.a.iii.b: not a corner."""
    table = Table("C2", tiles="c2F3 S4", coins="c2F3.NW M3 N; c2F3.SW A4 N", held={ANN: "A0"})
    cells = {
        space.split(".")[0] for box in table.boxes() if isinstance(box, Place) and box.tile for space in [box.space]
    }
    assert {"c1F3", "c2F2", "c2F4"} <= cells
    assert not {"c1F2", "c1F4", "c3F2", "c3F4"} & cells


def test_sets_of_positions_are_counted_and_listed_alike() -> None:
    """CON-G.2: the member with a number is that of the list."""
    bits = sum(1 << one for one in (3, 17, 80, 300))
    assert members(bits) == [3, 17, 80, 300] == [member(bits, index) for index in range(4)]


def test_a_coin_never_changes_its_direction() -> None:
    """CON-V.7: a coin points where it was placed, whichever side is up."""
    from turncoat.games.conspiracy.actions import RevealCoin

    table = Table("C2 M3", tiles="c2F1 S4", coins="c2F1.NW A3 N; c2F1.NE S3 W")
    aim = aim_of(NUMBERS["c2F1.NW"], table.game.coins[NUMBERS["c2F1.NW"]])
    table.act(RevealCoin("c2F1.NW", "C2", 1))
    assert table.coin("c2F1.NW") == "A3+ N"
    assert aim_of(NUMBERS["c2F1.NW"], table.game.coins[NUMBERS["c2F1.NW"]]) == aim


PLAIN = RULES.names(("Agatha", "Barney", "Celeste", "Darcy"))


def test_places_are_called_by_what_they_are() -> None:
    """CON-G.2: the four positions of a cell by the corner in which they lie."""
    view = RULES.view(RULES.start(RULES.read_options({}), 4, bytes(32), SILENCE), 0)
    names = BOARD.names(view, PLAIN)
    assert names.label("space", "c2F1.NW") == "Future 1 of column 2 (north-west)"
    assert names.label("space", "c3P.SE") == "the Present of column 3 (south-east)"
    assert names.label("cell", "c10F12") == "Future 12 of column 10"
    assert names.label("seat", 2) == "Celeste"
    assert PLAIN.label("space", "c2F1.NW") == "c2F1.NW"
