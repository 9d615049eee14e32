"""Spaces: what is counted, what is numbered and what is accepted are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.strategies import amounts, orders, some, spaces

from turncoat.kernel.ruleset import SeatNames
from turncoat.kernel.space import (
    PLAIN,
    Amounts,
    Between,
    Id,
    OneOf,
    Order,
    Some,
    Space,
    Value,
    Words,
    id_of,
    in_words,
    settled,
)

values: st.SearchStrategy[object] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-4, 12),
    st.floats(0, 3),
    st.text(max_size=10),
    st.lists(st.sampled_from([None, 1, 2, "a", "b", "to"]), max_size=4).map(tuple),
    st.dictionaries(st.sampled_from(["2", "tuek", "arrakeen"]), st.integers(0, 3), max_size=3),
)


def every(space: Space) -> list[Value]:
    """All values of a space, by their numbers."""
    return [space.nth(index) for index in range(space.count())]


@given(spaces)
def test_every_number_names_another_value(space: Space) -> None:
    """Enumeration is as long as the count, without repeats."""
    found = every(space)
    assert len({repr(value) for value in found}) == space.count()


@given(spaces)
def test_every_value_that_is_numbered_is_accepted(space: Space) -> None:
    assert all(space.has(value) for value in every(space))


@given(spaces.filter(lambda space: not isinstance(space, Words)), values)
def test_nothing_else_is_accepted(space: Space, value: object) -> None:
    """What the space accepts has a number, and has the type of what has that number."""
    alike = [one for one in every(space) if one == value and type(one) is type(value)]
    assert space.has(value) == bool(alike)


@pytest.mark.parametrize(
    ("space", "count"),
    [
        (OneOf((1, 2, None)), 3),
        (Between(2, 5), 4),
        (Between(3, 2), 0),
        (Some((1, 2, 3, 4), 1, 2), 4 + 6),
        (Some((1, 2), 3, 3), 0),
        (Amounts((("a", 2), ("b", 1)), 0, 3), 3 * 2),
        (Amounts((("a", 9), ("b", 9)), 4, 4), 5),
        (Amounts((), 0, 0), 1),
        (Amounts((("a", 1),), 2, 5), 0),
        (Order((1, 2, 3)), 6),
        (Order((1, 1, 2)), 3),
        (Order((1, 2, 3), 1, 2), 3 + 6),
        (Order((1, 1, 2), 2, 2), 3),
        (Order((1, 2, 3), 1, 2, among=(3,)), 1 + 4),
        (Order((1, 2, 3), 0, 1, among=(1, 2)), 2),
        (Order(()), 1),
        (Words(10), 1),
    ],
)
def test_counts_that_can_be_done_by_hand(space: Space, count: int) -> None:
    assert space.count() == count == len(every(space))


def test_a_large_space_is_counted_without_being_listed() -> None:
    """Twenty forces over ten territories: more ways than anybody could list."""
    space = Amounts(tuple((f"t{number}", 20) for number in range(10)), 20, 20)
    assert space.count() == 10_015_005
    assert space.has(space.nth(10_015_004))
    with pytest.raises(IndexError):
        space.nth(10_015_005)


@pytest.mark.parametrize("space", [OneOf((1,)), Some((1,), 0, 1), Amounts((("a", 1),), 0, 1), Order((1, 2))])
def test_there_is_nothing_behind_the_last_value(space: Space) -> None:
    with pytest.raises(IndexError):
        space.nth(space.count())


@pytest.mark.parametrize(
    ("space", "value"),
    [
        (OneOf((0, 1)), False),
        (OneOf((0, 1)), 1.0),
        (Between(0, 3), True),
        (Between(0, 3), 1.0),
        (Between(0, 3), "1"),
        (Some((1, 2), 0, 2), [1]),
        (Some((1, 2), 0, 2), (1, 1)),
        (Amounts((("a", 2),), 0, 2), {"a": 0}),
        (Amounts((("a", 2),), 0, 2), {"a": True}),
        (Amounts((("a", 2),), 0, 2), {"b": 1}),
        (Amounts((("a", 2),), 0, 2), (("a", 1),)),
        (Order((1, 2)), (1,)),
        (Order((1, 2)), (1, 1)),
        (Order((1, 2, 3), 1, 2, among=(3,)), (1, 2)),
        (Words(3), "four"),
        (Words(3), 3),
    ],
)
def test_what_only_looks_like_a_value_is_not_accepted(space: Space, value: object) -> None:
    """True is no number, a list is no tuple, amounts have no zeros."""
    assert not space.has(value)


@given(some(), st.randoms(use_true_random=False), st.data())
def test_a_set_may_be_given_in_any_order(space: Some, random: object, data: st.DataObject) -> None:
    """It is kept in the order of the choices."""
    value = space.nth(data.draw(st.integers(0, space.count() - 1)))
    assert isinstance(value, tuple)
    assert settled(space, tuple(data.draw(st.permutations(value)))) == value


@given(amounts(), st.data())
def test_amounts_may_be_given_with_zeros(space: Amounts, data: st.DataObject) -> None:
    value = space.nth(data.draw(st.integers(0, space.count() - 1)))
    assert isinstance(value, dict)
    full = dict.fromkeys((key for key, _ in space.caps), 0) | value
    assert settled(space, full) == value


@given(orders(), st.data())
def test_the_order_of_a_row_is_kept(space: Order, data: st.DataObject) -> None:
    value = space.nth(data.draw(st.integers(0, space.count() - 1)))
    assert settled(space, value) == value


@pytest.mark.parametrize("value", [(1, 1), (3,), {"a": 1}, None])
def test_what_does_not_belong_is_left_as_it_is(value: object) -> None:
    """So that the refusal speaks of what was said."""
    assert settled(Some((1, 2), 0, 2), value) == value


def test_an_order_left_open_is_one_of_all() -> None:
    """Programs read the limits from the space; they are always numbers."""
    assert (Order((1, 2, 3)).low, Order((1, 2, 3)).high) == (3, 3)


@pytest.mark.parametrize(("key", "value"), [("2", 2), ("02", "02"), ("tuek", "tuek"), ("-1", "-1"), ("²", "²")])
def test_amounts_of_seats_are_called_by_their_names(key: str, value: Id) -> None:
    """LOY-8.5: a price for each holder; the keys are text, the seats are numbers."""
    assert id_of(key) == value


def test_a_space_is_put_into_words() -> None:
    names = SeatNames(["Agatha", "Barney", "Celeste"])
    assert in_words(OneOf((0, 2, None), "seat"), names) == ("Agatha", "Celeste", "none")
    assert in_words(Between(1, 3)) == ("1 to 3",)
    assert in_words(Some((0, 1), 0, 1, "seat"), names) == ("up to 1 of Agatha, Barney",)
    assert in_words(Some((0, 1), 0, 2, "seat"), names) == ("any number of Agatha, Barney",)
    assert in_words(Some((0,), 1, 1, "seat"), names) == ("1 of Agatha",)
    assert in_words(Amounts((("1", 2),), 0, 2, "seat"), names) == ("up to 2 in all (Barney up to 2)",)
    assert in_words(Amounts((("1", 9),), 3, 3, "seat"), names) == ("3 in all (Barney up to 3)",)
    assert in_words(Order((0, 1), domain="seat"), names) == ("all of Agatha, Barney in any order",)
    assert in_words(Order((0, 1), 1, 2, "seat"), names) == ("at least 1 of Agatha, Barney in any order",)
    needed = Order((0, 1), 1, 2, "seat", (1,))
    assert in_words(needed, names) == ("at least 1 of Agatha, Barney in any order, Barney among them",)
    assert in_words(Words(80)) == ("a text of at most 80 characters",)


def test_without_names_everything_is_called_by_its_id() -> None:
    assert (PLAIN.label("seat", 2), PLAIN.label("card", None)) == ("2", "none")


class Generous(Some, frozen=True):
    """A planted fault: a set that counts one value too many."""

    def count(self) -> int:
        return Some.count(self) + 1


def test_a_space_that_miscounts_is_caught() -> None:
    """Numbering and counting are compared by every test above; this one shows that it would be noticed."""
    with pytest.raises(IndexError):
        every(Generous((1, 2), 0, 1))  # type: ignore[arg-type]
