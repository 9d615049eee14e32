"""Boxes: the one description of what is legal."""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.strategies import action_type, listable

from turncoat.kernel.boxes import LISTED, NOTHING, Action, Box, Boxes, Closed, box, make
from turncoat.kernel.chance import KEY_BYTES, Chance, draw
from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.ruleset import SeatNames
from turncoat.kernel.schema import ClosedBox, boxes_view
from turncoat.kernel.space import Amounts, Between, OneOf, Order, Some, Words


class Attack(Action):
    phrase: ClassVar[str] = "attack {target}"

    target: int


class Loot(Action):
    phrase: ClassVar[str] = "loot"


class Plan(Action):
    dial: int
    weapon: str | None
    defence: str | None


class Ship(Action):
    forces: dict[str, int]
    to: str


NAMES = SeatNames(["Agatha", "Barney", "Celeste"])
WORTHLESS = ("baliset", "jubba")
PLAN: Box[Action] = box(
    Plan,
    "DUN-4.8.7",
    distinct=("weapon", "defence"),
    dial=Between(0, 3),
    weapon=OneOf(("lasgun", *WORTHLESS, None), "card"),
    defence=OneOf((*WORTHLESS, "shield", None), "card"),
)


@given(listable)
def test_counting_and_listing_agree(boxes: Boxes[Action]) -> None:
    """Every answer has one number, every number one answer, and every answer is accepted."""
    found = list(boxes)
    assert len(found) == boxes.count == len({repr(answer) for answer in found})
    assert all(answer in boxes for answer in found)


@given(listable, st.data())
def test_an_answer_can_be_called_by_its_number(boxes: Boxes[Action], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, boxes.count - 1))
    assert boxes.nth(index) == list(boxes)[index]
    with pytest.raises(IndexError):
        boxes.nth(boxes.count)


@given(listable)
def test_sampling_is_uniform_because_numbering_is_exact(boxes: Boxes[Action]) -> None:
    """A draw asks once for one of as many as there are answers, and each draw gives another one."""
    asked: list[int] = []
    results = iter(range(boxes.count))

    def below(number: int) -> int:
        asked.append(number)
        return next(results)

    assert [boxes.sample(below) for _ in range(boxes.count)] == list(boxes)
    assert set(asked) == {boxes.count}


@given(listable, st.data())
def test_what_is_in_the_boxes_is_what_is_listed(boxes: Boxes[Action], data: st.DataObject) -> None:
    """An answer with one field from another answer is accepted exactly if it is in the list."""
    action, other = (boxes.nth(data.draw(st.integers(0, boxes.count - 1))) for _ in range(2))
    values = {name: getattr(action, name) for name in action.__struct_fields__}
    for name in set(values) & set(other.__struct_fields__):
        mixed = make(action.__class__, {**values, name: getattr(other, name)})
        assert (mixed in boxes) == (mixed in list(boxes))


def test_large_boxes_are_not_listed() -> None:
    """An answer out of millions is found by arithmetic."""
    ship = box(Ship, "DUN-4.7.2", forces=Amounts(tuple((f"t{n}", 9) for n in range(8)), 1, 9), to=OneOf(("a", "b")))
    boxes = Boxes(ship)
    assert boxes.count > LISTED
    assert boxes.answers == ()
    assert boxes.nth(boxes.count - 1) in boxes
    with pytest.raises(IndexError):
        boxes.nth(boxes.count)


def test_fields_that_must_differ_are_counted_exactly() -> None:
    """DUN-4.8.7: the same card cannot fill both slots, but both may stay empty."""
    pairs = 4 * 4 - len(WORTHLESS)
    assert PLAN.count() == 4 * pairs == len(list(Boxes(PLAN)))
    assert Plan(0, None, None) in Boxes(PLAN)
    assert Plan(0, "jubba", "baliset") in Boxes(PLAN)
    assert Plan(0, "jubba", "jubba") not in Boxes(PLAN)


def test_a_field_between_distinct_ones_may_be_anything() -> None:
    """Distinctness skips the fields that it does not name."""
    kind = action_type("mix", 3, "mix {first} {second} {third}")
    seats = OneOf((1, 2))
    found = Boxes[Action](
        box(kind, "TST-1", distinct=("first", "third"), first=seats, second=Between(1, 3), third=seats)
    )
    assert found.count == 2 * 3 == len(list(found))


def test_an_empty_box_is_no_box() -> None:
    """An action without a legal value is not open."""
    boxes = Boxes[Action](box(Attack, "TRU-3.2", target=OneOf(())), box(Loot, "TRU-3.5"))
    assert boxes.tags == ("loot",)
    assert not NOTHING


def test_a_box_names_exactly_the_fields_of_its_action() -> None:
    """A slip in a rule is found when the rule is written."""
    with pytest.raises(TypeError, match=r"Attack has the fields \('target',\), not \('whom',\)"):
        box(Attack, "TRU-3.2", whom=OneOf((1,)))
    with pytest.raises(TypeError, match="only OneOf fields can be distinct"):
        box(Plan, "DUN-4.8.7", distinct=("dial",), dial=Between(0, 1), weapon=OneOf((None,)), defence=OneOf((None,)))


def test_boxes_are_equal_when_they_say_the_same() -> None:
    boxes = Boxes(box(Attack, "TRU-3.2", target=OneOf((1,))))
    assert boxes == Boxes(box(Attack, "TRU-3.2", target=OneOf((1,))))
    assert boxes != Boxes(box(Attack, "TRU-3.2", target=OneOf((2,))))


def test_sets_and_amounts_are_settled_before_they_are_kept() -> None:
    """Whoever sends the members of a set in another order has said the same."""
    kind = action_type("take", 2, "take {first} {second}")
    boxes = Boxes[Action](box(kind, "TST-1", first=Some((1, 2, 3), 0, 3), second=Amounts((("a", 2), ("b", 2)), 1, 4)))
    said = kind(first=(3, 1), second={"b": 1, "a": 0})  # type: ignore[call-arg]
    assert boxes.settle(said) == kind(first=(1, 3), second={"b": 1})  # type: ignore[call-arg]
    assert boxes.settle(kind(first=(1, 1), second={"b": 1})) is None  # type: ignore[call-arg]
    assert boxes.settle(Loot()) is None


OPEN: Boxes[Action] = Boxes[Action](
    box(Attack, "TRU-3.2", target=OneOf((1, 2), "seat")),
    PLAN,
    box(Ship, "DUN-4.7.2", forces=Amounts((("force", 3),), 1, 3), to=OneOf(("tuek",))),
    closed=(Closed(Loot, "TRU-3.5", "Loot needs at least 1 coin in your Supply"),),
)


@pytest.mark.parametrize(
    ("action", "field", "sentence"),
    [
        (Attack(0), "target", "attack: target must be Barney or Celeste (TRU-3.2)."),
        (Loot(), "type", "Loot needs at least 1 coin in your Supply (TRU-3.5)."),
        (Plan(9, None, None), "dial", "plan: dial must be 0 to 3 (DUN-4.8.7)."),
        (Plan(1, "jubba", "jubba"), "defence", "plan: jubba cannot be both weapon and defence (DUN-4.8.7)."),
        (Ship({"force": 4}, "tuek"), "forces", "ship: forces must be 1 to 3 in all (force up to 3) (DUN-4.7.2)."),
    ],
)
def test_a_refusal_names_the_field_the_choices_and_the_rule(action: Action, field: str, sentence: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        OPEN.check(action, NAMES)
    assert (refused.value.field, refused.value.sentence) == (field, sentence)
    assert refused.value.rule in sentence


def test_a_refusal_of_something_unheard_of_says_what_is_open() -> None:
    with pytest.raises(NotAllowed, match=r"^“loot” is not possible now; choose attack\.$") as refused:
        Boxes[Action](box(Attack, "TRU-3.2", target=OneOf((1,)))).check(Loot())
    assert refused.value.choices == ("attack",)
    with pytest.raises(NotAllowed, match=r"^“loot” is not possible now; you are not asked anything\.$"):
        NOTHING.check(Loot())


def test_a_refusal_speaks_of_the_box_that_comes_nearest() -> None:
    """DUN-4.7.2: three forces to Tuek's would do, and so would one to the Polar Sink."""
    forces = (("force", 3),)
    near = box(Ship, "DUN-4.7.2", forces=Amounts(forces, 1, 3), to=OneOf(("tuek",)))
    far = box(Ship, "DUN-4.7.2", forces=Amounts(forces, 1, 1), to=OneOf(("polar sink",)))
    with pytest.raises(NotAllowed) as refused:
        Boxes[Ship](near, far).check(Ship({"force": 3}, "polar sink"))
    assert refused.value.field in {"forces", "to"}
    assert set(refused.value.choices) <= {
        "tuek",
        "polar sink",
        "1 to 3 in all (force up to 3)",
        "1 in all (force up to 1)",
    }


def test_a_refusal_says_a_single_number_once() -> None:
    """DUN-4.8.5: nobody is there to be dialled: it is 0, and not from 0 to 0."""
    nobody = OneOf((None,), "card")
    boxes = Boxes[Plan](box(Plan, "DUN-4.8.5", dial=Between(0, 0), weapon=nobody, defence=nobody))
    with pytest.raises(NotAllowed, match=r"^plan: dial must be 0 \(DUN-4\.8\.5\)\.$"):
        boxes.check(Plan(2, None, None))


def test_what_is_open_is_plain_data_for_programs() -> None:
    """The wire says what the boxes say: type, rule, spaces, and what is closed and why."""
    shown = boxes_view(OPEN)
    assert [(one.type, one.rule, tuple(one.fields.items())) for one in shown.open] == [
        (box.tag, box.rule, box.fields) for box in OPEN.boxes
    ]
    assert shown.closed == (ClosedBox("loot", "TRU-3.5", "Loot needs at least 1 coin in your Supply"),)


def test_boxes_speak_of_what_is_open_or_closed_for_a_reason() -> None:
    assert OPEN.speak_of(Attack)
    assert OPEN.speak_of(Loot)
    assert not NOTHING.speak_of(Loot)


def test_two_sets_of_boxes_together() -> None:
    """What may be answered and what may be done beside it, in one menu."""
    both = Boxes[Action](box(Attack, "TRU-3.2", target=OneOf((1,)))) + OPEN
    assert both.tags == ("attack", "plan", "ship")
    assert both.closed == OPEN.closed


def test_a_box_can_be_asked_for_a_space() -> None:
    assert PLAN.space("dial") == Between(0, 3)
    with pytest.raises(KeyError):
        PLAN.space("speed")


def test_rows_and_texts_can_be_fields() -> None:
    kind = action_type("tell", 2, "tell {first} {second}")
    boxes = Boxes[Action](box(kind, "TST-1", first=Order((1, 2), 1, 1), second=Words(3)))
    assert boxes.count == 2
    assert kind(first=(2,), second="yes") in boxes  # type: ignore[call-arg]


def test_chance_draws_from_boxes() -> None:
    """A bot's policy in one line."""
    chance = Chance(bytes(KEY_BYTES))
    assert OPEN.sample(lambda sides: draw(chance, sides)) in OPEN


class Sloppy(Box[Action], frozen=True):
    """A planted fault: fields that must differ are not compared."""

    def faults(self, action: Action) -> list[str]:
        return [name for name, space in self.fields if not space.has(getattr(action, name))]


def test_a_box_that_accepts_too_much_is_caught() -> None:
    """The answers that it accepts are more than those it counts."""
    sloppy = Sloppy(PLAN.action, PLAN.rule, PLAN.fields, PLAN.distinct)
    cards = [None, "lasgun", *WORTHLESS, "shield"]
    accepted = [
        Plan(dial, card, two)
        for dial in range(4)
        for card in cards
        for two in cards
        if sloppy.has(Plan(dial, card, two))
    ]
    assert len(accepted) == sloppy.count() + 4 * len(WORTHLESS)
