"""What follows from a position for everybody, asked of the rules: who holds what, who would have to fight whom."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.dune import mentat, storm
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.forces import occupants
from turncoat.games.dune.map import LOCATION_IDS, STRONGHOLDS, TERRITORY, TERRITORY_IDS
from turncoat.games.dune.meetings import battles_of, contested
from turncoat.games.dune.plan import combatants, most_dialled
from turncoat.games.dune.resolution import explodes, struck, total
from turncoat.games.dune.sections import Battle, Storm
from turncoat.kernel import Names

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
    game = now.known.game
    found = {}
    for one, seat in zip(STRONGHOLDS, mentat.holders(game), strict=True):
        found[TERRITORY_IDS[one]] = now.known.faction(seat) or (SHARED if occupants(game, one) else "")
    return found


def held(now: Moment, faction: str) -> tuple[str, ...]:
    """DUN-4.10.1: the strongholds that a faction holds."""
    return tuple(where for where, who in holders(now).items() if who == faction)


def needed(now: Moment, faction: str) -> int:
    """DUN-4.10.2, DUN-4.10.3: how many strongholds a faction needs, alone or with its ally."""
    game = now.known.game
    return mentat.needed(game, mentat.side(game, now.known.seat_of(faction)))


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
    return tuple(map(now.known.faction, storm.dialers(now.known.game, Storm())))


# --- battles ------------------------------------------------------------------------------------


def meetings(now: Moment) -> tuple[tuple[str, str, str], ...]:
    """DUN-4.8.1: who must fight whom, and where: territory, faction, faction, as far as things stand now."""
    game = now.known.game
    places = contested(game)
    found = [
        (territory, seat, foe)
        for seat in game.order
        for territory, foes in battles_of(game, seat, places)
        for foe in foes
        if seat < foe
    ]
    return tuple((TERRITORY_IDS[at], now.known.faction(one), now.known.faction(foe)) for at, one, foe in sorted(found))


def committed(now: Moment, faction: str, foe: str, territory: str) -> int:
    """DUN-4.8.5, R-54: forces that a combatant can dial: outside the storm; with O-10 those that can meet the foe."""
    seat, other = now.known.seat_of(faction), now.known.seat_of(foe)
    return most_dialled(now.known.game, Battle(TERRITORY[territory], seat, other), seat)


class Side(Struct, frozen=True):
    """A side of a battle whose plans are open.

    Attributes:
        hero_dies: Whether the hero does not survive it.
        total: DUN-4.8.16: dial and surviving hero; None: nothing is added up (treachery, explosion).
    """

    hero_dies: bool
    total: int | None


class Result(Struct, frozen=True):
    """How a battle goes, as far as the plans are open.

    Attributes:
        sides: How both sides fare; empty until both plans are open.
        explodes: Whether everything explodes, unless treachery is called.
    """

    sides: dict[str, Side] = {}
    explodes: bool = False


def outcome(now: Moment) -> Result:
    """DUN-4.8.12 to DUN-4.8.16: how the battle goes."""
    game, it = now.known.game, now.known.battle()
    if any(seat not in it.plans for seat in combatants(it)):
        return Result()
    bang = explodes(game, it)
    return Result({now.known.faction(seat): _side(it, seat, bang) for seat in combatants(it)}, bang)


def _side(it: Battle, seat: int, bang: bool) -> Side:
    if it.calls:
        return Side(any(call != seat for call in it.calls), None)
    return Side(hero_dies=True, total=None) if bang else Side(struck(it, seat), total(it, seat))


# --- the map ------------------------------------------------------------------------------------


def occupied(now: Moment) -> dict[str, dict[str, int]]:
    """Forces by location, in facts order, then by faction; locations with spice alone are there, too."""
    found: dict[str, dict[str, int]] = {place: {} for place in LOCATION_IDS}
    for one in now.view.factions:
        for place, number in one.forces.items():
            found[place][one.faction] = number
    return {place: who for place, who in found.items() if who or place in now.view.fields}
