"""CON-1 to CON-10: one player's turn, and CON-Q: the course of a round and of the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from turncoat.games.conspiracy import choices
from turncoat.games.conspiracy.actions import (
    SPENDING,
    AdvanceColumn,
    AttackCoin,
    Chosen,
    ConspiracyAction,
    Place,
    RevealCoin,
    RevealTile,
    Stop,
)
from turncoat.games.conspiracy.attack import attack_coin, attacker, finish, hit_boxes, merely_turn_back
from turncoat.games.conspiracy.draw_and_save import (
    discard,
    fill_hand,
    save,
    save_boxes,
    save_none,
    take_back,
    take_gifts,
    with_coins,
)
from turncoat.games.conspiracy.events.turn import ActionChosen, Stopped, as_shown
from turncoat.games.conspiracy.goals import (
    claim,
    claim_boxes,
    claimant,
    decline,
    end_by_limit,
    mark,
    mark_boxes,
    mark_none,
    marker,
)
from turncoat.games.conspiracy.march import check_columns, try_column
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.order import determine_order, fill_gap, free_players, gap_boxes, next_turn, silence
from turncoat.games.conspiracy.place import lie_of_the_land, place_coin
from turncoat.games.conspiracy.reveal import ready_tiles, reveal_coin, reveal_tile, revealable
from turncoat.games.conspiracy.setup import first_coin, goal_boxes, note_goals, show_own
from turncoat.games.conspiracy.state import Conspiracy, Hit, Match, Round, Turn
from turncoat.kernel import (
    Action,
    Boxes,
    Closed,
    Exit,
    LazyBoxes,
    Pending,
    Tell,
    always,
    amount,
    decide,
    each,
    flow,
    never,
)

Effect = Callable[[Conspiracy, Turn, ConspiracyAction, Tell], Hit | None]


def next_round(game: Conspiracy, match: Match, tell: Tell) -> Round | Exit:
    """CON-Q.1: begin another round as long as nobody has won; CON-OP.9: or until the agreed limit.

    The game is a series of rounds: the order is determined, the columns are checked, everybody takes a turn.
    """
    if game.options.rounds and game.round >= game.options.rounds:
        return end_by_limit(game, tell)
    return Round()


def stop(game: Conspiracy, turn: Turn, action: ConspiracyAction, tell: Tell) -> None:
    """CON-5: points may be left unspent (CON-R39)."""
    tell.all(Stopped, turn.seat, turn.points)
    turn.points = 0


EFFECTS: dict[type[ConspiracyAction], Effect] = {
    Place: place_coin,
    RevealCoin: reveal_coin,
    AttackCoin: attack_coin,
    RevealTile: reveal_tile,
    AdvanceColumn: try_column,
    Stop: stop,
}


def costs(options: Options) -> dict[type[Chosen], int]:
    """CON-OP.8: action points by action, in the order of the rules."""
    return {action: int(getattr(options, action.cost)) for action in SPENDING}


def may_act(game: Conspiracy, turn: Turn) -> bool:
    """CON-5: whether points and coins are enough for any action; both are public."""
    points, options = turn.points, game.options
    if not points or not turn.hand:
        return points >= options.advance_column_cost
    return points >= options.place_coin_cost or points >= min(costs(options).values())


def actor(game: Conspiracy, turn: Turn) -> list[int]:
    """CON-D3: asks the active player as long as the player can pay for some action."""
    return [turn.seat] if may_act(game, turn) else []


def spent(game: Conspiracy, turn: Turn) -> bool:
    """CON-5: the actions are over."""
    return not may_act(game, turn)


stop_now = always(choices.STOP)
"""CON-D3: without an answer the actions are over."""


def act(game: Conspiracy, turn: Turn, pending: Pending[ConspiracyAction], tell: Tell) -> Hit | None:
    """CON-5: the action is carried out at once."""
    action = pending.answers[turn.seat]
    if tell.listening and not isinstance(action, Stop):
        tell.all(ActionChosen, turn.seat, cast("Chosen", as_shown(action)), rule=action.usual_rule)
    return EFFECTS[action.__class__](game, turn, action, tell)


def action_boxes(game: Conspiracy, turn: Turn, seat: int) -> Boxes[ConspiracyAction]:
    """CON-5: any action, in any order, as often as points (2, ``options.action_points``) and coins suffice, or stop."""
    options, points, hand = game.options, turn.points, tuple(turn.hand)
    groups: list[choices.ActionGroup] = [choices.STOP_GROUP]
    if points >= options.advance_column_cost:
        groups.append(choices.advance_group(options.columns))
    if hand:
        groups.append(turn_actions(game, seat, hand, points))
    return LazyBoxes(groups, partial(why_not, options, points, len(hand)))


def turn_actions(game: Conspiracy, seat: int, hand: tuple[str, ...], points: int) -> choices.TurnActions:
    """The actions that use a coin in hand: CON-5.a, CON-5.b, CON-5.c (needs 2 coins), CON-5.d."""
    options = game.options
    to = choices.others(len(game.requests), seat)
    found = choices.TurnActions(hand, tuple(game.held[seat]), to, lie_of_the_land(game))
    if points >= options.place_coin_cost:
        found.place()
    if points >= options.attack_coin_cost and len(hand) > 1:
        found.attack()
    if points >= options.reveal_coin_cost:
        found.reveal_coins(revealable(game.coins))
    if points >= options.reveal_tile_cost:
        found.reveal_tiles(ready_tiles(game.coins))
    return found.closed()


def why_not(options: Options, points: int, coins: int, opened: tuple[type[Action], ...]) -> tuple[Closed, ...]:
    """CON-5: which actions cannot be done now, and why. Points and number of coins are public."""
    found = []
    for action, cost in costs(options).items():
        if action in opened:
            continue
        why = action.closed
        if points < cost:
            why = f"{action.title} costs {amount(cost, 'action point')}; you have {points}"
        elif coins < action.coins:
            why = f"{action.title} needs {amount(action.coins, 'coin')} in hand; you have {coins}"
        found.append(Closed(action, action.usual_rule, why))
    return tuple(found)


MATCH = flow(
    Match,
    drawing=show_own,
    goals=decide(goal_boxes, note_goals, default=first_coin),
    rounds=each(next_round),
)

ROUND = flow(
    Round,
    order=determine_order,
    columns=check_columns,
    gap=decide(gap_boxes, fill_gap, default=silence, asked=free_players, until=never, repeated=True),
    turns=each(next_turn),
)

TURN = flow(
    Turn,
    take_back=take_back,
    draw=fill_hand,
    gifts=take_gifts,
    actions=decide(action_boxes, act, default=stop_now, asked=actor, until=spent),
    save=decide(save_boxes, save, default=save_none, asked=with_coins),
    discard=discard,
    mark=decide(mark_boxes, mark, default=mark_none, asked=marker),
    claim=decide(claim_boxes, claim, default=decline, asked=claimant),
)

HIT = flow(Hit, finish=decide(hit_boxes, finish, default=merely_turn_back, asked=attacker))
