"""The lessons: every script can be played by the rules to its end, and the guide says what is true."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from turncoat.games import game_ids, game_of
from turncoat.games.truce.lesson import LESSON, YOU
from turncoat.games.truce.state import Defend, Support
from turncoat.kernel import clone, play
from turncoat.kernel.errors import Refusal
from turncoat.table.lessons import Course, course_of
from turncoat.table.rulebook import rules_of

LESSONS = [game for game in game_ids() if game_of(game).lesson]
SENTENCE = re.compile(r"[.?!](?=\s|$)")


def course(game: str) -> Course:
    found = course_of(game)
    assert found is not None
    return found


@pytest.mark.parametrize("game", LESSONS)
def test_a_script_is_legal_from_the_first_answer_to_the_last(game: str) -> None:
    """Every answer is one of those that can be given, and nobody is asked what the script does not know."""
    found, rules = course(game), game_of(game).rules
    assert len(found.before) == len(found.lesson.moves) + 1
    for then, move in zip(found.before, found.lesson.moves, strict=False):
        assert rules.audit(then) == []
        offered = play.boxes(then, move.seat) + play.beside(then, move.seat)
        assert move.action in offered, (move.seat, move.action)


@pytest.mark.parametrize("game", LESSONS)
def test_the_guide_is_short_and_cites_rules(game: str) -> None:
    lesson = course(game).lesson
    known = {rule.number for rule in rules_of(game_of(game).rules)}
    names = [f"Seat {seat}" for seat in range(lesson.seats)]
    guided = [(move.guide, move.rule) for move in lesson.moves if move.seat == lesson.learner]
    for text, rule in [*guided, (lesson.closing, lesson.rule)]:
        assert rule in known, rule
        assert 1 <= len(SENTENCE.findall(text.format(*names))) <= 2, text
    assert all(not move.guide for move in lesson.moves if move.seat != lesson.learner)


def test_truce_ends_level_and_the_learner_wins_by_support() -> None:
    """TRU-11.3: five coins each, and two supporters in the last round."""
    end = course("truce").before[-1]
    assert play.over(end)
    assert (end.supplies, end.winners) == ([5, 5, 4, 3], [YOU])  # type: ignore[attr-defined]


def test_a_script_that_the_rules_forbid_is_no_lesson() -> None:
    """The planted fault: TRU-3.2, nobody supports themselves."""
    first = replace(LESSON.moves[0], action=Support(YOU))
    with pytest.raises(Refusal):
        Course("truce", replace(LESSON, moves=(first, *LESSON.moves[1:])))


def test_who_does_something_else_leaves_the_script() -> None:
    """Up to the reveal nobody knows; then the script says nothing more to anybody."""
    found = course("truce")
    game = clone(found.before[0])
    play.submit(game, YOU, Defend())
    assert found.place(game) == 0
    for move in found.lesson.moves[1:4]:
        assert found.next_move(game, move.seat) == move
        play.submit(game, move.seat, move.action)
    assert found.place(game) is None
    assert [found.next_move(game, seat) for seat in range(4)] == [None] * 4
