"""A table's board as a small picture for lists: what one seat may see, complete in itself, as ``<img>`` wants it."""

from __future__ import annotations

import re
from collections import OrderedDict
from functools import cache

import msgspec

from turncoat.drawing.scene import Scene
from turncoat.games import game_of
from turncoat.server.stream import number_of_view
from turncoat.table.holders import Viewer
from turncoat.table.table import Table
from turncoat.table.table_view import TableView, shown, table_view
from turncoat.web.assets import FILES, folder_of
from turncoat.web.render import draw
from turncoat.web.table_display import TableDisplay

KEPT = 200
"""The most pictures that are kept; the one that was used longest ago is dropped first."""

SHEETS = ("tokens", "board")
"""The style sheets that boards need besides the one of their game."""

_TAG = re.compile(r"<(/?)(\w+)\b([^>]*?)(/?)>")
_SIZE = re.compile(r' (?:width|height)="[^"]*"')
_BOX = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')
_NOT_NEEDED = re.compile(r"/\*.*?\*/|(?<=[{};,:>])\s+|\s+(?=[{}>])", re.DOTALL)

_kept: OrderedDict[tuple[str, Viewer, int, str], str] = OrderedDict()


def number_of(table: Table, viewer: Viewer) -> int:
    """A number for what the picture shows: the same number means the same picture. 0: there is no board."""
    return number_of_view(shown(table, *viewer)) if table.game and game_of(table.header.game).board else 0


def small_board(table: Table, viewer: Viewer, theme: str) -> str:
    """The board as this viewer sees it, as the text of an SVG file; empty if there is none. It is drawn only once.

    Args:
        table: The table.
        viewer: The seat, and the number of its holder.
        theme: ``auto``, ``light`` or ``dark``.
    """
    key = (table.header.table, viewer, number_of(table, viewer), theme)
    if key not in _kept:
        _kept[key] = drawn(table, viewer, theme) if key[2] else ""
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return _kept[key]


def drawn(table: Table, viewer: Viewer, theme: str) -> str:
    """Draw the picture again."""
    return picture(table_view(table, *viewer), theme)


def picture(seen: TableView, theme: str) -> str:
    """The board of a table as somebody has seen it, as the text of an SVG file; empty if there is none."""
    display = TableDisplay(seen)
    board, view = display.board, display.table_view.view
    if board is None or view is None:
        return ""
    markup = board.draw(view, display.names, Scene("small", display.marks, seen.seat, still=True))
    return complete(markup, _sheet(display.table_view.game), theme)


def first_board(game: str, options: bytes, seats: int, theme: str) -> str:
    """The board with which such a table would begin, as a spectator sees it; empty if the game has none.

    Args:
        game: The id of the game.
        options: Of the table, as JSON; the rules have accepted them for this number of seats.
        seats: How many there are.
        theme: ``auto``, ``light`` or ``dark``.
    """
    return complete(draw(game, msgspec.json.decode(options), seats, still=True), _sheet(game), theme)


def complete(markup: str, style: str, theme: str) -> str:
    """The largest drawing of what a board has drawn as the text of an SVG file; empty if there is none.

    Args:
        markup: The drawing of the board.
        style: The style sheet, with its special characters escaped.
        theme: ``auto``, ``light`` or ``dark``.
    """
    found, within = largest_svg(markup)
    box = _BOX.search(found)
    if box is None:
        return ""
    tag, closed, rest = found.partition(">")
    placed = f'{_SIZE.sub("", tag)} x="{box[1]}" y="{box[2]}" width="{box[3]}" height="{box[4]}"{closed}{rest}'
    begin = f'<svg xmlns="http://www.w3.org/2000/svg" data-theme="{theme}" {box[0]}>'
    inside = "".join(f'<g class="{classes}">' for classes in within)
    return f"{begin}<style>{style}</style>{_paints()}{inside}{placed}{'</g>' * len(within)}</svg>"


def largest_svg(markup: str) -> tuple[str, tuple[str, ...]]:
    """The longest drawing in some markup that is inside no other one, and the classes of what it is inside of."""
    found, within, open_tags = "", tuple[str, ...](), list[tuple[str, str, int]]()
    for tag in _TAG.finditer(markup):
        if not tag[1]:
            if not tag[4]:
                open_tags.append((tag[2], _class_of(tag[3]), tag.start()))
            continue
        name, _, begin = open_tags.pop()
        if name == "svg" and tag.end() - begin > len(found) and all(tag != "svg" for tag, *_ in open_tags):
            found, within = markup[begin : tag.end()], tuple([classes for _, classes, _ in open_tags if classes])
    return found, within


def _class_of(attributes: str) -> str:
    found = re.search(r'\bclass="([^"]*)"', attributes)
    return found[1] if found else ""


@cache
def _paints() -> str:
    """Colour patterns from the pages' drawings that the style sheets use."""
    sprite = (FILES.parent / "templates/sprite.html").read_text(encoding="utf-8")
    return sprite[sprite.index("<defs>") : sprite.index("</defs>")] + "</defs>"


@cache
def _sheet(game: str) -> str:
    """The style sheet that gives the board its colours."""
    return _NOT_NEEDED.sub("", sheets_of(game)).replace("&", "&amp;").replace("<", "&lt;")


def sheets_of(game: str) -> str:
    """The style sheets of a game's board."""
    files = [*(FILES / f"css/{name}.css" for name in SHEETS), *sorted(folder_of(game).glob("*.css"))]
    return "".join(path.read_text(encoding="utf-8") for path in files)
