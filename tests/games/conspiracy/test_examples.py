"""CON-X: the worked examples of the rulebook."""

from __future__ import annotations

from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, Table, pieces_left

from turncoat.games.conspiracy.answers import AttackCoin, Claim, Mark, Now, Place, RevealCoin, RevealTile, Save, Wait
from turncoat.games.conspiracy.events import (
    AttackJudged,
    ColumnRolled,
    EffectRolled,
    GapAnswered,
    OrderDetermined,
    RolledOff,
    TileRevealed,
    TileTaken,
    TurnBegan,
)
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Goal, Turn
from turncoat.games.conspiracy.tile import support
from turncoat.kernel import play


def test_order() -> None:
    """CON-X1: 3, then the two 2s by 4 before symbol, then the player without a coin."""
    table = Table(saved={ANN: "C3", BEN: "A2", CLEO: "S2"}).dice(1, 4).new_round()
    assert table.last(OrderDetermined).order == (ANN, CLEO, BEN, DORA)


def test_jumping_in() -> None:
    """CON-X2: both now, the blank loses to the 2; then wait; then now; then the last."""
    table = Table(saved={ANN: "S1", BEN: "A1", CLEO: "C4", DORA: "C2"}).new_round().dice(0, 2)
    table.do(Now(), seat=ANN).do(Now(), seat=BEN)
    assert table.last(RolledOff).faces == (0, 2)
    play_to_gap(table)
    table.do(Wait())
    play_to_gap(table)
    table.do(Now())
    while len(table.heard(TurnBegan)) < 4:
        table.time_up()
    assert [event.seat for event in table.heard(TurnBegan)] == [BEN, CLEO, ANN, DORA]
    assert len(table.heard(GapAnswered)) == 3


def play_to_gap(table: Table) -> None:
    """Everybody lets time pass until the next gap."""
    while table.step != "round.gap":
        table.time_up()


def test_a_column() -> None:
    """CON-X3: Crowns 4 and a Suns symbol are successful, Arms 5 and a blank are not."""
    tiles = "c1F1 C2+; c1F2 C5+; c1F3 A3+; c1F4 S0"
    table = Table(tiles=tiles, saved={ANN: "C5", BEN: "C4", CLEO: "C3", DORA: "C2"}).dice(4, 5, 1, 0).new_round()
    rolled = table.heard(ColumnRolled)[0]
    assert (rolled.successes, rolled.advances) == ((True, False, True, False), True)


def test_a_tile() -> None:
    """CON-X4: 3 are not enough for Arms 4, 2 are enough for Suns 2."""
    coins = "c2F1.NW A3+ N; c2F1.NE C1+ N; c2F1.SW M0+ N; c2F1.SE A5 N"
    assert support(["A3", "C1", "M0"], "A") == 3
    for tile, left in (("A4", ""), ("S2", "c2F1 S2+")):
        table = Table("C2", tiles=f"c2F1 {tile}", coins=coins).do(RevealTile("c2F1", "C2", BEN))
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
    assert [event.advances for event in table.heard(ColumnRolled)][:2] == [True, False]


class LongExample:
    """The extended example: A, B, C and D are Ann, Ben, Cleo and Dora."""

    def __init__(self) -> None:
        self.table = table = Table()
        game = table.game = RULES.start(Options(), 4, bytes(32), table.listener)
        game.held = [
            ["A0", "A5", "M0", "S0", "S5", "C0"],
            ["M3", "M1", "M2", "M4", "M5", "S1"],
            ["C3", "C2", "C4", "S2", "S3", "S4"],
            ["A1", "C1", "A2", "A3", "A4", "C5"],
        ]
        for held in game.held:
            held.sort()
        table.dice(5, 3, 0, 3, 1, 4)
        play.time_up(game, table.listener)
        for seat, goal in enumerate(("A0", "S4", "C3", "M3")):
            game.goals[seat] = Goal(goal[0], int(goal[1]))
            game.goal_coins[seat] = (goal, *[coin for coin in ("C2", "S5") if coin != goal])

    def hand(self, coins: str, seat: int) -> None:
        """Put right what was drawn."""
        turn = self.table.turn
        assert turn.seat == seat
        bag = self.table.game.bag
        bag += turn.hand
        turn.hand = coins.split()
        for coin in turn.hand:
            bag.remove(coin)
        self.table.check()

    def round_one(self) -> None:
        """CON-X11 to CON-X14."""
        table = self.table
        self.hand("A5 C2 C3", ANN)
        table.do(Place("C2", "c3F1.NE", "N", "M0"), Place("C3", "c3F1.SW", "NE"), Save("A5"))
        self.hand("C4 A3 M2", DORA)
        table.do(Place("M2", "c1F1.NE", "N", "C1"), Place("A3", "c2F1.NE", "N", "A1"), Save("C4"))
        self.hand("A1 M3 M0", BEN)
        table.dice(1, 4).do(Place("M3", "c3F2.NW", "N", "M3"), AttackCoin("A1", "c3F2.NE", "NW", "M0", DORA))
        self.hand("S1 A4 S3", CLEO)
        table.do(Place("A4", "c2F1.SW", "NW"), Place("S3", "c2F2.NW", "N", "C3"))
        table.dice(2, 1, *(1, 0, 0, 0), *(0, 1, 0, 1), *(1, 1, 0, 3)).do(Save("S1"))

    def round_two(self) -> None:
        """CON-X17 to CON-X20."""
        table = self.table
        table.do(Wait())
        self.hand("A5 M1 S4", ANN)
        table.do(Place("S4", "c2F1.SE", "NW"), Place("A5", "c2F2.NE", "N", "A0")).dice(3, 5)
        table.do(Save("M1"), Mark("c2P"))
        table.do(Now())
        self.hand("S1 C2 C5", CLEO)
        table.do(Place("C2", "c2F1.SW", "N"), RevealCoin("c2F1.NW", "S1", DORA), Save("C5")).time_up()
        assert len(table.turn.hand) == 5
        self.hand("C4 S5 A2 M0 S1", DORA)
        table.dice(0, 5).do(Place("S1", "c1F2.NE", "NE", "A2"), RevealCoin("c2F1.SW", "M0", CLEO), Save("S5")).time_up()
        self.hand("M4 A4 C0", BEN)
        table.do(RevealTile("c2F1", "C0", CLEO), Save("M4"))


def test_the_long_example_round_one() -> None:
    """CON-X10 to CON-X14: order A, D, B, C, then the board after each turn of the first round."""
    example = LongExample()
    table = example.table
    assert [(event.seats, event.faces) for event in table.heard(RolledOff)] == [
        ((ANN, BEN, CLEO, DORA), (5, 3, 0, 3)),
        ((BEN, DORA), (1, 4)),
    ]
    assert table.last(OrderDetermined).order == (ANN, DORA, BEN, CLEO)
    assert table.heard(ColumnRolled) == []
    example.round_one()
    assert table.last(AttackJudged).success
    assert [event.cell for event in table.heard(EffectRolled)] == ["c1F4", "c2F1"]
    assert table.game.saved[ANN] == "A5"
    assert table.game.saved[BEN] is None
    assert [one.coin for one in table.game.gifts[DORA]] == ["M0"]


def test_the_long_example_round_two() -> None:
    """CON-X15 to CON-X21: columns, the free player, two reveals, a tile, and what the third round would begin with."""
    example = LongExample()
    example.round_one()
    table = example.table
    order = table.last(OrderDetermined)
    assert (order.order, order.free, order.first) == ((ANN, DORA, BEN), (CLEO,), ANN)
    assert [event.advances for event in table.heard(ColumnRolled)] == [False, True, True]
    assert table.board == (
        "c2P A1+; c1F1 C1; c2F1 C3; c3F1 M3; c1F1.NE M2 N; c2F1.NW S3 N; c3F1.NW M3 N; c3F1.NE A1 NW"
    )
    assert (table.last(TileTaken).seat, "M0" in table.game.held[ANN]) == (ANN, True)
    assert "C2" in table.game.bag
    example.round_two()
    revealed = table.last(TileRevealed)
    assert (revealed.tile, revealed.support, revealed.stays) == ("C3", 3, True)
    assert table.tile("c2F1") == "C3+"
    assert table.coin("c2F2.NE") == "A5 N"
    assert table.coin("c1F2.NE") == "S1 NE"
    while not any(isinstance(section, Turn) for section in table.game.stack) or table.game.round < 3:
        table.time_up()
    third = table.last(OrderDetermined)
    assert (third.free, sorted(third.order[:2]), third.order[2]) == ((ANN,), [CLEO, DORA], BEN)
    assert table.heard(RolledOff)[-1].seats == (CLEO, DORA)
