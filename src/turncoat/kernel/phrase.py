"""The phrase of an action: its words, and the places in which values stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from string import Formatter
from types import MappingProxyType
from typing import Generic, TypeVar, cast

from msgspec import Struct

from turncoat.kernel.boxes import Action, Box, make, tag_of
from turncoat.kernel.lexicon import Lexicon, Listing, Token, cut, either, meant, plain, quote
from turncoat.kernel.space import Amounts, Between, Id, Names, OneOf, Order, Some, Space, Value, Words, id_of, named

A = TypeVar("A", bound=Action)

NOTHING_SAID = "nothing"
"""How an empty list is written."""

MOST_NUMBERS = 20
"""How many numbers are listed that can stand in a place."""

_EMPTY = (NOTHING_SAID, "none", "nobody")
_NUMBER = re.compile(r"-?\d{1,9}")


class Fault(Exception):
    """These words do not fit in this place."""

    def __init__(self, wanted: str, choices: tuple[str, ...] = ()) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.choices = choices


Meaning = tuple[Value, int]
"""A value, and how far the words are from naming it in full: 0 is exactly."""


class Place:
    """A field of a phrase, and how its values are read and written."""

    def __init__(self, name: str, spaces: list[Space], names: Names) -> None:
        self.name, self.names = name, names
        self.space = spaces[0]
        self.pool: dict[Id, int] = {}
        values: list[Id] = []
        for space in spaces:
            if isinstance(space, Amounts):
                values += [id_of(key) for key, _ in space.caps]
            elif isinstance(space, OneOf | Some | Order):
                values += space.values
                for value, often in Counter(space.values).items():
                    self.pool[value] = max(often, self.pool.get(value, 0))
        self.lexicon = Lexicon(values, self.space.domain, names, amounts=isinstance(self.space, Amounts))

    @property
    def called(self) -> str:
        """What the field is called in a sentence."""
        return self.name.replace("_", " ")

    def read(self, said: list[Token], text: str) -> list[Meaning]:
        """What the words can mean here.

        Raises:
            Fault: if they mean nothing.
        """
        if isinstance(self.space, Words):
            whole = len(said) == 1 and said[0].quoted
            return [(said[0].text, 0) if whole else (text[said[0].start : said[-1].end], 1)]
        if isinstance(self.space, Between):
            number = _number(said[:1])
            counts = plain(text[said[0].start : said[-1].end]) == plain(self.names.label(self.space.domain, number))
            return [(number if counts else _number(said), 0)]
        if isinstance(self.space, OneOf):
            found, far = self.find(said, text)
            return [(value, far + twin) for twin, value in enumerate(found)]
        return [self.read_list(said, text)]

    def find(self, said: list[Token], text: str) -> tuple[list[Id], int]:
        """The values that can be meant, which are called alike if there are several."""
        labels = self.lexicon.labels
        if not said:
            raise Fault(f"must be a list of {either(labels)}", labels)
        found, full = self.lexicon.find(said, text)
        alike = {entry.key for entry in found}
        if not found:
            raise self._unknown(text[said[0].start : said[-1].end])
        if len(alike) > 1:
            meant = tuple(dict.fromkeys(entry.label for entry in found))
            raise Fault(f"could be {either(meant)}: write more of the name", meant)
        return [entry.value for entry in found], 0 if full else 1

    def _unknown(self, said: str) -> Fault:
        """None of the choices is called so; but perhaps one that was mistyped, if nothing else is."""
        labels, known = self.lexicon.labels, self.names.ids(None) if isinstance(self.names, Listing) else {}
        others = [self.names.label(self.space.domain, one) for one in known.get(self.space.domain, ())]
        like = "" if plain(said) in map(plain, others) else meant(said, labels)
        if like:
            return Fault(f"cannot be “{said}”; did you mean {like}?", labels)
        return Fault(f"must be {either(labels)}, not “{said}”", labels)

    def read_list(self, said: list[Token], text: str) -> Meaning:
        """What a set, a row or amounts can mean; brackets hold it together."""
        if len(said) > 2 and said[0].says("(") and said[-1].says(")"):
            with suppress(Fault):
                return self.read_list(said[1:-1], text)
        amounts = isinstance(self.space, Amounts)
        if len(said) == 1 and said[0].says(*_EMPTY):
            return ({} if amounts else ()), 0
        if amounts:
            return self.read_amounts(said, text)
        row: list[Id] = []
        off = 0
        for item in _items(said):
            found, far = self.find(item, text)
            fresh = [value for value in found if row.count(value) < self.pool[value]]
            row.append((fresh or found)[0])
            off += far
        return tuple(row), off

    def read_amounts(self, said: list[Token], text: str) -> Meaning:
        """Numbers, each of something; where there is only one thing, the number alone."""
        amounts: dict[str, int] = {}
        off = 0
        for item in _items(said):
            number = _number(item[:1])
            if len(item) == 1 and len(self.lexicon.entries) == 1:
                found, far = [self.lexicon.entries[0].value], 0
            elif len(item) == 1:
                names = either(f"{number} {one}" for one in self.lexicon.labels)
                raise Fault(f"needs a name after the number {number}: {names}")
            else:
                found, far = self.find(item[2 if item[1].says("from") else 1 :], text)
            fresh = [str(value) for value in found if str(value) not in amounts]
            key = (fresh or [str(found[0])])[0]
            amounts[key] = amounts.get(key, 0) + number
            off += far
        return amounts, off

    def write(self, value: Value, quoted: bool, held: bool) -> str:
        """A value in words; names between quotation marks, lists between brackets."""
        if isinstance(value, dict | tuple):
            said = _joined(self._parts(value, quoted))
            return f"({said})" if held else said
        if isinstance(self.space, Words):
            return quote(str(value)) if quoted else str(value)
        return str(value) if isinstance(self.space, Between) else self.label(value, quoted)

    def _parts(self, value: tuple[Id, ...] | dict[str, int], quoted: bool) -> list[str]:
        if isinstance(value, dict):
            return [f"{number} {self.after(number, id_of(key), quoted)}" for key, number in value.items()]
        return [self.label(one, quoted) for one in value]

    def label(self, value: Id, quoted: bool) -> str:
        """The name of a value, whether or not it is among the choices."""
        entry = self.lexicon.entry(value)
        return str(value) if entry is None else entry.written(quoted)

    def after(self, number: int, value: Id, quoted: bool) -> str:
        """The name of a value after a number."""
        entry = self.lexicon.entry(value)
        return str(value) if entry is None else entry.after(number, quoted)


def _number(said: list[Token]) -> int:
    written = said[0].text if len(said) == 1 and not said[0].quoted else ""
    if not _NUMBER.fullmatch(written):
        raise Fault(f"must be a whole number, not “{' '.join(token.text for token in said)}”")
    return int(written)


def _items(said: list[Token]) -> Iterator[list[Token]]:
    """The parts of a list, which commas and ``and`` keep apart."""
    item: list[Token] = []
    for token in said:
        if not token.says(",", "and"):
            item.append(token)
        elif item or token.text == ",":
            yield item
            item = []
    yield item


def _joined(parts: list[str]) -> str:
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part) or NOTHING_SAID


Part = str | Place
"""A word of a phrase, or a place for a value."""


class Stop(Struct):
    """The place at which reading a phrase failed.

    Attributes:
        far: How many parts of the phrase were understood.
        choices: What could have been said.
        ended: There were no more words.
    """

    far: int
    sentence: str = ""
    field: str = ""
    choices: tuple[str, ...] = ()
    ended: bool = False


class Pattern(Generic[A]):
    """The phrase of one type of answer, with places for boxes that are of one shape.

    Args:
        alike: The boxes.
        brief: Another phrase instead; fields that it does not speak of have their defaults.
        needless: Spaces of the fields that may be named and are ignored.
    """

    def __init__(
        self, alike: list[Box[A]], names: Names, brief: str = "", needless: Mapping[str, Space] = MappingProxyType({})
    ) -> None:
        self.alike = alike
        self.action = alike[0].action
        self.rule = alike[0].rule
        self.places = [Place(name, [box.space(name) for box in alike], names) for name, _ in alike[0].fields]
        self.needless = [Place(name, [space], names) for name, space in needless.items()]
        self.parts = [*_parts(self.action, self.places, brief), *self.needless]
        self.left_out = _defaults(self.action) if brief else {}
        self.stop = Stop(-1)

    @property
    def begun(self) -> bool:
        """Whether the words that were read last looked like this phrase, at least at their beginning."""
        return self.stop.far > 0 or isinstance(self.parts[0], Place)

    def readings(self, said: list[Token], text: str) -> list[tuple[A, int]]:
        """All that the words can mean; ``stop`` says how far it went where it is nothing."""
        self.stop = Stop(-1)
        found = self._read(0, said, text)
        needless = {place.name for place in self.needless}
        kept = [({name: value for name, value in values.items() if name not in needless}, far) for values, far in found]
        return [(make(self.action, {**self.left_out, **values}), far) for values, far in kept]

    def _read(self, place: int, said: list[Token], text: str) -> list[tuple[dict[str, Value], int]]:
        if place == len(self.parts):
            if said:
                self._stuck(place, f"“{text[said[0].start :]}” is too much")
                return []
            return [({}, 0)]
        part = self.parts[place]
        if isinstance(part, Place):
            return self._read_place(place, part, said, text)
        if said and said[0].says(part):
            return self._read(place + 1, said[1:], text)
        if place == 0 and said and not said[0].quoted and part.startswith(plain(said[0].text)):
            return [(values, far + 1) for values, far in self._read(1, said[1:], text)]
        if said:
            self._stuck(place, f"“{part}” is missing before “{text[said[0].start :]}”")
        else:
            self._stuck(place, f"“{part}” is missing at the end", choices=(part,), ended=True)
        return []

    def _read_place(self, place: int, part: Place, said: list[Token], text: str) -> list[tuple[dict[str, Value], int]]:
        if not said:
            labels = part.lexicon.labels
            there = f": {either(labels)}" if labels else ""
            self._stuck(place, f"{part.called} is missing{there}", part.name, labels, ended=True)
            return []
        found: list[tuple[dict[str, Value], int]] = []
        for size in self._sizes(place, said):
            try:
                meanings = part.read(said[:size], text)
            except Fault as fault:
                self._stuck(place, f"{part.called} {fault.wanted}", part.name, fault.choices)
                continue
            for values, far in self._read(place + 1, said[size:], text):
                found += [({part.name: value, **values}, far + off) for value, off in meanings]
        return found

    def _sizes(self, place: int, said: list[Token]) -> list[int]:
        """How many words may belong to this place: up to the next word of the phrase; any, where that is missing."""
        after = self.parts[place + 1] if place + 1 < len(self.parts) else None
        if after is None:
            return [len(said)]
        if isinstance(after, Place):
            return list(range(1, len(said) + 1))
        return [size for size in range(1, len(said)) if said[size].says(after)] or list(range(len(said), 0, -1))

    def says_all(self, action: Action) -> bool:
        """Whether a shorter phrase leaves out nothing but what has its default in this answer."""
        spoken = {part.name for part in self.parts if isinstance(part, Place)}
        return all(getattr(action, name) == value for name, value in self.left_out.items() if name not in spoken)

    def holds(self, action: Action) -> bool:
        """Whether the answer lies in one of the boxes."""
        return any(box.has(action) for box in self.alike)

    def means(self, text: str, action: A) -> bool:
        """Whether a text would be understood as this answer."""
        readings = [(box_.settle(made), far) for made, far in self.readings(cut(text), text) for box_ in self.alike]
        legal = [(made, far) for made, far in readings if made is not None]
        nearest = min((far for _, far in legal), default=0)
        return [made for made, far in legal if far == nearest] == [action]

    def _stuck(
        self, far: int, sentence: str, field: str = "", choices: tuple[str, ...] = (), *, ended: bool = False
    ) -> None:
        if far > self.stop.far:
            self.stop = Stop(far, sentence, field, choices, ended)

    def after(self, said: list[Token], text: str) -> tuple[str, ...]:
        """What can stand behind words with which this phrase begins: names, numbers, or its next word."""
        self.readings(said, text)
        if not self.begun or not self.stop.ended:
            return ()
        spaces = [box.space(self.stop.field) for box in self.alike if self.stop.field]
        numbers = [one for one in spaces if isinstance(one, Between) and one.count() <= MOST_NUMBERS]
        return (*self.stop.choices, *(f"{number}" for one in numbers for number in range(one.low, one.high + 1)))

    def write(self, action: A, quoted: bool, held: bool = False) -> str:
        """An answer in words; names between quotation marks, lists between brackets."""
        said = ""
        for part in self.parts:
            if isinstance(part, Place):
                said += " " + part.write(cast("Value", getattr(action, part.name)), quoted, held)
            else:
                said += part if part in ",:" else f" {part}"
        return said.lstrip(" ")


def _defaults(action: type[Action]) -> dict[str, Value]:
    """The values of the fields that have one even if nobody names it."""
    defaults = cast("tuple[Value, ...]", action.__struct_defaults__)
    return dict(zip(action.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}


def _pieces(action: type[Action], brief: str = "") -> list[tuple[list[str], str]]:
    """The phrase cut at its places: words, and the field that follows them (at the end perhaps none)."""
    phrase = brief or action.phrase or tag_of(action).replace("_", " ")
    return [
        ([plain(token.text) for token in cut(words)], name or "") for words, name, _, _ in Formatter().parse(phrase)
    ]


def clause_of(action: type[Action], names: Names) -> str:
    """How an answer is said after "will", with its fields in braces."""
    return named(action.clause, names) or action.phrase or tag_of(action).replace("_", " ")


def leading(action: type[Action]) -> str:
    """All words of the phrase before its first value."""
    return " ".join(_pieces(action)[0][0])


def opening(action: type[Action]) -> str:
    """The word with which the phrase begins; empty where it begins with a value."""
    words, _ = _pieces(action)[0]
    return words[0] if words else ""


def _parts(action: type[Action], places: list[Place], brief: str = "") -> list[Part]:
    """The words and places of a phrase; fields that a full one does not speak of follow under their own names."""
    left = {place.name: place for place in places}
    parts: list[Part] = []
    for words, name in _pieces(action, brief):
        parts += words
        if name:
            parts.append(left.pop(name))
    for name, place in () if brief else left.items():
        parts += [*name.split("_"), place]
    return parts
