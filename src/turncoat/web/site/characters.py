"""The reader's characters: all of them, one sheet, a new one; files, tables made for them, and what a seat brings."""

from __future__ import annotations

from random import SystemRandom

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from turncoat.games import game_of, ruleset
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.characters import Data, Sheet
from turncoat.kernel.errors import BadSetup, NotYours, Refusal
from turncoat.server import characters
from turncoat.server.api.characters import CharacterLine, file_response, line_of, may_take_back
from turncoat.server.character_store import Character, Happening, State, Whole
from turncoat.server.character_tables import Call, gather
from turncoat.server.characters import (
    LARGEST,
    LONGEST_NOTES,
    by_lot,
    edited,
    games_with_characters,
    grown,
    keep,
    made,
    put_to,
    read_file,
    rules_of,
)
from turncoat.server.own_stream import MOST, newest
from turncoat.server.problems import NotFound
from turncoat.server.shared_seats import host_at
from turncoat.server.table_actions import may_make
from turncoat.table.table import BEFORE
from turncoat.web import paths
from turncoat.web.contexts import NONE_ENTERED, Entered, Shell
from turncoat.web.form import Form, first
from turncoat.web.forms import read_answer
from turncoat.web.render import render
from turncoat.web.site.home import local
from turncoat.web.site.looking import look_at, number
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.tables import show


class CharactersPage(Struct, frozen=True, kw_only=True):
    """``GET /characters``; after a refusal it shows the typed and chosen values again.

    Attributes:
        characters: The reader's characters, the newest first.
        games: The games that have some, each with the least, the greatest and the proposed number of seats.
    """

    shell: Shell
    characters: tuple[CharacterLine, ...]
    games: dict[str, tuple[int, int, int]]
    refusal: Refusal | None = None
    entered: Entered = NONE_ENTERED
    chosen: tuple[str, ...] = ()


class CharacterPage(Struct, frozen=True, kw_only=True):
    """``GET /characters/<id>`` for a stored character, and ``GET /characters/new?game=thrice`` for a new one.

    Attributes:
        sheet: The character sheet; after a refusal, with the values that the reader typed.
        total: The number of points for the character, including points that are already spent.
        kept: Its line in the list of characters; None for a new one.
        notes: The owner's notes; ``longest`` is the most characters in them.
        version: The version number, which the form sends back with a change.
        growth: The ways in which the character can grow now.
        history: The events of the character's life, the last one first.
        promised: Tables to which the reader has brought it and whose games have not begun.
        wanted: Tables at which a seat of the reader waits for a character: the address to bring it, and the table's
            name.
        ready: Ready-made characters to start from, for a new one.
        like: The number of the ready-made character that fills the sheet, from 1; 0: none.
    """

    shell: Shell
    game: str
    sheet: Sheet
    total: int
    kept: CharacterLine | None = None
    notes: str = ""
    longest: int = LONGEST_NOTES
    version: int = 0
    growth: Boxes[Action] = Boxes()
    history: tuple[Happening, ...] = ()
    promised: tuple[str, ...] = ()
    wanted: tuple[tuple[str, str], ...] = ()
    refusal: Refusal | None = None
    ready: tuple[tuple[str, str, Data], ...] = ()
    like: int = 0


class BlankPage(Struct, frozen=True, kw_only=True):
    """``GET /characters/blank?game=thrice&many=4``: empty character sheets for printing."""

    shell: Shell
    game: str
    many: int


MOST_BLANK = 9
"""The most empty sheets on one page."""


# --- looking --------------------------------------------------------------------------------------


@get(paths.CHARACTERS)
async def show_characters(page_request: NamedDependency[PageRequest]) -> Response[str]:
    """The page with all characters of the reader."""
    return await _characters(page_request)


async def _characters(page_request: PageRequest, refusal: Refusal | None = None) -> Response[str]:
    games = {game: ruleset(game) for game in games_with_characters()}
    page = CharactersPage(
        shell=page_request.shell(),
        characters=tuple(
            map(
                line_of,
                await page_request.services.keeper.read(
                    page_request.services.characters.of, page_request.caller.owners
                ),
            )
        ),
        games={game: (rules.seats[0], rules.seats[-1], rules.suggested[0]) for game, rules in games.items()},
        refusal=refusal,
        entered=page_request.entered() if refusal else {},
        chosen=tuple(page_request.form.get("who", ())),
    )
    return page_request.page(render("characters.html", page), refusal=refusal)


@get(paths.character("new"))
async def new(
    page_request: NamedDependency[PageRequest], game: FromQuery[str] = "", like: FromQuery[int] = -1
) -> Response[str]:
    """The form for a new character: blank, like a prepared one (from 1), or drawn at random (0)."""
    game = game or games_with_characters()[0]
    rules = rules_of(game)
    sheet = by_lot(rules, SystemRandom()) if like == 0 else rules.blank
    if 0 < like <= len(rules.ready):
        sheet = rules.ready[like - 1][2]
    return _sheet(page_request, Character(game=game, sheet=dict(sheet)), like=max(0, like))


@get(paths.character("blank"))
async def blank(
    page_request: NamedDependency[PageRequest], game: FromQuery[str] = "", many: FromQuery[int] = 4
) -> Response[str]:
    """The page with empty character sheets, one to a sheet of paper."""
    game = game or games_with_characters()[0]
    rules_of(game)
    page = BlankPage(shell=page_request.shell(), game=game, many=max(1, min(many, MOST_BLANK)))
    board = game_of(game).board
    return page_request.page(render("blank.html", page, sheet=board.blank() if board else ""))


@get("/characters/{character:str}")
async def show_character(page_request: NamedDependency[PageRequest], character: FromPath[str]) -> Response[str]:
    """The page with a character's sheet and history."""
    whole = await page_request.services.keeper.read(
        page_request.services.characters.whole, page_request.caller.owners, character
    )
    return _sheet(page_request, whole, wanted=await _wanted(page_request, whole.character))


async def _wanted(page_request: PageRequest, character: Character) -> tuple[tuple[str, str], ...]:
    """The tables before their games at which a seat of the reader waits for a character of this game."""
    if character.state is not State.ACTIVE:
        return ()
    services, caller = page_request.services, page_request.caller
    held = {claim.table for claim in caller.claims if claim.seated is not None}
    found = list[tuple[str, str]]()
    for table in await services.keeper.glance(await newest(services, held, MOST)):
        rules, seats = table.rules.characters, caller.seats(table.header.table)
        if rules is None or table.header.game != character.game or table.state.phase not in BEFORE:
            continue
        players = set(rules.players(table.header.seats)) - set(table.state.characters)
        waiting = sorted(players.intersection(seats))
        host = await host_at(services, table) if waiting else ""
        for seat in waiting:
            own = host in ("", table.state.seats[seat].name)
            called = table.header.title or table.rules.title if own else f"{host}'s table"
            found.append((paths.table(table.header.table, "character", seat=seat), called))
    return tuple(found)


def _sheet(
    page_request: PageRequest,
    shown: Character | Whole,
    refusal: Refusal | None = None,
    *,
    typed: bool = False,
    like: int = 0,
    wanted: tuple[tuple[str, str], ...] = (),
) -> Response[str]:
    """A character's sheet or an empty one; after a refusal, with the values that the reader typed."""
    whole = shown if isinstance(shown, Whole) else None
    character = shown.character if isinstance(shown, Whole) else shown
    rules = rules_of(character.game)
    data = character.sheet or rules.blank
    sheet = rules.sheet(data, character.seasoned)
    grows = character.state is State.ACTIVE and (character.owed or character.seasoned)
    page = CharacterPage(
        shell=page_request.shell(),
        game=character.game,
        sheet=_typed(page_request.form, character.game, data, character.seasoned) if typed else sheet,
        total=sheet.points + sum(skill.steps for skill in sheet.skills),
        kept=line_of(character) if whole else None,
        notes=first(page_request.form, "notes") if typed else character.notes,
        version=character.version,
        growth=rules.growth(data, character.owed > 0) if grows else Boxes(),
        history=tuple(reversed(whole.history)) if whole else (),
        promised=tuple(whole.promised) if whole else (),
        wanted=wanted,
        refusal=refusal,
        ready=() if whole else rules.ready,
        like=like if like <= len(rules.ready) else 0,
    )
    return page_request.page(render("character.html", page), refusal=refusal)


# --- forms ----------------------------------------------------------------------------------------


def _read(form: Form, game: str) -> Data:
    """Read the values of a sheet from the form.

    Raises:
        BadSetup: a field for a number holds something else.
    """
    rules = rules_of(game)
    blank = rules.sheet(rules.blank, False)
    typed: dict[str, object] = {
        name: first(form, name) for name in ("name", *(choice.name for choice in blank.choices))
    }
    for skill in (skill.name for skill in blank.skills):
        typed[skill] = number(text := first(form, skill))
        if skill in form and typed[skill] is None:
            sentence = (
                f"{skill.capitalize()} must be a whole number of steps, not {text[:20]!r} ({blank.rules['skills']})."
            )
            raise BadSetup(sentence, field=skill, rule=blank.rules["skills"])
    return {name: value for name, value in typed.items() if name in form and value is not None}


def _typed(form: Form, game: str, base: Data, seasoned: bool) -> Sheet:
    """The sheet with the typed values, as far as they can be read."""
    try:
        typed = {name: value for name, value in _read(form, game).items() if value != "" or name == "name"}
        return rules_of(game).sheet({**base, **typed}, seasoned)
    except BadSetup:
        return rules_of(game).sheet(base, seasoned)


# --- changing -------------------------------------------------------------------------------------


@post(paths.character("new"))
async def make(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Make a character from the form and show its page."""
    page_request.services.limits.check("keep", page_request.caller.address)
    game = first(page_request.form, "game") or games_with_characters()[0]
    rules_of(game)
    try:
        character = made(game, _read(page_request.form, game), first(page_request.form, "notes"))
        kept = await keep(page_request.services, (await page_request.session()).owner, character, "made")
    except Refusal as refusal:
        return _sheet(page_request, Character(game=game, sheet={}), refusal, typed=True)
    return page_request.go(paths.character(kept), "kept")


_DONE = {"write": "written", "grow": "grown", "retire": "retired", "return": "returned", "delete": "deleted"}


@post("/characters/{character:str}/{action:str}")
async def change(
    page_request: NamedDependency[PageRequest], character: FromPath[str], action: FromPath[str]
) -> Response[str] | Response[None]:
    """Change a character: edit its sheet, let it grow, retire, reactivate or delete it."""
    services, owners, version = (
        page_request.services,
        page_request.caller.owners,
        number(first(page_request.form, "version")),
    )
    was = await services.keeper.read(services.characters.one, owners, character)
    if action not in _DONE:
        raise NotFound("There is nothing at this address.")
    try:
        if action == "delete":
            await services.keeper.write(services.characters.remove, owners, character)
            return page_request.go(paths.CHARACTERS, "deleted")
        if action == "write":
            work = edited(_read(page_request.form, was.game), first(page_request.form, "notes"))
        elif action == "grow":
            boxes = rules_of(was.game).growth(was.sheet, was.owed > 0)
            work = grown(read_answer(page_request.form, boxes))
        else:
            work = put_to(State.RETIRED if action == "retire" else State.ACTIVE)
        await characters.change(services, owners, character, work, version)
    except Refusal as refusal:
        whole = await services.keeper.read(services.characters.whole, owners, character)
        return _sheet(page_request, whole, refusal, typed=action == "write")
    back = first(page_request.form, "next")
    return page_request.go(local(back) if back else paths.character(character), _DONE[action])


# --- files ----------------------------------------------------------------------------------------


@get("/characters/{character:str}/file")
async def take_along(page_request: NamedDependency[PageRequest], character: FromPath[str]) -> Response[bytes]:
    """Download a character as a file."""
    notes = page_request.request.query_params.get("notes") == "yes"
    services, owners = page_request.services, page_request.caller.owners
    return file_response(*await characters.export(services, owners, character, notes=notes))


@post(paths.character("file"), request_max_body_size=2 * LARGEST)
async def take_in(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Add a character from a file."""
    page_request.services.limits.check("keep", page_request.caller.address)
    try:
        character = read_file(page_request.files.get("file", b""))
        kept = await keep(page_request.services, (await page_request.session()).owner, character, "imported")
    except Refusal as refusal:
        return await _characters(page_request, refusal)
    return page_request.go(paths.character(kept), "kept")


# --- at tables ------------------------------------------------------------------------------------


@post(paths.character("play"))
async def call(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Make a table with the chosen characters."""
    may_make(page_request.services, page_request.caller)
    only, friends = first(page_request.form, "only"), first(page_request.form, "friends") == "yes"
    who, seats = (
        (only,) if only else tuple(page_request.form.get("who", ())),
        number(first(page_request.form, "seats")) or 0,
    )
    try:
        session = await page_request.session()
        made = await gather(
            page_request.services,
            page_request.caller.owners,
            Call(who, first(page_request.form, "name"), seats, friends=friends),
        )
    except Refusal as refusal:
        return await _characters(page_request, refusal)
    await page_request.host(session, made, (await page_request.services.keeper.table(made.table)).header.seats)
    return page_request.go(paths.table(made.table))


@post("/tables/{table:str}/character")
async def bring(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Bring a character to the reader's seat."""
    look = await look_at(page_request, table)
    own = look.own
    try:
        await characters.bring(
            page_request.services, page_request.caller.owners, first(page_request.form, "character"), table, own
        )
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return page_request.go(look.path(), "brought")


@post("/tables/{table:str}/no-character")
async def bring_none(
    page_request: NamedDependency[PageRequest], table: FromPath[str]
) -> Response[str] | Response[None]:
    """Take back the character of the reader's seat."""
    look = await look_at(page_request, table)
    try:
        seat = number(first(page_request.form, "from"))
        if seat is None or seat >= look.table.header.seats:
            raise NotYours("Choose a seat.", field="from")
        await characters.take_back(page_request.services, table, may_take_back(page_request.caller, look.table, seat))
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return page_request.go(look.path(), "not-brought")


HANDLERS = (show_characters, new, blank, show_character, make, change, take_along, take_in, call, bring, bring_none)
