"""Templates: the one environment in which pages are made, with times and lists in words.

The first page would delay everybody for most of a second; ``warm`` makes what every page needs beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, MutableMapping
from datetime import UTC, datetime
from functools import cache, lru_cache

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
from turncoat.server.read_marks import thread_key
from turncoat.server.stream import number_of_view
from turncoat.table.milliseconds import DAY, HOUR, MINUTE
from turncoat.table.proposals import DECIDED
from turncoat.table.table import IN_PHASE, Phase
from turncoat.table.table_view import TableView, as_json
from turncoat.web import assets, controls, forms, joined, log, paths
from turncoat.web.controls import encode

UNITS = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"))
"""Lengths of time in milliseconds, the longest first."""


def listed(words: Iterable[str], most: int = 99) -> str:
    """``Agatha, Barney and Celeste``; empty for no words. Of more than ``most``, the last ones are only counted."""
    names = [*words] or [""]
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} others"]
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def iso(at: int) -> str:
    """A time as programs read it."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def clock(at: int) -> str:
    """A time of the day, UTC; script puts it into the reader's own zone."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%d %b, %H:%M UTC").lstrip("0")


def length(time: int) -> str:
    """A length of time in its largest whole unit: ``3 hours``."""
    for size, unit in UNITS:
        if time >= size:
            number = time // size
            return f"{number} {unit}{'s' if number > 1 else ''}"
    return "less than a minute" if time > 0 else "no time"


class Unindented(Extension):
    """Drops the indentation of templates, so that it is neither shown nor sent."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Give the template without the white space that its lines begin with."""
        return re.sub(r"^[ \t]+", "", source, flags=re.MULTILINE)


class Direct(Context):
    """Calls what a template calls at once: nothing here asks for the context, which takes a while to find out."""

    def call(self, called: Callable[..., object], /, *given: object, **named: object) -> object:
        """Give what the function gives."""
        named.pop("_block_vars", None)
        named.pop("_loop_vars", None)
        return called(*given, **named)


SPECIAL = re.compile("[&<>\"']")


def written(value: object) -> str:
    """A value as markup: what is markup already, and text without special characters, is not made again."""
    if type(value) is Markup or (type(value) is str and not SPECIAL.search(value)):
        return value
    return str(value) if type(value) is int else escape(value)


class Quick(CodeGenerator):
    """Puts out what stands in braces by ``written``; a Jinja that asks elsewhere how to would escape by itself."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.written(")


class Templates(Environment):
    """All templates have the same globals, so that a template which is imported is made ready once."""

    context_class, code_generator_class = Direct, Quick
    written = staticmethod(written)

    def make_globals(self, d: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        """Give the globals of a template: those of all."""
        assert not d
        return self.globals


@cache
def environment() -> Environment:
    """The templates, with everything escaped and nothing undefined allowed."""
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
        decided=DECIDED,
        why_stopped=IN_PHASE[Phase.STOPPED],
    )
    return made


WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number_word(number: int) -> str:
    """A small number as a word: ``five``."""
    return WORDS[number] if 0 <= number < len(WORDS) else str(number)


def game_title(game: str) -> str:
    """What a game is called."""
    return ruleset(game).title


def shown(table_view: TableView) -> int:
    """A digest of what a page shows, the same as in the stream of its reader: a page that lags behind asks again."""
    return number_of_view(as_json(table_view))


@lru_cache(maxsize=256)
def qr_code(text: str) -> Markup:
    """A QR code as an SVG, dark on light in every theme: cameras want it so."""
    import segno  # noqa: PLC0415  # only a host's pages have one

    code = segno.make_qr(text)
    return drawn(code.svg_inline(omitsize=True, dark="#000", light="#fff", svgclass="qr-code", lineclass=None))


@lru_cache(maxsize=512)
def icon_of(name: str, kind: str = "") -> Markup:
    """An icon of the page; ``kind`` is what the style sheet calls its use."""
    within = Markup('<svg class="icon {}" aria-hidden="true" focusable="false"><use href="#icon-{}"/></svg>')
    return within.format(kind, name)


@lru_cache(maxsize=512)
def badge_svg(seat: int, letters: str) -> Markup:
    """The badge of a seat, to be put into an SVG of 46 by 46 round the origin."""
    return drawn(pieces.badge(seat, letters))


def drawn(svg: str) -> Markup:
    """A drawing as markup that is already escaped."""
    return Markup(svg)  # noqa: S704


def icons_of(game: str) -> Markup:
    """A game's own icons, to be put into a page."""
    return drawn(assets.icons(game))


def cover_of(game: str) -> Markup:
    """A game's cover, to be put into a page."""
    return drawn(assets.cover(game))


def render(template: str, page: object, **more: object) -> str:
    """A page from its template; the template knows its context as ``page``."""
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


def draw(game: str) -> str:
    """A table of this game at its beginning; empty if the game has no board."""
    rules, board = ruleset(game), game_of(game).board
    if board is None:
        return ""
    called, options = seat_names(rules.usual_seats), rules.read_options({})
    position = rules.start(options, len(called), bytes(32), SILENCE)
    marks = tuple(SeatMark(name, "person") for name in called)
    return board.draw(rules.view(position, None), rules.names(called, options), Scene("table", marks))
