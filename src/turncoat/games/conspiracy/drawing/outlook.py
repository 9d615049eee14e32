"""What an answer would lead to: the target of a coin, the result of an attack, the chances of a roll."""

from __future__ import annotations

from turncoat.games.conspiracy.actions import (
    AdvanceColumn,
    AttackCoin,
    ConspiracyAction,
    Place,
    RevealCoin,
    RevealTile,
    Spending,
)
from turncoat.games.conspiracy.drawing.position import pointing, tips
from turncoat.games.conspiracy.geometry import DIRECTIONS, NUMBERS, SPACE_NAMES
from turncoat.games.conspiracy.pieces import RANK, SPIRALS
from turncoat.games.conspiracy.text import coin_name
from turncoat.games.conspiracy.view import CoinView, ConspiracyView
from turncoat.kernel import Names, amount


def outlook(view: ConspiracyView, action: ConspiracyAction, names: Names) -> tuple[str, ...]:
    """CON-5: what an action would lead to, in sentences, from what the player sees; empty for other answers."""
    if not isinstance(action, Spending):
        return ()
    lines: list[str] = []
    match action:
        case Place():
            lines = [aimed(view, action, names)]
        case AttackCoin():
            lines = [aimed(view, action, names), judged(view, action)]
        case RevealCoin():
            lines = [tips(view, names).get(action.space, "")]
        case RevealTile():
            lines = [tips(view, names).get(action.cell, "")]
        case AdvanceColumn():
            lines = [tips(view, names).get(action.column, "")]
    if isinstance(action, AttackCoin | RevealCoin | RevealTile):
        lines.append(f"{names.label('seat', action.to)} gets {coin_name(action.gift)}.")
    left = view.points - getattr(view.options, action.cost)
    return (*filter(None, lines), f"You have {amount(left, 'action point')} left then.")


def aimed(view: ConspiracyView, action: Place | AttackCoin, names: Names) -> str:
    """CON-G.5: the target at which the coin would point."""
    coin = CoinView(action.space, action.direction, False, RANK[action.coin], None)
    return f"It points {pointing(view, coin, names)}."


def judged(view: ConspiracyView, action: AttackCoin) -> str:
    """CON-5.c.iii.b, CON-5.c.iv.b: whether the attack succeeds, and what happens to the coin that it hits.

    An unexpected effect of the coin may remove the attacking coin or the target first (CON-R18).
    """
    space = SPACE_NAMES[NUMBERS[action.space] + DIRECTIONS[action.direction]]
    target = next((one for one in view.coin_outlooks if one.space == space), None)
    if target is None:
        return ""
    needs = f"An attack on it needs {target.attack_needs or 'any coin'}"
    if action.coin in SPIRALS:
        return f"{needs}{' or more' if target.attack_needs else ''}; a spiral is as high as you wish."
    if RANK[action.coin] < target.attack_needs:
        return f"{needs} or more: yours fails."
    return (
        f"{needs}{' or more' if target.attack_needs else ''}: yours succeeds, and the coin is {target.attack_yields}."
    )
