"""JSON Schema of what a seat may answer, for programs that answer over a wire.

One branch for each type of answer, told apart by ``type``; within it one branch for each box. What the
schema accepts is legal, and the other way round, except that it cannot say that the numbers of a large
``Amounts`` add up: there the limits are given in words and under ``x-sum``.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from turncoat.kernel.boxes import Action, Box, Boxes
from turncoat.kernel.space import Amounts, Between, Id, OneOf, Order, Some, Space

Schema = dict[str, object]
"""A JSON Schema, or a part of one (draft 2020-12)."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SPELT_OUT = 64
"""Up to this many values, an ``Amounts`` is given as a list of them, which also fixes the sum."""


def schema_of(boxes: Boxes[Action]) -> Schema:
    """The JSON Schema of an answer that fits one of these boxes."""
    alike: dict[str, list[Schema]] = {}
    for box in boxes.boxes:
        alike.setdefault(box.tag, []).append(_box(box))
    branches = [found[0] if len(found) == 1 else _any_of(tag, found) for tag, found in alike.items()]
    return {"$schema": DIALECT, "oneOf": branches} if branches else {"$schema": DIALECT, "not": {}}


def exact(boxes: Boxes[Action]) -> bool:
    """Whether the schema accepts nothing but what the boxes hold."""
    spaces = [space for box in boxes.boxes for _, space in box.fields]
    return not any(isinstance(space, Amounts) and not _adds_up(space) for space in spaces)


def _any_of(tag: str, found: list[Schema]) -> Schema:
    return {"type": "object", "required": ["type"], "properties": {"type": {"const": tag}}, "anyOf": found}


def _box(box: Box[Action]) -> Schema:
    schema: Schema = {
        "type": "object",
        "title": box.action.phrase or box.tag,
        "description": box.rule,
        "properties": {"type": {"const": box.tag}, **{name: space_schema(space) for name, space in box.fields}},
        "required": ["type", *(name for name, _ in box.fields)],
        "additionalProperties": False,
    }
    clashes = _clashes(box)
    return schema | {"not": {"anyOf": clashes}} if clashes else schema


def _clashes(box: Box[Action]) -> list[Schema]:
    """Pairs of distinct fields that hold the same value."""
    spaces = {name: space for name, space in box.fields if isinstance(space, OneOf)}
    return [
        {"required": [first, second], "properties": {first: {"const": value}, second: {"const": value}}}
        for first, second in combinations(box.distinct, 2)
        for value in spaces[first].values
        if value is not None and value in spaces[second].values
    ]


def space_schema(space: Space) -> Schema:
    """The JSON Schema of one field."""
    if isinstance(space, OneOf):
        return {"enum": list(space.values)}
    if isinstance(space, Between):
        return {"type": "integer", "minimum": space.low, "maximum": space.high}
    if isinstance(space, Some):
        return _list(space.values, space.low, space.high) | {"uniqueItems": True}
    if isinstance(space, Order):
        return _row(space)
    if isinstance(space, Amounts):
        return _amounts(space)
    return {"type": "string", "maxLength": space.longest}


def _list(values: tuple[Id, ...], low: int, high: int) -> Schema:
    return {"type": "array", "items": {"enum": list(dict.fromkeys(values))}, "minItems": low, "maxItems": high}


def _row(space: Order) -> Schema:
    row = _list(space.values, space.low, space.high)
    if space.among:
        row |= {"contains": {"enum": list(space.among)}}
    many = {value: number for value, number in Counter(space.values).items() if number < space.high}
    if not many:
        return row
    if all(number == 1 for number in many.values()) and len(many) == len(space.values):
        return row | {"uniqueItems": True}
    limits = [{"contains": {"const": value}, "minContains": 0, "maxContains": number} for value, number in many.items()]
    return row | {"allOf": limits}


def _amounts(space: Amounts) -> Schema:
    if space.count() <= SPELT_OUT:
        return {"enum": [space.nth(index) for index in range(space.count())]}
    shape: Schema = {
        "type": "object",
        "properties": {key: {"type": "integer", "minimum": 0, "maximum": cap} for key, cap in space.caps},
        "additionalProperties": False,
    }
    if _adds_up(space):
        return shape
    return shape | {
        "description": f"The numbers add up to at least {space.low} and at most {space.high}.",
        "x-sum": [space.low, space.high],
    }


def _adds_up(space: Amounts) -> bool:
    """Whether every choice of numbers within the caps has a sum within the limits, or the values are spelt out."""
    return space.count() <= SPELT_OUT or (space.low <= 0 and space.high >= sum(cap for _, cap in space.caps))
