"""CON-5.c: attacking a coin, and what protects it."""

from __future__ import annotations

from turncoat.games.conspiracy.actions import AttackCoin, ConspiracyAction, Remove, TurnBack
from turncoat.games.conspiracy.choices import HIT, others
from turncoat.games.conspiracy.events.turn import AttackJudged, AttackVoid, CoinTurnedBack
from turncoat.games.conspiracy.geometry import DIRECTIONS, NUMBERS, SPACE_NAMES
from turncoat.games.conspiracy.march import bag_coins
from turncoat.games.conspiracy.pieces import RANK, SPIRALS
from turncoat.games.conspiracy.place import give, put_down
from turncoat.games.conspiracy.state import Coins, Conspiracy, Hit, LyingCoin, Turn
from turncoat.kernel import Boxes, OneOf, Pending, Tell, always, box

TURN_BACK = TurnBack()


def protection(coins: Coins, target: int, attacker: int) -> int:
    """CON-5.c.iii.b, CON-5.c.iv.b: the number an attacking coin must reach; a spiral is 1, a blank 0.

    It is the target's own number if its number side is up, else the highest of the number-side coins that point at it.
    The attacking coin itself does not count (CON-R27).
    """
    lying = coins[target]
    if not lying.symbol_up:
        return RANK[lying.coin]
    found = 0
    for position, other in coins.items():
        if not other.symbol_up and position != attacker and position + DIRECTIONS[other.direction] == target:
            found = max(found, RANK[other.coin])
    return found


def attack_coin(game: Conspiracy, turn: Turn, action: ConspiracyAction, tell: Tell) -> Hit | None:
    """CON-5.c, CON-5.c.ii: give a coin, lay a tile if wished, place, unexpected effect, compare, result (CON-D3c).

    The target may be any coin, no matter who put it there (``place.ground``: ``against``). The coin is placed exactly
    as in Place Coin and must point at the target (CON-5.c.iii.a). The player needs two coins (``turn.turn_actions``).

    If the effect has removed the attacking coin or the target, the attack ends without a comparison (CON-R18, CON-R26).
    """
    assert isinstance(action, AttackCoin)
    turn.points -= game.options.attack_coin_cost  # CON-5.c.i: 1
    give(game, turn, action.gift, action.to, tell)
    target = NUMBERS[action.space] + DIRECTIONS[action.direction]
    position = put_down(game, turn, action, tell)  # CON-5.c.iii.a, CON-5.c.iv.a: in the same way
    tell.still()
    if position not in game.coins or target not in game.coins:
        if tell.listening:
            tell.all(AttackVoid, turn.seat, action.space, SPACE_NAMES[target])
        return None
    if not succeeds(game, turn.seat, action, position, target, tell):
        return None
    return strike(game, turn, target, tell)


def succeeds(game: Conspiracy, seat: int, action: AttackCoin, position: int, target: int, tell: Tell) -> bool:
    """CON-5.c.iii.b, CON-5.c.iv.b: the attacking number must reach what protects the target.

    A spiral is as high as its player wishes (CON-R23); an attack that must fail costs just as much (CON-R17).
    """
    against = protection(game.coins, target, position)
    wild = action.coin in SPIRALS
    success = action.aim == HIT if wild else RANK[action.coin] >= against
    if tell.listening:
        rule = "CON-5.c.iv.b" if game.coins[target].symbol_up else "CON-5.c.iii.b"
        strength = None if wild else RANK[action.coin]
        tell.all(AttackJudged, seat, action.space, SPACE_NAMES[target], strength, against, success, rule=rule)
        tell.still()
    return success


def strike(game: Conspiracy, turn: Turn, target: int, tell: Tell) -> Hit | None:
    """CON-5.c.iii, CON-5.c.iv: a number-side target goes to the bag; a symbol-side target is turned back or removed."""
    if not game.coins[target].symbol_up:
        bag_coins(game, [target], "CON-5.c.iii.b", tell)
        return None
    if turn.hand:
        return Hit(seat=turn.seat, target=target)
    turn_back(game, target, tell)
    return None


def turn_back(game: Conspiracy, target: int, tell: Tell) -> None:
    """CON-5.c.iv.b: the coin is turned to its number side and points the same way; all still know its suit."""
    lying = game.coins[target]
    game.coins[target] = LyingCoin(lying.coin, lying.direction, False, lying.known)
    if tell.listening:
        tell.all(CoinTurnedBack, SPACE_NAMES[target], RANK[lying.coin])


def attackers_turn(game: Conspiracy) -> Turn:
    """The turn in which the attack takes place (CON-5.c)."""
    return next(section for section in game.stack if isinstance(section, Turn))


def attacker(game: Conspiracy, hit: Hit) -> list[int]:
    """CON-5.c.iv.c: the attacker decides."""
    return [hit.seat]


def hit_boxes(game: Conspiracy, hit: Hit, seat: int) -> Boxes[ConspiracyAction]:
    """CON-5.c.iv.c: turn it back, or give a second coin, to the same or another player, and remove it (CON-R22)."""
    hand = tuple(attackers_turn(game).hand)
    to = others(len(game.requests), seat)
    return Boxes(
        box(TurnBack),
        box(Remove, gift=OneOf(hand, "coin"), to=OneOf(to, "seat")),
    )


merely_turn_back = always(TURN_BACK)
"""CON-D3c2: without an answer no second coin is given."""


def finish(game: Conspiracy, hit: Hit, pending: Pending[ConspiracyAction], tell: Tell) -> None:
    """CON-5.c.iv.c: for a second coin the target goes to the bag instead of being turned."""
    answer = pending.answers[hit.seat]
    if isinstance(answer, Remove):
        give(game, attackers_turn(game), answer.gift, answer.to, tell)
        bag_coins(game, [hit.target], "CON-5.c.iv.c", tell)
    else:
        turn_back(game, hit.target, tell)
