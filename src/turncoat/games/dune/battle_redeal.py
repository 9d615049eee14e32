"""DUN-1.5 in a battle: what is hidden there, dealt again: the plan that was sealed first, and heroes nobody has."""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.games.dune.actions import Plan
from turncoat.games.dune.cards import CHEAP_HERO, KIND, WORTHLESS, sorted_hand
from turncoat.games.dune.events.battle import ElementSeen
from turncoat.games.dune.knowledge import known_hand
from turncoat.games.dune.leaders import available
from turncoat.games.dune.plan import combatants, heroes, shapes_of
from turncoat.games.dune.plan_limits import Choices, Shape
from turncoat.games.dune.prescience import DIAL, HERO, WEAPON, answer_for
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune
from turncoat.kernel.box import Boxes
from turncoat.kernel.chance import draw


def redeal_battle(game: Dune, seat: int | None) -> None:
    """Deal again what a seat (None: a spectator) does not know of the battle. Hands have been dealt again before."""
    battle = next((section for section in game.stack if isinstance(section, Battle)), None)
    if battle is None or battle.resolved:
        return
    for owner in combatants(battle):
        if owner != seat:
            _without_hero(game, battle, seat, owner)
    hidden = battle.foreseen in battle.plans and battle.foreseen != seat and not battle.revealed
    if hidden:
        battle.plans[battle.foreseen] = _another_plan(game, battle, answer_for(game, battle, seat))


def _without_hero(game: Dune, battle: Battle, seat: int | None, owner: int) -> None:
    """DUN-4.8.4 b): who was announced to have no hero holds no Cheap Hero; the deck has something else for him."""
    if available(game, owner, battle.territory) or CHEAP_HERO in known_hand(game, seat, owner):
        return
    hand, top = list(game.hands[owner]), len(game.treachery) - (seat is not None and bool(game.known_top[seat]))
    for place, card in enumerate(hand):
        other = next((one for one in range(top) if game.treachery[one] != CHEAP_HERO), None)
        if card == CHEAP_HERO and other is not None:
            hand[place], game.treachery[other] = game.treachery[other], card
    game.hands[owner] = sorted_hand(hand)


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
