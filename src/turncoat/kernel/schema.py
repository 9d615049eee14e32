"""Descriptions for programs: JSON Schemas of types and of legal answers, and boxes as plain data.

The schema of a type comes from msgspec, with the descriptions in its docstring. The schema of boxes has one branch for
each ``type`` of answer, and in it one branch for each box. What it accepts is legal, and the other way round, except
that it cannot say that the numbers of a large ``Amounts`` add up: there the limits are given in words and under
``x-sum``.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Annotated, cast, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.inspect import StructType, Type, multi_type_info

from turncoat.kernel.boxes import A, Action, Box, Boxes, tag_of
from turncoat.kernel.events import Event
from turncoat.kernel.message import Message, kinds_in
from turncoat.kernel.space import Amounts, Between, Id, OneOf, Order, Some, Space

Schema = dict[str, object]
"""A JSON Schema, or a part of one (draft 2020-12)."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SPELT_OUT = 64
"""An ``Amounts`` with at most this many values is a list of these, which also fixes the sum."""

_FIELD = re.compile(r"^ {4}(\w+): (.+?)(?=^ {4}\w+: |\Z)", re.MULTILINE | re.DOTALL)

# --- types --------------------------------------------------------------------------------------


def components(kinds: Sequence[object], place: str = "#/$defs/{name}") -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """The JSON Schemas of types, and of all types within them, by name."""
    made, named = msgspec.json.schema_components(kinds, schema_hook=_anything, ref_template=place)
    found = cast("dict[str, Schema]", named)
    for kind in structs_in(kinds):
        _describe(kind, _named(kind, found))
    _plain_rows([made, found])
    return cast("tuple[Schema, ...]", made), found


def _named(kind: type[Struct], found: dict[str, Schema]) -> Schema:
    """The schema of a struct among several; if two structs have the same name, its long name."""
    full = re.sub(r"[^\w.-]", "_", f"{kind.__module__}.{kind.__qualname__}")
    return found[kind.__name__ if kind.__name__ in found else full]


def schema_of_game(
    title: str,
    options: type[Struct],
    answers: Sequence[type[Action]],
    view: type[Struct],
    events: Sequence[type[Event]],
) -> Schema:
    """The JSON Schema of a game: an object with its ``options``, an ``answer``, a ``view`` and an ``event``.

    Options allow no unknown names, as in ``Ruleset.read_options``.
    """
    made, named = components((options, reduce(or_, answers), view, reduce(or_, events)))
    _named(options, named)["additionalProperties"] = False
    said = ("The options of a table.", "An answer of a seat.", "The view of a seat.", "An event that a seat can hear.")
    parts = [schema | {"description": text} for schema, text in zip(made, said, strict=True)]
    properties = dict(zip(("options", "answer", "view", "event"), parts, strict=True))
    return {"$schema": DIALECT, "title": title, "type": "object", "properties": properties, "$defs": named}


def _anything(kind: type) -> Schema:
    """The schema of ``object``.

    Raises:
        NotImplementedError: another type without a schema.
    """
    if kind is not object:
        raise NotImplementedError
    return {"description": "Any JSON value."}


def structs_in(kinds: Iterable[object]) -> Iterator[type[Struct]]:
    """All structs within these types, each once."""
    seen = set[type]()
    waiting = list(multi_type_info(kinds))
    while waiting:
        place = waiting.pop()
        if isinstance(place, StructType):
            kind = cast("type[Struct]", get_origin(place.cls) or place.cls)
            if kind not in seen:
                seen.add(kind)
                yield kind
                waiting += [field.type for field in place.fields]
        waiting += _inside(place)


def _inside(place: Type) -> Iterator[Type]:
    for name in ("type", "item_type", "key_type", "value_type"):
        if isinstance(inner := getattr(place, name, None), Type):
            yield inner
    for name in ("types", "item_types"):
        yield from cast("tuple[Type, ...]", getattr(place, name, ()))


def said_of(kind: type) -> tuple[str, dict[str, str]]:
    """The descriptions of a type and its fields in its docstring, including those of its base types."""
    fields: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        _, _, listed = inspect.cleandoc(base.__dict__.get("__doc__") or "").partition("\nAttributes:\n")
        fields |= {name: " ".join(text.split()) for name, text in _FIELD.findall(listed.partition("\n\n")[0])}
    text, _, _ = inspect.cleandoc(kind.__doc__ or "").partition("\nAttributes:\n")
    return text.strip(), fields


def _sentences(kind: type[Struct]) -> list[str]:
    """How a person types an answer of this type, or how an event is told, with fields in braces."""
    if issubclass(kind, Action):
        return [f"`{kind.phrase}`"] if kind.phrase else []
    return [f"`{text}`" for said in vars(kind).values() if isinstance(said, Message) for text in said.texts]


def _of_field(kind: type[Struct], name: str) -> str:
    """What is known of a field without a line of its own: the sentence that names it, or those in which it stands."""
    about = [one for one in re.split(r"(?<=[.;:]) +", " ".join(said_of(kind)[0].split())) if f"``{name}``" in one]
    within = [text for text in _sentences(kind) if re.search(rf"{{{name}\b", text)]
    return about[0] if about else f"`{name}` in {' or '.join(within)}." if within else ""


def _plain_rows(part: object) -> None:
    """Describe a list of a fixed length only by its length: client generators cannot read ``"items": false``."""
    if isinstance(part, dict):
        if part.get("items") is False:
            del part["items"]
        for inner in part.values():
            _plain_rows(inner)
    elif isinstance(part, list | tuple):
        for inner in part:
            _plain_rows(inner)


def _describe(kind: type[Struct], schema: Schema) -> None:
    """Put the descriptions of a struct and its fields into its schema."""
    text, said = said_of(kind)
    typed = ["In words:"] if issubclass(kind, Action) and kind.phrase else []
    schema["description"] = " ".join(filter(None, (text, *typed, *_sentences(kind)))) + ("." if typed else "")
    properties = cast("dict[str, Schema]", schema.get("properties", {}))
    if "type" in properties and "type" not in kind.__struct_fields__:
        (tag,) = cast("Sequence[str]", properties["type"]["enum"])
        properties["type"] = {"const": tag, "type": "string", "description": "The name of the type."}
    domains = kinds_in(kind)
    for name, described in properties.items():
        words = said.get(name) or _of_field(kind, name)
        if name in domains:
            words = f"{words} Of the kind `{domains[name].domain}`.".strip()
        if words:
            described.setdefault("description", words)
        if isinstance(described.get("default"), dict):
            del described["default"]
        if isinstance(pattern := described.get("pattern"), str):
            described["pattern"] = pattern.replace(r"\A", "^").replace(r"\Z", "$")


# --- answers ------------------------------------------------------------------------------------


FieldData = Annotated[
    object,
    Meta(
        description="One id (a number, a text or null), several ids in a list, or an amount for each id.",
        extra_json_schema={
            "anyOf": [
                {"type": ["integer", "string", "null"]},
                {"type": "array", "items": {"type": ["integer", "string", "null"]}},
                {"type": "object", "additionalProperties": {"type": "integer"}},
            ]
        },
    ),
]
"""A value in a field of an answer, as plain data of any game."""

AnswerData = Annotated[
    dict[str, FieldData],
    Meta(
        description="An answer: its type, and for each field a value out of the space that `boxes` name. "
        "The answers of a game: `answer` in `/api/games/{game}/schema`.",
        extra_json_schema={
            "required": ["type"],
            "properties": {"type": {"type": "string", "description": "The type of the answer (`attack`)."}},
        },
    ),
]
"""An answer as plain data of any game."""


OptionValue = Annotated[
    object,
    Meta(
        description="The value of an option: true or false, a number, or a text.",
        extra_json_schema={"type": ["boolean", "number", "string"]},
    ),
]
"""A value of an option as plain data, of whatever game."""

OptionsData = Annotated[
    dict[str, OptionValue],
    Meta(description="Options of a game by their names: `options` in `/api/games/{game}/schema`."),
]
"""Options of a table as plain data, of whatever game."""

OptionSchema = Annotated[
    dict[str, object],
    Meta(
        description="The JSON Schema of an option.",
        extra_json_schema={
            "required": ["title", "description", "rule", "default"],
            "properties": {
                "title": {"type": "string", "description": "Its name for people."},
                "description": {"type": "string", "description": "What it changes."},
                "rule": {"type": "string", "description": "The number of its rule."},
                "default": {"type": ["boolean", "number", "string"], "description": "What it is if it is left out."},
                "type": {"type": "string", "description": "The type of its values; left out where `enum` is there."},
                "enum": {
                    "type": "array",
                    "items": {"type": ["boolean", "number", "string"]},
                    "description": "Its values, if there are only a few.",
                },
                "minimum": {"type": "number", "description": "Its least value."},
                "maximum": {"type": "number", "description": "Its greatest value."},
                "maxLength": {"type": "integer", "description": "The most characters of a text."},
            },
        },
    ),
]
"""What can be said of an option, of whatever game."""


class OpenBox(Struct, frozen=True):
    """One way to answer: this type and, for each field, a value from its space.

    Attributes:
        type: The type of the answer (``"attack"``).
        rule: The number of the rule that allows it.
        fields: The fields of the answer, each with the space of its values.
        distinct: Fields whose values must differ from each other; null may repeat.
    """

    type: str
    rule: str
    fields: dict[str, Space]
    distinct: tuple[str, ...]


class ClosedBox(Struct, frozen=True):
    """An action that is not possible now.

    Attributes:
        type: The type of the answer.
        rule: The number of the rule that forbids it now.
        why: The reason, in words.
    """

    type: str
    rule: str
    why: str


class BoxesView(Struct, frozen=True):
    """All legal answers of a seat.

    Attributes:
        open: The ways to answer. Several can have the same type: then a value of one field depends on another field.
        closed: The types of answers that are not possible now.
    """

    open: tuple[OpenBox, ...]
    closed: tuple[ClosedBox, ...]


def boxes_view(boxes: Boxes[A]) -> BoxesView:
    """The boxes in the form for programs."""
    return BoxesView(
        tuple([OpenBox(box.tag, box.rule, dict(box.fields), box.distinct) for box in boxes.boxes]),
        tuple([ClosedBox(tag_of(closed.action), closed.rule, closed.why) for closed in boxes.closed]),
    )


def schema_of(boxes: Boxes[Action]) -> Schema:
    """The JSON Schema of an answer that fits one of these boxes."""
    alike: dict[str, list[Schema]] = {}
    for box in boxes.boxes:
        alike.setdefault(box.tag, []).append(_box(box))
    branches = [found[0] if len(found) == 1 else _any_of(tag, found) for tag, found in alike.items()]
    return {"$schema": DIALECT, "oneOf": branches} if branches else {"$schema": DIALECT, "not": {}}


def exact(boxes: Boxes[Action]) -> bool:
    """Whether the schema accepts exactly the answers in the boxes."""
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
    """Pairs of fields that must differ but hold the same value."""
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
    """Whether all choices of numbers within the caps have an allowed sum, or the values are listed."""
    return space.count() <= SPELT_OUT or (space.low <= 0 and space.high >= sum(cap for _, cap in space.caps))
