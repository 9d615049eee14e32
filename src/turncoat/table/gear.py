"""What seats bring into a game: checked by the game when it is brought, and agreed on when the game begins."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct

from turncoat.games import game_of
from turncoat.kernel.belongings import Belongings
from turncoat.kernel.errors import NotAllowed
from turncoat.table.record import Brought, Json, SeatKind
from turncoat.table.said import GearBrought
from turncoat.table.table import Gear, Sitting, Table


def belongings(game: str) -> Belongings | None:
    """What a game keeps of people between two games; None if nothing.

    Raises:
        BadSetup: there is no such game.
    """
    return cast("Belongings | None", game_of(game).part("belongings", "BELONGINGS"))


def bring(table: Table, sitting: Sitting, entry: Brought) -> GearBrought:
    """Let a seat bring something, or nothing any more; what everybody is told.

    Raises:
        NotAllowed: the game keeps nothing, the seat brings none, or it does not fit what was agreed on.
        BadSetup: it breaks a rule by itself.
    """
    kept = belongings(table.header.game)
    if kept is None:
        raise NotAllowed(f"Nothing can be brought to {table.rules.title}.", field="seat")
    if entry.thing is None:
        if sitting.gear.pop(entry.seat, None) is None:
            raise NotAllowed(f"{sitting.seats[entry.seat].name} has brought no {kept.noun}.", field="seat")
        return GearBrought("", entry.seat, "", "")
    if entry.seat not in kept.bringers(table.header.seats):
        sentence = f"seat: {sitting.seats[entry.seat].name} brings no {kept.noun} ({kept.rule})."
        raise NotAllowed(sentence, field="seat", rule=kept.rule)
    if sitting.seats[entry.seat].kind is SeatKind.OPEN:
        sentence = f"seat: nobody sits at the seat of {sitting.seats[entry.seat].name} yet."
        raise NotAllowed(sentence, field="seat")
    thing = kept.read(entry.thing)
    if fault := kept.fits(thing, table.options):
        raise NotAllowed(fault, field=fault.partition(":")[0])
    sheet = kept.sheet(thing, seasoned=True)
    sitting.gear[entry.seat] = Gear(entry.mark, sheet.label, sheet.line, msgspec.json.encode(thing).decode())
    return GearBrought("", entry.seat, sheet.label, sheet.line)


def thing(gear: Gear) -> Json:
    """What was brought, as plain data."""
    return cast("Json", msgspec.json.decode(gear.thing))


def agreed(table: Table, sitting: Sitting) -> Struct:
    """The options with which the game begins."""
    kept = belongings(table.header.game)
    if kept is None or not sitting.gear:
        return table.options
    brought = {seat: thing(one) for seat, one in sorted(sitting.gear.items())}
    return kept.agreed(table.options, brought, table.header.seats)
