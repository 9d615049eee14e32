"""A game of another distribution, as an installer leaves it: the example with a board, or with a planted fault."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from turncoat import games
from turncoat.bots.outside import brought

UNDERCUT = Path(__file__).parent.parent / "examples" / "undercut"

BOARD = """
from turncoat.drawing.scene import Board, Card, Status


def draw(view, names, scene):
    return f'<svg viewBox="0 0 9 9"><g id="{scene.id}-all"><use href="#icon-coat"/></g></svg>'


BOARD = Board(
    {"number": Card("Say a number", "card", "The smallest wins.", "UND-2.1")},
    draw,
    lambda view, names, scene: (),
    lambda view: Status("A round", 0, 1),
)
"""


def write(folder: Path, points: str = "[turncoat.games]\nundercut = undercut.rules:RULES\n") -> Path:
    """Write the game with a board into a folder, and what an installer notes of it; the folder of the game."""
    info = folder / "cutlery-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cutlery\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(points)
    package = folder / "undercut"
    package.mkdir()
    for file in UNDERCUT.glob("*.*"):
        (package / file.name).write_text(file.read_text())
    (package / "board.py").write_text(BOARD)
    return package


def change(package: Path, changes: Mapping[str, tuple[str, str]]) -> None:
    """Write something else into files: by the name of each, what stood there and what stands there now."""
    for name, (old, new) in changes.items():
        text = (package / name).read_text()
        assert old in text, f"{name} has no {old!r}"
        (package / name).write_text(text.replace(old, new))


@contextmanager
def found(folder: Path) -> Iterator[None]:
    """While it lasts, what is installed in a folder is found."""
    sys.path.insert(0, str(folder))
    forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        forget()


def forget() -> None:
    """Look for games and bots anew."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "undercut"]:
        del sys.modules[name]
    for known in (games.outside, games.left_out, games.game_ids, games.quickest_first, games.game_of, brought):
        known.cache_clear()
