"""Styles, scripts and pictures as files, and which version they are."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from turncoat.games import game_ids, game_of

FILES = Path(str(resources.files("turncoat.web").joinpath("static")))
"""Where those of all pages are."""


def folder_of(game: str) -> Path:
    """Where a game keeps what only its own tables need; there may be no such folder."""
    return Path(str(resources.files(game_of(game).package).joinpath("assets")))


def with_files() -> dict[str, Path]:
    """The folders of the games that have one, by game."""
    return {game: folder for game in game_ids() if (folder := folder_of(game)).is_dir()}


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
