"""The rulebook itself: every number is there once, is used, and is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.games.rulebook import Citations, docstrings_of_tests, too_long

from turncoat.games.thrice import text
from turncoat.games.thrice.events import EVENTS
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Thrice
from turncoat.kernel.flow import decisions_of

HERE = Path(__file__).parent
SECTIONS = frozenset({f"THR-{number}" for number in range(1, 23)} | {"THR-O", "THR-D", "THR-R", "THR-E"})
BOOK = Citations(r"THR-(?:[RODE]\d+|\d+(?:\.\d+)?)", SECTIONS)
ABOUT_OTHER_THINGS = ("test_rulebook", "test_bot", "test_simulate", "test_belongings", "test_board", "test_story")
DOCSTRINGS = docstrings_of_tests(HERE, ("test_rulebook",))


def test_every_rule_is_cited_by_a_test() -> None:
    assert BOOK.uncited(RULES.rulebook, DOCSTRINGS) == []


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert BOOK.unknown(RULES.rulebook, DOCSTRINGS) == []


def test_every_test_of_a_rule_cites_it() -> None:
    about_rules = docstrings_of_tests(HERE, ABOUT_OTHER_THINGS)
    assert [text for text in about_rules if not BOOK.cited([text])] == []


def test_a_missing_citation_is_found() -> None:
    without = [text.replace("THR-9.3", "").replace("THR-R39", "") for text in DOCSTRINGS]
    assert BOOK.uncited(RULES.rulebook, without) == ["THR-9.3", "THR-R39"]


def test_a_new_rule_without_a_test_is_found() -> None:
    longer = f"{RULES.rulebook}\n- **THR-17.3** Nobody bleeds on a Sunday.\n"
    assert BOOK.uncited(longer, DOCSTRINGS) == ["THR-17.3"]


def test_a_citation_of_nothing_is_found() -> None:
    assert BOOK.unknown(RULES.rulebook, [*DOCSTRINGS, "THR-9.9: nobody wrote this."]) == ["THR-9.9"]


def test_every_number_the_rules_of_the_program_name_is_in_the_rulebook() -> None:
    folder = HERE.parents[2] / "src" / "turncoat" / "games" / "thrice"
    texts = [re.sub(r"(THR-\d+\.\d+)[a-d]\b", r"\1", path.read_text("utf-8")) for path in sorted(folder.glob("*.py"))]
    assert texts
    assert BOOK.unknown(RULES.rulebook, texts) == []


def test_the_rulebook_refers_to_rules_that_exist() -> None:
    assert BOOK.unknown(RULES.rulebook, [RULES.rulebook]) == []


def test_each_number_occurs_once_and_none_is_left_out() -> None:
    numbers = BOOK.entries(RULES.rulebook)
    assert len(numbers) == len(set(numbers))
    families: dict[str, list[int]] = {}
    for number in numbers:
        stem, last = re.fullmatch(r"(.*?)(\d+)", number).groups()  # type: ignore[union-attr]
        families.setdefault(stem, []).append(int(last))
    assert all(counted == list(range(1, len(counted) + 1)) for counted in families.values()), families


@pytest.mark.parametrize(("family", "size"), [("R", 41), ("O", 25), ("D", 11), ("E", 15)])
def test_rulings_options_decisions_and_examples_are_complete(family: str, size: int) -> None:
    assert sum(number.startswith(f"THR-{family}") for number in BOOK.entries(RULES.rulebook)) == size


def test_the_seventeen_sections_of_rules_are_complete() -> None:
    sizes = [3, 6, 8, 9, 9, 7, 5, 5, 8, 5, 6, 10, 10, 5, 8, 3, 2]
    numbers = BOOK.entries(RULES.rulebook)
    assert [sum(number.startswith(f"THR-{place}.") for number in numbers) for place in range(1, 18)] == sizes


def test_no_line_of_the_rulebook_is_too_long_to_read() -> None:
    assert too_long(RULES.rulebook) == []


def test_every_event_says_what_happened_in_one_sentence() -> None:
    assert all((kind.__doc__ or "").strip() for kind in EVENTS)


def test_every_decision_has_its_question() -> None:
    assert {step.key for step in decisions_of(Thrice)} == set(text.QUESTIONS)
