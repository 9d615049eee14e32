"""Messages: sentences with places for values, such as ``{giver} gives {coins:coin} to {to}``.

A message is a whole sentence, so that it can be translated as a whole. A place names a field, or a property, of the
object that the message is about. Its annotation decides how a value is shown. ``giver: Seat``: the player's name;
``robbers: Seats``: all names, with commas and "and"; a dict of names to numbers: how many of each; anything else: its
``str``.

After a colon stand the words for a number, or for the length of a list: ``{removed:leaves|leave}`` is for one and for
any other number, ``{won:nothing|a coin|# coins}`` for none as well; ``#`` is the number, and ``{coins:coin}`` is short
for ``{coins:# coin|# coins}``. For True or False the first choice is for True.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Annotated, ClassVar, TypeVar, cast, dataclass_transform, get_args, get_type_hints

from msgspec import Struct, StructMeta, field

from turncoat.kernel.lexicon import amounts, listed
from turncoat.kernel.space import Id, Names

M = TypeVar("M", bound="Saying")

Show = Callable[[object, Names], str]
"""A value in words."""


class Kind(Struct, frozen=True):
    """The kind of values in a field: ``City = Annotated[str, Kind("city")]``.

    Attributes:
        domain: The domain of their names: ``names.label("city", id)``.
        none: The words for an empty list.
        seat: Whether the values are seats, so that a line of the log belongs to these players.
    """

    domain: str
    none: str = "nothing"
    seat: bool = False


Seat = Annotated[int, Kind("seat", "nobody", seat=True)]
"""A seat, shown as its player's name."""

Seats = tuple[Seat, ...]
"""Several seats, shown as ``Agatha, Barney and Celeste``."""


class Message:
    """A sentence, or a clause of one, with places for values.

    ``without`` names a field, and another sentence to use if that field is empty, False or 0.
    """

    def __init__(self, text: str, *, without: tuple[str, str] | None = None) -> None:
        self._parts = [(words, place or "", said or "") for words, place, said, _ in Formatter().parse(text)]
        self._instead: tuple[str, Message] | None = (without[0], Message(without[1])) if without else None
        self.texts = (text, *without[1:]) if without else (text,)
        places = [place for _, place, _ in self._parts]
        if self._instead is not None:
            places += [self._instead[0], *self._instead[1].places]
        self.places: tuple[str, ...] = tuple(filter(None, dict.fromkeys(places)))
        self._ways: dict[type, list[tuple[str, str, Show]]] = {}

    def about(self, what: Says, names: Names) -> str:
        """The sentence with the values of an object; it ends with one full stop, also after a name with a full stop."""
        if self._instead is not None and not getattr(what, self._instead[0]):
            return self._instead[1].about(what, names)
        sentence = ""
        for words, place, show in self._ways.get(what.__class__) or self._way(what.__class__):
            sentence += words + show(getattr(what, place), names) if place else words
        return sentence[:-1] if sentence.endswith("..") else sentence

    def _way(self, what: type[Says]) -> list[tuple[str, str, Show]]:
        """How each place is shown for an object of this type, computed once."""
        kinds = kinds_in(what)
        way = [
            (words, place, _counting(said) if said else _naming(kinds[place]) if place in kinds else _plain)
            for words, place, said in self._parts
        ]
        self._ways[what] = way
        return way


class Saying(StructMeta):
    """The type of structs with a sentence: ``class Attack(Action, rule="TRU-3.3")``.

    Args:
        tag: The type in the API; if none is given, the class's name (``stash_looted``).
        kw_only: Whether fields must be given by name.
        forbid_unknown_fields: Whether unknown fields are refused.
        constants: Values of class variables that a base type has declared; ``rule`` is short for ``usual_rule``.
            ``omit_defaults`` leaves fields with their default value out of records; use it for a field that earlier
            versions did not have.

    Raises:
        TypeError: if no base type has such a class variable, or a message names a field that the struct does not have.
    """

    def __new__(
        mcs: type[M],
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, object],
        /,
        *,
        tag: str = "",
        kw_only: bool = False,
        forbid_unknown_fields: bool = False,
        frozen: bool = True,
        **constants: object,
    ) -> M:
        """Make the type; properties that are not given come from the base type."""
        omit_defaults = bool(constants.pop("omit_defaults", False))
        if "rule" in constants:
            constants["usual_rule"] = constants.pop("rule")
        for key in constants:
            if not any(hasattr(base, key) for base in bases):
                raise TypeError(f"{name}: no type above it has a class variable {key}.")
        made = super().__new__(
            mcs,
            name,
            bases,
            {**constants, **namespace},
            frozen=frozen,
            tag=tag or re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(),
            kw_only=kw_only,
            omit_defaults=omit_defaults,
            forbid_unknown_fields=forbid_unknown_fields or any(map(_forbids, bases)),
        )
        for message in vars(made).values():
            for place in message.places if isinstance(message, Message) else ():
                if not hasattr(made, place):
                    has = ", ".join(made.__struct_fields__)
                    raise TypeError(f"{name} says {{{place}}}, but has no such field or property; it has: {has}.")
        return made

    def __init__(cls, *_: object, **__: object) -> None:  # noqa: N805
        """Finish the type."""


def _forbids(base: type) -> bool:
    return isinstance(base, StructMeta) and base.__struct_config__.forbid_unknown_fields


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Says(Struct, frozen=True, metaclass=Saying):
    """A struct with a sentence.

    Attributes:
        says: The message; if one is not enough, ``sentences`` chooses among several.
        usual_rule: The usual rule: ``rule=`` in the first line of a class.
    """

    says: ClassVar[Message]
    usual_rule: ClassVar[str] = ""

    def sentences(self) -> Iterable[Message]:
        """The possible sentences; a class with several messages chooses here."""
        return (self.says,)

    @classmethod
    def speaks(cls) -> bool:
        """Whether it has a sentence."""
        return hasattr(cls, "says") or cls.sentences is not Says.sentences or cls.say is not Says.say

    def say(self, names: Names) -> str:
        """The sentence, with names and numbers filled in."""
        return " ".join([message.about(self, names) for message in self.sentences()])


S = TypeVar("S", bound=Says)


@cache
def kinds_in(what: type[Struct]) -> Mapping[str, Kind]:
    """The kinds of the values in fields and properties of a type, from their annotations."""
    hints: dict[str, object] = dict(get_type_hints(what, include_extras=True))
    for name in dir(what):
        if isinstance(made := getattr(what, name), property):
            hints[name] = get_type_hints(made.fget, include_extras=True).get("return")
    found = ((name, next(_kinds(hint), None)) for name, hint in hints.items())
    return {name: kind for name, kind in found if kind is not None}


def _kinds(hint: object) -> Iterator[Kind]:
    for part in (*get_args(hint), *getattr(hint, "__metadata__", ())):
        if isinstance(part, Kind):
            yield part
        yield from _kinds(part)


def leaves(kind: type[S]) -> tuple[type[S], ...]:
    """All types derived from this one, in the order of the source, without those in between."""
    below = kind.__subclasses__()
    return tuple(leaf for part in below for leaf in leaves(part)) if below else (kind,)


def _counting(said: str) -> Show:
    """The words for none, for one and for any other number."""
    forms = said.split("|") if "|" in said else [f"# {said}", f"# {said}s"]
    none, one, other = forms if len(forms) > 2 else (forms[1], *forms)

    def show(value: object, names: Names) -> str:
        number = int(value) if isinstance(value, int) else len(cast("tuple[object, ...]", value))
        return (one if number == 1 else other if number else none).replace("#", str(number))

    return show


def _naming(kind: Kind) -> Show:
    """The name of a value of this kind, of several, or how many there are of each."""

    def show(value: object, names: Names) -> str:
        if isinstance(value, tuple):
            return listed([names.label(kind.domain, item) for item in value], kind.none)
        if isinstance(value, dict):
            return amounts(value, kind.domain, names, kind.none)
        return names.label(kind.domain, cast("Id", value))

    return show


def _plain(value: object, names: Names) -> str:
    """A value without a name, as text."""
    if isinstance(value, tuple):
        return listed([_plain(item, names) for item in value])
    return value.say(names) if isinstance(value, Says) else str(value)
