"""CON-V: what is always true, over games that nobody thought of; and that what is wrong is found."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.conspiracy.story import ANN, BEN, Table

from turncoat.games.conspiracy.geometry import NUMBERS
from turncoat.games.conspiracy.march import advance_column
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.pieces import EVERYBODY
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Conspiracy, LyingCoin, LyingTile
from turncoat.games.conspiracy.view import active_turn
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE


@given(st.integers(0, 10**9))
@settings(max_examples=25)
def test_directions_never_change(seed: int) -> None:
    """CON-V.7: of a coin that stays on its tile; only columns carry it up."""
    chance = Random(seed)
    game = RULES.start(Options(rounds=6), 4, chance.randbytes(32), SILENCE)
    before: dict[str, str] = {}
    while not play.over(game):
        now = {lying.coin: lying.direction for lying in game.coins.values()}
        bagged = set(game.bag)
        stayed = {coin for coin in now.keys() & before.keys() if coin not in bagged}
        turned = {coin for coin in stayed if now[coin] != before[coin]}
        before = now
        seat = play.waiting(game)[0]
        action = play.boxes(game, seat).sample(chance.randrange)
        placed = getattr(action, "coin", None)
        assert not turned
        play.submit(game, seat, action)
        if placed is not None:
            before.pop(placed, None)
        drawn = active_turn(game)
        for coin in drawn.hand if drawn else ():
            before.pop(coin, None)


def test_the_order_of_columns_makes_no_difference() -> None:
    """CON-V.9: the same board, the same tiles held, the same coins in the bag."""
    tiles = "c1P S0+; c1F1 A1+; c1F2 A2; c2F1 A3; c2F2 A4+; c3F2 A5; c3F4 S1"
    coins = "c2F1.NE C1 N; c1F2.NW C2 N; c3F4.SE C3 N; c3F2.SW C4 N"
    ends = set()
    for order in permutations(range(3)):
        game = Table(tiles=tiles, coins=coins).game
        for column in order:
            advance_column(game, column, BEN, SILENCE)
        game.bag.sort()
        game.tiles, game.coins = dict(sorted(game.tiles.items())), dict(sorted(game.coins.items()))
        ends.add(RULES.encode(game))
    assert len(ends) == 1


FAULTS: dict[str, tuple[Callable[[Conspiracy], object], str]] = {
    "a coin is lost": (lambda game: game.bag.pop(), "CON-V.1"),
    "a tile is there twice": (lambda game: game.held[ANN].append("A0"), "CON-V.2"),
    "a face-down Present": (lambda game: lay(game, "c1P", LyingTile("A1", False, EVERYBODY)), "CON-V.3"),
    "a coin on the bare board": (lambda game: put(game, "c3F3.NW"), "CON-V.4"),
    "a coin on a face-up tile": (lambda game: put(game, "c1P.NW"), "CON-V.3"),
    "a tile outside": (lambda game: lay(game, "c4F1", game.tiles.pop(NUMBERS["c2F1"])), "CON-V.4"),
    "a mark in the Future": (lambda game: game.marks.__setitem__(ANN, NUMBERS["c2F1"]), "CON-V.6"),
    "a false mark": (lambda game: mark(game, "c1P", "M5"), "CON-9.b"),
    "a goal out of nowhere": (lambda game: game.goal_coins.__setitem__(ANN, ("M4", "M3", "M2")), "CON-S.5"),
}


def lay(game: Conspiracy, cell: str, tile: LyingTile) -> None:
    game.tiles[NUMBERS[cell]] = tile


def put(game: Conspiracy, space: str) -> None:
    game.coins[NUMBERS[space]] = LyingCoin(game.bag.pop(), "N", False, EVERYBODY)


def mark(game: Conspiracy, cell: str, tile: str) -> None:
    game.marks[ANN], game.ever_marked[ANN] = NUMBERS[cell], (tile,)


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_is_found(name: str) -> None:
    """CON-V.1 to CON-V.6: every invariant catches its planted fault; at every step of any game they hold."""
    fault, number = FAULTS[name]
    table = Table("C5", tiles="c1P A1+; c2F1 S3")
    fault(table.game)
    assert any(sentence.startswith(number) for sentence in RULES.audit(table.game))
