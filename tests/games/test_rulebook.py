"""The rulebooks themselves: every number is there once, is used, and is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import Struct
from tests.games.rulebook import Citations, docstrings_of_tests, too_long

from turncoat.games import ruleset
from turncoat.games.dune.advantages import ENTRIES
from turncoat.games.dune.options import LIVE_SITE, WINDOWS
from turncoat.games.dune.truthtrance import QUESTIONS
from turncoat.games.thrice import text
from turncoat.games.thrice.state import Thrice
from turncoat.kernel.play import decisions_of

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "src" / "turncoat" / "games"
DRAWN = ("test_board", "test_story", "test_terminal", "test_bot")
DUNE_WORDS = ("test_text", "test_battle_text", "test_supplies_text", "test_travels_text")


class Book(Struct, frozen=True):
    """What is expected of a rulebook.

    Attributes:
        game: Its game.
        prefix: What its numbers begin with.
        number: Pattern of a number, without the prefix.
        sections: Pattern of what can be cited as a whole though it has no entry: a number, found in the rulebook.
        letters: Likewise, named here.
        gone: Numbers that are missed as soon as no test cites them.
        added: A number that no rule has.
        elsewhere: Numbers of options that are settings of the table.
        apart: Tests of wording, drawings and bots, which are not asked for rules.
        free: Tests that may cite a rule and need not.
        gaps: Beginnings of numbers that are not counted through from 1.
    """

    game: str
    prefix: str
    number: str
    gone: tuple[str, ...]
    added: str
    sections: str = r"^## (\d+)\. "
    letters: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return ruleset(self.game).rulebook

    @property
    def citations(self) -> Citations:
        found = [match[match.lastindex or 0] for match in re.finditer(self.sections, self.text, re.MULTILINE)]
        known = frozenset(f"{self.prefix}-{one}" for one in (*found, *self.letters))
        return Citations(rf"{self.prefix}-{self.number}", known)

    @property
    def numbers(self) -> list[str]:
        return self.citations.entries(self.text)

    def docstrings(self, *without: str) -> list[str]:
        return docstrings_of_tests(HERE / self.game, (*self.apart, *without))


BOOKS = (
    Book(
        "truce",
        "TRU",
        r"(?:[RODX])?\d+(?:\.\d+)?",
        gone=("TRU-8.3",),
        added="TRU-9.10",
        elsewhere=("TRU-O4",),
    ),
    Book(
        "conspiracy",
        "CON",
        r"(?:[A-Z]{1,2}\.)?[A-Z]?\d+[a-z0-9]*(?:\.[a-z0-9]+)*",
        gone=("CON-5.b.iii.a", "CON-R18"),
        added="CON-U.99",
        elsewhere=("CON-OP.1", "CON-OP.4", "CON-OP.5", "CON-OP.6"),
        letters=("C", "G", "S", "W", "Q", "O", "M", "U", "I", "V", "R", "D", "OP", "X"),
        apart=(*DRAWN, "test_notation", "test_plotter"),
        gaps=("CON-D3c", "CON-X"),
    ),
    Book(
        "loyalty",
        "LOY",
        r"[RODE]?\d+(?:\.\d+){0,2}[a-g]?",
        gone=("LOY-14.1g",),
        added="LOY-14.99",
        sections=r"^## (\d+)\. |^- \*\*LOY-(\d+\.\d+)\.\d+\*\* ",
        letters=("O",),
        apart=(*DRAWN, "test_simulate"),
    ),
    Book(
        "thrice",
        "THR",
        r"(?:[RODE]\d+|\d+(?:\.\d+)?)",
        gone=("THR-9.3", "THR-R39"),
        added="THR-17.5",
        letters=("O", "D", "R", "E"),
        free=("test_bot", "test_simulate", "test_kept_characters", "test_board", "test_story"),
    ),
    Book(
        "dune",
        "DUN",
        r"(?:\d+\.\d+(?:\.\d+)?|(?:R|O|K|W|TC|DK)-\d+|TT-[A-Z]\d?)",
        gone=("DUN-TC-036", "DUN-R-04"),
        added="DUN-4.4.2",
        sections=r"^### (\d+\.\d+) |DUN-(\d+\.\d+)\.\d+",
        elsewhere=("DUN-O-01", "DUN-O-11", "DUN-O-15", "DUN-O-16"),
        apart=(*DRAWN, *DUNE_WORDS, *(path.stem for path in (HERE / "dune").glob("test_board_*.py"))),
        gaps=("DUN-O-", "DUN-TC-"),
    ),
)
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
DUNE = BOOKS[-1]


@every_book
def test_every_rule_is_cited_by_a_test(book: Book) -> None:
    assert book.citations.uncited(book.text, book.docstrings()) == []


@every_book
def test_no_test_cites_a_rule_that_does_not_exist(book: Book) -> None:
    assert book.citations.unknown(book.text, book.docstrings()) == []


@every_book
def test_every_test_of_a_rule_cites_it(book: Book) -> None:
    assert [said for said in book.docstrings(*book.free) if not book.citations.cited([said])] == []


@every_book
def test_a_missing_citation_is_found(book: Book) -> None:
    without = [re.sub("|".join(rf"{one}\b" for one in book.gone), "", said) for said in book.docstrings()]
    assert book.citations.uncited(book.text, without) == sorted(book.gone, key=book.numbers.index)


@every_book
def test_a_new_rule_without_a_test_is_found(book: Book) -> None:
    longer = f"{book.text}\n- **{book.added}** Nobody does anything on a Sunday.\n"
    assert book.citations.uncited(longer, book.docstrings()) == [book.added]


@every_book
def test_a_citation_of_nothing_is_found(book: Book) -> None:
    assert book.citations.unknown(book.text, [f"{book.added}: nobody wrote this."]) == [book.added]


@every_book
def test_every_number_the_rules_of_the_program_name_is_in_the_rulebook(book: Book) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (SOURCES / book.game).rglob("*.py")]
    assert texts
    assert book.citations.unknown(book.text, texts) == []


@every_book
def test_every_rule_of_a_section_is_cited_where_it_is_decided(book: Book) -> None:
    """Rules that hold because nothing is done, and advice, are cited where one looks for them."""
    texts = [path.read_text(encoding="utf-8") for path in (SOURCES / book.game).rglob("*.py")]
    assert [one for one in book.citations.uncited(book.text, texts) if one[4].isdigit()] == []


@every_book
def test_the_rulebook_refers_to_rules_that_exist(book: Book) -> None:
    assert book.citations.unknown(book.text, [book.text]) == []


@every_book
def test_no_number_is_left_out_and_none_occurs_twice(book: Book) -> None:
    families: dict[str, list[int]] = {}
    for number in book.numbers:
        if found := re.fullmatch(r"(.*?)(\d+)", number):
            families.setdefault(found[1], []).append(int(found[2]))
    gaps = {begin for begin, counted in families.items() if counted != list(range(1, len(counted) + 1))}
    assert gaps == set(book.gaps), "count on from the last number of the section"
    assert len(book.numbers) == len(set(book.numbers))


@every_book
def test_every_option_has_a_rule_that_names_it(book: Book) -> None:
    schema = ruleset(book.game).option_schema.values()
    rules = {str(one["rule"]) for one in schema}
    assert rules | {*book.elsewhere} == {
        number for number in book.numbers if re.match(rf"{book.prefix}-O(?:P\.|-|\d)", number)
    }
    assert all(one["title"] and one["description"] for one in schema)


@every_book
def test_no_line_of_the_rulebook_is_too_long_to_read(book: Book) -> None:
    assert too_long(book.text) == []


@every_book
def test_every_event_says_what_happened_in_one_sentence(book: Book) -> None:
    assert all((kind.__doc__ or "").strip() for kind in ruleset(book.game).events)


# --- what one rulebook has and no other ---------------------------------------------------------


def test_the_rulebook_of_truce_begins_with_a_summary_and_ends_with_examples_and_tips() -> None:
    headings = re.findall(r"^## (.*)$", BOOKS[0].text, re.MULTILINE)
    assert headings[0] == "On one page"
    assert headings[-2:] == ["19. Worked examples", "Tips"]


def test_every_decision_of_thrice_has_its_question() -> None:
    assert {step.key for step in decisions_of(Thrice)} == set(text.QUESTIONS)


def of_dune(family: str) -> set[str]:
    """The numbers of a part of its rulebook."""
    return {number for number in DUNE.numbers if number.startswith(f"DUN-{family}-")}


def test_what_the_program_numbers_is_in_the_rulebook_of_dune() -> None:
    assert {advantage.prevention for advantage in ENTRIES.values()} == of_dune("K")
    assert {f"DUN-{window}" for window in WINDOWS} == of_dune("W")
    assert {(kind.__doc__ or "").partition(":")[0] for kind in QUESTIONS} == of_dune("TT")
    assert set(LIVE_SITE) <= set(ruleset("dune").option_schema)


def test_every_kind_of_answer_of_dune_says_which_decision_it_answers() -> None:
    named = {number for kind in ruleset("dune").actions for number in re.findall(r"DK-\d+", kind.__doc__ or "")}
    assert {f"DUN-{number}" for number in named} | {"DUN-DK-06", "DUN-DK-22"} == of_dune("DK")
