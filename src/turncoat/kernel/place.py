"""A place in a phrase: reads and writes the values of one field."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

from turncoat.kernel.lexicon import Lexicon, Listing, Token, either, meant, plain, quote, spoken
from turncoat.kernel.space import Amounts, Between, Id, Names, OneOf, Order, Some, Space, Value, Words, id_of

NOTHING_SAID = "nothing"
"""The text of an empty list."""

_THERE = ("from", "at", "in")
"""Words that may stand before the place of pieces."""

_EMPTY = (NOTHING_SAID, "none", "nobody")
_NUMBER = re.compile(r"-?\d{1,9}")


class Fault(Exception):
    """These words do not fit in this place.

    Attributes:
        sure: Whether they are the full name of something else, so that no other meaning is possible.
    """

    def __init__(self, wanted: str, choices: tuple[str, ...] = (), *, sure: bool = False) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.choices = choices
        self.sure = sure


Meaning = tuple[Value, int]
"""A value, and how far the words are from its full name: 0 is exact."""


class Place:
    """A field in a phrase, which reads and writes its values.

    Args:
        name: The field.
        spaces: Its possible values.
        names: The names of things.
        tag: The action, which may say ``3 from Arrakeen``; empty: places are just named.
    """

    def __init__(self, name: str, spaces: list[Space], names: Names, tag: str = "") -> None:
        self.name, self.names, self.tag = name, names, tag
        self.spaces, self.space = spaces, spaces[0]
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
    def only(self) -> tuple[Value] | None:
        """The value of a field without a choice."""
        values = [space.nth(0) for space in self.spaces if space.count() == 1]
        return (values[0],) if len(values) == len(self.spaces) and all(value == values[0] for value in values) else None

    @property
    def called(self) -> str:
        """The name of the field in a sentence."""
        return self.name.replace("_", " ")

    def read(self, said: list[Token], text: str) -> list[Meaning]:
        """The possible meanings of the words.

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
        """The possible values; several have the same name."""
        labels = self.lexicon.labels
        if not said:
            raise Fault(f"must be a list of {either(labels)}", labels)
        found, full = self.lexicon.find(said, text)
        alike = {entry.key for entry in found}
        if not found and None in self.pool and len(said) == 1 and said[0].says(*_EMPTY):
            return [None], 0
        if not found:
            raise self._unknown(text[said[0].start : said[-1].end])
        if len(alike) > 1:
            meant = tuple(dict.fromkeys(entry.label for entry in found))
            raise Fault(f"could be {either(meant)}: write more of the name", meant)
        return [entry.value for entry in found], 0 if full else 1

    def _unknown(self, said: str) -> Fault:
        """The fault for an unknown name, with a suggestion if it looks mistyped."""
        labels, known = self.lexicon.labels, self.names.ids(None) if isinstance(self.names, Listing) else {}
        others = [self.names.label(self.space.domain, key) for key in known.get(self.space.domain, ())]
        sure = plain(said) in map(plain, others)
        like = "" if sure else meant(said, labels)
        if like:
            return Fault(f"cannot be “{said}”; did you mean {like}?", labels)
        return Fault(f"must be {either(labels)}, not “{said}”", labels, sure=sure)

    def read_list(self, said: list[Token], text: str) -> Meaning:
        """The possible meanings of a set, an order or amounts, perhaps in brackets."""
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
        """Numbers, each with a name; if there is only one name, the number alone."""
        amounts: dict[str, int] = {}
        off = 0
        for item in (one for listed in _items(said) for one in self._apart(listed, text)):
            if not item:
                raise Fault("must have a number on both sides of a comma")
            if len(item) > 1 and not _is_number(item[0]) and _is_number(item[-1]):
                item = [item[-1], *item[:-1]]  # "armour 3" is "3 armour"
            number = _number(item[:1])
            if len(item) == 1 and len(self.lexicon.entries) == 1:
                found, far = [self.lexicon.entries[0].value], 0
            elif len(item) == 1:
                names = either(f"{number} {label}" for label in self.lexicon.labels)
                raise Fault(f"needs a name after the number {number}: {names}")
            else:
                found, far = self.find(item[2 if item[1].says(*_THERE) else 1 :], text)
            fresh = [str(value) for value in found if str(value) not in amounts]
            key = (fresh or [str(found[0])])[0]
            amounts[key] = amounts.get(key, 0) + number
            off += far
        return amounts, off

    def _apart(self, item: list[Token], text: str) -> list[list[Token]]:
        """The amounts in a part without commas: ``2 militia 4 citizens``; one, if the numbers belong to a name."""
        first = 0 if item and _is_number(item[0]) else 1
        starts = [at for at in range(1, len(item)) if _is_number(item[at - first])]
        with suppress(Fault):
            if starts and not first and self.find(item[2 if item[1].says(*_THERE) else 1 :], text):
                return [item]
        return [item[start:end] for start, end in pairwise((0, *starts, len(item)))]

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
        return [self.label(item, quoted) for item in value]

    def label(self, value: Id, quoted: bool) -> str:
        """The name of a value, even if it is not among the choices."""
        entry = self.lexicon.entry(value)
        return str(value) if entry is None else entry.written(quoted)

    def after(self, number: int, value: Id, quoted: bool) -> str:
        """The name of a value after a number, with ``from`` before it if the action says so."""
        entry = self.lexicon.entry(value)
        if self.tag and not quoted and (entry is None or entry.twin == 1):
            return spoken(self.names, self.space.domain, value, number, self.tag)
        return str(value) if entry is None else entry.after(number, quoted)


def _is_number(token: Token) -> bool:
    return not token.quoted and _NUMBER.fullmatch(token.text) is not None


def _number(said: list[Token]) -> int:
    written = said[0].text if said else ""
    if len(said) != 1 or not _is_number(said[0]):
        raise Fault(f"must be a whole number, not “{' '.join(token.text for token in said)}”")
    return int(written)


def _items(said: list[Token]) -> Iterator[list[Token]]:
    """The parts of a list that is separated by commas and ``and``."""
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
