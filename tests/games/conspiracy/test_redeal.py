"""CON-R19: what was seen to go to somebody stays there when hidden things are dealt again."""

from __future__ import annotations

import pytest
from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, Table
from tests.games.conspiracy.test_information import deals

from turncoat.games.conspiracy import redeal as dealing
from turncoat.games.conspiracy.actions import AdvanceColumn, Place, RevealTile
from turncoat.games.conspiracy.geometry import NUMBERS
from turncoat.games.conspiracy.pieces import RANK
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Conspiracy, LyingTile, Turn


def test_a_tile_that_was_openly_taken_stays_with_its_owner() -> None:
    """CON-R19, CON-5.d.iv.c: everybody saw Ann take Arms 4; until she lays a tile, she holds it."""
    coins = "c2F1.NW A2+ N; c2F1.NE M0+ N"
    table = Table("C2 C5 S4", tiles="c2F1 A4; c1P S0+", coins=coins, held={ANN: "S5"})
    table.act(RevealTile("c2F1", "C2", BEN))
    assert all("A4" in other.held[ANN] for seat in (BEN, CLEO, None) for other in deals(table, seat))
    assert len({tuple(other.held[ANN]) for other in deals(table, BEN)}) > 5
    table.new_turn(ANN).act(Place(table.turn.hand[0], "c1F1.NW", "N", "S5"))
    assert not all("A4" in other.held[ANN] for other in deals(table, BEN))


def test_a_tile_that_was_taken_face_down_stays_for_whoever_knew_it() -> None:
    """CON-R19, CON-M.5.b: Dora laid Moons 4; when Ann gets it, Dora knows that, and Ben does not."""
    table = Table(tiles="c1F1 M4")
    table.game.tiles[NUMBERS["c1F1"]] = LyingTile("M4", False, 1 << DORA)
    table.dice(1, 1, 0, 0).act(AdvanceColumn("c1"))
    assert "M4" in table.game.held[ANN]
    assert all("M4" in other.held[ANN] for other in deals(table, DORA))
    assert not all("M4" in other.held[ANN] for other in deals(table, BEN))


def test_a_given_coin_is_in_the_hand_of_its_receiver_for_its_giver() -> None:
    """CON-4, CON-R19: Ben gave Ann the Suns 3; until a 3 is placed or a coin given away, Ben knows that it is there."""
    table = Table(held={ANN: "S5"}, gifts={ANN: [("S3", BEN)]}).new_turn(CLEO).new_turn(ANN)
    assert "S3" in table.turn.hand
    assert all("S3" in hand_of(other) for other in deals(table, BEN))
    assert not all("S3" in hand_of(other) for other in deals(table, CLEO))
    other_coin = next(coin for coin in table.turn.hand if RANK[coin] != 3)
    table.act(Place(other_coin, "c1F1.NW", "N", "S5"))
    assert all("S3" in hand_of(other) for other in deals(table, BEN))


def test_the_number_of_a_coin_taken_back_is_in_the_hand() -> None:
    """CON-1, CON-I.2: everybody saw a 5; any 5 may be in hand, and one is."""
    table = Table(saved={ANN: "M5"}).new_turn(ANN)
    hands = [hand_of(other) for other in deals(table, BEN)]
    assert all(any(RANK[coin] == 5 for coin in hand) for hand in hands)
    assert len({coin for hand in hands for coin in hand if RANK[coin] == 5}) == 4


def hand_of(game: Conspiracy) -> list[str]:
    return next(section.hand for section in game.stack if isinstance(section, Turn))


def test_what_is_dealt_again_can_be_dealt_again() -> None:
    """CON-R19: what others know of a hand goes with the hand; the audit looks for it."""
    table = Table(saved={ANN: "M5"}, gifts={ANN: [("S3", BEN)]}).new_turn(ANN)
    for other in deals(table, CLEO):
        assert RULES.audit(other) == []
        assert RULES.audit(RULES.redeal(other, BEN, bytes(32))) == []


def test_a_tile_that_is_taken_away_again_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """CON-R19: a redeal without regard to what was openly taken."""
    right = dealing.put_into
    monkeypatch.setattr(dealing, "put_into", lambda pieces, fixed=(): right(pieces))
    with pytest.raises(AssertionError):
        test_a_tile_that_was_openly_taken_stays_with_its_owner()
