"""THR-10 to THR-12: the possible targets of attacks, and the tricks that can be activated, with their receivers.

Parts of the legal answers are cached as long as nothing about them changes; boxes are put together from them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from turncoat.games.thrice.actions import (
    Attack,
    Enforce,
    Engage,
    Gather,
    Give,
    Lock,
    Neutralize,
    PushBack,
    Swipe,
    ThriceAction,
)
from turncoat.games.thrice.skills import (
    ENFORCE,
    ENFORCED,
    FLANK,
    INTERCEPT,
    LOCK,
    LOCK_ON,
    MOST_CONDITION,
    ON_SKILL,
    STRENGTHEN,
    SWIPE,
)
from turncoat.games.thrice.state import Band, Thrice, allies, engagement, foes, members, party
from turncoat.games.thrice.tricks import COIN_RULES, all_of, bought_skills, holders
from turncoat.kernel import Action, Box, Boxes, Closed, LazyBoxes, OneOf, Order, Some, box


class Part:
    """A group of boxes."""

    def __init__(self, made: Boxes[ThriceAction]) -> None:
        self.made = made
        self.count = made.count
        self.nth = made.nth

    @property
    def boxes(self) -> tuple[Box[ThriceAction], ...]:
        """The boxes of this part, made now."""
        return self.made.boxes


def part(*boxes: Box[ThriceAction]) -> Part:
    """A part of these boxes. Keep the part: combinations of parts are cached by identity."""
    return Part(Boxes(*boxes))


class Against:
    """Answers that name a combatant and something of his, counted without making the boxes."""

    def __init__(
        self,
        kind: Callable[[int, str], ThriceAction],
        make: Callable[[str, Band], Box[ThriceAction]],
        rows: tuple[tuple[str, Band], ...],
    ) -> None:
        self.kind, self.make, self.rows = kind, make, rows
        self.count = sum([band.bit_count() for _, band in rows])

    def nth(self, index: int) -> ThriceAction:
        """The answer number ``index``, counted from 0 in the order of the boxes."""
        for name, band in self.rows:
            number = band.bit_count()
            if index < number:
                return self.kind(members(band)[index], name)
            index -= number
        raise IndexError(index)

    @property
    def boxes(self) -> tuple[Box[ThriceAction], ...]:
        """The boxes, one for each row."""
        return tuple([self.make(name, band) for name, band in self.rows])


AnyPart = Part | Against


class Reasons:
    """The reason why an action is closed; empty if it is open. Keep the object, because it is cached by identity."""

    def __init__(self, *closed: Closed) -> None:
        self.closed = closed

    def __call__(self, opened: tuple[type[Action], ...]) -> tuple[Closed, ...]:
        """The reasons for all types of actions that are not open."""
        return tuple(closed for closed in self.closed if closed.action not in opened)


NO_REASONS = Reasons()


@lru_cache(maxsize=16384)
def together(parts: tuple[AnyPart, ...], reasons: Reasons = NO_REASONS) -> Boxes[ThriceAction]:
    """All these parts together, with the reasons for closed actions."""
    return LazyBoxes(parts, reasons)


def reachable(game: Thrice, who: int) -> Band:
    """THR-10.2, THR-9.8: opponents in the attacker's engagement; a free attacker reaches all who take part (THR-10.5).

    See THR-O13, THR-R18, THR-R19.

    Without zones everybody can attack everybody (THR-9.8). A combatant who is engaged can attack only opponents in the
    same engagement; others can attack any opponent. Nobody can attack a combatant who is helpless or has fled.
    """
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
    """THR-13.4: opponents within a character's reach whom the attack must include.

    While a coin of Intercept lies there, each normal attack must include a holder; the first attack uses it up.
    """
    if game.options.profile != "sheet" or who >= game.players:
        return 0
    return reach & holders(game, INTERCEPT)


def swipe_areas(game: Thrice, who: int, reach: Band) -> tuple[Band, ...]:
    """THR-12.7: the areas for Swipe: all free opponents, or those of one engagement.

    An engaged attacker reaches only his own engagement. Nobody in the distant zone, and no counter-attack (it has one
    target); one roll is for all (``attack.rolls``).
    """
    if not game.zones:
        return (reach,) if reach.bit_count() > 1 else ()
    areas = (game.free & reach, *(group & reach for group in game.groups))
    return tuple(area for area in areas if area.bit_count() > 1)


def attack_parts(game: Thrice, who: int) -> list[Part]:
    """THR-10.1: one opponent; with a coin of Swipe several. ``turn.turn_boxes`` offers one attack a turn."""
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
    """THR-12.7, THR-13.7: two or more of these, one of whom taunts if anybody does (THR-13.4, THR-R36).

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
        others = members(area & ~sum(1 << target for target in firsts[: place + 1]))
        if others:
            found.append(_swipe_box(first, Some(others, 1, len(others), "combatant")))
    return part(*found)


def _swipe_box(first: int, others: Order | Some) -> Box[ThriceAction]:
    return box(Swipe, target=OneOf((first,), "combatant"), others=others)


@lru_cache(maxsize=4096)
def engage_part(whom: Band) -> Part:
    """THR-9.2: engage any one of these."""
    return part(box(Engage, target=OneOf(members(whom), "combatant")))


@lru_cache(maxsize=4096)
def gather_part(whom: Band) -> Part:
    """THR-R24: draw in any number of these."""
    every = members(whom)
    return part(box(Gather, targets=Some(every, 1, len(every), "combatant")))


def trick_parts(game: Thrice, who: int, activated: tuple[str, ...], known: tuple[str, ...]) -> list[AnyPart]:
    """THR-11.2, THR-11.3, THR-11.4: each of these tricks that is not locked and was not activated, with its receivers.

    A trick is for oneself or for any other active character (``allies``). A player can activate each trick at most once
    per turn, for any receiver. Several players may give the same trick to the same character. A player cannot give a
    receiver a second coin of a trick while the first one is unused.
    """
    own, coins, locks = allies(game, who), game.coins, game.locks
    found: list[AnyPart] = []
    for trick in known:
        if trick in activated or (locks and locks[trick] >> who & 1):
            continue
        part: AnyPart
        if trick == FLANK:
            part = flank_part(game, who, own)
        elif trick in coins:
            part = give_part(trick, own & ~coins[trick][who])
        else:
            part = at_once_part(game, who, trick, own)
        if part.count:
            found.append(part)
    return found


def flank_part(game: Thrice, who: int, own: Band) -> Part:
    """THR-13.3: flank: for friends who stand after the opponents, or against characters who stand before them."""
    if who >= game.players:
        return push_part(game.active & party(game) & game.before)
    return give_part(FLANK, own & ~game.before & ~game.coins[FLANK][who])


def at_once_part(game: Thrice, who: int, trick: str, own: Band) -> AnyPart:
    """THR-12.6, THR-13: tricks that leave no coin (THR-O19)."""
    if trick == STRENGTHEN:
        return give_part(trick, can_grow(game, own) if who < game.players else own)
    if trick == ENFORCE:
        return enforce_part(own, ENFORCED) if who < game.players else bought_part(game, own)
    if trick == LOCK:
        lasting = game.locks if game.options.lock_duration == "combat" else game.fresh_locks
        return lock_part(tuple(game.locks), tuple(lasting.values()), game.active)
    return token_part(removable(game))


def can_grow(game: Thrice, own: Band) -> Band:
    """THR-12.6: characters whose condition is not yet at the highest number."""
    condition = game.condition
    return sum([1 << who for who in members(own) if condition[who] < MOST_CONDITION])


@lru_cache(maxsize=8192)
def give_part(trick: str, to: Band) -> Part:
    """THR-11.2: give a trick to any of these."""
    return part(box(Give, COIN_RULES[trick], trick=OneOf((trick,), "trick"), to=OneOf(members(to), "combatant")))


@lru_cache(maxsize=1024)
def push_part(to: Band) -> Part:
    """THR-13.3: push any of these characters back."""
    return part(box(PushBack, to=OneOf(members(to), "combatant")))


@lru_cache(maxsize=1024)
def enforce_part(to: Band, skills: tuple[str, ...]) -> Part:
    """THR-13.2: raise one of these skills of any of these."""
    return part(box(Enforce, to=OneOf(members(to), "combatant"), skill=OneOf(skills, "skill")))


def bought_part(game: Thrice, own: Band) -> Part:
    """THR-13.2: give a token to a bought skill of any of these opponents."""
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
    """THR-13.5: a trick of any combatant that is not locked for as long already (THR-R37).

    A locked combatant can neither activate the trick nor use its coins until the lock is neutralized or the combat
    ends.
    """
    return Against(Lock, lock_box, tuple([(name, active & ~out) for name, out in zip(names, locked, strict=True)]))


def lock_box(trick: str, whom: Band) -> Box[ThriceAction]:
    """THR-13.5: a choice of one trick of any of these combatants."""
    return box(Lock, to=OneOf(members(whom), "combatant"), trick=OneOf((trick,), "trick"))


def removable(game: Thrice) -> tuple[tuple[str, Band], ...]:
    """THR-R31: what can be removed, and from whom: skill tokens, trick coins, locks."""
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
    """THR-11.1: why no trick can be activated."""
    kinds = (Give, Enforce, Lock, Neutralize) if profile == "sheet" else (Give,)
    return Reasons(*(Closed(kind, "THR-11.1", f"A trick costs {cost} advantage") for kind in kinds))
