"""Makes each page: the server fills the page's struct, calls ``render_<page>`` and sends the text.

This module reads and sends nothing itself.

``turncoat.web.forms`` reads forms; ``turncoat.web.paths`` has the addresses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from zoneinfo import available_timezones

from msgspec import Struct
from msgspec.structs import replace

from turncoat.drawing.scene import Frame
from turncoat.games import ruleset
from turncoat.kernel.errors import Refusal
from turncoat.kernel.lesson import Lesson
from turncoat.server.correspondence import AtOneTable
from turncoat.table.table_view import TableView
from turncoat.web.chart import chart
from turncoat.web.contexts import (
    NONE_ENTERED,
    CreatePage,
    Entered,
    HostPage,
    Invitation,
    LedgerPage,
    LobbyPage,
    PrintPage,
    ProblemPage,
    ReplayPage,
    RevealPage,
    RulesPage,
    Shell,
    TablePage,
    ThreadsPage,
)
from turncoat.web.ending import EndPage, moments, statistics, turn
from turncoat.web.lists import GameOffer, HomePage, TableLine
from turncoat.web.pictures import pictures_of
from turncoat.web.render import drawn, render
from turncoat.web.retold import StoryPage
from turncoat.web.rulebook import Passage, rulebook
from turncoat.web.table_display import TableDisplay
from turncoat.web.timeline import frame_at, known_at, timeline


class VotesPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/votes``: the page with the votes of the players.

    Attributes:
        pace: The present pace as fields of the form.
        channel: The seats of the conversation that opens again when the reader goes back to the table.
    """

    shell: Shell
    table_view: TableView
    now: int
    pace: dict[str, str] = {}
    channel: tuple[int, ...] = ()
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None


class MyTablesPage(Struct, frozen=True, kw_only=True):
    """``GET /my-tables``: the reader's tables, first those that wait for the reader, and a form for a saved game.

    Attributes:
        games: The ids of the games by which the reader can filter the list.
        game: The game of the listed tables; empty: of all games.
        show: The kind of tables in the list; empty: all tables that are not in the archive.
        counts: The number of tables of each kind.
        more: The last table of the list, if there are more after it.
        away: For each table where the reader has just announced an absence, the result.
    """

    shell: Shell
    tables: tuple[TableLine, ...] = ()
    now: int
    away: Sequence[AtOneTable] = ()
    games: tuple[str, ...] = ()
    game: str = ""
    show: str = ""
    counts: Mapping[str, int] = {}
    more: str = ""
    refusal: Refusal | None = None


class HandOverPage(Struct, frozen=True, kw_only=True):
    """The page with a link and a code for going on playing on another device.

    Attributes:
        names: The seats that the other device gets.
        link: The complete link.
        code: The code that the reader can type instead of the link.
        until: The time at which link and code expire.
        waits: The game has not begun, and the page must notice when it does: words are to be opened then.
    """

    shell: Shell
    table: str
    title: str
    names: tuple[str, ...]
    link: str
    code: str
    until: int
    waits: bool


class ContinuePage(Struct, frozen=True, kw_only=True):
    """``GET /continue``: type a code; with a good one the table that it leads to, and one button.

    ``POST`` sends ``code``.

    Attributes:
        code: The code that the reader typed or that the address contains.
        title: The title of the table; empty: the page has no valid code yet.
        names: The seats that the code gives; none: the host's rights.
    """

    shell: Shell
    code: str = ""
    title: str = ""
    names: tuple[str, ...] = ()
    refusal: Refusal | None = None


class LearnPage(Struct, frozen=True, kw_only=True):
    """``GET /learn/<game>``: the page on which a reader begins a lesson.

    Attributes:
        lesson: The lesson of the game.
        name: The name by which the reader is known; empty: the reader is new.
    """

    shell: Shell
    game: str
    lesson: Lesson
    name: str = ""
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None


__all__ = [
    "ContinuePage",
    "CreatePage",
    "EndPage",
    "GameOffer",
    "HandOverPage",
    "HomePage",
    "HostPage",
    "Invitation",
    "LearnPage",
    "LedgerPage",
    "LobbyPage",
    "MyTablesPage",
    "PrintPage",
    "ProblemPage",
    "ReplayPage",
    "RevealPage",
    "RulesPage",
    "Shell",
    "TableLine",
    "TablePage",
    "ThreadsPage",
    "render_continue",
    "render_create",
    "render_end",
    "render_hand_over",
    "render_home",
    "render_host",
    "render_learn",
    "render_ledger",
    "render_lobby",
    "render_lobby_live",
    "render_my_tables",
    "render_print",
    "render_problem",
    "render_replay",
    "render_reveal",
    "render_rules",
    "render_table",
    "render_table_live",
    "render_threads",
]


def zones() -> list[str]:
    """The names of all time zones."""
    return sorted(available_timezones())


def render_home(context: HomePage) -> str:
    """The front page: open tables, the reader's own tables, and the games."""
    return render("home.html", context)


def render_create(context: CreatePage) -> str:
    """The page with the form for a new table."""
    return render("create.html", context, zones=zones())


def render_lobby(context: LobbyPage) -> str:
    """The page of a table before its game begins."""
    return render(
        "lobby.html",
        context,
        display=TableDisplay(context.table_view, viewer=context.shell.seat, channel=context.channel),
    )


def render_lobby_live(context: LobbyPage) -> str:
    """The part of that page that changes."""
    return render(
        "lobby_live.html",
        context,
        display=TableDisplay(context.table_view, viewer=context.shell.seat, channel=context.channel),
    )


def render_table(context: TablePage) -> str:
    """The page of a table during its game and afterwards."""
    display = _display(context)
    return render("table.html", context, display=display, live=drawn(_live(context, display)))


def render_table_live(context: TablePage) -> str:
    """The part of that page that changes: its ``<main>`` element."""
    return _live(context, _display(context))


def _live(context: TablePage, display: TableDisplay) -> str:
    if context.round is not None and context.round not in display.chapters:  # THR-17.4
        context = replace(context, round=None)
    until = None if context.round is None else known_at(display, context.round, context.frame)
    return render("table_live.html", context, display=display, lately=display.lately(until))


def render_threads(context: ThreadsPage) -> str:
    """The list of conversations, as a part of a table's page."""
    return render("threads.html", context, display=_past(context))


def _display(context: TablePage) -> TableDisplay:
    display = TableDisplay(
        context.table_view,
        context.heard,
        context.boxes,
        context.beside,
        context.shell.seat,
        context.drawn,
        context.channel,
    )
    display.suggested = context.advice or (context.guide.suggested if context.guide else None)
    return display.seeing(context.told)


def _past(context: RevealPage | LedgerPage | PrintPage | ReplayPage | ThreadsPage | EndPage) -> TableDisplay:
    return TableDisplay(context.table_view, context.heard, viewer=context.shell.seat, channel=context.channel)


def render_reveal(context: RevealPage) -> str:
    """The page that shows a reveal step by step."""
    display = _past(context).seeing(context.told)
    number, frames, at = _still(display, context.round, context.frame)
    return render("reveal.html", context, display=display, round=number, frames=frames, at=at)


def render_ledger(context: LedgerPage) -> str:
    """The ledger: all rounds with their orders and results."""
    display = _past(context).seeing(context.told)
    return render(
        "ledger.html", context, display=display, chart=chart(display.ledger, display.called) if display.ledger else ""
    )


def render_end(context: EndPage) -> str:
    """The page on how a game was decided."""
    display = _past(context).seeing(context.told)
    seen_by_all = TableDisplay(replace(context.table_view, seat=None), context.public)
    rounds = moments(seen_by_all)
    found = context.turning
    return render(
        "end.html",
        context,
        display=display,
        chart=chart(display.ledger, display.called) if display.ledger else "",
        statistics=statistics(seen_by_all, context.public),
        turn=turn(found, rounds, context.table_view, display.called) if found else None,
    )


def render_print(context: PrintPage) -> str:
    """The page with a game's papers for printing."""
    display = _past(context)
    paper = context.paper if context.paper in display.papers else next(iter(display.papers), "")
    return render("print.html", context, display=display, paper=paper)


def render_story(context: StoryPage) -> str:
    """The page with the story of a game in sentences, for reading and printing."""
    display = TableDisplay(context.table_view, viewer=context.shell.seat, channel=context.channel)
    return render("story.html", context, display=display)


def render_screen(context: LedgerPage) -> str:
    """The page for a large screen in the room where people play."""
    return render("screen.html", context, display=_past(context))


def render_rules(context: RulesPage) -> str:
    """The page with the rulebook of a game."""
    pictures = () if context.find else pictures_of(context.game)
    book = rulebook(context.game, context.find)
    title, heading, rest = book.html.partition("<h2 ")
    opening, rest = drawn(title), drawn(heading + rest)
    rules = ruleset(context.game)
    return render("rules.html", context, rules=rules, book=book, opening=opening, rest=rest, pictures=pictures)


def render_passage(game: str, passage: Passage) -> str:
    """A rule and its neighbours, as a part of a page."""
    return render("passage.html", None, game=game, passage=passage)


def render_learn(context: LearnPage) -> str:
    """The page on which a reader begins a lesson."""
    return render("learn.html", context)


def render_hand_over(context: HandOverPage) -> str:
    """The page with a link and a code for another device."""
    return render("hand_over.html", context)


def render_continue(context: ContinuePage) -> str:
    """The page on which another device takes over a seat."""
    return render("continue.html", context)


def render_my_tables(context: MyTablesPage) -> str:
    """The page that lists the reader's tables."""
    return render("my_tables.html", context)


def render_replay(context: ReplayPage) -> str:
    """The page with a replay of a game, as one seat saw it."""
    display = _past(context).seeing(context.told)
    part = next((part for part in display.parts if part.number == context.round), None)
    asked = None if context.moment is None or part is None else frame_at(display, part, context.moment)
    number, frames, at = _still(display, context.round, context.frame if asked is None else asked)
    line = timeline(display, context.spoken, number, at, context.moment) if number is not None and frames else None
    return render("replay.html", context, display=display, round=number, frames=frames, at=at, line=line)


def render_host(context: HostPage) -> str:
    """The host's page: clock, seats and links."""
    display = TableDisplay(context.table_view, context.heard, viewer=context.shell.seat)
    return render("host.html", context, zones=zones(), display=display)


def render_votes(context: VotesPage) -> str:
    """The page with the votes of a table's players."""
    display = TableDisplay(context.table_view, viewer=context.shell.seat, channel=context.channel)
    return render("votes.html", context, zones=zones(), display=display)


def render_problem(context: ProblemPage) -> str:
    """The page that says why something cannot be shown or done."""
    return render("problem.html", context)


def _still(
    display: TableDisplay, number: int | None, frame: int | None
) -> tuple[int | None, tuple[Frame[object], ...], int]:
    """The round that is shown (the last one unless another is wanted), its stills, and which of them."""
    if number not in display.rounds:
        number = display.rounds[-1] if display.rounds else None
    frames = display.telling(number).frames if number is not None else ()
    return number, frames, max(0, min(frame or 0, len(frames) - 1))
