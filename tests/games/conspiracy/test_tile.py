"""CON-5.d and CON-5.e: revealing tiles and advancing columns."""

from __future__ import annotations

import pytest
from tests.games.conspiracy.story import ANN, BEN, Table

from turncoat.games.conspiracy.actions import AdvanceColumn, RevealTile
from turncoat.games.conspiracy.events import CoinsBagged, ColumnRolled, TileReceived, TileTaken
from turncoat.games.conspiracy.events.turn import TileRevealed
from turncoat.games.conspiracy.reveal import support

READY = "c2F1.NW A3+ N; c2F1.NE C1+ N; c2F1.SW M0+ N; c2F1.SE A5 N"


def test_revealing_a_tile_costs_two_points_and_a_coin() -> None:
    """CON-5.d, CON-5.d.i, CON-5.d.ii, CON-R33, CON-D3d: always."""
    table = Table("C2 C4", tiles="c2F1 S2", coins=READY).act(RevealTile("c2F1", "C2", BEN))
    assert [coin.coin for coin in table.game.gifts[BEN]] == ["C2"]
    assert table.turn.points == 0
    refusal = Table("C2", tiles="c2F1 S2", coins=READY, points=1).refused(table.now, RevealTile("c2F1", "C2", BEN))
    assert refusal.sentence == "Reveal Tile costs 2 action points; you have 1 (CON-5.d)."


def test_two_symbols_must_lie_on_it() -> None:
    """CON-5.d.iii: number-side coins do not help; a face-up tile has none."""
    table = Table("C2", tiles="c2F1 S2; c3F1 M2+", coins="c2F1.NW A3+ N; c2F1.NE C1 N; c2F1.SE A5 N")
    assert table.refused(table.now, RevealTile("c2F1", "C2", BEN)).rule == "CON-5.d"
    assert not table.may(RevealTile("c3F1", "C2", BEN))


@pytest.mark.parametrize(
    ("coins", "suit", "total"),
    [
        ("A3 C1 M0", "A", 3),
        ("A3 C1 M0", "S", 2),
        ("S1 S5", "S", 6),
        ("S1 S5", "M", -6),
        ("S1 S5", "C", 2),
        ("M0 S0", "M", 0),
        ("C0 A0", "S", 2),
    ],
)
def test_what_coins_bring_a_tile(coins: str, suit: str, total: int) -> None:
    """CON-5.d.iv.a: the same suit its number, the opposed one minus that, a neutral one 1."""
    assert support(coins.split(), suit) == total


def test_enough_support_keeps_it_face_up() -> None:
    """CON-5.d.iv, CON-5.d.iv.b, CON-5.d.iv.d: equal is enough; all coins go to the bag."""
    table = Table("C2", tiles="c2F1 S2", coins=READY).act(RevealTile("c2F1", "C2", BEN))
    assert table.board == "c2F1 S2+"
    assert (table.last(TileRevealed).support, table.last(TileRevealed).stays) == (2, True)
    assert table.last(CoinsBagged).shown == ("A", "C", "M", "5")


def test_too_little_gives_it_to_the_active_player() -> None:
    """CON-5.d.iv.c, CON-5.d.iv.d: everybody has seen it."""
    table = Table("C2", tiles="c2F1 A4", coins=READY).act(RevealTile("c2F1", "C2", BEN))
    assert table.board == ""
    assert table.game.held[ANN] == ["A4"]
    assert table.last(TileTaken, BEN).tile == "A4"
    assert table.told(TileReceived, ANN) == []


def test_a_blank_tile_is_worth_nothing_and_a_symbol_one() -> None:
    """CON-5.d.iv.b: a blank stays with 0, a symbol needs 1."""
    coins = "c2F1.NW M0+ N; c2F1.NE S0+ N"
    assert Table("C2", tiles="c2F1 M0", coins=coins).act(RevealTile("c2F1", "C2", BEN)).board == "c2F1 M0+"
    assert Table("C2", tiles="c2F1 M1", coins=coins).act(RevealTile("c2F1", "C2", BEN)).board == ""


def test_nothing_else_moves() -> None:
    """CON-5.d.iv.e, CON-R15: coins may point at nothing and tiles may be cut off."""
    coins = "c2F1.SW M0+ N; c2F1.SE S0+ N; c2F2.NW C4 N"
    table = Table("C2", tiles="c2F1 M1; c2F2 S3", coins=coins).act(RevealTile("c2F1", "C2", BEN))
    assert table.board == "c2F2 S3; c2F2.NW C4 N"


def test_advancing_costs_two_points_and_no_coin() -> None:
    """CON-5.e, CON-5.e.i, CON-D3e: with an empty hand too."""
    table = Table("C2", tiles="c2F1 A3+").dice(0, 0, 0, 0).act(AdvanceColumn("c2"))
    assert (table.turn.points, table.turn.hand) == (0, ["C2"])
    assert table.last(ColumnRolled).column == "c2"
    assert Table("", tiles="c2F1 A3+").may(AdvanceColumn("c2"))


@pytest.mark.parametrize(("dice", "board"), [((0, 3, 1, 0), "c2P A3+"), ((0, 4, 1, 0), "c2F1 A3+")])
def test_it_is_rolled_for_as_ever_and_the_points_are_spent_either_way(dice: tuple[int, ...], board: str) -> None:
    """CON-5.e.ii: two successes advance it."""
    table = Table("C2", tiles="c2F1 A3+").dice(*dice).act(AdvanceColumn("c2"))
    assert table.board == board
    assert table.turn.points == 0


def test_a_column_in_which_nothing_can_move() -> None:
    """CON-R28: may be named; nothing happens."""
    table = Table("C2", tiles="c2F1 A3+").dice(1, 1, 1, 1).act(AdvanceColumn("c3"))
    assert table.last(ColumnRolled).advances
    assert table.board == "c2F1 A3+"
