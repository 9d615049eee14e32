"""Spaces: the sets of values that one field of an answer may take.

A closed vocabulary of six. Every space is a frozen struct, can be counted exactly, and its values are
numbered, so that enumeration, uniform sampling and counting can never disagree.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial
from typing import Protocol

from msgspec import Struct

Id = int | str | None
"""A value by its id: a seat, a card, a place. ``None`` is "none of them"."""

Value = Id | tuple[Id, ...] | dict[str, int]
"""What a field of an answer can hold."""


class Names(Protocol):
    """Turns ids into what people call them."""

    def label(self, domain: str, value: Id) -> str:
        """The name of a value of this domain: ``label("seat", 2)`` is ``"Celeste"``."""


class _PlainNames:
    def label(self, domain: str, value: Id) -> str:
        return "none" if value is None else str(value)


PLAIN: Names = _PlainNames()
"""Calls everything by its id."""


class OneOf(Struct, frozen=True, tag="one_of"):
    """One of the values.

    Attributes:
        values: The choices, in the order in which they are shown.
        domain: What the values are ids of (``"seat"``, ``"territory"``): names are looked up there.
    """

    values: tuple[Id, ...]
    domain: str = ""

    def count(self) -> int:
        """How many values there are."""
        return len(self.values)

    def nth(self, index: int) -> Value:
        """The value with this number, ``0 .. count() - 1``."""
        return self.values[index]

    def has(self, value: object) -> bool:
        """Whether the value belongs to the space."""
        return value in self.values and not isinstance(value, bool)

    def schema(self) -> dict[str, object]:
        """The space as JSON Schema."""
        return {"enum": list(self.values)}


class Between(Struct, frozen=True, tag="between"):
    """A whole number from ``low`` to ``high``, both included."""

    low: int
    high: int
    domain: str = ""

    def count(self) -> int:
        """How many values there are."""
        return max(0, self.high - self.low + 1)

    def nth(self, index: int) -> Value:
        """The value with this number."""
        return self.low + index

    def has(self, value: object) -> bool:
        """Whether the value belongs to the space."""
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def schema(self) -> dict[str, object]:
        """The space as JSON Schema."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Some(Struct, frozen=True, tag="some"):
    """At least ``low`` and at most ``high`` different values, in the order of ``values``."""

    values: tuple[Id, ...]
    low: int = 0
    high: int = 1
    domain: str = ""

    def count(self) -> int:
        """How many values there are."""
        return sum(comb(len(self.values), size) for size in range(self.low, self.high + 1))

    def nth(self, index: int) -> Value:
        """The value with this number: smaller sets first, then in the order of the values."""
        for size in range(self.low, self.high + 1):
            ways = comb(len(self.values), size)
            if index < ways:
                return self._subset(size, index)
            index -= ways
        raise IndexError(index)

    def _subset(self, size: int, index: int) -> tuple[Id, ...]:
        chosen: list[Id] = []
        for place, value in enumerate(self.values):
            if len(chosen) == size:
                break
            with_it = comb(len(self.values) - place - 1, size - len(chosen) - 1)
            if index < with_it:
                chosen.append(value)
            else:
                index -= with_it
        return tuple(chosen)

    def has(self, value: object) -> bool:
        """Whether the value belongs to the space."""
        if not isinstance(value, tuple) or not self.low <= len(value) <= self.high:
            return False
        return value == tuple(known for known in self.values if known in value)

    def schema(self) -> dict[str, object]:
        """The space as JSON Schema."""
        return {
            "type": "array",
            "items": {"enum": list(self.values)},
            "uniqueItems": True,
            "minItems": self.low,
            "maxItems": self.high,
        }


class Amounts(Struct, frozen=True, tag="amounts"):
    """How many of each: up to ``caps[key]`` of every key, with a sum from ``low`` to ``high``.

    Values are dictionaries without zeros.
    """

    caps: tuple[tuple[str, int], ...]
    low: int
    high: int
    domain: str = ""

    def count(self) -> int:
        """How many values there are."""
        return sum(_ways(self.caps)[self.low : self.high + 1])

    def nth(self, index: int) -> Value:
        """The value with this number."""
        low, high = self.low, self.high
        amounts: dict[str, int] = {}
        for place, (key, cap) in enumerate(self.caps):
            rest = _ways(self.caps[place + 1 :])
            for number in range(cap + 1):
                ways = sum(rest[max(0, low - number) : max(0, high - number + 1)])
                if index < ways:
                    break
                index -= ways
            else:
                raise IndexError(index)
            if number:
                amounts[key] = number
            low, high = low - number, high - number
        return amounts

    def has(self, value: object) -> bool:
        """Whether the value belongs to the space."""
        if not isinstance(value, dict):
            return False
        caps = dict(self.caps)
        fits = all(isinstance(number, int) and 0 < number <= caps.get(key, 0) for key, number in value.items())
        return fits and self.low <= sum(value.values()) <= self.high

    def schema(self) -> dict[str, object]:
        """The space as JSON Schema (the limits of the sum are given in words)."""
        return {
            "type": "object",
            "properties": {key: {"type": "integer", "minimum": 1, "maximum": cap} for key, cap in self.caps},
            "additionalProperties": False,
            "description": f"the numbers add up to {self.low}..{self.high}",
        }


class Order(Struct, frozen=True, tag="order"):
    """All the values, in an order of the player's choice."""

    values: tuple[Id, ...]
    domain: str = ""

    def count(self) -> int:
        """How many values there are."""
        return factorial(len(self.values))

    def nth(self, index: int) -> Value:
        """The value with this number."""
        left, chosen = list(self.values), []
        for size in range(len(self.values) - 1, -1, -1):
            place, index = divmod(index, factorial(size))
            chosen.append(left.pop(place))
        return tuple(chosen)

    def has(self, value: object) -> bool:
        """Whether the value belongs to the space."""
        if not isinstance(value, tuple) or len(value) != len(self.values):
            return False
        return all(value.count(known) == self.values.count(known) for known in self.values)

    def schema(self) -> dict[str, object]:
        """The space as JSON Schema."""
        size = len(self.values)
        return {"type": "array", "items": {"enum": list(self.values)}, "minItems": size, "maxItems": size}


class Words(Struct, frozen=True, tag="words"):
    """Any text of at most ``longest`` characters. For counting and sampling it is the empty text."""

    longest: int
    domain: str = ""

    def count(self) -> int:
        """One: free text is not enumerated."""
        return 1

    def nth(self, index: int) -> Value:
        """The empty text."""
        return ""

    def has(self, value: object) -> bool:
        """Whether the value belongs to the space."""
        return isinstance(value, str) and len(value) <= self.longest

    def schema(self) -> dict[str, object]:
        """The space as JSON Schema."""
        return {"type": "string", "maxLength": self.longest}


Space = OneOf | Between | Some | Amounts | Order | Words


@lru_cache(maxsize=4096)
def _ways(caps: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    """How many ways there are to reach each sum with these caps; index = sum."""
    ways = [1]
    for _, cap in caps:
        wider = [0] * (len(ways) + cap)
        for total, number in enumerate(ways):
            for more in range(cap + 1):
                wider[total + more] += number
        ways = wider
    return tuple(ways)


def in_words(space: Space, names: Names = PLAIN) -> tuple[str, ...]:
    """What a space accepts, as short texts."""

    def label(value: Id) -> str:
        return names.label(space.domain, value)

    if isinstance(space, OneOf):
        return tuple(map(label, space.values))
    if isinstance(space, Between):
        return (f"{space.low} to {space.high}",)
    if isinstance(space, Some):
        return (f"{space.low} to {space.high} of {', '.join(map(label, space.values))}",)
    if isinstance(space, Amounts):
        caps = ", ".join(f"{label(key)} up to {cap}" for key, cap in space.caps)
        return (f"{space.low} to {space.high} in all ({caps})",)
    if isinstance(space, Order):
        return (f"all of {', '.join(map(label, space.values))} in any order",)
    return (f"a text of at most {space.longest} characters",)
