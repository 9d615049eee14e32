"""What whoever writes a game imports: one list, described name by name, and used by the games that are there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import turncoat.games
import turncoat.kernel

GAMES = Path(turncoat.games.__file__).parent
PAGE = GAMES.parents[2] / "docs/adding-a-game.md"
AUTHORS = (GAMES, GAMES.parent / "drawing", GAMES.parents[2] / "examples")
"""Where games are written, and what they are drawn with."""

DEEPER = {
    "begin pending reopen waiting": "of the module play, which is given as a whole",
    "AnyPlay AnySection": "bots that play on without telling anybody",
    "HIDDEN Message Pledge Point Say": "stories and bots that speak of promises",
    "Bargainer Confidence Counter Held Offer Worth": "bots that bargain",
    "Characters Choice Circles Data Fact Outcome Sheet Skill": "characters that players bring",
    "BadSetup Unreadable UNREADABLE in_words": "texts that players write: maps, records, sheets",
    "KEY_BYTES pick roll": "generators of bots and trials; dice",
    "Decision Factory Group Id OrderLimit Space": "types of what games only pass on",
    "Listener SILENCE": "what is tried out, and who hears it",
    "PLAIN Words an amounts id_of kinds_in make named place_of plain": "words and records of pieces, cards and units",
    "either": "sentences that list what counts",
    "Lesson Move Picture recorded": "guided first games",
    "Notation ROUNDS": "two of the parts that few games have",
}
"""What games take from deeper in the kernel, and what for. Whatever else is there, only the program uses."""

ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \|", re.MULTILINE)


def deeper(folder: Path) -> Iterator[tuple[str, str, str]]:
    """The names that modules in a folder import from modules of the kernel: file, module, name."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("turncoat.kernel."):
                yield from ((path.name, node.module or "", name.name) for name in node.names)


def around(folder: Path) -> list[str]:
    """Where a module of the kernel is asked for a name that the kernel itself gives."""
    given = {(home(name), name) for name in turncoat.kernel.__all__}
    return [f"{file}: {name}" for file, module, name in deeper(folder) if (module, name) in given]


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
    assert [found for folder in AUTHORS for found in around(folder)] == []


def test_what_games_take_from_deeper_is_listed_with_a_reason() -> None:
    """Is a new name one that games need? Then the kernel should give it; else say in DEEPER what it is for."""
    taken = {name for folder in AUTHORS for _, _, name in deeper(folder)}
    assert taken == {name for names in DEEPER for name in names.split()}


def test_an_import_around_it_would_be_noticed(tmp_path: Path) -> None:
    (tmp_path / "planted.py").write_text("from turncoat.kernel.boxes import Action, make\n")
    assert around(tmp_path) == ["planted.py: Action"]


def test_no_game_imports_a_module_for_its_side_effect() -> None:
    """Steps are named in the rules. The linter refuses imports that nobody uses, unless it is told to look away."""
    texts = {path: path.read_text(encoding="utf-8") for folder in AUTHORS for path in folder.rglob("*.py")}
    assert [path.name for path, text in texts.items() if "F401" in text] == []
