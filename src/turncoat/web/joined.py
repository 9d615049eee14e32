"""Style sheets and scripts joined into one file each, so that a page loads few files.

The source files stay separate, one for each subject. A script is an ES module of which two forms are understood:
``import { one, two as other } from "./name.js";`` (or ``import "./name.js";``) and ``export`` before a ``const`` or a
function. Each script becomes a function that runs once, after those that it imports, and returns its exports.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from turncoat.games import game_ids
from turncoat.web.assets import FILES, folder_of

SHEETS = ("tokens", "turncoat", "board", "pages", "table", "talk", "composing", "telling", "characters", "feedback")
"""The style sheets of all pages; a later one overrules an earlier one."""

SCRIPTS = ("turncoat", "travel", "zoom", "sheet", "sounds", "picture")
"""The scripts that no other script imports, in the order in which they run."""

SHARED = "shared"
"""The script of the worker that all tabs of a browser share."""

_IMPORT = re.compile(r"""^import (?:(\{[^}]*\}) from )?"\./(\w+)\.js";""", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function) (\w+))", re.MULTILINE)
_REMARK = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
"""Lines that only people read: they stay in the sources."""
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@cache
def files() -> dict[str, str]:
    """What is joined, by name: the sheet and the scripts of all pages, and the sheet of each game (``sheet_of``)."""
    games = {sheet_of(game): sorted(folder_of(game).glob("*.css")) for game in game_ids() if sheet_of(game)}
    sheets = {"turncoat.css": [FILES / f"css/{name}.css" for name in SHEETS], **games}
    scripts = {path.stem: read(path) for path in FILES.glob("js/*.js")}
    htmx = (FILES / "vendor/htmx.min.js").read_text(encoding="utf-8")
    return {
        **{name: "\n".join(map(read, paths)) for name, paths in sheets.items()},
        "turncoat.js": joined_scripts(scripts, SCRIPTS) + htmx,
        f"{SHARED}.js": joined_scripts(scripts, [SHARED]),
    }


def read(path: Path) -> str:
    """A source without the lines that only people read."""
    return _REMARK.sub("", path.read_text(encoding="utf-8"))


@cache
def packed(name: str) -> bytes:
    """The joined file of this name, compressed with gzip."""
    return gzip.compress(files()[name].encode(), 9, mtime=0)


@cache
def sheet_of(game: str) -> str:
    """The name of a game's own style sheet, ``games/dune.css``; empty if it has none."""
    return f"games/{game}.css" if any(folder_of(game).glob("*.css")) else ""


def imported(script: str) -> list[str]:
    """The names of the scripts that this script imports."""
    return [name for _, name in _IMPORT.findall(script)]


def in_order(sources: Mapping[str, str], entries: Sequence[str]) -> list[str]:
    """The given scripts and all that they import; each comes after the scripts that it imports.

    Raises:
        KeyError: a script imports what is not there.
    """
    found: list[str] = []

    def take(name: str) -> None:
        for module in imported(sources[name]):
            if module not in found:
                take(module)
        if name not in found:
            found.append(name)

    for entry in entries:
        take(entry)
    return found


def joined_scripts(sources: Mapping[str, str], entries: Sequence[str]) -> str:
    """One script without modules that does the same as these modules.

    Args:
        sources: The text of each module, by its file name without ``.js``.
        entries: The modules to run, in this order, each after its imports.

    Raises:
        ValueError: a module imports or exports in a form that is not understood.
        KeyError: a module imports what is not there.
    """
    modules = "".join(_as_function(name, sources[name]) for name in in_order(sources, entries))
    return f'(() => {{\n"use strict";\n{modules}}})();\n'


def _as_function(name: str, source: str) -> str:
    """A module as a function that runs at once and returns the module's exports."""
    exports = ", ".join(_EXPORT.findall(source))
    body = _IMPORT.sub(_taken, _EXPORT.sub("", source))
    if other := _OTHER.search(body):
        raise ValueError(f"{name}.js: this form of import or export is not understood: {other[0]}")
    return f"const module_{name} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n"


def _taken(found: re.Match[str]) -> str:
    """The text that replaces an import: it takes the names from the result of the other module."""
    return f"const {found[1].replace(' as ', ': ')} = module_{found[2]};" if found[1] else ""
