"""DUN-4.8: what happens in the Battle Phase."""

from __future__ import annotations

from turncoat.kernel.events import Event


class BattleChosen(Event, frozen=True, tag="battle_chosen"):
    """Who fights whom, and where."""

    aggressor: str
    defender: str
    territory: str


class NoHero(Event, frozen=True, tag="no_hero"):
    """DUN-4.8.4: a combatant has no hero available."""

    faction: str


class VoiceUsed(Event, frozen=True, tag="voice_used"):
    """An order: to whom, to play or not to play what."""

    faction: str
    to: str
    order: str
    kind: str


class PrescienceUsed(Event, frozen=True, tag="prescience_used"):
    """Which element of whose plan is asked for."""

    faction: str
    of: str
    element: str


class OrderVoid(Event, frozen=True, tag="order_void"):
    """DUN-7.11.3: an order of the Voice, or a question of Prescience, need not be obeyed or answered any more."""

    faction: str
    entry: str


class ElementSeen(Event, frozen=True, tag="element_seen"):
    """For the asking side alone: the element of a plan. Only its own field is filled; None there is none."""

    of: str
    element: str
    dial: int | None = None
    hero: str | None = None
    card: str | None = None


class PlansRevealed(Event, frozen=True, tag="plans_revealed"):
    """Both plans in full; lists are aggressor first."""

    factions: tuple[str, str]
    dials: tuple[int, int]
    heroes: tuple[str | None, str | None]
    weapons: tuple[str | None, str | None]
    defences: tuple[str | None, str | None]


class TreacheryCalled(Event, frozen=True, tag="treachery_called"):
    """Who called, for whose side, and the traitor."""

    faction: str
    side: str
    leader: str


class NobodyCalled(Event, frozen=True, tag="nobody_called"):
    """No treachery was called."""


class Exploded(Event, frozen=True, tag="exploded"):
    """DUN-4.8.14: everything in the territory is gone."""

    territory: str
    forces: dict[str, int]
    spice: int


class LeaderKilled(Event, frozen=True, tag="leader_killed"):
    """A leader died."""

    faction: str
    leader: str


class BattleDecided(Event, frozen=True, tag="battle_decided"):
    """DUN-4.8.16: winner and loser, and both totals, the winner's first."""

    winner: str
    loser: str
    totals: tuple[int, int]


class BattleByTreachery(Event, frozen=True, tag="battle_by_treachery"):
    """DUN-4.8.12: winner and loser of a battle that one side's call decided."""

    winner: str
    loser: str


class NobodyWon(Event, frozen=True, tag="nobody_won"):
    """DUN-4.8.13, DUN-4.8.14: a battle without a winner."""

    factions: tuple[str, str]


class ForcesLost(Event, frozen=True, tag="forces_lost"):
    """Forces went to the tanks."""

    faction: str
    territory: str
    forces: int


class CardsKept(Event, frozen=True, tag="cards_kept"):
    """DUN-7.1.1: cards that were played and stay in the hand, known to all."""

    faction: str
    cards: tuple[str, ...]


EVENTS = (
    BattleChosen,
    NoHero,
    VoiceUsed,
    PrescienceUsed,
    OrderVoid,
    ElementSeen,
    PlansRevealed,
    TreacheryCalled,
    NobodyCalled,
    Exploded,
    LeaderKilled,
    BattleDecided,
    BattleByTreachery,
    NobodyWon,
    ForcesLost,
    CardsKept,
)
