"""Dice, shuffles and draws from a random generator that is part of the state.

The stream is BLAKE2b in counter mode: block ``i`` is ``blake2b(i, key=key)``, cut into eight numbers of 64 bits. A
player who has seen every die so far still cannot predict the next one, unlike with simpler generators. The algorithm is
our own and never changes: a seed gives the same game on every machine and Python version.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from struct import unpack
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")

KEY_BYTES = 32
"""Length of the secret key of one game."""

_SPAN = 1 << 64


class Chance(Struct):
    """The generator of one game.

    Attributes:
        key: 32 secret bytes. No seat and no bot ever sees them before the end.
        drawn: How many numbers of 64 bits were used.
        script: Results to use first; only tests set it.
    """

    key: bytes
    drawn: int = 0
    script: list[int] = []


@lru_cache(maxsize=256)
def _block(key: bytes, index: int) -> tuple[int, ...]:
    return unpack(">8Q", blake2b(index.to_bytes(8, "big"), key=key, digest_size=64).digest())


def draw(chance: Chance, sides: int) -> int:
    """Return one of ``0 .. sides - 1``, each equally likely.

    Raises:
        ValueError: if there is nothing to draw from.
    """
    if sides < 1:
        raise ValueError(f"cannot draw from {sides} possibilities")
    if chance.script:
        return chance.script.pop(0) % sides
    limit = _SPAN - _SPAN % sides
    while True:
        number = _block(chance.key, chance.drawn >> 3)[chance.drawn & 7]
        chance.drawn += 1
        if number < limit:
            return number % sides


def roll(chance: Chance, sides: int) -> int:
    """Roll one die numbered ``1 .. sides``."""
    return draw(chance, sides) + 1


def pick(chance: Chance, values: list[T] | tuple[T, ...]) -> T:
    """Return one of the values, each equally likely."""
    return values[draw(chance, len(values))]


def shuffle(chance: Chance, cards: list[T]) -> None:
    """Shuffle a list in place (Fisher and Yates)."""
    for last in range(len(cards) - 1, 0, -1):
        other = draw(chance, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
