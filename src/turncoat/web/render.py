"""The templates of all pages, and functions that put times and lists into words.

The first page would delay everybody for most of a second; ``warm`` makes what every page needs beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from types import MappingProxyType

from jinja2 import Environment, PackageLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup, escape

from turncoat.bots import seat_names
from turncoat.drawing import pieces
from turncoat.drawing.scene import Scene, SeatMark
from turncoat.games import game_ids, game_of, quickest_first, ruleset
from turncoat.kernel.events import SILENCE
from turncoat.server.next_game import ASKS
from turncoat.server.read_marks import thread_key
from turncoat.server.stream import number_of_view
from turncoat.server.trials import BATCHES
from turncoat.table.milliseconds import DAY, HOUR, MINUTE
from turncoat.table.proposals import DECIDED
from turncoat.table.table import IN_PHASE, Phase
from turncoat.table.table_view import TableView, as_json
from turncoat.web import assets, controls, forms, joined, log, paths
from turncoat.web.controls import encode

UNITS = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"))
"""Units of time in milliseconds, the longest first."""


def listed(words: Iterable[str], most: int = 99) -> str:
    """A list in words: ``Agatha, Barney and Celeste``; empty if there are no words.

    Words after the first ``most`` are only counted.
    """
    names = [*words] or [""]
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} others"]
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def iso(at: int) -> str:
    """A time in the ISO format, for programs."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def clock(at: int) -> str:
    """A date and time of day in UTC; a script changes it to the reader's time zone."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%d %b, %H:%M UTC").lstrip("0")


def length(time: int) -> str:
    """A length of time in the largest unit that fits: ``3 hours``."""
    for size, unit in UNITS:
        if time >= size:
            number = time // size
            return f"{number} {unit}{'s' if number > 1 else ''}"
    return "less than a minute" if time > 0 else "no time"


class Unindented(Extension):
    """Removes the indentation from templates, so that pages become smaller."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template without spaces at the beginning of its lines."""
        return re.sub(r"^[ \t]+", "", source, flags=re.MULTILINE)


class Direct(Context):
    """Calls what a template calls at once: nothing here asks for the context, which takes a while to find out."""

    def call(self, called: Callable[..., object], /, *given: object, **named: object) -> object:
        """Call the function and return its result."""
        named.pop("_block_vars", None)
        named.pop("_loop_vars", None)
        return called(*given, **named)


SPECIAL = re.compile("[&<>\"']")


def written(value: object) -> str:
    """A value with its special characters escaped; markup, and text without special characters, stays as it is."""
    if type(value) is Markup or (type(value) is str and not SPECIAL.search(value)):
        return value
    return str(value) if type(value) is int else escape(value)


class Quick(CodeGenerator):
    """Writes the value of an expression in braces with ``written``, which also escapes it."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.written(")


class Templates(Environment):
    """All templates share their global names, so that an imported template is prepared only once."""

    context_class, code_generator_class = Direct, Quick
    written = staticmethod(written)

    def make_globals(self, d: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        """The shared global names."""
        assert not d
        return self.globals


@cache
def environment() -> Environment:
    """The environment of all templates: it escapes every value and refuses undefined names."""
    made = Templates(
        loader=PackageLoader("turncoat.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        auto_reload=False,
        extensions=[Unindented],
    )
    made.globals.update(
        paths=paths,
        static=paths.static,
        sheet_of=joined.sheet_of,
        icon_of=icon_of,
        icons_of=icons_of,
        cover_of=cover_of,
        listed=listed,
        notes_of=log.notes_of,
        missed_in=log.missed_in,
        iso=iso,
        clock=clock,
        length=length,
        game_title=game_title,
        shown=shown,
        game_ids=game_ids,
        quickest_first=quickest_first,
        number_word=number_word,
        ruleset=ruleset,
        lesson_of=lambda game: game_of(game).lesson,
        badge_svg=badge_svg,
        qr_code=qr_code,
        drawn=drawn,
        choices_of=controls.choices_of,
        options_of=controls.options_of,
        picked_of=controls.picked_of,
        text_field=forms.text_field,
        thread_key=thread_key,
        encode=encode,
        trials=sum(BATCHES),
        decided=DECIDED,
        why_stopped=IN_PHASE[Phase.STOPPED],
        asks_again=ASKS,
    )
    return made


WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number_word(number: int) -> str:
    """A small number as a word: ``five``."""
    return WORDS[number] if 0 <= number < len(WORDS) else str(number)


def game_title(game: str) -> str:
    """The title of a game."""
    return ruleset(game).title


def shown(table_view: TableView) -> int:
    """A digest of what a page shows, the same as in the stream of its reader: a page that lags behind asks again."""
    return number_of_view(as_json(table_view))


@lru_cache(maxsize=256)
def qr_code(text: str) -> Markup:
    """A QR code as an SVG, always dark on light, because cameras need that."""
    import segno  # noqa: PLC0415  # only a host's pages have one

    code = segno.make_qr(text)
    return drawn(code.svg_inline(omitsize=True, dark="#000", light="#fff", svgclass="qr-code", lineclass=None))


@lru_cache(maxsize=512)
def icon_of(name: str, kind: str = "") -> Markup:
    """An icon of the page; ``kind`` is its class in the style sheet."""
    within = Markup('<svg class="icon {}" aria-hidden="true" focusable="false"><use href="#icon-{}"/></svg>')
    return within.format(kind, name)


@lru_cache(maxsize=512)
def badge_svg(seat: int, letters: str) -> Markup:
    """The badge of a seat, to be put into an SVG of 46 by 46 round the origin."""
    return drawn(pieces.badge(seat, letters))


def drawn(svg: str) -> Markup:
    """Mark a drawing as safe markup, so that it is not escaped again."""
    return Markup(svg)  # noqa: S704


def icons_of(game: str) -> Markup:
    """A game's own icons, for use in a page."""
    return drawn(assets.icons(game))


def cover_of(game: str) -> Markup:
    """A game's cover picture, for use in a page."""
    return drawn(assets.cover(game))


def render(template: str, page: object, **more: object) -> str:
    """Make a page from its template; in the template the data are called ``page``."""
    seat = getattr(getattr(page, "shell", None), "seat", None)
    if seat is not None:
        more["paths"] = paths.AsSeat(seat)
    return environment().get_template(template).render(page=page, **more)


def warm() -> None:
    """Load the games, make all templates, then draw a table of each game as a spectator sees it."""
    games = quickest_first()
    made = environment()
    for name in made.list_templates():
        made.get_template(name)
    for game in games:
        draw(game)


def draw(
    game: str, options: Mapping[str, object] = MappingProxyType({}), seats: int = 0, *, still: bool = False
) -> str:
    """A drawing of a table at the beginning, as spectators see it; empty if the game has no board.

    Args:
        game: The id of the game.
        options: Of the table; the rules accept them for this number of seats.
        seats: How many seats it has; 0: the usual number.
        still: Nothing on it moves.
    """
    rules, board = ruleset(game), game_of(game).board
    if board is None:
        return ""
    called, read = seat_names(seats or rules.usual_seats), rules.read_options(options)
    view = rules.view(rules.start(read, len(called), bytes(32), SILENCE), None)
    marks = tuple(SeatMark(name, "person") for name in called)
    return board.draw(view, board.names(view, rules.names(called, read)), Scene("table", marks, still=still))
