"""The log: every public event as a line with its rule, its phase, and the factions and territories that it is about."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.drawing.log import ids_in
from turncoat.drawing.scene import Line, Log
from turncoat.games.dune.events import end, setup, storm
from turncoat.games.dune.map import TERRITORY, TERRITORY_IDS
from turncoat.games.dune.story.phases import PHASES, parts_of, phase_named
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Event, Names


def log(view: DuneView, events: Sequence[Event], names: Names, after: int) -> Log:
    """All lines, and by what they can be told apart; without those of the first so many events."""
    seats = {one.faction: one.seat for one in view.factions}
    lines: list[Line] = []
    for part in parts_of(events):
        for place in range(max(part.first, after), part.last):
            event, ids = events[place], ids_in(events[place])
            if event.private:
                continue
            who = [] if isinstance(event, storm.OrderDetermined | setup.FactionsTaken) else ids
            there = [] if isinstance(event, end.StrongholdsCounted) else [one.partition("/")[0] for one in ids]
            lines.append(
                Line(
                    event.say(names),
                    event.rule,
                    stage=phase_named(part),
                    seats=tuple(dict.fromkeys(seats[one] for one in who if one in seats)),
                    places=tuple(dict.fromkeys(one for one in there if one in TERRITORY)),
                    number=place + 1,
                    part=part.number,
                    key=event.weight,
                )
            )
    found = {place for line in lines for place in line.places}
    return Log(
        lines=tuple(lines),
        stages=tuple(PHASES.values()),
        who={seat: names.label("faction", faction) for faction, seat in seats.items()},
        places={one: names.label("territory", one) for one in TERRITORY_IDS if one in found},
    )
