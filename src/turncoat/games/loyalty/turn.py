"""LOY-9: the course of the game and of a turn, and the effect of each action."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from turncoat.games.loyalty.actions import (
    AskToAttack,
    AskToMove,
    Attack,
    CallToArms,
    CallToFaith,
    Campaign,
    LoyaltyAction,
    Move,
    Pass,
    Proselytize,
    Switch,
)
from turncoat.games.loyalty.asking_for_leave import (
    answer_boxes,
    bargain_boxes,
    bargainer,
    conclude,
    declare,
    hear_answers,
    holders,
    pay_tolls,
    refusing,
    withdrawing,
)
from turncoat.games.loyalty.attack import attack
from turncoat.games.loyalty.campaign import campaign
from turncoat.games.loyalty.choices import action_boxes, passing, the_turn
from turncoat.games.loyalty.colours import free_to_switch, staying, switch, switch_boxes, switch_freely
from turncoat.games.loyalty.end import checkpoint, close_turn
from turncoat.games.loyalty.events import TurnBegan
from turncoat.games.loyalty.leave import aside_boxes, do_aside
from turncoat.games.loyalty.move import move
from turncoat.games.loyalty.recruit import call, proselytize
from turncoat.games.loyalty.setup import prepare
from turncoat.games.loyalty.state import Loyalty, Match, Sections, Turn, TurnAction, active, round_of, the_active
from turncoat.games.loyalty.tax import riots, tax_early, tax_late
from turncoat.kernel import Exit, Tell, decide, each, flow


def carry_out(game: Loyalty, turn_action: TurnAction, tell: Tell) -> Sections | None:
    """LOY-9.1: carry out an action, which uses one of the turn's actions.

    A turn has two actions, alike or different.
    """
    the_turn(game).used += 1
    action = turn_action.action
    assert action is not None
    return EFFECTS[action.__class__](game, active(game), action, tell)


def do_nothing(game: Loyalty, seat: int, action: Pass, tell: Tell) -> None:
    """LOY-9.2: the player skips an action (LOY-R7).

    A declaration that is not allowed costs nothing: it is refused before.
    """


Doing = Callable[[Loyalty, int, LoyaltyAction, Tell], Sections | None]

EFFECTS: dict[type, Doing] = {
    Move: cast("Doing", move),
    AskToMove: cast("Doing", move),
    Attack: cast("Doing", attack),
    AskToAttack: cast("Doing", attack),
    Proselytize: cast("Doing", proselytize),
    CallToArms: cast("Doing", call),
    CallToFaith: cast("Doing", call),
    Campaign: cast("Doing", campaign),
    Switch: cast("Doing", switch),
    Pass: cast("Doing", do_nothing),
}
"""LOY-10: the effect of each action."""


ACTION = flow(
    TurnAction,
    choose=decide(action_boxes, declare, default=passing, asked=the_active).beside(aside_boxes, do_aside),
    answers=decide(answer_boxes, hear_answers, default=refusing, asked=holders, repeated=True),
    counters=decide(bargain_boxes, conclude, default=withdrawing, asked=bargainer),
    tolls=each(pay_tolls),
    happen=carry_out,
    check=checkpoint,
)


def next_turn(game: Loyalty, match: Match, tell: Tell) -> Turn:
    """LOY-3.2: the next player clockwise, even without units (LOY-6.7); the game goes on until one of its ends.

    A player without coins has a turn too. See LOY-R53.
    """
    game.turn += 1
    tell.all(TurnBegan, active(game), game.turn, round_of(game))
    return Turn()


def check_riots(game: Loyalty, turn: Turn, tell: Tell) -> Exit | None:
    """LOY-9.3: the checkpoint after riots.

    Taxes need no checkpoint, because they move neither units nor markers.
    """
    return checkpoint(game, turn, tell) if game.options.riots else None


def next_action(game: Loyalty, turn: Turn, tell: Tell) -> TurnAction | None:
    """LOY-9.1: ask for the next action, if the turn has any left; a failed request uses none (LOY-8.5, LOY-O10)."""
    return TurnAction() if turn.used < game.options.turn_actions else None


MATCH = flow(Match, preparation=prepare, turns=each(next_turn))

TURN = flow(
    Turn,
    tax_early=tax_early,
    colour=decide(switch_boxes, switch_freely, default=staying, asked=free_to_switch),
    actions=each(next_action),
    tax_late=tax_late,
    riots=riots,
    check_riots=check_riots,
    close=close_turn,
)
"""LOY-9.3: the order of a turn; each action has its checkpoint in ``ACTION``, ``close_turn`` counts the final round."""
