"""The rulebook itself: every number is there once, is used, and is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.games.rulebook import Citations, docstrings_of_tests, too_long

from turncoat.games.truce.events import EVENTS
from turncoat.games.truce.rules import RULES

HERE = Path(__file__).parent
HEADING = re.compile(r"^## (\d+)\. ", re.MULTILINE)
SECTIONS = frozenset(f"TRU-{number}" for number in HEADING.findall(RULES.rulebook))
BOOK = Citations(r"TRU-(?:[RODX])?\d+(?:\.\d+)?", SECTIONS)
DOCSTRINGS = docstrings_of_tests(HERE, ("test_rulebook",))


def test_every_rule_is_cited_by_a_test() -> None:
    assert BOOK.uncited(RULES.rulebook, DOCSTRINGS) == []


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert BOOK.unknown(RULES.rulebook, DOCSTRINGS) == []


def test_every_test_cites_a_rule() -> None:
    assert [text for text in DOCSTRINGS if not BOOK.cited([text])] == []


def test_a_missing_citation_is_found() -> None:
    without = [text.replace("TRU-8.3", "") for text in DOCSTRINGS]
    assert BOOK.uncited(RULES.rulebook, without) == ["TRU-8.3"]


def test_a_new_rule_without_a_test_is_found() -> None:
    longer = f"{RULES.rulebook}\n- **TRU-9.10** Nobody is robbed on a Sunday.\n"
    assert BOOK.uncited(longer, DOCSTRINGS) == ["TRU-9.10"]


def test_a_citation_of_nothing_is_found() -> None:
    assert BOOK.unknown(RULES.rulebook, [*DOCSTRINGS, "TRU-8.9: nobody wrote this."]) == ["TRU-8.9"]


def test_every_number_the_rules_of_the_program_name_is_in_the_rulebook() -> None:
    folder = HERE.parents[2] / "src" / "turncoat" / "games" / "truce"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
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


@pytest.mark.parametrize(("family", "size"), [("R", 31), ("O", 8), ("D", 3), ("X", 7)])
def test_rulings_options_decisions_and_examples_are_complete(family: str, size: int) -> None:
    assert sum(number.startswith(f"TRU-{family}") for number in BOOK.entries(RULES.rulebook)) == size


def test_the_fifteen_sections_of_rules_are_complete() -> None:
    sizes = [8, 7, 11, 7, 7, 3, 5, 4, 9, 2, 4, 5, 5, 2, 7]
    numbers = BOOK.entries(RULES.rulebook)
    assert [sum(number.startswith(f"TRU-{place}.") for number in numbers) for place in range(1, 16)] == sizes


def test_the_rulebook_begins_with_a_summary_and_ends_with_examples_and_tips() -> None:
    headings = re.findall(r"^## (.*)$", RULES.rulebook, re.MULTILINE)
    assert headings[0] == "On one page"
    assert headings[-2:] == ["19. Worked examples", "Tips"]


def test_no_line_of_the_rulebook_is_too_long_to_read() -> None:
    assert too_long(RULES.rulebook) == []


def test_every_event_says_what_happened_in_one_sentence() -> None:
    assert all((kind.__doc__ or "").strip() for kind in EVENTS)
