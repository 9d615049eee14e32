"""CON-I: who may know what; the view, and everything dealt again for those who do not know it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, Table
from tests.kit import sure
from tests.leaks import hunt

from turncoat.games.conspiracy import redeal as dealing
from turncoat.games.conspiracy import view as seeing
from turncoat.games.conspiracy.actions import AttackCoin, Place, RevealCoin
from turncoat.games.conspiracy.events.turn import GiftSeen, TileMarked
from turncoat.games.conspiracy.geometry import NUMBERS
from turncoat.games.conspiracy.goals import shows
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.pieces import PIECES, RANK, SUIT
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Conspiracy
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE

BUSY = {
    "hand": "C2 S4 M5",
    "tiles": "c1P A1+; c2F1 C3; c2F2 M4; c3F1 S2+",
    "coins": "c2F1.NW S3 N; c2F1.NE A3+ W; c2F1.SE C5 N; c2F2.NE A5 N",
}


def deals(table: Table, seat: int | None, number: int = 40) -> list[Conspiracy]:
    """The position dealt again for a seat, so many times."""
    return [RULES.redeal(table.game, seat, bytes([key]) * 32) for key in range(number)]


def test_hands_tiles_and_goals_are_their_owners_business() -> None:
    """CON-I.1: others see how many."""
    table = Table(**BUSY, held={ANN: "S5 M2"})  # type: ignore[arg-type]
    own, other = table.view(ANN), table.view(BEN)
    assert own.own is not None
    assert other.own is not None
    assert (own.own.hand, own.own.tiles, own.own.goal) == (("C2", "S4", "M5"), ("M2", "S5"), table.game.goals[ANN])
    assert other.own.hand == ()
    assert (other.players[ANN].hand, other.players[ANN].tiles, other.players[ANN].goal) == (3, 2, None)
    assert table.view(None).own is None


def test_marks_are_seen_and_not_what_they_stand_for() -> None:
    """CON-I.4: two goals that both allow the mark look the same to everybody else."""
    tables = [Table(tiles="c1P A3+; c2P C0+", goals={ANN: goal}, marks={ANN: ("c1P", 1)}) for goal in ("A0", "S3")]
    assert tables[0].view(BEN) == tables[1].view(BEN)
    assert tables[0].view(BEN).players[ANN].mark == "c1P"
    assert TileMarked.__struct_fields__ == ("seat", "cell", "tile", "rule")


def test_nothing_is_binding_and_nothing_can_be_shown() -> None:
    """CON-I.5, CON-R14: no answer shows a piece to anybody."""
    tags = {action.__struct_config__.tag for action in RULES.actions}
    assert not {tag for tag in tags if "show" in str(tag) or "promise" in str(tag)}


def test_what_a_seat_has_placed_it_is_reminded_of() -> None:
    """CON-R19, CON-I.6: its own coins and tiles during their stay; nobody else's."""
    table = Table("C2 S4", held={ANN: "S5"}).act(Place("C2", "c1F1.NW", "N", "S5"))
    assert (table.view(ANN).coins[0].suit, table.view(ANN).tiles[0].tile) == ("C", "S5")
    for seat in (BEN, None):
        assert (table.view(seat).coins[0].suit, table.view(seat).tiles[0].tile) == (None, None)
    assert table.view(ANN).seen.placed == ("C2", "S4")


def test_memory_of_a_piece_ends_with_its_stay() -> None:
    """CON-R19: once it is in the bag or in another's hand, it may be anywhere."""
    table = Table("C2 S4 C5", tiles="c2F1 A3", coins="c2F1.NW M3 N").act(AttackCoin("S4", "c2F1.NE", "W", "C5", BEN))
    assert table.last(GiftSeen, BEN).coin == "C5"
    assert table.view(BEN).own is not None
    assert "C5" in table.view(ANN).seen.placed
    assert "C5" in table.view(BEN).seen.placed
    table.new_turn(BEN)
    assert "C5" not in table.view(ANN).seen.placed
    assert "C5" in table.view(BEN).seen.placed


def test_coins_given_are_known_to_two() -> None:
    """CON-R20: giver and receiver see it, others see that one waits."""
    table = Table("C2 C4", tiles="c2F1 A3", coins="c2F1.NW M3 N; c2F1.NE A3 W").act(RevealCoin("c2F1.NW", "C2", BEN))
    own, received = table.view(ANN).own, table.view(BEN).own
    assert own is not None
    assert received is not None
    assert own.given == (("C2", BEN),)
    assert received.received == ("C2",)
    assert table.view(CLEO).players[BEN].gifts == 1
    assert "C2" in table.view(CLEO).seen.unseen


def test_the_size_of_the_bag_is_public() -> None:
    """CON-R40: 24 less everything outside it."""
    table = Table(**BUSY, saved={BEN: "C0"})  # type: ignore[arg-type]
    assert table.view(None).bag == 24 - 3 - 4 - 1


def test_the_count_of_coins() -> None:
    """CON-I.6, CON-R41: what is in sight, what is not, and which numbers of the latter lie open."""
    table = Table(**BUSY, saved={BEN: "C0"})  # type: ignore[arg-type]
    seen = table.view(ANN).seen
    assert seen.placed == ("A3", "C2", "M5", "S4")
    assert set(seen.unseen) == set(PIECES) - set(seen.placed)
    assert seen.numbers_open == (1, 0, 0, 1, 0, 2)


def test_previews_are_public_knowledge() -> None:
    """CON-I.6: the same for every seat, whatever is hidden."""
    table = Table(**BUSY)  # type: ignore[arg-type]
    views = [table.view(seat) for seat in (None, ANN, BEN, CLEO, DORA)]
    assert len({(view.coin_outlooks, view.tile_outlooks, view.column_outlooks) for view in views}) == 1
    for other in deals(table, ANN):
        again = RULES.view(other, ANN)
        assert (again.coin_outlooks, again.tile_outlooks) == (views[0].coin_outlooks, views[0].tile_outlooks)


def test_what_a_tile_would_need_is_worked_out_for_each_suit() -> None:
    """CON-5.d.iv.a, CON-I.6: the view says up to which value a tile of each suit would stay."""
    coins = "c2F1.NW A3+ N; c2F1.NE C1+ N; c2F1.SW M0+ N; c2F1.SE A5 N"
    outlook = Table("C2", tiles="c2F1 S2", coins=coins).view().tile_outlooks[0]
    assert (outlook.support, outlook.symbols, outlook.coins, outlook.revealable) == ((-1, 3, 2, 2), 3, 4, True)


def test_everything_hidden_is_dealt_again() -> None:
    """CON-I.6, CON-R19: suits under numbers, hands, saved coins, tiles, goals; what was seen stays."""
    table = Table(**BUSY, active=BEN, saved={CLEO: "C4"}, held={ANN: "S5", CLEO: "A0 A2"})  # type: ignore[arg-type]
    others = deals(table, ANN)
    corner = NUMBERS["c2F1.NW"]
    assert {RANK[other.coins[corner].coin] for other in others} == {3}
    assert {SUIT[other.coins[corner].coin] for other in others} == {"C", "S", "M"}
    assert {other.coins[NUMBERS["c2F1.NE"]].coin for other in others} == {"A3"}
    assert {str(other.saved[CLEO])[1] for other in others} == {"4"}
    assert len({other.tiles[NUMBERS["c2F1"]].tile for other in others}) > 8
    assert len({tuple(other.held[CLEO]) for other in others}) > 20
    assert len({other.goals[CLEO] for other in others}) > 8
    assert all(other.goals[ANN] == table.game.goals[ANN] and other.held[ANN] == ["S5"] for other in others)


def test_what_one_has_placed_given_and_received_stays() -> None:
    """CON-R19, CON-R20: dealt again for a seat, its own knowledge is unchanged."""
    table = Table("C2 S4 C5", tiles="c2F1 A3", coins="c2F1.NW M3 N", held={ANN: "S5"})
    table.act(AttackCoin("S4", "c1F1.NE", "E", "C5", BEN, "S5"))
    for seat in (ANN, BEN):
        assert {other.gifts[BEN][0].coin for other in deals(table, seat)} == {"C5"}
    assert len({other.gifts[BEN][0].coin for other in deals(table, CLEO)}) > 5
    assert {other.coins[NUMBERS["c1F1.NE"]].coin for other in deals(table, ANN)} == {"S4"}
    assert {other.tiles[NUMBERS["c1F1"]].tile for other in deals(table, ANN)} == {"S5"}


def test_goals_dealt_again_fit_every_mark_that_was_made() -> None:
    """CON-9.b, CON-I.4: also marks that have come back since."""
    table = Table(tiles="c1P A3+", goals={BEN: "A0"}, marks={BEN: ("c1P", 1)})
    table.game.ever_marked[BEN] = ("C0", "A3")
    for other in deals(table, ANN):
        goal = sure(other.goals[BEN])
        assert shows("C0", goal)
        assert shows("A3", goal)
    assert {other.goals[BEN] for other in deals(table, BEN)} == {table.game.goals[BEN]}


def test_nobody_else_can_have_drawn_ones_own_goal_coins() -> None:
    """CON-S.4, CON-R02: what a seat has seen there it may use; dealt again, no coin is drawn twice."""
    table = Table()
    table.game.goal_coins[ANN] = ("C1", "A0", "S2")
    for other in deals(table, ANN):
        drawn = [coin for coins in other.goal_coins for coin in coins]
        assert len(set(drawn)) == 12
        assert other.goal_coins[ANN] == ("C1", "A0", "S2")


def test_goals_that_are_being_chosen_are_dealt_again_too() -> None:
    """CON-S.5: coins drawn by others, and what they have sealed."""
    game = RULES.start(Options(), 4, bytes(32), SILENCE)
    play.submit(game, BEN, play.default_of(game, BEN))
    others = [RULES.redeal(game, ANN, bytes([key]) * 32) for key in range(20)]
    assert all(RULES.audit(other) == [] for other in others)
    assert {other.goal_coins[ANN] for other in others} == {game.goal_coins[ANN]}
    assert len({other.goal_coins[BEN] for other in others}) > 15
    assert len({play.answer_of(other, BEN) for other in others}) > 5


# --- planted faults ---------------------------------------------------------------------------


def looked_at(table: Table) -> None:
    """Look for leaks to everybody in one position."""
    for seat in (None, ANN, BEN):
        hunt.redealt(RULES, table.game, seat, table.listener.heard, Random(5))  # type: ignore[arg-type]


def test_a_suit_that_shows_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """CON-C.4: a view that shows suits under number-side coins."""
    table = Table(**BUSY)  # type: ignore[arg-type]
    looked_at(table)
    monkeypatch.setattr(seeing, "knows", lambda known, seat: True)
    with pytest.raises(AssertionError, match="can tell by view"):
        looked_at(table)


def test_a_number_that_changes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """CON-I.2: coins dealt again without regard to the numbers that show."""
    table = Table(**BUSY)  # type: ignore[arg-type]
    monkeypatch.setattr(dealing, "numbered_coins", lambda game, seat: [])
    right = dealing.loose_coins
    both = dealing.numbered_coins

    def careless(game: Conspiracy, seat: int | None) -> Any:
        return right(game, seat) + [
            (lying.coin, dealing.coin_putter(game, place)) for place, lying in game.coins.items() if not lying.symbol_up
        ]

    monkeypatch.setattr(dealing, "loose_coins", careless)
    assert both(table.game, ANN) == []
    with pytest.raises(AssertionError):
        looked_at(table)


def test_goals_that_forget_marks_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """CON-9.b: a goal that cannot have made the mark is found by the audit."""
    table = Table(tiles="c1P A3+", goals={BEN: "A0"}, marks={BEN: ("c1P", 1)})
    monkeypatch.setattr(dealing, "shows", lambda tile, goal: True)
    assert any("CON-9.b" in sentence for other in deals(table, ANN) for sentence in RULES.audit(other))
    with pytest.raises(AssertionError, match=r"CON-9\.b"):
        hunt.redealt(RULES, table.game, ANN, table.listener.heard, Random(5))  # type: ignore[arg-type]
