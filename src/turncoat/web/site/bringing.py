"""What a visitor could bring to a table that gathers."""

from __future__ import annotations

from turncoat.server.auth import Caller
from turncoat.server.chest import State
from turncoat.server.house import House
from turncoat.table import gear
from turncoat.table.table import Table


async def what_to_bring(
    house: House, caller: Caller, table: Table, seat: int | None
) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """What a seat may bring (``"character"``; empty: nothing), and id, label and line of what its owner keeps."""
    rules = gear.belongings(table.header.game)
    if rules is None or seat is None or seat not in rules.bringers(table.header.seats):
        return "", ()
    found = [one for one in await house.roster.of(caller.owners) if one.game == table.header.game]
    sheets = [(one.id, rules.sheet(one.sheet, seasoned=True)) for one in found if one.state is State.ACTIVE]
    return rules.noun, tuple((one, sheet.label, sheet.line) for one, sheet in sheets)
