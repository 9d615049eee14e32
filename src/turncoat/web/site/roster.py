"""What the reader keeps between two games: the roster, sheets, files, games that begin from it."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from turncoat.games import ruleset
from turncoat.kernel.belongings import Belongings, Data, Sheet
from turncoat.kernel.errors import BadSetup, NotYours, Refusal
from turncoat.server import baggage, calling
from turncoat.server.api.belongings import file_response, may_take_back
from turncoat.server.chest import Belonging, State
from turncoat.server.deeds import may_make
from turncoat.server.keepsakes import Whole, keeping_games, rules_of, word_of
from turncoat.server.problems import NotFound
from turncoat.web import paths
from turncoat.web.forms import Form, first, read_answer
from turncoat.web.roster import KeptPage, RosterPage, growth_of, kept_line, render_kept, render_roster
from turncoat.web.site.tables import look_at, show
from turncoat.web.site.visit import Visit, number

# --- looking --------------------------------------------------------------------------------------


@get(paths.ROSTER)
async def roster(visit: NamedDependency[Visit]) -> Response[str]:
    """Everything the reader keeps."""
    return await _roster(visit)


async def _roster(visit: Visit, refusal: Refusal | None = None) -> Response[str]:
    owners = visit.caller.owners
    found = await visit.house.roster.of(owners)
    away = {one.belonging: one.table for one in await visit.house.roster.where(owners) if one.under_way}
    page = RosterPage(
        shell=visit.shell(),
        kept=tuple(kept_line(one, word_of(one), away.get(one.id, "")) for one in found),
        games=tuple((game, rules_of(game).noun) for game in keeping_games()),
        calls={game: _seats(game) for game in keeping_games()},
        refusal=refusal,
        entered=visit.entered() if refusal else {},
        chosen=tuple(visit.form.get("who", ())),
    )
    return visit.page(render_roster(page), refusal=refusal)


def _seats(game: str) -> tuple[int, int, int]:
    rules = ruleset(game)
    return rules.seats[0], rules.seats[-1], rules.suggested[0]


@get(paths.kept("new"))
async def new(visit: NamedDependency[Visit], game: FromQuery[str] = "") -> Response[str]:
    """The form for a new one."""
    return _new(visit, game or keeping_games()[0])


def _new(visit: Visit, game: str, refusal: Refusal | None = None) -> Response[str]:
    rules = rules_of(game)
    blank = rules.blank()
    page = KeptPage(
        shell=visit.shell(),
        game=game,
        noun=rules.noun,
        sheet=_typed(visit, rules, blank, seasoned=False) if refusal else rules.sheet(blank, seasoned=False),
        total=_total(rules.sheet(blank, seasoned=False)),
        notes=first(visit.form, "notes"),
        refusal=refusal,
    )
    return visit.page(render_kept(page), refusal=refusal)


@get("/roster/{belonging:str}")
async def kept(visit: NamedDependency[Visit], belonging: FromPath[str]) -> Response[str]:
    """A sheet with its history."""
    return await _kept(visit, belonging)


async def _kept(visit: Visit, belonging: str, refusal: Refusal | None = None, *, typed: bool = False) -> Response[str]:
    whole = await visit.house.roster.whole(visit.caller.owners, belonging)
    one = whole.belonging
    rules = rules_of(one.game)
    sheet = rules.sheet(one.sheet, seasoned=one.seasoned)
    page = KeptPage(
        shell=visit.shell(),
        game=one.game,
        noun=rules.noun,
        sheet=_typed(visit, rules, one.sheet, seasoned=one.seasoned) if typed else sheet,
        kept=kept_line(one, word_of(one), _away(whole)),
        total=_total(sheet),
        notes=first(visit.form, "notes") if typed else one.notes,
        version=one.version,
        growth=growth_of(whole),
        history=tuple(reversed(whole.history)),
        promised=tuple(out.table for out in whole.outings if not out.under_way),
        refusal=refusal,
    )
    return visit.page(render_kept(page), refusal=refusal)


def _away(whole: Whole) -> str:
    return next((out.table for out in whole.outings if out.under_way), "")


def _total(sheet: Sheet) -> int:
    """Points that there are to spend, spent ones included."""
    return sheet.points + sum(skill.steps for skill in sheet.skills)


# --- forms ----------------------------------------------------------------------------------------


def _read(form: Form, rules: Belongings) -> Data:
    """What was typed into a sheet.

    Raises:
        BadSetup: a number is none.
    """
    blank = rules.sheet(rules.blank(), seasoned=False)
    words = {name: first(form, name) for name in ("name", *(one.name for one in blank.choices)) if name in form}
    numbers: dict[str, object] = {}
    for skill in blank.skills:
        text = first(form, skill.name)
        if skill.name in form and not (text.isdecimal() and len(text) < 6):
            sentence = f"{skill.name}: must be a whole number of steps, not {text[:20]!r} ({skill.rule})."
            raise BadSetup(sentence, field=skill.name, rule=skill.rule)
        if skill.name in form:
            numbers[skill.name] = int(text)
    return {**words, **numbers}


def _typed(visit: Visit, rules: Belongings, base: Data, *, seasoned: bool) -> Sheet:
    """The sheet with what was typed, as far as it can be read."""
    try:
        typed = {name: value for name, value in _read(visit.form, rules).items() if value != "" or name == "name"}
        return rules.sheet({**base, **typed}, seasoned=seasoned)
    except BadSetup:
        return rules.sheet(base, seasoned=seasoned)


async def _owner(visit: Visit) -> str:
    session = await visit.session()
    return session.person.id if session.person else session.digest


async def _one(visit: Visit, belonging: str) -> Belonging:
    return await visit.house.roster.one(visit.caller.owners, belonging)


# --- changing -------------------------------------------------------------------------------------


@post(paths.kept("new"))
async def make(visit: NamedDependency[Visit]) -> Response[str] | Response[None]:
    """Keep a new one."""
    game = first(visit.form, "game") or keeping_games()[0]
    visit.house.limits.check("keep", visit.caller.address)
    try:
        sheet = _read(visit.form, rules_of(game))
        rules_of(game).edited(rules_of(game).blank(), sheet, seasoned=False)
        made = await visit.house.roster.make(await _owner(visit), game, sheet, first(visit.form, "notes"))
    except Refusal as refusal:
        return _new(visit, game, refusal)
    return visit.go(paths.kept(made.id), "kept")


@post("/roster/{belonging:str}")
async def edit(visit: NamedDependency[Visit], belonging: FromPath[str]) -> Response[str] | Response[None]:
    """Write on a sheet."""
    was = await _one(visit, belonging)
    try:
        same = visit.house.roster.at_version(was, number(first(visit.form, "version")))
        await visit.house.roster.edit(same, _read(visit.form, rules_of(was.game)), first(visit.form, "notes"))
    except Refusal as refusal:
        return await _kept(visit, belonging, refusal, typed=True)
    return visit.go(paths.kept(belonging), "written")


@post("/roster/{belonging:str}/grow")
async def grow(visit: NamedDependency[Visit], belonging: FromPath[str]) -> Response[str] | Response[None]:
    """Let it grow."""
    was = await _one(visit, belonging)
    try:
        boxes = rules_of(was.game).growth(was.sheet, owed=was.owed > 0)
        same = visit.house.roster.at_version(was, number(first(visit.form, "version")))
        await visit.house.roster.grow(same, read_answer(visit.form, boxes))
    except Refusal as refusal:
        return await _kept(visit, belonging, refusal)
    return visit.go(paths.kept(belonging), "grown")


_MOVES: Mapping[str, tuple[State, str]] = {
    "retire": (State.RETIRED, "retired"),
    "return": (State.ACTIVE, "returned"),
}


@post("/roster/{belonging:str}/{deed:str}")
async def put_away(
    visit: NamedDependency[Visit], belonging: FromPath[str], deed: FromPath[str]
) -> Response[str] | Response[None]:
    """Retire it, let it return, delete it."""
    was = await _one(visit, belonging)
    if deed not in (*_MOVES, "delete"):
        raise NotFound("There is nothing at this address.")
    try:
        if deed == "delete":
            await visit.house.roster.remove(was)
            return visit.go(paths.ROSTER, "deleted")
        state, notice = _MOVES[deed]
        await visit.house.roster.put_away(was, state)
    except Refusal as refusal:
        return await _kept(visit, belonging, refusal)
    return visit.go(paths.kept(belonging), notice)


# --- files ----------------------------------------------------------------------------------------


@get("/roster/{belonging:str}/file")
async def take_along(visit: NamedDependency[Visit], belonging: FromPath[str]) -> Response[bytes]:
    """It as a file."""
    found = await _one(visit, belonging)
    return file_response(await baggage.pack(visit.house, found), baggage.file_name(found))


@post(paths.UNPACK, request_max_body_size=2 * baggage.LARGEST)
async def unpack(visit: NamedDependency[Visit]) -> Response[str] | Response[None]:
    """Keep a copy of what is in a file."""
    visit.house.limits.check("keep", visit.caller.address)
    data = visit.files.get("file", b"")
    try:
        baggage.read(data)
        made = await baggage.unpack(visit.house, (await _owner(visit),), data)
    except Refusal as refusal:
        return await _roster(visit, refusal)
    return visit.go(paths.kept(made.id), "kept")


# --- to a table -----------------------------------------------------------------------------------


@post(paths.CALL)
async def call(visit: NamedDependency[Visit]) -> Response[str] | Response[None]:
    """Begin a game with those who were chosen."""
    may_make(visit.house, visit.caller)
    only = first(visit.form, "only")
    wanted = calling.Call(
        (only,) if only else tuple(visit.form.get("who", ())),
        first(visit.form, "name"),
        number(first(visit.form, "seats")) or 0,
        friends=first(visit.form, "friends") == "yes",
    )
    try:
        session = await visit.session()
        made = await calling.call_out(visit.house, visit.caller.owners, wanted)
    except Refusal as refusal:
        return await _roster(visit, refusal)
    seats = (await visit.house.keeper.table(made.table)).header.seats
    await visit.host(session, made, seats)
    return visit.go(paths.table(made.table))


@post("/tables/{table:str}/bring")
async def bring(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str] | Response[None]:
    """Bring something to one's own seat."""
    look = await look_at(visit, table)
    own = look.own
    try:
        await visit.house.roster.bring(await _one(visit, first(visit.form, "belonging")), table, own)
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return visit.go(look.path(), "brought")


@post("/tables/{table:str}/bring-nothing")
async def bring_nothing(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str] | Response[None]:
    """Take back what a seat brings."""
    look = await look_at(visit, table)
    try:
        seat = number(first(visit.form, "from"))
        if seat is None or seat >= look.table.header.seats:
            raise NotYours("from: say which seat.", field="from")
        await visit.house.roster.take_back(table, may_take_back(visit.caller, table, seat))
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return visit.go(look.path(), "not-brought")


HANDLERS = (roster, new, kept, make, edit, grow, put_away, take_along, unpack, call, bring, bring_nothing)
