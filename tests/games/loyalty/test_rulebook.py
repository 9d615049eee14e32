"""The rulebook itself: every number is there once, is used, and is cited by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from turncoat.games.loyalty.events import EVENTS
from turncoat.games.loyalty.rules import RULES

HERE = Path(__file__).parent
NUMBER = r"LOY-[RODX]?\d+(?:\.\d+){0,2}[a-g]?"
ENTRY = re.compile(rf"^- \*\*({NUMBER})\*\* ", re.MULTILINE)
CITATION = re.compile(rf"\b{NUMBER}\b")
HEADING = re.compile(r"^## (\d+)\. ", re.MULTILINE)


def entries(rulebook: str) -> list[str]:
    """The numbers of all rules, in the order of the rulebook."""
    return ENTRY.findall(rulebook)


def sections(rulebook: str) -> set[str]:
    """The numbers of its sections and parts of sections, and the letters of its lists, as they are cited."""
    whole = {f"LOY-{number}" for number in HEADING.findall(rulebook)}
    parts = {number.rpartition(".")[0] for number in entries(rulebook) if number.count(".") == 2}
    return whole | parts | {"LOY-O"}


def cited(texts: Iterable[str]) -> set[str]:
    """All numbers in these texts."""
    return {number for text in texts for number in CITATION.findall(text)}


def docstrings_of_tests(source: str) -> list[str]:
    """What the test functions of a file say they test."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [ast.get_docstring(node) or "" for node in functions if node.name.startswith("test_")]


def all_docstrings() -> list[str]:
    """The docstrings of all tests of Loyalty but these."""
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
    without = [text.replace("LOY-14.1g", "") for text in all_docstrings()]
    assert uncited(RULES.rulebook, without) == ["LOY-14.1g"]


def test_a_new_rule_without_a_test_is_found() -> None:
    longer = f"{RULES.rulebook}\n- **LOY-14.11** Nobody attacks on a Sunday.\n"
    assert uncited(longer, all_docstrings()) == ["LOY-14.11"]


def test_a_citation_of_nothing_is_found() -> None:
    assert unknown(RULES.rulebook, [*all_docstrings(), "LOY-8.19: nobody wrote this."]) == ["LOY-8.19"]


def test_every_number_the_rules_of_the_program_name_is_in_the_rulebook() -> None:
    folder = HERE.parents[2] / "src" / "turncoat" / "games" / "loyalty"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))]
    assert texts
    assert unknown(RULES.rulebook, texts) == []


def test_the_rulebook_refers_to_rules_that_exist() -> None:
    assert unknown(RULES.rulebook, [RULES.rulebook]) == []


def test_each_number_occurs_once_and_in_order() -> None:
    numbers = entries(RULES.rulebook)
    assert len(numbers) == len(set(numbers))
    families: dict[str, list[int]] = {}
    for number in numbers:
        found = re.fullmatch(r"(.*?)(\d+)", number)
        if found:
            families.setdefault(found[1], []).append(int(found[2]))
    assert all(counted == list(range(1, len(counted) + 1)) for counted in families.values()), families


@pytest.mark.parametrize(("family", "size"), [("R", 53), ("O", 37), ("D", 13), ("X", 10)])
def test_rulings_options_decisions_and_examples_are_complete(family: str, size: int) -> None:
    assert sum(number.startswith(f"LOY-{family}") for number in entries(RULES.rulebook)) == size


def test_every_option_has_a_rule_that_names_it() -> None:
    rules = {str(schema["rule"]) for schema in RULES.option_schema.values()}
    assert rules == {number for number in entries(RULES.rulebook) if number.startswith("LOY-O")}
    assert all(schema["title"] and schema["description"] for schema in RULES.option_schema.values())


def test_no_line_of_the_rulebook_is_too_long_to_read() -> None:
    lines = [line for line in RULES.rulebook.splitlines() if not line.startswith("|")]
    assert [line for line in lines if len(line) > 120] == []


def test_every_event_says_what_happened() -> None:
    assert all((kind.__doc__ or "").strip() for kind in EVENTS)
