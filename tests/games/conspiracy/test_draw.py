"""CON-1 to CON-4: drawing coins."""

from __future__ import annotations

from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, Table

from turncoat.games.conspiracy.events import (
    CoinsDrawn,
    ColumnAdvanced,
    ColumnRolled,
    GiftsTaken,
    HandDrawn,
    MandatoryAdvancement,
    TileTaken,
    TurnBegan,
)
from turncoat.games.conspiracy.pieces import PIECES

FULL = "c1F1 A0; c1F2 A1; c2F1 A2; c2F2 A3; c3F1 A4; c3F2 A5"


def crowded(leave: int, columns: str = FULL, taken: dict[int, str] | None = None) -> Table:
    """A board on which all coins lie but so many."""
    used = set((taken or {}).values())
    coins = [coin for coin in PIECES if coin not in used][leave:]
    cells = [line.split()[0] for line in columns.split(";")]
    spaces = [f"{cell}.{corner}" for cell in cells for corner in ("NW", "NE", "SW", "SE")]
    lying = "; ".join(f"{space} {coin} N" for space, coin in zip(spaces, coins, strict=False))
    return Table(tiles=columns, coins=lying, saved=taken)


def test_the_saved_coin_is_taken_back() -> None:
    """CON-1: into the hand."""
    table = Table(saved={BEN: "C5"}).new_turn(BEN)
    assert table.turn.hand[0] == "C5"
    assert table.game.saved[BEN] is None
    assert table.last(TurnBegan).took_back


def test_the_hand_is_filled_to_three() -> None:
    """CON-2, CON-X6: two with a saved coin, else three; others learn only how many."""
    table = Table(saved={BEN: "C5"}).new_turn(BEN)
    assert (table.last(CoinsDrawn).coins, len(table.turn.hand)) == (2, 3)
    table.new_turn(CLEO)
    assert (table.last(CoinsDrawn).coins, len(table.turn.hand)) == (3, 3)
    assert table.last(HandDrawn, CLEO).coins == tuple(table.turn.hand)
    assert len(table.told(HandDrawn, BEN)) == 1


def test_too_few_coins_make_time_march_on() -> None:
    """CON-3, CON-3.a: draw what there is, then every column advances once, without dice, for the drawing player."""
    table = crowded(1).new_turn(BEN)
    assert [event.coins for event in table.told(CoinsDrawn)] == [1, 2]
    assert [event.passes for event in table.told(MandatoryAdvancement)] == [1]
    assert [event.column for event in table.told(ColumnAdvanced)] == ["c1", "c2", "c3"]
    assert table.told(ColumnRolled) == []
    assert {event.seat for event in table.told(TileTaken)} == {BEN}
    assert len(table.turn.hand) == 3


def test_another_pass_while_the_bag_is_too_small() -> None:
    """CON-3.b: always all three columns."""
    tiles = "c1F3 A0; c1F4 A1; c2F3 A2; c2F4 A3; c3F3 A4; c3F4 A5"
    table = crowded(0, tiles).new_turn(BEN)
    assert [event.passes for event in table.told(MandatoryAdvancement)] == [1, 2, 3]
    assert [event.column for event in table.told(ColumnAdvanced)][:6] == ["c1", "c2", "c3"] * 2
    assert len(table.turn.hand) == 3


def test_mandatory_advancement_comes_to_an_end() -> None:
    """CON-R07: one pass is always made; with no coin left on the board one draws what there is."""
    table = Table()
    game = table.game
    game.saved = [None, None, "C5", "C4"]
    game.gifts[CLEO] = []
    from turncoat.games.conspiracy.state import GivenCoin

    others = [coin for coin in PIECES if coin not in ("C5", "C4", "M0")]
    game.gifts[DORA] = [GivenCoin(coin, ANN) for coin in others]
    game.bag = ["M0"]
    table.new_turn(BEN)
    assert [event.passes for event in table.told(MandatoryAdvancement)] == [1]
    assert table.turn.hand == ["M0"]


def test_coins_received_come_on_top() -> None:
    """CON-4, CON-R21: they enter the hand in the receiver's next turn."""
    table = Table(gifts={BEN: [("M0", ANN), ("S1", CLEO)]}).new_turn(BEN)
    assert len(table.turn.hand) == 5
    assert table.turn.hand[3:] == ["M0", "S1"]
    assert table.game.gifts[BEN] == []
    assert (table.last(GiftsTaken).seat, table.last(GiftsTaken).coins) == (BEN, 2)


def test_a_draw_is_uniform() -> None:
    """CON-R45, CON-2: any coin of the bag, by the dice of the table."""
    first = Table().game
    found = set()
    for index in range(len(first.bag)):
        table = Table()
        table.game.chance.script = [index, 0, 0]
        bag = [*table.game.bag, *table.turn.hand]
        table.new_turn(BEN)
        assert table.turn.hand[0] in bag
        found.add(table.turn.hand[0])
    assert len(found) == len(first.bag)
