"""What follows from a position for everybody: the phase, who holds which stronghold, who would have to fight whom."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from msgspec import Struct

from turncoat.games.dune.actions import Plan
from turncoat.games.dune.battle_view import BattleView
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.cards import KIND, LASGUN, SHIELD, STOPPED_BY
from turncoat.games.dune.leaders import strength
from turncoat.games.dune.map import (
    LOCATION,
    LOCATION_IDS,
    POLE,
    SECTOR_OF,
    STRONGHOLDS,
    TERRITORY,
    TERRITORY_IDS,
    TERRITORY_OF,
    connected,
)
from turncoat.games.dune.mentat import ALONE, PAIR, TOGETHER
from turncoat.kernel.space import Names

SHARED = "+"
"""Stands for the holder of a stronghold in which several factions are."""


class Phase(Struct, frozen=True):
    """DUN-1.4.1: a phase of the turn.

    Attributes:
        tag: The name of its section.
        title: What it is called; ``{spice}`` is the skin's word.
        short: The same where there is little room.
        rule: Where the rulebook begins with it.
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
NUMBER = {**{one.tag: number for number, one in enumerate(PHASES)}, "nexus": 1}
"""Numbers of phases by the names of sections, from 0; DUN-4.2.6: a Nexus belongs to the Spice Blow."""
CHARITY = NUMBER["charity"]
"""The only phase without a section: it asks nobody anything."""


def phase_number(now: Moment) -> int:
    """DUN-1.4.1: the number of the phase, from 0; -1 during setup and after the end."""
    view = now.view
    if not view.turn or view.result is not None:
        return -1
    return next((NUMBER[one] for one in view.phase if one in NUMBER), CHARITY)


def phase_title(number: int, names: Names) -> str:
    """``Spice Blow``, in the words of the skin."""
    return PHASES[number].title.format(spice=capital(names.label("word", "spice")))


def capital(text: str) -> str:
    """The words with a capital at the beginning and nothing else changed."""
    return text[:1].upper() + text[1:]


def substep(now: Moment, names: Names) -> str:
    """What is going on within the phase; empty: nothing that has a name."""
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


def holders(now: Moment) -> dict[str, str]:
    """DUN-4.10.1: by stronghold the faction that holds it; empty: nobody is there; ``SHARED``: several are."""
    found = dict.fromkeys((TERRITORY_IDS[one] for one in STRONGHOLDS), "")
    for one in now.view.factions:
        for place in one.forces:
            where = place.partition("/")[0]
            if where in found:
                found[where] = SHARED if found[where] else one.faction
    return found


def held(now: Moment, faction: str) -> tuple[str, ...]:
    """DUN-4.10.1: the strongholds that a faction holds."""
    return tuple(where for where, who in holders(now).items() if who == faction)


def needed(now: Moment, faction: str) -> int:
    """DUN-4.10.2, DUN-4.10.3: how many strongholds a faction needs, alone or with its ally."""
    if now.faction(faction).ally:
        return TOGETHER
    return now.view.options.two_player_strongholds if len(now.view.factions) == PAIR else ALONE


# --- order --------------------------------------------------------------------------------------


def listing(now: Moment) -> tuple[str, ...]:
    """The factions in storm order, else round the map; the reader's first."""
    view = now.view
    around = view.order or tuple(view.factions[seat].faction for seat in view.circle)
    order = around or tuple(one.faction for one in view.factions)
    start = order.index(now.own) if now.own in order else 0
    return order[start:] + order[:start]


def dialers(now: Moment) -> tuple[str, ...]:
    """DUN-4.1.1, DUN-4.1.2: who dials for the storm."""
    view = now.view
    if view.dials:
        return tuple(view.dials)
    ends = (view.circle[0], view.circle[-1]) if view.circle else ()
    return view.fighters or tuple(view.factions[seat].faction for seat in ends)


# --- battles ------------------------------------------------------------------------------------


def meetings(now: Moment) -> tuple[tuple[str, str, str], ...]:
    """DUN-4.8.1: who must fight whom, and where: territory, faction, faction, as far as things stand now."""
    found: list[tuple[str, str, str]] = []
    for territory, present in _crowded(now).items():
        parts = connected(territory, now.view.storm)
        for one, other in combinations(present, 2):
            met = any(present[one] & set(part) and present[other] & set(part) for part in parts)
            if met and now.faction(one).ally != other:
                found.append((TERRITORY_IDS[territory], one, other))
    return tuple(found)


def _crowded(now: Moment) -> dict[int, dict[str, set[int]]]:
    """Territories, without the pole, in which several factions stand: where each of them is."""
    found: dict[int, dict[str, set[int]]] = {}
    for one in now.view.factions:
        for place in one.forces:
            number = LOCATION[place]
            found.setdefault(TERRITORY_OF[number], {}).setdefault(one.faction, set()).add(number)
    return {where: who for where, who in sorted(found.items()) if len(who) > 1 and where != POLE}


def committed(now: Moment, faction: str, foe: str, territory: str) -> int:
    """DUN-4.8.5, R-54: forces that a combatant can dial: outside the storm; with O-10 those that can meet the foe."""
    mine, theirs = (_outside(now, one, territory) for one in (faction, foe))
    parts = connected(TERRITORY[territory], now.view.storm)
    if now.view.options.battle_scope == "connected":
        parts = tuple(one for one in parts if mine.keys() & set(one) and theirs.keys() & set(one))
    return sum(number for place, number in mine.items() if any(place in part for part in parts))


def _outside(now: Moment, faction: str, territory: str) -> dict[int, int]:
    """A faction's forces in a territory by location, without those in the storm sector."""
    storm = now.view.storm
    there = {LOCATION[place]: number for place, number in now.faction(faction).forces.items()}
    number_of = TERRITORY[territory]
    return {
        place: number
        for place, number in there.items()
        if TERRITORY_OF[place] == number_of and (storm < 0 or SECTOR_OF[place] != storm)
    }


def explodes(now: Moment, plans: Mapping[str, Plan]) -> bool:
    """DUN-4.8.14: a Lasgun and a Shield in the two plans; with O-18 also both in one."""
    armed = [one for one, plan in plans.items() if _kind(plan.weapon) == LASGUN]
    shielded = [one for one, plan in plans.items() if _kind(plan.defence) == SHIELD]
    own = now.view.options.own_explosion
    return any(one != other or own for one in armed for other in shielded)


def struck(plan: Plan, other: Plan) -> bool:
    """DUN-4.8.15: whether the weapon of the other plan kills the hero of this one."""
    weapon = _kind(other.weapon)
    if plan.hero is None or weapon not in (LASGUN, *STOPPED_BY):
        return False
    return weapon == LASGUN or STOPPED_BY[weapon] != _kind(plan.defence)


def _kind(card: str | None) -> str:
    return "" if card is None else KIND[card]


class Side(Struct, frozen=True):
    """A side of a battle whose plans are open.

    Attributes:
        hero_dies: Whether the hero does not survive it.
        total: DUN-4.8.16: dial and surviving hero; None: nothing is added up (treachery, explosion).
    """

    hero_dies: bool
    total: int | None


def outcome(now: Moment, battle: BattleView) -> dict[str, Side]:
    """DUN-4.8.12 to DUN-4.8.16: how both sides fare; empty until both plans are open."""
    both = (battle.aggressor, battle.defender)
    if not all(one in battle.plans for one in both):
        return {}
    if battle.calls:
        return {one: Side(any(call != one for call in battle.calls), None) for one in both}
    if explodes(now, battle.plans):
        return {one: Side(hero_dies=True, total=None) for one in both}
    made = {}
    for one, other in (both, both[::-1]):
        plan, dies = battle.plans[one], struck(battle.plans[one], battle.plans[other])
        made[one] = Side(dies, plan.dial + (0 if dies else strength(plan.hero)))
    return made


# --- the map ------------------------------------------------------------------------------------


def occupied(now: Moment) -> dict[str, dict[str, int]]:
    """Forces by location, in facts order, then by faction; locations with spice alone are there, too."""
    found: dict[str, dict[str, int]] = {place: {} for place in LOCATION_IDS}
    for one in now.view.factions:
        for place, number in one.forces.items():
            found[place][one.faction] = number
    return {place: who for place, who in found.items() if who or place in now.view.fields}
