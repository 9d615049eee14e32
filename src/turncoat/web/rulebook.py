"""The rulebook of a game as a page: every rule with an anchor, sections that can be searched, a rule by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from itertools import count

from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import Struct

from turncoat.games import ruleset
from turncoat.web import paths

_HEADING = re.compile(r"<h2>(.*?)</h2>", re.DOTALL)
_ITEM = re.compile(r"(?=<li>\s*(?:<p>)?<strong id=)")
_OWN = re.compile(r'^<li>\s*(?:<p>)?<strong id="([^"]+)"')
_TAGS = re.compile(r"<[^>]+>")


class Heading(Struct, frozen=True):
    """The heading of a section in the rulebook."""

    title: str
    anchor: str


class Book(Struct, frozen=True):
    """A rulebook as HTML.

    Attributes:
        found: The number of places that contain the words that the reader searched for.
    """

    html: str
    contents: tuple[Heading, ...]
    found: int = 0


@lru_cache(maxsize=64)
def rulebook(game: str, find: str = "") -> Book:
    """The rulebook of a game; with ``find``, only the sections that contain these words, which are marked."""
    rules = ruleset(game)
    rendered = MarkdownIt("commonmark", {"html": False}).enable("table").render(rules.rulebook)
    rendered = rendered.replace('style="text-align:right"', 'class="aligned-right"')  # pages have no inline style
    tables = count(1)
    rendered = re.sub(
        r"<table>(.*?)</table>", lambda table: _scrolling(table[0], next(tables)), rendered, flags=re.DOTALL
    )
    made, contents = _anchored(_numbered(rendered, rules.prefix, game))
    wanted = find.strip()
    if not wanted:
        return Book(Markup(made), contents)  # noqa: S704
    made, found = _found(made, wanted)
    return Book(Markup(made), contents, found)  # noqa: S704


class Passage(Struct, frozen=True):
    """A rule with its neighbours, shown next to a text that cites the rule.

    Attributes:
        section: The heading of its section.
        html: The rule before it, it itself, and the rule behind it: each as an item of a list.
    """

    number: str
    section: str
    html: str


@lru_cache(maxsize=16)
def passages(game: str) -> Mapping[str, Passage]:
    """All numbered rules of a game by number, each with its neighbours in the section."""
    found: dict[str, Passage] = {}
    for section in re.split(r"(?=<h2 )", rulebook(game).html):
        title = _TAGS.sub("", section.partition("</h2>")[0])
        rules = [(own[1], _alone(piece)) for piece in _ITEM.split(section) if (own := _OWN.search(piece))]
        for at, (number, _) in enumerate(rules):
            shown = "".join(text for _, text in rules[max(0, at - 1) : at + 2])
            found[number] = Passage(number, title, Markup(shown))  # noqa: S704
    return found


def _alone(item: str) -> str:
    """A rule's list item without the text after it, and without its anchor, which only the rulebook has."""
    return item[: item.rindex("</li>") + len("</li>")].replace("<strong id=", "<strong data-number=", 1)


def _scrolling(table: str, number: int) -> str:
    return f'<div class="scroller" tabindex="0" role="region" aria-label="Table {number}">{table}</div>'


def _anchored(html: str) -> tuple[str, tuple[Heading, ...]]:
    """Give each section an anchor."""
    contents: list[Heading] = []

    def anchor(found: re.Match[str]) -> str:
        title = _TAGS.sub("", found[1])
        name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        contents.append(Heading(title, name))
        return f'<h2 id="{name}">{found[1]}</h2>'

    return _HEADING.sub(anchor, html), tuple(contents)


def _numbered(html: str, prefix: str, game: str) -> str:
    """A rule's own number becomes its anchor where it stands first and bold; elsewhere it is a link."""
    number = rf"{prefix}-(?:[A-Z]{{2}}-[A-Z]\b|(?:[A-Z]{{1,2}}[.-])?[A-Z]?\d+[a-z0-9]*(?:\.[a-z0-9]+)*)"
    seen: set[str] = set()

    def own(found: re.Match[str]) -> str:
        name = found[1]
        if name in seen:
            return found[0]
        seen.add(name)
        return f'<strong id="{name}" class="rule-number" data-rule="{name}">{name}</strong>'

    anchored = re.sub(rf"<strong>({number})</strong>", own, html)
    return re.sub(rf'(?<![\w">-])({number})(?![\w<"-]|\.\w)', lambda found: _link(found[1], game), anchored)


def _link(number: str, game: str) -> str:
    return f'<a class="rule" href="{escape(paths.rules(game, number))}">{number}</a>'


def _found(html: str, wanted: str) -> tuple[str, int]:
    """The sections that contain the searched words, with marks, and the number of matches."""
    pattern = re.compile(f"(?i)({re.escape(escape(wanted))})(?![^<]*>)")
    sections = re.split(r"(?=<h2 )", html)
    marked = [pattern.subn(r"<mark>\1</mark>", section) for section in sections]
    shown = [section for section, hits in marked if hits and section.startswith("<h2")]
    return "".join(shown), sum(hits for section, hits in marked if section.startswith("<h2"))
