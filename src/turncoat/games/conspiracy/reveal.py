"""CON-5.b: revealing a coin, with what points at it (CON-G.6) and its chain reaction, and CON-5.d: revealing a tile."""

from __future__ import annotations

from turncoat.games.conspiracy.actions import ConspiracyAction, RevealCoin, RevealTile
from turncoat.games.conspiracy.events.turn import CoinRevealed, TileRevealed
from turncoat.games.conspiracy.geometry import CELL_NAMES, DIRECTIONS, NUMBERS, SPACE_NAMES, cell_of
from turncoat.games.conspiracy.march import bag_coins, coins_on, take_tile
from turncoat.games.conspiracy.options import CHAIN_WHOLE_BOARD
from turncoat.games.conspiracy.pieces import EVERYBODY, OPPOSED, RANK, SPIRAL, SUIT
from turncoat.games.conspiracy.place import give
from turncoat.games.conspiracy.state import Coins, Conspiracy, LyingCoin, LyingTile, Turn
from turncoat.kernel import Tell


def aim_of(position: int, lying: LyingCoin) -> int:
    """CON-G.5: the position that a coin points at (CON-G.7, CON-R16).

    Only the present position matters (CON-G.7); the conditions for placing a coin are checked only when it is placed
    (``place.ground``).
    """
    return position + DIRECTIONS[lying.direction]


def numbers_at(coins: Coins) -> dict[int, list[int]]:
    """CON-G.6: for each coin that is pointed at, the numbers of the number-side coins pointing at it.

    A coin points at a face-up tile if that position lies on one: ``place.ground``.
    """
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
    """CON-5.b.iii.a: one coin with the same number; CON-5.b.iii.b: or several with a greater sum (spirals: CON-5.b.v).

    The coin to be revealed counts as 1 if it is a spiral, and blanks as 0 (CON-5.b.iv). A spiral that points at it is
    any number its player wishes, so it is always enough.

    A single coin that points at it must have the same number; the sum of two or more must be greater.
    """
    if SPIRAL in pointing:
        return True
    return pointing[0] == number if len(pointing) == 1 else sum(pointing) > number


def revealable(coins: Coins) -> list[int]:
    """CON-5.b.i, CON-5.b.iii: the number-side coins that can be revealed, by position, ascending (CON-R25, CON-R44).

    Any coin that lies number side up may be chosen; only number-side coins that point at it help.
    """
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


def reveal_coin(game: Conspiracy, turn: Turn, action: ConspiracyAction, tell: Tell) -> None:
    """CON-5.b, CON-5.b.ii: a coin is given; CON-5.b.vi: the coin turns symbol side up; CON-5.b.vii: others may follow.

    See CON-D3b.
    """
    assert isinstance(action, RevealCoin)
    turn.points -= game.options.reveal_coin_cost  # CON-5.b.i: 1
    give(game, turn, action.gift, action.to, tell)
    position = NUMBERS[action.space]
    turn_symbol_up(game, position, "CON-5.b.vi", tell)
    chain_reaction(game, position, tell)


def turn_symbol_up(game: Conspiracy, position: int, rule: str, tell: Tell) -> None:
    """CON-5.b.vi: the coin is turned in its place; now everybody has seen both of its sides.

    A coin never changes its direction while it is on the board (CON-V.7).
    """
    lying = game.coins[position]
    game.coins[position] = LyingCoin(lying.coin, lying.direction, True, EVERYBODY)
    if tell.listening:
        chain = rule == "CON-5.b.vii"
        tell.all(CoinRevealed, SPACE_NAMES[position], RANK[lying.coin], SUIT[lying.coin], chain, rule=rule)
        tell.still()


def chain_reaction(game: Conspiracy, revealed: int, tell: Tell) -> None:
    """CON-5.b.vii: every number-side coin at which two symbol-side coins point is revealed too, and so on.

    These reveals are free and compulsory. The order of the single reveals does not change the result (CON-V.8).
    """
    fresh = {revealed}
    while following := [target for target in chained(game.coins) if in_scope(game, target, fresh)]:
        for target in following:  # CON-V.8
            turn_symbol_up(game, target, "CON-5.b.vii", tell)
        fresh = set(following)


def in_scope(game: Conspiracy, target: int, fresh: set[int]) -> bool:
    """CON-R11: the whole board counts, unless CON-OP.7 asks for a newly revealed coin pointing at the target."""
    if game.options.chain == CHAIN_WHOLE_BOARD:
        return True
    return any(aim_of(position, game.coins[position]) == target for position in fresh)


SYMBOLS_NEEDED = 2
"""CON-5.d.iii: how many symbol-side coins must lie on the tile."""


def worth(coin: str, suit: str) -> int:
    """CON-5.d.iv.a: the support that a symbol-side coin gives a tile of this suit.

    It is the coin's number if the suits are the same, minus that number if they are opposed, 1 if they are neutral.

    A blank is 0, a spiral 1 (``RANK``). Coins that lie number side up give no support (``symbols_on``).
    """
    own = SUIT[coin]
    return RANK[coin] if own == suit else -RANK[coin] if OPPOSED[own] == suit else 1


def support(coins: list[str], suit: str) -> int:
    """CON-5.d.iv.a: the sum over the symbol-side coins."""
    return sum([worth(coin, suit) for coin in coins])


def symbols_on(game: Conspiracy, cell: int) -> list[str]:
    """CON-5.d.iii: the coins of a cell that lie symbol side up."""
    return [game.coins[position].coin for position in coins_on(game, cell) if game.coins[position].symbol_up]


def ready_tiles(coins: Coins) -> list[int]:
    """CON-5.d.iii: the cells with two symbol-side coins or more, ascending; their tiles lie face down (CON-V.4)."""
    number: dict[int, int] = {}
    for position, lying in coins.items():
        if lying.symbol_up:
            cell = cell_of(position)
            number[cell] = number.get(cell, 0) + 1
    return sorted(cell for cell, symbols in number.items() if symbols >= SYMBOLS_NEEDED)


def reveal_tile(game: Conspiracy, turn: Turn, action: ConspiracyAction, tell: Tell) -> None:
    """CON-5.d, CON-5.d.ii: a coin is given; CON-5.d.iv: the tile turns up and stays if supported.

    It stays face up if the sum is at least its value, a blank being worth 0 and a symbol 1 (CON-5.d.iv.b);
    otherwise it is given to the player (CON-5.d.iv.c). In both cases all coins that were on it
    go to the bag (CON-5.d.iv.d): no face-up tile carries coins (CON-V.3). Nothing else moves:
    coins may now point at nothing, and tiles may be cut off (CON-5.d.iv.e).

    See CON-D3d, CON-R33.
    """
    assert isinstance(action, RevealTile)
    turn.points -= game.options.reveal_tile_cost  # CON-5.d.i: 2; ``ready_tiles`` lie face down
    give(game, turn, action.gift, action.to, tell)
    cell = NUMBERS[action.cell]
    tile = game.tiles[cell].tile
    total = support(symbols_on(game, cell), SUIT[tile])
    stays = total >= RANK[tile]
    game.tiles[cell] = LyingTile(tile, True, EVERYBODY)
    if tell.listening:
        rule = "CON-5.d.iv.b" if stays else "CON-5.d.iv.c"
        tell.all(TileRevealed, turn.seat, CELL_NAMES[cell], tile, total, stays, rule=rule)
        tell.still()
    bag_coins(game, coins_on(game, cell), "CON-5.d.iv.d", tell)
    if not stays:
        take_tile(game, cell, turn.seat, "CON-5.d.iv.c", tell)
