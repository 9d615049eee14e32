"""Checks of a rulebook that hold for every game: numbers, citations, tests that cite nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Citations:
    """How one game numbers its rules.

    Attributes:
        number: Pattern of a rule number.
        sections: What is cited as a whole and has no entry of its own.
    """

    number: str
    sections: frozenset[str] = frozenset()

    def entries(self, rulebook: str) -> list[str]:
        """The numbers of all rules, in the order of the rulebook."""
        return re.findall(rf"^- \*\*({self.number})\*\* ", rulebook, re.MULTILINE)

    def cited(self, texts: Iterable[str]) -> set[str]:
        """All numbers in these texts; "CON-V.1 to CON-V.4" stands for all of them."""
        found: set[str] = set()
        for text in texts:
            found |= set(re.findall(rf"(?<![\w-]){self.number}(?!\w)", text))
            for first, last in re.findall(rf"({self.number}) to ({self.number})", text):
                found |= between(first, last)
        return found

    def uncited(self, rulebook: str, docstrings: Iterable[str]) -> list[str]:
        """The rules that no test cites."""
        named = self.cited(docstrings)
        return [number for number in self.entries(rulebook) if number not in named]

    def unknown(self, rulebook: str, texts: Iterable[str]) -> list[str]:
        """The numbers that are cited and are not in the rulebook."""
        return sorted(self.cited(texts) - set(self.entries(rulebook)) - self.sections)


def between(first: str, last: str) -> set[str]:
    """Every number from one to another of the same section."""
    stem, low = re.fullmatch(r"(.*?)(\d+)", first).groups()  # type: ignore[union-attr]
    high = re.fullmatch(r".*?(\d+)", last).group(1)  # type: ignore[union-attr]
    return {f"{stem}{number:0{len(low)}d}" for number in range(int(low), int(high) + 1)}


def docstrings_of_tests(folder: Path, without: Iterable[str]) -> list[str]:
    """What the test functions of a folder say they test, without those of the files so called (``test_board``)."""
    found = []
    left_out = set(without)
    for path in sorted(folder.glob("test_*.py")):
        if path.stem not in left_out:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
            found += [ast.get_docstring(node) or "" for node in functions if node.name.startswith("test_")]
    return found


def too_long(rulebook: str, width: int = 120) -> list[str]:
    """Lines, other than those of tables, that are too long to read."""
    return [line for line in rulebook.splitlines() if not line.startswith("|") and len(line) > width]
