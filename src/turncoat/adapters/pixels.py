"""A board as pixels: its largest drawing in light colours, in the font from the folder ``fonts``.

The drawing library knows only plain style sheets: no variables, conditions or filters. So this module writes colours in
place of variables, and leaves out animations and shadows.
"""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from turncoat.web.small_board import complete, sheets_of

WIDTH = 600
"""The width of a board in pixels."""

FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
"""The only font: DejaVu Sans. Its licence, which lies beside it, permits copying it with a program."""

FAMILY = "DejaVu Sans"

DEEPEST = 8
"""How deeply variables of a style sheet may be nested."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"[^{}]+\{([^{}]*)\}")
_SET = re.compile(r"(--[\w-]+)\s*:\s*([^;}]+);?")
_NAMED = re.compile(r"var\((--[\w-]+)(?:,[^()]*)?\)")
_MIXED = re.compile(r"color-mix\(in srgb,\s*([#\w]+)[^)]*\)")
_FILTER = re.compile(r"filter:[^;}]+;?")


def pixels(markup: str, game: str) -> NDArray[np.uint8]:
    """A board's drawing as rows of pixels, each pixel with red, green and blue from 0 to 255.

    Args:
        markup: The board's drawing as SVG.
        game: The game.
    """
    drawing = resvg_py.svg_to_bytes(
        svg_string=complete(markup, plain_sheet(game), "light"),
        width=WIDTH,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=[str(FONT)],
        font_family=FAMILY,
        serif_family=FAMILY,
        sans_serif_family=FAMILY,
        monospace_family=FAMILY,
    )
    with Image.open(BytesIO(bytes(drawing))) as picture:
        return np.asarray(picture.convert("RGB")).copy()


@cache
def plain_sheet(game: str) -> str:
    """The style sheet of a game's board, escaped, without the parts that the library does not know."""
    sheet = unconditional(_COMMENT.sub("", sheets_of(game)))
    known: dict[str, str] = {}
    for rule in _RULE.finditer(sheet):
        for name, value in _SET.findall(rule[1]):
            known.setdefault(name, value.strip())
    sheet = _SET.sub("", sheet)
    for _ in range(DEEPEST):
        sheet = _NAMED.sub(lambda found: known.get(found[1], "none"), sheet)
    return _FILTER.sub("", _MIXED.sub(r"\1", sheet)).replace("&", "&amp;").replace("<", "&lt;")


def unconditional(sheet: str) -> str:
    """A style sheet without rules that have a condition, such as a narrow screen."""
    kept, rest = "", sheet
    while "@" in rest:
        before, _, rest = rest.partition("@")
        kept += before
        depth, place = 1, rest.index("{") + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(rest[place], 0)
            place += 1
        rest = rest[place:]
    return kept + rest
