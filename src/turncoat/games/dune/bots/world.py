"""What a mentat reads from its view: the position in numbers, and the possible plans of a foe.

For a foe's plan it has the probabilities of weapons, defences, heroes and dials.
"""

from __future__ import annotations

from turncoat.games.dune.advantages import CALL_FOR_ALLY, has
from turncoat.games.dune.battle import DO_NOT_PLAY, PLAY
from turncoat.games.dune.facts import STRENGTH
from turncoat.games.dune.known import Shadow
from turncoat.games.dune.mentat.rules import needed, side, strongholds
from turncoat.games.dune.shared.cards import (
    ATOMICS,
    CHEAP_HERO,
    COPIES,
    DEFENCE_KINDS,
    GHOLA,
    HAJR,
    KARAMA,
    KIND,
    LASGUN,
    TRUTHTRANCE,
    WEAPON_KINDS,
    WEATHER,
    WORTHLESS,
)
from turncoat.games.dune.shared.forces import occupants, outside_storm
from turncoat.games.dune.shared.leaders import available, living
from turncoat.games.dune.shared.map import SECTOR_OF, TERRITORY, TERRITORY_OF
from turncoat.games.dune.state import NOBODY, facts_of
from turncoat.games.dune.view_parts import DuneView, FactionView, OwnView

Stand = dict[int, int]
"""Forces of one faction, by location or by territory."""

PROJECTILE, POISON, SHIELD, SNOOPER = "projectile", "poison", "shield", "snooper"
WEAPONS = (PROJECTILE, POISON, LASGUN)
DEFENCES = (SHIELD, SNOOPER)

LEADER_WEIGHT, WEAPON_WEIGHT, DEFENCE_WEIGHT, UNKNOWN_WEIGHT = 0.8, 1.5, 1.0, 0.6
"""What a leader's strength, a weapon, a defence and an unknown card add to a faction's strength."""


def by_territory(stand: Stand) -> Stand:
    """The forces of each territory."""
    found: Stand = {}
    for place, number in stand.items():
        territory = TERRITORY_OF[place]
        found[territory] = found.get(territory, 0) + number
    return found


class World:
    """The table as one seat sees it.

    Args:
        view: The view of a seat.

    Attributes:
        me: The seat.
        own: What the seat knows of itself.
        game: The known position, in the form that rules can use.
        factions: The number of the faction of each seat.
        ally: The ally's seat of each seat; -1: none.
        forces: Forces on the map of each seat, by location.
        fields: Spice on the map, by location.
        order: Seats in storm order.
        later: Seats that are still to act after the present one in this phase.
        last: Whether this is the last turn.
    """

    def __init__(self, view: DuneView) -> None:
        assert view.seat is not None
        assert view.own is not None
        self.view = view
        self.me: int = view.seat
        self.own: OwnView = view.own
        self.seats = range(len(view.factions))
        self.shadow = Shadow(view)
        self.game = self.shadow.game
        self.factions, self.ally, self.order = self.game.factions, self.game.ally, self.game.order
        self.forces: tuple[Stand, ...] = tuple(map(dict, self.game.forces))
        self.stand = tuple(by_territory(force) for force in self.forces)
        self.fields = dict(self.game.fields)
        self.later = tuple(seat for seat in map(self.seat, view.to_act) if seat != self.me)
        self.last = view.turn >= view.options.turns
        self._edges: dict[int, float] = {}

    def seat(self, faction: str) -> int:
        """The seat of a faction, given its id; -1: not in play."""
        return self.shadow.seat_of(faction)

    def seat_of(self, number: int) -> int:
        """The seat of a faction, given its number; -1: not in play."""
        return self.game.seat_by_faction[number]

    def faction(self, seat: int) -> FactionView:
        """What is known of a seat's faction."""
        return self.view.factions[seat]

    @property
    def friends(self) -> tuple[int, ...]:
        """The seat itself and its ally."""
        ally = self.ally[self.me]
        return (self.me,) if ally == NOBODY else (self.me, ally)

    def side(self, seat: int) -> tuple[int, ...]:
        """A seat with its ally, ascending."""
        return side(self.game, seat)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """All sides, each once: a faction alone, or two allies."""
        return tuple(dict.fromkeys(self.side(seat) for seat in self.seats))

    def needed(self, side: tuple[int, ...]) -> int:
        """DUN-4.10.2, DUN-4.10.3: how many strongholds a side needs."""
        return needed(self.game, side)

    def held(self, side: tuple[int, ...]) -> int:
        """DUN-4.10.1: how many strongholds a side holds alone."""
        return strongholds(self.game, side)

    def there(self, territory: int) -> tuple[int, ...]:
        """The seats that have forces in a territory."""
        return occupants(self.game, territory)

    def in_storm(self, place: int) -> bool:
        """Whether a location lies in the storm."""
        return self.view.storm >= 0 and SECTOR_OF[place] == self.view.storm

    def fighting(self, seat: int, territory: int) -> int:
        """DUN-4.8.5: the forces outside the storm."""
        return sum(number for _, number in outside_storm(self.game, seat, territory))

    # --- leaders and cards ----------------------------------------------------------------------

    def leaders(self, seat: int, territory: str = "") -> tuple[str, ...]:
        """DUN-2.5.1: a seat's living leaders; with a territory, only those who can still fight there this turn."""
        return available(self.game, seat, TERRITORY[territory]) if territory else living(self.game, seat)

    def known(self, seat: int) -> tuple[str, ...]:
        """The known cards in a hand; the bot knows all of its own."""
        return self.game.hands[seat]

    def unknown(self, seat: int) -> int:
        """How many cards of a hand are not known."""
        return max(0, self.faction(seat).cards - len(self.known(seat)))

    def edge(self, seat: int) -> float:
        """About how much its leader and cards add to a faction's forces in a battle."""
        if seat not in self._edges:
            self._edges[seat] = self._edge(seat)
        return self._edges[seat]

    def _edge(self, seat: int) -> float:
        best = max((STRENGTH[leader] for leader in self.leaders(seat)), default=0)
        kinds = [KIND[card] for card in self.known(seat)]
        if not best and CHEAP_HERO not in kinds and not self.unknown(seat):
            return 0.0
        weapons = any(kind in WEAPON_KINDS and kind != WORTHLESS for kind in kinds)
        guards = len({kind for kind in kinds if kind in DEFENCE_KINDS and kind != WORTHLESS})
        extra = min(2.0, UNKNOWN_WEIGHT * self.unknown(seat))
        return LEADER_WEIGHT * best + WEAPON_WEIGHT * weapons + DEFENCE_WEIGHT * guards + extra

    def has(self, seat: int, kind: str) -> float:
        """The probability that a hand holds a card of a kind."""
        if any(KIND[card] == kind for card in self.known(seat)):
            return 1.0
        facts = [fact for fact in self.view.hand_facts if (fact.seat, fact.kind) == (seat, kind)]
        if any(fact.least for fact in facts):
            return 1.0
        if any(not fact.most for fact in facts):
            return 0.0
        pool = sum(self.own.unseen.values())
        fitting = sum(number for card, number in self.own.unseen.items() if KIND[card] == kind)
        missing = 1.0
        for drawn in range(min(self.unknown(seat), pool)):
            missing *= max(0.0, pool - fitting - drawn) / (pool - drawn)
        return 1.0 - missing

    def betrayal(self, foe: int, leader: str) -> float:
        """The probability that a foe, or a seat that calls for the foe, holds a leader's traitor card."""
        callers = [foe]
        if has(self.game, self.ally[foe], CALL_FOR_ALLY):
            callers.append(self.ally[foe])
        return min(1.0, sum(self.suspicion(caller, leader) for caller in callers))

    def suspicion(self, seat: int, leader: str) -> float:
        """The probability that one seat holds a leader's traitor card."""
        faction = self.faction(seat)
        if leader in self.own.dealt or leader not in STRENGTH:
            return 0.0
        if leader in faction.shown_traitors:
            return 1.0
        if leader in faction.cleared or seat == self.me:
            return 0.0
        deck = 5.0 * len(self.seats) - len(self.own.dealt)
        cards = float(facts_of(self.game, seat).traitors)
        taste = 1.0 if cards > 1 else STRENGTH[leader] / 3.0
        return (cards - len(faction.shown_traitors)) * taste / deck


SPECIAL_WORTH = {KARAMA: 4.5, GHOLA: 2.5, HAJR: 2.5, WEATHER: 3.0, ATOMICS: 1.5, TRUTHTRANCE: 2.0}
KIND_WORTH = {PROJECTILE: 4.5, POISON: 4.5, LASGUN: 3.5, SHIELD: 4.5, SNOOPER: 4.0, CHEAP_HERO: 3.0, WORTHLESS: 0.1}
SATED = 0.45
"""The value of each further card of the same kind in hand, as a share of the one before."""
MANY = sum(COPIES.values())


def worth(card: str, hand: tuple[str, ...]) -> float:
    """The value of a card to the owner of this hand, in spice."""
    value = SPECIAL_WORTH.get(card, KIND_WORTH.get(KIND[card], 1.0))
    alike = sum(KIND[held] == KIND[card] if card not in SPECIAL_WORTH else held == card for held in hand)
    return value * SATED**alike


def unseen_worth(world: World) -> float:
    """The value of an unseen card, in spice."""
    pool = world.own.unseen
    total = sum(pool.values()) or MANY
    return sum(number * worth(card, world.own.hand) for card, number in pool.items()) / total


Odds = dict[str, float]
"""The probability of each kind of card, or of each hero, in the plan; ``""`` is none."""
NONE = ""
READY = 0.85
"""The probability that a player plays a fitting card."""
CAUTION = 0.35
"""The probability that a player plays a Lasgun."""
STANDS_UP = 2.2
"""The probability of choosing a leader grows with this power of his strength."""


def _odds(chances: Odds) -> Odds:
    """The probabilities of playing one of several cards, or none, from those of holding them."""
    none, total = 1.0, sum(chances.values())
    for chance in chances.values():
        none *= 1 - chance
    if not total:
        return {NONE: 1.0}
    return {NONE: none, **{kind: (1 - none) * chance / total for kind, chance in chances.items()}}


class Foe:
    """The other side of a battle.

    Args:
        world: The table.
        seat: The opponent's seat.
        territory: The id of the territory.
        forces: The number of forces that the opponent can dial.

    Attributes:
        heroes: The probability of each leader.
        weapons: The probability of each kind of weapon.
        defences: The probability of each kind of defence.
        dials: The probability of each dial, from 0 up.
    """

    def __init__(self, world: World, seat: int, territory: str, forces: int) -> None:
        self.world, self.seat = world, seat
        self.heroes = self._heroes(territory)
        armed = READY if list(self.heroes) != [NONE] else 0.0
        self.weapons = _odds(
            {kind: world.has(seat, kind) * (CAUTION if kind == LASGUN else armed) for kind in WEAPONS} if armed else {}
        )
        self.defences = _odds({kind: world.has(seat, kind) * READY for kind in (SHIELD, SNOOPER)} if armed else {})
        self.dials = self._dials(forces)

    def _heroes(self, territory: str) -> Odds:
        leaders = self.world.leaders(self.seat, territory)
        found = {leader: STRENGTH[leader] ** STANDS_UP for leader in leaders}
        if not leaders:
            cheap = self.world.has(self.seat, CHEAP_HERO)
            return {CHEAP_HERO: cheap, NONE: 1 - cheap} if cheap else {NONE: 1.0}
        total = sum(found.values())
        cheap = 0.15 * self.world.has(self.seat, CHEAP_HERO)
        chances = {leader: (1 - cheap) * weight / total for leader, weight in found.items()}
        return {**chances, CHEAP_HERO: cheap} if cheap else chances

    def _dials(self, forces: int) -> list[float]:
        """High dials are likelier than low ones; a weak faction risks everything."""
        weights = [1.0 + 1.6 * dial for dial in range(forces + 1)]
        weights[forces] *= 1.5
        total = sum(weights)
        return [weight / total for weight in weights]

    # --- what is known --------------------------------------------------------------------------

    def obeys(self, order: str, kind: str) -> None:
        """DUN-6.4.5: what the Voice has commanded the foe."""
        for odds in (self.weapons, self.defences, self.heroes):
            if kind in odds and order == DO_NOT_PLAY:
                odds[NONE] = odds.get(NONE, 0.0) + odds.pop(kind)
            elif kind in odds and order == PLAY:
                holds = self.world.has(self.seat, kind)
                for other in odds:
                    odds[other] *= 1 - holds
                odds[kind] += holds

    def shown(self, element: str, hero: str | None, card: str | None, dial: int | None) -> None:
        """DUN-6.2.3: what Prescience has shown of the foe's plan."""
        if element == "hero":
            self.heroes = {hero or NONE: 1.0}
        elif element == "weapon":
            self.weapons = {KIND[card] if card else NONE: 1.0}
        elif element == "defence":
            self.defences = {KIND[card] if card else NONE: 1.0}
        elif dial is not None:
            self.dials = [0.0] * dial + [1.0]

    def totals(self, dead: bool) -> list[float]:
        """The probability of each total strength, from 0 up, if the foe's hero is dead or alive."""
        found = [0.0] * (len(self.dials) + 8)
        for hero, chance in self.heroes.items():
            extra = 0 if dead else STRENGTH.get(hero, 0)
            for dial, likely in enumerate(self.dials):
                found[dial + extra] += chance * likely
        return found

    def strength(self) -> float:
        """The average strength of the foe's hero."""
        return sum(chance * STRENGTH.get(hero, 0) for hero, chance in self.heroes.items())
