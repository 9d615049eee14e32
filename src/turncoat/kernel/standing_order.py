"""Kinds of answers, and standing orders with exceptions.

"Pass as soon as 5 are bid" is: pass, unless a bid of 1, of 2, ... or of 5 is still possible; then I want to be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, cast

import msgspec
from msgspec import Struct, structs

from turncoat.kernel.boxes import A, Action, Box, Boxes, tag_of
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.misread import in_words
from turncoat.kernel.space import Id, OneOf, Space, Value, settled

Data = dict[str, object]
"""An answer as plain data."""


class Like(Struct, frozen=True):
    """Every answer of a type in which some fields have these values.

    Attributes:
        act: The type of the answer (``"bid"``).
        fields: Fields that are fixed; those left out may be anything.
    """

    act: str
    fields: dict[str, Value] = {}

    def among(self, boxes: Boxes[A]) -> bool:
        """Whether an answer of this kind is legal."""
        return any(box.tag == self.act and self._inside(box) for box in boxes.boxes)

    def _inside(self, box: Box[A]) -> bool:
        """Whether a box contains an answer of this kind."""
        fixed, spaces = self.fields, dict(box.fields)
        if not all(name in spaces and _has(spaces[name], value) for name, value in fixed.items()):
            return False
        if not box.distinct:
            return True
        narrow = [(name, OneOf((cast("Id", fixed[name]),))) for name in box.distinct if name in fixed]
        return Box(box.action, box.rule, tuple((spaces | dict(narrow)).items()), box.distinct).count() > 0


def _has(space: Space, value: Value) -> bool:
    """Whether a value belongs to a space; a set may be in any order."""
    return space.has(value) or space.has(settled(space, value))


class ConditionalOrder(Struct, Generic[A], frozen=True):
    """A standing order that holds only while none of its exceptions is possible.

    Attributes:
        answers: The answers: the first legal one is given.
        unless: While an answer like one of these is legal, the seat is asked instead.
    """

    answers: tuple[A, ...]
    unless: tuple[Like, ...]


StandingOrder = tuple[A, ...] | ConditionalOrder[A]
"""A standing order; without exceptions it is just its answers."""


def answers_of(ordered: StandingOrder[A]) -> tuple[A, ...]:
    """The answers of an order."""
    return ordered.answers if isinstance(ordered, ConditionalOrder) else ordered


def exceptions_of(ordered: StandingOrder[A]) -> tuple[Like, ...]:
    """The exceptions of an order; empty: it always holds."""
    return ordered.unless if isinstance(ordered, ConditionalOrder) else ()


def given(ordered: StandingOrder[A], legal: Boxes[A]) -> A | None:
    """The answer of an order among the legal ones; None: the seat is asked."""
    if isinstance(ordered, ConditionalOrder):
        if any(like.among(legal) for like in ordered.unless):
            return None
        ordered = ordered.answers
    return next((answer for answer in ordered if answer in legal), None)


def written(
    orders: Mapping[str, StandingOrder[A]], write: Callable[[A], Data]
) -> tuple[dict[str, list[Data]], dict[str, list[Data]]]:
    """The orders of a seat as plain data, by the key of the question, with their exceptions."""
    return (
        {key: list(map(write, answers_of(order))) for key, order in orders.items()},
        {key: list(map(write_like, unless)) for key, order in orders.items() if (unless := exceptions_of(order))},
    )


def read_like(data: Mapping[str, object], kinds: Sequence[type[Action]]) -> Like:
    """A kind of answer from plain data, an answer with some fields left out: ``{"type": "bid", "amount": 5}``.

    Raises:
        Unreadable: naming what is wrong with it.
    """
    known = {tag_of(kind): kind for kind in kinds}
    act = data.get("type")
    if not isinstance(act, str) or act not in known:
        raise Unreadable(
            "Under unless, type must name an action of this game.", field="unless.type", choices=tuple(known)
        )
    types = {field.name: field.type for field in structs.fields(known[act])}
    fields: dict[str, Value] = {}
    for name, value in data.items():
        if name == "type":
            continue
        if name not in types:
            sentence = f"Under unless, {act} has no field {name}; it has {', '.join(types) or 'none'}."
            raise Unreadable(sentence, field=f"unless.{name}", choices=tuple(types))
        try:
            fields[name] = cast("Value", msgspec.convert(value, cast("type[object]", types[name])))
        except msgspec.ValidationError as fault:
            raise Unreadable(f"Under unless, {in_words(fault, types[name], name)}.", field=f"unless.{name}") from None
    return Like(act, fields)


def write_like(like: Like) -> Data:
    """A kind of answer as plain data."""
    return {"type": like.act, **cast("dict[str, object]", msgspec.to_builtins(like.fields))}
