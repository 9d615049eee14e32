"""THR-11 to THR-13: activating tricks, for oneself and for friends, and the coins on combatants.

What a coin does when it is used stands where that happens: Bleed (THR-12.1) in ``dice.bleeding_worth`` and
``round.bleed``, Counter (THR-12.2) in ``attack.can_counter``, Direct (THR-12.3) in ``dice.weapon_bonus``, Disengage
(THR-12.4) in ``turn.step_back``, Swipe (THR-12.7, THR-13.7) in ``choices.swipe_part``, Flank (THR-13.3) in
``turn.end_turn``, Intercept (THR-12.5) in ``attack.protect``; the sheet's Intercept (THR-13.4) in
``attack.take_reward`` for a character, in ``choices.taunting`` and ``turn.strike`` for an opponent.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_

from turncoat.games.thrice import clues
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.actions import Enforce, Give, Lock, Neutralize, PushBack, ThriceAction
from turncoat.games.thrice.skills import (
    ARMOUR,
    ENFORCE,
    ENFORCED,
    FLANK,
    INITIATIVE,
    LOCK,
    LOCK_ON,
    MOST_CONDITION,
    NEUTRALIZE,
    ON_SKILL,
    STRENGTHEN,
    UNARMOURED,
    tier,
)
from turncoat.games.thrice.state import Band, Thrice, kind_of, put, wealth_of
from turncoat.kernel import Tell

FULL = 5
"""THR-13.2: a skill that reaches this value becomes a token."""

COIN_RULES = {
    "bleed": "THR-12.1",
    "counter": "THR-12.2",
    "direct": "THR-12.3",
    "disengage": "THR-12.4",
    "intercept": "THR-12.5",
    "strengthen": "THR-12.6",
    "swipe": "THR-12.7",
    "enforce": "THR-13.2",
    "flank": "THR-13.3",
    "lock": "THR-13.5",
    "neutralize": "THR-13.6",
}
"""The rule of each trick; the top of this file lists the functions that carry them out."""

# --- coins ------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def all_of(given: tuple[Band, ...]) -> Band:
    """The combatants who have a coin of any of these givers."""
    return reduce(or_, given, 0)


def holders(game: Thrice, trick: str) -> Band:
    """THR-11.4: the combatants with an unused coin of a trick that is not locked.

    A coin stays until it is used (``use_coin``) or the combat ends (``end.recover``). A receiver with an unused coin
    gets no second one from the same giver: ``choices.trick_parts`` does not offer it.
    """
    found = all_of(game.coins[trick])
    return found & ~game.locks[trick] if game.locks else found


def coins_on(game: Thrice, trick: str, who: int) -> list[int]:
    """THR-11.5: the givers of the unused coins of a trick on a combatant.

    Several coins of a trick add up.
    """
    return [giver for giver, held in enumerate(game.coins[trick]) if held >> who & 1]


def use_coin(game: Thrice, trick: str, who: int) -> None:
    """Use up one coin, that of the first giver."""
    given = game.coins[trick]
    giver = coins_on(game, trick, who)[0]
    game.coins[trick] = put(given, giver, given[giver] & ~(1 << who))


def use_all(game: Thrice, trick: str, who: int) -> list[int]:
    """THR-12.8: use up all coins of a trick on a combatant; returns their givers."""
    givers = coins_on(game, trick, who)
    if givers:
        game.coins[trick] = tuple([held & ~(1 << who) for held in game.coins[trick]])
    return givers


def bought_skills(game: Thrice, who: int) -> tuple[str, ...]:
    """THR-5.9: the skills, other than condition, that an opponent's kind has raised by points (as in THR-2.3)."""
    kind = kind_of(game, who)
    start = game.initiative[who] - (clues.token_part(game, who, INITIATIVE))
    raised = {INITIATIVE: start > 1, "damage": kind.damage, "weapon": kind.weapon, ARMOUR: kind.armour}
    return tuple(skill for skill in ENFORCED if raised[skill])


TRICK_ACTIONS = (Give, Enforce, PushBack, Lock, Neutralize)


def trick_of(action: ThriceAction) -> str:
    """The trick that an answer activates; empty if it activates none."""
    if isinstance(action, Give):
        return action.trick
    return {Enforce: ENFORCE, PushBack: FLANK, Lock: LOCK, Neutralize: NEUTRALIZE}.get(action.__class__, "")


# --- what activating does ---------------------------------------------------------------------


def pay(game: Thrice, seat: int) -> None:
    """The price of a trick (THR-11.1)."""
    game.advantage[seat] -= game.options.trick_cost


def carry_out(game: Thrice, who: int, action: ThriceAction, tell: Tell) -> None:
    """THR-12, THR-13: carry out the effect of an activated trick."""
    match action:
        case Give() if action.trick == STRENGTHEN:
            strengthen(game, who, action.to, tell)
        case Give():
            given = game.coins[action.trick]
            game.coins[action.trick] = put(given, who, given[who] | 1 << action.to)
        case Enforce():
            enforce(game, action.to, action.skill, tell)
        case PushBack():
            game.before &= ~(1 << action.to)
            tell.all(happened.FieldChanged, action.to, False)
        case Lock():
            game.locks[action.trick] |= 1 << action.to
            game.fresh_locks[action.trick] |= 1 << action.to
            tell.all(happened.Locked, action.to, action.trick)
        case Neutralize():
            neutralize(game, action.to, action.token, tell)


def strengthen(game: Thrice, giver: int, to: int, tell: Tell) -> None:
    """THR-12.6: raise condition by the tier of the giver's wealth, also above the start; characters up to 15 (THR-R25).

    ``choices.trick_parts`` offers it only for active combatants.
    """
    gain = tier(wealth_of(game, giver))
    if to < game.players:
        gain = min(gain, MOST_CONDITION - game.condition[to])
    game.condition[to] += gain
    tell.all(happened.Strengthened, to, gain)


def enforce(game: Thrice, who: int, skill: str, tell: Tell) -> None:
    """THR-13.2: give a character a step; at 5, or at default + 4 (THR-13.9), the steps become a token.

    An opponent gains one at once, on a bought skill; without one it cannot (``bought_skills``). A token is worth 4, an
    opponent's 3 (``options``). Steps and tokens are added to the default without upper limit and last for the combat
    (THR-13.8); the number of sheets, coins or tokens never limits play (THR-1.2, THR-R1).
    """
    values = getattr(game, skill)
    if who >= game.players:
        values[who] += game.options.token_value_enemy
        clues.saw_purchase(game, who, skill)
    else:
        values[who] += 1
    steps = 1 + game.steps[skill][who]
    token = who >= game.players or steps == steps_for_token(game, who, skill)
    if token:
        game.tokens[skill] = put(game.tokens[skill], who, game.tokens[skill][who] + 1)
        if who < game.players:
            values[who] += game.options.token_value_character - steps
        steps = 0
    game.steps[skill] = put(game.steps[skill], who, steps)
    tell.all(happened.Enforced, who, skill, token)


def steps_for_token(game: Thrice, who: int, skill: str) -> int:
    """THR-13.2, THR-13.9: how many steps a token needs: enough to reach 5, or four if the default is 5 or more."""
    written = game.characters[who].value(skill, game.options) - (UNARMOURED if skill == ARMOUR else 0)
    return FULL - written if written < FULL else FULL - 1


def neutralize(game: Thrice, who: int, token: str, tell: Tell) -> None:
    """THR-13.6, THR-R31: remove a skill token, a trick coin or a lock."""
    if token in game.coins:
        use_coin(game, token, who)
    elif token.startswith(LOCK_ON):
        game.locks[token.removeprefix(LOCK_ON)] &= ~(1 << who)
        game.fresh_locks[token.removeprefix(LOCK_ON)] &= ~(1 << who)
    else:
        skill = token.removesuffix(ON_SKILL)
        worth = game.options.token_value_character if who < game.players else game.options.token_value_enemy
        game.tokens[skill] = put(game.tokens[skill], who, game.tokens[skill][who] - 1)
        getattr(game, skill)[who] -= worth
    tell.all(happened.Neutralized, who, token)
