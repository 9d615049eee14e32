"""Copies of a state: equal, and sharing nothing that can change."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Generic, Literal, NewType, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from tests.kernel.games import REST, Ring, Say, bidding, start

from turncoat.kernel import play
from turncoat.kernel.cloning import clone

Seat = NewType("Seat", int)
Row = NewType("Row", list[int])
T = TypeVar("T")


class Colour(StrEnum):
    """An atom as well."""

    RED = "red"


class Card(Struct, frozen=True):
    """Something that never changes."""

    name: str


class Purse(Struct):
    """Something that changes."""

    coins: int = 0


class Chest(Struct):
    """Another thing that changes."""

    cards: list[str] = []


class Pair(Struct, Generic[T]):
    """Two of a kind."""

    first: T
    second: T


class Everything(Struct):
    """A field of every kind that a state may have."""

    number: int
    seat: Seat
    colour: Colour
    side: Literal["north", "south"]
    card: Card
    cards: tuple[Card, ...]
    numbers: list[int]
    row: Row
    deep: list[list[list[int]]]
    by_name: dict[str, int]
    lists: dict[str, list[int]]
    purses: dict[int, Purse]
    purse: Purse
    nobody: Purse | None
    either: Purse | Chest
    several: list[Purse | Chest | None]
    pair: Pair[Purse]
    mixed: int | str | None


class Named(Struct, kw_only=True):
    """Fields that are given by name."""

    purse: Purse
    name: str = ""


numbers = st.lists(st.integers(), max_size=3)
purses = st.builds(Purse, st.integers())
chests = st.builds(Chest, st.lists(st.text(max_size=3), max_size=3))
everything = st.builds(
    Everything,
    st.integers(),
    st.integers().map(Seat),
    st.just(Colour.RED),
    st.sampled_from(["north", "south"]),
    st.builds(Card, st.text(max_size=3)),
    st.lists(st.builds(Card, st.text(max_size=3)), max_size=3).map(tuple),
    numbers,
    numbers.map(Row),
    st.lists(st.lists(numbers, max_size=2), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=3), numbers, max_size=3),
    st.dictionaries(st.integers(), purses, max_size=3),
    purses,
    st.none() | purses,
    purses | chests,
    st.lists(st.none() | purses | chests, max_size=3),
    st.builds(Pair, purses, purses),
    st.none() | st.integers() | st.text(max_size=3),
)


def changeable(value: object) -> list[object]:
    """Everything inside a value that can be changed in place, the value itself included."""
    if isinstance(value, Struct):
        inside: list[object] = [getattr(value, name) for name in value.__struct_fields__]
        mutable = not value.__struct_config__.frozen
    elif isinstance(value, list | tuple):
        inside, mutable = list(value), isinstance(value, list)
    elif isinstance(value, dict):
        inside, mutable = list(value.values()), True
    else:
        return []
    return ([value] if mutable else []) + [found for part in inside for found in changeable(part)]


def shared(one: object, other: object) -> list[object]:
    """What can be changed and belongs to both."""
    known = {id(part) for part in changeable(one)}
    return [part for part in changeable(other) if id(part) in known]


@given(everything)
def test_a_copy_is_equal_and_shares_nothing_that_can_change(state: Everything) -> None:
    copy = clone(state)
    assert copy == state
    assert shared(state, copy) == []


@given(everything)
def test_what_cannot_change_is_shared(state: Everything) -> None:
    """That is why copying is fast."""
    copy = clone(state)
    assert copy.card is state.card
    assert copy.cards is state.cards


def test_fields_that_are_given_by_name_are_copied() -> None:
    state = Named(purse=Purse(3), name="Agatha")
    copy = clone(state)
    copy.purse.coins = 0
    assert state.purse.coins == 3


def test_a_game_is_copied_with_everything_that_is_open() -> None:
    """Sections, sealed answers, chance and standing orders: from the copy on, two games."""
    game = start(bidding(0, 1, 2), bidding(0, 1))
    play.order_standing(game, 1, "bidding.say", REST)
    play.submit(game, 2, Say(1))
    play.submit(game, 0, Ring("bell"))
    copy = clone(game)
    assert copy == game
    assert shared(game, copy) == []
    before = msgspec.json.encode(game)
    play.submit(copy, 1, REST)
    play.submit(copy, 0, Say(2))
    assert msgspec.json.encode(game) == before


class WithSet(Struct):
    """Sets have no order that is the same everywhere."""

    seats: set[int]


class WithFunction(Struct):
    """Functions are no data."""

    then: Callable[[], None]


class WithObject(Struct):
    """It could be anything."""

    thing: object


class WithTuple(Struct):
    """A tuple of things that change."""

    purses: tuple[Purse, ...]


class WithMixture(Struct):
    """A struct or a number."""

    either: Purse | int


class WithTwins(Struct):
    """Two kinds that look the same from outside."""

    either: Pair[Purse] | Pair[Chest]


REFUSED: list[Struct] = [
    WithSet({1}),
    WithFunction(print),
    WithObject(1),
    WithTuple((Purse(),)),
    WithMixture(1),
    WithTwins(Pair(Purse(), Purse())),
]


@pytest.mark.parametrize("state", REFUSED, ids=lambda state: type(state).__name__)
def test_what_cannot_be_copied_safely_is_refused(state: Struct) -> None:
    """With the type, when it is first tried; never a copy that shares something."""
    with pytest.raises(TypeError, match="cannot copy"):
        clone(state)


def test_a_copy_that_shares_is_caught() -> None:
    """The planted fault: a shallow copy."""
    state = Named(purse=Purse(3))
    shallow = Named(purse=state.purse)
    assert shallow == state
    assert shared(state, shallow) == [state.purse]
