"""THR-10.1, THR-10.2, THR-12.7: whom an attack can be aimed at."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.thrice.actions import Attack, Engage, Gather, Swipe, ThriceAction
from turncoat.games.thrice.parts import Part, part
from turncoat.games.thrice.skills import INTERCEPT, SWIPE
from turncoat.games.thrice.state import Band, Thrice, engagement, foes, members
from turncoat.games.thrice.tricks import holders
from turncoat.kernel import Box, OneOf, Order, Some, box


def reachable(game: Thrice, who: int) -> Band:
    """THR-10.2, THR-9.8: opponents in one's own engagement; who is not engaged reaches all who take part (THR-10.5)."""
    against = foes(game, who)
    if not game.groups:
        return against
    own = engagement(game, who)
    if own:
        return against & own
    if game.options.attack_into_engagement:
        return against
    return against & (game.free | game.distant)


def taunting(game: Thrice, who: int, reach: Band) -> Band:
    """THR-13.4: opponents within a character's reach who must be among his targets."""
    if game.options.profile != "sheet" or who >= game.players:
        return 0
    return reach & holders(game, INTERCEPT)


def swipe_areas(game: Thrice, who: int, reach: Band) -> tuple[Band, ...]:
    """THR-12.7: sets of opponents of which any number can be swiped at: the free ones, or those of one engagement."""
    if not game.zones:
        return (reach,) if reach.bit_count() > 1 else ()
    areas = (game.free & reach, *(group & reach for group in game.groups))
    return tuple(area for area in areas if area.bit_count() > 1)


def attack_parts(game: Thrice, who: int) -> list[Part]:
    """THR-10.1: one opponent; with a coin of Swipe several."""
    reach = reachable(game, who)
    taunt = taunting(game, who, reach)
    found = [attack_part(taunt or reach)]
    if holders(game, SWIPE) >> who & 1:
        ordered = game.options.swipe_roll == "per_target"
        areas = [area for area in swipe_areas(game, who, reach) if not taunt or area & taunt]
        found += [swipe_part(area, area & taunt, ordered) for area in areas]
    return found


@lru_cache(maxsize=4096)
def attack_part(reach: Band) -> Part:
    """THR-10.2: an attack on any one of these."""
    return part(box(Attack, target=OneOf(members(reach), "combatant")))


@lru_cache(maxsize=4096)
def swipe_part(area: Band, taunt: Band, ordered: bool) -> Part:
    """THR-12.7, THR-13.7: two or more of these, one of whom taunts if anybody does (THR-13.4).

    Where one roll is for all, each set occurs once, a taunter first, its members in order. Where every target has a
    roll of its own, the order is the attacker's choice (THR-R26).
    """
    firsts = members(area if ordered else taunt or area)
    found: list[Box[ThriceAction]] = []
    for place, first in enumerate(firsts):
        if ordered:
            others, among = members(area & ~(1 << first)), () if taunt >> first & 1 else members(taunt)
            found.append(_swipe_box(first, Order(others, 1, len(others), "combatant", among)))
            continue
        others = members(area & ~sum(1 << one for one in firsts[: place + 1]))
        if others:
            found.append(_swipe_box(first, Some(others, 1, len(others), "combatant")))
    return part(*found)


def _swipe_box(first: int, others: Order | Some) -> Box[ThriceAction]:
    return box(Swipe, target=OneOf((first,), "combatant"), others=others)


@lru_cache(maxsize=4096)
def engage_part(whom: Band) -> Part:
    """THR-9.2: any one of these."""
    return part(box(Engage, target=OneOf(members(whom), "combatant")))


@lru_cache(maxsize=4096)
def gather_part(whom: Band) -> Part:
    """THR-R24: any number of these."""
    every = members(whom)
    return part(box(Gather, targets=Some(every, 1, len(every), "combatant")))
