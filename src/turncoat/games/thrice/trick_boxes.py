"""THR-11.2 to THR-11.4: which tricks can be activated, and for whom or against whom."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.thrice.actions import Enforce, Give, Lock, Neutralize, PushBack
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.parts import Part, nothing, part
from turncoat.games.thrice.skills import ENFORCE, ENFORCED, FLANK, LOCK, MOST_CONDITION, STRENGTHEN
from turncoat.games.thrice.state import Band, Thrice, allies, is_locked, members, party
from turncoat.games.thrice.tricks import COIN_RULES, LOCK_ON, ON_SKILL, bought_skills
from turncoat.kernel.box import Closed, box
from turncoat.kernel.space import OneOf


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
    skills = [f"{skill}{ON_SKILL}" for skill in ENFORCED if game.tokens[skill][who]]
    coins = [trick for trick in game.coins if any(held >> who & 1 for held in game.coins[trick])]
    locks = [f"{LOCK_ON}{trick}" for trick in game.locks if game.locks[trick][who]]
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


@lru_cache(maxsize=64)
def too_dear(options: Options) -> tuple[Closed, ...]:
    """THR-11.1: why nothing can be activated."""
    why = f"A trick costs {options.trick_cost} advantage"
    kinds = (Give, Enforce, Lock, Neutralize) if options.profile == "sheet" else (Give,)
    return tuple(Closed(kind, "THR-11.1", why) for kind in kinds)
