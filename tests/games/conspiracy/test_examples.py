"""CON-X: the worked examples of the rulebook."""

from __future__ import annotations

import pytest
from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, Table, pieces_left
from tests.recorded import recorded

from turncoat.games.conspiracy.actions import Claim, Now, RevealTile, Wait
from turncoat.games.conspiracy.events import ColumnRolled, GapAnswered, OrderDetermined, RolledOff, TileTaken, TurnBegan
from turncoat.games.conspiracy.events.turn import (
    AttackJudged,
    CoinRevealed,
    EffectRolled,
    HandDiscarded,
    TileMarked,
    TileRevealed,
)
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.reveal import support
from turncoat.games.conspiracy.rules import RULES


def test_order() -> None:
    """CON-X1: 3, then the two 2s by 4 before symbol, then the player without a coin."""
    table = Table(saved={ANN: "C3", BEN: "A2", CLEO: "S2"}).dice(1, 4).new_round()
    assert table.last(OrderDetermined).order == (ANN, CLEO, BEN, DORA)


def test_jumping_in() -> None:
    """CON-X2: both now, the blank loses to the 2; then wait; then now; then the last."""
    table = Table(saved={ANN: "S1", BEN: "A1", CLEO: "C4", DORA: "C2"}).new_round().dice(0, 2)
    table.do(ANN, Now()).do(BEN, Now())
    assert table.last(RolledOff).faces == (0, 2)
    play_to_gap(table)
    table.act(Wait())
    play_to_gap(table)
    table.act(Now())
    while len(table.told(TurnBegan)) < 4:
        table.time_up()
    assert [event.seat for event in table.told(TurnBegan)] == [BEN, CLEO, ANN, DORA]
    assert len(table.told(GapAnswered)) == 3


def play_to_gap(table: Table) -> None:
    """Everybody lets time pass until the next gap."""
    while table.key != "round.gap":
        table.time_up()


def test_a_column() -> None:
    """CON-X3: Crowns 4 and a Suns symbol are successful, Arms 5 and a blank are not."""
    tiles = "c1F1 C2+; c1F2 C5+; c1F3 A3+; c1F4 S0"
    table = Table(tiles=tiles, saved={ANN: "C5", BEN: "C4", CLEO: "C3", DORA: "C2"}).dice(4, 5, 1, 0).new_round()
    rolled = table.told(ColumnRolled)[0]
    assert (rolled.successes, rolled.advances) == ((True, False, True, False), True)


def test_a_tile() -> None:
    """CON-X4: 3 are not enough for Arms 4, 2 are enough for Suns 2."""
    coins = "c2F1.NW A3+ N; c2F1.NE C1+ N; c2F1.SW M0+ N; c2F1.SE A5 N"
    assert support(["A3", "C1", "M0"], "A") == 3
    for tile, left in (("A4", ""), ("S2", "c2F1 S2+")):
        table = Table("C2", tiles=f"c2F1 {tile}", coins=coins).act(RevealTile("c2F1", "C2", BEN))
        assert table.board == left
        assert {"A3", "C1", "M0", "A5"} <= pieces_left(table)


def test_winning() -> None:
    """CON-X5: with Suns 3, Moons 2 and Crowns 0, not with Suns 2, Moons 3 and Crowns 0."""
    for tiles, wins in (("c1P S3+; c2P M2+; c3P C0+", True), ("c1P S2+; c2P M3+; c3P C0+", False)):
        table = Table(tiles=tiles, goals={ANN: "M3"}, marks={ANN: ("c2P", 1)}).stop()
        assert table.may(Claim()) == wins


def test_luck_alone() -> None:
    """CON-X7: without face-up tiles two symbols are needed."""
    saved = {ANN: "C5", BEN: "C4", CLEO: "C3", DORA: "C2"}
    table = Table(tiles="c1F1 A5", saved=saved).dice(1, 2, 3, 1, 1, 5, 5, 5).new_round()
    assert [event.advances for event in table.told(ColumnRolled)][:2] == [True, False]


EXTENDED = recorded.FOLDER / "conspiracy-extended-example.json"
"""The extended example as a recorded game: A, B, C and D are Ann, Ben, Cleo and Dora."""

ROUND_ONE, ROUND_TWO = 15, 32
"""After so many answers the columns of the second round have been checked, and the third round has begun."""


def extended(answers: int) -> Table:
    """The extended example after so many answers; nothing is wrong after any of them."""
    one, table = recorded.read(EXTENDED), Table()
    table.listener.heard.clear()
    table.game = RULES.start(Options(), 4, bytes.fromhex(one.key), table.listener)
    for step in one.steps[:answers]:
        recorded.perform("conspiracy", table.game, step, table.listener)
        table.check()
    return table


BOARDS = {
    9: "c1F1 C1; c2F1 A1; c3F1 M0; c1F1.NE M2 N; c2F1.NE A3 N; c3F1.NE C2 N; c3F1.SW C3 NE",
    12: "c1F1 C1; c2F1 A1; c3F1 M0; c3F2 M3; c1F1.NE M2 N; c2F1.NE A3 N; c3F1.NE C2 N; c3F2.NW M3 N; c3F2.NE A1 NW",
    ROUND_ONE: "c2P A1+; c1F1 C1; c2F1 C3; c3F1 M3; c1F1.NE M2 N; c2F1.NW S3 N; c3F1.NW M3 N; c3F1.NE A1 NW",
    18: (
        "c2P A1+; c1F1 C1; c2F1 C3; c3F1 M3; c2F2 A0; c1F1.NE M2 N; c2F1.NW S3 N; c3F1.NW M3 N; c3F1.NE A1 NW; "
        "c2F1.SE S4 NW; c2F2.NE A5 N"
    ),
    23: (
        "c2P A1+; c1F1 C1; c2F1 C3; c3F1 M3; c2F2 A0; c1F1.NE M2 N; c2F1.NW S3+ N; c3F1.NW M3 N; c3F1.NE A1 NW; "
        "c2F1.SW C2 N; c2F1.SE S4 NW; c2F2.NE A5 N"
    ),
    27: (
        "c2P A1+; c1F1 C1; c2F1 C3; c3F1 M3; c1F2 A4; c2F2 A0; c1F1.NE M2 N; c2F1.NW S3+ N; c3F1.NW M3 N; "
        "c3F1.NE A1 NW; c2F1.SW C2+ N; c2F1.SE S4 NW; c1F2.NE S1 NE; c2F2.NE A5 N"
    ),
    30: (
        "c2P A1+; c1F1 C1; c2F1 C3+; c3F1 M3; c1F2 A4; c2F2 A0; c1F1.NE M2 N; c3F1.NW M3 N; c3F1.NE A1 NW; "
        "c1F2.NE S1 NE; c2F2.NE A5 N"
    ),
}
"""What lies on the board after so many answers, as the table of the rulebook has it."""


@pytest.mark.parametrize("answers", BOARDS)
def test_the_board_of_the_extended_example(answers: int) -> None:
    """CON-X11, CON-X12, CON-X13, CON-X14, CON-X16, CON-X17, CON-X18, CON-X19, CON-X20: what lies where, and how."""
    assert sorted(extended(answers).board.split("; ")) == sorted(BOARDS[answers].split("; "))


def test_the_goals_of_the_extended_example() -> None:
    """CON-X10, CON-X21: Arms and 0, and 4, 3 and 3; three of the four took both from one coin."""
    game = extended(4).game
    goals = [goal for goal in game.goals if goal is not None]
    chosen = [f"{goal.suit}{goal.number}" for goal in goals]
    assert chosen == ["A0", "S4", "M3", "C3"]
    assert sum(coin in coins for coin, coins in zip(chosen, game.goal_coins, strict=True)) == 3


def test_the_long_example_round_one() -> None:
    """CON-X10, CON-X11, CON-X12, CON-X13, CON-X14: order A, D, B, C; attack, effects, gifts, saved coins."""
    table = extended(ROUND_ONE)
    assert [(event.seats, event.faces) for event in table.told(RolledOff)] == [
        ((ANN, BEN, CLEO, DORA), (5, 3, 0, 3)),
        ((BEN, DORA), (1, 4)),
    ]
    assert table.told(OrderDetermined)[0].order == (ANN, DORA, BEN, CLEO)
    assert table.told(ColumnRolled)[0].rule == "CON-M.3"
    assert table.last(AttackJudged).success
    assert [event.cell for event in table.told(EffectRolled)] == ["c1F4", "c2F1"]
    assert table.game.saved == ["A5", None, "S1", "C4"]
    assert [coin.coin for coin in table.game.gifts[DORA]] == ["M0"]


def test_the_columns_of_the_long_example() -> None:
    """CON-X15, CON-X16: the determined order and the free player; one column stays, two advance, A gets a tile."""
    table = extended(ROUND_ONE)
    order = table.last(OrderDetermined)
    assert (order.order, order.free, order.first) == ((ANN, DORA, BEN), (CLEO,), ANN)
    rolls = table.told(ColumnRolled)
    assert [(sum(event.successes), event.advances) for event in rolls] == [(1, False), (2, True), (2, True)]
    assert (table.last(TileTaken).seat, "M0" in table.game.held[ANN]) == (ANN, True)
    assert "C2" in table.game.bag


def test_the_long_example_round_two() -> None:
    """CON-X17, CON-X18, CON-X19, CON-X20: the mark, the free player's turn, two reveals, five coins, a tile stays."""
    table = extended(ROUND_TWO)
    assert [(event.seat, event.tile) for event in table.told(TileMarked)] == [(ANN, "A1")]
    assert [event.seat for event in table.told(TurnBegan)] == [ANN, DORA, BEN, CLEO, ANN, CLEO, DORA, BEN]
    assert [event.space for event in table.told(CoinRevealed)] == ["c2F1.NW", "c2F1.SW"]
    assert len(extended(25).turn.hand) == 5
    assert table.last(HandDiscarded).seat == BEN
    revealed = table.last(TileRevealed)
    assert (revealed.tile, revealed.support, revealed.stays) == ("C3", 3, True)


def test_the_third_round_of_the_long_example() -> None:
    """CON-X21: A is free, C and D are tied on 5 and roll, B follows."""
    third = extended(ROUND_TWO).last(OrderDetermined)
    assert (third.free, third.order) == ((ANN,), (CLEO, DORA, BEN))
    assert extended(ROUND_TWO).told(RolledOff)[-1].seats == (CLEO, DORA)
