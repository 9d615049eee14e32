"""CON-6 to CON-8, CON-U: saving, discarding, unexpected effects."""

from __future__ import annotations

import pytest
from tests.games.conspiracy.story import ANN, BEN, Table

from turncoat.games.conspiracy.actions import Place, Save, SaveNothing
from turncoat.games.conspiracy.events import CoinsBagged, MarkReturned, TileReceived, TileTaken
from turncoat.games.conspiracy.events.turn import CoinSaved, EffectRolled, HandDiscarded, OwnCoinSaved, TileTurned
from turncoat.games.conspiracy.place import column_of_face


def test_one_coin_may_be_saved() -> None:
    """CON-6, CON-D4, CON-I.2: others see the number alone."""
    table = Table("C2 S4").stop().act(Save("S4"))
    assert table.game.saved[ANN] == "S4"
    assert table.last(CoinSaved, BEN).number == 4
    assert table.last(OwnCoinSaved, ANN).coin == "S4"
    assert table.told(OwnCoinSaved, BEN) == []
    assert table.view(BEN).players[ANN].saved == 4


def test_saving_is_optional() -> None:
    """CON-6, CON-D4: none in default."""
    table = Table("C2 S4").stop().act(SaveNothing())
    assert table.game.saved[ANN] is None
    assert Table("C2 S4").stop().time_up().game.saved[ANN] is None


def test_all_other_coins_go_to_the_bag_unseen() -> None:
    """CON-8, CON-V.5, CON-R41: at most the saved coin is left."""
    table = Table("C2 S4 M5").stop().act(Save("S4"))
    assert (table.last(HandDiscarded).coins, table.last(HandDiscarded).seat) == (2, ANN)
    assert {"C2", "M5"} <= set(table.game.bag) | set(table.turn.hand)
    assert not hasattr(table.last(HandDiscarded), "shown")


def test_a_saved_spiral_has_its_effect_before_the_discard() -> None:
    """CON-7, CON-8, CON-U.1: in the order save, effect, discard."""
    table = Table("C2 S1", tiles="c1F1 A3").stop().dice(0, 1).act(Save("S1"))
    kinds = [type(event) for to, event in table.listener.heard if to is None]
    places = [kinds.index(kind) for kind in (CoinSaved, EffectRolled, HandDiscarded)]
    assert places == sorted(places)
    assert table.tile("c1F1") == "A3+"


def test_other_coins_have_no_effect() -> None:
    """CON-U.1: neither placed nor saved."""
    table = Table("C2 S4", tiles="c1F1 A3").act(Place("C2", "c1F1.NW", "N")).stop().act(Save("S4"))
    assert table.told(EffectRolled) == []


@pytest.mark.parametrize(("face", "column"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_the_first_roll_names_a_column(face: int, column: int) -> None:
    """CON-U.2.a: two faces for each of three."""
    assert column_of_face(face, 3) == column


@pytest.mark.parametrize(("face", "row"), [(0, "P"), (1, "F1"), (2, "F2"), (5, "F5")])
def test_the_second_roll_names_a_row(face: int, row: str) -> None:
    """CON-U.2, CON-U.2.b: as soon as the spiral lies there."""
    table = Table("C2 S1").stop().dice(3, face).act(Save("S1"))
    effect = table.last(EffectRolled)
    assert (effect.column_dice, effect.row_die, effect.cell) == ((3,), face, f"c2{row}")


def test_a_present_tile_is_taken() -> None:
    """CON-U.3, CON-U.3.a, CON-R13: by the active player; marks on it go back."""
    table = (
        Table("C2 S1", tiles="c2P A3+", goals={BEN: "A0"}, marks={BEN: ("c2P", 1)}).stop().dice(2, 0).act(Save("S1"))
    )
    assert table.board == ""
    assert (table.last(TileTaken).seat, table.last(TileTaken).tile) == (ANN, "A3")
    assert table.last(MarkReturned).seat == BEN


def test_a_face_up_tile_is_turned_down() -> None:
    """CON-U.3.b: everybody knows what it is."""
    table = Table("C2 S1", tiles="c2F3 A3+").stop().dice(2, 3).act(Save("S1"))
    assert table.board == "c2F3 A3"
    assert [table.view(seat).tiles[0].tile for seat in (ANN, BEN, None)] == ["A3", "A3", "A3"]


def test_a_face_down_tile_is_turned_up_without_support() -> None:
    """CON-U.3.c, CON-R15: its coins go to the bag."""
    table = Table("C2 S1", tiles="c2F1 A5", coins="c2F1.NE M3 N").stop().dice(2, 1).act(Save("S1"))
    assert table.board == "c2F1 A5+"
    assert table.last(CoinsBagged).shown == ("3",)
    assert (table.last(TileTurned).tile, table.last(TileTurned).face_up) == ("A5", True)
    assert table.told(TileReceived, ANN) == []


def test_no_tile_no_effect() -> None:
    """CON-U.4: deeper rows than F5 are safe."""
    table = Table("C2 S1", tiles="c2F6 A5", coins="c2F6.NE M3 N").stop().dice(2, 5).act(Save("S1"))
    assert not table.last(EffectRolled).hit
    assert table.board == "c2F6 A5; c2F6.NE M3 N"


def test_the_spiral_itself_can_be_swept_off() -> None:
    """CON-U.5: the player whose turn it is plays on."""
    table = Table("C2 S1", tiles="c2F1 A5").dice(2, 1).act(Place("S1", "c2F1.NE", "N"))
    assert table.board == "c2F1 A5+"
    assert "S1" in table.game.bag
    assert table.turn.seat == ANN
