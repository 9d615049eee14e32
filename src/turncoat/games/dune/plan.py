"""DUN-4.8.5 to DUN-4.8.8: battle plans: dial, hero, weapon, defence."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from turncoat.games.dune.actions import DuneAction, Plan
from turncoat.games.dune.actions.battle import PLAY
from turncoat.games.dune.cards import CHEAP_HERO, KIND
from turncoat.games.dune.events.battle import NoHero, PlansRevealed
from turncoat.games.dune.facts import LEADER_NUMBER
from turncoat.games.dune.knowledge import holds_at_least, holds_none, note_all
from turncoat.games.dune.leaders import available, strength
from turncoat.games.dune.meetings import engaged
from turncoat.games.dune.plan_limits import PLAN_QUESTIONS, Choices, Shape, Shapes, open_plans
from turncoat.games.dune.promises import made_by
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import NOBODY, Dune, faction_id
from turncoat.kernel import Boxes, Pending, Tell


def combatants(battle: Battle) -> tuple[int, int]:
    """DUN-4.8.2: aggressor and defender."""
    return battle.aggressor, battle.defender


def foe(battle: Battle, seat: int) -> int:
    """The other combatant."""
    return battle.defender if seat == battle.aggressor else battle.aggressor


def side_of(game: Dune, battle: Battle, seat: int) -> int:
    """On whose side a seat is: the combatant that it is itself, or that is its ally; -1: nobody's."""
    return next((one for one in (seat, game.ally[seat]) if one in combatants(battle)), NOBODY)


def announce_heroes(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.4 b): a combatant without leader and Cheap Hero is announced.

    Everybody learns from it whether a combatant without a leader holds a Cheap Hero (DUN-2.9.1).
    """
    for seat in combatants(battle):
        if not heroes(game, battle, seat):
            tell.all(NoHero, faction_id(game, seat))
            holds_none(game, seat, CHEAP_HERO)
        elif not available(game, seat, battle.territory):
            holds_at_least(game, seat, CHEAP_HERO)


def heroes(game: Dune, battle: Battle, seat: int) -> tuple[str, ...]:
    """DUN-4.8.6: everybody who can be the hero: available leaders, and a Cheap Hero in hand (DUN-7.6.2)."""
    leaders = available(game, seat, battle.territory)
    return (*leaders, CHEAP_HERO) if CHEAP_HERO in game.hands[seat] else leaders


def most_dialled(game: Dune, battle: Battle, seat: int) -> int:
    """DUN-4.8.5, O-10: forces in the territory outside the storm sector."""
    return sum(number for _, number in engaged(game, battle, seat))


def shapes_of(game: Dune, battle: Battle, seat: int) -> Shapes:
    """DK-18: the plans that are open to a seat, in shapes."""
    order = battle.voice if battle.commanded == seat else None
    promises = tuple(made_by(game, seat, *PLAN_QUESTIONS))
    return open_plans(most_dialled(game, battle, seat), heroes(game, battle, seat), game.hands[seat], order, promises)


@lru_cache(maxsize=1024)
def boxes_of(shapes: Shapes) -> Boxes[DuneAction]:
    """The boxes of these shapes, made once."""
    return Boxes(*(shape.box() for shape in shapes))


def plan_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DK-18: everything that can be planned under the Voice and one's promises."""
    return boxes_of(shapes_of(game, battle, seat))


def weakness(hero: str | None) -> tuple[bool, int, int]:
    """DK-18: the weakest leader first, ties by facts order; a Cheap Hero after all of them."""
    return hero == CHEAP_HERO, strength(hero), LEADER_NUMBER.get(hero or "", NOBODY)


def weakest(choices: Choices) -> str | None:
    """DK-18: the hero whom one can do without most easily."""
    return min(choices, key=weakness)


def weakest_plan(game: Dune, battle: Battle, seat: int) -> DuneAction:
    """DK-18: the lowest dial, the weakest leader, only the cards that are demanded."""
    shapes = shapes_of(game, battle, seat)
    best = min(shapes, key=lambda shape: weakness(weakest(shape.heroes)))
    return _first_with(best, weakest(best.heroes))


def _first_with(shape: Shape, hero: str | None) -> Plan:
    return replace(shape, high=shape.low, heroes=(hero,)).box().nth(0)


def not_sealed(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-4.8.8: whoever has not sealed a plan yet."""
    return tuple(seat for seat in combatants(battle) if seat not in battle.plans)


def cards_in(plan: Plan) -> tuple[str, ...]:
    """The treachery cards in a plan: a Cheap Hero, the weapon, the defence."""
    cheap = (CHEAP_HERO,) if plan.hero == CHEAP_HERO else ()
    return (*cheap, *(card for card in (plan.weapon, plan.defence) if card is not None))


def learn_from_order(game: Dune, battle: Battle) -> None:
    """DUN-6.4.5, DUN-2.9.1: whoever had to play a kind of card, had a hero for it and did not, holds no such card."""
    order, seat = battle.voice, battle.commanded
    if order is None or order.order != PLAY or battle.plans[seat].hero is None:
        return
    if not any(KIND[card] == order.kind for card in cards_in(battle.plans[seat])):
        holds_none(game, seat, order.kind)


def reveal(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.8.8, DUN-7.1.1: with both in, both are shown to all; their cards are known to be in those hands."""
    for seat, action in pending.answers.items():
        assert isinstance(action, Plan)
        battle.plans[seat] = action
    battle.revealed = True
    learn_from_order(game, battle)
    for seat in combatants(battle):
        note_all(game, seat, cards_in(battle.plans[seat]))
    one, other = (battle.plans[seat] for seat in combatants(battle))
    tell.all(
        PlansRevealed,
        (faction_id(game, battle.aggressor), faction_id(game, battle.defender)),
        (one.dial, other.dial),
        (one.hero, other.hero),
        (one.weapon, other.weapon),
        (one.defence, other.defence),
    )
