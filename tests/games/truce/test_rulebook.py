"""The rulebook itself: every number is there once, is used, and is cited by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from turncoat.games.truce.events import EVENTS
from turncoat.games.truce.rules import RULES

HERE = Path(__file__).parent
NUMBER = r"TRU-(?:[RODX])?\d+(?:\.\d+)?"
ENTRY = re.compile(rf"^- \*\*({NUMBER})\*\* ", re.MULTILINE)
CITATION = re.compile(rf"\b{NUMBER}\b")
HEADING = re.compile(r"^## (\d+)\. ", re.MULTILINE)


def entries(rulebook: str) -> list[str]:
    """The numbers of all rules, in the order of the rulebook."""
    return ENTRY.findall(rulebook)


def sections(rulebook: str) -> set[str]:
    """The numbers of its sections, as they are cited."""
    return {f"TRU-{number}" for number in HEADING.findall(rulebook)}


def cited(texts: Iterable[str]) -> set[str]:
    """All numbers in these texts; "TRU-5.1 to TRU-5.4" stands for all of them."""
    found: set[str] = set()
    for text in texts:
        found |= set(CITATION.findall(text))
        for first, last in re.findall(rf"({NUMBER}) to ({NUMBER})", text):
            found |= between(first, last)
    return found


def between(first: str, last: str) -> set[str]:
    """Every number from one to another of the same section."""
    stem, low = re.fullmatch(r"(.*?)(\d+)", first).groups()  # type: ignore[union-attr]
    high = re.fullmatch(r".*?(\d+)", last).group(1)  # type: ignore[union-attr]
    return {f"{stem}{number:0{len(low)}d}" for number in range(int(low), int(high) + 1)}


def docstrings_of_tests(source: str) -> list[str]:
    """What the test functions of a file say they test."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [ast.get_docstring(node) or "" for node in functions if node.name.startswith("test_")]


def all_docstrings() -> list[str]:
    """The docstrings of all tests of Truce but these."""
    files = [path for path in sorted(HERE.glob("test_*.py")) if path.name != Path(__file__).name]
    return [text for path in files for text in docstrings_of_tests(path.read_text(encoding="utf-8"))]


def uncited(rulebook: str, docstrings: Iterable[str]) -> list[str]:
    """The rules that no test cites."""
    named = cited(docstrings)
    return [number for number in entries(rulebook) if number not in named]


def unknown(rulebook: str, texts: Iterable[str]) -> list[str]:
    """The numbers that are cited and are not in the rulebook."""
    return sorted(cited(texts) - set(entries(rulebook)) - sections(rulebook))


def test_every_rule_is_cited_by_a_test() -> None:
    assert uncited(RULES.rulebook, all_docstrings()) == []


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert unknown(RULES.rulebook, all_docstrings()) == []


def test_every_test_cites_a_rule() -> None:
    assert [text for text in all_docstrings() if not cited([text])] == []


def test_a_missing_citation_is_found() -> None:
    without = [text.replace("TRU-8.3", "") for text in all_docstrings()]
    assert uncited(RULES.rulebook, without) == ["TRU-8.3"]


def test_a_new_rule_without_a_test_is_found() -> None:
    longer = f"{RULES.rulebook}\n- **TRU-9.10** Nobody is robbed on a Sunday.\n"
    assert uncited(longer, all_docstrings()) == ["TRU-9.10"]


def test_a_citation_of_nothing_is_found() -> None:
    assert unknown(RULES.rulebook, [*all_docstrings(), "TRU-8.9: nobody wrote this."]) == ["TRU-8.9"]


def test_every_number_the_rules_of_the_program_name_is_in_the_rulebook() -> None:
    folder = HERE.parents[2] / "src" / "turncoat" / "games" / "truce"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))]
    assert texts
    assert unknown(RULES.rulebook, texts) == []


def test_the_rulebook_refers_to_rules_that_exist() -> None:
    assert unknown(RULES.rulebook, [RULES.rulebook]) == []


def test_each_number_occurs_once_and_none_is_left_out() -> None:
    numbers = entries(RULES.rulebook)
    assert len(numbers) == len(set(numbers))
    families: dict[str, list[int]] = {}
    for number in numbers:
        stem, last = re.fullmatch(r"(.*?)(\d+)", number).groups()  # type: ignore[union-attr]
        families.setdefault(stem, []).append(int(last))
    assert all(counted == list(range(1, len(counted) + 1)) for counted in families.values()), families


@pytest.mark.parametrize(("family", "size"), [("R", 31), ("O", 8), ("D", 3), ("X", 7)])
def test_rulings_options_decisions_and_examples_are_complete(family: str, size: int) -> None:
    assert sum(number.startswith(f"TRU-{family}") for number in entries(RULES.rulebook)) == size


def test_the_fifteen_sections_of_rules_are_complete() -> None:
    sizes = [8, 7, 11, 7, 7, 3, 5, 4, 9, 2, 4, 5, 5, 2, 7]
    numbers = entries(RULES.rulebook)
    assert [sum(number.startswith(f"TRU-{place}.") for number in numbers) for place in range(1, 16)] == sizes


def test_the_rulebook_begins_with_a_summary_and_ends_with_examples_and_tips() -> None:
    headings = re.findall(r"^## (.*)$", RULES.rulebook, re.MULTILINE)
    assert headings[0] == "On one page"
    assert headings[-2:] == ["19. Worked examples", "Tips"]


def test_no_line_of_the_rulebook_is_too_long_to_read() -> None:
    lines = [line for line in RULES.rulebook.splitlines() if not line.startswith("|")]
    assert [line for line in lines if len(line) > 120] == []


def test_every_event_says_what_happened_in_one_sentence() -> None:
    assert all((kind.__doc__ or "").strip() for kind in EVENTS)
