"""How each page is made: fill its struct, call ``render_<page>``, send the text. No input, no output.

Forms are read with ``turncoat.web.forms``; addresses are in ``turncoat.web.paths``.
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
    JoinPage,
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
from turncoat.web.rulebook import Passage, rulebook
from turncoat.web.table_display import TableDisplay
from turncoat.web.timeline import frame_at, timeline, told_until


class VotesPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/votes``: what players decide together.

    Attributes:
        pace: The pace that holds, as fields of its form.
        channel: The seats of the thread of talk that was open, and will be.
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
        games: Ids of the games of which tables can be listed.
        game: The game of the listed tables; empty: of all games.
        show: Which kind of table is listed; empty: all but those that are put away.
        counts: How many tables of each kind there are.
        more: The last of them, if there are more behind it.
        away: At which tables the reader has just announced an absence, and what became of it.
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


class UsedPage(Struct, frozen=True, kw_only=True):
    """Behind an invitation that somebody else has used."""

    shell: Shell


class HandOverPage(Struct, frozen=True, kw_only=True):
    """How to continue on another device.

    Attributes:
        names: The seats that the other device gets.
        link: The whole address.
        code: The code to type instead of the link.
        until: When both end.
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

    ``POST`` has ``code``.

    Attributes:
        code: What was typed, or what the address says.
        title: The table; empty: the code is not known yet.
        names: The seats that the code gives; none: the host's rights.
    """

    shell: Shell
    code: str = ""
    title: str = ""
    names: tuple[str, ...] = ()
    refusal: Refusal | None = None


class LearnPage(Struct, frozen=True, kw_only=True):
    """``GET /learn/<game>``: a lesson, and the name with which it begins.

    Attributes:
        lesson: The lesson.
    """

    shell: Shell
    game: str
    lesson: Lesson
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
    "JoinPage",
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
    "UsedPage",
    "render_continue",
    "render_create",
    "render_end",
    "render_hand_over",
    "render_home",
    "render_host",
    "render_join",
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
    "render_used",
]


def zones() -> list[str]:
    """The names of all time zones."""
    return sorted(available_timezones())


def render_home(context: HomePage) -> str:
    """The front page: open tables, the reader's own, and the games."""
    return render("home.html", context)


def render_create(context: CreatePage) -> str:
    """The form for a new table."""
    return render("create.html", context, zones=zones())


def render_lobby(context: LobbyPage) -> str:
    """A table that is gathering."""
    return render(
        "lobby.html",
        context,
        display=TableDisplay(context.table_view, viewer=context.shell.seat, channel=context.channel),
    )


def render_lobby_live(context: LobbyPage) -> str:
    """The part of a gathering table that changes."""
    return render(
        "lobby_live.html",
        context,
        display=TableDisplay(context.table_view, viewer=context.shell.seat, channel=context.channel),
    )


def render_table(context: TablePage) -> str:
    """A table under way, paused, finished or closed."""
    display = _display(context)
    return render("table.html", context, display=display, live=drawn(_live(context, display)))


def render_table_live(context: TablePage) -> str:
    """The part of a table that changes: its ``<main>``, to be morphed into the page."""
    return _live(context, _display(context))


def _live(context: TablePage, display: TableDisplay) -> str:
    until = None if context.round is None else told_until(display, context.round, context.frame)
    return render("table_live.html", context, display=display, lately=display.lately(until))


def render_threads(context: ThreadsPage) -> str:
    """The list of threads of talk: a part of a table's page."""
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
    """The page that plays a reveal step by step."""
    display = _past(context).seeing(context.told)
    number, frames, at = _still(display, context.round, context.frame)
    return render("reveal.html", context, display=display, round=number, frames=frames, at=at)


def render_ledger(context: LedgerPage) -> str:
    """The ledger: every round with its orders and results."""
    display = _past(context).seeing(context.told)
    return render(
        "ledger.html", context, display=display, chart=chart(display.ledger, display.called) if display.ledger else ""
    )


def render_end(context: EndPage) -> str:
    """How a game was decided."""
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
    """What a game prints on paper."""
    display = _past(context)
    paper = context.paper if context.paper in display.papers else next(iter(display.papers), "")
    return render("print.html", context, display=display, paper=paper)


def render_story(context: LedgerPage) -> str:
    """What has happened, in sentences."""
    return render("story.html", context, display=_past(context))


def render_screen(context: LedgerPage) -> str:
    """The table for a screen in the room."""
    return render("screen.html", context, display=_past(context))


def render_rules(context: RulesPage) -> str:
    """The rulebook of a game."""
    pictures = () if context.find else pictures_of(context.game)
    book = rulebook(context.game, context.find)
    title, heading, rest = book.html.partition("<h2 ")
    opening, rest = drawn(title), drawn(heading + rest)
    rules = ruleset(context.game)
    return render("rules.html", context, rules=rules, book=book, opening=opening, rest=rest, pictures=pictures)


def render_passage(game: str, passage: Passage) -> str:
    """A rule with its neighbours: a part of a page."""
    return render("passage.html", None, game=game, passage=passage)


def render_join(context: JoinPage) -> str:
    """The page behind an invitation."""
    return render("join.html", context)


def render_learn(context: LearnPage) -> str:
    """A lesson that can be begun."""
    return render("learn.html", context)


def render_used(context: UsedPage) -> str:
    """The page behind an invitation that opens nothing any more."""
    return render("used.html", context)


def render_hand_over(context: HandOverPage) -> str:
    """The link and the code for another device."""
    return render("hand_over.html", context)


def render_continue(context: ContinuePage) -> str:
    """The page that takes a seat over to another device."""
    return render("continue.html", context)


def render_my_tables(context: MyTablesPage) -> str:
    """The list of tables at which the reader plays or played."""
    return render("my_tables.html", context)


def render_replay(context: ReplayPage) -> str:
    """A game from its first round, as one seat saw it."""
    display = _past(context).seeing(context.told)
    part = next((one for one in display.parts if one.number == context.round), None)
    asked = None if context.moment is None or part is None else frame_at(display, part, context.moment)
    number, frames, at = _still(display, context.round, context.frame if asked is None else asked)
    line = timeline(display, context.spoken, number, at, context.moment) if number is not None and frames else None
    return render("replay.html", context, display=display, round=number, frames=frames, at=at, line=line)


def render_host(context: HostPage) -> str:
    """The host's panel: clock, seats, links."""
    return render(
        "host.html", context, zones=zones(), display=TableDisplay(context.table_view, viewer=context.shell.seat)
    )


def render_votes(context: VotesPage) -> str:
    """What the players of a table decide together."""
    display = TableDisplay(context.table_view, viewer=context.shell.seat, channel=context.channel)
    return render("votes.html", context, zones=zones(), display=display)


def render_problem(context: ProblemPage) -> str:
    """Something that cannot be shown or done."""
    return render("problem.html", context)


def _still(
    display: TableDisplay, number: int | None, frame: int | None
) -> tuple[int | None, tuple[Frame[object], ...], int]:
    """The round that is shown (the last one unless another is wanted), its stills, and which of them."""
    if number not in display.rounds:
        number = display.rounds[-1] if display.rounds else None
    frames = display.telling(number).frames if number is not None else ()
    return number, frames, max(0, min(frame or 0, len(frames) - 1))
