"""What people keep between two games, such as characters. It belongs to the browser's session or its person.

A program keeps a session with cookies: ``POST /api/session`` begins it.
"""

from __future__ import annotations

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, RawBody

from turncoat.server import baggage, calling
from turncoat.server.api.wire import SeatNumber
from turncoat.server.api.wire_belongings import (
    BelongingEdit,
    BelongingFace,
    BelongingLine,
    BelongingToBring,
    BlankBelonging,
    Called,
    GrowthChoice,
    NewBelonging,
    NewCall,
    face_of,
    line_of,
)
from turncoat.server.auth import Caller
from turncoat.server.chest import Belonging, State
from turncoat.server.deeds import may_make
from turncoat.server.house import House
from turncoat.server.http.sessions import keep_session
from turncoat.server.keepsakes import rules_of
from turncoat.server.problems import AnyRequest, NoKey, NotPermitted, may_refuse
from turncoat.server.roster import Roster

TAGS = ["Belongings"]

CHANGES = may_refuse(401, 403, 404, 409, 422)


async def _face(house: House, caller: Caller, belonging: str) -> BelongingFace:
    return face_of(await house.roster.whole(caller.owners, belonging))


async def _found(house: House, caller: Caller, belonging: str) -> tuple[Roster, Belonging]:
    if not caller.owners:
        raise NoKey("What is kept belongs to a browser or a person: sign in, or come back with your cookie.")
    return house.roster, await house.roster.one(caller.owners, belonging)


@get("/belongings", tags=TAGS, responses=may_refuse(401))
async def list_belongings(house: NamedDependency[House], caller: NamedDependency[Caller]) -> list[BelongingLine]:
    """Everything the caller keeps, the newest first."""
    found = await house.roster.of(caller.owners)
    away = {one.belonging: one.table for one in await house.roster.where(caller.owners) if one.under_way}
    return [line_of(one, away.get(one.id)) for one in found]


@get("/games/{game:str}/belonging", tags=TAGS, responses=may_refuse(404))
async def show_blank(game: FromPath[str]) -> BlankBelonging:
    """What a game keeps of people between two games: a blank one with all that can be chosen."""
    rules = rules_of(game)
    blank = rules.blank()
    return BlankBelonging(rules.noun, dict(blank), rules.sheet(blank, seasoned=False))


@post("/belongings", tags=TAGS, responses=CHANGES)
async def make_belonging(
    request: AnyRequest, house: NamedDependency[House], caller: NamedDependency[Caller], data: JSONBody[NewBelonging]
) -> Response[BelongingFace]:
    """Make one. A browser that has no session yet gets one."""
    house.limits.check("keep", caller.address)
    rules = rules_of(data.game)
    rules.edited(rules.blank(), data.sheet, seasoned=False)
    session, cookies = await keep_session(request, house, caller)
    owner = session.person.id if session.person else session.digest
    made = await house.roster.make(owner, data.game, data.sheet, data.notes)
    return Response(face_of(await house.roster.whole((owner,), made.id)), cookies=cookies)


@post("/belongings/import", tags=TAGS, request_max_body_size=baggage.LARGEST, responses=CHANGES)
async def import_belonging(
    request: AnyRequest, house: NamedDependency[House], caller: NamedDependency[Caller], body: RawBody
) -> Response[BelongingFace]:
    """Keep a copy of what is in a file; the body is the file."""
    house.limits.check("keep", caller.address)
    baggage.read(body)
    session, cookies = await keep_session(request, house, caller)
    owner = session.person.id if session.person else session.digest
    made = await baggage.unpack(house, (owner,), body)
    return Response(face_of(await house.roster.whole((owner,), made.id)), cookies=cookies)


@get("/belongings/{belonging:str}", tags=TAGS, responses=may_refuse(401, 404))
async def show_belonging(
    house: NamedDependency[House], caller: NamedDependency[Caller], belonging: FromPath[str]
) -> BelongingFace:
    """One of the caller's belongings with its history."""
    await _found(house, caller, belonging)
    return await _face(house, caller, belonging)


@get("/belongings/{belonging:str}/file", tags=TAGS, media_type="application/json", responses=CHANGES)
async def export_belonging(
    house: NamedDependency[House], caller: NamedDependency[Caller], belonging: FromPath[str]
) -> Response[bytes]:
    """It as a file. Growth that is owed is paid first, as usual."""
    _, found = await _found(house, caller, belonging)
    return file_response(await baggage.pack(house, found), baggage.file_name(found))


def file_response(data: bytes, name: str) -> Response[bytes]:
    """An answer that is saved as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/json", headers=headers)


@put("/belongings/{belonging:str}", tags=TAGS, responses=CHANGES)
async def edit_belonging(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    belonging: FromPath[str],
    data: JSONBody[BelongingEdit],
) -> BelongingFace:
    """Change the sheet or the notes. A sheet that breaks a rule is refused, and nothing is changed."""
    roster, found = await _found(house, caller, belonging)
    await roster.edit(roster.at_version(found, data.version), data.sheet, data.notes)
    return await _face(house, caller, belonging)


@post("/belongings/{belonging:str}/grow", tags=TAGS, status_code=200, responses=CHANGES)
async def grow_belonging(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    belonging: FromPath[str],
    data: JSONBody[GrowthChoice],
) -> BelongingFace:
    """Let it grow for a game that is over, or spend what was kept."""
    roster, found = await _found(house, caller, belonging)
    await roster.grow(found, data.choice)
    return await _face(house, caller, belonging)


@post("/belongings/{belonging:str}/retire", tags=TAGS, status_code=200, responses=CHANGES)
async def retire_belonging(
    house: NamedDependency[House], caller: NamedDependency[Caller], belonging: FromPath[str]
) -> BelongingFace:
    """Put it away: it comes to no table until it returns."""
    roster, found = await _found(house, caller, belonging)
    await roster.put_away(found, State.RETIRED)
    return await _face(house, caller, belonging)


@post("/belongings/{belonging:str}/return", tags=TAGS, status_code=200, responses=CHANGES)
async def return_belonging(
    house: NamedDependency[House], caller: NamedDependency[Caller], belonging: FromPath[str]
) -> BelongingFace:
    """Let one that was retired return."""
    roster, found = await _found(house, caller, belonging)
    await roster.put_away(found, State.ACTIVE)
    return await _face(house, caller, belonging)


@delete("/belongings/{belonging:str}", tags=TAGS, responses=CHANGES)
async def delete_belonging(
    house: NamedDependency[House], caller: NamedDependency[Caller], belonging: FromPath[str]
) -> None:
    """Delete it with its history, for good."""
    roster, found = await _found(house, caller, belonging)
    await roster.remove(found)


@post("/belongings/call", tags=TAGS, responses=CHANGES)
async def call_out(
    request: AnyRequest, house: NamedDependency[House], caller: NamedDependency[Caller], data: JSONBody[NewCall]
) -> Called:
    """Make a table, bring these, and begin; the first is the caller's own seat, bots play the others."""
    may_make(house, caller)
    if caller.session is None:
        raise NoKey("What is kept belongs to a browser or a person: sign in, or come back with your cookie.")
    call = calling.Call(data.belongings, data.name, data.seats, data.bot, data.options, data.friends)
    made = await calling.call_out(house, caller.owners, call)
    await house.door.hold(caller.session, made.host_key, *made.seat_keys)
    return Called(made.table)


@post("/tables/{table:str}/bring", tags=TAGS, status_code=204, responses=CHANGES)
async def bring(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    table: FromPath[str],
    data: JSONBody[BelongingToBring],
    seat: FromQuery[SeatNumber | None] = None,
) -> None:
    """Bring one of the caller's belongings to a seat that the caller holds, at a table that gathers."""
    await house.keeper.table(table)
    own = caller.seat(table, seat)
    roster, found = await _found(house, caller, data.belonging)
    await roster.bring(found, table, own)


@delete("/tables/{table:str}/bring", tags=TAGS, responses=CHANGES)
async def take_back(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    table: FromPath[str],
    seat: FromQuery[SeatNumber | None] = None,
) -> None:
    """Bring nothing any more. The host can say so for any seat, so that nobody keeps a game from beginning."""
    await house.keeper.table(table)
    await house.roster.take_back(table, may_take_back(caller, table, seat))


def may_take_back(caller: Caller, table: str, seat: int | None) -> int:
    """The seat that is to bring nothing any more.

    Raises:
        NotPermitted: it is neither the caller's, nor is the caller the host.
    """
    if seat is not None and caller.hosts(table):
        return seat
    if not caller.seats(table) and caller.hosts(table):
        raise NotPermitted("seat: say for which seat.", field="seat")
    return caller.seat(table, seat)


HANDLERS = (
    list_belongings,
    show_blank,
    make_belonging,
    import_belonging,
    show_belonging,
    export_belonging,
    edit_belonging,
    grow_belonging,
    retire_belonging,
    return_belonging,
    delete_belonging,
    call_out,
    bring,
    take_back,
)
