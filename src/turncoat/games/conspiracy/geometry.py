"""CON-G: the board. Cells, the four positions of a cell, eight directions, and sets of positions as bits.

A position is a number, ``16 * y + x``, with x from the left edge and y from the upper edge of the Present. A cell is
called by the number of its north-western position. A set of positions is an integer with one bit for each.
"""

from __future__ import annotations

STRIDE = 16
"""From one position to the one south of it. The board is at most 10 wide: no step leaves one edge for the other."""

ROW = 2 * STRIDE
"""From a cell to the one south of it."""

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
"""CON-G.5: the eight directions, clockwise, and how far the neighbour there is away."""

CORNERS = {"NW": 0, "NE": 1, "SW": STRIDE, "SE": STRIDE + 1}
"""CON-G.2: the four positions of a cell, and how far each is from the first."""

_CORNER_BITS = STRIDE + 1


def cell_at(column: int, row: int) -> int:
    """The cell in a column (0 is the left one) and a row (0 is the Present)."""
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
    """CON-G.2: the four positions of a cell, in the order NW, NE, SW, SE."""
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
    """CON-G.4: whether two positions are neighbours; tiles and gaps between them do not matter."""
    across = abs(one % STRIDE - other % STRIDE)
    along = abs(one // STRIDE - other // STRIDE)
    return max(across, along) == 1


def row_name(row: int) -> str:
    """``P`` for the Present, ``F1``, ``F2`` and so on for the Future."""
    return f"F{row}" if row else "P"


def column_name(column: int) -> str:
    """``c1`` is the left column."""
    return f"c{column + 1}"


class _Names(dict[int, str]):
    """Names by number, made when they are first needed: the Future has no end."""

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
    """Numbers by name, for names that the tables above have made."""

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
