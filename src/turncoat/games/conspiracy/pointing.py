"""CON-G.6: what points at what (CON-G.7), and CON-5.a.ii: where coins may be placed and point."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from turncoat.games.conspiracy.geometry import CORNERS, DIRECTIONS, SPACE_NAMES, STRIDE, cell_at, members
from turncoat.games.conspiracy.pieces import RANK, SPIRAL
from turncoat.games.conspiracy.state import Conspiracy, LyingCoin

Coins = Mapping[int, LyingCoin]
"""Coins on the board by position."""


def aim_of(position: int, lying: LyingCoin) -> int:
    """CON-G.5: the position that a coin points at."""
    return position + DIRECTIONS[lying.direction]


def numbers_at(coins: Coins) -> dict[int, list[int]]:
    """CON-G.6: for each coin that is pointed at, the numbers of the number-side coins pointing at it."""
    found: dict[int, list[int]] = {}
    for position, lying in coins.items():
        if not lying.symbol_up:
            target = position + DIRECTIONS[lying.direction]
            if target in found:
                found[target].append(RANK[lying.coin])
            elif target in coins:
                found[target] = [RANK[lying.coin]]
    return found


def supported(number: int, pointing: list[int]) -> bool:
    """CON-5.b.iii.a: one coin with the very number; CON-5.b.iii.b: or several with a greater sum (spirals: CON-5.b.v).

    The coin to be revealed counts as 1 if it is a spiral, and blanks as 0 (CON-5.b.iv).
    """
    if SPIRAL in pointing:
        return True
    return pointing[0] == number if len(pointing) == 1 else sum(pointing) > number


def revealable(coins: Coins) -> list[int]:
    """CON-5.b.i, CON-5.b.iii: the number-side coins that can be revealed, by position, ascending."""
    found = []
    for target, pointing in numbers_at(coins).items():
        lying = coins[target]
        if not lying.symbol_up and supported(RANK[lying.coin], pointing):
            found.append(target)
    if len(found) > 1:
        found.sort()
    return found


def chained(coins: Coins) -> list[int]:
    """CON-5.b.vii: the number-side coins at which two symbol-side coins point, by position, ascending."""
    once: set[int] = set()
    twice: set[int] = set()
    for position, lying in coins.items():
        if lying.symbol_up:
            target = position + DIRECTIONS[lying.direction]
            (twice if target in once else once).add(target)
    return sorted(target for target in twice if target in coins and not coins[target].symbol_up)


def protection(coins: Coins, target: int, attacker: int) -> int:
    """CON-5.c.iii.b, CON-5.c.iv.b: the number an attacking coin must reach; a spiral is 1, a blank 0.

    That of the target if its number side is up, else the highest of the number-side coins that point at it. The
    attacker is not among them (CON-R27).
    """
    lying = coins[target]
    if not lying.symbol_up:
        return RANK[lying.coin]
    found = 0
    for position, other in coins.items():
        if not other.symbol_up and position != attacker and position + DIRECTIONS[other.direction] == target:
            found = max(found, RANK[other.coin])
    return found


NARROW = 3
"""Up to so many columns the shorter numbers are used."""

WAYS = tuple(DIRECTIONS)
"""The directions in the order of their bands."""


class _Bits(dict[int, int]):
    """The bit of each position, made when it is first needed: the Future has no end."""

    def __init__(self, stride: int) -> None:
        super().__init__()
        self.stride = stride

    def __missing__(self, position: int) -> int:
        bit = self[position] = 1 << position // STRIDE * self.stride + position % STRIDE
        return bit


class _Blocks(_Bits):
    """The bits of the four positions of each cell."""

    def __missing__(self, cell: int) -> int:
        corners = [cell + corner for corner in CORNERS.values()]
        bits = self[cell] = sum(1 << corner // STRIDE * self.stride + corner % STRIDE for corner in corners)
        return bits


class _Spaces(dict[int, str]):
    """The name of the position of each bit."""

    def __init__(self, stride: int) -> None:
        super().__init__()
        self.stride = stride

    def __missing__(self, bit: int) -> str:
        name = self[bit] = SPACE_NAMES[bit // self.stride * STRIDE + bit % self.stride]
        return name


class Grid(Struct, frozen=True):
    """How positions are numbered on a board.

    Attributes:
        stride: From a position to the one south of it.
        bit: The bit of a position.
        block: The bits of a cell.
        space: The name of the position of a bit, given the number of the bit.
        present: CON-5.a.ii.c: the positions of the Present; empty ones may be pointed at, tiles there lie face up.
        first: CON-5.a.iii.b: the positions of F1, where a tile may always be laid.
    """

    columns: int
    stride: int
    bit: _Bits
    block: _Blocks
    space: _Spaces
    present: int
    first: int


@cache
def grid(columns: int) -> Grid:
    """The numbering for so many columns."""
    stride = STRIDE // 2 if columns <= NARROW else STRIDE
    block = _Blocks(stride)
    rows = [sum(block[cell_at(column, row)] for column in range(columns)) for row in (0, 1)]
    return Grid(columns, stride, _Bits(stride), block, _Spaces(stride), rows[0], rows[1])


class Bands(Struct, frozen=True):
    """How sets of pairs are laid out on a board of some depth.

    Multiplying by ``aims`` moves a set of targets against each direction into its band, which leaves the positions
    that point at them; multiplying by ``copies`` repeats a set in every band.

    Attributes:
        width: Bits of a band.
        band: All bits of the lowest band.
        aims: The one multiplier.
        copies: The other.
        field: The positions of the Future, in all columns.
    """

    width: int
    band: int
    aims: int
    copies: int
    field: int
    space: _Spaces

    def split(self, pairs: int) -> list[tuple[str, int]]:
        """The directions of a set of pairs, each with its positions."""
        shifted = [(way, pairs >> self.width * place & self.band) for place, way in enumerate(WAYS, 1)]
        return [(way, positions) for way, positions in shifted if positions]

    def find(self, pairs: int, index: int) -> tuple[int, int, str]:
        """The direction of the pair with this number: how many pairs come before it, its positions, its name."""
        before = 0
        for way in WAYS:
            pairs >>= self.width
            positions = pairs & self.band
            number = positions.bit_count()
            if index < before + number:
                return before, positions, way
            before += number
        raise IndexError(index)

    def names(self, positions: int) -> tuple[str, ...]:
        """The spaces of a set of positions."""
        return tuple(self.space[bit] for bit in members(positions))


@cache
def bands(columns: int, rows: int) -> Bands:
    """The layout for a board of so many columns and rows, the Present included."""
    board = grid(columns)
    width = (rows + 2) * 2 * board.stride
    steps = [offset_of(way, board.stride) for way in WAYS]
    aims = sum(1 << width * place - step for place, step in enumerate(steps, 1))
    copies = sum(1 << width * place for place in range(1, len(WAYS) + 1))
    field = sum(board.block[cell_at(column, row)] for column in range(columns) for row in range(1, rows))
    return Bands(width, (1 << width) - 1, aims, copies, field, board.space)


def offset_of(way: str, stride: int) -> int:
    """CON-G.5: from the bit of a position to that of its neighbour."""
    step = DIRECTIONS[way]
    across = (step + 1) % STRIDE - 1
    return (step - across) // STRIDE * stride + across


class Ground(Struct, frozen=True):
    """Where coins may be placed now, whoever does it: sets of pairs of position and direction.

    Attributes:
        on_board: On tiles that lie there, pointing at anything one may point at.
        on_new: The same on a tile that is laid for it.
        against: On tiles that lie there, pointing at a coin.
        against_on_new: The same on a tile that is laid for it.
    """

    bands: Bands
    on_board: int
    on_new: int
    against: int
    against_on_new: int


def new_ground(tiles: int, board: Grid, field: int) -> int:
    """CON-5.a.iii: the positions of empty cells for a new tile.

    Side by side (CON-G.9) with a tile, or in F1; in one of the columns (CON-5.a.iii.c); never in the Present (CON-R10);
    down without limit (CON-5.a.iii.d).
    """
    down = 2 * board.stride
    beside = tiles << down | tiles >> down | tiles << 2 | tiles >> 2 | board.first
    return beside & field & ~tiles


def ground(coins: int, face_up: int, tiles: int, columns: int) -> Ground:
    """CON-5.a.ii: a free space of a face-down tile, pointing at a coin, a face-up tile or an empty Present.

    Args:
        coins: Positions with coins.
        face_up: Positions of face-up tiles.
        tiles: Positions of all tiles.
        columns: Columns of the board.
    """
    board = grid(columns)
    layout = bands(columns, max(4, tiles.bit_length() // (2 * board.stride) + 2))
    anything = (coins | face_up | board.present) * layout.aims  # CON-5.a.ii.b
    at_coins = coins * layout.aims
    free = (tiles & ~face_up & ~coins) * layout.copies  # CON-5.a.ii.d, CON-G.3
    new = new_ground(tiles, board, layout.field) * layout.copies
    return Ground(layout, anything & free, anything & new, at_coins & free, at_coins & new)


def lie_of_the_land(game: Conspiracy) -> Ground:
    """CON-5.a.ii, CON-5.a.iii: where coins and tiles may be placed, as the board lies now."""
    board, lying = grid(game.options.columns), game.tiles
    block = board.block.__getitem__
    coins = sum(map(board.bit.__getitem__, game.coins))
    face_up = sum(map(block, [cell for cell, tile in lying.items() if tile.face_up]))
    return ground(coins, face_up, sum(map(block, lying)), board.columns)
