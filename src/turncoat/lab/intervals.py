"""How far a measured rate can be trusted."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""Standard deviations that hold 95 % of a normal distribution."""


def wilson(wins: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """The interval in which the true rate lies with 95 % confidence (Wilson's score interval).

    Args:
        wins: How often it happened; shares of a victory count in part.
        trials: How often it could have.
        z: Standard deviations.

    Raises:
        ValueError: there are no trials, or more wins than trials.
    """
    if trials < 1 or not 0 <= wins <= trials + 1e-9:
        raise ValueError(f"{wins} wins out of {trials} trials make no sense")
    rate = min(1.0, wins / trials)
    weight = 1 + z * z / trials
    middle = (rate + z * z / (2 * trials)) / weight
    reach = z / weight * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    return max(0.0, middle - reach), min(1.0, middle + reach)
