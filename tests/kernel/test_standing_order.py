"""Answers that are like each other: from plain data, and whether one of them is legal."""

from __future__ import annotations

import msgspec
import pytest
from tests.kernel.games import Nod, Pay, Rest, Say

from turncoat.kernel.boxes import Action, Boxes, box
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.space import Between, OneOf, Some
from turncoat.kernel.standing_order import (
    Like,
    read_like,
    write_like,
)

KINDS = (Say, Nod, Rest, Pay)


class Pair(Action):
    """Two that must differ."""

    one: int
    other: int


LEGAL: Boxes[Action] = Boxes(
    box(Say, "TNY-1", number=Between(2, 4)),
    box(Nod, "TNY-2", seats=Some((0, 1, 2), 1, 2, "seat")),
    box(Pair, "TNY-8", one=OneOf((1, 2)), other=OneOf((1, 2)), distinct=("one", "other")),
)

FEWER: Boxes[Action] = Boxes(box(Say, "TNY-1", number=Between(2, 3)))


@pytest.mark.parametrize(
    ("like", "legal"),
    [
        (Like("say"), True),
        (Like("say", {"number": 2}), True),
        (Like("say", {"number": 1}), False),
        (Like("say", {"volume": 2}), False),
        (Like("rest"), False),
        (Like("nod", {"seats": (0, 2)}), True),
        (Like("nod", {"seats": (2, 0)}), True),
        (Like("nod", {"seats": (0, 1, 2)}), False),
        (Like("pair", {"one": 1}), True),
        (Like("pair", {"one": 1, "other": 2}), True),
        (Like("pair", {"one": 1, "other": 1}), False),
    ],
)
def test_it_is_known_whether_one_is_legal(like: Like, legal: bool) -> None:
    assert like.among(LEGAL) is legal


@pytest.mark.parametrize("data", [{"type": "say"}, {"type": "say", "number": 2}, {"type": "nod", "seats": [0, 2]}])
def test_what_is_written_is_read_again(data: dict[str, object]) -> None:
    read = read_like(data, KINDS)
    assert read_like(write_like(read), KINDS) == read
    assert msgspec.json.decode(msgspec.json.encode(write_like(read))) == data


@pytest.mark.parametrize(
    ("data", "words", "field"),
    [
        ({}, "Under unless, type must name an action of this game.", "unless.type"),
        ({"type": ["say"]}, "Under unless, type must name an action of this game.", "unless.type"),
        ({"type": "shout"}, "Under unless, type must name an action of this game.", "unless.type"),
        ({"type": "say", "volume": 2}, "Under unless, say has no field volume; it has number.", "unless.volume"),
        (
            {"type": "say", "number": "two"},
            "Under unless, number must be a whole number, not text.",
            "unless.number",
        ),
    ],
)
def test_what_cannot_be_read_is_explained(data: dict[str, object], words: str, field: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_like(data, KINDS)
    assert (refused.value.sentence, refused.value.field) == (words, field)
