"""DUN-6.4.5, DUN-7.12.3: what the Voice and promises leave of the plans that a combatant could make.

The plans that are open are a few *shapes*: a range of dials and lists of heroes, weapons and defences. A demand turns
each shape into what of it obeys; a demand that would leave nothing at all lapses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from turncoat.games.dune.actions import Plan, Voice
from turncoat.games.dune.actions.battle import PLAY
from turncoat.games.dune.cards import CHEAP_HERO, DEFENCE_KINDS, KIND, WEAPON_KINDS, WORTHLESS
from turncoat.games.dune.questions import AskDefence, AskDial, AskHero, AskPlan, AskWeapon, Question
from turncoat.games.dune.state import Promise
from turncoat.kernel import Between, Box, OneOf, box
from turncoat.kernel.boxes import tag_of

Choices = tuple[str | None, ...]
"""Leaders or cards; None is none."""
NONE: Choices = (None,)


PLAN_QUESTIONS: tuple[type[Question], ...] = (AskHero, AskPlan, AskWeapon, AskDefence, AskDial)
"""DUN-7.12.2, TT-B: questions about the plan of a combatant."""
HERO, WHOLE_PLAN, WEAPON, DEFENCE, DIAL = (tag_of(question) for question in PLAN_QUESTIONS)


class Shape(Struct, frozen=True):
    """Plans that are open: every combination that does not use one card twice.

    Attributes:
        low: The lowest dial.
        high: The highest dial.
        heroes: Who can be the hero.
        weapons: What can be the weapon.
        defences: What can be the defence.
        rule: The rule that narrowed the choice last.
    """

    low: int
    high: int
    heroes: Choices
    weapons: Choices = NONE
    defences: Choices = NONE
    rule: str = "DUN-4.8.5"

    def box(self) -> Box[Plan]:
        """DUN-4.8.7: the plans; one card cannot fill both slots."""
        alike = any(card is not None and card in self.defences for card in self.weapons)
        return box(
            Plan,
            self.rule,
            distinct=("weapon", "defence") if alike else (),
            dial=Between(self.low, self.high),
            hero=OneOf(self.heroes, "leader"),
            weapon=OneOf(self.weapons, "card"),
            defence=OneOf(self.defences, "card"),
        )


Shapes = tuple[Shape, ...]


def all_plans(most: int, heroes: tuple[str, ...], hand: tuple[str, ...]) -> Shape:
    """DUN-4.8.5 to DUN-4.8.7: every plan; without a hero no card can be played."""
    if not heroes:
        return Shape(0, most, NONE, rule="DUN-4.8.6")
    cards = tuple(dict.fromkeys(hand))
    weapons = tuple(card for card in cards if KIND[card] in WEAPON_KINDS)
    defences = tuple(card for card in cards if KIND[card] in DEFENCE_KINDS)
    return Shape(0, most, heroes, (None, *weapons), (None, *defences))


def _kept(shapes: Iterable[Shape], demand: Callable[[Shape], Shapes], rule: str) -> Shapes:
    """What of the shapes obeys a demand; they themselves, if nothing does."""
    obeying = [replace(one, rule=rule) for shape in shapes for one in demand(shape)]
    return tuple(one for one in obeying if one.box().count()) or tuple(shapes)


def _of_kind(cards: Choices, kind: str, yes: bool) -> Choices:
    return tuple(card for card in cards if (card is not None and KIND.get(card) == kind) is yes)


def in_plan(shape: Shape, kind: str) -> Shapes:
    """The plans that contain a card of a kind, without overlap."""
    if kind == CHEAP_HERO:
        return (replace(shape, heroes=_of_kind(shape.heroes, kind, yes=True)),)
    with_weapon = replace(shape, weapons=_of_kind(shape.weapons, kind, yes=True))
    with_defence = replace(shape, defences=_of_kind(shape.defences, kind, yes=True))
    if kind == WORTHLESS:
        return with_weapon, replace(with_defence, weapons=_of_kind(shape.weapons, kind, yes=False))
    return (with_weapon,) if kind in WEAPON_KINDS else (with_defence,)


def not_in_plan(shape: Shape, kind: str) -> Shapes:
    """The plans that do not contain any card of a kind."""
    lists = [_of_kind(choices, kind, yes=False) for choices in (shape.heroes, shape.weapons, shape.defences)]
    return (replace(shape, heroes=lists[0], weapons=lists[1], defences=lists[2]),)


def obeying(shape: Shape, order: Voice) -> Shapes:
    """DUN-6.4.5: the plans that obey the Voice; all, if it cannot be obeyed.

    Whoever has nobody but a Cheap Hero, and must not play him, plans without hero and cards (R-58).
    """
    if order.order == PLAY:
        return _kept((shape,), lambda one: in_plan(one, order.kind), "DUN-6.4.5")
    if order.kind == CHEAP_HERO and set(shape.heroes) == {CHEAP_HERO}:
        return (Shape(shape.low, shape.high, NONE, rule="DUN-6.4.5"),)
    return _kept((shape,), lambda one: not_in_plan(one, order.kind), "DUN-6.4.5")


def keeping(shape: Shape, promise: Promise) -> Shapes:
    """DUN-7.12.3: the plans that keep a promise, if there are any."""
    about, yes = promise.about, promise.yes
    if promise.question == HERO:
        return (replace(shape, heroes=tuple(one for one in shape.heroes if (one == about) is yes)),)
    if promise.question == WHOLE_PLAN:
        return in_plan(shape, about) if yes else not_in_plan(shape, about)
    if promise.question == WEAPON:
        return (replace(shape, weapons=_of_kind(shape.weapons, about, yes)),)
    if promise.question == DEFENCE:
        return (replace(shape, defences=_of_kind(shape.defences, about, yes)),)
    if yes:
        return (replace(shape, low=max(shape.low, promise.number + 1)),)
    return (replace(shape, high=min(shape.high, promise.number)),)


def narrowed(shapes: Shapes, promise: Promise) -> Shapes:
    """DUN-7.12.4: what of the shapes keeps a promise; they themselves, if nothing does: the promise lapses."""
    return _kept(shapes, lambda one: keeping(one, promise), "DUN-7.12.3")


@lru_cache(maxsize=1024)
def open_plans(
    most: int, heroes: tuple[str, ...], hand: tuple[str, ...], order: Voice | None, promises: tuple[Promise, ...]
) -> Shapes:
    """DUN-4.8.5: the plans that are open: first the Voice is obeyed, then promises are kept in turn (R-94)."""
    shape = all_plans(most, heroes, hand)
    shapes = (shape,) if order is None else obeying(shape, order)
    for promise in promises:
        shapes = narrowed(shapes, promise)
    return shapes


def can_keep(shapes: Shapes, promise: Promise) -> bool:
    """R-95: whether one of these plans keeps a promise: whether the answer can be given."""
    return any(one.box().count() for shape in shapes for one in keeping(shape, promise))


def keeps(plan: Plan, promise: Promise) -> bool:
    """Whether a plan keeps a promise; with ``yes``: whether what was asked is true of the plan."""
    shape = Shape(plan.dial, plan.dial, (plan.hero,), (plan.weapon,), (plan.defence,))
    return can_keep((shape,), promise)
