"""Cuts players' text into words, and finds the choices with these names.

Upper or lower case, accents and double spaces do not matter. A name may be cut short as long as it stays the only one
that begins so; where none does, its last word will do. Quotation marks hold a name or a text together; ``Shield #2`` is
the second of two things with the same name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import count
from typing import Protocol, TypeGuard, runtime_checkable
from unicodedata import combining, normalize

from msgspec import Struct

from turncoat.kernel.space import Id, Names, id_of

_WORD = re.compile(r'"(?P<inside>(?:[^"]|"")*)"|[,:()]|[^\s,:()"]+|"')
_TWIN = re.compile(r"#(\d{1,9})")

LIKE = 0.75
"""How similar, from 0 to 1, a mistyped word must be to a known word."""

SHOWN = 12
"""The most choices that a sentence lists; the refusal has all of them."""

FEW = 5
"""How many choices a sentence lists if there are more."""


class Token(Struct, frozen=True):
    """A word, a comma, a colon, a bracket, or something between quotation marks.

    Attributes:
        text: What was written, without quotation marks.
        start: Where it begins in the text, in characters.
    """

    text: str
    start: int
    end: int
    quoted: bool

    def says(self, *words: str) -> bool:
        """Whether the token is one of these words, without quotation marks."""
        return not self.quoted and plain(self.text) in words


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The text in the form for comparing names: without case, accents and double spaces."""
    bare = (letter for letter in normalize("NFKD", text) if not combining(letter))
    return " ".join(normalize("NFKC", "".join(bare).casefold()).split())


def cut(text: str) -> list[Token]:
    """The words of a text."""
    found = []
    for match in _WORD.finditer(text):
        inside = match["inside"]
        said = match[0] if inside is None else inside.replace('""', '"')
        found.append(Token(said, match.start(), match.end(), quoted=inside is not None))
    return found


def quote(text: str) -> str:
    """The text between quotation marks, as ``cut`` reads it."""
    return '"' + text.replace('"', '""') + '"'


def an(word: str) -> str:
    """A word with its article: ``a troll``, ``an ancestor``."""
    return f"{'an' if plain(word)[:1] in 'aeiou' else 'a'} {word}"


def either(words: Iterable[str]) -> str:
    """``Agatha, Barney or Celeste``; of a long list, the first ones and the number of others."""
    return listed(first_of(list(words)), "", last="or")


def first_of(words: list[str]) -> list[str]:
    """A list of words; of a long list, the first ones and the number of others."""
    return words if len(words) <= SHOWN else [*words[:FEW], f"{len(words) - FEW} more"]


def listed(words: Iterable[str], nothing: str = "nothing", last: str = "and") -> str:
    """``Agatha, Barney and Celeste``; of no words, ``nothing``."""
    *most, end = list(words) or [nothing]
    return f"{', '.join(most)} {last} {end}" if most else end


def meant(said: str, known: Iterable[str]) -> str:
    """The known word that a mistyped one probably means; empty: none is similar."""
    by_key = {plain(name): name for name in known}
    return next((by_key[key] for key in get_close_matches(plain(said), by_key, 1, LIKE)), "")


def amount(number: int, thing: str) -> str:
    """A number with its noun: ``1 coin``, ``3 coins``."""
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def amounts(numbers: Mapping[str, int], domain: str, names: Names, nothing: str = "nothing") -> str:
    """``2 citizens and 1 priest``: numbers with the names of what is counted."""
    return listed([f"{number} {counted(names, domain, id_of(of), number)}" for of, number in numbers.items()], nothing)


@runtime_checkable
class Listing(Names, Protocol):
    """Names that also list everything that has a name."""

    def ids(self, view: Struct | None) -> Mapping[str, Iterable[Id]]:
        """Every id that a view or an answer can hold, by kind; before the game begins the view is None."""


@runtime_checkable
class Standing(Names, Protocol):
    """Names that also have words for pieces in a place."""

    def there(self, domain: str, value: Id, tag: str) -> str:
        """The words of an action for pieces in a place, after their number: ``"from Arrakeen"``; empty: no place."""


def spoken(names: Names, domain: str, value: Id, number: int, tag: str) -> str:
    """The words after a number in the action with this tag: ``"priests"``, ``"from Arrakeen"``."""
    where = names.there(domain, value, tag) if _standing(names) else ""
    return where or counted(names, domain, value, number)


@runtime_checkable
class Counting(Names, Protocol):
    """Names that also know the words after a number."""

    def counted(self, domain: str, value: Id, number: int) -> str:
        """The word after this number: ``counted("unit", "priests", 1)`` is ``"priest"``."""


def counted(names: Names, domain: str, value: Id, number: int) -> str:
    """The singular or plural of a name, after this number; just the name if the game has no such forms."""
    return names.counted(domain, value, number) if _counting(names) else names.label(domain, value)


def _standing(names: Names) -> TypeGuard[Standing]:
    return _are(type(names), Standing)


def _counting(names: Names) -> TypeGuard[Counting]:
    return _are(type(names), Counting)


def _has_synonyms(names: Names) -> TypeGuard[Synonyms]:
    return _are(type(names), Synonyms)


@cache
def _are(kind: type, protocol: type) -> bool:
    """Whether names of a class have this method; checked once, since Python 3.11 is slow at it."""
    return issubclass(kind, protocol)


@runtime_checkable
class Synonyms(Names, Protocol):
    """Names with synonyms, which are understood but never written."""

    def synonym(self, domain: str, value: Id) -> str:
        """Another name of a value; empty: none."""


def labels(names: Names, view: Struct | None) -> dict[str, dict[str, str]]:
    """The name of every id, by kind; the ids as text."""
    known = names.ids(view) if isinstance(names, Listing) else {}
    return {kind: {str(key): names.label(kind, key) for key in ids} for kind, ids in known.items()}


class Entry(Struct, frozen=True):
    """A value with its name.

    Attributes:
        key: The name in the form for comparing.
        twin: Its number among values with the same name, from 1.
        one: Its name after the number 1.
        many: Its name after any other number.
        also: Another name that is understood; empty: none.
    """

    value: Id
    label: str
    key: str
    twin: int
    one: str
    many: str
    also: str = ""

    def written(self, quoted: bool) -> str:
        """The name as ``Lexicon.find`` reads it."""
        return self._numbered(self.label, quoted)

    def after(self, number: int, quoted: bool) -> str:
        """The name after a number."""
        return self._numbered(self.one if number == 1 else self.many, quoted)

    def called(self, key: str) -> bool:
        """Whether a text is one of its names."""
        return key in (self.key, plain(self.one), plain(self.many)) or (key == self.also != "")

    def begins(self, key: str) -> bool:
        """Whether the name, with its article or without, begins with this text."""
        return self.key.startswith(key) or self.key.removeprefix("the ").startswith(key)

    def ends(self, key: str) -> bool:
        """Whether a text is its last word, or the initials of its parts between hyphens: ``nw`` for north-west."""
        initials = "".join(word[:1] for word in self.key.split("-"))
        return [key] == self.key.split()[-1:] or (len(key) > 1 and key == initials)

    def _numbered(self, name: str, quoted: bool) -> str:
        said = quote(name) if quoted else name
        return said if self.twin == 1 else f"{said} #{self.twin}"


class Lexicon:
    """The names of all values that can be in one place; with ``amounts``, each after a number."""

    def __init__(self, values: Iterable[Id], domain: str, names: Names, *, amounts: bool = False) -> None:
        twins: dict[str, count[int]] = {}
        self.entries: list[Entry] = []
        for value in dict.fromkeys(values):
            label = names.label(domain, value)
            key = plain(label)
            twin = next(twins.setdefault(key, count(1)))
            one, many = (counted(names, domain, value, number) if amounts else label for number in (1, 2))
            also = plain(names.synonym(domain, value)) if _has_synonyms(names) else ""
            self.entries.append(Entry(value, label, key, twin, one, many, also))

    @property
    def labels(self) -> tuple[str, ...]:
        """All names of a domain, each once."""
        return tuple(dict.fromkeys(entry.label for entry in self.entries))

    def entry(self, value: Id) -> Entry | None:
        """The entry of a value; None if it is not among the choices."""
        return next((entry for entry in self.entries if entry.value == value), None)

    def find(self, said: list[Token], text: str) -> tuple[list[Entry], bool]:
        """The possible meanings of these words, the likeliest first, and whether a full name was given.

        Several things can have the same full name; several meanings without a full name mean that the text is too
        short.
        """
        twin = _TWIN.fullmatch(said[-1].text) if len(said) > 1 and not said[-1].quoted else None
        if twin:
            exact, _ = self._find(said[:-1], text)
            numbered = [entry for entry in exact if entry.twin == int(twin[1])]
            if numbered:
                return numbered, True
        found, full = self._find(said, text)
        return found, full

    def _find(self, said: list[Token], text: str) -> tuple[list[Entry], bool]:
        quoted = any(token.quoted for token in said)
        if quoted and len(said) > 1:
            return [], False
        key = plain(said[0].text if quoted else text[said[0].start : said[-1].end])
        exact = [entry for entry in self.entries if entry.called(key)]
        if exact or quoted or not key:
            return exact, True
        begun = [entry for entry in self.entries if entry.begins(key)]
        if shortest := [first for first in begun if all(entry.key.startswith(first.key) for entry in begun)]:
            return shortest, False
        return begun or [entry for entry in self.entries if entry.ends(key)], False
