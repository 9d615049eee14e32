"""DUN-4.8: the events of the Battle Phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from turncoat.games.dune.battle import DIAL, HERO, PLAY
from turncoat.games.dune.events import Card, CardKind, DuneEvent, Faction, Leader, Territory, Word, lost
from turncoat.kernel import Message, Says


class BattleEvent(DuneEvent, stage="battles"):
    """Anything that can happen in the Battle Phase."""


class BattleChosen(BattleEvent, rule="DUN-4.8.2", heading="Battle"):
    """The battle that was chosen: both factions and the territory."""

    says = Message("{aggressor} attacks {defender} in {territory}.")

    aggressor: Faction
    defender: Faction
    territory: Territory


class NoHero(BattleEvent, rule="DUN-4.8.4"):
    """DUN-4.8.4: a combatant has no hero available."""

    says = Message("{faction} has nobody who could lead the battle.")

    faction: Faction


class VoiceUsed(BattleEvent, rule="DUN-6.4.5", heading="Before the plans", does="voice"):
    """An order of the Voice: to whom, to play or not to play which kind of card.

    Attributes:
        order: ``play`` or ``do-not-play``.
    """

    says = Message("{faction} uses the {voice}: {to} must play a {kind}.")
    must_not = Message("{faction} uses the {voice}: {to} must not play any {kind}.")
    voice: ClassVar[Word] = "voice"

    faction: Faction
    to: Faction
    order: str
    kind: CardKind

    def sentences(self) -> Iterator[Message]:
        """DUN-6.4.4: one of two orders."""
        yield self.says if self.order == PLAY else self.must_not


class PrescienceUsed(BattleEvent, rule="DUN-6.2.3", heading="Before the plans", does="prescience"):
    """The element of a plan that Prescience demands, and from whom."""

    says = Message("{faction} uses {prescience}: {of} seals a plan first and shows the {element}.")
    prescience: ClassVar[Word] = "prescience"

    faction: Faction
    of: Faction
    element: str


class OrderVoid(BattleEvent, rule="DUN-7.11.3", heading="Before the plans"):
    """DUN-7.11.3: a player need no longer obey an order of the Voice, or answer a demand of Prescience.

    Attributes:
        entry: The number of the advantage that has no effect.
    """

    says = Message("The {advantage} of {faction} has no effect in this battle.")

    faction: Faction
    entry: str

    @property
    def advantage(self) -> Word:
        """The advantage that has no effect: prescience or the Voice."""
        return {"K-03": "prescience", "K-17": "voice"}[self.entry]


class ElementSeen(BattleEvent, rule="DUN-6.2.3", private=True):
    """Only for the asking side: the element of a plan. Other fields are empty; null: the plan has no such element."""

    says = Message("{of} shows you the {element}: {card}.")
    by_number = Message("{of} shows you the {element}: {dial}.")
    by_name = Message("{of} shows you the {element}: {hero}.")

    of: Faction
    element: str
    dial: int | None = None
    hero: Leader | None = None
    card: Card | None = None

    def sentences(self) -> Iterator[Message]:
        """DUN-6.2.3: a number, a hero or a card."""
        yield {DIAL: self.by_number, HERO: self.by_name}.get(self.element, self.says)


class PlanShown(Says):
    """A revealed plan."""

    says = Message("{faction} dials {dial}, led by {hero}, with {cards}.")

    faction: Faction
    dial: int
    hero: Leader | None
    weapon: str | None
    defence: str | None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of a plan: weapon and defence, if there are any."""
        return tuple(card for card in (self.weapon, self.defence) if card is not None)


class PlansRevealed(BattleEvent, rule="DUN-4.8.8", heading="Plans", tone="seal"):
    """Both plans in full; lists are aggressor first.

    Attributes:
        factions: Both factions.
        dials: The number that each faction dialled.
        heroes: The leader of each side; null: nobody.
        weapons: The weapon of each side; null: none.
        defences: The defence of each side; null: none.
    """

    says = Message("{aggressor} {defender}")

    factions: tuple[str, str]
    dials: tuple[int, int]
    heroes: tuple[str | None, str | None]
    weapons: tuple[str | None, str | None]
    defences: tuple[str | None, str | None]

    def plan(self, side: int) -> PlanShown:
        """The plan of one side."""
        hero, weapon, defence = self.heroes[side], self.weapons[side], self.defences[side]
        return PlanShown(self.factions[side], self.dials[side], hero, weapon, defence)

    @property
    def aggressor(self) -> PlanShown:
        """The plan of the attacker."""
        return self.plan(0)

    @property
    def defender(self) -> PlanShown:
        """The plan of the defender."""
        return self.plan(1)


class TreacheryCalled(BattleEvent, rule="DUN-4.8.11", heading="Treachery", weight=4, does="traitor", tone="seal"):
    """The caller, the side for which it called, and the traitor."""

    says = Message("{faction} calls treachery: {leader} is its traitor!")
    for_ally = Message("{faction} calls treachery for {side}: {leader} is its traitor!")

    faction: Faction
    side: Faction
    leader: Leader

    def sentences(self) -> Iterator[Message]:
        """DUN-6.3.5: a different sentence when the caller calls for its ally."""
        yield self.says if self.side == self.faction else self.for_ally


class NobodyCalled(BattleEvent, rule="DUN-4.8.11", heading="Treachery"):
    """DUN-4.8.11: all callers have answered, and nobody called treachery."""

    says = Message("Nobody calls treachery.")


class Exploded(BattleEvent, rule="DUN-4.8.14", heading="Explosion", weight=4, deadly=True, tone="seal"):
    """DUN-4.8.14: an explosion destroyed everything in the territory.

    Attributes:
        forces: Forces lost, by faction.
        spice: Spice lost.
    """

    says = Message("Everything in {territory} explodes, with {gone}.")

    territory: Territory
    forces: dict[str, int]
    spice: int

    @property
    def gone(self) -> tuple[Says, ...]:
        """The forces and the spice that an explosion destroyed."""
        return lost(self.forces, self.spice)


class LeaderKilled(BattleEvent, rule="DUN-4.8.15", tone="bad"):
    """A leader was killed in battle and went to the tanks."""

    says = Message("{leader} of {faction} is dead.")

    faction: Faction
    leader: Leader


class Outcome(BattleEvent, heading="Outcome", weight=3):
    """Base class of the events that tell how a battle ended."""


class BattleDecided(Outcome, rule="DUN-4.8.16", tone="good"):
    """DUN-4.8.16: winner and loser, and both totals, the winner's first.

    Attributes:
        totals: Both totals, the winner's first.
    """

    says = Message("{winner} beats {loser} with strength {most} to {least}.")

    winner: Faction
    loser: Faction
    totals: tuple[int, int]

    @property
    def most(self) -> int:
        """The total of the winner."""
        return self.totals[0]

    @property
    def least(self) -> int:
        """The total of the loser."""
        return self.totals[1]


class BattleByTreachery(Outcome, rule="DUN-4.8.12", tone="seal"):
    """DUN-4.8.12: winner and loser of a battle that was decided by calling a traitor."""

    says = Message("{winner} beats {loser} by treachery.")

    winner: Faction
    loser: Faction


class NobodyWon(Outcome, rule="DUN-4.8.13", tone="bad"):
    """DUN-4.8.13, DUN-4.8.14: a battle without a winner."""

    says = Message("Neither {aggressor} nor {defender} wins the battle.")

    factions: tuple[Faction, Faction]

    @property
    def aggressor(self) -> Faction:
        """The faction that chose the battle."""
        return self.factions[0]

    @property
    def defender(self) -> Faction:
        """The faction that was attacked."""
        return self.factions[1]


class ForcesLost(BattleEvent, rule="DUN-4.8.18", heading="Losses", deadly=True):
    """Forces went to the tanks."""

    says = Message("{faction} loses {forces:force} in {territory}.")

    faction: Faction
    territory: Territory
    forces: int


class CardsKept(BattleEvent, rule="DUN-7.1.1", heading="Cards"):
    """DUN-7.1.1: played cards that stay in the hand, known to all."""

    says = Message("{faction} keeps {cards}.")

    faction: Faction
    cards: tuple[Card, ...]
