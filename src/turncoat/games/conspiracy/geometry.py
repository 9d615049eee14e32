"""CON-G: the board. Cells, the four positions of a cell, eight directions, and sets of positions as bits.

A position is a number, ``16 * y + x``, with x from the left edge and y from the upper edge of the Present. A cell is
called by the number of its north-western position. A set of positions is an integer with one bit for each.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

STRIDE = 16
"""The step from a position to the position south of it.

The board is at most 10 positions wide, so no step goes over one edge to the other.
"""

ROW = 2 * STRIDE
"""The step from a cell to the cell south of it."""

DIRECTIONS = {
    "N": -STRIDE,
    "NE": 1 - STRIDE,
    "E": 1,
    "SE": STRIDE + 1,
    "S": STRIDE,
    "SW": STRIDE - 1,
    "W": -1,
    "NW": -STRIDE - 1,
}
"""CON-G.5: the eight directions, clockwise, with the step to the neighbour in each."""

CORNERS = {"NW": 0, "NE": 1, "SW": STRIDE, "SE": STRIDE + 1}
"""CON-G.2: the four positions of a cell, with the step to each from the first."""

_CORNER_BITS = STRIDE + 1


def cell_at(column: int, row: int) -> int:
    """CON-G.1: the cell where a column (0 is the left one) and a row (0 is the Present) meet.

    There are three columns (``options.columns``); ``Conspiracy.tiles`` has at most one tile for each cell.
    """
    return row * ROW + 2 * column


def cell_of(position: int) -> int:
    """The cell in which a position lies."""
    return position & ~_CORNER_BITS


def column_of(place: int) -> int:
    """The column of a cell or position, 0 being the left one."""
    return (place % STRIDE) >> 1


def row_of(place: int) -> int:
    """The row of a cell or position: 0 is the Present, 1 is F1."""
    return place // ROW


def positions_of(cell: int) -> tuple[int, int, int, int]:
    """CON-G.2: the four positions of a cell, in the order NW, NE, SW, SE (CON-R01).

    North is towards the Present.
    """
    return (cell, cell + 1, cell + STRIDE, cell + STRIDE + 1)


def members(bits: int) -> list[int]:
    """The positions of a set, ascending."""
    found: list[int] = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def member(bits: int, index: int) -> int:
    """The position of a set that has this number, 0 being the lowest."""
    for _ in range(index):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


def adjacent(one: int, other: int) -> bool:
    """CON-G.4: whether two positions touch along an edge or at a corner; tiles and gaps between them do not matter."""
    across = abs(one % STRIDE - other % STRIDE)
    along = abs(one // STRIDE - other // STRIDE)
    return max(across, along) == 1


def row_name(row: int) -> str:
    """CON-G.1: ``P`` for the Present, ``F1``, ``F2`` and so on for the Future."""
    return f"F{row}" if row else "P"


def column_name(column: int) -> str:
    """CON-G.1: ``c1`` is the left column, ``c3`` the right one of three."""
    return f"c{column + 1}"


class _Names(dict[int, str]):
    """Names by number, each made when it is first needed, because the Future has no end."""

    def __missing__(self, place: int) -> str:
        name = self[place] = self.name(place)
        return name

    def name(self, place: int) -> str:
        """``c2F1``."""
        return column_name(column_of(place)) + row_name(row_of(place))


class _SpaceNames(_Names):
    def name(self, place: int) -> str:
        """``c2F1.NW``."""
        cell = cell_of(place)
        corner = next(name for name, offset in CORNERS.items() if cell + offset == place)
        return f"{CELL_NAMES[cell]}.{corner}"


class _Numbers(dict[str, int]):
    """Numbers by name, for names made by the tables above."""

    def __missing__(self, name: str) -> int:
        column, _, rest = name[1:].partition("P" if "P" in name else "F")
        row, _, corner = rest.partition(".")
        number = self[name] = cell_at(int(column) - 1, int(row or 0)) + (CORNERS[corner] if corner else 0)
        return number


CELL_NAMES = _Names()
"""``c2F1`` for a cell."""

SPACE_NAMES = _SpaceNames()
"""``c2F1.NW`` for a position."""

NUMBERS = _Numbers()
"""The cell ``c2F1`` or the position ``c2F1.NW`` as a number."""


NARROW = 3
"""A board with at most this many columns has shorter numbers for positions."""


WAYS = tuple(DIRECTIONS)
"""The directions in the order in which their bits are stored."""


class _Bits(dict[int, int]):
    """The bit of each position, made when it is first needed, because the Future has no end."""

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
    """The numbering of positions on a board.

    Attributes:
        stride: The step from a position to the position south of it.
        block: The bits of a cell.
        space: The name of the position of a bit, given the number of the bit.
        present: CON-5.a.ii.c: the positions of the Present; coins may point at empty ones; tiles there lie face up.
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
    """The numbering of positions for a number of columns."""
    stride = STRIDE // 2 if columns <= NARROW else STRIDE
    block = _Blocks(stride)
    rows = [sum(block[cell_at(column, row)] for column in range(columns)) for row in (0, 1)]
    return Grid(columns, stride, _Bits(stride), block, _Spaces(stride), rows[0], rows[1])


class Bands(Struct, frozen=True):
    """How sets of pairs of position and direction are stored as bits on a board with a number of rows.

    The bits of each direction form a band. Multiplying a set of targets by ``aims`` gives, in the band of each
    direction, the positions that point at them; multiplying by ``copies`` repeats a set in every band.

    Attributes:
        width: Bits of a band.
        band: All bits of the lowest band.
        aims: The multiplier for targets.
        copies: The multiplier that repeats a set.
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
        """The names of the spaces in a set of positions."""
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
    """The layout of bits for a board with this many columns and rows, the Present included."""
    board = grid(columns)
    width = (rows + 2) * 2 * board.stride
    steps = [offset_of(way, board.stride) for way in WAYS]
    aims = sum(1 << width * place - step for place, step in enumerate(steps, 1))
    copies = sum(1 << width * place for place in range(1, len(WAYS) + 1))
    field = sum(board.block[cell_at(column, row)] for column in range(columns) for row in range(1, rows))
    return Bands(width, (1 << width) - 1, aims, copies, field, board.space)


def offset_of(way: str, stride: int) -> int:
    """CON-G.5: the step from the bit of a position to the bit of its neighbour."""
    step = DIRECTIONS[way]
    across = (step + 1) % STRIDE - 1
    return (step - across) // STRIDE * stride + across
