"""CON-M: time marches on, and CON-5.e: advancing a column.

This module also moves coins and marks when a tile is taken or turned up (CON-M.5.a.iii, CON-R15).
"""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.conspiracy.actions import AdvanceColumn, ConspiracyAction
from turncoat.games.conspiracy.events import (
    CoinsBagged,
    ColumnAdvanced,
    ColumnRolled,
    MarkReturned,
    TileReceived,
    TileTaken,
)
from turncoat.games.conspiracy.geometry import (
    CELL_NAMES,
    NUMBERS,
    ROW,
    SPACE_NAMES,
    cell_at,
    column_name,
    column_of,
    positions_of,
)
from turncoat.games.conspiracy.pieces import DIE, RANK, RANKS, SUIT, SUITS
from turncoat.games.conspiracy.state import Conspiracy, LyingCoin, Round, SeenTile, Turn
from turncoat.kernel import Tell, draw


def shown(lying: LyingCoin) -> str:
    """CON-C.4: the side of a coin that is up: its suit, or its number.

    The number side shows the rank without the suit, the symbol side the suit without the rank. The coin points the same
    way on both sides (``LyingCoin.direction``).
    """
    return SUIT[lying.coin] if lying.symbol_up else str(RANK[lying.coin])


def coins_on(game: Conspiracy, cell: int) -> list[int]:
    """CON-G.3: the positions of a cell that hold coins: one each, and only on face-down tiles (``place.ground``)."""
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
    """CON-M.5.a, CON-M.5.b: a tile goes from the board to a player; its coins go to the bag, marks to their owners.

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
    """CON-M.5.a.iii: marks on a tile that leaves the Present go back; a new mark must wait a round again (CON-R31).

    See CON-R13.
    """
    if cell in game.marks:
        for owner, marked in enumerate(game.marks):
            if marked == cell:
                game.marks[owner] = -1
                tell.all(MarkReturned, owner, CELL_NAMES[cell])


NEEDED = 2
"""CON-M.3: how many of the four dice must be successful."""


def check_columns(game: Conspiracy, round_: Round, tell: Tell) -> None:
    """CON-M.1: skipped in round 1 and while the Future is empty; CON-M.2: else a roll for each column.

    See CON-R06, CON-R38.

    Columns advance when all have been rolled for (CON-V.9); the first player gets the tiles (CON-M.5.a.i).

    The order in which columns advance makes no difference.
    """
    if game.round == 1 or not any(cell >= ROW for cell in game.tiles):
        return
    best = heights(game)
    moving = [column for column, faces in enumerate(best) if roll_for(game, column, faces, "CON-M.3", tell)]
    for column in moving:
        advance_column(game, column, round_.first, tell)


def heights(game: Conspiracy) -> list[dict[str, int]]:
    """CON-M.4: for each column the highest face-up tile of each suit in its Future; 0 where there is none (CON-R42)."""
    best = [dict.fromkeys(SUITS, 0) for _ in range(game.options.columns)]
    for cell, lying in game.tiles.items():
        if lying.face_up and cell >= ROW:
            column, suit, rank = best[column_of(cell)], SUIT[lying.tile], RANK[lying.tile]
            column[suit] = max(column[suit], rank)
    return best


def successful(face: int, best: int) -> bool:
    """CON-M.4: a symbol is a success, a blank never is; a number is if a face-up tile of its suit is as high."""
    return face == 1 or 2 <= face <= best


SUCCESSFUL = [[successful(face, best) for face in range(DIE)] for best in RANKS]
"""CON-M.4: for each highest tile and each face, whether the die is successful."""


def roll_for(game: Conspiracy, column: int, best: dict[str, int], rule: str, tell: Tell) -> bool:
    """CON-M.3: roll all four dice; two successes against these highest faces advance the column (CON-M.4, CON-R45).

    See CON-R32, CON-R34.
    """
    dice = [draw(game.chance, DIE) for _ in SUITS]
    successes = [SUCCESSFUL[height][face] for height, face in zip(best.values(), dice, strict=True)]
    advances = sum(successes) >= NEEDED
    if tell.listening:
        tell.all(
            ColumnRolled, column_name(column), tuple(dice), tuple(best.values()), tuple(successes), advances, rule=rule
        )
        tell.still()
    return advances


def advance_column(game: Conspiracy, column: int, seat: int, tell: Tell) -> None:
    """CON-M.5: a face-up tile pushes into the Present, any other leaves F1; then all move up (CON-R28, CON-D3e).

    Tiles move in no other way. If F1 is empty or its tile lies face down, the Present tile stays (CON-M.5.b).
    So every tile of the Present lies face up. A face-up tile carries no coins, so no coin is ever in the Present
    (CON-V.3).
    ``seat`` is the active player, who is given the tile that is taken.

    Before the turns this is the first player (CON-M.5.a.i), during turns the player whose turn it is (CON-M.5.a.ii).
    """
    present = cell_at(column, 0)
    coming = game.tiles.get(present + ROW)
    if coming is not None and not coming.face_up:
        take_tile(game, present + ROW, seat, "CON-M.5.b", tell)
    elif coming is not None and present in game.tiles:
        take_tile(game, present, seat, "CON-M.5.a", tell)
    tell.still()
    move_up(game, column, tell)
    tell.still()


def move_up(game: Conspiracy, column: int, tell: Tell) -> None:
    """CON-M.5.c, CON-G.8: every tile in the Future of a column moves up one row with its coins; a gap stays a gap.

    The coins move with their tile and keep their directions; tiles are never rotated.
    """
    tiles, coins = game.tiles, game.coins
    cells = sorted(cell for cell in tiles if cell >= ROW and column_of(cell) == column)
    for cell in cells:
        tiles[cell - ROW] = tiles.pop(cell)
    for position in sorted(position for position in coins if column_of(position) == column):
        coins[position - ROW] = coins.pop(position)
    if cells and tell.listening:
        tell.all(ColumnAdvanced, column_name(column), tuple(CELL_NAMES[cell] for cell in cells))


def try_column(game: Conspiracy, turn: Turn, action: ConspiracyAction, tell: Tell) -> None:
    """CON-5.e, CON-5.e.ii: roll for one column, advance it if successful; the points are spent either way."""
    assert isinstance(action, AdvanceColumn)
    turn.points -= game.options.advance_column_cost  # CON-5.e.i: 2, and no coin
    column = column_of(NUMBERS[f"{action.column}P"])
    if roll_for(game, column, heights(game)[column], "CON-5.e.ii", tell):
        advance_column(game, column, turn.seat, tell)
