"""CON-5, CON-5.a: action points and placing coins."""

from __future__ import annotations

from tests.games.conspiracy.story import ANN, BEN, Table, changed

from turncoat.games.conspiracy.actions import AdvanceColumn, Place, RevealCoin, Stop
from turncoat.games.conspiracy.events.turn import (
    CoinPlaced,
    EffectRolled,
    OwnCoinPlaced,
    OwnTileLaid,
    Stopped,
    TileLaid,
)
from turncoat.games.conspiracy.geometry import DIRECTIONS, NUMBERS, SPACE_NAMES, adjacent, cell_of, row_of
from turncoat.kernel.errors import NotAllowed


def placements(table: Table) -> list[Place]:
    return [box for box in table.boxes() if isinstance(box, Place)]


def test_two_action_points_for_any_actions() -> None:
    """CON-5: in any order, repeats included; then the actions are over."""
    table = Table("C2 C3 C4", tiles="c2F1 A3").act(Place("C2", "c2F1.NW", "N"))
    assert table.turn.points == 1
    table.act(Place("C3", "c2F1.NE", "N"))
    assert table.key == "turn.save"


def test_points_may_be_left_unspent() -> None:
    """CON-5, CON-R39: doing nothing at all is legal."""
    table = Table("C2 C3 C4").act(Stop())
    assert table.key == "turn.save"
    assert table.last(Stopped).points == 2


def test_what_is_too_dear_is_not_offered() -> None:
    """CON-5, CON-R35: with one point left no column can be advanced, and the refusal says why."""
    table = Table("C2 C3", points=1)
    refusal = table.refused(table.now, AdvanceColumn("c1"))
    assert isinstance(refusal, NotAllowed)
    assert refusal.sentence == "Advance Column costs 2 action points; you have 1 (CON-5.e)."
    assert refusal.rule == "CON-5.e"


def test_with_an_empty_hand_and_one_point_nobody_is_asked() -> None:
    """CON-5, CON-D3: nothing could be done; both are public."""
    table = Table("C2", tiles="c1F1 A0").act(Place("C2", "c1F1.NW", "N"))
    assert table.turn.seat == BEN
    assert Table("C2 C3", tiles="c1F1 A0").act(Place("C2", "c1F1.NW", "N")).key == "turn.actions"


def test_placing_costs_a_point_and_the_coin() -> None:
    """CON-5.a, CON-5.a.i: one point, and the coin leaves the hand."""
    table = Table("C2 C3", tiles="c2F1 A3").act(Place("C2", "c2F1.NW", "N"))
    assert (table.turn.points, table.turn.hand) == (1, ["C3"])
    assert table.coin("c2F1.NW") == "C2 N"


def test_a_placed_coin_shows_its_number_only() -> None:
    """CON-5.a.ii, CON-5.a.ii.a, CON-D3a: number side up; the suit is for whoever placed it."""
    table = Table("C2 C3", tiles="c2F1 A3").act(Place("C2", "c2F1.NW", "N"))
    placed = table.last(CoinPlaced, BEN)
    assert (placed.seat, placed.space, placed.number, placed.direction) == (ANN, "c2F1.NW", 2, "N")
    assert table.last(OwnCoinPlaced, ANN).coin == "C2"
    assert table.told(OwnCoinPlaced, BEN) == []
    assert (table.view(ANN).coins[0].suit, table.view(BEN).coins[0].suit) == ("C", None)


def test_every_placement_is_adjacent_to_something() -> None:
    """CON-5.a.ii.b, CON-R09: it follows from where the coin points."""
    table = Table("C2", tiles="c1F1 A3; c2F1 S3+; c2F2 M3; c3F2 A4; c3F3 A5", coins="c1F1.NW C3 N; c2F2.SE M1 N")
    found = placements(table)
    assert found
    for place in found:
        position = NUMBERS[place.space]
        coins = [other for other in table.game.coins if adjacent(position, other)]
        faces = [cell for cell, tile in table.game.tiles.items() if tile.face_up]
        near = [other for step in DIRECTIONS.values() for other in [position + step] if cell_of(other) in faces]
        top = row_of(position) == 1 and SPACE_NAMES[position].split(".")[1] in ("NW", "NE")
        assert coins or near or top


def test_a_coin_points_at_a_coin_a_face_up_tile_or_an_empty_present() -> None:
    """CON-5.a.ii.c: nothing else, and never off the board."""
    table = Table("C2", tiles="c1F1 A3; c2F1 S3+", coins="c1F1.NE C3 N")
    ways = {
        placement.direction
        for placement in placements(table)
        if placement.space == "c1F1.NW" and placement.tile is None
    }
    assert ways == {"N", "NE", "E"}
    assert {placement.direction for placement in placements(table) if placement.space == "c1F1.SE"} == {"N", "NE", "E"}


def test_below_a_present_tile_one_points_at_the_tile() -> None:
    """CON-5.a.ii.c: a Present that is not empty holds a face-up tile, which may be pointed at too."""
    table = Table("C2", tiles="c1P A1+; c1F1 A3")
    assert table.may(Place("C2", "c1F1.NW", "N"))
    assert table.may(Place("C2", "c1F1.NE", "NE"))


def test_coins_lie_on_face_down_tiles_only() -> None:
    """CON-5.a.ii.d: the refusal names field, choices and rule."""
    table = Table("C2", tiles="c1F1 A3")
    refusal = table.refused(table.now, Place("C2", "c2F1.NW", "N"))
    assert refusal.field == "space"
    assert "c1F1.NW" in refusal.choices
    assert refusal.rule == "CON-5.a.ii"


def test_one_tile_may_be_laid_first_and_bears_the_coin() -> None:
    """CON-5.a.iii, CON-5.a.iii.a, CON-5.a.iii.e: face down, for nothing, and the coin goes on exactly that tile."""
    table = Table("C2 C3", held={ANN: "S5 M2"}).act(Place("C2", "c3F1.NE", "N", "S5"))
    assert table.board == "c3F1 S5; c3F1.NE C2 N"
    assert (table.turn.points, table.game.held[ANN]) == (1, ["M2"])
    assert table.last(TileLaid, BEN).cell == "c3F1"
    assert table.last(OwnTileLaid, ANN).tile == "S5"
    assert table.told(OwnTileLaid, BEN) == []
    assert (table.view(ANN).tiles[0].tile, table.view(BEN).tiles[0].tile) == ("S5", None)


def test_where_a_tile_may_be_laid() -> None:
    """CON-5.a.iii.b, CON-5.a.iii.c: empty cells of F1, or side by side with a tile; never outside the columns."""
    table = Table("C2", tiles="c1F1 A3; c1F2 A4", coins="c1F2.NE M3 N; c1F2.SW M2 N; c1F1.NE A5 N", held={ANN: "S5"})
    cells = {placement.space.split(".")[0] for placement in placements(table) if placement.tile == "S5"}
    assert cells == {"c2F1", "c3F1", "c2F2", "c1F3"}


def test_rows_go_down_without_limit_and_the_present_is_closed() -> None:
    """CON-5.a.iii.d, CON-R10: F40 is as good as F5, and no tile is laid into the Present."""
    table = Table("C2 C3", tiles="c2F40 A3", coins="c2F40.SW M3 N", held={ANN: "S5"})
    assert table.may(Place("C2", "c2F41.NW", "N", "S5"))
    table.act(Place("C2", "c2F41.NW", "N", "S5"))
    assert table.tile("c2F41") == "S5"
    rows = {row_of(NUMBERS[placement.space]) for placement in placements(table)}
    assert 0 not in rows


def test_a_new_tile_and_an_old_space_do_not_mix() -> None:
    """CON-5.a.iii.e: with a new tile the coin cannot lie elsewhere."""
    table = Table("C2", tiles="c1F1 A3", held={ANN: "S5"})
    good = Place("C2", "c1F1.NE", "N")
    assert table.may(good)
    assert not table.may(changed(good, tile="S5"))
    assert table.refused(table.now, changed(good, tile="S5")).field in ("space", "tile")


def test_a_placed_spiral_has_its_effect_at_once() -> None:
    """CON-5.a.iv, CON-U.1: before anything else happens."""
    table = Table("S1 C3", tiles="c2F1 A3").dice(0, 5).act(Place("S1", "c2F1.NW", "N"))
    assert table.last(EffectRolled).cell == "c1F5"
    assert table.turn.points == 1


def test_a_coin_can_be_given_only_as_a_payment() -> None:
    """CON-5.g, CON-R22: by the payer's choice, to another player, never to oneself, never without a reason."""
    table = Table("C2 C3", tiles="c2F1 A3", coins="c2F1.NW M3 N; c2F1.NE A3 W")
    table.act(RevealCoin("c2F1.NW", "C2", BEN))
    assert [coin.coin for coin in table.game.gifts[BEN]] == ["C2"]
    assert table.refused(table.now, RevealCoin("c2F1.NW", "C3", ANN)).rule.startswith("CON-5")


def test_tiles_received_in_a_turn_may_be_used_in_it() -> None:
    """CON-R29: as soon as they are held."""
    table = Table("S1 C3", tiles="c1P A3+; c2F1 M4", held={ANN: ""}).dice(0, 0).act(Place("S1", "c2F1.NW", "N"))
    assert table.game.held[ANN] == ["A3"]
    assert table.may(Place("C3", "c1F1.NE", "N", "A3"))
