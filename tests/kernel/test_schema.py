"""The JSON Schema of an answer says what the boxes say."""

from __future__ import annotations

import json
from typing import cast

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator, meta
from tests.kernel.strategies import action_type, any_boxes

from turncoat.kernel.boxes import Action, Boxes, box
from turncoat.kernel.schema import components, exact, schema_of
from turncoat.kernel.space import Amounts, Between, OneOf, Order, Some

PLAN = action_type("plan", 2, "plan {first} {second}")


def validator(boxes: Boxes[Action]) -> Draft202012Validator:
    """The schema as other programs use it: after a trip over the wire."""
    schema = json.loads(msgspec.json.encode(schema_of(boxes)))
    meta.validate(schema)
    return Draft202012Validator(schema)


def legal(boxes: Boxes[Action], data: object) -> bool:
    """Whether the data is an answer that would be accepted."""
    for one in boxes.boxes:
        try:
            action = msgspec.convert(data, one.action)
        except msgspec.ValidationError:
            continue
        if one.settle(action) is not None:
            return True
    return False


atoms = st.one_of(st.none(), st.integers(-2, 9), st.sampled_from(["a", "b", "to", "and", "2", "tuek"]))
values = st.one_of(
    atoms,
    st.lists(atoms, max_size=3),
    st.dictionaries(st.sampled_from(["2", "7", "arrakeen", "tuek"]), st.integers(0, 5), max_size=3),
)


@given(any_boxes, st.data())
def test_the_schema_accepts_every_legal_answer(boxes: Boxes[Action], data: st.DataObject) -> None:
    """Whatever the boxes hold is valid as it goes over the wire."""
    action = boxes.nth(data.draw(st.integers(0, boxes.count - 1)))
    assert validator(boxes).is_valid(json.loads(msgspec.json.encode(action)))


@given(any_boxes, st.data())
def test_what_the_schema_accepts_is_legal(boxes: Boxes[Action], data: st.DataObject) -> None:
    """A legal answer with one field replaced by anything is valid only if it is still legal."""
    assume(exact(boxes))
    action = boxes.nth(data.draw(st.integers(0, boxes.count - 1)))
    forged = json.loads(msgspec.json.encode(action))
    forged[data.draw(st.sampled_from([*forged, "first", "extra"]))] = data.draw(values)
    assert not validator(boxes).is_valid(forged) or legal(boxes, forged)


FORGED: list[dict[str, object]] = [
    {"type": "plan", "first": 1},
    {"type": "plan", "first": 1, "second": 1},
    {"type": "plan", "first": 3, "second": 1},
    {"type": "plan", "first": "1", "second": 2},
    {"type": "plan", "first": True, "second": 2},
    {"type": "sing", "first": 1, "second": 2},
    {"type": "plan", "first": 1, "second": 2, "third": 3},
    {"first": 1, "second": 2},
]


@pytest.mark.parametrize("forged", FORGED)
def test_what_is_not_legal_is_not_valid(forged: dict[str, object]) -> None:
    """Missing, wrong and additional fields, equal values where they must differ, other types."""
    numbers = OneOf((1, 2))
    boxes = Boxes[Action](box(PLAN, "DUN-4.8.7", distinct=("first", "second"), first=numbers, second=numbers))
    assert validator(boxes).is_valid({"type": "plan", "first": 1, "second": 2})
    assert not validator(boxes).is_valid(forged)


def test_none_may_stand_in_two_distinct_fields() -> None:
    """DUN-4.8.5: neither weapon nor defence."""
    cards = OneOf(("knife", None))
    boxes = Boxes[Action](box(PLAN, "DUN-4.8.5", distinct=("first", "second"), first=cards, second=cards))
    assert validator(boxes).is_valid({"type": "plan", "first": None, "second": None})
    assert not validator(boxes).is_valid({"type": "plan", "first": "knife", "second": "knife"})


def test_a_row_has_each_of_its_members_as_often_as_there_are() -> None:
    """LOY-10.2.8: two militia of seat 1 and one of seat 2."""
    fall = action_type("fall", 1, "fall {first}")
    schema = validator(Boxes[Action](box(fall, "LOY-10.2.8", first=Order((1, 1, 2)))))
    assert schema.is_valid({"type": "fall", "first": [1, 2, 1]})
    assert not schema.is_valid({"type": "fall", "first": [1, 2, 2]})
    assert not schema.is_valid({"type": "fall", "first": [1, 2]})


def test_a_set_may_be_given_in_any_order() -> None:
    """What the schema accepts the kernel accepts, and keeps in the order of the choices."""
    discard = action_type("discard", 1, "discard {first}")
    boxes = Boxes[Action](box(discard, "DUN-4.8.17", first=Some(("a", "b", "c"), 0, 2)))
    given_ = {"type": "discard", "first": ["c", "a"]}
    assert validator(boxes).is_valid(given_)
    assert boxes.settle(msgspec.convert(given_, discard)) == boxes.nth(5)


def test_large_amounts_say_their_sum_in_words() -> None:
    """Where the numbers cannot be spelt out, the schema admits that it does not know everything."""
    ship = action_type("ship", 1, "ship {first}")
    boxes = Boxes[Action](box(ship, "DUN-4.7.2", first=Amounts((("force", 20), ("fedaykin", 20)), 5, 30)))
    branch = cast("list[dict[str, dict[str, dict[str, object]]]]", schema_of(boxes)["oneOf"])[0]
    field = branch["properties"]["first"]
    assert not exact(boxes)
    assert (field["x-sum"], field["description"]) == ([5, 30], "The numbers add up to at least 5 and at most 30.")


def test_nothing_is_valid_for_whoever_is_not_asked() -> None:
    nothing: Boxes[Action] = Boxes()
    assert not validator(nothing).is_valid({"type": "pass"})


def test_a_schema_that_forgets_a_limit_is_caught() -> None:
    """The planted fault: a number may be as large as it likes."""
    boxes = Boxes[Action](box(action_type("bid", 1, "bid {first}"), "DUN-4.5.3", first=Between(1, 3)))
    loose = cast("dict[str, list[dict[str, dict[str, dict[str, object]]]]]", schema_of(boxes))
    del loose["oneOf"][0]["properties"]["first"]["maximum"]
    forged = {"type": "bid", "first": 9}
    assert Draft202012Validator(loose).is_valid(forged)
    assert not legal(boxes, forged)
    assert not validator(boxes).is_valid(forged)


class Gift(Action, frozen=True, tag="gift"):
    """KER-1: a gift. ``to`` gets it; nobody need say why.

    Attributes:
        coins: How many coins.
    """

    phrase = "give {coins} to {to} for {reason}"

    coins: int
    to: int
    reason: str
    forgotten: str


def test_a_field_is_described_by_its_line_or_by_a_sentence_with_it() -> None:
    """Its own line, the sentence of the docstring that names it, what is typed; else nothing, which a test notices."""
    _, named = components((Gift,))
    fields = cast("dict[str, dict[str, str]]", named["Gift"]["properties"])
    assert {name: one.get("description", "") for name, one in fields.items() if name != "type"} == {
        "coins": "How many coins.",
        "to": "``to`` gets it;",
        "reason": "`reason` in `give {coins} to {to} for {reason}`.",
        "forgotten": "",
    }
