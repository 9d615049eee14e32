"""Boxes of every shape, for hypothesis."""

from __future__ import annotations

from functools import cache
from typing import cast

from hypothesis import strategies as st

from turncoat.kernel.boxes import Action, Box, Boxes, box
from turncoat.kernel.message import Saying
from turncoat.kernel.space import Amounts, Between, Id, OneOf, Order, Some, Space, Value, Words

FIELDS = ("first", "second", "third")
PHRASES = (
    "{verb}",
    "{verb} {first}",
    "{verb} {first} to {second}",
    "{verb} {first} {second}",
    "{verb} {first} with {second} and {third}",
    "{first}, {second} {verb} {third}",
)
LABELS = ["to", "and", "with", "a, b", "nothing", "none", "x #2", 'the "Fox"', "Ann", "Anna", "", " ", "Zoë", "3", "go"]

ids: st.SearchStrategy[Id] = st.one_of(st.none(), st.integers(0, 9), st.sampled_from(["a", "b", "c", "to", "and"]))
few_ids = st.lists(ids, min_size=1, max_size=4, unique_by=lambda value: (type(value), value)).map(tuple)
keys = st.lists(st.sampled_from(["2", "7", "arrakeen", "carthag", "tuek"]), max_size=3, unique=True)


@st.composite
def amounts(draw: st.DrawFn) -> Amounts:
    """Amounts with room for at least one value."""
    caps = tuple((key, draw(st.integers(0, 4))) for key in draw(keys))
    low = draw(st.integers(0, sum(cap for _, cap in caps)))
    return Amounts(caps, low, low + draw(st.integers(0, 3)))


@st.composite
def some(draw: st.DrawFn) -> Some:
    """A set of some of a few values."""
    values = draw(few_ids)
    low = draw(st.integers(0, len(values)))
    return Some(values, low, draw(st.integers(low, len(values))))


@st.composite
def orders(draw: st.DrawFn) -> Order:
    """A row of some or all of a few values, of which some may be equal."""
    again: list[Id] = draw(st.lists(st.sampled_from([1, "a"]), max_size=2))
    values = (*draw(few_ids), *again)
    among = tuple(draw(st.lists(st.sampled_from(values), max_size=2, unique=True))) if values else ()
    low = draw(st.integers(0, len(values)))
    return Order(values, low, max(draw(st.integers(low, len(values))), len(among[:1])), among=among)


@st.composite
def betweens(draw: st.DrawFn) -> Between:
    """A few numbers in a row."""
    low = draw(st.integers(-3, 5))
    return Between(low, low + draw(st.integers(0, 5)))


one_ofs = few_ids.map(OneOf)
spaces: st.SearchStrategy[Space] = st.one_of(one_ofs, betweens(), some(), amounts(), orders(), st.just(Words(8)))


@cache
def action_type(tag: str, fields: int, phrase: str) -> type[Action]:
    """An action with so many fields, each of which may hold anything."""
    words = phrase.format(verb=tag, first="{first}", second="{second}", third="{third}")
    body = {"phrase": words, "__annotations__": dict.fromkeys(FIELDS[:fields], Value)}
    return cast("type[Action]", Saying(tag.capitalize(), (Action,), body))


@st.composite
def one_box(draw: st.DrawFn, tag: str, kinds: st.SearchStrategy[Space] = spaces) -> Box[Action]:
    """A box of an action called ``tag``."""
    size = draw(st.integers(0, 3))
    found = {name: draw(kinds) for name in FIELDS[:size]}
    named = [name for name, space in found.items() if isinstance(space, OneOf)]
    distinct = tuple(named) if len(named) > 1 and draw(st.booleans()) else ()
    phrase = draw(st.sampled_from([one for one in PHRASES if one.count("{") - 1 <= size]))
    return box(action_type(tag, size, phrase), f"TST-{tag}", distinct=distinct, **found)


@st.composite
def boxes(draw: st.DrawFn) -> Boxes[Action]:
    """One to three actions of different types, with at least one answer."""
    made = Boxes(*(draw(one_box(tag)) for tag in ("go", "stay", "leap")[: draw(st.integers(1, 3))]))
    return made or Boxes(draw(one_box("wait", betweens())))


@st.composite
def parted_boxes(draw: st.DrawFn) -> Boxes[Action]:
    """One type of answer in two boxes that do not overlap: what a dependent limit looks like."""
    kind = action_type("ship", 3, "{verb} {first} to {second} with {third}")
    total = draw(st.integers(1, 3))
    caps = (("2", 3), ("tuek", 2))
    near = box(kind, "TST-1", first=Amounts(caps, total, total), second=OneOf(("a", "b")), third=Between(0, 1))
    far = box(kind, "TST-2", first=Amounts(caps, total, total + 1), second=OneOf(("c",)), third=Between(2, 3))
    return Boxes(near, far)


any_boxes = st.one_of(boxes(), parted_boxes())
listable = any_boxes.filter(lambda found: found.count <= 1000)


class Called:
    """Names for ids, made up by a test."""

    def __init__(self, labels: list[str]) -> None:
        self.labels = labels
        self.given: dict[Id, str] = {}

    def label(self, domain: str, value: Id) -> str:
        """The label of a value; ids that come late share the last one."""
        if value not in self.given:
            self.given[value] = self.labels[min(len(self.given), len(self.labels) - 1)]
        return self.given[value]


called = st.lists(st.one_of(st.sampled_from(LABELS), st.text(max_size=6)), min_size=1, max_size=8).map(Called)
