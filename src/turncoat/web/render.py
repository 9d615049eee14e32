"""Templates: the one environment in which pages are made."""

from __future__ import annotations

import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

from turncoat.drawing import pieces
from turncoat.games import game_ids, ruleset
from turncoat.server.stream import number_of_view
from turncoat.table.table import IN_PHASE, Phase
from turncoat.table.table_view import TableView, as_json
from turncoat.web import assets, controls, forms, joined, log, paths, wording
from turncoat.web.controls import encode


class Unindented(Extension):
    """Drops the indentation of templates, so that it is neither shown nor sent."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Give the template without the white space that its lines begin with."""
        return re.sub(r"^[ \t]+", "", source, flags=re.MULTILINE)


@cache
def environment() -> Environment:
    """The templates, with everything escaped and nothing undefined allowed."""
    made = Environment(
        loader=PackageLoader("turncoat.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        extensions=[Unindented],
    )
    made.globals.update(
        paths=paths,
        static=paths.static,
        sheet_of=joined.sheet_of,
        icons_of=icons_of,
        listed=wording.listed,
        notes_of=log.notes_of,
        missed_in=log.missed_in,
        iso=wording.iso,
        clock=wording.clock,
        until=wording.until,
        game_title=game_title,
        shown=shown,
        game_ids=game_ids,
        number_word=number_word,
        ruleset=ruleset,
        badge_svg=badge_svg,
        drawn=drawn,
        choices_of=controls.choices_of,
        options_of=controls.options_of,
        text_field=forms.text_field,
        encode=encode,
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
    """Names what a page shows, as the stream of its reader names it: a page that lags behind asks again."""
    return number_of_view(as_json(table_view))


def badge_svg(seat: int, letters: str) -> Markup:
    """The badge of a seat, to be put into an SVG of 46 by 46 round the origin."""
    return drawn(pieces.badge(seat, letters))


def drawn(svg: str) -> Markup:
    """A drawing, whose maker has escaped what was to be escaped."""
    return Markup(svg)  # noqa: S704


def icons_of(game: str) -> Markup:
    """A game's own icons, to be put into a page."""
    return drawn(assets.icons(game))


def render(template: str, page: object, **more: object) -> str:
    """A page from its template; the template knows its context as ``page``."""
    seat = getattr(getattr(page, "shell", None), "seat", None)
    if seat is not None:
        more["paths"] = paths.AsSeat(seat)
    return environment().get_template(template).render(page=page, **more)
