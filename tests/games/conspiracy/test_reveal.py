"""CON-5.b: revealing coins, and chain reactions."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.conspiracy.story import ANN, BEN, CLEO, Table

from turncoat.games.conspiracy.actions import RevealCoin
from turncoat.games.conspiracy.events.turn import CoinGiven, CoinRevealed, GiftSeen
from turncoat.games.conspiracy.geometry import DIRECTIONS, NUMBERS, SPACE_NAMES
from turncoat.games.conspiracy.pieces import EVERYBODY, PIECES
from turncoat.games.conspiracy.reveal import chained, supported
from turncoat.games.conspiracy.state import LyingCoin


def test_revealing_costs_a_point_and_a_coin() -> None:
    """CON-5.b, CON-5.b.i, CON-5.b.ii, CON-D3b: the coin given is seen by giver and receiver alone (CON-R20)."""
    table = Table("C2 C4", tiles="c2F1 A3", coins="c2F1.NW M3 N; c2F1.NE A3 W").act(RevealCoin("c2F1.NW", "C2", BEN))
    assert (table.turn.points, table.turn.hand) == (1, ["C4"])
    assert (table.last(CoinGiven, CLEO).giver, table.last(CoinGiven, CLEO).to) == (ANN, BEN)
    assert table.last(GiftSeen, BEN).coin == table.last(GiftSeen, ANN).coin == "C2"
    assert table.told(GiftSeen, CLEO) == []


def test_only_number_side_coins_can_be_revealed() -> None:
    """CON-5.b.i: one that lies symbol side up has been revealed already."""
    table = Table("C2 C4", tiles="c2F1 A3", coins="c2F1.NW M3+ N; c2F1.NE A3 W")
    assert not table.may(RevealCoin("c2F1.NW", "C2", BEN))


def test_without_a_coin_to_give_nothing_is_revealed() -> None:
    """CON-5.g, CON-5.b.ii: the action is closed."""
    table = Table("", tiles="c2F1 A3", coins="c2F1.NW M3 N; c2F1.NE A3 W")
    assert (
        table.refused(table.now, RevealCoin("c2F1.NW", "C2", BEN)).sentence
        == "Reveal Coin needs 1 coin in hand; you have 0 (CON-5.b)."
    )


@pytest.mark.parametrize(
    ("number", "pointing", "enough"), [(3, [3], True), (3, [4], False), (3, [2], False), (0, [0], True)]
)
def test_one_coin_must_have_the_very_number(number: int, pointing: list[int], enough: bool) -> None:
    """CON-5.b.iii.a: neither less nor more."""
    assert supported(number, pointing) == enough


@pytest.mark.parametrize(
    ("number", "pointing", "enough"), [(3, [2, 2], True), (3, [2, 0, 0], False), (3, [3, 0], False), (0, [0, 0], False)]
)
def test_several_coins_need_a_greater_sum(number: int, pointing: list[int], enough: bool) -> None:
    """CON-5.b.iii.b: equal is not enough."""
    assert supported(number, pointing) == enough


def test_symbol_side_coins_do_not_count() -> None:
    """CON-5.b.iii: neither as coins nor in the sum."""
    table = Table("C2", tiles="c2F1 A3; c2F2 A4", coins="c2F1.SW M3 N; c2F1.SE A3 W; c2F2.NW C5+ N")
    assert table.may(RevealCoin("c2F1.SW", "C2", BEN))
    table = Table("C2", tiles="c2F1 A3; c2F2 A4", coins="c2F1.SW M4 N; c2F1.SE A3 W; c2F2.NW C5+ N")
    assert not table.may(RevealCoin("c2F1.SW", "C2", BEN))


def test_blanks_and_spirals_as_the_coin_that_is_revealed() -> None:
    """CON-5.b.iv: 0 and 1, not wild."""
    board = "c2F1.SW M{} N; c2F1.SE A{} W"
    assert Table("C5", tiles="c2F1 A3", coins=board.format(0, 0)).may(RevealCoin("c2F1.SW", "C5", BEN))
    assert not Table("C5", tiles="c2F1 A3", coins=board.format(1, 2)).may(RevealCoin("c2F1.SW", "C5", BEN))


def test_spirals_that_point_are_any_number() -> None:
    """CON-5.b.v, CON-C.7: one alone always fits, and one among several; a blank that points is 0."""
    for number in range(6):
        assert supported(number, [1])
        assert supported(number, [1, 0])
        assert supported(number, [0]) == (number == 0)


def test_a_revealed_coin_keeps_its_place_and_direction() -> None:
    """CON-5.b.vi, CON-R24: it turns in place; a spiral that is revealed has no effect."""
    table = Table("C2 C4", tiles="c2F1 A3", coins="c2F1.NW M1 NE; c2F1.NE A1 W").act(RevealCoin("c2F1.NW", "C2", BEN))
    assert table.coin("c2F1.NW") == "M1+ NE"
    assert (table.last(CoinRevealed).suit, table.last(CoinRevealed).number) == ("M", 1)
    assert not [event for _, event in table.listener.heard if type(event).__name__ == "EffectRolled"]


def test_a_chain_reaction() -> None:
    """CON-5.b.vii: a number-side coin at which two symbol-side coins point is revealed too, and so on, for nothing."""
    tiles = "c2F1 A3; c2F2 A4"
    coins = "c2F1.NW M3 E; c2F1.SW A3 N; c2F1.NE C5 S; c2F1.SE S4+ N; c2F2.NE C4+ N"
    table = Table("C2 C1", tiles=tiles, coins=coins).act(RevealCoin("c2F1.NW", "C2", BEN))
    assert [(event.space, event.chain) for event in table.told(CoinRevealed)] == [
        ("c2F1.NW", False),
        ("c2F1.NE", True),
    ]
    assert table.turn.points == 1


def test_a_chain_goes_on_until_nothing_is_left() -> None:
    """CON-5.b.vii: coins that follow make others follow."""
    coins = "c2F1.SW M2 E; c2F1.SE A2 S; c2F2.NE C3 W; c2F2.NW S3 N; c2F1.NW A3+ SE; c2F1.NE M3+ N"
    coins += "; c2F2.SE M5+ N; c2F2.SW C5+ N"
    table = Table("C1 C2", tiles="c1F1 A1; c2F1 A3; c2F2 A4", coins=f"{coins}; c1F1.SE S2 E")
    table.act(RevealCoin("c2F1.SW", "C2", BEN))
    spaces = [event.space for event in table.told(CoinRevealed)]
    assert spaces[:3] == ["c2F1.SW", "c2F1.SE", "c2F2.NE"]
    assert chained(table.game.coins) == []


def test_the_whole_board_is_looked_at() -> None:
    """CON-R11, CON-OP.7: also coins far from the one revealed; with the narrow scope only those it points at."""
    tiles = "c1F1 A3; c3F1 A4; c3F2 A5"
    coins = "c1F1.NW M3 N; c1F1.NE A3 W; c3F1.SE S4 N; c3F2.NE C4+ N; c3F2.NW S2+ NE"
    wide = Table("C2 C1", tiles=tiles, coins=coins).act(RevealCoin("c1F1.NW", "C2", BEN))
    assert wide.coin("c3F1.SE") == "S4+ N"
    narrow = Table("C2 C1", tiles=tiles, coins=coins, chain="pointed at by newly revealed coins")
    narrow.act(RevealCoin("c1F1.NW", "C2", BEN))
    assert narrow.coin("c3F1.SE") == "S4 N"


def test_a_chain_never_starts_by_itself() -> None:
    """CON-R11, CON-R44: without Reveal Coin nothing follows, and the coin needs numbers to be revealed itself."""
    coins = "c3F1.SE S4 N; c3F2.NE C4+ N; c3F2.NW S2+ NE"
    table = Table("C2 C1", tiles="c3F1 A4; c3F2 A5", coins=coins)
    assert not table.may(RevealCoin("c3F1.SE", "C2", BEN))
    table.stop()
    assert table.coin("c3F1.SE") == "S4 N"


def test_the_order_of_single_reveals_makes_no_difference() -> None:
    """CON-V.8: on random boards, whichever coin of a chain is turned first."""
    chance = Random(8)
    for _ in range(60):
        coins = random_coins(chance)
        ends = {tuple(sorted(settle(coins, order))) for order in ([0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2])}
        assert len(ends) == 1


def random_coins(chance: Random) -> dict[int, LyingCoin]:
    """Coins all over two tiles, half of them symbol side up."""
    spaces = [
        NUMBERS[f"c{column}F{row}.{at}"] for column in (1, 2) for row in (1, 2) for at in ("NW", "NE", "SW", "SE")
    ]
    pieces = chance.sample(PIECES, len(spaces))
    return {
        space: LyingCoin(piece, chance.choice(list(DIRECTIONS)), chance.random() < 0.5, EVERYBODY)
        for space, piece in zip(spaces, pieces, strict=True)
    }


def settle(coins: dict[int, LyingCoin], order: list[int]) -> list[str]:
    """Turn one coin after the other, in some order, until none is left; which lie symbol side up then."""
    lying = dict(coins)
    turned = 0
    while following := chained(lying):
        one = following[order[turned % len(order)] % len(following)]
        lying[one] = LyingCoin(lying[one].coin, lying[one].direction, True, EVERYBODY)
        turned += 1
    return [SPACE_NAMES[position] for position, coin in lying.items() if coin.symbol_up]


def test_the_chain_is_that_of_the_rules_taken_literally() -> None:
    """CON-5.b.vii: counted coin by coin."""
    chance = Random(9)
    for _ in range(60):
        coins = random_coins(chance)
        wanted = []
        for target, lying in coins.items():
            pointing = [p for p, coin in coins.items() if coin.symbol_up and p + DIRECTIONS[coin.direction] == target]
            if not lying.symbol_up and len(pointing) >= 2:
                wanted.append(target)
        assert chained(coins) == sorted(wanted)
