"""DUN-4.8.5 to DUN-4.8.8: battle plans: dial, hero, weapon, defence; Voice and promises narrow them down."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Plan
from turncoat.games.dune.events.battle import NoHero, PlansRevealed
from turncoat.games.dune.forces import outside_storm
from turncoat.games.dune.leaders import available
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune, faction_id
from turncoat.kernel.box import Boxes, box
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending
from turncoat.kernel.space import Between, OneOf


def combatants(battle: Battle) -> tuple[int, int]:
    """DUN-4.8.2: aggressor and defender."""
    return battle.aggressor, battle.defender


def foe(battle: Battle, seat: int) -> int:
    """The other combatant."""
    return battle.defender if seat == battle.aggressor else battle.aggressor


def announce_heroes(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.4 b): a combatant without leader and Cheap Hero is announced."""
    for seat in combatants(battle):
        if not heroes(game, battle, seat):
            tell.all(NoHero, "DUN-4.8.4", faction_id(game, seat))


def heroes(game: Dune, battle: Battle, seat: int) -> tuple[str, ...]:
    """DUN-4.8.6: everybody who can be the hero."""
    return available(game, seat, battle.territory)


def most_dialled(game: Dune, battle: Battle, seat: int) -> int:
    """DUN-4.8.5, O-10: forces in the territory outside the storm sector."""
    return sum(number for _, number in outside_storm(game, seat, battle.territory))


def plan_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DK-18: everything that can be planned."""
    none = OneOf((None,), "card")
    who = OneOf(heroes(game, battle, seat) or (None,), "leader")
    dial = Between(0, most_dialled(game, battle, seat))
    return Boxes(box(Plan, "DUN-4.8.5", dial=dial, hero=who, weapon=none, defence=none))


def weakest_plan(game: Dune, battle: Battle, seat: int) -> DuneAction:
    """DK-18: dial 0, the weakest leader, only the cards that are demanded."""
    return plan_boxes(game, battle, seat).nth(0)


def not_sealed(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-4.8.8: whoever has not sealed a plan yet."""
    return tuple(seat for seat in combatants(battle) if seat not in battle.plans)


def reveal(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.8.8: with both in, both are shown to all."""
    for seat, action in pending.answers.items():
        assert isinstance(action, Plan)
        battle.plans[seat] = action
    battle.revealed = True
    one, other = (battle.plans[seat] for seat in combatants(battle))
    tell.all(
        PlansRevealed,
        "DUN-4.8.8",
        (faction_id(game, battle.aggressor), faction_id(game, battle.defender)),
        (one.dial, other.dial),
        (one.hero, other.hero),
        (one.weapon, other.weapon),
        (one.defence, other.defence),
    )
