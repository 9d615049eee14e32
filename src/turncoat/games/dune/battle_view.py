"""DUN-1.5 in a battle: orders and demands are public, plans are secret until both are in."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.dune.actions import Plan
from turncoat.games.dune.events.battle import ElementSeen
from turncoat.games.dune.map import TERRITORY_IDS
from turncoat.games.dune.plan import combatants
from turncoat.games.dune.prescience import answer_for
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.spice import named
from turncoat.games.dune.state import Dune


class BattleView(Struct, frozen=True):
    """DUN-4.8: the battle being fought.

    Attributes:
        territory: Where.
        aggressor: Who chose it.
        defender: The other combatant.
        order: ``play`` or ``do-not-play`` and the kind, as commanded by the Voice; empty: none.
        commanded: Who must obey.
        element: What is asked for by Prescience; empty: nothing.
        foreseen: Whose plan it is asked of.
        answer: What this seat has been shown of that plan; None: nothing.
        sealed: Who has sealed a plan that can no longer be changed.
        plans: Plans, by faction: both once they are revealed; before that this seat's own, sealed for good.
        lifted: Preventions in force in this battle.
        calls: The sides on which treachery was called.
        resolved: Whether it has been decided.
        winner: Who won; empty: nobody, or not known yet.
        played: Cards that the winner may keep.
    """

    territory: str
    aggressor: str
    defender: str
    order: tuple[str, ...]
    commanded: str
    element: str
    foreseen: str
    answer: ElementSeen | None
    sealed: tuple[str, ...]
    plans: dict[str, Plan]
    lifted: tuple[str, ...]
    calls: tuple[str, ...]
    resolved: bool
    winner: str
    played: tuple[str, ...]


def battle_view(game: Dune, battle: Battle, seat: int | None) -> BattleView:
    """DUN-1.5: what a seat (None: a spectator) sees of a battle."""
    return BattleView(
        territory=TERRITORY_IDS[battle.territory],
        aggressor=named(game, battle.aggressor),
        defender=named(game, battle.defender),
        order=() if battle.voice is None else (battle.voice.order, battle.voice.kind),
        commanded=named(game, battle.commanded),
        element="" if battle.prescience is None else battle.prescience.element,
        foreseen=named(game, battle.foreseen),
        answer=answer_for(game, battle, seat),
        sealed=tuple(named(game, one) for one in sorted(battle.plans)),
        plans=plans_for(game, battle, seat),
        lifted=tuple(battle.lifted),
        calls=tuple(named(game, one) for one in battle.calls),
        resolved=battle.resolved,
        winner=named(game, battle.winner),
        played=battle.played,
    )


def plans_for(game: Dune, battle: Battle, seat: int | None) -> dict[str, Plan]:
    """DUN-4.8.8: the plans that a seat may see."""
    open_to = [one for one in combatants(battle) if battle.revealed or one == seat]
    return {named(game, one): battle.plans[one] for one in open_to if one in battle.plans}
