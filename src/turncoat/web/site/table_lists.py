"""Tables as lines of a list."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.server.api.tables import listed
from turncoat.server.auth import Caller
from turncoat.server.services import Services
from turncoat.server.store import Wanted
from turncoat.table.pace import pace_in_words
from turncoat.table.record import SeatKind
from turncoat.table.table import OVER, Phase, Table
from turncoat.web.pages import TableLine

MANY = 200
"""How many of the caller's tables are listed on one page."""

Lines = tuple[TableLine, ...]

_ORDER = (Phase.PLAYING, Phase.PAUSED, Phase.GATHERING, Phase.OPENING, Phase.STOPPED, Phase.FINISHED, Phase.CLOSED)


async def open_lines(services: Services, caller: Caller, game: str = "", after: str = "") -> tuple[Lines, str]:
    """The listed tables whose game is not over, the newest first; the caller's own are left out.

    And the last of them if there are more after it; else nothing.
    """
    wanted = Wanted(without=_held(caller), game=game, after=after)
    found, more = await listed(services, wanted)
    return await _lines(services, caller, [summary.id for summary in found]), more


async def own_lines(services: Services, caller: Caller, game: str = "", after: str = "") -> tuple[Lines, str]:
    """The caller's tables: of the newest ones those that wait for the caller first, then those under way.

    And the last of them if there are more after it; else nothing.
    """
    held = _held(caller)
    if not held:
        return (), ""
    found, more = await listed(services, Wanted(held, game=game, after=after), MANY)
    made = await _lines(services, caller, [summary.id for summary in found])
    return tuple(sorted(made, key=lambda line: (not line.your_turn, _ORDER.index(Phase(line.phase))))), more


async def waiting_elsewhere(services: Services, caller: Caller, here: str) -> list[str]:
    """The caller's other tables that wait for an answer, by id, those that follow this one in the alphabet first."""
    held = [table for table in _held(caller) if table != here]
    found = await services.keeper.glance(held[-MANY:]) if held else []
    waiting = [table.header.table for table in found if _asks(table, caller)]
    return sorted(waiting, key=lambda table: (table < here, table))


def _asks(table: Table, caller: Caller) -> bool:
    """Whether the game waits for an answer of the caller's, or a seat is free for which the caller stands by."""
    if caller.stands_by(table.header.table) and table.state.phase not in OVER:
        return any(seat.kind is SeatKind.OPEN or seat.offered for seat in table.state.seats)
    if table.state.phase is not Phase.PLAYING or table.game is None:
        return False
    asked = play.waiting(table.game)
    return any(seat in asked for seat in caller.seats(table.header.table))


def _held(caller: Caller) -> tuple[str, ...]:
    return tuple(sorted({claim.table for claim in caller.claims}))


async def _lines(services: Services, caller: Caller, ids: Sequence[str]) -> Lines:
    return tuple([table_line(table, caller) for table in await services.keeper.glance(ids)])


def table_line(table: Table, caller: Caller) -> TableLine:
    """A table as the caller sees it in a list; no view is made for it."""
    header, state, game, seats = table.header, table.state, table.game, caller.seats(table.header.table)
    finished = game if state.phase is Phase.FINISHED else None
    return TableLine(
        table=header.table,
        game=header.game,
        title=header.title,
        phase=str(state.phase),
        seats=header.seats,
        free=sum(seat.kind is SeatKind.OPEN or seat.offered for seat in state.seats),
        seat=state.seats[seats[0]].name if seats else "",
        your_turn=_asks(table, caller),
        due=state.due,
        status=_status(table),
        winners=tuple(state.seats[seat].name for seat in table.rules.winners(finished)) if finished else (),
        host=caller.hosts(header.table, state.host),
        deadline=pace_in_words(table.deadline, state.pace),
        others=tuple(seat.name for number, seat in enumerate(state.seats) if number not in seats[:1]),
        created=header.created,
        stands_by=bool(caller.stands_by(header.table)),
    )


def _status(table: Table) -> str:
    """Where the game is, as a spectator may know it."""
    board = game_of(table.header.game).board
    if board is None or table.game is None:
        return ""
    return board.status(table.rules.view(table.game, None)).text
