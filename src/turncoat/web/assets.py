"""Styles, scripts and pictures as files: which version they are, and which scripts a script needs."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from turncoat.games import game_ids, game_of

FILES = Path(str(resources.files("turncoat.web").joinpath("static")))
"""Where those of all pages are."""

_IMPORT = re.compile(r"""^import (?:.* from )?"\./(\w+\.js)";""", re.MULTILINE)


def folder_of(game: str) -> Path:
    """Where a game keeps what only its own tables need; there may be no such folder."""
    return Path(str(resources.files(game_of(game).package).joinpath("assets")))


def with_files() -> dict[str, Path]:
    """The folders of the games that have one, by game."""
    return {game: folder for game in game_ids() if (folder := folder_of(game)).is_dir()}


@cache
def styles(game: str) -> tuple[str, ...]:
    """The names of a game's style sheets, such as ``games/dune/map.css``, in alphabetical order."""
    return tuple(f"games/{game}/{path.name}" for path in sorted(folder_of(game).glob("*.css")))


@cache
def icons(game: str) -> str:
    """A game's own icons: symbols with ids such as ``icon-dun-worm``, to be put into a page; empty if it has none."""
    file = folder_of(game) / "icons.svg"
    if not file.is_file():
        return ""
    return re.sub(
        r"<svg\b", '<svg class="sprite" width="0" height="0" aria-hidden="true"', file.read_text("utf-8"), count=1
    )


def version(*folders: Path) -> str:
    """Twelve digits that are others as soon as one of the files in these folders is."""
    made = sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            made.update(f"{path.relative_to(folder).as_posix()} ".encode() + sha256(path.read_bytes()).digest())
    return made.hexdigest()[:12]


def imported(script: str) -> list[str]:
    """The names of the scripts beside it that a script imports, from its text."""
    return _IMPORT.findall(script)


@cache
def modules(entry: str) -> tuple[str, ...]:
    """The scripts that a script imports, those that these import, and so on: fetched at once.

    Args:
        entry: The name of the script, such as ``js/turncoat.js``.

    Returns:
        Names like that of the entry, which is not among them.

    Raises:
        FileNotFoundError: A script imports what is not there.
    """
    folder, _, first = entry.rpartition("/")
    found, open_ = [first], [first]
    while open_:
        for name in imported((FILES / folder / open_.pop()).read_text(encoding="utf-8")):
            if name not in found:
                found.append(name)
                open_.append(name)
    return tuple(f"{folder}/{name}" for name in found[1:])
