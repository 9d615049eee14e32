"""The four ways in which an answer can be refused, and nothing else.

A refusal is a sentence for a player. It names the field, the choices and the rule, and it is raised
before anything has changed. Wherever plain data is read, an unknown field is refused; the refusal names it and lists
the fields that there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec import inspect


class Refusal(Exception):
    """An answer was not accepted; the game is exactly as it was.

    Args:
        sentence: One sentence for the player, complete in itself.
        rule: The rule number that forbids it (``"TRU-3.3"``), or an empty string.
        field: The field of the answer that is wrong, or an empty string.
        choices: What would have been accepted there, in words.
        about: The name of the action that was tried (``"give"``), or an empty string where it is not known.
    """

    kind = "refused"

    def __init__(
        self, sentence: str, *, rule: str = "", field: str = "", choices: tuple[str, ...] = (), about: str = ""
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule
        self.field = field
        self.choices = choices
        self.about = about


class Unreadable(Refusal):
    """The answer cannot be understood; the sentence gives the path to the fault."""

    kind = "unreadable"


class NotYours(Refusal):
    """The seat has not been asked anything."""

    kind = "not_yours"


class OutOfDate(Refusal):
    """The answer belongs to an earlier request.

    Args:
        sentence: One sentence for the player.
        request: The number of the seat's present request.
    """

    kind = "out_of_date"

    def __init__(self, sentence: str, request: int) -> None:
        super().__init__(sentence, field="request", choices=(str(request),))
        self.request = request


class NotAllowed(Refusal):
    """The answer can be read but is not legal here."""

    kind = "not_allowed"


class BadSetup(Refusal):
    """A game cannot be set up with these options or this number of seats."""

    kind = "bad_setup"


UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""The exceptions of reading JSON that somebody sent; the last one is for JSON nested too deeply."""

_UNKNOWN = re.compile(r"unknown field `(?P<name>[^`]*)`(?: - at `\$?\.?(?P<path>[^`]*)`)?")
_MISSING = re.compile(r"missing required field `(\w+)`")
_INVALID = re.compile(r"Invalid (?:enum )?value (.+)")
_WANTED = re.compile(
    r"Expected `(?P<kind>[^`]+)`(?:, got `(?P<got>[^`]+)`| (?P<size>of length )?(?P<than>[<>]=?) (?P<limit>\S+))$"
)
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}
_LIMITS = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}
_STEP = re.compile(r"\w+|\[[^\]]*\]")


def unknown_field(fault: str, kind: object, path: str = "") -> Unreadable | None:
    """The refusal of an unknown field; None if the fault is another one.

    Args:
        fault: What ``msgspec`` says about data whose type forbids unknown fields.
        kind: The type as which the data was read.
        path: Where in the data the field stands, if the fault does not say so.
    """
    found = _UNKNOWN.search(fault)
    if found is None:
        return None
    place, name = found["path"] or path, found["name"]
    known = fields_at(kind, place)
    where = f" in {top}" if (top := place.partition("[")[0]) else ""
    sentence = f"There is no field {name}{where}; the fields are {', '.join(known) or 'none'}."
    return Unreadable(sentence, field=".".join(filter(None, (place, name))), choices=known)


def in_words(fault: Exception, kind: object) -> str:
    """What ``msgspec`` found wrong with data, for the middle of a sentence; an unknown field with those there are."""
    unknown = unknown_field(str(fault), kind)
    return plainly(str(fault)) if unknown is None else unknown.sentence[:1].lower() + unknown.sentence[1:].rstrip(".")


def plainly(fault: str, path: str = "") -> str:
    """What ``msgspec`` found wrong with data, in plain words: ``target must be a whole number, not text``.

    Args:
        fault: What it says.
        path: Where in the data the fault is, if it does not say so.
    """
    said, place = fault.partition(" - at `$")[0], place_of(fault, path)
    wanted = _WANTED.match(said)
    if _MISSING.search(said):
        return f"{place} is missing"
    if invalid := _INVALID.match(said):
        return f"{place or 'this'} cannot be {invalid[1]}"
    if wanted is None:
        return ": ".join(filter(None, (place, said)))
    kinds, limit, got = wanted["kind"], wanted["limit"], wanted["got"]
    if got is not None:
        return f"{place or 'this'} must be {_called(kinds)}, not {_called(got)}"
    if not wanted["size"]:
        return f"{place or 'this'} must be {_LIMITS[wanted['than']]} {limit}"
    things = "characters" if "str" in kinds else "entries"
    return f"{place or 'this'} must have {_LIMITS[wanted['than']]} {limit} {things}"


def place_of(fault: str, path: str = "") -> str:
    """Where in data the fault is that ``msgspec`` found (``"seats[0].name"``); empty if it is the data as a whole."""
    outer = fault.rpartition("`$")[2].rstrip("`").lstrip(".") if "`$" in fault else path
    missing = _MISSING.search(fault)
    return ".".join(filter(None, (outer, missing[1] if missing else "")))


def _called(kinds: str) -> str:
    """The types of JSON, ``int | null``, in words."""
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | "))


def fields_at(kind: object, path: str) -> tuple[str, ...]:
    """The fields at a place in data of this type (``"seats[0]"``); where several types can stand there, of them all."""
    places = list(_open(inspect.type_info(kind)))
    for step in _STEP.findall(path):
        places = [one for place in places for inner in _inside(place, step) for one in _open(inner)]
    names = [name for place in places if isinstance(place, inspect.StructType) for name in _names(place)]
    return tuple(dict.fromkeys(names))


def _open(place: inspect.Type) -> Iterator[inspect.Type]:
    """The types that can stand at a place."""
    if isinstance(place, inspect.Metadata):
        yield from _open(place.type)
    elif isinstance(place, inspect.UnionType):
        for kind in place.types:
            yield from _open(kind)
    else:
        yield place


def _inside(place: inspect.Type, step: str) -> Iterator[inspect.Type]:
    if isinstance(place, inspect.StructType):
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
