"""THR-6 and the table of odds: how likely it is that dice alone reach a number, by counting every way they can fall."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

D10, D6 = 10, 6
MOST_SWAPS = 2

OPPONENT_DICE = (D10, D10)
"""THR-6.5: opponents roll these."""


class Odds(Struct, frozen=True):
    """How many of all the ways in which dice can fall reach a number.

    Attributes:
        ways: Those that do.
        of: All of them.
    """

    ways: int
    of: int

    @property
    def chance(self) -> float:
        """The probability, 0 to 1."""
        return self.ways / self.of


def dice(swaps: int) -> tuple[int, ...]:
    """THR-6.1, THR-6.2: the sides of the three dice of a basic roll: the d10 that are left, then the d6."""
    return (D10,) * (MOST_SWAPS - swaps) + (D6,) * (1 + swaps)


@cache
def sums(sides: tuple[int, ...]) -> tuple[int, ...]:
    """In how many ways dice with so many sides show each sum; the index is the sum."""
    ways = [1]
    for most in sides:
        wider = [0] * (len(ways) + most)
        for total, number in enumerate(ways):
            for face in range(1, most + 1):
                wider[total + face] += number
        ways = wider
    return tuple(ways)


@cache
def reach(sides: tuple[int, ...], need: int) -> Odds:
    """THR-6.4: how likely it is that these dice show the needed sum, or more."""
    ways = sums(sides)
    return Odds(sum(ways[max(0, need) :]), sum(ways))


def attack_odds(need: int, swaps: int) -> Odds:
    """How likely a basic roll with so many swaps reaches what the dice need to show."""
    return reach(dice(swaps), need)


def opponent_odds(need: int) -> Odds:
    """The same for the two dice of an opponent."""
    return reach(OPPONENT_DICE, need)


def expected_advantage(swaps: int) -> float:
    """THR-6.3: how much advantage a roll with so many swaps brings on average."""
    return 3.5 * (1 + swaps)
