"""What follows from a position by the rules: who holds each stronghold, and which forces must fight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct, field

from turncoat.games.dune.facts import FACTION_IDS
from turncoat.games.dune.known import Shadow
from turncoat.games.dune.mentat.rules import holders, needed, side
from turncoat.games.dune.shared.forces import occupants
from turncoat.games.dune.shared.map import LOCATION_IDS, STRONGHOLDS, TERRITORY_IDS
from turncoat.games.dune.view_parts import DuneView, FactionView
from turncoat.kernel import Names

OFF_PLANET, TANKS = "off-planet", "tanks"
"""Places outside the map that forces can leave or reach."""


class March(Struct, frozen=True):
    """A group of moving forces. ``origin``: a location, ``OFF_PLANET`` or ``TANKS``."""

    faction: str
    number: int
    origin: str
    to: str
    kind: Literal["ship", "rally", "move", "ride", "transfer", "withdraw", "die", "revive"]


class Moment(Struct, frozen=True, dict=True):
    """The table at one moment.

    Attributes:
        view: The position. In a story it is the position at that time, without any seat's secrets.
        told: Whether the moment belongs to a story: nothing can be tapped, and no secrets are shown.
        lit: The style sheet's word for what happens at each territory or location (``"blow"``, ``"worm"``,
            ``"battle"``, ``"explosion"``).
        swept: Sectors that the storm passes over in this moment, in order.
        speaking: The style sheet's word for what each faction does or suffers (``"bids"``, ``"traitor"``).
    """

    view: DuneView
    told: bool = False
    marches: tuple[March, ...] = ()
    lit: Mapping[str, str] = field(default_factory=dict)
    swept: tuple[int, ...] = ()
    speaking: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def known(self) -> Shadow:
        """The known position, in the form that rules can use."""
        return Shadow(self.view)

    @property
    def own(self) -> str:
        """The reader's faction; empty for a spectator and in a story."""
        view = self.view
        return "" if view.seat is None or self.told or view.own is None else view.factions[view.seat].faction

    def faction(self, name: str) -> FactionView:
        """The known facts of a faction in play."""
        return next(faction for faction in self.view.factions if faction.faction == name)

    @property
    def factions(self) -> tuple[str, ...]:
        """The factions in play, in the order of the rulebook."""
        present = {faction.faction for faction in self.view.factions}
        return tuple(faction for faction in FACTION_IDS if faction in present)


SHARED = "+"
"""Stands for the holder of a stronghold with several factions."""


class Phase(Struct, frozen=True):
    """DUN-1.4.1: a phase of the turn.

    Attributes:
        short: A shorter name for narrow places.
        rule: The first rule of the phase.
    """

    tag: str
    title: str
    short: str
    rule: str


PHASES = (
    Phase("storm", "Storm", "Storm", "DUN-4.1.1"),
    Phase("spice_blow", "{spice} Blow", "Blow", "DUN-4.2.1"),
    Phase("charity", "Charity", "Charity", "DUN-4.4.1"),
    Phase("bidding", "Bidding", "Bidding", "DUN-4.5.1"),
    Phase("revival", "Revival", "Revival", "DUN-4.6.1"),
    Phase("shipment_and_movement", "Shipment and Movement", "Shipment", "DUN-4.7.1"),
    Phase("battles", "Battle", "Battle", "DUN-4.8.1"),
    Phase("collection", "{spice} Collection", "Collection", "DUN-4.9.1"),
    Phase("mentat", "Mentat", "Mentat", "DUN-4.10.1"),
)
"""DUN-1.4.1: the nine phases in order."""
NUMBER = {**{phase.tag: number for number, phase in enumerate(PHASES)}, "nexus": 1}
"""Numbers of phases, from 0, by the names of sections; DUN-4.2.6: a Nexus belongs to the Spice Blow."""
CHARITY = NUMBER["charity"]
"""The only phase without a section, because it asks nobody anything."""


def phase_number(now: Moment) -> int:
    """DUN-1.4.1: the number of the phase, from 0; -1 during setup and after the end."""
    view = now.view
    if not view.turn or view.result is not None:
        return -1
    return next((NUMBER[name] for name in view.phase if name in NUMBER), CHARITY)


def phase_title(number: int, names: Names) -> str:
    """The name of a phase, such as ``Spice Blow``, with the table's names."""
    return PHASES[number].title.format(spice=capital(names.label("word", "spice")))


def capital(text: str) -> str:
    """The words with a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def substep(now: Moment, names: Names) -> str:
    """The present step of the phase in words; empty: it has no name."""
    view = now.view
    if view.question is not None:
        return names.label("card", "truthtrance")
    if "nexus" in view.phase:
        return "Nexus"
    if view.auction is not None:
        return f"card {view.auction.number} of {view.auction.total}"
    if view.battle is not None:
        return f"in {names.label('territory', view.battle.territory)}"
    if view.acting:
        return names.label("faction", view.acting)
    return f"{names.label('word', 'worm')} ride" if view.rides else ""


# --- strongholds ------------------------------------------------------------------------------


def stronghold_holders(now: Moment) -> dict[str, str]:
    """DUN-4.10.1: the faction that holds each stronghold; empty: none; ``SHARED``: several have forces there."""
    game = now.known.game
    found = {}
    for stronghold, seat in zip(STRONGHOLDS, holders(game), strict=True):
        found[TERRITORY_IDS[stronghold]] = now.known.faction(seat) or (SHARED if occupants(game, stronghold) else "")
    return found


def held(now: Moment, faction: str) -> tuple[str, ...]:
    """DUN-4.10.1: the strongholds that a faction holds."""
    return tuple(where for where, who in stronghold_holders(now).items() if who == faction)


def strongholds_needed(now: Moment, faction: str) -> int:
    """DUN-4.10.2, DUN-4.10.3: how many strongholds a faction needs, alone or with its ally."""
    game = now.known.game
    return needed(game, side(game, now.known.seat_of(faction)))


# --- order --------------------------------------------------------------------------------------


def listing(now: Moment) -> tuple[str, ...]:
    """The factions in storm order, or else round the map; the reader's faction first."""
    view = now.view
    around = view.order or tuple(view.factions[seat].faction for seat in view.circle)
    order = around or tuple(faction.faction for faction in view.factions)
    start = order.index(now.own) if now.own in order else 0
    return order[start:] + order[:start]


# --- the map ------------------------------------------------------------------------------------


def occupied(now: Moment) -> dict[str, dict[str, int]]:
    """Forces by location, in the order of the facts, then by faction; also locations that have only spice."""
    found: dict[str, dict[str, int]] = {place: {} for place in LOCATION_IDS}
    for faction in now.view.factions:
        for place, number in faction.forces.items():
            found[place][faction.faction] = number
    return {place: who for place, who in found.items() if who or place in now.view.fields}
