"""The log: every public event as a line with its rule, its phase, and the factions and territories that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from turncoat.drawing.log import ids_in
from turncoat.drawing.scene import Line, Log
from turncoat.games.dune import text
from turncoat.games.dune.events import anytime, battle, bidding, end, movement, setup, spice_blow, storm
from turncoat.games.dune.facts import FACTION_IDS
from turncoat.games.dune.map import LOCATION, TERRITORY, TERRITORY_IDS
from turncoat.games.dune.story.chronicle import Chronicle
from turncoat.games.dune.story.phases import PHASES
from turncoat.games.dune.story.private import PRIVATE
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names

KEY: Mapping[type[Event], int] = {
    **dict.fromkeys((end.GameEnded, end.PredictionFulfilled), 5),
    **dict.fromkeys((spice_blow.AllianceFormed, spice_blow.AllianceBroken, battle.TreacheryCalled), 4),
    **dict.fromkeys((battle.Exploded, storm.WallDestroyed), 4),
    **dict.fromkeys((battle.BattleDecided, battle.BattleByTreachery, battle.NobodyWon), 3),
    **dict.fromkeys((spice_blow.WormStruck, anytime.Prevented, anytime.Answered, movement.AlliesParted), 2),
    **dict.fromkeys((spice_blow.SpiceBlew, storm.StormMoved, movement.Shipped, bidding.CardSold), 1),
}
"""What whoever was away is told first, the weightiest most of all."""
WHO = frozenset(FACTION_IDS)


def places_in(event: Event, ids: Sequence[str]) -> tuple[str, ...]:
    """The territories that an event is about, by their ids."""
    if isinstance(event, end.StrongholdsCounted):
        return ()
    found = [one.partition("/")[0] if one in LOCATION else one for one in ids]
    return tuple(dict.fromkeys(one for one in found if one in TERRITORY))


def who_in(event: Event, ids: Sequence[str], seats: Mapping[str, int]) -> tuple[int, ...]:
    """The seats that an event is about; none where it is about all."""
    if isinstance(event, storm.OrderDetermined | setup.FactionsTaken):
        return ()
    return tuple(dict.fromkeys(seats[one] for one in ids if one in WHO))


def lines(past: Chronicle, names: Names, after: int = 0) -> Iterator[Line]:
    """All lines, without those of the first so many events."""
    seats = {one.faction: one.seat for one in past.past.seen.factions}
    for part in past.parts:
        for place in range(max(part.first, after), part.last):
            event = past.events[place]
            if event.__class__ in PRIVATE:
                continue
            ids = ids_in(event)
            yield Line(
                text.say(event, names),
                event.rule,
                stage=PHASES[part.phase],
                seats=who_in(event, ids, seats),
                places=(*places_in(event, ids), *past.struck.get(place, ())),
                number=place + 1,
                part=part.number,
                key=KEY.get(event.__class__, 0),
            )


def log(past: Chronicle, names: Names, after: int = 0) -> Log:
    """All lines, and by what they can be told apart."""
    told = tuple(lines(past, names, after))
    there = {place for line in told for place in line.places}
    return Log(
        lines=told,
        stages=tuple(PHASES.values()),
        who={one.seat: names.label("faction", one.faction) for one in past.past.seen.factions},
        places={one: names.label("territory", one) for one in TERRITORY_IDS if one in there},
    )
