"""The rulebook itself: every number is there once, is used, and is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.games.rulebook import Citations, docstrings_of_tests, too_long

from turncoat.games.dune.actions import ACTIONS
from turncoat.games.dune.karama import ENTRIES
from turncoat.games.dune.options import LIVE_SITE, WINDOWS
from turncoat.games.dune.questions import QUESTIONS
from turncoat.games.dune.rules import RULES

HERE = Path(__file__).parent
SOURCES = HERE.parents[2] / "src" / "turncoat" / "games" / "dune"
SECTIONS = re.findall(r"(DUN-\d+\.\d+)\.\d+", RULES.rulebook) + [
    f"DUN-{number}" for number in re.findall(r"^### (\d+\.\d+) ", RULES.rulebook, re.MULTILINE)
]
BOOK = Citations(r"DUN-(?:\d+\.\d+(?:\.\d+)?|(?:R|O|K|W|TC|DK)-\d+|TT-[A-Z]\d?)", frozenset(SECTIONS))
SHORT = re.compile(r"(?<![\w-])((?:R|O|K|W|TC|DK)-\d+|TT-(?:[A-Z]\d|X))(?!\w)")
ABOUT_NO_RULE = (
    "test_rulebook",
    "test_text",
    "test_battle_text",
    "test_supplies_text",
    "test_travels_text",
    "test_bot",
    *(path.stem for path in HERE.glob("test_board_*.py")),
    "test_story",
    "test_terminal",
)
"""Tests of wording, drawings and bots, which need not cite a rule."""


def in_full(text: str) -> str:
    """Numbers as the rulebook has them: ``R-09`` is ``DUN-R-09``."""
    return SHORT.sub(r"DUN-\1", text)


DOCSTRINGS = [in_full(text) for text in docstrings_of_tests(HERE, ABOUT_NO_RULE)]
NUMBERS = BOOK.entries(RULES.rulebook)


def test_every_rule_is_cited_by_a_test() -> None:
    assert BOOK.uncited(RULES.rulebook, DOCSTRINGS) == []


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert BOOK.unknown(RULES.rulebook, DOCSTRINGS) == []


def test_every_test_cites_a_rule() -> None:
    assert [text for text in DOCSTRINGS if not BOOK.cited([text])] == []


def test_a_missing_citation_is_found() -> None:
    without = [text.replace("DUN-TC-036", "").replace("DUN-R-04", "") for text in DOCSTRINGS]
    assert {"DUN-TC-036", "DUN-R-04"} <= set(BOOK.uncited(RULES.rulebook, without))


def test_a_new_rule_without_a_test_is_found() -> None:
    longer = f"{RULES.rulebook}\n- **DUN-4.4.2** On Sundays it is three.\n"
    assert "DUN-4.4.2" in BOOK.uncited(longer, DOCSTRINGS)


def test_a_citation_of_nothing_is_found() -> None:
    assert BOOK.unknown(RULES.rulebook, [*DOCSTRINGS, "DUN-4.4.9: nobody wrote this."]) == ["DUN-4.4.9"]


def test_every_number_the_rules_of_the_program_name_is_in_the_rulebook() -> None:
    texts = [in_full(path.read_text(encoding="utf-8")) for path in sorted(SOURCES.rglob("*.py"))]
    assert texts
    assert BOOK.unknown(RULES.rulebook, texts) == []


def test_the_rulebook_refers_to_rules_that_exist() -> None:
    assert BOOK.unknown(RULES.rulebook, [RULES.rulebook]) == []


@pytest.mark.parametrize(
    ("family", "size"),
    [(r"\d", 192), ("DK", 26), ("R", 101), ("O", 31), ("K", 17), ("W", 11), ("TT", 13), ("TC", 188)],
)
def test_every_part_is_complete(family: str, size: int) -> None:
    found = [number for number in NUMBERS if re.match(rf"DUN-{family}[-.]", number)]
    assert len(found) == len(set(found)) == size


def test_every_option_has_a_rule_that_names_it() -> None:
    rules = {str(schema["rule"]) for schema in RULES.option_schema.values()}
    of_the_table = {"DUN-O-01", "DUN-O-11", "DUN-O-15", "DUN-O-16"}
    assert rules | of_the_table == {number for number in NUMBERS if number.startswith("DUN-O-")}
    assert all(schema["title"] and schema["description"] for schema in RULES.option_schema.values())
    assert set(LIVE_SITE) <= set(RULES.option_schema)


def test_what_the_program_numbers_is_in_the_rulebook() -> None:
    assert {f"DUN-{entry}" for entry in ENTRIES} == {one for one in NUMBERS if one.startswith("DUN-K-")}
    assert {f"DUN-{window}" for window in WINDOWS} == {one for one in NUMBERS if one.startswith("DUN-W-")}
    questions = [number[4:] for number in NUMBERS if number.startswith("DUN-TT-")]
    assert questions == [(kind.__doc__ or "").partition(":")[0] for kind in QUESTIONS]


def test_every_kind_of_answer_says_which_decision_it_answers() -> None:
    named = {number for kind in ACTIONS for number in re.findall(r"DK-\d+", kind.__doc__ or "")}
    assert {f"DUN-{number}" for number in named} | {"DUN-DK-06", "DUN-DK-22"} == {
        number for number in NUMBERS if number.startswith("DUN-DK-")
    }


def test_no_line_of_the_rulebook_is_too_long_to_read() -> None:
    assert too_long(RULES.rulebook) == []
