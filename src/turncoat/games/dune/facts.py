"""DUN-1.3.1: everything printed on board, cards and leaders, read from ``facts.json``. Names are in ``skin``.

These are the components: the map, leaders, forces, spice, the territory and sandworm cards, the treachery cards, as the
rulebook's tables count them (DUN-1.3.1); ``shared.cards`` makes decks of them, ``deal_traitors`` the traitor deck.

Not part of this game (DUN-1.4.2): advanced combat and spice-backed dials, special forces, Kwisatz Haderach, captured
leaders, spiritual advisors, double spice blow, storm deck, special faction Karama powers, Harkonnen mulligan, expansion
factions and cards, deals and bribes, tech tokens, homeworlds, leader skills.
"""

from __future__ import annotations

from importlib import resources

import msgspec
from msgspec import Struct


class TerritoryFacts(Struct, frozen=True):
    """DUN-2.1.3: a territory.

    Attributes:
        kind: ``stronghold``, ``sand``, ``rock`` or ``polar``; ``exposed``, ``BLOOM``, ``full_strongholds`` and
            ``battles_of`` say what that means for storms, spice, occupancy and battles.
        sectors: The sectors it lies in, counterclockwise; none for the one in the middle.
        walled: Whether only the Shield Wall shelters it from the storm.
        city: Whether forces there have ornithopters.
        spice: Sector and amount of its spice card; empty if it has none.
    """

    id: str
    kind: str
    sectors: tuple[int, ...]
    walled: bool = False
    city: bool = False
    spice: tuple[int, ...] = ()


class FactionFacts(Struct, frozen=True):
    """DUN-1.1.2: what a faction begins with: five leaders, twenty forces, spice, and treachery cards.

    Attributes:
        reserves: Forces in reserve at the start.
        free_revivals: Forces revived free of charge each turn.
        cards: Treachery cards dealt at the start.
        traitors: Traitor cards kept of the four that are dealt.
        leaders: Strengths of the five leaders.
        forces: Forces on the board at the start, by location.
        placed: Forces that the owner places.
        placed_in: The territories in which forces stand at the start.
    """

    id: str
    spice: int
    reserves: int
    free_revivals: int
    hand_limit: int
    cards: int
    traitors: int
    leaders: tuple[int, ...]
    forces: dict[str, int]
    placed: int = 0
    placed_in: tuple[str, ...] = ()


class CardFacts(Struct, frozen=True):
    """DUN-7: a treachery card: its id, its kind, and how many of them there are."""

    id: str
    kind: str
    count: int


class Facts(Struct, frozen=True):
    """All printed facts.

    Attributes:
        uppermost: The sector at the top of the map.
        worms: The number of worms in the spice deck.
        between: Neighbouring locations of different territories.
        inside: Neighbouring locations of one territory.
        patches: The wedges of each location: inner and outer radius (0 to 1), from and to (parts of the sector).
    """

    uppermost: int
    worms: int
    territories: tuple[TerritoryFacts, ...]
    factions: tuple[FactionFacts, ...]
    treachery: tuple[CardFacts, ...]
    between: tuple[tuple[str, str], ...]
    inside: tuple[tuple[str, str], ...]
    patches: dict[str, tuple[tuple[float, float, float, float], ...]]


FACTS = msgspec.json.decode(
    resources.files("turncoat.games.dune").joinpath("facts.json").read_bytes(), type=Facts, strict=True
)
"""The facts, read once."""

SECTORS = 18
FORCES = 20
"""DUN-1.1.2: forces of each faction."""
LEADERS_EACH = 5
TRAITORS_DEALT = 4
"""Traitor cards dealt to each faction (DUN-3.2.1)."""

SEERS, SCHEMERS, NOMADS, THRONE, CARRIERS, SISTERS = range(6)
"""DUN-1.1.1: the factions by number; with the usual skin Atreides, Harkonnen, Fremen, Emperor, Guild, Bene Gesserit.

The six differ: each changes the general rules by its ``advantages``. A faction rule beats a general rule, and a
treachery card beats both.
"""

FACTION_IDS = tuple(faction.id for faction in FACTS.factions)
LEADER_IDS = tuple(f"{faction.id}-{number}" for faction in FACTS.factions for number in range(1, LEADERS_EACH + 1))
"""All thirty leaders, in the order of the facts; those of faction ``f`` begin at ``5 * f``."""
LEADER_NUMBER = {leader: number for number, leader in enumerate(LEADER_IDS)}
STRENGTH = dict(zip(LEADER_IDS, [value for faction in FACTS.factions for value in faction.leaders], strict=True))
"""DUN-1.1.3: the fixed printed strength of each leader.

It matters in battle (``total``), as spice for kills (``fight``), as revival price (``revive_leader``).
"""
LEADERS_OF = tuple(LEADER_IDS[first : first + LEADERS_EACH] for first in range(0, len(LEADER_IDS), LEADERS_EACH))
"""The leaders of each faction, by its number."""
FACTION_OF_LEADER = {leader: number // LEADERS_EACH for number, leader in enumerate(LEADER_IDS)}
