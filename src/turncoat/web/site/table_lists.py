"""Tables as the lines of a list."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.server.api.tables import listed
from turncoat.server.auth import Caller
from turncoat.server.live_tables import NoSuchTable
from turncoat.server.next_game import id_of_next
from turncoat.server.problems import NotPermitted
from turncoat.server.read_marks import STORY, is_on
from turncoat.server.rows import Damaged
from turncoat.server.services import Services
from turncoat.server.store import Wanted
from turncoat.table.holders import Viewer
from turncoat.table.pace import pace_in_words
from turncoat.table.record import SeatKind
from turncoat.table.table import BEFORE, OVER, Phase, Table
from turncoat.table.table_view import events_heard, table_view
from turncoat.web import paths
from turncoat.web.lists import NO_NEWS, News, TableLine
from turncoat.web.small_board import number_of
from turncoat.web.table_display import TableDisplay

MANY = 200
"""The most tables of the reader on one page of the list."""

MOST_BOARDS = 6
"""How many of the tables of a list are shown with their boards and with what happened there."""

ARCHIVED = "archived"
"""A switch of a reader's at a table: it is put away from the list of their tables."""

Lines = tuple[TableLine, ...]

RECENT = 30
"""The number of latest events among which the list looks for an important one."""

_GOING = (Phase.PLAYING, Phase.PAUSED)
_NEVER = 1 << 60

_ORDER = (Phase.PLAYING, Phase.PAUSED, Phase.GATHERING, Phase.OPENING, Phase.STOPPED, Phase.FINISHED, Phase.CLOSED)


async def open_lines(services: Services, caller: Caller, game: str = "", after: str = "") -> tuple[Lines, str]:
    """Public tables whose game is not over, the newest first, without the reader's own.

    It also returns the last of them if there are more after it, and else an empty text.
    """
    wanted = Wanted(without=_held(caller), game=game, after=after)
    found, more = await listed(services, wanted)
    return await _lines(services, caller, [summary.id for summary in found]), more


async def own_lines(services: Services, caller: Caller, game: str = "", after: str = "") -> tuple[Lines, str]:
    """The caller's tables: of the newest ones those that wait for the caller first, then those under way.

    It also returns the last of them if there are more after it, and else an empty text.
    """
    held = _held(caller)
    if not held:
        return (), ""
    found, more = await listed(services, Wanted(held, game=game, after=after), MANY)
    made = await _lines(services, caller, [summary.id for summary in found])
    made = await _asked_again(services, caller, made)
    away = await _archived(services, caller, made)
    first = sorted(
        made, key=lambda line: (not (line.your_turn or line.again), _ORDER.index(Phase(line.phase)), line.due or _NEVER)
    )
    return tuple([replace(line, archived=line.table in away) for line in first]), more


async def _asked_again(services: Services, caller: Caller, lines: Lines) -> Lines:
    """The same lines; those of games that are over say who of the players waits for the reader at the next table."""
    over = [line.table for line in lines if line.seat and Phase(line.phase) in OVER]
    following = {table.header.table: id_of_next(table) for table in await services.keeper.glance(over)}
    wanted = sorted(set(following.values()) - set(_held(caller)))
    waiting = {
        table.header.table: tuple(seat.name for seat in table.state.seats if seat.kind is SeatKind.PERSON)
        for table in (await services.keeper.glance(wanted) if wanted else [])
        if table.state.phase in BEFORE
    }
    return tuple([replace(line, again=waiting.get(following.get(line.table, ""), ())) for line in lines])


async def _archived(services: Services, caller: Caller, lines: Lines) -> frozenset[str]:
    """Those of these tables that the reader has put away; a table that asks again comes back by itself."""
    reader = caller.session.owner if caller.session else ""
    await services.read_marks.of(reader, ("", None))
    away = (line for line in lines if is_on(services.read_marks.known(reader, (line.table, None)), ARCHIVED))
    return frozenset(line.table for line in away if not line.your_turn)


async def archive(services: Services, caller: Caller, table_id: str) -> None:
    """Put a table into the reader's archive, or back into the reader's list.

    Raises:
        NotPermitted: the caller holds nothing there.
    """
    reader = caller.session.owner if caller.session else ""
    if not reader or table_id not in _held(caller):
        raise NotPermitted("Only tables of your own can be put away.", field="table")
    await services.read_marks.turn(reader, (table_id, None), ARCHIVED)


async def with_boards(services: Services, caller: Caller, lines: Lines) -> Lines:
    """The same lines; the first of them under way get their boards, and what happened since the reader was there."""
    wanted = [line.table for line in lines if Phase(line.phase) in _GOING][:MOST_BOARDS]
    return tuple([await _with_board(services, caller, line) if line.table in wanted else line for line in lines])


async def _with_board(services: Services, caller: Caller, line: TableLine) -> TableLine:
    try:
        table = await services.keeper.table(line.table)
    except (NoSuchTable, Damaged):
        return line
    seat, reader = caller.viewer(line.table), caller.session.owner if caller.session else ""
    viewer = table.viewer(seat, caller.names(line.table, seat))
    number = number_of(table, viewer)
    read = (await services.read_marks.of(reader, (line.table, seat))).get(STORY)
    view = table_view(table, *viewer)
    return replace(
        line,
        board=paths.table(line.table, "board.svg", seat=seat, shown=number) if number else "",
        waiting=tuple(table.state.seats[other].name for other in view.waiting or () if other != seat),
        news=news_of(table, viewer, read),
    )


async def shown_to_all(services: Services, table: Table) -> TableLine:
    """A table with its board as a spectator sees it in a list."""
    return await _with_board(services, Caller(), table_line(table, Caller()))


def news_of(table: Table, viewer: Viewer, read: int | None) -> News:
    """What has happened since a reader had heard this many events of the game; None: the reader was never there."""
    heard = table.stream(*viewer)
    if not heard:
        return NO_NEWS
    events = events_heard(table, *viewer)
    display = TableDisplay(table_view(table, *viewer), events)
    missed = display.missed(read)
    told = missed or display.missed(max(0, len(events) - RECENT))
    best = max(told.keys, key=lambda line: (line.key, line.number), default=None) if told else None
    return News(missed.lines if missed else 0, best.text if best else "", heard[-1].at)


async def waiting_elsewhere(services: Services, caller: Caller, here: str) -> list[str]:
    """The caller's other tables that wait for an answer, by id, those that follow this one in the alphabet first."""
    held = [table for table in _held(caller) if table != here]
    found = await services.keeper.glance(held[-MANY:]) if held else []
    waiting = [table.header.table for table in found if _asks(table, caller)]
    return sorted(waiting, key=lambda table: (table < here, table))


def _asks(table: Table, caller: Caller) -> bool:
    """Whether the game waits for the reader's answer, or a seat has become free for which the reader waits."""
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
    """A table as the reader sees it in a list, made without a complete view."""
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
        others=tuple(
            seat.name
            for number, seat in enumerate(state.seats)
            if number not in seats[:1] and seat.kind is not SeatKind.OPEN
        ),
        created=header.created,
        stands_by=bool(caller.stands_by(header.table)),
        opened=state.opened if _asks(table, caller) else None,
    )


def _status(table: Table) -> str:
    """The state of a game as far as a spectator may know it."""
    board = game_of(table.header.game).board
    if board is None or table.game is None:
        return ""
    return board.status(table.rules.view(table.game, None)).text
