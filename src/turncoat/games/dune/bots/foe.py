"""What a foe may have planned for a battle: weapons, defences, heroes and dials, with how likely each is."""

from __future__ import annotations

from turncoat.games.dune.battle import DO_NOT_PLAY, PLAY
from turncoat.games.dune.bots.world import SHIELD, SNOOPER, WEAPONS, World
from turncoat.games.dune.facts import STRENGTH
from turncoat.games.dune.shared.cards import CHEAP_HERO, KIND, LASGUN

Odds = dict[str, float]
"""How likely each kind of card, or each hero, is in the plan; ``""`` is none."""
NONE = ""
READY = 0.85
"""How likely a card that fits is played."""
CAUTION = 0.35
"""How likely somebody with a Lasgun plays it."""
STANDS_UP = 2.2
"""How much likelier than his strength a strong leader leads."""


def _odds(chances: Odds) -> Odds:
    """One of several cards, or none: chances of holding them become chances of playing them."""
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
        seat: The foe's seat.
        territory: The id of the territory.
        forces: How many forces it can dial.

    Attributes:
        heroes: Who leads, how likely.
        weapons: Kinds of weapons, how likely.
        defences: Kinds of defences, how likely.
        dials: How likely each dial is, from 0 up.
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
        """Most of the forces more likely than few; whoever is weak risks all."""
        weights = [1.0 + 1.6 * dial for dial in range(forces + 1)]
        weights[forces] *= 1.5
        total = sum(weights)
        return [weight / total for weight in weights]

    # --- what is known --------------------------------------------------------------------------

    def obeys(self, order: str, kind: str) -> None:
        """DUN-6.4.5: what the Voice has told the foe."""
        for odds in (self.weapons, self.defences, self.heroes):
            if kind in odds and order == DO_NOT_PLAY:
                odds[NONE] = odds.get(NONE, 0.0) + odds.pop(kind)
            elif kind in odds and order == PLAY:
                holds = self.world.has(self.seat, kind)
                for other in odds:
                    odds[other] *= 1 - holds
                odds[kind] += holds

    def shown(self, element: str, hero: str | None, card: str | None, dial: int | None) -> None:
        """DUN-6.2.3: what Prescience has shown."""
        if element == "hero":
            self.heroes = {hero or NONE: 1.0}
        elif element == "weapon":
            self.weapons = {KIND[card] if card else NONE: 1.0}
        elif element == "defence":
            self.defences = {KIND[card] if card else NONE: 1.0}
        elif dial is not None:
            self.dials = [0.0] * dial + [1.0]

    def totals(self, dead: bool) -> list[float]:
        """How likely each total strength is, from 0 up, if the foe's hero is dead or alive."""
        found = [0.0] * (len(self.dials) + 8)
        for hero, chance in self.heroes.items():
            extra = 0 if dead else STRENGTH.get(hero, 0)
            for dial, likely in enumerate(self.dials):
                found[dial + extra] += chance * likely
        return found

    def strength(self) -> float:
        """The average strength of the foe's hero."""
        return sum(chance * STRENGTH.get(hero, 0) for hero, chance in self.heroes.items())
