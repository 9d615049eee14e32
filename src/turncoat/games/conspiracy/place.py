"""CON-5.a: placing coins, CON-5.g: giving coins away, and CON-U: unexpected effects of spirals."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.conspiracy.actions import AttackCoin, ConspiracyAction, Place
from turncoat.games.conspiracy.events.turn import (
    CoinGiven,
    CoinPlaced,
    EffectRolled,
    GiftSeen,
    OwnCoinPlaced,
    OwnTileLaid,
    TileLaid,
    TileTurned,
)
from turncoat.games.conspiracy.geometry import CELL_NAMES, NUMBERS, ROW, Bands, Grid, bands, cell_at, cell_of, grid
from turncoat.games.conspiracy.march import bag_coins, coins_on, take_tile
from turncoat.games.conspiracy.pieces import DIE, EVERYBODY, RANK, SPIRALS
from turncoat.games.conspiracy.state import Conspiracy, GivenCoin, LyingCoin, LyingTile, Turn
from turncoat.kernel import Tell, draw


class Ground(Struct, frozen=True):
    """Where any player may place coins now: sets of pairs of position and direction.

    Attributes:
        on_board: On tiles of the board, pointing at any allowed target.
        on_new: The same on a tile that is laid for the
        coin.
        against: On tiles of the board, pointing at a coin.
        against_on_new: The same on a tile that is laid for
        the coin.
    """

    bands: Bands
    on_board: int
    on_new: int
    against: int
    against_on_new: int


def new_ground(tiles: int, board: Grid, field: int) -> int:
    """CON-5.a.iii: the positions of empty cells for a new tile (CON-5.a.iii.b).

    Side by side with a tile, sharing an edge (CON-G.9), or in F1; in one of the columns (CON-5.a.iii.c).
    Rows may be added below without limit; no tile is laid in the Present (CON-5.a.iii.d, CON-R10).
    """
    down = 2 * board.stride
    beside = tiles << down | tiles >> down | tiles << 2 | tiles >> 2 | board.first
    return beside & field & ~tiles


def ground(coins: int, face_up: int, tiles: int, columns: int) -> Ground:
    """CON-5.a.ii: where a coin can lie, and at what it can point (CON-R09).

    The coin is adjacent to its target (CON-5.a.ii.c): another coin, a face-up tile or, from the upper half of an F1
    cell, the Present (CON-5.a.ii.b). It lies on a face-down tile, one coin to a space (CON-5.a.ii.d, CON-G.3, CON-V.4).
    Any coin can be attacked, also one's own (CON-5.c): coins have no owner in ``at_coins``.

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


def place_coin(game: Conspiracy, turn: Turn, action: ConspiracyAction, tell: Tell) -> None:
    """CON-5.a, CON-5.a.i: for 1 action point (``options``) a coin from the hand goes on the board (CON-D3a)."""
    assert isinstance(action, Place)
    turn.points -= game.options.place_coin_cost
    put_down(game, turn, action, tell)


def put_down(game: Conspiracy, turn: Turn, action: Place | AttackCoin, tell: Tell) -> int:
    """CON-5.a.ii: a coin from the hand lies number side up (CON-5.a.ii.a), on a new tile if one is laid just before.

    That one tile costs nothing (CON-5.a.iii), and the coin goes on exactly that tile (CON-5.a.iii.e). A spiral has its
    unexpected effect at once (CON-5.a.iv). Returns the position.
    """
    position = NUMBERS[action.space]
    if action.tile is not None:
        lay_tile(game, turn.seat, action.tile, cell_of(position), tell)
    turn.hand.remove(action.coin)
    forget(turn, RANK[action.coin])
    game.coins[position] = LyingCoin(action.coin, action.direction, False, 1 << turn.seat)  # CON-5.a.ii.a
    if tell.listening:
        tell.all(CoinPlaced, turn.seat, action.space, RANK[action.coin], action.direction)
        tell.only((turn.seat,), OwnCoinPlaced, turn.seat, action.space, action.coin)
    if action.coin in SPIRALS:
        unexpected_effect(game, turn.seat, tell)
    return position


def lay_tile(game: Conspiracy, seat: int, tile: str, cell: int, tell: Tell) -> None:
    """CON-5.a.iii.a: a held tile is laid face down; nobody else sees its face or learns which tiles are left (CON-R19).

    See CON-R29.
    """
    game.held[seat].remove(tile)
    game.seen[seat] = ()
    game.tiles[cell] = LyingTile(tile, False, 1 << seat)
    if tell.listening:
        tell.all(TileLaid, seat, CELL_NAMES[cell])
        tell.only((seat,), OwnTileLaid, seat, CELL_NAMES[cell], tile)


def give(game: Conspiracy, turn: Turn, coin: str, to: int, tell: Tell) -> None:
    """CON-5.g: a coin goes to another player before the action takes effect (CON-R08) and waits there (CON-R21).

    Reveal Coin, Attack Coin and Reveal Tile need such a gift. The player chooses the coin and the receiver and pays
    first; without a coin the action cannot be chosen. Coins pass between players in no other way.

    See CON-R20, CON-R35.
    """
    turn.hand.remove(coin)
    forget(turn, None)
    game.gifts[to].append(GivenCoin(coin, turn.seat))
    if tell.listening:
        tell.all(CoinGiven, turn.seat, to)
        tell.only((turn.seat, to), GiftSeen, turn.seat, to, coin)


def forget(turn: Turn, number: int | None) -> None:
    """CON-R19: a coin of this number (None: unseen) has left the hand; it may be one that others knew there."""
    if turn.seen:
        turn.seen = tuple([coin for coin in turn.seen if number is not None and RANK[coin.coin] != number])


def column_of_face(face: int, columns: int) -> int | None:
    """CON-U.2.a: two faces for each of three columns, three for each of two; else a column for each face.

    None stands for a face that names no column (CON-OP.2).

    Of three columns blank or symbol names the left one, 2 or 3 the middle one, 4 or 5 the right one.
    """
    if columns <= 3:
        return face * columns // DIE
    return face if face < columns else None


def unexpected_effect(game: Conspiracy, seat: int, tell: Tell) -> None:
    """CON-U.2: one die is rolled twice, for a column and for a row; CON-U.4: if no tile lies there, nothing happens.

    It comes whenever a spiral is played: placed by Place Coin or Attack Coin, or saved (CON-U.1). The second roll names
    the row: blank the Present, symbol F1, 2 to 5 F2 to F5; deeper rows are safe (CON-U.2.b).

    See CON-R24.
    """
    columns = game.options.columns
    faces = [draw(game.chance, DIE)]
    while (column := column_of_face(faces[-1], columns)) is None:
        faces.append(draw(game.chance, DIE))
    row = draw(game.chance, DIE)  # CON-U.2.b
    cell = cell_at(column, row)
    hit = cell in game.tiles
    if tell.listening:
        tell.still()
        tell.all(EffectRolled, seat, tuple(faces), row, CELL_NAMES[cell], hit)
        tell.still()
    if hit:  # CON-U.3
        turn_over(game, cell, seat, tell)


def turn_over(game: Conspiracy, cell: int, seat: int, tell: Tell) -> None:
    """CON-U.3, CON-U.5: a Present tile goes to the active player; another tile is turned over, its coins go to the bag.

    In the Future a face-up tile is turned face down (CON-U.3.b); a face-down tile loses its coins to the bag and is
    turned face up, without any support (CON-U.3.c). The spiral just placed can be removed, too. ``seat`` is the
    active player: whose turn it is (CON-U.5).
    """
    lying = game.tiles[cell]
    if cell < ROW:
        take_tile(game, cell, seat, "CON-U.3.a", tell)
        return
    rule = "CON-U.3.b" if lying.face_up else "CON-U.3.c"
    bag_coins(game, coins_on(game, cell), rule, tell)
    game.tiles[cell] = LyingTile(lying.tile, not lying.face_up, EVERYBODY)
    tell.all(TileTurned, CELL_NAMES[cell], lying.tile, not lying.face_up, rule=rule)
