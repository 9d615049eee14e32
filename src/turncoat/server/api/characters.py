"""Characters over HTTP. They belong to a browser, or to the person who is signed in there.

A program keeps a session with cookies: ``POST /api/session`` begins it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter, RawBody
from msgspec import Meta, Struct
from msgspec.structs import asdict

from turncoat.kernel.characters import Sheet
from turncoat.kernel.schema import AnswerData, BoxesView, boxes_view
from turncoat.server import characters
from turncoat.server.api.wire import Body, CharacterId, GameId, Number, TableId, WhichSeat
from turncoat.server.auth import Caller
from turncoat.server.character_store import Character, Happening, Owners, State
from turncoat.server.character_tables import Call, gather
from turncoat.server.characters import (
    LARGEST,
    LONGEST_NOTES,
    File,
    change,
    edited,
    export,
    grown,
    keep,
    made,
    put_to,
    read_file,
    rules_of,
)
from turncoat.server.problems import AnyRequest, NoKey, NotPermitted, may_refuse
from turncoat.server.services import Services
from turncoat.server.sessions import keep_session
from turncoat.server.table_actions import may_make
from turncoat.table.record import Json
from turncoat.table.table import Table

TAGS = ["Characters"]

CHANGES = may_refuse(401, 403, 404, 409, 422)

Notes = Annotated[str, Meta(max_length=LONGEST_NOTES)]
Id = Annotated[str, Meta(max_length=40)]


class CharacterLine(Struct, frozen=True):
    """A character in a list, with how often it can grow, its unspent points, and the table whose game it is in.

    Attributes:
        id: Its id.
        game: The id of its game.
        name: What it is called.
        line: One line about it.
        state: Its state (active, retired, dead).
        owed: How often it can still grow.
        points: Points that are not spent.
        away: The table of a game in which it is; null: none.
    """

    id: str
    game: str
    name: str
    line: str
    state: State
    owed: int
    points: int
    away: str | None


class CharacterView(CharacterLine, frozen=True):
    """A character as its owner sees it.

    Attributes:
        sheet: The sheet as data.
        shown: The sheet with all choices and the points left to spend.
        growth: The choices of growth after a game, or for points that were kept.
        notes: The owner's own notes.
        version: The number to send with a change.
        promised: Tables to which it was brought and whose game has not begun.
        history: Its history.
    """

    sheet: Json
    shown: Sheet
    growth: BoxesView
    notes: str
    version: int
    promised: list[str]
    history: list[Happening]


class BlankCharacter(Struct, frozen=True):
    """A blank character: ``sheet`` as data, ``shown`` with all choices.

    Attributes:
        sheet: The sheet as data.
        shown: The sheet with all choices.
    """

    sheet: Json
    shown: Sheet


class NewCharacter(Body, frozen=True):
    """A new character; fields that are left out are as on the blank sheet.

    Attributes:
        game: The id of its game.
        sheet: The fields that differ from the blank sheet.
        notes: The owner's own notes; nobody else sees them.
    """

    game: Id
    sheet: Json
    notes: Notes = ""


class CharacterChange(Body, frozen=True):
    """One change of a character: its owner edits it, lets it grow, retires it, or reactivates it.

    Attributes:
        sheet: Fields of the sheet; those that are left out stay as they are.
        notes: The owner's own words.
        growth: How it grows (``{"type": "grow", "row": "house", "skill": "armour"}``); ``{}``: by the default.
        state: Its new state; a retired character cannot join a table until it is active again.
        version: The version from which the change was made.
    """

    sheet: Json = {}
    notes: Notes | None = None
    growth: AnswerData | None = None
    state: Literal["active", "retired"] | None = None
    version: Number | None = None


class CharacterToBring(Body, frozen=True):
    """The character to bring to the table.

    Attributes:
        character: Its id.
    """

    character: Id


class Called(Struct, frozen=True):
    """The new table; the caller's session is its host and holds its first seat.

    Attributes:
        table: The id of the table.
    """

    table: str


def line_of(character: Character) -> CharacterLine:
    """A character in a list."""
    shown = rules_of(character.game).sheet(character.sheet, character.seasoned)
    return CharacterLine(
        character.id,
        character.game,
        shown.name,
        shown.line,
        character.state,
        character.owed,
        shown.points,
        character.away,
    )


async def _face(services: Services, owners: Owners, character: str) -> CharacterView:
    whole = await services.keeper.read(services.characters.whole, owners, character)
    one, rules = whole.character, rules_of(whole.character.game)
    return CharacterView(
        **asdict(line_of(one)),
        sheet=one.sheet,
        shown=rules.sheet(one.sheet, one.seasoned),
        growth=boxes_view(rules.growth(one.sheet, one.owed > 0)),
        notes=one.notes,
        version=one.version,
        promised=whole.promised,
        history=whole.history,
    )


def _owners(caller: Caller) -> Owners:
    if not caller.owners:
        raise NoKey("Sign in to see your characters, or use the browser in which you made them.")
    return caller.owners


@get("/characters", tags=TAGS, responses=may_refuse(401))
async def list_characters(services: NamedDependency[Services], caller: NamedDependency[Caller]) -> list[CharacterLine]:
    """All characters of the caller, the newest first."""
    return list(map(line_of, await services.keeper.read(services.characters.of, caller.owners)))


@get("/games/{game:str}/character", tags=TAGS, responses=may_refuse(404))
async def show_blank(game: GameId) -> BlankCharacter:
    """A blank character of a game, with all choices."""
    blank = rules_of(game).blank
    return BlankCharacter(dict(blank), rules_of(game).sheet(blank, False))


async def _kept(
    request: AnyRequest, services: Services, caller: Caller, new: Character, kind: Literal["made", "imported"]
) -> Response[CharacterView]:
    session, cookies = await keep_session(request, services, caller)
    kept = await keep(services, session.owner, new, kind)
    return Response(await _face(services, (session.owner,), kept), cookies=cookies)


@post("/characters", tags=TAGS, responses=CHANGES)
async def make_character(
    request: AnyRequest,
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    data: JSONBody[NewCharacter],
) -> Response[CharacterView]:
    """Make a character. A browser that has no session yet gets one."""
    services.limits.check("keep", caller.address)
    return await _kept(request, services, caller, made(data.game, data.sheet, data.notes), "made")


@post("/characters/import", tags=TAGS, request_max_body_size=LARGEST, takes=File, responses=CHANGES)
async def import_character(
    request: AnyRequest, services: NamedDependency[Services], caller: NamedDependency[Caller], body: RawBody
) -> Response[CharacterView]:
    """Add a character from a file; the body is the file."""
    services.limits.check("keep", caller.address)
    return await _kept(request, services, caller, read_file(body), "imported")


@get("/characters/{character:str}", tags=TAGS, responses=may_refuse(401, 404))
async def show_character(
    services: NamedDependency[Services], caller: NamedDependency[Caller], character: CharacterId
) -> CharacterView:
    """One of the caller's characters with its history."""
    return await _face(services, _owners(caller), character)


@get("/characters/{character:str}/file", tags=TAGS, media_type="application/json", gives=File, responses=CHANGES)
async def export_character(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    character: CharacterId,
    notes: Annotated[bool, QueryParameter(description="Write your notes into the file, too.")] = False,
) -> Response[bytes]:
    """The character as a file, without your notes. If it can still grow, the default growth is chosen first."""
    return file_response(*await export(services, _owners(caller), character, notes=notes))


def file_response(name: str, data: bytes) -> Response[bytes]:
    """A response that the browser saves as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/json", headers=headers)


@put("/characters/{character:str}", tags=TAGS, responses=CHANGES)
async def change_character(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    character: CharacterId,
    data: JSONBody[CharacterChange],
) -> CharacterView:
    """Edit a character, choose its growth, retire it or reactivate it.

    A change that breaks a rule is refused and changes nothing.
    """
    work = edited(data.sheet, data.notes)
    if data.growth is not None:
        work = grown(data.growth or None)
    elif data.state is not None:
        work = put_to(State(data.state))
    await change(services, _owners(caller), character, work, data.version)
    return await _face(services, _owners(caller), character)


@delete("/characters/{character:str}", tags=TAGS, responses=CHANGES)
async def delete_character(
    services: NamedDependency[Services], caller: NamedDependency[Caller], character: CharacterId
) -> None:
    """Delete a character with its history, for good."""
    await services.keeper.write(services.characters.remove, _owners(caller), character)


@post("/characters/play", tags=TAGS, responses=CHANGES)
async def call_out(
    services: NamedDependency[Services], caller: NamedDependency[Caller], data: JSONBody[Call]
) -> Called:
    """Make a table with these characters and begin; the caller plays the first, bots play the others."""
    may_make(services, caller)
    table = await gather(services, _owners(caller), data)
    if caller.session is not None:
        await services.auth.hold(caller.session, table.host_key, *table.seat_keys)
    return Called(table.table)


@post("/tables/{table:str}/character", tags=TAGS, status_code=204, responses=CHANGES)
async def bring(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[CharacterToBring],
    seat: WhichSeat = None,
) -> None:
    """Bring one of the caller's characters to a seat that the caller holds, at a table that has not begun."""
    await services.keeper.table(table)
    own = caller.seat(table, seat)
    await characters.bring(services, _owners(caller), data.character, table, own)


@delete("/tables/{table:str}/character", tags=TAGS, responses=CHANGES)
async def take_back(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    seat: WhichSeat = None,
) -> None:
    """Stop bringing a character to a seat.

    The host can do so for any seat, so that nobody keeps a game from beginning.
    """
    found = await services.keeper.table(table)
    await characters.take_back(services, table, may_take_back(caller, found, seat))


def may_take_back(caller: Caller, found: Table, seat: int | None) -> int:
    """Check the seat that should no longer bring a character.

    Raises:
        NotPermitted: the seat is not the caller's, and the caller is not the host.
    """
    table, host = found.header.table, caller.hosts(found.header.table, found.state.host)
    if seat is not None and host:
        return seat
    if not caller.seats(table) and host:
        raise NotPermitted("Say for which seat.", field="seat")
    return caller.seat(table, seat)


HANDLERS = (
    *(list_characters, show_blank, make_character, import_character, show_character, export_character),
    *(change_character, delete_character, call_out, bring, take_back),
)
