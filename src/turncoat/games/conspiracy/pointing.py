"""CON-G.6: what points at what, judged from where things lie at this moment (CON-G.7)."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.games.conspiracy.geometry import DIRECTIONS
from turncoat.games.conspiracy.pieces import RANK, SPIRAL
from turncoat.games.conspiracy.state import LyingCoin

Coins = Mapping[int, LyingCoin]
"""Coins on the board by position."""


def aim_of(position: int, lying: LyingCoin) -> int:
    """CON-G.5: the position that a coin points at."""
    return position + DIRECTIONS[lying.direction]


def numbers_at(coins: Coins) -> dict[int, list[int]]:
    """CON-G.6: for each coin that is pointed at, the numbers of the number-side coins pointing at it."""
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
    """CON-5.b.iii.a: one coin with the very number; CON-5.b.iii.b: or several with a greater sum (spirals: CON-5.b.v).

    The coin to be revealed counts as 1 if it is a spiral, and blanks as 0 (CON-5.b.iv).
    """
    if SPIRAL in pointing:
        return True
    return pointing[0] == number if len(pointing) == 1 else sum(pointing) > number


def revealable(coins: Coins) -> list[int]:
    """CON-5.b.i, CON-5.b.iii: the number-side coins that can be revealed, by position, ascending."""
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


def protection(coins: Coins, target: int, attacker: int) -> int:
    """CON-5.c.iii.b, CON-5.c.iv.b: the number an attacking coin must reach; a spiral is 1, a blank 0.

    That of the target if its number side is up, else the highest of the number-side coins that point at it. The
    attacker is not among them (CON-R27).
    """
    lying = coins[target]
    if not lying.symbol_up:
        return RANK[lying.coin]
    found = 0
    for position, other in coins.items():
        if not other.symbol_up and position != attacker and position + DIRECTIONS[other.direction] == target:
            found = max(found, RANK[other.coin])
    return found
