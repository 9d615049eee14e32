"""The interval that may be looked at after every game: right in 95 of 100 runs that stop as soon as they may."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf, sqrt
from random import Random

import pytest

from turncoat.lab.interval import CERTAIN, LEAST, Running, reach

RUNS = 2000

Reach = Callable[[Running, float], float]


def fixed_size(running: Running, _: float) -> float:
    """The interval for a number of games that is fixed beforehand: the planted fault."""
    return 1.96 * sqrt(running.variance / running.count)


def stopped(draw: Callable[[], float], wide: float, span: float, interval: Reach, most: int) -> tuple[float, float]:
    """Mean and half interval of a run that stops as soon as it is as narrow as wanted."""
    running, look = Running(), LEAST
    for number in range(1, most + 1):
        running.add(draw())
        if number in (look, most):
            look = int(look * 1.15) + 1
            if interval(running, span) <= wide:
                break
    return running.mean, interval(running, span)


def happens(chance: Random, rate: float) -> float:
    """1 or 0."""
    return float(chance.random() < rate)


def held(rate: float, wide: float, interval: Reach) -> float:
    """In which share of runs the truth lay in the interval, for something that happens at a rate."""
    hits = 0
    for run in range(RUNS):
        chance = Random(f"{rate} {run}")
        mean, half = stopped(partial(happens, chance, rate), wide, 1, interval, 1500)
        hits += abs(mean - rate) <= half
    return hits / RUNS


@pytest.mark.parametrize(("rate", "wide"), [(0.5, 0.3), (0.5, 0.06), (0.05, 0.1), (0.05, 0.025), (0.01, 0.01)])
def test_runs_that_stop_early_hold_the_truth_in_95_of_100(rate: float, wide: float) -> None:
    assert held(rate, wide, reach) >= 0.95


def test_an_interval_for_a_fixed_number_of_games_does_not() -> None:
    assert held(0.05, 0.025, fixed_size) < 0.95


def test_numbers_without_a_known_span_hold_as_well() -> None:
    """Skewed ones too: exponential, with the span that was seen."""
    hits = 0
    for run in range(RUNS):
        chance, running = Random(f"tail {run}"), Running()
        while running.count < 600 and reach(running, max(0.0, running.most - running.least)) > 2:
            running.add(chance.expovariate(0.1))
        hits += abs(running.mean - 10) <= reach(running, running.most - running.least)
    assert hits / RUNS >= 0.95


def test_nothing_is_said_before_the_first_look() -> None:
    running = Running()
    for _ in range(LEAST - 1):
        running.add(1.0)
    assert reach(running, 1) == inf


def test_what_is_always_the_same_is_certain_after_many_games() -> None:
    running = Running()
    for number in range(CERTAIN):
        assert reach(running, 0) == inf, number
        running.add(10.0)
    assert reach(running, 0) == 0
    assert (running.mean, running.variance) == (10.0, 0.0)


def test_what_has_not_happened_yet_can_still_happen() -> None:
    """100 games without a shared victory do not show that there are none."""
    running = Running()
    for _ in range(100):
        running.add(0.0)
    assert 0.03 < reach(running, 1) < 0.2


def test_mean_and_variance_are_those_of_the_numbers() -> None:
    running = Running()
    for number in (2.0, 4.0, 4.0, 10.0):
        running.add(number)
    assert (running.mean, running.least, running.most) == (5.0, 2.0, 10.0)
    assert running.variance == pytest.approx(12.0)
