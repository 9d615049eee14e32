"""Opponents that are kept under a name: kept at a table, loaded at another, and prepared before players come."""

from __future__ import annotations

from contextlib import suppress

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from turncoat.bots import bot_for_seat
from turncoat.drawing.scene import Kept
from turncoat.games import game_of
from turncoat.kernel.boxes import Action
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.play import boxes
from turncoat.server import correspondence, host_actions, table_actions
from turncoat.server.keeper import SeatPlan, TablePlan
from turncoat.server.names import names_beside
from turncoat.server.problems import NotPermitted
from turncoat.table.characters import sheet_of
from turncoat.table.names import LONGEST_TITLE
from turncoat.table.record import Json
from turncoat.table.table import Table
from turncoat.web import paths
from turncoat.web.contexts import KeptBuild
from turncoat.web.form import first
from turncoat.web.site.looking import Look, look_at
from turncoat.web.site.page_request import PageRequest

AnyKept = Kept[Struct, Action]


def kept_here(look: Look) -> AnyKept | None:
    """What can be kept of the answer that the reader is asked for; None: nothing."""
    board, seen = game_of(look.table.header.game).board, look.table_view()
    asked = seen.question
    if board is None or board.kept is None or asked is None or asked.key != board.kept.question:
        return None
    return board.kept if seen.view is not None else None


async def builds_here(look: Look) -> tuple[KeptBuild, ...] | None:
    """The builds that the reader keeps, with what they cost here; None: no build is asked for."""
    kept, view = kept_here(look), look.table_view().view
    if kept is None or view is None:
        return None
    found = await _mine(look)
    return tuple(KeptBuild(name, kept.line(view, parts)) for name, parts in found.items())


async def names_of_builds(look: Look) -> tuple[str, ...]:
    """The names of the builds that the reader keeps."""
    return tuple(await _mine(look))


async def _mine(look: Look) -> dict[str, tuple[Action, ...]]:
    """The reader's builds as actions; one that the rules cannot read any more is left out."""
    services, caller = look.page_request.services, look.page_request.caller
    kept = await services.keeper.read(services.builds.of, caller.owners, look.table.header.game)
    found = {}
    for name, actions in kept.items():
        with suppress(Refusal):
            found[name] = _read(look.table, actions)
    return found


def _read(table: Table, actions: list[Json]) -> tuple[Action, ...]:
    return tuple(table.rules.read_action(action) for action in actions)


async def keep(look: Look, action: Json) -> None:
    """Keep an answer that is being filled in, under the name in the form, with what belongs to it.

    Raises:
        NotAllowed: it cannot be kept, or not under this name.
        Refusal: these actions are not a possible answer.
    """
    kept, view, services = kept_here(look), look.table_view().view, look.page_request.services
    if kept is None or view is None:
        raise NotAllowed("Only opponents can be kept, while you build them.", field="save")
    answer, game = look.table.rules.read_action(action), look.table.game
    if game is None or look.seat is None or answer not in boxes(game, look.seat):
        raise NotAllowed("Only opponents that you could hand in now can be kept.", field="save")
    parts = kept.with_it(view, answer)
    name = " ".join(first(look.page_request.form, "build").split())
    owner = (await look.page_request.session()).owner
    written = [look.table.rules.write_action(part) for part in parts]
    await services.keeper.write(services.builds.keep, owner, look.table.header.game, name, written)


async def load(look: Look, seat: int, name: str) -> None:
    """Fill in a build that is kept: what belongs to it is done, and the answer is saved as a draft.

    Raises:
        NotAllowed: no build is asked for.
        NotFound: the reader keeps none of this name.
    """
    kept, view, services = kept_here(look), look.table_view().view, look.page_request.services
    if kept is None or view is None:
        raise NotAllowed("You are not asked for opponents now.", field="build")
    owners, game = look.page_request.caller.owners, look.table.header.game
    actions = await services.keeper.read(services.builds.one, owners, game, name)
    *beside, answer = map(look.table.rules.write_action, kept.fitted(view, _read(look.table, actions)))
    await correspondence.save(services, look.id, seat, None, answer, beside)


async def remove(look: Look, name: str) -> None:
    """Delete a build of the reader."""
    services, game = look.page_request.services, look.table.header.game
    await services.keeper.write(services.builds.remove, look.page_request.caller.owners, game, name)


@post("/tables/{table:str}/prepare")
async def prepare(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[None]:
    """Make a table with the same options at which bots play the party, for the player who leads the game.

    Raises:
        NotPermitted: the reader does not lead the game there.
    """
    look = await look_at(page_request, table)
    leads = look.table.rules.led_by(look.table.header.seats)
    if look.seat is None or look.seat != leads:
        raise NotPermitted("Only the player who leads the game prepares it.", field="seat")
    services, plan = page_request.services, _plan(look.table, leads)
    table_actions.may_make(services, page_request.caller)
    session = await page_request.session()
    made = await table_actions.keys_to(services, await table_actions.create(services, plan), (leads,))
    await page_request.host(session, made, look.table.header.seats, (leads,))
    await table_actions.sit_down(services, made.table, leads, made.names(0))
    await host_actions.start(services, made.table)
    return page_request.go(paths.table(made.table), "preparing")


def _plan(table: Table, leads: int) -> TablePlan:
    header, own = table.header, table.state.seats[leads].name
    others = iter(names_beside(own, header.seats))
    seats = tuple(
        SeatPlan(own, "")
        if seat == leads
        else SeatPlan(next(others), bot_for_seat(header.game, "", seat, header.seats))
        for seat in range(header.seats)
    )
    title = f"Preparing {header.title or table.rules.title}"[:LONGEST_TITLE].strip()
    return TablePlan(header.game, seats, _options(table), title, listed=False)


def _options(table: Table) -> Json:
    board, rules = game_of(table.header.game).board, table.rules.characters
    if board is None or board.kept is None or rules is None:
        raise NotAllowed(f"In {table.rules.title} nobody prepares anything.", field="table")
    brought = {seat: sheet_of(brought) for seat, brought in table.state.characters.items()}
    party = rules.there(table.game) if table.game is not None else brought
    return dict(board.kept.rehearsed(table.options, tuple(party.values())))


HANDLERS = (prepare,)
