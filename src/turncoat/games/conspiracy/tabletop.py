"""CON-R15, CON-M.5.a.iii: what happens to coins and marks whenever a tile is taken or turned up."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.conspiracy.events import CoinsBagged, MarkReturned, TileReceived, TileTaken
from turncoat.games.conspiracy.geometry import CELL_NAMES, SPACE_NAMES, positions_of
from turncoat.games.conspiracy.pieces import RANK, SUIT
from turncoat.games.conspiracy.state import Conspiracy, LyingCoin, SeenTile
from turncoat.kernel import Tell


def shown(lying: LyingCoin) -> str:
    """CON-C.4: the side of a coin that is up: its suit, or its number."""
    return SUIT[lying.coin] if lying.symbol_up else str(RANK[lying.coin])


def coins_on(game: Conspiracy, cell: int) -> list[int]:
    """CON-G.3: the positions of a cell that hold coins."""
    coins = game.coins
    return [position for position in positions_of(cell) if position in coins]


def bag_coins(game: Conspiracy, positions: Iterable[int], rule: str, tell: Tell) -> None:
    """CON-R41: coins go from the board to the bag, and their hidden side is not shown."""
    lifted = [(position, game.coins.pop(position)) for position in positions]
    game.bag += [lying.coin for _, lying in lifted]
    if lifted and tell.listening:
        spaces = tuple(SPACE_NAMES[position] for position, _ in lifted)
        tell.all(CoinsBagged, spaces, tuple(shown(lying) for _, lying in lifted), len(game.bag), rule=rule)


def take_tile(game: Conspiracy, cell: int, seat: int, rule: str, tell: Tell) -> None:
    """CON-M.5.a, CON-M.5.b: a tile goes from the board to a player; its coins go to the bag, its marks back.

    Nobody but the receiver sees the face of a tile that lay face down.
    """
    bag_coins(game, coins_on(game, cell), rule, tell)
    lying = game.tiles.pop(cell)
    game.held[seat].append(lying.tile)
    game.held[seat].sort()
    if lying.known:
        game.seen[seat] += (SeenTile(lying.tile, lying.known),)
    if tell.listening:
        tell.all(TileTaken, seat, CELL_NAMES[cell], lying.tile if lying.face_up else None, rule=rule)
        if not lying.face_up:
            tell.only((seat,), TileReceived, seat, CELL_NAMES[cell], lying.tile, rule=rule)
    return_marks(game, cell, tell)


def return_marks(game: Conspiracy, cell: int, tell: Tell) -> None:
    """CON-M.5.a.iii: marks on a tile that leaves the Present go back; a new one counts from anew (CON-R31)."""
    if cell in game.marks:
        for owner, marked in enumerate(game.marks):
            if marked == cell:
                game.marks[owner] = -1
                tell.all(MarkReturned, owner, CELL_NAMES[cell])
