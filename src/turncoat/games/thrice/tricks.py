"""THR-11 to THR-13: activating tricks, for oneself and for friends, and the coins that lie on combatants."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_

from turncoat.games.thrice import clues
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.actions import Enforce, Give, Lock, Neutralize, PushBack, ThriceAction
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.parts import Part, nothing, part
from turncoat.games.thrice.skills import (
    ARMOUR,
    ENFORCE,
    ENFORCED,
    FLANK,
    INITIATIVE,
    LOCK,
    MOST_CONDITION,
    NEUTRALIZE,

    STRENGTHEN,
    UNARMOURED,
    tier,
    tricks,
)
from turncoat.games.thrice.state import (
    FOREVER,
    Band,
    Kind,
    Thrice,
    allies,
    is_locked,
    kind_of,
    members,
    party,
    wealth_of,
)
from turncoat.kernel.box import Closed, box
from turncoat.kernel.events import Tell
from turncoat.kernel.space import OneOf

FULL = 5
"""THR-13.2: a written skill that reaches this becomes a token."""

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
"""The rule of each trick."""

TOKEN = "token"
LOCK_ON = "lock on"

# --- coins ------------------------------------------------------------------------------------

def holders(game: Thrice, trick: str) -> Band:
    """THR-11.4: who holds an unused coin of a trick that is not locked."""
    found = reduce(or_, game.coins[trick], 0)
    if found and game.locks:
        found &= ~sum(1 << who for who, until in enumerate(game.locks[trick]) if until)
    return found

def coins_on(game: Thrice, trick: str, who: int) -> list[int]:
    """THR-11.5: the givers of the unused coins of a trick on a combatant."""
    return [giver for giver, held in enumerate(game.coins[trick]) if held >> who & 1]

def use_coin(game: Thrice, trick: str, who: int) -> None:
    """One coin is used up, that of the first giver."""
    given = game.coins[trick]
    giver = coins_on(game, trick, who)[0]
    given[giver] &= ~(1 << who)

def use_all(game: Thrice, trick: str, who: int) -> list[int]:
    """THR-12.8: all coins of a trick on a combatant are used up; their givers."""
    givers = coins_on(game, trick, who)
    for giver in givers:
        game.coins[trick][giver] &= ~(1 << who)
    return givers

# --- what can be activated --------------------------------------------------------------------

def trick_parts(game: Thrice, who: int, activated: list[str], known: tuple[str, ...]) -> list[Part]:
    """THR-11.2 to THR-11.4: each of these tricks that is not locked and was not activated, with its receivers."""
    found = []
    for trick in known:
        if trick not in activated and not is_locked(game, who, trick):
            one = trick_part(game, who, trick)
            if one.count:
                found.append(one)
    return found

def trick_part(game: Thrice, who: int, trick: str) -> Part:
    """THR-12, THR-13: whom a trick can be activated for, or against."""
    own = allies(game, who)
    if trick in game.coins:
        if trick == FLANK:
            if who >= game.players:
                return push_part(game.active & party(game) & game.before)
            own &= ~game.before
        return give_part(trick, own & ~game.coins[trick][who])
    if trick == STRENGTHEN:
        return give_part(trick, can_grow(game, own) if who < game.players else own)
    if trick == ENFORCE:
        return enforce_part(own, ENFORCED) if who < game.players else bought_part(game, own)
    return lock_part(game) if trick == LOCK else token_part(game)

def can_grow(game: Thrice, own: Band) -> Band:
    """THR-12.6: characters whose condition is not at the end of its scale."""
    condition = game.condition
    return sum([1 << who for who in members(own) if condition[who] < MOST_CONDITION])

@lru_cache(maxsize=8192)
def give_part(trick: str, to: Band) -> Part:
    """THR-11.2: a trick for any of these."""
    return part(box(Give, COIN_RULES[trick], trick=OneOf((trick,), "trick"), to=OneOf(members(to), "combatant")))

@lru_cache(maxsize=1024)
def push_part(to: Band) -> Part:
    """THR-13.3: any of these characters is pushed back."""
    return part(box(PushBack, "THR-13.3", to=OneOf(members(to), "combatant")))

@lru_cache(maxsize=1024)
def enforce_part(to: Band, skills: tuple[str, ...]) -> Part:
    """THR-13.2: a step in one of these skills for any of these."""
    return part(box(Enforce, "THR-13.2", to=OneOf(members(to), "combatant"), skill=OneOf(skills, "skill")))

def bought_skills(game: Thrice, who: int) -> tuple[str, ...]:
    """THR-5.9: the skills that an opponent's kind has raised by points, in the order of THR-2.3."""
    kind = kind_of(game, who)
    start = game.initiative[who] - (clues.token_part(game, who, INITIATIVE))
    raised = {INITIATIVE: start > 1, "damage": kind.damage, "weapon": kind.weapon, ARMOUR: kind.armour}
    return tuple(skill for skill in ENFORCED if raised[skill])

def bought_part(game: Thrice, own: Band) -> Part:
    """THR-13.2: a token on a bought skill of any of these opponents."""
    found = tuple((who, bought_skills(game, who)) for who in members(own))
    return _bought_part(tuple((who, skills) for who, skills in found if skills))

@lru_cache(maxsize=1024)
def _bought_part(found: tuple[tuple[int, tuple[str, ...]], ...]) -> Part:
    return part(
        *(
            box(Enforce, "THR-13.2", to=OneOf((who,), "combatant"), skill=OneOf(skills, "skill"))
            for who, skills in found
        )
    )

def lock_part(game: Thrice) -> Part:
    """THR-13.5: a trick, not yet locked, of any combatant."""
    taken = tuple(tuple(who for who, until in enumerate(game.locks[trick]) if until) for trick in game.locks)
    return _lock_part(tuple(game.locks), taken, game.active)

@lru_cache(maxsize=2048)
def _lock_part(names: tuple[str, ...], taken: tuple[tuple[int, ...], ...], active: Band) -> Part:
    return part(
        *(
            box(
                Lock,
                "THR-13.5",
                to=OneOf(tuple(who for who in members(active) if who not in locked), "combatant"),
                trick=OneOf((trick,), "trick"),
            )
            for trick, locked in zip(names, taken, strict=True)
        )
    )

def tokens_of(game: Thrice, who: int) -> tuple[str, ...]:
    """THR-R31: what can be removed from a combatant: skill tokens, trick coins, locks."""
    skills = [f"{skill} {TOKEN}" for skill in ENFORCED if game.tokens[skill][who]]
    coins = [trick for trick in game.coins if any(held >> who & 1 for held in game.coins[trick])]
    locks = [f"{LOCK_ON} {trick}" for trick in game.locks if game.locks[trick][who]]
    return (*skills, *coins, *locks)

def token_part(game: Thrice) -> Part:
    """THR-13.6: one token of any combatant."""
    found = tuple((who, tokens_of(game, who)) for who in members(game.active))
    return _token_part(tuple((who, tokens) for who, tokens in found if tokens))

@lru_cache(maxsize=2048)
def _token_part(found: tuple[tuple[int, tuple[str, ...]], ...]) -> Part:
    if not found:
        return nothing()
    return part(
        *(
            box(Neutralize, "THR-13.6", to=OneOf((who,), "combatant"), token=OneOf(tokens, "token"))
            for who, tokens in found
        )
    )

TRICK_ACTIONS = (Give, Enforce, PushBack, Lock, Neutralize)

def trick_of(action: ThriceAction) -> str:
    """The trick that an answer activates; empty if it activates none."""
    if isinstance(action, Give):
        return action.trick
    return {Enforce: ENFORCE, PushBack: FLANK, Lock: LOCK, Neutralize: NEUTRALIZE}.get(action.__class__, "")

@lru_cache(maxsize=64)
def too_dear(options: Options) -> tuple[Closed, ...]:
    """THR-11.1: why nothing can be activated."""
    why = f"A trick costs {options.trick_cost} advantage"
    kinds = (Give, Enforce, Lock, Neutralize) if options.profile == "sheet" else (Give,)
    return tuple(Closed(kind, "THR-11.1", why) for kind in kinds)

# --- what activating does ---------------------------------------------------------------------

def pay(game: Thrice, seat: int) -> None:
    """THR-11.1: the price of a trick."""
    game.advantage[seat] -= game.options.trick_cost

def carry_out(game: Thrice, who: int, action: ThriceAction, tell: Tell) -> None:
    """THR-12, THR-13: what a trick does when it is activated."""
    match action:
        case Give() if action.trick == STRENGTHEN:
            strengthen(game, who, action.to, tell)
        case Give():
            game.coins[action.trick][who] |= 1 << action.to
        case Enforce():
            enforce(game, action.to, action.skill, tell)
        case PushBack():
            game.before &= ~(1 << action.to)
            tell.all(happened.FieldChanged, "THR-13.3", action.to, False)
        case Lock():
            until = FOREVER if game.options.lock_duration == "combat" else game.round + 1
            game.locks[action.trick][action.to] = until
            tell.all(happened.Locked, "THR-13.5", action.to, action.trick)
        case Neutralize():
            neutralize(game, action.to, action.token, tell)

def strengthen(game: Thrice, giver: int, to: int, tell: Tell) -> None:
    """THR-12.6: condition rises by the tier of the giver's wealth, that of characters to 15 at most."""
    gain = tier(wealth_of(game, giver))
    if to < game.players:
        gain = min(gain, MOST_CONDITION - game.condition[to])
    game.condition[to] += gain
    tell.all(happened.Strengthened, "THR-12.6", to, gain)

def enforce(game: Thrice, who: int, skill: str, tell: Tell) -> None:
    """THR-13.2: a character gains a step; at 5, or at default + 4 (THR-13.9), the steps become a token.

    An opponent gains a token at once.
    """
    values = getattr(game, skill)
    steps, tokens = game.steps[skill], game.tokens[skill]
    if who >= game.players:
        tokens[who] += 1
        values[who] += game.options.token_value_enemy
        clues.saw_purchase(game, who, skill)
        tell.all(happened.Enforced, "THR-13.2", who, skill, True)
        return
    steps[who] += 1
    values[who] += 1
    token = steps[who] == steps_for_token(game, who, skill)
    if token:
        values[who] += game.options.token_value_character - steps[who]
        steps[who] = 0
        tokens[who] += 1
    tell.all(happened.Enforced, "THR-13.2", who, skill, token)

def steps_for_token(game: Thrice, who: int, skill: str) -> int:
    """THR-13.2, THR-13.9: how many steps a character needs for a token."""
    written = game.characters[who].value(skill, game.options) - (UNARMOURED if skill == ARMOUR else 0)
    return FULL - written if written < FULL else FULL - 1

def neutralize(game: Thrice, who: int, token: str, tell: Tell) -> None:
    """THR-13.6, THR-R31: a skill token, a trick coin or a lock is gone."""
    if token in game.coins:
        use_coin(game, token, who)
    elif token.startswith(LOCK_ON):
        game.locks[token.removeprefix(f"{LOCK_ON} ")][who] = 0
    else:
        skill = token.removesuffix(f" {TOKEN}")
        worth = game.options.token_value_character if who < game.players else game.options.token_value_enemy
        game.tokens[skill][who] -= 1
        getattr(game, skill)[who] -= worth
    tell.all(happened.Neutralized, "THR-13.6", who, token)

def bought(game: Thrice, kind: Kind) -> tuple[str, ...]:
    """THR-5.7: the tricks that a kind of opponents has bought, as far as they exist here."""
    return tuple(trick for trick in tricks(game.options) if trick in kind.tricks)

