"""``--vary``: the same batch for several values of an option, or for several sizes of the table."""

from __future__ import annotations

from itertools import product

from turncoat.kernel.errors import BadSetup

PLAYERS = "players"
"""What is varied that is no option of the game."""

MOST = 64
"""No more combinations are played at once."""

Variation = tuple[tuple[str, str], ...]
"""Names and values."""


def variations(pairs: tuple[str, ...]) -> list[Variation]:
    """Every combination of the values that are to be tried; a single empty one if nothing varies.

    Args:
        pairs: What was typed: ``NAME=VALUE,VALUE``.

    Raises:
        BadSetup: one sentence: it is not written so, a name comes twice, or there are too many combinations.
    """
    rows: dict[str, list[str]] = {}
    for pair in pairs:
        name, equals, values = (part.strip() for part in pair.partition("="))
        if not equals or not name or not all(map(str.strip, values.split(","))):
            raise BadSetup(f"--vary {pair}: write NAME=VALUE,VALUE, for example players=3,4,5.", field="vary")
        if name in rows:
            raise BadSetup(f"--vary {pair}: {name} is varied twice.", field="vary")
        rows[name] = [value.strip() for value in values.split(",")]
    found: list[Variation] = [tuple(zip(rows, values, strict=True)) for values in product(*rows.values())]
    if len(found) > MOST:
        raise BadSetup(f"--vary: {len(found)} combinations are too many; {MOST} are played at most.", field="vary")
    return found


def players_of(variation: Variation, otherwise: int | None) -> int | None:
    """How many seats this one has.

    Raises:
        BadSetup: it is no number.
    """
    number = dict(variation).get(PLAYERS)
    if number is None:
        return otherwise
    if not number.isdecimal():
        raise BadSetup(f"--vary players: must be whole numbers, not {number[:20]!r}.", field="vary")
    return int(number)


def options_of(variation: Variation) -> tuple[str, ...]:
    """The options of the game that this one sets, as ``NAME=VALUE``."""
    return tuple(f"{name}={value}" for name, value in variation if name != PLAYERS)


def in_words(variation: Variation) -> str:
    """``players 4, starting_wealth 1``."""
    return ", ".join(f"{name} {value}" for name, value in variation)
