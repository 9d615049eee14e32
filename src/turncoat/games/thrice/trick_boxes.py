"""THR-11.2 to THR-11.4: which tricks can be activated, and for whom or against whom."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.thrice.actions import Enforce, Give, Lock, Neutralize, PushBack, ThriceAction
from turncoat.games.thrice.parts import Against, AnyPart, Part, Reasons, part
from turncoat.games.thrice.skills import ENFORCE, ENFORCED, FLANK, LOCK, MOST_CONDITION, STRENGTHEN
from turncoat.games.thrice.state import Band, Thrice, allies, members, party
from turncoat.games.thrice.tricks import COIN_RULES, LOCK_ON, ON_SKILL, all_of, bought_skills
from turncoat.kernel import Box, Closed, OneOf, box


def trick_parts(game: Thrice, who: int, activated: tuple[str, ...], known: tuple[str, ...]) -> list[AnyPart]:
    """THR-11.2 to THR-11.4: each of these tricks that is not locked and was not activated, with its receivers."""
    own, coins, locks = allies(game, who), game.coins, game.locks
    found: list[AnyPart] = []
    for trick in known:
        if trick in activated or (locks and locks[trick] >> who & 1):
            continue
        one: AnyPart
        if trick == FLANK:
            one = flank_part(game, who, own)
        elif trick in coins:
            one = give_part(trick, own & ~coins[trick][who])
        else:
            one = at_once_part(game, who, trick, own)
        if one.count:
            found.append(one)
    return found


def flank_part(game: Thrice, who: int, own: Band) -> Part:
    """THR-13.3: for friends who stand after the opponents, or against characters who stand before them."""
    if who >= game.players:
        return push_part(game.active & party(game) & game.before)
    return give_part(FLANK, own & ~game.before & ~game.coins[FLANK][who])


def at_once_part(game: Thrice, who: int, trick: str, own: Band) -> AnyPart:
    """THR-12.6, THR-13: tricks that leave no coin."""
    if trick == STRENGTHEN:
        return give_part(trick, can_grow(game, own) if who < game.players else own)
    if trick == ENFORCE:
        return enforce_part(own, ENFORCED) if who < game.players else bought_part(game, own)
    if trick == LOCK:
        lasting = game.locks if game.options.lock_duration == "combat" else game.fresh_locks
        return lock_part(tuple(game.locks), tuple(lasting.values()), game.active)
    return token_part(removable(game))


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
    return part(box(PushBack, to=OneOf(members(to), "combatant")))


@lru_cache(maxsize=1024)
def enforce_part(to: Band, skills: tuple[str, ...]) -> Part:
    """THR-13.2: a step in one of these skills for any of these."""
    return part(box(Enforce, to=OneOf(members(to), "combatant"), skill=OneOf(skills, "skill")))


def bought_part(game: Thrice, own: Band) -> Part:
    """THR-13.2: a token on a bought skill of any of these opponents."""
    last = len(game.condition)
    second = own & ~((1 << last - game.second) - 1)
    found = [(band, bought_skills(game, members(band)[0])) for band in (own & ~second, second) if band]
    return _bought_part(tuple(found))


@lru_cache(maxsize=1024)
def _bought_part(found: tuple[tuple[Band, tuple[str, ...]], ...]) -> Part:
    return part(
        *(box(Enforce, to=OneOf(members(band), "combatant"), skill=OneOf(skills, "skill")) for band, skills in found)
    )


@lru_cache(maxsize=8192)
def lock_part(names: tuple[str, ...], locked: tuple[Band, ...], active: Band) -> Against:
    """THR-13.5: a trick of any combatant that is not locked for as long already (THR-R37)."""
    return Against(Lock, lock_box, tuple([(name, active & ~out) for name, out in zip(names, locked, strict=True)]))


def lock_box(trick: str, whom: Band) -> Box[ThriceAction]:
    """THR-13.5: one trick of any of these."""
    return box(Lock, to=OneOf(members(whom), "combatant"), trick=OneOf((trick,), "trick"))


def removable(game: Thrice) -> tuple[tuple[str, Band], ...]:
    """THR-R31: what can be removed from combatants, and from whom: skill tokens, trick coins, locks."""
    found = [
        (f"{skill}{ON_SKILL}", sum([1 << who for who, many in enumerate(row) if many]))
        for skill, row in game.tokens.items()
        if any(row)
    ]
    found += [(trick, all_of(given)) for trick, given in game.coins.items() if any(given)]
    found += [(f"{LOCK_ON}{trick}", locked) for trick, locked in game.locks.items() if locked]
    return tuple([(token, band & game.active) for token, band in found])


@lru_cache(maxsize=8192)
def token_part(found: tuple[tuple[str, Band], ...]) -> Against:
    """THR-13.6: one token of any combatant."""
    return Against(Neutralize, token_box, found)


def token_box(token: str, whom: Band) -> Box[ThriceAction]:
    """THR-13.6: one token of any of these."""
    return box(Neutralize, to=OneOf(members(whom), "combatant"), token=OneOf((token,), "token"))


@lru_cache(maxsize=64)
def too_dear(cost: int, profile: str) -> Reasons:
    """THR-11.1: why nothing can be activated."""
    kinds = (Give, Enforce, Lock, Neutralize) if profile == "sheet" else (Give,)
    return Reasons(*(Closed(kind, "THR-11.1", f"A trick costs {cost} advantage") for kind in kinds))
