"""Style sheets and scripts joined into one file each, so that a page loads few files.

The sources stay as they are, one file for each thing. A script is an ES module of which two forms are understood:
``import { one, two as other } from "./name.js";`` (or ``import "./name.js";``) and ``export`` before a ``const`` or a
function. Each becomes a function that runs once, after those that it imports, and returns what it exports.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping, Sequence
from functools import cache

from turncoat.games import game_ids
from turncoat.web.assets import FILES, folder_of

SHEETS = ("tokens", "turncoat", "board", "pages", "table", "talk", "composing", "telling", "characters", "feedback")
"""The style sheets of all pages, in the order in which they overrule each other."""

SCRIPTS = ("turncoat", "since", "travel", "zoom", "sheet", "sounds", "picture")
"""The scripts that no other imports, in the order in which they run."""

SHARED = "shared"
"""The script of the worker that all tabs of a browser share."""

_IMPORT = re.compile(r"""^import (?:(\{[^}]*\}) from )?"\./(\w+)\.js";""", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@cache
def files() -> dict[str, str]:
    """What is joined, by name: the sheet and the scripts of all pages, and the sheet of each game (``sheet_of``)."""
    games = {sheet_of(game): sorted(folder_of(game).glob("*.css")) for game in game_ids() if sheet_of(game)}
    sheets = {"turncoat.css": [FILES / f"css/{name}.css" for name in SHEETS], **games}
    scripts = {path.stem: path.read_text(encoding="utf-8") for path in FILES.glob("js/*.js")}
    htmx = (FILES / "vendor/htmx.min.js").read_text(encoding="utf-8")
    return {
        **{name: "\n".join(path.read_text(encoding="utf-8") for path in paths) for name, paths in sheets.items()},
        "turncoat.js": joined_scripts(scripts, SCRIPTS) + htmx,
        f"{SHARED}.js": joined_scripts(scripts, [SHARED]),
    }


@cache
def packed(name: str) -> bytes:
    """One joined file, compressed with gzip."""
    return gzip.compress(files()[name].encode(), 9, mtime=0)


@cache
def sheet_of(game: str) -> str:
    """The name of a game's own style sheet, ``games/dune.css``; empty if it has none."""
    return f"games/{game}.css" if any(folder_of(game).glob("*.css")) else ""


def imported(script: str) -> list[str]:
    """The names of the scripts that a script imports, from its text."""
    return [name for _, name in _IMPORT.findall(script)]


def in_order(sources: Mapping[str, str], entries: Sequence[str]) -> list[str]:
    """The entries and all that they import, each after what it imports.

    Raises:
        KeyError: a script imports what is not there.
    """
    found: list[str] = []

    def take(name: str) -> None:
        for one in imported(sources[name]):
            if one not in found:
                take(one)
        if name not in found:
            found.append(name)

    for entry in entries:
        take(entry)
    return found


def joined_scripts(sources: Mapping[str, str], entries: Sequence[str]) -> str:
    """One classic script that does what the modules do.

    Args:
        sources: The text of each module, by the name of its file without ``.js``.
        entries: Those that run, in this order, each after what it imports.

    Raises:
        ValueError: a module imports or exports in a form that is not understood.
        KeyError: a module imports what is not there.
    """
    modules = "".join(_as_function(name, sources[name]) for name in in_order(sources, entries))
    return f'(() => {{\n"use strict";\n{modules}}})();\n'


def _as_function(name: str, source: str) -> str:
    """A module as a function that has run; its exports are what it has returned."""
    exports = ", ".join(_EXPORT.findall(source))
    body = _IMPORT.sub(_taken, _EXPORT.sub("", source))
    if other := _OTHER.search(body):
        raise ValueError(f"{name}.js: this form of import or export is not understood: {other[0]}")
    return f"const module_{name} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n"


def _taken(found: re.Match[str]) -> str:
    """What replaces an import: the names, taken from what the other module returns."""
    return f"const {found[1].replace(' as ', ': ')} = module_{found[2]};" if found[1] else ""
