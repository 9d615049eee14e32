"""DUN-4.8.1, DUN-4.8.5 to DUN-4.8.8: which forces meet, and battle plans: dial, hero, weapon, defence.

The possible plans are a few *shapes*: a range of dials and lists of heroes, weapons and defences. A demand, by the
Voice (DUN-6.4.5) or a promise (DUN-7.12.3), reduces each shape to the plans that obey it; a demand that no plan obeys
is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import Advantage, owner_of
from turncoat.games.dune.battle import PLAY, Plan, Voice
from turncoat.games.dune.battle.events import NoHero, PlansRevealed
from turncoat.games.dune.facts import LEADER_NUMBER
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.shared.cards import CHEAP_HERO, DEFENCE_KINDS, KIND, WEAPON_KINDS, WORTHLESS
from turncoat.games.dune.shared.forces import outside_storm, territories_of
from turncoat.games.dune.shared.hands import holds_at_least, holds_none, note_all
from turncoat.games.dune.shared.leaders import available, strength
from turncoat.games.dune.shared.map import POLE, connected
from turncoat.games.dune.state import NOBODY, Dune, Promise, Stacks, faction_id
from turncoat.games.dune.truthtrance import AskDefence, AskDial, AskHero, AskPlan, AskWeapon, Question
from turncoat.games.dune.truthtrance.promises import made_by
from turncoat.kernel import Between, Box, Boxes, OneOf, Pending, Tell, box, tag_of

Choices = tuple[str | None, ...]
"""The leaders or cards to choose from; None means choosing none."""
NONE: Choices = (None,)


PLAN_QUESTIONS: tuple[type[Question], ...] = (AskHero, AskPlan, AskWeapon, AskDefence, AskDial)
"""Questions about the plan of a combatant (DUN-7.12.2, DUN-TT-B1 to DUN-TT-B5)."""

ABOUT_HERO, ABOUT_PLAN, ABOUT_WEAPON, ABOUT_DEFENCE, ABOUT_DIAL = (tag_of(question) for question in PLAN_QUESTIONS)


class Shape(Struct, frozen=True):
    """A set of possible plans: every combination that does not use one card twice.

    Attributes:
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
    """DUN-4.8.5 to DUN-4.8.7: every plan; a hero is compulsory if there is one; without one no card can be played."""
    if not heroes:
        return Shape(0, most, NONE, rule="DUN-4.8.6")
    cards = tuple(dict.fromkeys(hand))
    weapons = tuple(card for card in cards if KIND[card] in WEAPON_KINDS)
    defences = tuple(card for card in cards if KIND[card] in DEFENCE_KINDS)
    return Shape(0, most, heroes, (None, *weapons), (None, *defences))


def _kept(shapes: Iterable[Shape], demand: Callable[[Shape], Shapes], rule: str) -> Shapes:
    """The parts of the shapes that obey a demand; all shapes, if nothing obeys it."""
    obeying = [replace(kept, rule=rule) for shape in shapes for kept in demand(shape)]
    return tuple(shape for shape in obeying if shape.box().count()) or tuple(shapes)


def _of_kind(cards: Choices, kind: str, yes: bool) -> Choices:
    return tuple(card for card in cards if (card is not None and KIND.get(card) == kind) is yes)


def in_plan(shape: Shape, kind: str) -> Shapes:
    """The plans that contain a card of a kind, as shapes that do not overlap."""
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
    """DUN-6.4.5: the plans that obey the Voice; all plans, if none obeys it.

    A seat that has nobody but a Cheap Hero, and must not play him, plans without hero and cards (DUN-R-58).
    """
    if order.order == PLAY:
        return _kept((shape,), lambda plans: in_plan(plans, order.kind), "DUN-6.4.5")
    if order.kind == CHEAP_HERO and set(shape.heroes) == {CHEAP_HERO}:
        return (Shape(shape.low, shape.high, NONE, rule="DUN-6.4.5"),)
    return _kept((shape,), lambda plans: not_in_plan(plans, order.kind), "DUN-6.4.5")


def keeping(shape: Shape, promise: Promise) -> Shapes:
    """DUN-7.12.3: the plans that keep a promise, if there are any.

    Other promises are kept elsewhere: not to come by ``closed_to`` and ``escort``, to come by ``shipment.promises``, to
    pass or bid by ``bidding.rules.answers``, about alliances by ``alliance_steps`` and ``close`` in the Nexus.
    """
    about, yes = promise.about, promise.yes
    if promise.question == ABOUT_HERO:
        return (replace(shape, heroes=tuple(hero for hero in shape.heroes if (hero == about) is yes)),)
    if promise.question == ABOUT_PLAN:
        return in_plan(shape, about) if yes else not_in_plan(shape, about)
    if promise.question == ABOUT_WEAPON:
        return (replace(shape, weapons=_of_kind(shape.weapons, about, yes)),)
    if promise.question == ABOUT_DEFENCE:
        return (replace(shape, defences=_of_kind(shape.defences, about, yes)),)
    if yes:
        return (replace(shape, low=max(shape.low, promise.number + 1)),)
    return (replace(shape, high=min(shape.high, promise.number)),)


def narrowed(shapes: Shapes, promise: Promise) -> Shapes:
    """DUN-7.12.4: the parts of the shapes that keep a promise; all shapes, if none does: then the promise is dropped.

    The Voice has priority (``open_plans``). ``shipment.promises`` makes sure that no promise forces a player to use
    Karama, Hajr or another card outside a plan; ``release`` reports publicly dropped promises.
    """
    return _kept(shapes, lambda shape: keeping(shape, promise), "DUN-7.12.3")


@lru_cache(maxsize=1024)
def open_plans(
    most: int, heroes: tuple[str, ...], hand: tuple[str, ...], order: Voice | None, promises: tuple[Promise, ...]
) -> Shapes:
    """DUN-4.8.5: the possible plans: first the Voice is obeyed, then promises are kept one by one (DUN-R-94)."""
    shape = all_plans(most, heroes, hand)
    shapes = (shape,) if order is None else obeying(shape, order)
    for promise in promises:
        shapes = narrowed(shapes, promise)
    return shapes


def can_keep(shapes: Shapes, promise: Promise) -> bool:
    """DUN-R-95: whether one of these plans keeps a promise, so that the answer can be given."""
    return any(one.box().count() for shape in shapes for one in keeping(shape, promise))


def keeps(plan: Plan, promise: Promise) -> bool:
    """Whether a plan keeps a promise. After the answer ``yes`` it must have what the question asked for."""
    shape = Shape(plan.dial, plan.dial, (plan.hero,), (plan.weapon,), (plan.defence,))
    return can_keep((shape,), promise)


def can_meet(game: Dune, one: int, other: int, territory: int) -> bool:
    """DUN-4.8.1: whether stacks of two seats, outside the storm, are connected inside a territory (DUN-R-53)."""
    mine = {place for place, _ in outside_storm(game, one, territory)}
    theirs = {place for place, _ in outside_storm(game, other, territory)}
    return any(mine.intersection(part) and theirs.intersection(part) for part in connected(territory, game.storm))


def contested(game: Dune) -> dict[int, list[int]]:
    """Territories, in the order of the facts, in which several seats have forces, with these seats in storm order."""
    there: dict[int, list[int]] = {}
    for seat in game.order:
        for territory in territories_of(game, seat):
            there.setdefault(territory, []).append(seat)
    return {territory: there[territory] for territory in sorted(there) if len(there[territory]) > 1}


def battles_of(game: Dune, seat: int, places: dict[int, list[int]]) -> Iterator[tuple[int, list[int]]]:
    """DUN-4.8.1: where a seat must fight, and whom, in storm order; ``places`` are the contested territories.

    See DUN-R-55.

    Any number of factions may share the Polar Sink: they never fight there, and nothing destroys forces there
    (DUN-2.1.9).
    """
    for territory, there in places.items():
        if seat in there and territory != POLE:  # DUN-2.1.9
            foes = [other for other in there if other not in (seat, game.ally[seat])]  # DUN-5.3.3
            foes = [foe for foe in foes if can_meet(game, seat, foe, territory)]
            if foes:
                yield territory, foes


def engaged(game: Dune, battle: Battle, seat: int) -> Stacks:
    """DUN-4.8.5, DUN-R-54: a combatant's forces that take part: all outside the storm.

    With DUN-O-10 only those that the foe can reach.
    """
    other = battle.defender if seat == battle.aggressor else battle.aggressor
    stacks = outside_storm(game, seat, battle.territory)
    if game.options.battle_scope == "territory":
        return stacks
    mine = {place for place, _ in stacks}
    theirs = {place for place, _ in outside_storm(game, other, battle.territory)}
    areas = [part for part in connected(battle.territory, game.storm) if mine & set(part) and theirs & set(part)]
    return tuple(stack for stack in stacks if any(stack[0] in part for part in areas))


def combatants(battle: Battle) -> tuple[int, int]:
    """Aggressor and defender (DUN-4.8.2)."""
    return battle.aggressor, battle.defender


def foe(battle: Battle, seat: int) -> int:
    """The other combatant of a battle."""
    return battle.defender if seat == battle.aggressor else battle.aggressor


def side_of(game: Dune, battle: Battle, seat: int) -> int:
    """The combatant on whose side a seat is: itself or its ally; -1: neither."""
    return next((side for side in (seat, game.ally[seat]) if side in combatants(battle)), NOBODY)


def owner_at(game: Dune, battle: Battle, advantage: Advantage) -> int:
    """The seat that owns an advantage, if it or its ally fights in this battle; -1: nobody."""
    seat = owner_of(game, advantage)
    return seat if seat != NOBODY and side_of(game, battle, seat) != NOBODY else NOBODY


def announce_heroes(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.4 b): announce a combatant without leader and Cheap Hero (DUN-R-57).

    This tells everybody whether a combatant without a leader holds a Cheap Hero (DUN-2.9.1).
    """
    for seat in combatants(battle):
        if not heroes(game, battle, seat):
            tell.all(NoHero, faction_id(game, seat))
            holds_none(game, seat, CHEAP_HERO)
        elif not available(game, seat, battle.territory):
            holds_at_least(game, seat, CHEAP_HERO)


def heroes(game: Dune, battle: Battle, seat: int) -> tuple[str, ...]:
    """DUN-4.8.6: everybody who can be the hero: available leaders, and a Cheap Hero in hand (DUN-7.6.2).

    It may be played although leaders are available, and must be if none is, unless forbidden by Voice (DUN-7.6.2).
    """
    leaders = available(game, seat, battle.territory)
    return (*leaders, CHEAP_HERO) if CHEAP_HERO in game.hands[seat] else leaders


def most_dialled(game: Dune, battle: Battle, seat: int) -> int:
    """DUN-4.8.5, DUN-O-10: forces in the territory outside the storm sector."""
    return sum(number for _, number in engaged(game, battle, seat))


def shapes_of(game: Dune, battle: Battle, seat: int) -> Shapes:
    """DUN-DK-18: the plans that are open to a seat, in shapes."""
    order = battle.voice if battle.commanded == seat else None
    promises = tuple(made_by(game, seat, *PLAN_QUESTIONS))
    return open_plans(most_dialled(game, battle, seat), heroes(game, battle, seat), game.hands[seat], order, promises)


@lru_cache(maxsize=1024)
def boxes_of(shapes: Shapes) -> Boxes[DuneAction]:
    """The boxes of these shapes, made once."""
    return Boxes(*(shape.box() for shape in shapes))


def plan_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-18: everything that can be planned under the Voice and the seat's promises."""
    return boxes_of(shapes_of(game, battle, seat))


def weakness(hero: str | None) -> tuple[bool, int, int]:
    """DUN-DK-18: the weakest leader first, ties as the facts list them; a Cheap Hero after all of them."""
    return hero == CHEAP_HERO, strength(hero), LEADER_NUMBER.get(hero or "", NOBODY)


def weakest(choices: Choices) -> str | None:
    """DUN-DK-18: the least valuable hero."""
    return min(choices, key=weakness)


def weakest_plan(game: Dune, battle: Battle, seat: int) -> DuneAction:
    """DUN-DK-18: the plan with the lowest dial, the weakest leader, and only the demanded cards."""
    shapes = shapes_of(game, battle, seat)
    best = min(shapes, key=lambda shape: weakness(weakest(shape.heroes)))
    return _first_with(best, weakest(best.heroes))


def _first_with(shape: Shape, hero: str | None) -> Plan:
    return replace(shape, high=shape.low, heroes=(hero,)).box().nth(0)


def not_sealed(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-4.8.8: the combatants who have not sealed a plan yet (DUN-R-61).

    Both may change or withdraw a plan until the other one is sealed; a questioned player's plan is final
    (``show_element``).
    """
    return tuple(seat for seat in combatants(battle) if seat not in battle.plans)


def cards_in(plan: Plan) -> tuple[str, ...]:
    """The treachery cards in a plan: a Cheap Hero, the weapon, the defence."""
    cheap = (CHEAP_HERO,) if plan.hero == CHEAP_HERO else ()
    return (*cheap, *(card for card in (plan.weapon, plan.defence) if card is not None))


def learn_from_order(game: Dune, battle: Battle) -> None:
    """DUN-6.4.5, DUN-2.9.1: a combatant with a hero who had to play a kind of card and did not holds no such card."""
    order, seat = battle.voice, battle.commanded
    if order is None or order.order != PLAY or battle.plans[seat].hero is None:
        return
    if not any(KIND[card] == order.kind for card in cards_in(battle.plans[seat])):
        holds_none(game, seat, order.kind)


def reveal(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.8.8, DUN-7.1.1: when both plans are sealed, all see both, and know that those hands hold their cards."""
    for seat, action in pending.answers.items():
        assert isinstance(action, Plan)
        battle.plans[seat] = action
    battle.revealed = True
    learn_from_order(game, battle)
    for seat in combatants(battle):
        note_all(game, seat, cards_in(battle.plans[seat]))
    plan, other = (battle.plans[seat] for seat in combatants(battle))
    tell.all(
        PlansRevealed,
        (faction_id(game, battle.aggressor), faction_id(game, battle.defender)),
        (plan.dial, other.dial),
        (plan.hero, other.hero),
        (plan.weapon, other.weapon),
        (plan.defence, other.defence),
    )
