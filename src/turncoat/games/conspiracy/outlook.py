"""CON-I.6: what everybody can work out about a reveal, an attack, a tile or a column before paying for it.

It uses only visible number sides and symbol sides, never hidden sides; the number of a symbol-side coin was public
before the coin was turned.
"""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.conspiracy.actions import Cell, Column, Space
from turncoat.games.conspiracy.attack import protection
from turncoat.games.conspiracy.geometry import CELL_NAMES, SPACE_NAMES, column_name, column_of, row_of
from turncoat.games.conspiracy.march import NEEDED, coins_on, heights, successful
from turncoat.games.conspiracy.pieces import DIE, RANK, SPIRAL, SUITS
from turncoat.games.conspiracy.reveal import SYMBOLS_NEEDED, aim_of, numbers_at, support, supported, symbols_on
from turncoat.games.conspiracy.state import Conspiracy

ROLLS = DIE ** len(SUITS)
"""The number of results of four dice."""


class CoinOutlook(Struct, frozen=True):
    """The possible uses of one coin on the board.

    Attributes:
        space: The space on which the coin lies.
        pointing: The spaces of all coins that point at it.
        numbers: The numbers of the number-side coins among them.
        wild: Whether one of these is a spiral, which counts as any number.
        revealable: CON-5.b.iii: whether it can be revealed now.
        attack_needs: The lowest number with which an attack succeeds.
        attack_yields: What a successful attack does: ``"removed"`` or ``"turned back"``.
    """

    space: Space
    pointing: tuple[Space, ...]
    numbers: tuple[int, ...]
    wild: bool
    revealable: bool
    attack_needs: int
    attack_yields: str


class TileOutlook(Struct, frozen=True):
    """What would happen if a face-down tile were revealed.

    Attributes:
        cell: The cell on which the tile lies.
        symbols: The number of coins that lie on the tile with the symbol up.
        revealable: CON-5.d.iii: whether it can be revealed now.
        support: The sum of its coins if the tile is of Crowns, Arms, Suns or Moons; it stays up to that value.
        coins: How many coins would go to the bag.
    """

    cell: Cell
    symbols: int
    revealable: bool
    support: tuple[int, ...]
    coins: int


class ColumnOutlook(Struct, frozen=True):
    """What a roll for a column could lead to.

    Attributes:
        column: Which column.
        chances: How many of the 1296 results of the dice make it advance.
        enters: The cell of the face-up tile that would enter the Present; None if none would.
        leaves: The cell of the tile that would be taken off the board; None if none would.
    """

    column: Column
    chances: int
    enters: Cell | None
    leaves: Cell | None


def coin_outlooks(game: Conspiracy) -> tuple[CoinOutlook, ...]:
    """CON-5.b.iii, CON-5.c: for every coin of the board, by position."""
    numbers = numbers_at(game.coins)
    pointing: dict[int, list[int]] = {}
    for position, lying in sorted(game.coins.items()):
        pointing.setdefault(aim_of(position, lying), []).append(position)
    found = []
    for position, lying in sorted(game.coins.items()):
        own = tuple(sorted(numbers.get(position, [])))
        found.append(
            CoinOutlook(
                SPACE_NAMES[position],
                tuple(SPACE_NAMES[space] for space in pointing.get(position, [])),
                own,
                SPIRAL in own,
                not lying.symbol_up and bool(own) and supported(RANK[lying.coin], list(own)),
                protection(game.coins, position, position),
                "turned back" if lying.symbol_up else "removed",
            )
        )
    return tuple(found)


def tile_outlooks(game: Conspiracy) -> tuple[TileOutlook, ...]:
    """CON-5.d: for every face-down tile of the board, by cell."""
    found = []
    for cell, lying in sorted(game.tiles.items()):
        if not lying.face_up:
            coins = symbols_on(game, cell)
            sums = tuple(support(coins, suit) for suit in SUITS)
            ready = len(coins) >= SYMBOLS_NEEDED
            found.append(TileOutlook(CELL_NAMES[cell], len(coins), ready, sums, len(coins_on(game, cell))))
    return tuple(found)


def column_outlooks(game: Conspiracy) -> tuple[ColumnOutlook, ...]:
    """CON-M.4, CON-M.5: for every column."""
    return tuple(column_outlook(game, column, list(best.values())) for column, best in enumerate(heights(game)))


def column_outlook(game: Conspiracy, column: int, best: list[int]) -> ColumnOutlook:
    """CON-M.4: the number of falls with 2 or more successes; CON-M.5: the first effect of an advance."""
    in_column = {row_of(cell): cell for cell in game.tiles if column_of(cell) == column}
    first, present = in_column.get(1), in_column.get(0)
    up = first is not None and game.tiles[first].face_up
    leaving = present if up else first
    return ColumnOutlook(
        column_name(column),
        falls(best),
        CELL_NAMES[first] if first is not None and up else None,
        None if leaving is None else CELL_NAMES[leaving],
    )


def falls(best: list[int]) -> int:
    """CON-M.3: how many results of the four dice have at least two successes."""
    ways = [1]
    for highest in best:
        good = sum(successful(face, highest) for face in range(DIE))
        ways = [
            (ways[number] * (DIE - good) if number < len(ways) else 0) + (ways[number - 1] * good if number else 0)
            for number in range(len(ways) + 1)
        ]
    return sum(ways[NEEDED:])
