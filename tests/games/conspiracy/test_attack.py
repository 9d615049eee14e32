"""CON-5.c: attacking coins."""

from __future__ import annotations

import pytest
from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, Table, changed

from turncoat.games.conspiracy.actions import AttackCoin, Place, Remove, TurnBack
from turncoat.games.conspiracy.events import CoinsBagged
from turncoat.games.conspiracy.events.turn import (
    ActionChosen,
    AttackJudged,
    AttackVoid,
    CoinGiven,
    CoinPlaced,
    CoinTurnedBack,
    EffectRolled,
    TileLaid,
)
from turncoat.kernel import play

NUMBER_SIDE = "c2F1.NW M3 N"
SYMBOL_SIDE = "c2F1.NW M3+ N"
STRIKE = AttackCoin("C4", "c2F1.NE", "W", "C0", BEN)


def test_an_attack_costs_a_point_and_two_coins() -> None:
    """CON-5.c, CON-5.c.i, CON-5.c.ii, CON-D3c: one is placed and one is given away."""
    table = Table("C4 C0 C5", tiles="c2F1 A3", coins=NUMBER_SIDE).act(STRIKE)
    assert (table.turn.points, table.turn.hand) == (1, ["C5"])
    assert [coin.coin for coin in table.game.gifts[BEN]] == ["C0"]
    assert table.coin("c2F1.NE") == "C4 W"


def test_with_one_coin_nobody_can_attack() -> None:
    """CON-5.c.ii: two are needed."""
    table = Table("C4", tiles="c2F1 A3", coins=NUMBER_SIDE)
    assert table.refused(table.now, STRIKE).sentence == "Attack Coin needs 2 coins in hand; you have 1 (CON-5.c)."


def test_the_coin_given_is_not_the_one_placed() -> None:
    """CON-5.c.ii: two different coins."""
    table = Table("C4 C0", tiles="c2F1 A3", coins=NUMBER_SIDE)
    assert table.refused(table.now, changed(STRIKE, gift="C4")).field == "gift"


def test_what_happens_in_which_order() -> None:
    """CON-5.c.ii, CON-R08: give, lay, place, effect, compare, result."""
    table = Table("S1 C0", tiles="c2F1 A3", coins=NUMBER_SIDE, held={ANN: "S5"}).dice(0, 5)
    table.act(AttackCoin("S1", "c1F1.NE", "E", "C0", BEN, "S5"))
    kinds = [type(event) for to, event in table.listener.heard if to is None]
    assert kinds[:7] == [ActionChosen, CoinGiven, TileLaid, CoinPlaced, EffectRolled, AttackJudged, CoinsBagged]


def test_the_attacking_coin_is_placed_like_any_other_and_points_at_the_target() -> None:
    """CON-5.c.iii, CON-5.c.iii.a: on a new tile too; pointing at an empty Present is no attack."""
    table = Table("C4 C0", tiles="c2F1 A3", coins=NUMBER_SIDE, held={ANN: "S5"})
    attacks = [box for box in table.boxes() if isinstance(box, AttackCoin)]
    assert {(attack.space, attack.direction, attack.tile) for attack in attacks} == {
        ("c2F1.NE", "W", None),
        ("c2F1.SW", "N", None),
        ("c2F1.SE", "NW", None),
        ("c1F1.NE", "E", "S5"),
        ("c1F1.SE", "NE", "S5"),
    }
    assert all(table.may(Place(attack.coin, attack.space, attack.direction, attack.tile)) for attack in attacks)


@pytest.mark.parametrize(("attacker", "target", "gone"), [("C3", "M3", True), ("C2", "M3", False), ("C0", "M0", True)])
def test_a_number_side_target_needs_at_least_its_number(attacker: str, target: str, gone: bool) -> None:
    """CON-5.c.iii.b, CON-R17: else it stays, and everything is paid all the same."""
    table = Table(f"{attacker} A5 S5", tiles="c2F1 A3", coins=f"c2F1.NW {target} N")
    table.act(AttackCoin(attacker, "c2F1.NE", "W", "A5", BEN))
    assert (table.coin("c2F1.NW") == "") == gone
    assert (target in table.game.bag) == gone
    assert table.last(AttackJudged).success == gone
    assert table.turn.points == 1


def test_spirals_in_an_attack() -> None:
    """CON-5.c.iii.b, CON-C.7: a target spiral is 1, an attacking spiral any number."""
    table = Table("C0 A5", tiles="c2F1 A3", coins="c2F1.NW M1 N").act(AttackCoin("C0", "c2F1.NE", "W", "A5", BEN))
    assert not table.last(AttackJudged).success
    table = Table("S1 A5", tiles="c2F1 A3", coins="c2F1.NW M5 N").dice(0, 5)
    table.act(AttackCoin("S1", "c2F1.NE", "W", "A5", BEN))
    assert table.last(AttackJudged).success
    assert table.last(AttackJudged).strength is None


def test_a_spiral_may_be_meant_to_fail() -> None:
    """CON-R23: said together with the attack; no other coin can."""
    table = Table("S1 A5", tiles="c2F1 A3", coins=NUMBER_SIDE).dice(0, 5)
    table.act(AttackCoin("S1", "c2F1.NE", "W", "A5", BEN, aim="miss"))
    assert table.coin("c2F1.NW") == "M3 N"
    assert not table.last(AttackJudged).success
    table = Table("C4 A5", tiles="c2F1 A3", coins=NUMBER_SIDE)
    assert table.refused(table.now, AttackCoin("C4", "c2F1.NE", "W", "A5", BEN, aim="miss")).field == "aim"


def test_a_symbol_side_target_is_turned_back() -> None:
    """CON-5.c.iv, CON-5.c.iv.a, CON-5.c.iv.b: still pointing the same way; everybody still knows its suit."""
    table = Table("C0 A5", tiles="c2F1 A3", coins=SYMBOL_SIDE).act(AttackCoin("C0", "c2F1.NE", "W", "A5", BEN))
    assert table.coin("c2F1.NW") == "M3 N"
    assert table.last(CoinTurnedBack).space == "c2F1.NW"
    assert [table.view(seat).coins[0].suit for seat in (ANN, CLEO, None)] == ["M", "M", "M"]


def test_supporting_coins_are_compared_one_by_one() -> None:
    """CON-5.c.iv.b: not summed; the attacker must reach the highest; a supporting spiral is 1, a blank 0."""
    tiles, coins = "c2F1 A3; c2F2 A4", "c2F1.SW M0+ N; c2F1.NW S3 S; c2F2.NW C2 N; c2F2.NE A1 NW"
    assert (
        next(
            outlook for outlook in Table(tiles=tiles, coins=coins).view().coin_outlooks if outlook.space == "c2F1.SW"
        ).attack_needs
        == 3
    )
    table = Table("C3 A5", tiles=tiles, coins=coins).act(AttackCoin("C3", "c2F1.SE", "W", "A5", BEN))
    assert table.last(AttackJudged).success
    table = Table("A2 A5", tiles=tiles, coins=coins).act(AttackCoin("A2", "c2F1.SE", "W", "A5", BEN))
    assert (table.last(AttackJudged).success, table.last(AttackJudged).against) == (False, 3)


def test_an_attacking_spiral_does_not_support_its_target() -> None:
    """CON-R27: it is compared with the others alone."""
    table = Table("S1 A5", tiles="c2F1 A3", coins=SYMBOL_SIDE).dice(0, 5)
    table.act(AttackCoin("S1", "c2F1.NE", "W", "A5", BEN))
    assert table.last(AttackJudged).against == 0


def test_a_second_coin_removes_the_target() -> None:
    """CON-5.c.iv.c, CON-D3c2, CON-R22: to the same or another player, decided after the hit."""
    table = Table("C0 A5 S4 S5", tiles="c2F1 A3", coins=SYMBOL_SIDE).act(AttackCoin("C0", "c2F1.NE", "W", "A5", BEN))
    assert (table.key, play.asked(table.game)) == ("hit.finish", [ANN])
    assert table.view(DORA).hit == "c2F1.NW"
    assert table.may(TurnBack())
    table.act(Remove("S4", CLEO))
    assert table.coin("c2F1.NW") == ""
    assert [coin.coin for coin in table.game.gifts[CLEO]] == ["S4"]
    assert table.turn.hand == ["S5"]


def test_without_an_answer_the_target_is_turned_back() -> None:
    """CON-D3c2: no second coin is given."""
    table = (
        Table("C0 A5 S4", tiles="c2F1 A3", coins=SYMBOL_SIDE).act(AttackCoin("C0", "c2F1.NE", "W", "A5", BEN)).time_up()
    )
    assert table.coin("c2F1.NW") == "M3 N"
    assert table.turn.hand == ["S4"]


def test_without_a_second_coin_nobody_is_asked() -> None:
    """CON-5.c.iv.c: the target is turned back at once."""
    table = Table("C0 A5", tiles="c2F1 A3", coins=SYMBOL_SIDE).act(AttackCoin("C0", "c2F1.NE", "W", "A5", BEN))
    assert table.key != "hit.finish"


def test_the_effect_may_sweep_target_or_attacker_away() -> None:
    """CON-R18, CON-U.5: then nothing is compared, nothing is refunded and no second coin is asked for."""
    table = Table("S1 A5 C5", tiles="c2F1 A3", coins=SYMBOL_SIDE).dice(2, 1)
    table.act(AttackCoin("S1", "c2F1.NE", "W", "A5", BEN))
    assert table.board == "c2F1 A3+"
    assert table.told(AttackJudged) == []
    assert table.last(AttackVoid).target == "c2F1.NW"
    assert (table.turn.points, table.turn.hand) == (1, ["C5"])
    table = Table("S1 A5 C5", tiles="c1F1 S2; c2F1 A3", coins=NUMBER_SIDE).dice(0, 1)
    table.act(AttackCoin("S1", "c1F1.NE", "E", "A5", BEN))
    assert table.coin("c2F1.NW") == "M3 N"
    assert table.told(AttackVoid)


def test_a_tile_turned_down_elsewhere_does_not_matter() -> None:
    """CON-R18: both coins lie there still."""
    table = Table("S1 A5", tiles="c2F1 A3; c3F1 M4+", coins=NUMBER_SIDE).dice(4, 1)
    table.act(AttackCoin("S1", "c2F1.NE", "W", "A5", BEN))
    assert table.tile("c3F1") == "M4"
    assert table.last(AttackJudged).success


def test_anybody_may_attack_any_coin() -> None:
    """CON-R25, CON-R26: own ones, those that point at nothing, and those on tiles that are cut off."""
    table = Table("C4 C0", tiles="c2F7 A3", coins="c2F7.SW M3 E")
    table.act(AttackCoin("C4", "c2F7.SE", "W", "C0", BEN))
    assert table.coin("c2F7.SW") == ""
    table = Table("C4 C0 C5", tiles="c2F1 A3").act(Place("C4", "c2F1.NW", "N"))
    assert table.may(AttackCoin("C5", "c2F1.NE", "W", "C0", BEN))
