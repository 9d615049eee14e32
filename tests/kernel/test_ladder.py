"""Answers put together choice by choice: every legal answer can be reached, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.strategies import action_type, any_boxes, parted_boxes

from turncoat.kernel.boxes import Action, Box, Boxes, box
from turncoat.kernel.ladder import Choice, Ladder
from turncoat.kernel.space import Amounts, Between, Id, OneOf, Order, Some, Words

PLAN = action_type("plan", 2, "plan {first} {second}")


def climbs(boxes: Boxes[Action], ladder: Ladder[Action] | None = None) -> list[Action]:
    """The answers at the ends of all climbs."""
    ladder = ladder or Ladder(boxes)
    if ladder.done:
        assert ladder.answer is not None
        return [ladder.answer]
    found = []
    for index in range(len(ladder.choices())):
        ladder.choose(index)
        found += climbs(boxes, ladder)
        ladder.undo()
    return found


def few(boxes: Boxes[Action]) -> bool:
    """Whether all climbs can be tried in a test: sets are climbed in every order of their members."""
    sets = [space for box in boxes.boxes for _, space in box.fields if isinstance(space, Some)]
    return boxes.count <= 60 and sum(len(space.values) for space in sets) <= 4


@given(any_boxes.filter(few))
def test_the_ends_of_all_climbs_are_the_legal_answers(boxes: Boxes[Action]) -> None:
    """Nothing legal is out of reach, nothing else is within it, and nobody gets stuck."""
    reached = climbs(boxes)
    assert all(answer in boxes for answer in reached)
    assert all(answer in reached for answer in boxes)


@given(any_boxes, st.data())
def test_no_climb_ends_in_a_dead_end(boxes: Boxes[Action], data: st.DataObject) -> None:
    """Wherever a learning agent goes, it arrives, and every rung has something to choose."""
    ladder = Ladder(boxes)
    while not ladder.done:
        mask = ladder.mask()
        assert any(mask)
        legal = [option for option, free in zip(ladder.options(), mask, strict=True) if free]
        assert set(legal) == set(ladder.choices())
        ladder.take(data.draw(st.sampled_from(legal)))
    assert ladder.answer in boxes
    assert ladder.choices() == ()


@given(any_boxes, st.data())
def test_every_choice_can_be_taken_back(boxes: Boxes[Action], data: st.DataObject) -> None:
    """Undo leads exactly to where one was before the last choice."""
    ladder = Ladder(boxes)
    seen = []
    while not ladder.done:
        seen.append((ladder.field, ladder.choices(), ladder.options(), list(ladder.picks)))
        ladder.choose(data.draw(st.integers(0, len(ladder.choices()) - 1)))
    while seen:
        ladder.undo()
        assert (ladder.field, ladder.choices(), ladder.options(), ladder.picks) == seen.pop()


def test_taking_back_nothing_changes_nothing() -> None:
    ladder = Ladder(Boxes[Action](box(PLAN, "TST-1", first=OneOf((1,)), second=OneOf((1,)))))
    ladder.undo()
    assert ladder.choices() == (Choice("", "plan"),)


def test_what_is_offered_depends_on_what_was_chosen() -> None:
    """DUN-4.8.7: the card in the first slot cannot be the one in the second."""
    cards = OneOf(("baliset", "jubba", None), "card")
    ladder = Ladder(Boxes[Action](box(PLAN, "DUN-4.8.7", distinct=("first", "second"), first=cards, second=cards)))
    ladder.choose(0)
    ladder.take(Choice("first", "baliset", domain="card"))
    assert [choice.value for choice in ladder.choices()] == ["jubba", None]
    assert [choice.value for choice in ladder.options()] == ["baliset", "jubba", None]
    assert ladder.mask() == (False, True, True)


def test_a_choice_that_would_leave_a_distinct_field_empty_is_not_offered() -> None:
    """Both slots must be filled with different cards: who takes the only shield first cannot go on."""
    only = box(PLAN, "TST-1", distinct=("first", "second"), first=OneOf(("shield", "knife")), second=OneOf(("shield",)))
    ladder = Ladder(Boxes[Action](only))
    ladder.choose(0)
    assert [choice.value for choice in ladder.choices()] == ["knife"]


@given(parted_boxes(), st.data())
def test_a_limit_that_depends_on_another_field_is_kept(boxes: Boxes[Action], data: st.DataObject) -> None:
    """DUN-4.7.2: where one ships to decides what one pays; forces chosen first leave only what fits."""
    ladder = Ladder(boxes)
    ladder.choose(0)
    while ladder.field == "first":
        ladder.choose(data.draw(st.integers(0, len(ladder.choices()) - 1)))
    place = data.draw(st.sampled_from(ladder.choices()))
    ladder.take(place)
    assert [choice.value for choice in ladder.choices()] == ([2, 3] if place.value == "c" else [0, 1])


def test_amounts_are_asked_for_one_after_the_other() -> None:
    """Three forces out of two of one kind and two of another: at least one of the first is needed."""
    ship = action_type("ship", 1, "ship {first}")
    ladder = Ladder(Boxes[Action](box(ship, "DUN-4.7.2", first=Amounts((("2", 2), ("fedaykin", 2)), 3, 3, "force"))))
    ladder.choose(0)
    assert [choice.label() for choice in ladder.choices()] == ["1 2", "2 2"]
    ladder.choose(0)
    assert [choice.label() for choice in ladder.choices()] == ["2 fedaykin"]
    ladder.choose(0)
    assert ladder.answer == ship(first={"2": 1, "fedaykin": 2})  # type: ignore[call-arg]


def test_a_set_is_chosen_in_any_order_and_ends_by_itself_when_it_is_full() -> None:
    """Members may be picked as one likes; "that is all" is offered as soon as there are enough."""
    discard = action_type("discard", 1, "discard {first}")
    ladder = Ladder(Boxes[Action](box(discard, "DUN-4.8.17", first=Some(("a", "b", "c"), 1, 2))))
    ladder.choose(0)
    assert [choice.label() for choice in ladder.choices()] == ["a", "b", "c"]
    ladder.take(Choice("first", "c"))
    assert [choice.label() for choice in ladder.choices()] == ["a", "b", "that is all"]
    ladder.take(Choice("first", "a"))
    assert ladder.answer == discard(first=("a", "c"))  # type: ignore[call-arg]
    ladder.undo()
    ladder.take(ladder.choices()[-1])
    assert ladder.answer == discard(first=("c",))  # type: ignore[call-arg]


def test_equal_members_of_a_row_are_offered_once() -> None:
    """LOY-10.2.8: which of two militia of one player falls first makes no difference."""
    fall = action_type("fall", 1, "fall {first}")
    ladder = Ladder(Boxes[Action](box(fall, "LOY-10.2.8", first=Order((1, 1, 2)))))
    ladder.choose(0)
    assert [choice.value for choice in ladder.choices()] == [1, 2]
    ladder.choose(0)
    ladder.choose(0)
    assert [choice.value for choice in ladder.choices()] == [2]


def test_free_text_is_written() -> None:
    """Words fit or are refused; they are the last thing that is asked here."""
    ask = action_type("ask", 2, "ask {first} {second}")
    ladder = Ladder(Boxes[Action](box(ask, "DUN-7.12.1", first=Between(0, 1), second=Words(5))))
    ladder.choose(0)
    with pytest.raises(ValueError, match="first does not take a text"):
        ladder.write("hello")
    ladder.choose(1)
    with pytest.raises(ValueError, match="second does not take a text of 6 characters"):
        ladder.write("hello!")
    ladder.write("hello")
    assert ladder.answer == ask(first=1, second="hello")  # type: ignore[call-arg]
    ladder.undo()
    assert ladder.field == "second"


def test_what_is_not_offered_cannot_be_chosen() -> None:
    ladder = Ladder(Boxes[Action](box(PLAN, "TST-1", first=OneOf((1,)), second=OneOf((1,)))))
    with pytest.raises(IndexError, match="there are 1, numbered from 0"):
        ladder.choose(1)
    with pytest.raises(IndexError):
        ladder.choose(-1)
    with pytest.raises(ValueError, match="cannot be chosen here"):
        ladder.take(Choice("", "sing"))


def test_nobody_who_is_not_asked_has_a_choice() -> None:
    ladder: Ladder[Action] = Ladder(Boxes())
    assert (ladder.choices(), ladder.done, ladder.answer) == ((), False, None)


class Careless(Ladder[Action]):
    """A planted fault: fields that must differ are not compared."""

    def _leaves_enough(self, box: Box[Action], value: Id) -> bool:
        return True


def test_a_ladder_that_forgets_is_caught() -> None:
    """The test of all climbs fails for a ladder that offers what it should not."""
    cards = OneOf(("baliset", "jubba"))
    boxes = Boxes[Action](box(PLAN, "DUN-4.8.7", distinct=("first", "second"), first=cards, second=cards))
    with pytest.raises(AssertionError):
        climbs(boxes, Careless(boxes))
