"""CON-5.a: placing a coin, with a new tile under it if wished. CON-5.g: giving a coin away."""

from __future__ import annotations

from turncoat.games.conspiracy.answers import AttackCoin, ConspiracyAction, Place
from turncoat.games.conspiracy.events_turn import CoinGiven, CoinPlaced, GiftSeen, OwnCoinPlaced, OwnTileLaid, TileLaid
from turncoat.games.conspiracy.geometry import CELL_NAMES, NUMBERS, cell_of
from turncoat.games.conspiracy.pieces import RANK, SPIRALS
from turncoat.games.conspiracy.state import Conspiracy, GivenCoin, LyingCoin, LyingTile, Turn
from turncoat.games.conspiracy.unexpected import unexpected_effect
from turncoat.kernel import Tell


def place_coin(game: Conspiracy, turn: Turn, action: ConspiracyAction, tell: Tell) -> None:
    """CON-5.a.i: costs its action points; then the coin is placed."""
    assert isinstance(action, Place)
    turn.points -= game.options.place_coin_cost
    put_down(game, turn, action, tell)


def put_down(game: Conspiracy, turn: Turn, action: Place | AttackCoin, tell: Tell) -> int:
    """CON-5.a.ii: a coin from the hand lies number side up; CON-5.a.iii: on a new tile, if one is laid first.

    A spiral has its unexpected effect at once (CON-5.a.iv). Returns the position.
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
    """CON-5.a.iii.a: a tile held is laid face down; nobody else sees its face, or knows what is left (CON-R19)."""
    game.held[seat].remove(tile)
    game.seen[seat] = ()
    game.tiles[cell] = LyingTile(tile, False, 1 << seat)
    if tell.listening:
        tell.all(TileLaid, seat, CELL_NAMES[cell])
        tell.only((seat,), OwnTileLaid, seat, CELL_NAMES[cell], tile)


def give(game: Conspiracy, turn: Turn, coin: str, to: int, tell: Tell) -> None:
    """CON-5.g: a coin goes to another player, before the action takes effect (CON-R08); it waits there (CON-R21)."""
    turn.hand.remove(coin)
    forget(turn, None)
    game.gifts[to].append(GivenCoin(coin, turn.seat))
    if tell.listening:
        tell.all(CoinGiven, turn.seat, to)
        tell.only((turn.seat, to), GiftSeen, turn.seat, to, coin)


def forget(turn: Turn, number: int | None) -> None:
    """CON-R19: a coin of this number (None: nobody saw it) has left the hand; it may be one that others knew there."""
    if turn.seen:
        turn.seen = tuple([one for one in turn.seen if number is not None and RANK[one.coin] != number])
