"""Answers as rows of small choices: every legal answer has one path, nothing else is reached, nobody gets stuck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.strategies import action_type, any_boxes, parted_boxes

from turncoat.kernel.boxes import Action, Boxes, box
from turncoat.kernel.ladder import FIRST, NONE, THAT_IS_ALL, Codes, Ladder
from turncoat.kernel.space import Amounts, Between, OneOf, Order, Some, Space

PLAN = action_type("plan", 2, "plan {first} {second}")
KINDS = {"seat": range(3), "place": ("tuek", "carthag", "arrakeen"), "": ("a", "b", "c", "to", "and", *range(10))}


def codes(boxes: Boxes[Action]) -> Codes:
    """Codes for the ids that the tests make up."""
    ids = {**KINDS, "": (*KINDS[""], "tuek", "carthag", "arrakeen")}
    return Codes(dict.fromkeys(each.action for each in boxes.boxes), ids, 3)


def paths(boxes: Boxes[Action], own: int = 0) -> Iterator[tuple[list[int], Action]]:
    """All paths, with the answer at the end of each."""
    known, waiting = codes(boxes), [list[int]()]
    while waiting:
        path = waiting.pop()
        ladder = Ladder(boxes, known, own)
        for code in path:
            ladder.take(code)
        if ladder.done:
            yield path, ladder.answer
        waiting += [[*path, code] for code in ladder.open]


def one(*fields: Space) -> Boxes[Action]:
    """One action with these fields."""
    first, second = (*fields, OneOf((1,)))[:2]
    return Boxes(box(PLAN, "TST-1", first=first, second=second))


@given(any_boxes.filter(lambda boxes: boxes.count <= 60))
def test_every_legal_answer_has_one_path_and_nothing_else_has_any(boxes: Boxes[Action]) -> None:
    reached = [repr(answer) for _, answer in paths(boxes)]
    assert sorted(reached) == sorted(repr(answer) for answer in boxes)


@given(any_boxes, st.data())
def test_nobody_who_climbs_gets_stuck(boxes: Boxes[Action], data: st.DataObject) -> None:
    ladder = Ladder(boxes, codes(boxes), 0)
    while not ladder.done:
        assert ladder.open
        assert all(0 <= code < ladder.codes.width for code in ladder.open)
        ladder.take(data.draw(st.sampled_from(ladder.open)))
    assert ladder.answer in boxes
    assert ladder.open == ()


@given(any_boxes, st.data())
def test_the_path_to_an_answer_leads_to_it(boxes: Boxes[Action], data: st.DataObject) -> None:
    answer = boxes.nth(data.draw(st.integers(0, boxes.count - 1)))
    ladder = Ladder(boxes, codes(boxes), 1)
    while not ladder.done:
        ladder.take(ladder.towards(answer))
    assert repr(ladder.answer) == repr(answer)


@given(parted_boxes())
def test_what_one_field_allows_depends_on_the_others(boxes: Boxes[Action]) -> None:
    """Two boxes of one type: after "c" the third field has the numbers of the second box alone."""
    for _, answer in paths(boxes):
        assert answer in boxes


def test_seats_are_counted_from_the_own_one() -> None:
    boxes = one(OneOf((0, 2), domain="seat"))
    left = FIRST + 1
    ladder = Ladder(boxes, codes(boxes), 2)
    ladder.take(0)
    assert ladder.open == (FIRST, left)
    ladder.take(left)
    assert getattr(ladder.answer, "first") == 0  # noqa: B009  # the type is made by the test


def test_a_number_larger_than_the_codes_takes_another_rung() -> None:
    boxes = one(Between(0, 100))
    top = codes(boxes).width - 1
    [path] = [path for path, answer in paths(boxes) if answer == boxes.nth(100)]
    assert path == [0, top, top, top, FIRST + 100 - 3 * (top - FIRST)]


def test_none_ends_and_forced_rungs() -> None:
    """Nobody is asked for what is settled; a set ascends by its codes, a row keeps its order."""
    assert [path for path, _ in paths(one(OneOf((None,))))] == [[0]]
    assert sorted(path for path, _ in paths(one(OneOf((None, "b"))))) == [[0, NONE], [0, FIRST + 1]]
    sets = sorted(path for path, _ in paths(one(Some(("b", "a"), 0, 2))))
    assert sets == [[0, 0], [0, FIRST, 0], [0, FIRST, FIRST + 1], [0, FIRST + 1]]
    rows = sorted(path for path, _ in paths(one(Order(("b", "a")))))
    assert rows == [[0, FIRST], [0, FIRST + 1]]


def test_amounts_are_a_kind_and_a_number_after_the_other() -> None:
    boxes = one(Amounts((("tuek", 2), ("carthag", 1)), 1, 3, "place"))
    found = {tuple(path): cast("dict[str, int]", getattr(answer, "first")) for path, answer in paths(boxes)}  # noqa: B009
    assert found[0, FIRST, FIRST + 2, FIRST + 1] == {"tuek": 2, "carthag": 1}
    assert found[0, FIRST, FIRST + 2, THAT_IS_ALL] == {"tuek": 2}
    assert found[0, FIRST + 1] == {"carthag": 1}


def test_an_id_that_nobody_lists_is_named() -> None:
    boxes = one(OneOf(("mars", "tuek"), domain="place"))
    ladder = Ladder(boxes, codes(boxes), 0)
    sentence = "'mars' has no code: the names of the game do not list it among the ids of 'place'"
    with pytest.raises(LookupError, match=sentence):
        ladder.take(0)


def test_what_cannot_be_chosen_is_refused() -> None:
    boxes = one(Between(1, 3))
    ladder = Ladder(boxes, codes(boxes), 0)
    with pytest.raises(ValueError, match="the answer is not complete: its type is still to be chosen"):
        _ = ladder.answer
    ladder.take(0)
    with pytest.raises(ValueError, match="code 9 cannot be chosen here; choose one of 3, 4, 5"):
        ladder.take(9)
    with pytest.raises(ValueError, match="this answer cannot be reached from here"):
        ladder.towards(one(Between(4, 4)).nth(0))
    with pytest.raises(ValueError, match="the boxes are empty"):
        Ladder(Boxes[Action](), codes(boxes), 0)
