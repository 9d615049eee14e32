"""The phrase of an action: its words, and the places for values."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from types import MappingProxyType
from typing import ClassVar, Generic, TypeVar, cast

from msgspec import Struct

from turncoat.kernel.boxes import Action, Box, make, tag_of
from turncoat.kernel.lexicon import Token, cut, either, plain
from turncoat.kernel.place import Fault, Meaning, Place
from turncoat.kernel.space import Between, Names, Space, Value, Words, in_words, named

A = TypeVar("A", bound=Action)

MOST_NUMBERS = 20
"""The most possible numbers that a sentence lists."""

Part = str | Place
"""A word of a phrase, or a place for a value."""


class Stop(Struct):
    """The point at which reading a phrase failed.

    Attributes:
        far: How many parts of the phrase were understood.
        choices: What would have been possible there.
        ended: Whether the text ended there.
        sure: Whether the words there are the full name of something else.
    """

    far: int
    sentence: str = ""
    field: str = ""
    choices: tuple[str, ...] = ()
    ended: bool = False
    sure: bool = False

    @property
    def tells(self) -> tuple[bool, int, bool]:
        """How good a clue this is to what was meant: a wrong value is a better clue than a missing word."""
        return self.sure, self.far, bool(self.field)


class Pattern(Generic[A]):
    """The phrase of one type of answer, with places for similar boxes.

    Args:
        alike: The boxes.
        brief: Another phrase to use; fields that it does not name have their defaults.
        needless: Fields that may be named and are ignored.

    Attributes:
        whole: Whether the text must be complete.
        bare: Whether words between values may be missing, and final values without a choice.
    """

    whole: ClassVar[bool] = True

    def __init__(
        self, alike: list[Box[A]], names: Names, brief: str = "", needless: Mapping[str, Space] = MappingProxyType({})
    ) -> None:
        self.alike = alike
        self.action = alike[0].action
        self.rule = alike[0].rule
        tag = alike[0].tag
        self.places = [Place(name, [box.space(name) for box in alike], names, tag) for name, _ in alike[0].fields]
        self.needless = [Place(name, [space], names) for name, space in needless.items()]
        self.parts = [*_parts(self.action, self.places, brief), *self.needless]
        self.left_out = _defaults(self.action) if brief else {}
        self.stop = Stop(-1)
        self.bare = False

    @property
    def begun(self) -> bool:
        """Whether the last text looked like this phrase, at least at its beginning."""
        return self.stop.far > 0 or isinstance(self.parts[0], Place)

    @property
    def tells(self) -> tuple[bool, int, bool, int]:
        """How good a clue the failed reading is to what was meant: mainly how many values were understood."""
        understood = sum(isinstance(part, Place) for part in self.parts[: max(0, self.stop.far)])
        return self.stop.sure, understood, bool(self.stop.field), self.stop.far

    def readings(self, said: list[Token], text: str) -> list[tuple[A, int]]:
        """All meanings of the words; if there are none, ``stop`` says how far reading got."""
        self.stop = Stop(-1)
        found = self._read(0, said, text)
        needless = {place.name for place in self.needless}
        kept = [({name: value for name, value in values.items() if name not in needless}, far) for values, far in found]
        return [(make(self.action, {**self.left_out, **values}), far) for values, far in kept]

    def _read(self, place: int, said: list[Token], text: str) -> list[tuple[dict[str, Value], int]]:
        if place == len(self.parts):
            if said:
                self._stuck(Stop(place, f"“{text[said[0].start :]}” is too much"))
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
            self._stuck(Stop(place, f"“{part}” is missing before “{text[said[0].start :]}”"))
        else:
            after = self.parts[place + 1] if place + 1 < len(self.parts) else ""
            what = f"{part} <{after.called}>" if isinstance(after, Place) and not part.isalnum() else part
            self._stuck(Stop(place, f"“{what}” is missing at the end", choices=(part,), ended=True))
        return []

    def _read_place(self, place: int, part: Place, said: list[Token], text: str) -> list[tuple[dict[str, Value], int]]:
        after = self.parts[place + 1] if place + 1 < len(self.parts) else None
        linked = isinstance(after, str) and self.whole
        if not said or (linked and said[0].says(str(after))):
            before = f" before “{text[said[0].start :]}”" if said else ""
            labels = part.lexicon.labels
            there = f": {either(labels or in_words(part.space, part.names))}"
            self._stuck(Stop(place, f"{part.called} is missing{before}{there}", part.name, labels, ended=not said))
        if not said and self.bare and part.only is not None:
            return [({part.name: part.only[0], **values}, far) for values, far in self._read(place + 1, [], text)]
        found: list[tuple[dict[str, Value], int]] = []
        for size in self._sizes(after, said):
            try:
                meanings = part.read(said[:size], text)
            except Fault as fault:
                self._stuck(Stop(place, f"{part.called} {fault.wanted}", part.name, fault.choices, sure=fault.sure))
                continue
            if linked and size < len(said) and not said[size].says(str(after)) and all(map(_cut, meanings)):
                continue
            for values, far in self._read(place + 1, said[size:], text):
                found += [({part.name: value, **values}, far + off) for value, off in meanings]
        return found

    def _sizes(self, after: Part | None, said: list[Token]) -> list[int]:
        """The possible numbers of words for a place: up to the next word of the phrase; any, if that is missing."""
        if not said or after is None:
            return [len(said)] if said else []
        if isinstance(after, Place):
            return list(range(len(said), 0, -1))
        return [size for size in range(1, len(said)) if said[size].says(after)] or list(range(len(said), 0, -1))

    def terse(self) -> Pattern[A] | None:
        """The phrase without the words between its values: ``give 2 barney``.

        None if there are no such words, or if any text fits.
        """
        start = next((at for at, part in enumerate(self.parts) if isinstance(part, Place)), 0)
        places: list[Part] = [part for part in self.parts if isinstance(part, Place)]
        if not start or not self.places or any(isinstance(place.space, Words) for place in self.places):
            return None
        bare = Pattern(self.alike, self.places[0].names)
        bare.parts, bare.left_out, bare.needless = [*self.parts[:start], *places], self.left_out, self.needless
        bare.bare = True
        return None if len(bare.parts) == len(self.parts) else bare

    def says_all(self, action: Action) -> bool:
        """Whether a shorter phrase leaves out only fields that have their defaults in this answer."""
        spoken = {part.name for part in self.parts if isinstance(part, Place)}
        return all(getattr(action, name) == value for name, value in self.left_out.items() if name not in spoken)

    def holds(self, action: Action) -> bool:
        """Whether one of the boxes contains the answer."""
        return any(box.has(action) for box in self.alike)

    def means(self, text: str, action: A) -> bool:
        """Whether a text would be understood as this answer."""
        readings = [(box_.settle(made), far) for made, far in self.readings(cut(text), text) for box_ in self.alike]
        legal = [(made, far) for made, far in readings if made is not None]
        nearest = min((far for _, far in legal), default=0)
        return [made for made, far in legal if far == nearest] == [action]

    def _stuck(self, stop: Stop) -> None:
        """Store the point where reading failed, if it is a better clue than the stored one."""
        if stop.tells > self.stop.tells:
            self.stop = stop

    def after(self, said: list[Token], text: str) -> tuple[str, ...]:
        """What can follow a beginning of this phrase: names, numbers, or its next word."""
        self.readings(said, text)
        if not self.begun or not self.stop.ended:
            return ()
        spaces = [box.space(self.stop.field) for box in self.alike if self.stop.field]
        numbers = [space for space in spaces if isinstance(space, Between) and space.count() <= MOST_NUMBERS]
        return (*self.stop.choices, *(f"{number}" for space in numbers for number in range(space.low, space.high + 1)))

    def write(self, action: A, quoted: bool, held: bool = False) -> str:
        """An answer in words; names between quotation marks, lists between brackets."""
        said = ""
        for part in self.parts:
            if isinstance(part, Place):
                said += " " + part.write(cast("Value", getattr(action, part.name)), quoted, held)
            else:
                said += part if part in ",:" else f" {part}"
        return said.lstrip(" ")


def _cut(meaning: Meaning) -> bool:
    """Whether a name was shortened."""
    return meaning[1] > 0


def _defaults(action: type[Action]) -> dict[str, Value]:
    """The values of fields that have a default."""
    defaults = cast("tuple[Value, ...]", action.__struct_defaults__)
    return dict(zip(action.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}


def _pieces(action: type[Action], brief: str = "") -> list[tuple[list[str], str]]:
    """The phrase cut at its places: pieces of text, each with the field that follows."""
    phrase = brief or action.phrase or tag_of(action).replace("_", " ")
    return [
        ([plain(token.text) for token in cut(words)], name or "") for words, name, _, _ in Formatter().parse(phrase)
    ]


def clause_of(action: type[Action], names: Names) -> str:
    """The words of an answer after "will", with its fields in braces."""
    return named(action.clause, names) or action.phrase or tag_of(action).replace("_", " ")


def leading(action: type[Action]) -> str:
    """All words of the phrase before its first value."""
    return " ".join(_pieces(action)[0][0])


def opening(action: type[Action]) -> str:
    """The first word of the phrase; empty if it begins with a value."""
    words, _ = _pieces(action)[0]
    return words[0] if words else ""


def _parts(action: type[Action], places: list[Place], brief: str = "") -> list[Part]:
    """The words and places of a phrase; fields that a full phrase does not name follow under their own names."""
    left = {place.name: place for place in places}
    parts: list[Part] = []
    for words, name in _pieces(action, brief):
        parts += words
        if name:
            parts.append(left.pop(name))
    for name, place in () if brief else left.items():
        parts += [*name.split("_"), place]
    return parts
