"""The files with styles, scripts and pictures, and their version."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from turncoat.drawing.pieces import colour
from turncoat.drawing.svg import el, words
from turncoat.games import game_ids, game_of, ruleset

FILES = Path(str(resources.files("turncoat.web").joinpath("static")))
"""The folder with the files that all pages share."""


def folder_of(game: str) -> Path:
    """The folder with a game's own files for its pages; it may not exist."""
    return Path(str(resources.files(game_of(game).package).joinpath("assets")))


def with_files() -> dict[str, Path]:
    """For each game that has such a folder, the folder."""
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


@cache
def cover(game: str) -> str:
    """A game's cover, a drawing of 320 by 200, for pages: ``cover.svg``, or a plain one with its initial."""
    file = folder_of(game) / "cover.svg"
    drawn = file.read_text("utf-8").strip() if file.is_file() else _plain_cover(game)
    return re.sub(r"<svg\b", '<svg class="game-cover" aria-hidden="true" focusable="false"', drawn, count=1)


def _plain_cover(game: str) -> str:
    """A cover for a game without one: its initial as a seal on a letter, on a coloured ground."""
    ground = el("rect", width=320, height=200, fill=colour(sum(game.encode())))
    letter = el("rect", x=70, y=36, width=180, height=128, rx=8, fill="#fdf3da")
    fold = el("path", d="M70 40L160 112L250 40", fill="none", stroke="#c7ad7c", stroke_width=3)
    disc = el("circle", cx=160, cy=112, r=34, fill="#a51d2d")
    initial = el("text", words(ruleset(game).title[:1]), x=160, y=126, font_size=40, font_weight=700,
                 font_family="Georgia, serif", text_anchor="middle", fill="#fff")  # fmt: skip
    return el("svg", ground, letter, fold, disc, initial, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 320 200")


def preview(game: str) -> Path:
    """The picture that services show for a link to a game's table: ``cover.jpg``, as they draw no SVG, or the icon."""
    file = folder_of(game) / "cover.jpg"
    return file if file.is_file() else FILES / "icon-512.png"


def version(*folders: Path) -> str:
    """Twelve hexadecimal digits that change whenever a file in these folders changes."""
    made = sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            made.update(f"{path.relative_to(folder).as_posix()} ".encode() + sha256(path.read_bytes()).digest())
    return made.hexdigest()[:12]
