"""CON-V: what must be true of every state."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.conspiracy.geometry import ROW, cell_of, column_of
from turncoat.games.conspiracy.goals import shows
from turncoat.games.conspiracy.pieces import PIECES, RANK, SUIT
from turncoat.games.conspiracy.state import Conspiracy
from turncoat.games.conspiracy.view import active_turn, choosing_goals
from turncoat.kernel import play


def audit(game: Conspiracy) -> list[str]:
    """CON-V.1 to CON-V.6: every invariant that does not hold, as a sentence."""
    return [sentence for sentence, sound in _invariants(game) if not sound]


def all_coins(game: Conspiracy) -> list[str]:
    """CON-V.1: all coins of the game, in all places."""
    turn = active_turn(game)
    drawn = [coin for coins in game.goal_coins for coin in coins] if choosing_goals(game) else []
    waiting = [gift.coin for gifts in game.gifts for gift in gifts]
    lying = [coin.coin for coin in game.coins.values()]
    saved = [coin for coin in game.saved if coin is not None]
    return sorted([*game.bag, *lying, *(turn.hand if turn else ()), *saved, *waiting, *drawn])


def all_tiles(game: Conspiracy) -> list[str]:
    """CON-V.2: all tiles of the game: held, on the board or, with 5 players, 4 out of the game."""
    held = [tile for tiles in game.held for tile in tiles]
    return sorted([*held, *game.unused, *(tile.tile for tile in game.tiles.values())])


def _invariants(game: Conspiracy) -> Iterator[tuple[str, bool]]:
    width = game.options.columns
    yield "CON-V.1: a coin is missing or exists twice", all_coins(game) == sorted(PIECES)
    yield "CON-V.2: a tile is missing or exists twice", all_tiles(game) == sorted(PIECES)
    turn = active_turn(game)
    in_hand = [coin.coin in turn.hand for coin in turn.seen] if turn else []
    yield "CON-R19: a coin that others know to be in hand is not in hand", all(in_hand)
    for held, seen in zip(game.held, game.seen, strict=True):
        yield "CON-R19: a tile that others know to be held is not held", all(sight.tile in held for sight in seen)
    for cell, tile in game.tiles.items():
        yield "CON-V.3: a tile lies face down in the Present", cell >= ROW or tile.face_up
        yield (
            "CON-V.4: a tile lies outside the columns",
            cell >= 0 and cell == cell_of(cell) and column_of(cell) < width,
        )
    for position in game.coins:
        under = game.tiles.get(cell_of(position))
        yield "CON-V.4: a coin does not lie on a tile", under is not None
        yield "CON-V.3: a coin lies on a face-up tile", under is None or not under.face_up
    for seat, mark in enumerate(game.marks):
        yield "CON-V.6: a mark does not lie on a Present tile", mark < 0 or (mark < ROW and mark in game.tiles)
        yield (
            "CON-9.b: a mark lies on a tile that shows neither half of the goal",
            mark < 0 or not _shown_falsely(game, seat),
        )
    yield "CON-S.5: a goal is not on the coins that were drawn for it", all(map(_drawn, *_goals(game)))
    yield "CON-Q.3: the game is over without a winner", not play.over(game) or bool(game.winners)


def _shown_falsely(game: Conspiracy, seat: int) -> bool:
    goal = game.goals[seat]
    return goal is None or not all(shows(tile, goal) for tile in game.ever_marked[seat])


def _goals(game: Conspiracy) -> tuple[list[tuple[str, int] | None], list[tuple[str, ...]]]:
    return [None if goal is None else (goal.suit, goal.number) for goal in game.goals], game.goal_coins


def _drawn(goal: tuple[str, int] | None, coins: tuple[str, ...]) -> bool:
    if goal is None:
        return True
    return goal[0] in {SUIT[coin] for coin in coins} and goal[1] in {RANK[coin] for coin in coins}
