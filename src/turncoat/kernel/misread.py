"""Explains mistakes in data from a client: which field is wrong, what it can contain, and what to do.

Unknown fields in data are always refused; the refusal names the field and lists the known ones. The library ``msgspec``
finds the mistakes; readers never see its own error messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import inspect

from turncoat.kernel.boxes import Action
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.lexicon import either

_UNKNOWN = re.compile(r"unknown field `(?P<name>[^`]*)`(?: - at `\$?\.?(?P<path>[^`]*)`)?")
_MISSING = re.compile(r"missing required field `(\w+)`")
_INVALID = re.compile(r"Invalid (?:enum )?value (.+)")
_EXPECTED = re.compile(r"Expected `(?P<kind>[^`]+)`(?P<more>.*)")
_GOT = re.compile(r", got `([^`]+)`")
_LIMIT = re.compile(r" (?:of length )?(?P<than>[<>]=?) (?P<limit>\S+)")
_LENGTH = re.compile(r" of (?P<at>at (?:least|most) )?length (?P<low>\d+)(?: to (?P<high>\d+))?")
_MULTIPLE = re.compile(r" that's a multiple of (\S+)")
_MALFORMED = re.compile(r"JSON is malformed: (?P<why>.+) \(byte (?P<byte>\d+)\)")
_ONE = re.compile(r"\b1 (characters|fields|entries)$")
_STEP = re.compile(r"\w+|\[[^\]]*\]")

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}
_TYPES: tuple[tuple[type[inspect.Type] | tuple[type[inspect.Type], ...], str], ...] = (
    (inspect.IntType, "int"),
    (inspect.FloatType, "float"),
    (inspect.StrType, "str"),
    (inspect.BoolType, "bool"),
    (inspect.NoneType, "null"),
    ((inspect.ListType, inspect.VarTupleType, inspect.TupleType, inspect.SetType, inspect.FrozenSetType), "array"),
    ((inspect.StructType, inspect.DictType), "object"),
)
_LIMITS = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}

_JSON = {
    "invalid character": "a character or word cannot stand there",
    "invalid number": "numbers are written as 5, -5 or 0.5",
    "invalid utf-16 surrogate pair": r"in text, \uD800 to \uDFFF are halves of signs, and both halves must be there",
    "trailing characters": "nothing may follow the end of the data",
    "trailing comma in object": "remove the comma before the closing bracket",
    "trailing comma in array": "remove the comma before the closing bracket",
    "object keys must be strings": "the name of a field must stand in double quotation marks",
    "expected '\"'": "the name of a field must stand in double quotation marks",
    "expected ':'": "a colon must follow the name of a field",
    "expected ',' or ']'": "a comma or ] must follow an entry of a list",
    "expected ',' or '}'": "a comma or } must follow the value of a field",
}
_ESCAPE = r'in text, \ must be followed by one of " \ / b f n r t, or by u and 4 hexadecimal digits'
_WRITTEN = {
    "RFC3339 encoded datetime": "a time such as 2026-11-28T20:00:00Z",
    "RFC3339 encoded date": "a date such as 2026-11-28",
    "RFC3339 encoded time": "a time such as 20:00:00",
    "base64 encoded string": "bytes in base64",
}
"""By the name that ``msgspec`` gives a notation: an example or description of it, for people."""


def unknown_field(fault: str, kind: object, path: str = "") -> Unreadable | None:
    """The refusal of an unknown field; None if the mistake is a different one.

    Args:
        fault: The error message of ``msgspec`` for data whose type forbids unknown fields.
        kind: The type that the data should have.
        path: The place of the field in the data, if the error message does not contain it.
    """
    found = _UNKNOWN.search(fault)
    if found is None:
        return None
    place, name = found["path"] or path, found["name"]
    known = tuple(field for field in fields_at(kind, place) if field != name)
    where = f" in {top}" if (top := place.partition("[")[0]) else ""
    sentence = f"There is no field {name}{where}; the fields are {', '.join(known) or 'none'}."
    return Unreadable(sentence, field=".".join(filter(None, (place, name))), choices=known)


def not_an_answer(act: str, kinds: Mapping[str, type[Action]], fault: Exception) -> Unreadable:
    """The refusal of data that is no answer of these kinds; ``act`` is the kind that the data names; empty: none."""
    if act in kinds and (unknown := unknown_field(str(fault), kinds[act])):
        unknown.about = act
        return unknown
    path, choices = place_of(str(fault)), tuple(tag for tag, kind in kinds.items() if kind.offered)
    if path == "type":
        wrong = f"must be {either(choices)}, not {act!r}" if act else f"is missing; it must be {either(choices)}"
        return Unreadable(f"The answer cannot be read: type {wrong}.", field=path, choices=choices, about=act)
    why = in_words(fault, kinds.get(act) if path else None, whole="it")
    return Unreadable(
        f"The answer cannot be read: {why}.", field=path or "type", choices=() if path else choices, about=act
    )


def in_words(fault: Exception | str, kind: object, path: str = "", whole: str = "this") -> str:
    """A mistake in data, in words for the middle of a sentence: ``target must be a whole number, not text``.

    Args:
        fault: The error, one of ``UNREADABLE``, or its message.
        kind: The type that the data should have.
        path: The place of the mistake in the data, if the message does not contain it.
        whole: The name of the data as a whole.
    """
    if isinstance(fault, RecursionError):
        return "the data is nested too deeply; leave out some of its brackets"
    if isinstance(fault, UnicodeError):
        return "the data is not UTF-8; send it in that encoding"
    unknown = unknown_field(str(fault), kind, path)
    if unknown is not None:
        return unknown.sentence[:1].lower() + unknown.sentence[1:].rstrip(".")
    said, place = str(fault).partition(" - at `")[0], place_of(str(fault), path)
    if " - at `key` in" in str(fault):
        return _said(said, f"each name in {place or 'the data'}", [])
    return _said(said, place, _at(kind, place), whole)


def place_of(fault: str, path: str = "") -> str:
    """The place of a mistake in data (``"seats[0].name"``); empty if the data as a whole is wrong."""
    outer = fault.rpartition("`$")[2].rstrip("`").lstrip(".") if "`$" in fault else path
    missing = _MISSING.search(fault)
    return ".".join(filter(None, (outer, missing[1] if missing else "")))


def choices_at(kind: object, path: str) -> tuple[str, ...]:
    """The possible values at a place in data, if its type lists them."""
    return tuple(str(choice) for place in _at(kind, path) for choice in _listed(place))


def fields_at(kind: object, path: str) -> tuple[str, ...]:
    """The fields at a place in data of this type (``"seats[0]"``); if several types are possible there, of all."""
    names = [name for place in _at(kind, path) if isinstance(place, inspect.StructType) for name in _names(place)]
    return tuple(dict.fromkeys(names))


def _said(said: str, place: str, there: list[inspect.Type], whole: str = "this") -> str:
    """The error message of ``msgspec`` in plain words; these types are possible at the place."""
    this = place or whole
    can_be = _can_be(there)
    if said == "Input data was truncated":
        return "the JSON ends too early; send it up to its last bracket or quotation mark"
    if malformed := _MALFORMED.match(said):
        return f"the JSON is wrong {_near(malformed)}: {_JSON.get(malformed['why'], _ESCAPE)}"
    if _MISSING.search(said):
        return f"{place} is missing{f'; it must be {can_be}' if can_be else ''}"
    if invalid := _INVALID.match(said):
        return f"{this} must be {can_be}, not {invalid[1]}" if can_be else f"{this} cannot be {invalid[1]}"
    if expected := _EXPECTED.match(said):
        return f"{this} {_wanted(expected['kind'], expected['more'], there)}"
    written = next((text for name, text in _WRITTEN.items() if name in said), "")
    if not written and "range" in said:
        return f"{place} is too large a number" if place.strip("[.]") else "a number is too large"
    return f"{this} must be {written or can_be or 'something else'}"


def _near(malformed: re.Match[str]) -> str:
    """At which byte, counted from 1, JSON is wrong; never beyond its end.

    ``msgspec`` counts from 0 at commas, colons and names of fields, and from 1 at trailing characters and in texts. In
    a number it names the byte before the wrong one, or behind the number if that ends the data. ``invalid character``
    is the wrong byte counted from 0, or a byte in or behind a misspelt ``true``, ``false`` or ``null``.
    """
    byte, why = int(malformed["byte"]), malformed["why"]
    if why == "invalid character":
        return f"near byte {max(byte, 1)}"
    from_1 = why in ("trailing characters", "invalid number") or why not in _JSON or "surrogate" in why
    return f"at byte {byte if from_1 else byte + 1}"


def _wanted(kinds: str, more: str, there: list[inspect.Type]) -> str:
    """What a place must contain, after ``msgspec`` expected data of these types there and found other data."""
    if got := _GOT.fullmatch(more):
        found = "a fraction" if got[1] == "float" and "int" in kinds else _called(got[1])
        wanted = _can_be(there) if there and all(map(_listed, there)) else _called(kinds)
        return f"must be {wanted}, not {found}"
    things = "characters" if "str" in kinds else "fields" if "object" in kinds else "entries"
    if length := _LENGTH.match(more):
        high = f" to {length['high']}" if length["high"] else ""
        return _one(f"must have {length['at'] or ''}{length['low']}{high} {things}")
    if limit := _LIMIT.fullmatch(more):
        least = f"{_LIMITS[limit['than']]} {limit['limit'].removesuffix('.0')}"
        return _one(f"must have {least} {things}") if "of length" in more else f"must be {least}"
    if multiple := _MULTIPLE.match(more):
        return f"must be a multiple of {multiple[1]}"
    if "timezone" in more:
        return f"must {'not name' if ' no ' in more else 'name'} a time zone"
    return f"must be {_can_be(there) or _called(kinds)}"


def _one(text: str) -> str:
    """The text with its last word in the singular if the number before it is 1."""
    return _ONE.sub(lambda found: {"entries": "1 entry"}.get(found[1], f"1 {found[1][:-1]}"), text)


def _can_be(there: list[inspect.Type]) -> str:
    """The possible contents of a place in words: its choices, form or kinds; empty if nothing is known about it."""
    if choices := [str(choice) or '""' for place in there for choice in _listed(place)]:
        return either(choices)
    if forms := [form for place in there if (form := _form(place))]:
        return either(forms)
    kinds = [name for place in there for types, name in _TYPES if isinstance(place, types)]
    return _called(" | ".join(dict.fromkeys(kinds))) if kinds else ""


def _called(kinds: str) -> str:
    """JSON types such as ``int | null`` in words."""
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | "))


def _form(place: inspect.Type) -> str:
    """The description of the form that a text must have; empty for other types."""
    if isinstance(place, inspect.Metadata) and isinstance(place.type, inspect.StrType) and place.type.pattern:
        return str((place.extra_json_schema or {}).get("description", ""))
    return ""


def _listed(place: inspect.Type) -> tuple[object, ...]:
    """The values that a type lists; empty if it lists none."""
    if isinstance(place, inspect.EnumType):
        return tuple(member.value for member in place.cls)
    return place.values if isinstance(place, inspect.LiteralType) else ()


def _at(kind: object, path: str) -> list[inspect.Type]:
    """The possible types at a place in data of this type."""
    places = list(_open(inspect.type_info(kind)))
    for step in _STEP.findall(path):
        places = [way for place in places for inner in _inside(place, step) for way in _open(inner)]
    return places


def _open(place: inspect.Type) -> Iterator[inspect.Type]:
    """The types in a union of types; a type with a description comes before the type that it describes."""
    if isinstance(place, inspect.UnionType):
        for kind in place.types:
            yield from _open(kind)
        return
    yield place
    if isinstance(place, inspect.Metadata):
        yield from _open(place.type)


def _inside(place: inspect.Type, step: str) -> Iterator[inspect.Type]:
    if isinstance(place, inspect.StructType):
        if place.tag_field == step:
            yield inspect.LiteralType((place.tag,))
        yield from (field.type for field in place.fields if field.encode_name == step)
    elif step.startswith("["):
        if isinstance(place, inspect.ListType | inspect.VarTupleType):
            yield place.item_type
        elif isinstance(place, inspect.DictType):
            yield place.value_type


def _names(place: inspect.StructType) -> Iterator[str]:
    if place.tag_field is not None:
        yield place.tag_field
    yield from (field.encode_name for field in place.fields)
