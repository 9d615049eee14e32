"""Boxes of one action on one card: what goes together, and which box an answer is in."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from turncoat.kernel.boxes import Action, Boxes, box
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.space import PLAIN, Amounts, Between, OneOf, Order
from turncoat.web.composer import compose
from turncoat.web.entries import entries
from turncoat.web.forms import read_answer


class March(Action):
    """XYZ-1: go where nobody is asked."""

    phrase = "march {units} from {origin} to {to}"

    origin: str
    to: str
    units: dict[str, int]


class Ask(Action):
    """XYZ-2: go where somebody is asked, for a price."""

    phrase = "ask to march {units} from {origin} to {to} for {prices}"

    origin: str
    to: str
    units: dict[str, int]
    prices: dict[str, int]


class Strike(Action):
    """XYZ-3: at one or more, in an order."""

    phrase = "strike {targets} with {force}"

    targets: tuple[int, ...]
    force: int


def units(**caps: int) -> Amounts:
    return Amounts(tuple(caps.items()), 1, sum(caps.values()), "unit")


PLANS: Boxes[Action] = Boxes(
    box(March, "XYZ-1", origin=OneOf(("A",), "place"), to=OneOf(("B", "C"), "place"), units=units(foot=3)),
    box(March, "XYZ-1", origin=OneOf(("B",), "place"), to=OneOf(("A",), "place"), units=units(foot=1, horse=2)),
    box(
        Ask,
        "XYZ-2",
        origin=OneOf(("A",), "place"),
        to=OneOf(("D",), "place"),
        units=units(foot=3),
        prices=Amounts((("2", 4),), 0, 4, "seat"),
    ),
    box(Strike, "XYZ-3", targets=Order((1, 2), 1, domain="seat"), force=Between(1, 3)),
    box(Strike, "XYZ-3", targets=Order((3,), 1, domain="seat"), force=Between(2, 5)),
)
SHARED = {"ask": "march"}


def form(action: Action, key: str) -> dict[str, list[str]]:
    sent = {"act": [key]}
    for name, space in next(entry for entry in entries(PLANS, SHARED) if entry.key == key).fields:
        value: Any = getattr(action, name, {})
        if isinstance(space, Amounts):
            sent |= {f"{key}.{name}.{kind}": [str(value.get(kind, 0))] for kind, _ in space.caps}
        elif isinstance(space, Order):
            places = [value.index(one) + 1 if one in value else 0 for one in space.values]
            sent |= {f"{key}.{name}.{number}": [str(place)] for number, place in enumerate(places)}
        else:
            sent[f"{key}.{name}"] = [str(value)]
    return sent


@pytest.mark.parametrize("trial", range(40))
def test_every_answer_finds_its_box_whatever_card_it_was_on(trial: int) -> None:
    action = PLANS.sample(Random(trial).randrange)
    data = read_answer(form(action, "strike" if isinstance(action, Strike) else "march"), PLANS, shared=SHARED)
    fields = {name: value for name, value in data.items() if name != "type"}
    assert data["type"] == action.__struct_config__.tag
    assert fields == {name: getattr(action, name) for name in action.__struct_fields__}


def test_one_card_for_an_action_and_for_those_that_share_it() -> None:
    assert [entry.key for entry in entries(PLANS, SHARED)] == ["march", "strike"]
    assert [entry.key for entry in entries(PLANS)] == ["march", "ask", "strike"]
    march, strike = compose(PLANS, PLAIN, {}, None, SHARED).options
    assert [control.field for control in march.controls] == ["origin", "to", "units", "prices"]
    assert [control.kind for control in strike.controls] == ["order", "number"]


def test_script_learns_which_limits_go_with_which_picks() -> None:
    """A row for each box, a cell for each field: choices by number, limits by name, nothing where there is no field."""
    march = compose(PLANS, PLAIN, {}, None, SHARED).options[0]
    rows = json.loads(march.together)
    labels = [choice.value for choice in march.controls[1].choices]
    first, back, ask = rows
    assert [labels[number] for number in first[1]] == ["B", "C"]
    assert first[2] == {"low": 1, "high": 3, "caps": [3, 0]}
    assert back[2] == {"low": 1, "high": 3, "caps": [1, 2]}
    assert (first[3], ask[3]) == (None, {"low": 0, "high": 4, "caps": [4]})
    assert [phrase.partition(" ")[0] for phrase in json.loads(march.phrases)] == ["march", "march", "ask"]


def test_an_answer_in_no_box_goes_to_the_one_that_comes_closest() -> None:
    """The rules refuse it there, and say which field is wrong."""
    sent = form(March("A", "B", {"horse": 1}), "march")
    assert read_answer(sent, PLANS, shared=SHARED) == {
        "type": "march", "origin": "A", "to": "B", "units": {"horse": 1},
    }  # fmt: skip


def test_an_order_of_some_names_at_least_one_and_no_place_twice() -> None:
    sent = form(Strike((1,), 2), "strike")
    for places, words in (
        ((0, 0, 0), "to at least 1 of them"),
        ((1, 1, 0), "each number from 1 to 2 once"),
    ):
        for number, place in enumerate(places):
            sent[f"strike.targets.{number}"] = [str(place)]
        with pytest.raises(Unreadable, match=words):
            read_answer(sent, PLANS, shared=SHARED)


def test_an_exact_number_begins_shared_out_and_what_has_one_value_is_picked() -> None:
    boxes: Boxes[Action] = Boxes(
        box(
            March, "XYZ-1", origin=OneOf(("A",)), to=OneOf(("B", "C")), units=Amounts((("foot", 2), ("horse", 3)), 4, 4)
        )
    )
    origin, to, shared = compose(boxes, PLAIN, {}).options[0].controls
    assert [choice.picked for choice in (*origin.choices, *to.choices)] == [True, False, False]
    assert shared.amounts == (2, 2)
