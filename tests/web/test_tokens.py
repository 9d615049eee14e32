"""Colours, sizes of type and distances are written down in one file; every other style sheet names them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src/turncoat"
TOKENS = SOURCE / "web/static/css/tokens.css"
SHEETS = sorted({*SOURCE.glob("web/static/css/*.css"), *SOURCE.glob("games/*/assets/*.css")} - {TOKENS})

DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;{}]+);")
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\((?!var)|(?<![\w-])(?:white|black|red|gold|gray|grey)(?![\w-])"
)
SIZE = re.compile(r"(?<![\w./-])\d*\.?\d+rem")
DISTANCE = re.compile(r"(?<![\w.])-?(?:\d*\.?\d+rem|(?:[3-9]|\d\d+)(?:\.\d+)?px)")
ROOM = re.compile(r"(?:margin|padding|(?:row-|column-)?gap)(?:-[\w-]+)?")

FLUID = "clamp("
"""Three headings follow the width of the window. Sizes in em, cq and px are a share of what is drawn: a unit of a
drawing is not one of the page. Distances of 1 and 2 px are hairlines."""


def strangers(sheet: str) -> list[str]:
    """The declarations that say a colour, a size of type or a distance instead of naming one."""
    found = []
    for name, value in DECLARATION.findall(re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        of_type = name in ("font", "font-size") and FLUID not in value and SIZE.search(value)
        if COLOUR.search(value) or of_type or (ROOM.fullmatch(name) and DISTANCE.search(value)):
            found.append(f"{name}: {' '.join(value.split())}")
    return found


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_sheet_names_what_it_uses(path: Path) -> None:
    assert strangers(path.read_text(encoding="utf-8")) == []


def test_every_name_is_written_down() -> None:
    """A name that nobody has written down would leave a thing without colour or room."""
    known = set(re.findall(r"(--[\w-]+)\s*:", "".join(path.read_text(encoding="utf-8") for path in (TOKENS, *SHEETS))))
    for path in (TOKENS, *SHEETS):
        for name in re.findall(r"var\((--(?:type|space|[a-z]+-\d+)[\w-]*)\)", path.read_text(encoding="utf-8")):
            assert name in known, f"{path.name}: {name}"


def test_no_colour_is_written_down_that_nobody_uses() -> None:
    used = "".join(path.read_text(encoding="utf-8") for path in (TOKENS, *SHEETS))
    assert [name for name in re.findall(r"(--[a-z]+-\d+\w?): #", TOKENS.read_text(encoding="utf-8"))
            if f"var({name})" not in used] == []  # fmt: skip


@pytest.mark.parametrize(
    "planted",
    ["color: #fff", "background: white", "fill: rgb(1 2 3 / .5)", "font-size: .9rem", "font: 600 1rem/1 var(--sans)",
     "gap: .3rem", "margin: 0 -1rem", "padding-left: 12px"],
)  # fmt: skip
def test_what_is_said_instead_of_named_is_found(planted: str) -> None:
    """The detector sees planted faults."""
    assert strangers(f".card {{\n  {planted};\n}}") == [planted]
