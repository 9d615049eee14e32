"""What moves and what is lit up in a picture: forces on their way, places where something happens, who acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from turncoat.games.dune.board.moment import OFF_PLANET, TANKS, March, Moment
from turncoat.games.dune.events import anytime, battle, bidding, end, movement, spice_blow, storm
from turncoat.games.dune.events.event import DuneEvent
from turncoat.games.dune.facts import SECTORS
from turncoat.games.dune.map import LOCATION_IDS, POLE_LOCATION, SHIELD_WALL, TERRITORY_IDS
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Event

Kind = Literal["ship", "rally", "move", "ride", "transfer", "withdraw", "die", "revive"]
Way = tuple[str, str, str, Kind]
"""Whose forces go, from where, to where, and how."""


def onto(moment: Moment, told: Sequence[DuneEvent], before: DuneView | None = None) -> Moment:
    """The moment with what moves and is lit up in it; ``before`` is what was seen before, to find the dead."""
    ways: Counter[Way] = Counter()
    for event in told:
        ways.update(dict(ways_of(event)))
    if before is not None and any(event.deadly for event in told):
        ways.update(dict(fallen(before, moment.view)))
    return replace(
        moment,
        marches=tuple(March(whose, number, origin, to, kind) for (whose, origin, to, kind), number in ways.items()),
        lit={place: word for event in told for place, word in lit(event).items()},
        swept=tuple(sector for event in told for sector in swept(event)),
        speaking={faction: word for event in told for faction, word in spoken(event).items()},
    )


def fallen(before: DuneView, now: DuneView) -> Iterator[tuple[Way, int]]:
    """DUN-1.1.2: whoever is missing has gone to the tanks."""
    for one, left in zip(before.factions, now.factions, strict=True):
        for place, number in one.forces.items():
            if (dead := number - left.forces.get(place, 0)) > 0:
                yield (one.faction, place, TANKS, "die"), dead


def ways_of(event: Event) -> Iterator[tuple[Way, int]]:
    """DUN-4.6, DUN-4.7: forces on their way."""
    match event:
        case bidding.ForcesRevived() | anytime.GholaUsed() if event.forces:
            yield (event.faction, TANKS, OFF_PLANET, "revive"), event.forces
        case movement.Shipped() | movement.Rallied():
            kind: Kind = "ship" if isinstance(event, movement.Shipped) else "rally"
            yield (event.faction, OFF_PLANET, event.to, kind), event.forces
        case movement.Accompanied():
            yield (event.faction, OFF_PLANET, LOCATION_IDS[POLE_LOCATION], "ship"), 1
        case movement.Transferred():
            for place, number in event.forces.items():
                yield (event.faction, place, event.to or OFF_PLANET, "transfer" if event.to else "withdraw"), number
        case movement.Moved() | spice_blow.WormRidden():
            kind = "move" if isinstance(event, movement.Moved) else "ride"
            for place, number in event.forces.items():
                yield (event.faction, place, event.to, kind), number


def swept(event: Event) -> Sequence[int]:
    """DUN-4.1.4, DUN-4.1.5: the sectors that the storm enters, in order, or in which it kills."""
    match event:
        case storm.StormMoved() if event.start < 0:
            return (event.storm,)
        case storm.StormMoved():
            return [(event.start + step) % SECTORS for step in range(1, event.sectors + 1)]
        case storm.StormStruck():
            return (event.sector,)
    return ()


def lit(event: Event) -> dict[str, str]:
    """Where something happens, and what, as a word for the style sheet."""
    match event:
        case storm.WallDestroyed():
            return {TERRITORY_IDS[SHIELD_WALL]: "explosion"}
        case spice_blow.SpiceBlew():
            return {event.location: "blow"}
        case spice_blow.WormStruck() if event.territory:
            return {event.territory: "worm"}
        case battle.BattleChosen() | battle.ForcesLost() | movement.AlliesParted():
            return {event.territory: "battle"}
        case battle.Exploded():
            return {event.territory: "explosion"}
        case end.SpiceCollected():
            return {event.location: "collected"}
    return {}


def spoken(event: DuneEvent) -> dict[str, str]:
    """What happens to whom, as a word for the style sheet."""
    match event:
        case storm.OrderDetermined():
            return {event.factions[0]: "first"}
        case storm.StormDialled():
            return dict.fromkeys(event.factions, "dials")
        case spice_blow.AllianceFormed():
            return dict.fromkeys(event.factions, "allies")
        case spice_blow.AllianceBroken():
            return {event.faction: "breaks", event.ally: "left"}
        case battle.BattleChosen():
            return {event.aggressor: "attacks", event.defender: "defends"}
        case battle.BattleDecided() | battle.BattleByTreachery():
            return {event.winner: "wins", event.loser: "loses"}
        case end.GameEnded():
            return dict.fromkeys(event.winners, "wins")
    return {str(getattr(event, "faction", "")): event.does} if event.does else {}
