"""DUN-1.5 in a battle: the plan that was sealed first, dealt again."""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.games.dune.actions import Plan
from turncoat.games.dune.actions.battle import DIAL, HERO, WEAPON
from turncoat.games.dune.cards import KIND, WORTHLESS
from turncoat.games.dune.events.battle import ElementSeen
from turncoat.games.dune.plan import heroes, shapes_of
from turncoat.games.dune.plan_limits import Choices, Shape
from turncoat.games.dune.prescience import answer_for
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune
from turncoat.kernel import Boxes, draw


def redeal_battle(game: Dune, seat: int | None) -> None:
    """Deal a plan again that a seat (None: a spectator) does not know. Hands have been dealt again before."""
    battle = next((section for section in game.stack if isinstance(section, Battle)), None)
    if battle is None or battle.revealed or battle.foreseen not in battle.plans or battle.foreseen == seat:
        return
    battle.plans[battle.foreseen] = _another_plan(game, battle, answer_for(game, battle, seat))


def _another_plan(game: Dune, battle: Battle, seen: ElementSeen | None) -> Plan:
    """A plan that could have been sealed first, with the element that was shown."""
    owner = battle.foreseen
    shapes = shapes_of(game, battle, owner)
    fitting = Boxes(*(shape.box() for shape in (shapes if seen is None else [_with(one, seen) for one in shapes])))
    if fitting.count:
        return fitting.sample(lambda sides: draw(game.chance, sides))
    assert seen is not None
    return _bare(heroes(game, battle, owner), seen)


def _with(shape: Shape, seen: ElementSeen) -> Shape:
    """The plans of a shape that have the element that was shown; a worthless card was shown as none (R-88)."""
    if seen.element == DIAL:
        return replace(shape, low=max(shape.low, seen.dial or 0), high=min(shape.high, seen.dial or 0))
    if seen.element == HERO:
        return replace(shape, heroes=tuple(one for one in shape.heroes if one == seen.hero))
    if seen.element == WEAPON:
        return replace(shape, weapons=_alike(shape.weapons, seen.card))
    return replace(shape, defences=_alike(shape.defences, seen.card))


def _alike(cards: Choices, shown: str | None) -> Choices:
    return tuple(one for one in cards if (None if one is None or KIND[one] == WORTHLESS else one) == shown)


def _bare(able: tuple[str, ...], seen: ElementSeen) -> Plan:
    """What was shown and no more: for hands that would have had to obey an order which the true hand could not."""
    hero = seen.hero if seen.element == HERO else next(iter(able), None)
    weapon, defence = (seen.card, None) if seen.element == WEAPON else (None, seen.card)
    return Plan(seen.dial or 0, hero, weapon, defence)
