"""A second reading of the rulebook, in coordinates: what may be placed, revealed and attacked.

It shares nothing with the program but the names of places and the position it is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.conspiracy.state import Conspiracy

WAYS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
CORNERS = {(0, 0): "NW", (1, 0): "NE", (0, 1): "SW", (1, 1): "SE"}
Spot = tuple[int, int]


def name(spot: Spot) -> str:
    """``c2F1.NW`` for (2, 2)."""
    x, y = spot
    row = f"F{y // 2}" if y >= 2 else "P"
    return f"c{x // 2 + 1}{row}.{CORNERS[x % 2, y % 2]}"


class Board:
    """A position, with columns and rows counted from 0."""

    def __init__(self, game: Conspiracy) -> None:
        self.columns = game.options.columns
        self.tiles = {((cell % 16) // 2, cell // 32): tile.face_up for cell, tile in game.tiles.items()}
        self.coins = {(spot % 16, spot // 16): coin for spot, coin in game.coins.items()}

    def target(self, spot: Spot, way: str) -> Spot:
        """The position that is pointed at."""
        return spot[0] + WAYS[way][0], spot[1] + WAYS[way][1]

    def may_point(self, spot: Spot) -> bool:
        """CON-5.a.ii.c: at a coin, at a face-up tile, or at an empty cell of the Present."""
        x, y = spot
        if not (0 <= x < 2 * self.columns and y >= 0):
            return False
        cell = (x // 2, y // 2)
        return spot in self.coins or self.tiles.get(cell, False) or (cell[1] == 0 and cell not in self.tiles)

    def free_spaces(self) -> list[Spot]:
        """CON-5.a.ii.d: on face-down tiles."""
        return [spot for (c, r), up in self.tiles.items() if not up for spot in spots(c, r) if spot not in self.coins]

    def new_cells(self) -> list[Spot]:
        """CON-5.a.iii.b: for a new tile."""
        deepest = max((row for _, row in self.tiles), default=0)
        found = []
        for column in range(self.columns):
            for row in range(1, deepest + 3):
                edges = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
                if (column, row) not in self.tiles and (row == 1 or any(edge in self.tiles for edge in edges)):
                    found.append((column, row))
        return found

    def placements(self, new: bool) -> Iterator[tuple[Spot, str]]:
        """CON-5.a.ii: where a coin may lie, and where it may point."""
        places = [spot for cell in self.new_cells() for spot in spots(*cell)] if new else self.free_spaces()
        for spot in places:
            for way in WAYS:
                if self.may_point(self.target(spot, way)):
                    yield spot, way

    def pointing(self, spot: Spot) -> list[int]:
        """CON-5.b.iii: the numbers of the number-side coins that point at a position."""
        return [
            int(coin.coin[1])
            for at, coin in self.coins.items()
            if not coin.symbol_up and self.target(at, coin.direction) == spot
        ]

    def revealable(self) -> list[Spot]:
        """CON-5.b.iii: a spiral that points can be any number from 0 to 9."""
        found = []
        for spot, coin in self.coins.items():
            numbers = self.pointing(spot)
            if (
                not coin.symbol_up
                and numbers
                and any(self.enough(int(coin.coin[1]), chosen) for chosen in wild(numbers))
            ):
                found.append(spot)
        return found

    def enough(self, number: int, chosen: list[int]) -> bool:
        """CON-5.b.iii.a, CON-5.b.iii.b."""
        return chosen[0] == number if len(chosen) == 1 else sum(chosen) > number


def wild(numbers: list[int]) -> Iterator[list[int]]:
    """Every way of reading the spirals among these numbers."""
    if not numbers:
        yield []
        return
    for rest in wild(numbers[1:]):
        for first in range(10) if numbers[0] == 1 else (numbers[0],):
            yield [first, *rest]


def spots(column: int, row: int) -> list[Spot]:
    """The four positions of a cell."""
    return [(2 * column + x, 2 * row + y) for x, y in CORNERS]


def answers(game: Conspiracy, seat: int, hand: list[str], points: int) -> set[tuple[object, ...]]:
    """CON-5: everything the active player may do, with the costs of the rules as written."""
    board = Board(game)
    to = [other for other in range(len(game.goals)) if other != seat]
    found: set[tuple[object, ...]] = {("stop",)}
    if points >= 2:
        found |= {("advance", f"c{column + 1}") for column in range(board.columns)}
        ready = [
            cell for cell in board.tiles if sum(s in board.coins and board.coins[s].symbol_up for s in spots(*cell)) > 1
        ]
        cells = [name((2 * column, 2 * row)).split(".", maxsplit=1)[0] for column, row in ready]
        found |= {("turn_up", cell, gift, one) for cell in cells for gift in hand for one in to}
    if points >= 1:
        found |= {("reveal", name(spot), gift, one) for spot in board.revealable() for gift in hand for one in to}
        found |= set(placing(game, board, seat, hand, to))
    return found


def placing(game: Conspiracy, board: Board, seat: int, hand: list[str], to: list[int]) -> Iterator[tuple[object, ...]]:
    """CON-5.a and CON-5.c: placements, and those that point at a coin as attacks."""
    for new in (False, True):
        for spot, way in board.placements(new):
            for tile in game.held[seat] if new else [None]:
                for coin in hand:
                    yield ("place", coin, name(spot), way, tile)
                    if board.target(spot, way) in board.coins:
                        for gift in hand:
                            for one in to if gift != coin else []:
                                for aim in ("hit", "miss") if coin[1] == "1" else ("hit",):
                                    yield ("attack", coin, name(spot), way, gift, one, tile, aim)
