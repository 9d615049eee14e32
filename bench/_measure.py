"""Compare a few ways of doing the same job, as ratios from one run on one machine.

A file of ``bench/`` asks one question. It names its cases and hands them to :func:`main`::

    main(
        "How fast are random playouts?",
        [Case("plain", rate(play_plain)), Case("kernel", rate(play_kernel))],
        unit="games/s",
        goals=[Goal("kernel", over="plain", floor=2.5, aim=4)],
    )

The first case is the reference. Cases take turns (case 1, case 2, ..., and again), so that whatever else the machine
does falls on all of them alike. A ratio is taken inside one turn and its median over the turns is the result; the
figures themselves only show the scale and must not be compared with those of another run or machine. Before the first
counted turn every case runs once uncounted, to warm up.

Every such file understands ``--rounds N`` (5 or more turns), ``--only NAME ...`` (the reference always runs),
``--json`` (for programs, and to be kept), and ``--check`` (status 1 when a goal is missed or could not be measured).
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter

LEAST_ROUNDS = 5


@dataclass(frozen=True)
class Case:
    """One way of doing the job; ``measure`` does it for a while and returns its figure for that turn (not zero)."""

    name: str
    measure: Callable[[], float]


@dataclass(frozen=True)
class Goal:
    """A ratio of two cases that we want: at least ``floor``, better ``aim``."""

    case: str
    over: str
    floor: float
    aim: float | None = None


@dataclass(frozen=True)
class Spread:
    """A ratio over the turns: its median, and the least and the greatest seen."""

    median: float
    low: float
    high: float


def rate(job: Callable[[int], object], seconds: float = 0.5) -> Callable[[], float]:
    """Make a measure, in repetitions a second, of a job that repeats itself as often as it is told.

    How many repetitions fill about so many seconds is found out in the first (uncounted) turn and kept from then on.
    """
    count = 0

    def measure() -> float:
        nonlocal count
        if not count:
            count = 1
            while (spent := _time(job, count)) < seconds / 10:
                count *= 2
            count = max(1, round(count * seconds / spent))
        return count / _time(job, count)

    return measure


def _time(job: Callable[[int], object], count: int) -> float:
    """Seconds for so many repetitions; the collector starts clean and stays on, as for a user."""
    gc.collect()
    start = perf_counter()
    job(count)
    return perf_counter() - start


def run(cases: Sequence[Case], rounds: int) -> dict[str, list[float]]:
    """The figures of every case, one for each turn."""
    for case in cases:
        case.measure()
    figures: dict[str, list[float]] = {case.name: [] for case in cases}
    for number in range(rounds):
        if sys.stderr.isatty():
            print(f"turn {number + 1} of {rounds}", end="\r", file=sys.stderr, flush=True)
        for case in cases:
            figures[case.name].append(case.measure())
    return figures


def ratio(figures: Mapping[str, Sequence[float]], case: str, over: str) -> Spread:
    """How many times the figure of ``over`` the case reaches, each turn compared with itself only."""
    ratios = [mine / theirs for mine, theirs in zip(figures[case], figures[over], strict=True)]
    return Spread(median(ratios), min(ratios), max(ratios))


def usual() -> dict[str, str]:
    """The environment for a program of its own as everybody has it: Python keeps what it has compiled once."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def machine() -> dict[str, str | int]:
    """What ran this, for the record."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 0,
    }


def main(
    question: str,
    cases: Sequence[Case],
    *,
    unit: str,
    goals: Sequence[Goal] = (),
    left_out: Mapping[str, str] | None = None,
    arguments: Sequence[str] | None = None,
    flags: Sequence[argparse.ArgumentParser] = (),
) -> int:
    """Measure, print, and return the exit status.

    ``left_out`` names the cases that cannot run here, and why; ``flags`` are what the file itself understands besides.
    """
    parser = argparse.ArgumentParser(description=question, parents=flags)
    parser.add_argument(
        "--rounds",
        type=int,
        default=7,
        help=f"turns to take, {LEAST_ROUNDS} or more (7)",
    )
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="NAME",
        help="measure these and the reference",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument(
        "--check",
        action="store_true",
        help="status 1 if a goal is missed or not measured",
    )
    options = parser.parse_args(arguments)
    if options.rounds < LEAST_ROUNDS:
        parser.error(f"at least {LEAST_ROUNDS} rounds")
    if unknown := set(options.only) - {case.name for case in cases}:
        parser.error(f"no such case: {', '.join(sorted(unknown))}")
    reference = cases[0].name
    chosen = [case for case in cases if not options.only or case.name in {reference, *options.only}]
    figures = run(chosen, options.rounds)
    ratios = {name: ratio(figures, name, reference) for name in figures}
    reached = [
        (
            goal,
            ratio(figures, goal.case, goal.over) if {goal.case, goal.over} <= figures.keys() else None,
        )
        for goal in goals
    ]
    if options.json:
        result = {
            "question": question,
            "machine": machine(),
            "rounds": options.rounds,
            "unit": unit,
            "reference": reference,
            "cases": {name: {"ratio": asdict(ratios[name]), "figure": median(figures[name])} for name in figures},
            "goals": [{**asdict(goal), "reached": asdict(spread) if spread else None} for goal, spread in reached],
            "left_out": dict(left_out or {}),
        }
        print(json.dumps(result, indent=2))
    else:
        print(question)
        print(
            ", ".join(map(str, machine().values())),
            f"cores; median of {options.rounds} turns",
        )
        width = max(map(len, figures))
        print(f"\n{'case':{width}}  {'x ' + reference:>9}  {'lowest..highest':>17}  {unit:>12}")
        for name, shown in ratios.items():
            span = f"{shown.low:.3g}..{shown.high:.3g}"
            print(f"{name:{width}}  {shown.median:9.3g}  {span:>17}  {median(figures[name]):12,.0f}")
        for name, reason in (left_out or {}).items():
            print(f"{name}: left out, {reason}")
        for goal, spread in reached:
            aim = f", aim {goal.aim:g}" if goal.aim else ""
            print(f"goal: {goal.case} / {goal.over} at least {goal.floor:g}{aim}: {_verdict(goal, spread)}")
    missed = [goal for goal, spread in reached if spread is None or spread.median < goal.floor]
    return 1 if options.check and missed else 0


def _verdict(goal: Goal, spread: Spread | None) -> str:
    """What to say about a goal."""
    if spread is None:
        return "not measured"
    if spread.median < goal.floor:
        return f"{spread.median:.3g}, missed"
    return f"{spread.median:.3g}, {'aim reached' if goal.aim and spread.median >= goal.aim else 'reached'}"
