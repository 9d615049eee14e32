"""The rulebook itself: every number is there once, is used, and is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.games.rulebook import Citations, docstrings_of_tests, too_long

from turncoat.games.loyalty.events import EVENTS
from turncoat.games.loyalty.rules import RULES

HERE = Path(__file__).parent
NUMBER = r"LOY-[RODE]?\d+(?:\.\d+){0,2}[a-g]?"
HEADING = re.compile(r"^## (\d+)\. ", re.MULTILINE)
ENTRY = re.compile(rf"^- \*\*({NUMBER})\*\* ", re.MULTILINE)
ABOUT_NO_RULE = ("test_rulebook", "test_board", "test_story", "test_terminal", "test_simulate", "test_bot")
"""Tests of drawings, wording, bots and the designer's tools, which need not cite a rule."""

DOCSTRINGS = docstrings_of_tests(HERE, ABOUT_NO_RULE)


def sections(rulebook: str) -> frozenset[str]:
    """The numbers of its sections and parts of sections, and the letters of its lists, as they are cited."""
    whole = {f"LOY-{number}" for number in HEADING.findall(rulebook)}
    parts = {number.rpartition(".")[0] for number in ENTRY.findall(rulebook) if number.count(".") == 2}
    return frozenset(whole | parts | {"LOY-O"})


BOOK = Citations(NUMBER, sections(RULES.rulebook))


def test_every_rule_is_cited_by_a_test() -> None:
    assert BOOK.uncited(RULES.rulebook, DOCSTRINGS) == []


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert BOOK.unknown(RULES.rulebook, DOCSTRINGS) == []


def test_every_test_cites_a_rule() -> None:
    assert [text for text in DOCSTRINGS if not BOOK.cited([text])] == []


def test_a_missing_citation_is_found() -> None:
    without = [text.replace("LOY-14.1g", "") for text in DOCSTRINGS]
    assert BOOK.uncited(RULES.rulebook, without) == ["LOY-14.1g"]


def test_a_new_rule_without_a_test_is_found() -> None:
    longer = f"{RULES.rulebook}\n- **LOY-14.11** Nobody attacks on a Sunday.\n"
    assert BOOK.uncited(longer, DOCSTRINGS) == ["LOY-14.11"]


def test_a_citation_of_nothing_is_found() -> None:
    assert BOOK.unknown(RULES.rulebook, [*DOCSTRINGS, "LOY-8.19: nobody wrote this."]) == ["LOY-8.19"]


def test_every_number_the_rules_of_the_program_name_is_in_the_rulebook() -> None:
    folder = HERE.parents[2] / "src" / "turncoat" / "games" / "loyalty"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))]
    assert texts
    assert BOOK.unknown(RULES.rulebook, texts) == []


def test_the_rulebook_refers_to_rules_that_exist() -> None:
    assert BOOK.unknown(RULES.rulebook, [RULES.rulebook]) == []


def test_each_number_occurs_once_and_in_order() -> None:
    numbers = BOOK.entries(RULES.rulebook)
    assert len(numbers) == len(set(numbers))
    families: dict[str, list[int]] = {}
    for number in numbers:
        found = re.fullmatch(r"(.*?)(\d+)", number)
        if found:
            families.setdefault(found[1], []).append(int(found[2]))
    assert all(counted == list(range(1, len(counted) + 1)) for counted in families.values()), families


@pytest.mark.parametrize(("family", "size"), [("R", 53), ("O", 37), ("D", 13), ("E", 10)])
def test_rulings_options_decisions_and_examples_are_complete(family: str, size: int) -> None:
    assert sum(number.startswith(f"LOY-{family}") for number in BOOK.entries(RULES.rulebook)) == size


def test_every_option_has_a_rule_that_names_it() -> None:
    rules = {str(schema["rule"]) for schema in RULES.option_schema.values()}
    assert rules == {number for number in BOOK.entries(RULES.rulebook) if number.startswith("LOY-O")}
    assert all(schema["title"] and schema["description"] for schema in RULES.option_schema.values())


def test_no_line_of_the_rulebook_is_too_long_to_read() -> None:
    assert too_long(RULES.rulebook) == []


def test_every_event_says_what_happened() -> None:
    assert all((kind.__doc__ or "").strip() for kind in EVENTS)
