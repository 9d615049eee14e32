"""Tables as lines of a list."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import cast

from turncoat.drawing.scene import Board
from turncoat.games import part
from turncoat.server.api.tables import listed
from turncoat.server.auth import Caller
from turncoat.server.house import House
from turncoat.server.keeper import NoSuchTable
from turncoat.server.rows import Damaged
from turncoat.server.store import Wanted
from turncoat.table import deadline
from turncoat.table.face import face
from turncoat.table.record import SeatKind
from turncoat.table.table import Phase, Table
from turncoat.web.pages import TableLine

MANY = 200
"""So many of the caller's tables are listed at once."""

Lines = tuple[TableLine, ...]

_ORDER = (Phase.PLAYING, Phase.PAUSED, Phase.GATHERING, Phase.OPENING, Phase.FINISHED, Phase.CLOSED)


async def open_lines(house: House, caller: Caller, game: str = "", after: str = "") -> tuple[Lines, str]:
    """The listed tables whose game is not over, the newest first; the caller's own are left out.

    And the last of them if there are more behind it; else nothing.
    """
    wanted = Wanted(without=_held(caller), game=game, after=after)
    found, more = await listed(house, wanted)
    return await _lines(house, caller, [one.id for one in found]), more


async def own_lines(house: House, caller: Caller, game: str = "", after: str = "") -> tuple[Lines, str]:
    """The caller's tables: of the newest ones those that wait for the caller first, then those under way.

    And the last of them if there are more behind it; else nothing.
    """
    held = _held(caller)
    if not held:
        return (), ""
    found, more = await listed(house, Wanted(held, game=game, after=after), MANY)
    made = await _lines(house, caller, [one.id for one in found])
    return tuple(sorted(made, key=lambda line: (not line.your_turn, _ORDER.index(Phase(line.phase))))), more


def _held(caller: Caller) -> tuple[str, ...]:
    return tuple(sorted({one.table for one in caller.claims}))


async def _lines(house: House, caller: Caller, ids: Iterable[str]) -> tuple[TableLine, ...]:
    """Those that are there and whole."""
    made = []
    for one in ids:
        with suppress(NoSuchTable, Damaged):
            made.append(table_line(await house.keeper.table(one), caller))
    return tuple(made)


def table_line(table: Table, caller: Caller) -> TableLine:
    """A table as the caller sees it in a list."""
    header, seats = table.header, caller.seats(table.header.table)
    shown = face(table, seats[0] if seats else None)
    asked = [face(table, seat).question for seat in seats]
    return TableLine(
        table=header.table,
        game=header.game,
        title=header.title,
        phase=str(shown.phase),
        seats=header.seats,
        free=sum(seat.kind is SeatKind.OPEN for seat in shown.seats),
        seat=shown.seats[seats[0]].name if seats else "",
        your_turn=any(one is not None and one.filed is None for one in asked),
        due=shown.due,
        status=_status(table),
        winners=tuple(shown.seats[seat].name for seat in shown.winners),
        host=caller.hosts(header.table),
        deadline=deadline.in_words(header.deadline),
    )


def _status(table: Table) -> str:
    """Where the game is, as a spectator may know it."""
    board = cast("Board[object] | None", part(table.header.game, "board", "BOARD"))
    shown = face(table, None).view
    return board.status(shown).text if board is not None and shown is not None else ""
