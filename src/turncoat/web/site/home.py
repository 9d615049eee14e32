"""Handles the front page, new tables, the rules, and the choice between dark and light."""

from __future__ import annotations

from base64 import b64encode
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from turncoat.bots import bot_for_seat, bots_to_choose, strongest
from turncoat.games import game_ids, quickest_first, ruleset
from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.server import host_actions, table_actions
from turncoat.server.api.games import find_game
from turncoat.server.callers import unless_gone
from turncoat.server.keeper import SeatPlan, TablePlan
from turncoat.server.names import names_beside
from turncoat.server.problems import NotFound
from turncoat.table.names import LONGEST_NAME
from turncoat.table.table import OVER
from turncoat.web import paths
from turncoat.web.form import Form, first
from turncoat.web.forms import LEADS, LED_BY_A_BOT, OPTION, Setup, read_setup
from turncoat.web.pages import (
    CreatePage,
    GameOffer,
    HomePage,
    RulesPage,
    render_create,
    render_home,
    render_passage,
    render_rules,
)
from turncoat.web.rulebook import passages
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.table_lists import MOST_BOARDS, open_lines, own_lines, shown_to_all, with_boards
from turncoat.web.small_board import first_board


@get(paths.HOME)
async def home(
    page_request: NamedDependency[PageRequest], game: FromQuery[str] = "", after: FromQuery[str] = ""
) -> Response[str]:
    """The front page: the reader's tables, open tables (of one game, if it is named), a new game."""
    if game:
        find_game(game)
    open_tables, more = await open_lines(page_request.services, page_request.caller, game, after)
    own, more_own = await own_lines(page_request.services, page_request.caller)
    kept = tuple(line for line in own if not line.archived and (line.again or line.phase not in OVER))
    mine = await with_boards(page_request.services, page_request.caller, kept[:MOST_BOARDS])
    bots_play = await page_request.services.showcase.look()
    page = HomePage(
        shell=page_request.shell(),
        open_tables=open_tables,
        mine=mine,
        now=page_request.now,
        games=offers(),
        game=game,
        more=more,
        showcase=await shown_to_all(page_request.services, bots_play) if bots_play else None,
        more_mine=bool(more_own) or len(mine) < len(own),
    )
    return page_request.page(render_home(page))


def offers() -> tuple[GameOffer, ...]:
    """Every game for the front page, the quickest to learn first, with a table of the usual size."""
    return tuple(
        GameOffer(game=game, seats=ruleset(game).usual_seats, bot=strongest(game)) for game in quickest_first()
    )


def first_game() -> str:
    """The game that the page shows if the address names none."""
    return quickest_first()[0]


@get(paths.RULES)
async def any_rules(page_request: NamedDependency[PageRequest], find: FromQuery[str] = "") -> Response[str]:
    """The rules of the first game."""
    return _rules(page_request, first_game(), find)


@get(paths.RULES + "/{game:str}")
async def rules(
    page_request: NamedDependency[PageRequest], game: FromPath[str], find: FromQuery[str] = ""
) -> Response[str]:
    """The rules of a game; each rule has an address."""
    find_game(game)
    return _rules(page_request, game, find)


@get(paths.RULES + "/{game:str}/{rule:str}")
async def rule_in_place(
    page_request: NamedDependency[PageRequest], game: FromPath[str], rule: FromPath[str]
) -> Response[str]:
    """A rule with its neighbours, for a page that shows it next to the rule's number."""
    find_game(game)
    if rule not in passages(game):
        raise NotFound(f"{ruleset(game).title} has no rule {rule[:40]}.", field="rule")
    return page_request.page(render_passage(game, passages(game)[rule]))


def _rules(page_request: PageRequest, game: str, find: str) -> Response[str]:
    return page_request.page(render_rules(RulesPage(shell=page_request.shell(), game=game, find=find.strip()[:100])))


@post(paths.THEME)
async def theme(page_request: NamedDependency[PageRequest]) -> Response[None]:
    """Store whether the reader wants dark or light pages."""
    page_request.wish_theme(first(page_request.form, "theme"))
    return page_request.go(local(first(page_request.form, "next")))


def local(path: str) -> str:
    """An address within this site; any other becomes the front page."""
    inside = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if inside else paths.HOME


# --- a new table ----------------------------------------------------------------------------------


@get(paths.NEW)
async def new_table(
    page_request: NamedDependency[PageRequest], game: FromQuery[str] = "", name: FromQuery[str] = ""
) -> Response[str]:
    """The page with the form for a new table; ``name`` is the name that the reader has typed already."""
    return _create(page_request, game or first_game(), name=name[:LONGEST_NAME])


def _create(page_request: PageRequest, game: str, refusal: Refusal | None = None, **seen: Any) -> Response[str]:
    if game not in game_ids():
        raise NotFound(f"There is no game {game}; the games are {', '.join(game_ids())}.", field="game")
    entered = page_request.entered() if refusal or seen else {}
    page = CreatePage(
        shell=page_request.shell(), game=game, bots=bots_to_choose(game), entered=entered, refusal=refusal, **seen
    )
    return page_request.page(render_create(page), refusal=refusal)


@post(paths.NEW_BOARD)
async def look_first(page_request: NamedDependency[PageRequest]) -> Response[str]:
    """The filled-in form, with the board as it would be at the beginning; no table is made."""
    game = first(page_request.form, "game") or first_game()
    services, rules = page_request.services, find_game(game)
    try:
        setup = read_setup(page_request.form)
        options = rules.accept(setup.options, setup.seats)
        asked = game, msgspec.json.encode(setup.options), setup.seats, page_request.theme
        work = services.long_tasks.ask(page_request.caller.address, first_board, *asked)
        drawn = await unless_gone(page_request.request, work)
        remarks = rules.remarks(options, setup.seats)
    except Refusal as refusal:
        return _create(page_request, game, refusal, looks=True)
    picture = f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
    return _create(page_request, game, looks=True, board=picture, remarks=remarks)


@post(paths.NEW)
async def create(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Make a table; this browser gets the host's rights, and a seat if the form contains a name.

    If bots fill all other seats, and the form asks for it, the game begins at once. The front page's form also sends
    readers to the long form (``invite``), with the name that they have typed.
    """
    if invite := first(page_request.form, "invite"):
        name = first(page_request.form, "name")[:LONGEST_NAME]
        return page_request.go(f"{paths.NEW}?{urlencode({'game': invite, 'name': name})}")
    asked = at_once(page_request.form)
    game = first(asked, "game") or first_game()
    table_actions.may_make(page_request.services, page_request.caller)
    try:
        setup = read_setup(asked)
        plan = _plan(setup)
        session = await page_request.session()
        own = () if not setup.name else (_own_seat(setup),)
        made = await table_actions.keys_to(
            page_request.services, await table_actions.create(page_request.services, plan), own
        )
        await page_request.host(session, made, setup.seats, own)
        for seat in own:
            await table_actions.sit_down(page_request.services, made.table, seat, made.names(0), setup.name)
        if setup.start and setup.bots + bool(setup.name) >= setup.seats:
            await host_actions.start(page_request.services, made.table)
    except Refusal as refusal:
        return _create(page_request, game, refusal)
    return page_request.go(paths.table(made.table))


def at_once(form: Form) -> Form:
    """The form of a table that one button makes, completed like the long form; any other form as it is."""
    offer = next((offer for offer in offers() if offer.game == first(form, "play")), None)
    if offer is None:
        return form
    given: dict[str, object] = {
        "game": offer.game,
        "seats": offer.seats,
        "bots": offer.seats - 1,
        "bot": offer.bot,
        **{f"{OPTION}{name}": value for name, value in ruleset(offer.game).for_beginners.items()},
    }
    return {**form, **{name: (str(value),) for name, value in given.items()}, "start": ("yes",)}


def _plan(setup: Setup) -> TablePlan:
    """The settings of the new table, for the keeper.

    Raises:
        BadSetup: there are more bots than seats for them.
    """
    find_game(setup.game).check_seats(setup.seats)
    most = setup.seats - bool(setup.name)
    if setup.bots > most:
        raise BadSetup(f"At most {most} seats can have bots.", field="bots")
    own, many = " ".join(setup.name.split()), setup.seats
    spare = iter(names_beside(own, many))
    mine, played = _own_seat(setup), _for_bots(setup)
    seats = tuple(
        SeatPlan(
            own if own and place == mine else next(spare),
            bot_for_seat(setup.game, setup.bot, place, many) if place in played else "",
        )
        for place in range(many)
    )
    person = (setup.part == LEADS and bool(setup.name)) or ruleset(setup.game).led_by(many) not in played
    usual = ruleset(setup.game).with_a_person_leading if person else {}
    return TablePlan(
        setup.game,
        seats,
        {**usual, **setup.options},
        setup.title,
        setup.deadline,
        setup.talk,
        setup.listed,
        setup.pace,
        programs=setup.programs,
    )


def _own_seat(setup: Setup) -> int:
    """The seat of the person who makes the table: the first, or that of the player who leads the game."""
    leads = ruleset(setup.game).led_by(setup.seats)
    return leads if leads is not None and setup.part == LEADS else 0


def _for_bots(setup: Setup) -> list[int]:
    """The seats for bots: the last ones. The form decides whether the leader's seat is taken first or last."""
    leads = ruleset(setup.game).led_by(setup.seats)
    free = [seat for seat in range(setup.seats) if not setup.name or seat != _own_seat(setup)]
    others = [seat for seat in reversed(free) if seat != leads]
    lead = [leads] if leads in free and leads is not None else []
    if setup.part == LED_BY_A_BOT:
        return (lead + others)[: max(setup.bots, len(lead))]
    return (others + lead)[: setup.bots]


HANDLERS = (
    home,
    any_rules,
    rules,
    rule_in_place,
    theme,
    new_table,
    create,
    look_first,
)
