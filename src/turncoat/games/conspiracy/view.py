"""What a seat may see of Conspiracy (CON-I.6): only what this module lists.

Pieces are named by their places. A view names a coin or tile only if the seat may know it now (CON-R19).
"""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.conspiracy.actions import Cell, Space, Suit
from turncoat.games.conspiracy.events import Coin, Number, Tile
from turncoat.games.conspiracy.events.turn import Direction
from turncoat.games.conspiracy.geometry import CELL_NAMES, SPACE_NAMES
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.outlook import (
    CoinOutlook,
    ColumnOutlook,
    TileOutlook,
    coin_outlooks,
    column_outlooks,
    tile_outlooks,
)
from turncoat.games.conspiracy.pieces import PIECES, RANK, RANKS, SUIT, knows
from turncoat.games.conspiracy.state import Conspiracy, Goal, Hit, Round, Turn
from turncoat.kernel import Seat, Seats


class CoinView(Struct, frozen=True):
    """A coin on the board.

    Attributes:
        space: The space on which the coin lies.
        direction: The direction in which it points.
        symbol_up: Whether the symbol side is up.
        number: The coin's number; everybody knows it since the coin was placed.
        suit: Its suit, if this seat has legally seen it during this stay on the board.
    """

    space: Space
    direction: Direction
    symbol_up: bool
    number: Number
    suit: Suit | None


class TileView(Struct, frozen=True):
    """A tile on the board.

    Attributes:
        cell: The cell on which the tile lies.
        face_up: Whether the tile lies face up.
        tile: The id of the tile, if this seat has legally seen its face during this stay on the board.
        marks: The seats whose marks lie on it.
    """

    cell: Cell
    face_up: bool
    tile: Tile | None
    marks: Seats


class PlayerView(Struct, frozen=True):
    """The public possessions of a player.

    Attributes:
        tiles: How many tiles are held.
        saved: The number of the saved coin; None if there is none.
        gifts: How many received coins wait for the player's next turn.
        hand: How many coins are in hand.
        mark: The cell of the mark; None if it is not out.
        marked_in: The round in which the mark was put there; None if it is not out.
        goal: The goal, if it has been disclosed.
    """

    tiles: int
    saved: Number | None
    gifts: int
    hand: int
    mark: Cell | None
    marked_in: int | None
    goal: Goal | None


class OwnView(Struct, frozen=True):
    """What only its owner sees.

    Attributes:
        goal: The secret goal; None until it has been noted.
        goal_coins: The coins drawn for it, while the player chooses it.
        tiles: Tiles held.
        hand: Coins in hand.
        saved: The saved coin.
        received: Coins received that wait for the next turn.
        given: Coins given that still wait, with their receivers.
    """

    goal: Goal | None
    goal_coins: tuple[Coin, ...]
    tiles: tuple[Tile, ...]
    hand: tuple[Coin, ...]
    saved: Coin | None
    received: tuple[Coin, ...]
    given: tuple[tuple[Coin, Seat], ...]


class CoinCount(Struct, frozen=True):
    """How many coins the seat has not seen, for players who count coins.

    Attributes:
        placed: Coins of which this seat sees or may remember both sides where they are now.
        unseen: The coins that the seat has not seen.
        numbers_open: For each rank, how many of the unseen coins lie somewhere with their number up.
    """

    placed: tuple[Coin, ...]
    unseen: tuple[Coin, ...]
    numbers_open: tuple[int, ...]


class ConspiracyView(Struct, frozen=True):
    """The table as a seat sees it. Lists are by seat.

    Attributes:
        seat: The seat that sees this view; None for a spectator.
        options: The options of the game, as chosen for this table.
        round: The present round, from 1; 0 while goals are chosen.
        order: Players of the determined order who have not had their turn, the next one first.
        free: Players who are free and have not had their turn.
        first: The first player of the round; None between rounds.
        active: The player whose turn it is; None between turns.
        points: Action points left in that turn.
        hit: The space of a coin that was hit, while the attacker decides about it.
        bag: How many coins are in the bag.
        players: The public possessions of every player.
        own: The secret possessions of this seat; None for a spectator.
        tiles: Tiles on the board.
        coins: Coins on the board.
        seen: How many coins of each kind the seat has seen.
        unseen_tiles: Tiles whose place this seat does not see.
        coin_outlooks: What can be done with each coin.
        tile_outlooks: What revealing each tile would lead to.
        column_outlooks: What a roll for each column would lead to.
        winners: The players who have won; empty while the game goes on.
    """

    seat: Seat | None
    options: Options
    round: int
    order: Seats
    free: Seats
    first: Seat | None
    active: Seat | None
    points: int
    hit: Space | None
    bag: int
    players: tuple[PlayerView, ...]
    own: OwnView | None
    tiles: tuple[TileView, ...]
    coins: tuple[CoinView, ...]
    seen: CoinCount
    unseen_tiles: tuple[Tile, ...]
    coin_outlooks: tuple[CoinOutlook, ...]
    tile_outlooks: tuple[TileOutlook, ...]
    column_outlooks: tuple[ColumnOutlook, ...]
    winners: Seats


def view(game: Conspiracy, seat: int | None) -> ConspiracyView:
    """CON-I.6: what this seat may see now, according to the table in the rulebook.

    Everybody may remember what was public.

    ``coin_count`` counts it.
    """
    round_ = next((section for section in game.stack if isinstance(section, Round)), None)
    turn = active_turn(game)
    hit = next((section for section in game.stack if isinstance(section, Hit)), None)
    tiles = tuple(tile_view(game, cell, seat) for cell in sorted(game.tiles))
    own = None if seat is None else own_view(game, seat)
    return ConspiracyView(
        seat,
        game.options,
        game.round,
        tuple(round_.left) if round_ else (),
        tuple(round_.free) if round_ else (),
        round_.first if round_ else None,
        turn.seat if turn else None,
        turn.points if turn else 0,
        SPACE_NAMES[hit.target] if hit else None,
        len(game.bag),  # CON-R40
        tuple(player_view(game, player) for player in range(len(game.goals))),
        own,
        tiles,
        tuple(coin_view(game, position, seat) for position in sorted(game.coins)),
        coin_count(game, seat),
        unseen_tiles(tiles, own),
        coin_outlooks(game),
        tile_outlooks(game),
        column_outlooks(game),
        tuple(game.winners),
    )


def active_turn(game: Conspiracy) -> Turn | None:
    """The turn that is being played."""
    return next((section for section in game.stack if isinstance(section, Turn)), None)


def hand_of(game: Conspiracy, seat: int) -> tuple[str, ...]:
    """CON-V.5: the coins in hand; only the active player has any."""
    turn = active_turn(game)
    return tuple(turn.hand) if turn is not None and turn.seat == seat else ()


def choosing_goals(game: Conspiracy) -> bool:
    """CON-S.5: whether the goals have not been noted yet."""
    return game.goals[0] is None


def tile_view(game: Conspiracy, cell: int, seat: int | None) -> TileView:
    """A tile on the board; the face of a face-down tile is shown only to seats that saw it there."""
    lying = game.tiles[cell]
    marks = tuple(owner for owner, marked in enumerate(game.marks) if marked == cell)
    known = lying.face_up or knows(lying.known, seat)
    return TileView(CELL_NAMES[cell], lying.face_up, lying.tile if known else None, marks)


def coin_view(game: Conspiracy, position: int, seat: int | None) -> CoinView:
    """A coin on the board; the suit of a number-side coin is shown only to seats that saw it there."""
    lying = game.coins[position]
    known = lying.symbol_up or knows(lying.known, seat)
    suit = SUIT[lying.coin] if known else None
    return CoinView(SPACE_NAMES[position], lying.direction, lying.symbol_up, RANK[lying.coin], suit)


def player_view(game: Conspiracy, seat: int) -> PlayerView:
    """CON-I.2, CON-I.4: a player's public possessions, with marks but not the half of the goal behind them."""
    saved, mark = game.saved[seat], game.marks[seat]
    marked = mark >= 0
    return PlayerView(
        len(game.held[seat]),
        None if saved is None else RANK[saved],
        len(game.gifts[seat]),
        len(hand_of(game, seat)),
        CELL_NAMES[mark] if marked else None,
        game.marked_in[seat] if marked else None,
        game.goals[seat] if seat in game.disclosed else None,
    )


def own_view(game: Conspiracy, seat: int) -> OwnView:
    """CON-I.1: what only the owner sees: tiles held, coins in hand and the goal, which must be noted (``setup``)."""
    given = tuple((gift.coin, to) for to, gifts in enumerate(game.gifts) for gift in gifts if gift.giver == seat)
    return OwnView(
        game.goals[seat],
        game.goal_coins[seat] if choosing_goals(game) else (),
        tuple(game.held[seat]),
        hand_of(game, seat),
        game.saved[seat],
        tuple(coin.coin for coin in game.gifts[seat]),
        given,
    )


def coin_count(game: Conspiracy, seat: int | None) -> CoinCount:
    """CON-I.6: the coins whose place this seat knows, and the visible numbers of the others."""
    placed: list[str] = []
    hidden: list[str] = []
    for lying in game.coins.values():
        (placed if lying.symbol_up or knows(lying.known, seat) else hidden).append(lying.coin)
    for owner, coin in enumerate(game.saved):
        if coin is not None:
            (placed if owner == seat else hidden).append(coin)
    if seat is not None:
        own = own_view(game, seat)
        placed += [*own.goal_coins, *own.hand, *own.received, *(coin for coin, _ in own.given)]
    open_numbers = tuple(sum(RANK[coin] == rank for coin in hidden) for rank in RANKS)
    unseen = tuple(coin for coin in PIECES if coin not in placed)
    return CoinCount(tuple(sorted(placed)), unseen, open_numbers)


def unseen_tiles(tiles: tuple[TileView, ...], own: OwnView | None) -> tuple[str, ...]:
    """CON-I.6: the tiles that this seat sees neither on the board nor in hand."""
    known = {tile.tile for tile in tiles} | set(own.tiles if own else ())
    return tuple(tile for tile in PIECES if tile not in known)
