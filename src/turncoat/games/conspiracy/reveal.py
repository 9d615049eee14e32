"""CON-5.b: revealing a coin, and the chain reaction that may follow."""

from __future__ import annotations

from turncoat.games.conspiracy.answers import ConspiracyAction, RevealCoin
from turncoat.games.conspiracy.events_turn import CoinRevealed
from turncoat.games.conspiracy.geometry import NUMBERS, SPACE_NAMES
from turncoat.games.conspiracy.options import CHAIN_WHOLE_BOARD
from turncoat.games.conspiracy.pieces import EVERYBODY, RANK, SUIT
from turncoat.games.conspiracy.place import give
from turncoat.games.conspiracy.pointing import aim_of, chained
from turncoat.games.conspiracy.state import Conspiracy, LyingCoin, Turn
from turncoat.kernel import Tell


def reveal_coin(game: Conspiracy, turn: Turn, action: ConspiracyAction, tell: Tell) -> None:
    """CON-5.b.ii: a coin is given away; CON-5.b.vi: the coin turns symbol side up; CON-5.b.vii: others may follow."""
    assert isinstance(action, RevealCoin)
    turn.points -= game.options.reveal_coin_cost
    give(game, turn, action.gift, action.to, tell)
    position = NUMBERS[action.space]
    turn_symbol_up(game, position, "CON-5.b.vi", tell)
    chain_reaction(game, position, tell)


def turn_symbol_up(game: Conspiracy, position: int, rule: str, tell: Tell) -> None:
    """CON-5.b.vi: turned in place, it keeps its direction (CON-V.7); now everybody has seen both its sides."""
    lying = game.coins[position]
    game.coins[position] = LyingCoin(lying.coin, lying.direction, True, EVERYBODY)
    if tell.listening:
        chain = rule == "CON-5.b.vii"
        tell.all(CoinRevealed, SPACE_NAMES[position], RANK[lying.coin], SUIT[lying.coin], chain, rule=rule)
        tell.still()


def chain_reaction(game: Conspiracy, revealed: int, tell: Tell) -> None:
    """CON-5.b.vii: every number-side coin at which two symbol-side coins point is revealed too, and so on."""
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
