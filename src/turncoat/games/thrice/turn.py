"""THR-8.4 and THR-14: the turn of a combatant: tricks, moves, an engagement, an attack."""

from __future__ import annotations

from turncoat.games.thrice import clues
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.actions import (
    DONE,
    Advance,
    Attack,
    Disengage,
    Done,
    Engage,
    Gather,
    Give,
    Swipe,
    ThriceAction,
)
from turncoat.games.thrice.choices import (
    NO_REASONS,
    AnyPart,
    Part,
    attack_parts,
    engage_part,
    gather_part,
    part,
    reachable,
    taunting,
    together,
    too_dear,
    trick_parts,
)
from turncoat.games.thrice.end import decided, finish
from turncoat.games.thrice.skills import DISENGAGE, FLANK, INTERCEPT, SWIPE
from turncoat.games.thrice.state import Round, Strike, Thrice, Turn, is_locked, kind_of, master, seat_of
from turncoat.games.thrice.taking_back import remember, undo, undo_boxes
from turncoat.games.thrice.tricks import TRICK_ACTIONS, carry_out, coins_on, holders, pay, trick_of, use_coin
from turncoat.games.thrice.zones import advance, can_advance, disengage, engage, engageable, gather, gatherable
from turncoat.kernel import Boxes, Outcome, Pending, Tell, box, decide, flow, within

DONE_PART = part(box(Done))
DISENGAGE_PART = part(box(Disengage))
ADVANCE_PART = part(box(Advance))


def whose(game: Thrice, turn: Turn) -> tuple[int, ...]:
    """THR-8.4: asks the player who decides in this turn, as long as something is left to do (THR-7.5).

    On the board the opponents stand between the two fields of characters; the program moves all tokens (THR-7.5).
    """
    who = turn.who
    if turn.over or not game.active >> who & 1 or (turn.attacked and not move_parts(game, turn)):
        return ()
    return (seat_of(game, who),)


def is_over(game: Thrice, turn: Turn) -> bool:
    """THR-8.4: whether the turn is over (THR-R14)."""
    return turn.over


def begin(round_: Round, who: int, tell: Tell, aim: int = -1) -> Turn:
    """THR-8.1: begin a turn; each combatant has one in a round."""
    round_.acted |= 1 << who
    tell.all(happened.TurnBegan, who)
    return Turn(who=who, aim=aim)


def follow(game: Thrice, turn: Turn, tell: Tell) -> Strike | None:
    """THR-8.6: let an opponent who acts by a command to several attack from where it stands, and do nothing else."""
    if turn.aim < 0:
        return None
    turn.over = True
    return strike(game, turn, (turn.aim,), tell)


# --- what can be done -------------------------------------------------------------------------


def turn_boxes(game: Thrice, turn: Turn, seat: int) -> Boxes[ThriceAction]:
    """THR-8.4: tricks any time before the attack roll; Disengage; one attack and, before or after it, one engagement.

    Every part can be left out: ``Done`` ends the turn.
    An opponent's turn is like a character's: Disengage first, engage once, attack once (THR-14.1).
    """
    who = turn.who
    parts: list[AnyPart] = [DONE_PART]
    shut = NO_REASONS
    if turn.attacked:
        return together((DONE_PART, *move_parts(game, turn)))
    if who >= game.players:
        parts += opponent_tricks(game, turn)
    elif game.advantage[who] >= game.options.trick_cost:
        parts += trick_parts(game, who, turn.activated, game.tricks)
    else:
        shut = too_dear(game.options.trick_cost, game.options.profile)
    if not turn.begun and DISENGAGE in game.coins and holders(game, DISENGAGE) >> who & 1:
        parts.append(DISENGAGE_PART)
    parts += move_parts(game, turn)
    parts += attack_parts(game, who)
    return together(tuple(parts), shut)


def move_parts(game: Thrice, turn: Turn) -> list[Part]:
    """Actions possible once in a turn: engaging (THR-9.2), or its alternatives (THR-9.7, THR-R24)."""
    if turn.engaged or not game.zones:
        return []
    who, parts = turn.who, []
    if whom := engageable(game, who):
        parts.append(engage_part(whom))
    if can_advance(game, who):
        parts.append(ADVANCE_PART)
    if near := gatherable(game, who):
        parts.append(gather_part(near))
    return parts


def opponent_tricks(game: Thrice, turn: Turn) -> list[AnyPart]:
    """THR-14.2, THR-14.4: bought tricks free, or any trick for the whole turn; all before anything else (THR-R38).

    An opponent that has moved by a coin of Disengage has no whole turn left (THR-14.1). Bought tricks are free, each
    once, at the beginning of each turn. All are for the opponent itself or for another opponent.
    """
    if turn.begun:
        return []
    known = kind_of(game, turn.who).tricks if turn.stepped_back else game.tricks
    return trick_parts(game, turn.who, turn.activated, known)


# --- what is done -----------------------------------------------------------------------------


def act(game: Thrice, turn: Turn, pending: Pending[ThriceAction], tell: Tell) -> Outcome[ThriceAction]:
    """THR-8.4: carry out one action of the turn."""
    action, who = pending.answers[seat_of(game, turn.who)], turn.who
    remember(game, who, action)
    if isinstance(action, Attack):
        return strike(game, turn, (action.target,), tell)
    if isinstance(action, Done):
        turn.over = True
    elif isinstance(action, TRICK_ACTIONS):
        activate(game, turn, action, tell)
    elif isinstance(action, Swipe):
        use_coin(game, SWIPE, who)
        return strike(game, turn, (action.target, *action.others), tell)
    else:
        move(game, turn, action, tell)
    return finish(game, tell) if decided(game) else None


def strike(game: Thrice, turn: Turn, targets: tuple[int, ...], tell: Tell) -> Strike:
    """THR-10.3: declare the attack; targets who must be attacked are among them (THR-13.4)."""
    who = turn.who
    turn.attacked = turn.begun = True
    if who >= game.players:
        within(game, Round).again = targets[0]
    tell.all(happened.Declared, who, targets, False)
    attack = Strike(attacker=who, targets=list(targets))
    if taunt := taunting(game, who, reachable(game, who)):
        attack.rewards = [target for target in targets if taunt >> target & 1]
        for reward in attack.rewards:
            use_coin(game, INTERCEPT, reward)
    return attack


def activate(game: Thrice, turn: Turn, action: ThriceAction, tell: Tell) -> None:
    """THR-11.1: let a character pay 3 advantage (``options.trick_cost``), in his own turn before the attack roll.

    THR-14.2, THR-14.4: an opponent has bought the trick, or spends the whole turn.
    """
    who, trick = turn.who, trick_of(action)
    turn.activated += (trick,)
    price, whole = game.options.trick_cost, False
    if who < game.players:
        pay(game, who)
    else:
        price, whole = 0, trick not in kind_of(game, who).tricks
    to = getattr(action, "to", who)
    rule = "THR-14.2" if whole else "THR-11.1" if price else "THR-14.4"
    tell.all(happened.Activated, who, trick, to, price, whole, rule=rule)
    carry_out(game, who, action, tell)
    if who >= game.players:
        clues.saw_trick(game, who, trick, whole_turn=whole)
    if whole:
        turn.over = True
        if isinstance(action, Give) and trick == DISENGAGE and action.to == who:
            step_back(game, who, tell)


def step_back(game: Thrice, who: int, tell: Tell) -> None:
    """THR-12.4, THR-14.3: use a coin of Disengage for one move (THR-R32).

    A Disengage that an opponent activates for itself with its whole turn is carried out at once. Several coins allow
    several moves.
    """
    use_coin(game, DISENGAGE, who)
    disengage(game, who, tell)


def move(game: Thrice, turn: Turn, action: ThriceAction, tell: Tell) -> None:
    """THR-9: disengage first; engaging, advancing and gathering count as the engagement of the turn."""
    who = turn.who
    if isinstance(action, Disengage):
        turn.stepped_back = True
        step_back(game, who, tell)
        return
    turn.begun = turn.engaged = True
    if isinstance(action, Engage):
        engage(game, who, action.target, tell)
    elif isinstance(action, Gather):
        use_coin(game, INTERCEPT, who)
        gather(game, who, action.targets, tell)
    else:
        advance(game, who, tell)


def end_turn(game: Thrice, turn: Turn, tell: Tell) -> None:
    """THR-13.3: a character with a coin of Flank acts before the opponents from the next round on (THR-R28).

    A character who acts before them already keeps the coin. Opponents push one character back (``tricks.carry_out``),
    who acts after them from the next round on: a round goes by who stood in front at its start (``round.next_round``).
    """
    who = turn.who
    behind = not game.before >> who & 1
    if behind and FLANK in game.coins and coins_on(game, FLANK, who) and not is_locked(game, who, FLANK):
        use_coin(game, FLANK, who)
        game.before |= 1 << who
        tell.all(happened.FieldChanged, who, True)
    tell.all(happened.TurnEnded, who)


# --- nobody answers ---------------------------------------------------------------------------


def usual_turn(game: Thrice, turn: Turn, seat: int) -> ThriceAction:
    """THR-D6: a missing player does nothing; THR-D9: the default of an opponent.

    It attacks once: the active character with the lowest condition within reach; if several, the lowest seat.
    """
    if seat != master(game) or turn.attacked:
        return DONE
    reach = reachable(game, turn.who)
    within_reach = [who for who in range(game.players) if reach >> who & 1]
    if not within_reach:
        return DONE
    return Attack(min(within_reach, key=lambda who: (game.condition[who], who)))


TURN = flow(
    Turn,
    led=follow,
    act=decide(turn_boxes, act, default=usual_turn, asked=whose, until=is_over).beside(undo_boxes, undo),
    end=end_turn,
)
