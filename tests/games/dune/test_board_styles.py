"""The style sheets of Dune: each class belongs to one of them, so that one cannot change what the other draws."""

from __future__ import annotations

import re
from itertools import combinations

from turncoat.web import assets

SHEETS = {path.name: path.read_text(encoding="utf-8") for path in assets.folder_of("dune").glob("*.css")}
HEAD = re.compile(r"([^{}]+)\{")
SPLIT = re.compile(r",(?![^()]*\))")
"""A comma between selectors, none within one."""


def owned(sheet: str) -> set[str]:
    """The classes that a sheet styles wherever they stand: those that are a selector by themselves."""
    plain = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    selectors = (one.strip() for head in HEAD.findall(plain) for one in SPLIT.split(head))
    return {selector for selector in selectors if re.fullmatch(r"\.[a-z0-9-]+", selector)}


def shared(sheets: dict[str, str]) -> list[str]:
    """Classes that two sheets style."""
    return sorted(name for one, other in combinations(sheets.values(), 2) for name in owned(one) & owned(other))


def test_no_class_is_styled_by_two_sheets() -> None:
    """DUN-1.5: what the map calls something, nothing round the map is called."""
    assert all(len(owned(sheet)) > 20 for name, sheet in SHEETS.items() if name != "story.css")
    assert shared(SHEETS) == []


def test_a_name_that_is_taken_would_be_noticed() -> None:
    """DUN-1.5: the check above sees a planted fault, also where it stands between other rules."""
    taken = SHEETS["map.css"].replace(".dune-fall {", ".dune-fall, .dune-card {")
    assert taken != SHEETS["map.css"]
    assert shared({**SHEETS, "map.css": taken}) == [".dune-card"]
