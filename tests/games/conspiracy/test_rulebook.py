"""The rulebook itself: every number is there once, is used, and is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.games.rulebook import Citations, docstrings_of_tests, too_long

from turncoat.games.conspiracy.events import EVENTS
from turncoat.games.conspiracy.rules import RULES

HERE = Path(__file__).parent
SECTIONS = frozenset(
    f"CON-{letter}" for letter in ("C", "G", "S", "W", "Q", "O", "M", "U", "I", "V", "R", "D", "OP", "X")
)
BOOK = Citations(r"CON-(?:[A-Z]{1,2}\.)?[A-Z]?\d+[a-z0-9]*(?:\.[a-z0-9]+)*", SECTIONS)
ABOUT_NO_RULE = (
    "test_rulebook",
    "test_board",
    "test_story",
    "test_terminal",
    "test_notation",
    "test_bot",
    "test_plotter",
)
"""Tests of drawings, wording and bots, which need not cite a rule."""

DOCSTRINGS = docstrings_of_tests(HERE, ABOUT_NO_RULE)


def test_every_rule_is_cited_by_a_test() -> None:
    assert BOOK.uncited(RULES.rulebook, DOCSTRINGS) == []


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert BOOK.unknown(RULES.rulebook, DOCSTRINGS) == []


def test_every_test_cites_a_rule() -> None:
    assert [text for text in DOCSTRINGS if not BOOK.cited([text])] == []


def test_a_missing_citation_is_found() -> None:
    without = [text.replace("CON-5.b.iii.a", "").replace("CON-R18", "") for text in DOCSTRINGS]
    assert BOOK.uncited(RULES.rulebook, without) == ["CON-5.b.iii.a", "CON-R18"]


def test_a_new_rule_without_a_test_is_found() -> None:
    longer = f"{RULES.rulebook}\n- **CON-U.6** Nothing unexpected happens on a Sunday.\n"
    assert BOOK.uncited(longer, DOCSTRINGS) == ["CON-U.6"]


def test_a_citation_of_nothing_is_found() -> None:
    assert BOOK.unknown(RULES.rulebook, [*DOCSTRINGS, "CON-5.f: nobody wrote this."]) == ["CON-5.f"]


def test_every_number_the_rules_of_the_program_name_is_in_the_rulebook() -> None:
    folder = HERE.parents[2] / "src" / "turncoat" / "games" / "conspiracy"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
    assert texts
    assert BOOK.unknown(RULES.rulebook, texts) == []


def test_the_rulebook_refers_to_rules_that_exist() -> None:
    assert BOOK.unknown(RULES.rulebook, [RULES.rulebook]) == []


def test_each_number_occurs_once() -> None:
    numbers = BOOK.entries(RULES.rulebook)
    assert len(numbers) == len(set(numbers)) == 224


@pytest.mark.parametrize(
    ("family", "size"), [("R", 45), ("OP.", 9), ("D", 12), ("X", 19), ("V.", 9), ("U.", 10), ("I.", 6)]
)
def test_rulings_options_decisions_and_examples_are_complete(family: str, size: int) -> None:
    assert sum(number.startswith(f"CON-{family}") for number in BOOK.entries(RULES.rulebook)) == size


def test_the_ten_steps_of_a_turn_are_complete() -> None:
    numbers = BOOK.entries(RULES.rulebook)
    assert [number for number in numbers if re.fullmatch(r"CON-\d+", number)] == [
        f"CON-{step}" for step in range(1, 11)
    ]


def test_no_line_of_the_rulebook_is_too_long_to_read() -> None:
    assert too_long(RULES.rulebook) == []


def test_every_event_says_what_happened_in_one_sentence() -> None:
    assert all((kind.__doc__ or "").strip() for kind in EVENTS)
