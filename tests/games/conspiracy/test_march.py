"""CON-M: time marches on."""

from __future__ import annotations

from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, Table

from turncoat.games.conspiracy.actions import AdvanceColumn
from turncoat.games.conspiracy.events import (
    CoinsBagged,
    ColumnAdvanced,
    ColumnRolled,
    MarkReturned,
    TileReceived,
    TileTaken,
)
from turncoat.games.conspiracy.march import successful
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.outlook import falls
from turncoat.games.conspiracy.rules import RULES
from turncoat.kernel import play
from turncoat.kernel.events import Listener

BY_NUMBER = {ANN: "C5", BEN: "C4", CLEO: "C3", DORA: "C2"}
STAYS = (0, 0, 0, 0)
GOES = (1, 1, 0, 0)


def test_no_check_in_round_one_nor_with_an_empty_future() -> None:
    """CON-M.1, CON-R06: not even a roll."""
    listener = Listener()
    play.time_up(RULES.start(Options(), 4, bytes(32), listener), listener)
    assert not [event for _, event in listener.heard if isinstance(event, ColumnRolled)]
    assert Table(tiles="c1P A1+", saved=BY_NUMBER).new_round().told(ColumnRolled) == []


def test_every_column_has_its_own_roll() -> None:
    """CON-M.2, CON-R32: in order from the left, without anybody being asked."""
    table = Table(tiles="c1F1 A1+; c2F1 A2+; c3F2 A3", saved=BY_NUMBER).dice(*STAYS, *GOES, *GOES).new_round()
    assert [(event.column, event.advances) for event in table.told(ColumnRolled)] == [
        ("c1", False),
        ("c2", True),
        ("c3", True),
    ]
    assert table.board == "c2P A2+; c1F1 A1+; c3F1 A3"


def test_two_of_four_dice_must_be_successful() -> None:
    """CON-M.3: one is not enough."""
    table = Table(tiles="c1F1 A1+; c2F1 A2+", saved=BY_NUMBER).dice(0, 1, 0, 0, *STAYS, *STAYS).new_round()
    assert table.told(ColumnRolled)[0].successes == (False, True, False, False)
    assert table.told(ColumnAdvanced) == []


def test_which_dice_are_successful() -> None:
    """CON-M.4: symbols always, blanks never, numbers up to the highest face-up tile of the suit."""
    assert [successful(face, 0) for face in range(6)] == [False, True, False, False, False, False]
    assert [successful(face, 1) for face in range(6)] == [False, True, False, False, False, False]
    assert [successful(face, 3) for face in range(6)] == [False, True, True, True, False, False]


def test_face_down_tiles_the_present_and_other_columns_do_not_help() -> None:
    """CON-M.4, CON-R42: only face-up tiles in the Future of the column itself."""
    table = Table(tiles="c1P C5+; c1F1 A5; c1F2 S3+; c2F1 M5+", saved=BY_NUMBER).dice(*STAYS * 3).new_round()
    assert table.told(ColumnRolled)[0].highest == (0, 0, 3, 0)


def test_a_face_up_tile_pushes_the_present_out() -> None:
    """CON-M.5, CON-M.5.a, CON-M.5.a.i: what is pushed out goes to the first player, seen by all."""
    table = Table(tiles="c2P A1+; c2F1 S4+", saved=BY_NUMBER).dice(*STAYS, *GOES, *STAYS).new_round()
    assert table.board == "c2P S4+"
    taken = table.last(TileTaken)
    assert (taken.seat, taken.cell, taken.tile) == (ANN, "c2P", "A1")
    assert "A1" in table.game.held[ANN]


def test_in_a_turn_it_goes_to_whoever_advances() -> None:
    """CON-M.5.a.ii: the player whose turn it is."""
    table = Table(tiles="c2P A1+; c2F1 S4+", active=CLEO).dice(*GOES).act(AdvanceColumn("c2"))
    assert table.last(TileTaken).seat == CLEO
    assert "A1" in table.game.held[CLEO]


def test_marks_on_a_removed_tile_go_back() -> None:
    """CON-M.5.a.iii, CON-R31: to all their owners."""
    marks = {ANN: ("c2P", 1), CLEO: ("c2P", 1)}
    table = Table(tiles="c2P A1+; c2F1 S4+", goals={ANN: "A0", CLEO: "A3"}, marks=marks)
    table.dice(*GOES).act(AdvanceColumn("c2"))
    assert [event.seat for event in table.told(MarkReturned)] == [ANN, CLEO]
    assert table.game.marks == [-1] * 4


def test_a_face_down_tile_never_enters_the_present() -> None:
    """CON-M.5.b: it goes to the active player, its coins to the bag; the Present tile stays."""
    table = Table(tiles="c2P A1+; c2F1 S4; c2F2 M3", coins="c2F1.NE C4 N; c2F2.NW C3 NE")
    table.dice(*GOES).act(AdvanceColumn("c2"))
    assert table.board == "c2P A1+; c2F1 M3; c2F1.NW C3 NE"
    assert table.last(CoinsBagged).spaces == ("c2F1.NE",)
    assert table.last(TileTaken).tile is None
    assert table.last(TileReceived, ANN).tile == "S4"
    assert table.told(TileReceived, BEN) == []
    assert "C4" in table.game.bag


def test_an_empty_first_row_leaves_the_present_alone() -> None:
    """CON-M.5.b, CON-M.5.c: the rest moves up all the same, and a gap stays a gap."""
    table = Table(tiles="c2P A1+; c2F2 S4+; c2F4 M3").dice(*GOES).act(AdvanceColumn("c2"))
    assert table.board == "c2P A1+; c2F1 S4+; c2F3 M3"


def test_the_first_player_gets_every_tile() -> None:
    """CON-R38, CON-M.5.a.i: there is nothing to choose."""
    table = Table(tiles="c1F1 A1; c2F1 A2; c3F1 A3", saved=BY_NUMBER).dice(*GOES * 3).new_round()
    assert [(event.seat, event.cell) for event in table.told(TileTaken)] == [(ANN, f"c{n}F1") for n in (1, 2, 3)]


def test_chances_are_counted() -> None:
    """CON-R34, CON-M.3: 171 of 1296 without face-up tiles."""
    assert falls([0, 0, 0, 0]) == 171
    assert falls([5, 5, 5, 5]) == 1296 - 1 - 4 * 5
    assert Table(tiles="c1F1 A3").view().column_outlooks[0].chances == 171
