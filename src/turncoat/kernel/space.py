"""Spaces: the sets of values that a field of an answer may have.

There are exactly six kinds. Every space is a frozen struct, can be counted exactly, and its values are numbered, so
that enumeration, uniform sampling and counting can never disagree.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import accumulate
from math import comb, perm
from typing import Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

Id = int | str | None
"""A value by its id: a seat, a card, a place. ``None`` is "none of them"."""

Value = Id | tuple[Id, ...] | dict[str, int]
"""What a field of an answer can hold."""


class Names(Protocol):
    """Turns ids into names for people."""

    def label(self, domain: str, value: Id) -> str:
        """The name of a value of this domain: ``label("seat", 2)`` is ``"Celeste"``."""


class _PlainNames:
    def label(self, domain: str, value: Id) -> str:
        return "none" if value is None else str(value)


PLAIN: Names = _PlainNames()
"""Names in which everything is called by its id."""


NAME = re.compile(r"\{([a-z_]+):([a-z0-9_/-]+)\}")


def named(text: str, names: Names) -> str:
    """A text with the table's names: ``{card:karama}`` is replaced by the name of that card."""
    return NAME.sub(lambda found: names.label(found[1], found[2]), text) if "{" in text else text


class OneOf(Struct, frozen=True, tag="one_of"):
    """One of the values.

    Attributes:
        values: The choices, in the order in which they are shown.
        domain: The kind of ids (``"seat"``, ``"territory"``), for finding their names.
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
        return value in self.values and not isinstance(value, (bool, float))


class Between(Struct, frozen=True, tag="between"):
    """A whole number from ``low`` to ``high``, both included.

    Attributes:
        low: The least number.
        high: The greatest number.
        domain: The kind of things that the number counts (``"spice"``); empty: a plain number.
    """

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


class Some(Struct, frozen=True, tag="some"):
    """At least ``low`` and at most ``high`` different values, in the order of ``values``.

    Attributes:
        values: The choices, in the order in which they are shown.
        low: The least number of values.
        high: The greatest number of values.
        domain: The kind of ids.
    """

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


class Amounts(Struct, frozen=True, tag="amounts"):
    """How many of each: up to ``caps[key]`` of every key, with a sum from ``low`` to ``high``; no zeros.

    Attributes:
        caps: Each key, an id as text, with its greatest number.
        low: The least sum.
        high: The greatest sum.
        domain: The kind of things whose ids are the keys.
    """

    caps: tuple[tuple[str, int], ...]
    low: int
    high: int
    domain: str = ""

    def count(self) -> int:
        """How many values there are."""
        total, ways = _free(self.caps)
        if self.high >= total and self.low <= 1:
            return ways - max(0, self.low)
        return _span(self.caps, self.low, self.high)

    def nth(self, index: int) -> Value:
        """The value with this number."""
        low, high = self.low, self.high
        total, ways = _free(self.caps)
        if high >= total and low <= 1:
            return self._mixed(index + max(0, low), ways)
        amounts: dict[str, int] = {}
        for place, (key, cap) in enumerate(self.caps):
            rest = self.caps[place + 1 :]
            for number in range(cap + 1):
                ways = _span(rest, low - number, high - number)
                if index < ways:
                    break
                index -= ways
            else:
                raise IndexError(index)
            if number:
                amounts[key] = number
            low, high = low - number, high - number
        return amounts

    def _mixed(self, index: int, ways: int) -> dict[str, int]:
        """The value with this number, if no sum is too high, and only 0 may be too low."""
        if not 0 <= index < ways:
            raise IndexError(index)
        amounts: dict[str, int] = {}
        for key, cap in self.caps:
            ways //= cap + 1
            number, index = divmod(index, ways)
            if number:
                amounts[key] = number
        return amounts

    def has(self, value: object) -> bool:
        """Whether the value belongs to the space."""
        if not isinstance(value, dict):
            return False
        caps = dict(self.caps)
        fits = all(type(number) is int and 0 < number <= caps.get(key, 0) for key, number in value.items())
        return fits and self.low <= sum(value.values()) <= self.high


class Order(Struct, frozen=True, tag="order"):
    """Values in an order of the player's choice.

    Attributes:
        values: The values; equal ones ("two of seat 1's militia") are interchangeable.
        low: The fewest values. Left out: all of them.
        high: The most values. Left out: all of them.
        domain: The kind of ids.
        among: The order must contain at least one of these; empty: no such condition.
    """

    values: tuple[Id, ...]
    low: int = -1
    high: int = -1
    domain: str = ""
    among: tuple[Id, ...] = ()

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            if getattr(self, name) < 0:
                force_setattr(self, name, len(self.values))

    def count(self) -> int:
        """How many values there are."""
        return sum(self._ways(Counter(self.values), size, self.among) for size in range(self.low, self.high + 1))

    @staticmethod
    def _ways(pool: Counter[Id], size: int, among: tuple[Id, ...]) -> int:
        """How many orders of this length can be made from a pool and contain one of these."""
        every = _rows(tuple(pool.values()), size)
        if not among:
            return every
        return every - _rows(tuple(number for value, number in pool.items() if value not in among), size)

    def nth(self, index: int) -> Value:
        """The value with this number: shorter orders first, then by the order of the values."""
        for size in range(self.low, self.high + 1):
            ways = self._ways(Counter(self.values), size, self.among)
            if index < ways:
                return self._row(size, index)
            index -= ways
        raise IndexError(index)

    def _row(self, size: int, index: int) -> tuple[Id, ...]:
        if not self.among and len(set(self.values)) == len(self.values):
            return self._arranged(size, index)
        left, chosen, among = Counter(self.values), list[Id](), self.among
        while len(chosen) < size:
            for value in left:
                after, still = left - Counter((value,)), () if value in among else among
                ways = self._ways(after, size - len(chosen) - 1, still)
                if index < ways:
                    left, among = after, still
                    chosen.append(value)
                    break
                index -= ways
        return tuple(chosen)

    def _arranged(self, size: int, index: int) -> tuple[Id, ...]:
        """The same if all values are different."""
        left, chosen = list(self.values), list[Id]()
        while len(chosen) < size:
            place, index = divmod(index, perm(len(left) - 1, size - len(chosen) - 1))
            chosen.append(left.pop(place))
        return tuple(chosen)

    def has(self, value: object) -> bool:
        """Whether the value belongs to the space."""
        if not isinstance(value, tuple) or not self.low <= len(value) <= self.high:
            return False
        if self.among and not any(known in self.among for known in value):
            return False
        return all(known in self.values and value.count(known) <= self.values.count(known) for known in value)


class Words(Struct, frozen=True, tag="words"):
    """Any text of at most ``longest`` characters. Counting and random choice use only the empty text.

    Attributes:
        longest: The most characters.
        domain: The subject of the text; usually empty.
    """

    longest: int
    domain: str = ""

    def count(self) -> int:
        """Always 1: free text is not enumerated."""
        return 1

    def nth(self, index: int) -> Value:
        """The empty text, the only text that counts as a choice."""
        return ""

    def has(self, value: object) -> bool:
        """Whether the value belongs to the space."""
        return isinstance(value, str) and len(value) <= self.longest


Space = OneOf | Between | Some | Amounts | Order | Words


def _free(caps: tuple[tuple[str, int], ...]) -> tuple[int, int]:
    """The highest total within these limits, and the number of ways to choose the amounts."""
    total, ways = 0, 1
    for _, cap in caps:
        total += cap
        ways *= cap + 1
    return total, ways


def _span(caps: tuple[tuple[str, int], ...], low: int, high: int) -> int:
    """How many values with these caps have a sum from ``low`` to ``high``."""
    below = _below(caps)
    top = len(below) - 1
    return below[max(0, min(high + 1, top))] - below[max(0, min(low, top))] if low <= high else 0


@lru_cache(maxsize=4096)
def _below(caps: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    """How many values with these caps have a sum below each number, by number."""
    below = [0, 1]
    for _, cap in caps:
        top = len(below) - 1
        ways = [below[min(total + 1, top)] - below[max(0, total - cap)] for total in range(top + cap)]
        below = list(accumulate(ways, initial=0))
    return tuple(below)


@lru_cache(maxsize=4096)
def _rows(pool: tuple[int, ...], size: int) -> int:
    """How many orders of this length can be made from a pool with this many of each value."""
    if not size:
        return 1
    if not pool:
        return 0
    first, rest = pool[0], pool[1:]
    return sum(comb(size, number) * _rows(rest, size - number) for number in range(min(first, size) + 1))


def settled(space: Space, value: object) -> object:
    """A value in its fixed form: sets in the order of the choices, amounts without zeros; others unchanged."""
    if isinstance(space, Some) and isinstance(value, tuple):
        row = tuple(known for known in space.values if known in value)
        return row if len(row) == len(value) else value
    if isinstance(space, Amounts) and isinstance(value, dict):
        known = [key for key, _ in space.caps if key in value]
        return {key: value[key] for key in [*known, *(value.keys() - set(known))] if value[key] != 0}
    return value


def id_of(key: str) -> Id:
    """The id in a key of ``Amounts``: keys are text, such as ``"2"`` for seat 2."""
    return int(key) if key.isdecimal() and str(int(key)) == key else key


def how_many(low: int, high: int, most: int) -> str:
    """How many of ``most`` things are chosen: ``1 to 2``, ``up to 2``, ``at least 1``, ``any number``, ``all``."""
    if low == high:
        return "all" if low == most > 1 else str(low)
    if high < most:
        return f"{low} to {high}" if low else f"up to {high}"
    return f"at least {low}" if low else "any number"


def in_words(space: Space, names: Names = PLAIN) -> tuple[str, ...]:
    """The values of a space as short texts."""

    def label(value: Id) -> str:
        return names.label(space.domain, value)

    if isinstance(space, OneOf):
        return tuple(map(label, space.values))
    if isinstance(space, Between):
        return (str(space.low) if space.low == space.high else f"{space.low} to {space.high}",)
    if isinstance(space, Some):
        return (f"{how_many(space.low, space.high, len(space.values))} of {', '.join(map(label, space.values))}",)
    if isinstance(space, Amounts):
        caps = ", ".join(f"{label(id_of(key))} up to {min(cap, space.high)}" for key, cap in space.caps)
        many = how_many(space.low, space.high, space.high + 1)
        return (f"{many} in all ({caps})",)
    if isinstance(space, Order):
        size = how_many(space.low, space.high, len(space.values))
        among = f", {' or '.join(map(label, space.among))} among them" if space.among else ""
        return (f"{size} of {', '.join(map(label, space.values))} in any order{among}",)
    return (f"a text of at most {space.longest} characters",)
