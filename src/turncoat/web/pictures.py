"""The pictures of a rulebook: moments of the lesson, drawn by the game's own board as the learner sees them."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup
from msgspec import Struct

from turncoat.bots import seat_names
from turncoat.drawing.scene import Scene, SeatMark
from turncoat.games import game_of
from turncoat.table.lessons import course_of
from turncoat.web.render import drawn

_TAG = re.compile(r"<(/?)([a-z]+)[^>]*?(/?)>")


class Figure(Struct, frozen=True):
    """A picture with its caption, and sentences that describe it."""

    svg: Markup
    caption: str
    told: tuple[str, ...]


@lru_cache(maxsize=64)
def pictures_of(game: str) -> tuple[Figure, ...]:
    """The pictures in a game's rulebook; none if the game has no lesson or no board.

    The pictures are drawn only once.
    """
    course, board, rules = course_of(game), game_of(game).board, game_of(game).rules
    if course is None or board is None:
        return ()
    lesson, called = course.lesson, seat_names(course.lesson.seats)
    marks = tuple(SeatMark(name, "bot") for name in called)
    found = []
    for number, picture in enumerate(lesson.pictures):
        view = rules.view(course.before[picture.before], lesson.learner)
        names = board.names(view, rules.names(called, rules.read_options(lesson.options)))
        scene = Scene(f"picture{number}", marks, own=lesson.learner, still=True)
        svg = drawn(_largest(board.draw(view, names, scene)))
        found.append(Figure(svg, picture.caption, tuple(board.in_text(view, names, scene))))
    return tuple(found)


def _largest(markup: str) -> str:
    """The largest drawing in what a board has made, in the elements round it, without what stands beside it."""
    found: list[tuple[int, str]] = []
    around: list[tuple[str, str]] = []
    start = 0
    for tag in _TAG.finditer(markup):
        closes, name, alone = tag.groups()
        inside = any(tag == "svg" for tag, _ in around)
        if closes:
            around.pop()
            if name == "svg" and not any(tag == "svg" for tag, _ in around):
                before = "".join(text for _, text in around)
                after = "".join(f"</{tag}>" for tag, _ in reversed(around))
                found.append((tag.end() - start, f"{before}{markup[start : tag.end()]}{after}"))
        elif not alone:
            start = tag.start() if name == "svg" and not inside else start
            around.append((name, tag[0]))
    return max(found)[1]
