"""THR-9: zones and engagements: who can engage whom, and the effects of moves."""

from __future__ import annotations

from turncoat.games.thrice import events as happened
from turncoat.games.thrice.skills import INTERCEPT
from turncoat.games.thrice.state import Band, Thrice, band, enemies, engagement, foes, members, party
from turncoat.games.thrice.tricks import holders
from turncoat.kernel import Tell


def engageable(game: Thrice, who: int) -> Band:
    """THR-9.2, THR-9.3: active opponents in the same zone, engaged or not; ``turn.move_parts`` offers it once a turn.

    An engaged combatant cannot engage anybody (THR-9.4).

    See THR-R15.
    """
    if not game.zones:
        return 0
    bit = 1 << who
    if game.free & bit:
        return foes(game, who) & ~game.distant
    return foes(game, who) & game.distant if game.distant & bit else 0


def can_advance(game: Thrice, who: int) -> bool:
    """THR-9.7: whether a combatant can step from the distant into the free zone instead of engaging (THR-O14)."""
    return game.options.advance_from_distant and bool(game.distant >> who & 1)


def engage(game: Thrice, who: int, target: int, tell: Tell) -> None:
    """THR-9.2: engage a target and everybody in its engagement, in the free zone (THR-9.3)."""
    _merge(game, engagement(game, target) | 1 << target | 1 << who)
    if tell.listening:
        tell.all(happened.Engaged, who, target, members(engagement(game, who)))


def _merge(game: Thrice, together: Band) -> None:
    """Make one engagement of these combatants; it stands in the free zone."""
    game.groups = [group for group in game.groups if not group & together]
    game.groups.append(together)
    game.free &= ~together
    game.distant &= ~together


def _take_out(game: Thrice, leaving: Band) -> None:
    """Take combatants out of their engagements; those who then have no opponent there are free (THR-9.5).

    An engagement without active combatants of both sides dissolves.
    """
    own = party(game)
    left = []
    for group in game.groups:
        rest = group & ~leaving
        if rest & own and rest & ~own:
            left.append(rest)
        else:
            game.free |= rest
    game.groups = left


def draw_in(game: Thrice, attacker: int, interceptors: list[int], tell: Tell) -> None:
    """THR-12.5: move the attacker from his engagement into the interceptor's.

    THR-12.9: several interceptors of one attack, their engagements and the attacker are one engagement.
    """
    if not game.zones or not interceptors:
        return
    together = 0
    for who in interceptors:
        together |= engagement(game, who) | 1 << who
    if not together >> attacker & 1:
        _take_out(game, 1 << attacker)
    _merge(game, together | 1 << attacker)
    if tell.listening:
        tell.all(happened.Engaged, interceptors[0], attacker, members(engagement(game, attacker)), rule="THR-12.5")


def gather(game: Thrice, who: int, targets: tuple[int, ...], tell: Tell) -> None:
    """THR-R24: move opponents of the free zone from their engagements into the engagement of the gatherer."""
    _take_out(game, band(targets))
    _merge(game, engagement(game, who) | 1 << who | band(targets))
    if tell.listening:
        tell.all(happened.Gathered, who, targets, members(engagement(game, who)))


def gatherable(game: Thrice, who: int) -> Band:
    """THR-R24: the opponents whom a coin of Intercept can gather: those of the free zone, engaged or not.

    A combatant in the distant zone can neither gather nor be gathered.
    """
    if game.options.intercept_mode != "gather" or game.distant >> who & 1 or not holders(game, INTERCEPT) >> who & 1:
        return 0
    return foes(game, who) & ~game.distant & ~engagement(game, who)


def advance(game: Thrice, who: int, tell: Tell) -> None:
    """THR-9.7: step into the free zone, which counts as the engagement of the turn (THR-R16)."""
    game.distant &= ~(1 << who)
    game.free |= 1 << who
    tell.all(happened.Moved, who, "free", rule="THR-9.7")


def disengage(game: Thrice, who: int, tell: Tell) -> None:
    """THR-9.6: move one step away: engaged to free, free to distant, distant out of the combat.

    Only the trick Disengage allows this.
    """
    bit = 1 << who
    if game.distant & bit:
        game.fled |= bit
        leave_combat(game, who)
        tell.all(happened.Fled, who)
    elif game.free & bit:
        game.free &= ~bit
        game.distant |= bit
        tell.all(happened.Moved, who, "distant")
    else:
        _take_out(game, bit)
        game.free |= bit
        tell.all(happened.Moved, who, "free")


def leave_combat(game: Thrice, who: int) -> None:
    """THR-11.6, THR-15.6: remove a helpless or fled combatant from zones and engagements, with coins and marks."""
    bit = 1 << who
    game.active &= ~bit
    game.free &= ~bit
    game.distant &= ~bit
    if game.groups:
        _take_out(game, bit)
    for trick, given in game.coins.items():
        if any(given):
            game.coins[trick] = tuple([held & ~bit for held in given])
    game.bleeding[who] = 0
    for trick in game.locks:
        game.locks[trick] &= ~bit
        game.fresh_locks[trick] &= ~bit


def outnumbering(game: Thrice, who: int) -> int:
    """THR-17.1: how many more combatants a flanking side has, else 0; four against two is 2 (THR-E9)."""
    group = engagement(game, who) & game.active
    characters = (group & party(game)).bit_count()
    opponents = (group & enemies(game)).bit_count()
    return max(0, characters - opponents if who < game.players else opponents - characters)
