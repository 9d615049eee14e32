"""Lessons: a table where bots play prepared roles and a guide beside the board explains the game."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec.structs import replace

from turncoat.bots import seat_names, usual_bot
from turncoat.games import game_of
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.lesson import Lesson
from turncoat.kernel.lexicon import plain
from turncoat.server import host_actions, table_actions
from turncoat.server.api.games import find_game
from turncoat.server.bot_processes import ProcessLost
from turncoat.server.bots import BotFailed
from turncoat.server.people import named
from turncoat.server.plan import SeatPlan, TablePlan
from turncoat.server.problems import NotFound
from turncoat.table import lessons
from turncoat.web import paths
from turncoat.web.form import first
from turncoat.web.pages import LearnPage, render_learn, render_table, render_table_live
from turncoat.web.site.looking import look_at
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.table_lists import own_lines
from turncoat.web.site.tables import after, show, table_page


@get(paths.LEARN + "/{game:str}")
async def learn(page_request: NamedDependency[PageRequest], game: FromPath[str]) -> Response[str]:
    """The page of a game's lesson, with a field for the reader's name."""
    own, _ = await own_lines(page_request.services, page_request.caller)
    return _page(page_request, game, next((line.seat for line in own if line.seat), ""))


def _page(page_request: PageRequest, game: str, name: str, refusal: Refusal | None = None) -> Response[str]:
    lesson, shell = lesson_of(game), page_request.shell()
    entered = page_request.entered() if refusal else {}
    name = shell.person or name
    page = LearnPage(shell=shell, game=game, lesson=lesson, name=name, entered=entered, refusal=refusal)
    return page_request.page(render_learn(page), refusal=refusal)


def lesson_of(game: str) -> Lesson:
    """The lesson of a game.

    Raises:
        NotFound: there is no such game, or it has no lesson.
    """
    find_game(game)
    lesson = game_of(game).lesson
    if lesson is None:
        raise NotFound(f"{game_of(game).rules.title} has no lesson; learn it from its rules.", field="game")
    return lesson


@post(paths.LEARN + "/{game:str}")
async def begin(page_request: NamedDependency[PageRequest], game: FromPath[str]) -> Response[str] | Response[None]:
    """Make the table of a lesson, like any other table, and begin its game."""
    lesson, services = lesson_of(game), page_request.services
    table_actions.may_make(services, page_request.caller)
    try:
        name = " ".join(first(page_request.form, "name").split()) or seat_names(1)[0]
        session = await page_request.session()
        table = await table_actions.create(services, plan_of(game, lesson, name))
        host, key = await services.auth.issue(table, None, lesson.learner)
        await page_request.hold(session, host, key)
        await table_actions.sit_down(services, table, lesson.learner, (named(table, key),), name)
        await host_actions.start(services, table)
    except Refusal as refusal:
        return _page(page_request, game, "", refusal)
    return page_request.go(paths.table(table))


def plan_of(game: str, lesson: Lesson, name: str) -> TablePlan:
    """The settings of a lesson's table: its seed is fixed, and bots have all other seats."""
    spare = iter([free for free in seat_names(lesson.seats + 1) if plain(free) != plain(name)])
    seats = tuple(
        SeatPlan(name) if seat == lesson.learner else SeatPlan(next(spare), usual_bot(game, seat, lesson.seats))
        for seat in range(lesson.seats)
    )
    title = f"Learn {game_of(game).rules.title}"
    return TablePlan(game, seats, dict(lesson.options), title, listed=False, seed=lessons.seed_of(game))


@post("/tables/{table:str}/guide")
async def follow(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Submit the answer that the guide suggests."""
    look = await look_at(page_request, table)
    try:
        own = await look.acting()
        guidance = lessons.guidance(look.table, own)
        if guidance is None or guidance.suggested is None or look.table.game is None:
            raise NotAllowed("The guide suggests nothing now: choose for yourself.")
        action = look.table.rules.write_action(guidance.suggested)
        request = look.table.game.requests[own]
        await table_actions.answer(page_request.services, table, own, request, action)
    except Refusal as refusal:
        return await show(look, live=page_request.by_script, refusal=refusal)
    return await after(look, "counted")


@post("/tables/{table:str}/advice")
async def advise(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """Ask a bot for advice; this is allowed only if the reader plays against bots alone."""
    look = await look_at(page_request, table)
    live, advice, refused = page_request.by_script, None, None
    try:
        own = await look.acting()
        if not lessons.against_bots(look.table, own):
            raise NotAllowed("A bot gives advice only where you play against bots alone.")
        page_request.services.limits.check("hint", f"{table}/{own}")
        action = await page_request.services.bots.advise(look.table, own)
        advice = None if action is None else look.table.rules.read_action(action)
    except Refusal as refusal:
        refused = refusal
    except (BotFailed, ProcessLost, TimeoutError):
        refused = NotAllowed("The bot has no advice just now: choose for yourself.")
    page = replace(await table_page(look, refused, live=live), advice=advice)
    return page_request.page((render_table_live if live else render_table)(page), refusal=refused)


HANDLERS = (learn, begin, follow, advise)
