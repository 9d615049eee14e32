"""What whoever writes a game imports: one list, described name by name, and used by the games that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import turncoat.games
import turncoat.kernel

GAMES = Path(turncoat.games.__file__).parent
PAGE = GAMES.parents[2] / "docs/adding-a-game.md"
ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \|", re.MULTILINE)


def around(folder: Path) -> list[str]:
    """Where a module of the kernel is asked for a name that the kernel itself gives."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("turncoat.kernel."):
                module = node.module or ""
                given = {name for name in turncoat.kernel.__all__ if home(name) == module}
                found += [f"{path.name}: {one.name}" for one in node.names if one.name in given]
    return found


def home(name: str) -> str:
    """The module of the kernel in which a name is defined; constants and variables of types are looked for."""
    thing = getattr(turncoat.kernel, name)
    defined = getattr(thing, "__module__", "")
    return defined if defined.startswith("turncoat.kernel.") else ""


def test_every_name_has_its_line_in_the_page_on_adding_a_game() -> None:
    page = PAGE.read_text(encoding="utf-8").partition("## What to import")[2].partition("\n## ")[0]
    told = [name for row in ROW.findall(page) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(told) == sorted(turncoat.kernel.__all__)


def test_every_name_says_what_it_is() -> None:
    silent = [name for name in turncoat.kernel.__all__ if home(name) and not getattr(turncoat.kernel, name).__doc__]
    assert silent == []


def test_games_import_from_the_kernel_what_it_gives() -> None:
    assert around(GAMES) == []


def test_an_import_around_it_would_be_noticed(tmp_path: Path) -> None:
    (tmp_path / "planted.py").write_text("from turncoat.kernel.boxes import Action, tag_of\n")
    assert around(tmp_path) == ["planted.py: Action"]


def test_no_game_imports_a_module_for_its_side_effect() -> None:
    """Steps are named in the rules. The linter refuses imports that nobody uses, unless it is told to look away."""
    folders = (GAMES, GAMES.parents[2] / "examples")
    texts = {path: path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py")}
    assert [path.name for path, text in texts.items() if "F401" in text] == []
