"""What a board is worth to a player with a goal: how soon the right tiles will lie in the Present.

Every tile of the board gets a *reach*, from 0 (hopeless) to 1 (lies in the Present and will stay there). A goal needs
two tiles of different columns; the prospects of a goal are those of its best pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from turncoat.games.conspiracy.geometry import ROW, cell_of, column_of, row_of
from turncoat.games.conspiracy.march import NEEDED, heights, successful
from turncoat.games.conspiracy.pieces import DIE, RANK, RANKS, SUIT, SUITS
from turncoat.games.conspiracy.reveal import SYMBOLS_NEEDED, numbers_at, supported, worth
from turncoat.games.conspiracy.state import Conspiracy, Goal, LyingTile

Reach = dict[int, float]
"""For each cell with a tile, the probability that the tile's face will be shown in the Present."""

Belief = Mapping[Goal, float]
"""How likely each goal is."""

GOALS = tuple(Goal(suit, number) for suit in SUITS for number in RANKS)
"""CON-S.5: all possible goals."""

HELP = 0.2
"""How often in a round a player makes a column advance, besides the advances by dice."""

DECAY = 0.22
"""How often in a round something happens to a tile on its way."""

ATTACKS = 0.3
"""The share of attacks in what happens to tiles on their way (``DECAY``)."""

TURNABLE, LYING = 0.55, 0.25
"""The value of a number-side coin as a share of a symbol-side coin: if it can be revealed now, and if not."""

READY = 0.8
"""The value of a tile that can be turned up and will stay, as a share of a face-up tile."""

HOPE = 0.05
"""The value of a tile without coins, as a share of a face-up tile."""

UNMARKED = 0.75
"""CON-9.a: the factor for a best pair without a mark, because marking takes another round."""

PAIR = 0.8
"""The share of the best pair in the prospects; the rest comes from the two halves by themselves."""


@lru_cache(maxsize=4096)
def advance_chance(best: tuple[int, ...]) -> float:
    """CON-M.3: the probability that a roll advances a column with these highest faces, by suit."""
    ways = [1.0]
    for highest in best:
        good = sum(successful(face, highest) for face in range(DIE)) / DIE
        ways = [
            (ways[number] * (1 - good) if number < len(ways) else 0) + (ways[number - 1] * good if number else 0)
            for number in range(len(ways) + 1)
        ]
    return sum(ways[NEEDED:])


def column_chances(game: Conspiracy) -> list[float]:
    """CON-M.4: the probability for each column that a roll advances it."""
    return [advance_chance(tuple(best.values())) for best in heights(game)]


def reach(game: Conspiracy, calm: float = 0.0) -> Reach:
    """For each tile of the board, the probability that its face will be shown in the Present.

    Args:
        game: The imagined game.
        calm: The share of the danger of attacks that promises remove, from 0 to 1.
    """
    decay = DECAY * (1 - ATTACKS * calm)
    chances, ready, tiles = column_chances(game), readiness(game), game.tiles
    found: Reach = {}
    for cell, lying in tiles.items():
        chance = chances[column_of(cell)]
        if cell < ROW:
            follower = tiles.get(cell + ROW)
            found[cell] = 1 - 0.5 * chance if follower is not None and follower.face_up else 1.0
            continue
        pace = chance + HELP
        way: float = (pace / (pace + decay)) ** row_of(cell)
        if not lying.face_up:
            way *= ready[cell]
            if row_of(cell) == 1:
                way *= 1 - chance
        found[cell] = way
    return found


def readiness(game: Conspiracy) -> Reach:
    """CON-5.d: how near each face-down tile is to being turned up and staying."""
    tiles, numbers = game.tiles, numbers_at(game.coins)
    count, total = dict.fromkeys(tiles, 0.0), dict.fromkeys(tiles, 0.0)
    for position, lying in game.coins.items():
        cell = cell_of(position)
        share = 1.0
        if not lying.symbol_up:
            pointing = numbers.get(position)
            share = TURNABLE if pointing and supported(RANK[lying.coin], pointing) else LYING
        count[cell] += share
        total[cell] += share * worth(lying.coin, SUIT[tiles[cell].tile])
    return {cell: _ready(lying, count[cell], total[cell]) for cell, lying in tiles.items() if not lying.face_up}


def _ready(lying: LyingTile, coins: float, total: float) -> float:
    missing = max(0.0, RANK[lying.tile] - total)
    full = min(1.0, coins / SYMBOLS_NEEDED)
    return HOPE + (READY - HOPE) * full * (0.3 + 0.7 * full) / (1 + 0.7 * missing)


class Half:
    """One half of a goal: how near each column is to showing it.

    Attributes:
        by_column: How near each column is to showing it.
        column: The column that is nearest.
        best: How near the nearest column is.
        next_best: How near the nearest of the other columns is.
    """

    def __init__(self, columns: int) -> None:
        self.by_column = [0.0] * columns
        self.column, self.best, self.next_best = 0, 0.0, 0.0

    def add(self, column: int, value: float) -> None:
        """Count a tile in this column that shows this half."""
        if value > self.by_column[column]:
            self.by_column[column] = value
            if column == self.column:
                self.best = max(self.best, value)
            elif value > self.best:
                self.best, self.next_best, self.column = value, self.best, column
            else:
                self.next_best = max(self.next_best, value)

    def outside(self, column: int) -> float:
        """How near the nearest of the other columns is."""
        return self.next_best if column == self.column else self.best


class Prospects:
    """The prospects of every goal on a board.

    Args:
        tiles: The tiles of the board.
        near: How near each is.
        columns: How many columns there are.
    """

    def __init__(self, tiles: Mapping[int, LyingTile], near: Reach, columns: int) -> None:
        self.suits = {suit: Half(columns) for suit in SUITS}
        self.numbers = {number: Half(columns) for number in RANKS}
        for cell, lying in tiles.items():
            column, value = column_of(cell), near[cell]
            self.suits[SUIT[lying.tile]].add(column, value)
            self.numbers[RANK[lying.tile]].add(column, value)

    def of(self, goal: Goal, mark: int) -> float:
        """The prospects of a goal, from 0 to 1, for a player whose mark lies on a cell (-1: nowhere)."""
        half, other = self.suits[goal.suit], self.numbers[goal.number]
        if half.column != other.column:
            pair = half.best * other.best
        else:
            pair = max(half.best * other.next_best, half.next_best * other.best)
        pair *= UNMARKED
        if mark >= 0:
            at = column_of(mark)
            marked = max(half.by_column[at] * other.outside(at), other.by_column[at] * half.outside(at))
            pair = max(pair, marked)
        return PAIR * pair + (1 - PAIR) / 2 * (half.best + other.best)

    def threat(self, belief: Belief, mark: int) -> float:
        """The prospects of a player whose goal can only be guessed."""
        return sum([weight * self.of(goal, mark) for goal, weight in belief.items()])
