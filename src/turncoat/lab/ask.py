"""Answers a designer's question: plays until the interval is as narrow as wanted, with each kind of bots.

Variants ("arms") are compared game by game. With the same cards and dice in both arms, much of the luck cancels out of
the difference. The first games measure whether it does; if it saves nothing, each arm gets different seeds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, takewhile
from math import inf

from msgspec import Struct

from turncoat.lab.batches import Batch, Workers, mapped, play_game
from turncoat.lab.interval import LEAST, Running, reach
from turncoat.lab.measures import Measure, measure
from turncoat.lab.questions import Question
from turncoat.lab.run_file import Played, RunFile

ERROR = 0.05
"""How often the intervals of one kind of bots may be wrong, all together."""

WORTH_PAIRING, PAIRS = 0.05, 100
"""Variants use the same seeds if that saves at least this share of the games, judged after this many games."""

LOOKED = 1.15
"""The factor by which the number of games grows between two checks of the intervals."""

Task = tuple[Batch, str, str, bool, int]
"""A game to play: its batch, variant, bots, whether seeds are shared, and its number."""


class OutOfTime(Exception):
    """The minutes of a question are used up."""


Play = Callable[[Sequence[Task]], Iterator[Played]]


class Estimate(Struct, frozen=True):
    """A mean and its confidence interval, which remains correct however often it is checked during play.

    Attributes:
        mean: The mean of the games.
        low: The lower end of the interval.
        high: The upper end of the interval.
        games: How many games, or pairs of games, have a value.
    """

    mean: float
    low: float
    high: float
    games: int

    @property
    def width(self) -> float:
        """Half of the interval, in units of the measure."""
        return (self.high - self.low) / 2


class Answer(Struct, frozen=True):
    """The result with one kind of bots.

    Attributes:
        bots: The kind, as in the question.
        games: The number of games of each variant.
        arms: The measure in each variant.
        differences: Each variant less the first; empty if there is only one.
        saved: The share of games saved by shared seeds, by variant, 0 to 1; below 0 if they cost some.
        shared: Whether the variants used the same seeds.
        settled: Whether all intervals are as narrow as wanted.
        faults: How often a bot failed or gave an illegal answer, so that its default was played.
        words: The measure, as in the question.
        share: Whether the measure is a share of games, told in per cent.
        told: The answer as a player would say it, with ``{}`` for the number.
    """

    bots: str
    games: int
    arms: dict[str, Estimate]
    differences: dict[str, Estimate]
    saved: dict[str, float]
    shared: bool
    settled: bool
    faults: int
    words: str
    share: bool
    told: str


@contextmanager
def players(workers: Workers) -> Iterator[Play]:
    """Plays games in this many processes; returns them in the order of the requests."""
    with mapped(workers) as run:
        yield lambda tasks: run(_played, tasks)


def _played(task: Task) -> Played:
    batch, arm, bots, shared, number = task
    return Played(arm, bots, shared, number, tuple(batch.seating(number)), play_game(batch, number, course=True))


class Asking:
    """One question with one kind of bots.

    Args:
        question: The question.
        bots: The kind of bots.
        file: The file that keeps the games.
        play: Plays games.
        progress: Called at every check, with the number of games of each variant, and half of the widest interval.
    """

    def __init__(
        self, question: Question, bots: str, file: RunFile, play: Play, progress: Callable[[str, int, float], None]
    ) -> None:
        self.question, self.bots, self.file, self.play, self.progress = question, bots, file, play, progress
        self.found: Answer | None = None
        self.measure: Measure | None = None
        self._begin(shared=True)

    def _begin(self, *, shared: bool) -> None:
        self.shared, self.games, self.faults = shared, 0, 0
        self.values: dict[str, list[float | None]] = {arm: [] for arm in self.question.arms}

    def answer(self, until: float) -> None:
        """Play until the answer is as precise as wanted, or the budget is used up; results are in ``found``.

        Args:
            until: After this moment of the clock ``time.monotonic`` only the first game of each variant may begin.

        Raises:
            BadSetup: this game has no such measure.
            KeyboardInterrupt: Ctrl-C was pressed; the games so far are in the file.
        """
        try:
            self._until_known(until)
        except (OutOfTime, KeyboardInterrupt) as stop:
            if self.found is None and (whole := self._whole()):
                self._look(whole, inf)
            if isinstance(stop, KeyboardInterrupt):
                raise

    def recall(self) -> None:
        """Compute the results of the games in the file."""
        if any(bots == self.bots and not shared for _, bots, shared, __ in self.file.games):
            self._begin(shared=False)
        if whole := self._whole():
            self._look(whole, inf)

    def _until_known(self, until: float) -> None:
        found, tried = self._look(LEAST, until), min(PAIRS, self.question.budget.games)
        if not found.settled and found.saved:
            found = self._look(tried, until)
            if max(found.saved.values()) < WORTH_PAIRING:
                self._begin(shared=False)
                found = self._look(tried, until)
        while not found.settled and self.games < self.question.budget.games:
            found = self._look(min(int(self.games * LOOKED) + 1, self.question.budget.games), until)

    def _whole(self) -> int:
        """The number of games that every variant has."""
        numbers = takewhile(
            lambda number: all(self._key(arm, number) in self.file.games for arm in self.question.arms), count()
        )
        return sum(1 for _ in numbers)

    def _key(self, arm: str, number: int) -> tuple[str, str, bool, int]:
        return arm, self.bots, self.shared, number

    def _look(self, games: int, until: float) -> Answer:
        """Play until there are this many games in each variant, and compute the results.

        Raises:
            OutOfTime: time is up before all are played; the games so far are in the file.
        """
        asked = self._play(range(self.games, games), until)
        self.games = games
        others = [arm for arm in self.question.arms if arm != self.question.first]
        first, error = self.values[self.question.first], ERROR / max(1, len(others))
        span = None if asked.span is None else 2 * asked.span
        arms = {arm: _estimate(values, asked.span, ERROR) for arm, values in self.values.items()}
        differences = {arm: _estimate(_less(self.values[arm], first), span, error) for arm in others}
        saved = {arm: _saved(self.values[arm], first) for arm in others}
        widest = max(interval.width for interval in (differences or arms).values())
        settled = widest <= self.question.precision
        told = (settled, self.faults, asked.words, asked.share, self.question.answer or asked.told)
        self.found = Answer(self.bots, games, arms, differences, saved, self.shared, *told)
        self.progress(self.bots, games, widest)
        return self.found

    def _play(self, numbers: range, until: float) -> Measure:
        """Get these games of every variant, from the file or by playing, and note the measure."""
        wanted = [self._key(arm, number) for number in numbers for arm in self.question.arms]
        batches = {arm: self.question.batch(arm, self.bots, shared=self.shared) for arm in self.question.arms}
        missing = [(batches[key[0]], *key) for key in wanted if key not in self.file.games]
        for played, game in enumerate(self.play(missing), 1):
            self.file.add([game])
            if time.monotonic() > until and played >= len(batches):
                raise OutOfTime
        games = [self.file.games[key] for key in wanted]
        if self.measure is None:
            seats = min(len(batch.bots) for batch in batches.values())
            names = dict.fromkeys(name for batch in batches.values() for name in batch.bots)
            self.measure = measure(self.question.measure, seats, names, [game.result for game in games])
        for game in games:
            self.faults += len(game.result.faults)
            self.values[game.arm].append(self.measure.value(game.seating, game.result))
        return self.measure


def _less(values: Sequence[float | None], others: Sequence[float | None]) -> list[float | None]:
    """Pair by pair, the first value less the second; nothing if one is missing."""
    return [None if a is None or b is None else a - b for a, b in zip(values, others, strict=True)]


def _running(values: Sequence[float | None]) -> Running:
    running = Running()
    for value in values:
        if value is not None:
            running.add(value)
    return running


def _estimate(values: Sequence[float | None], span: float | None, error: float) -> Estimate:
    running = _running(values)
    wide = reach(running, max(0.0, running.most - running.least) if span is None else span, error)
    return Estimate(running.mean, running.mean - wide, running.mean + wide, running.count)


def _saved(values: Sequence[float | None], others: Sequence[float | None]) -> float:
    """The share of games saved by pairs: 1 less the variance of differences divided by the sum of both variances."""
    pairs = [(a, b) for a, b in zip(values, others, strict=True) if a is not None and b is not None]
    apart = _running([a for a, _ in pairs]).variance + _running([b for _, b in pairs]).variance
    return 1 - _running([a - b for a, b in pairs]).variance / apart if apart else 0.0


def ask(
    question: Question, file: RunFile, play: Play, progress: Callable[[str, int, float], None]
) -> tuple[list[Answer], bool]:
    """Answer a question with each of its kinds of bots; each gets an equal share of the remaining minutes.

    Returns: The result with each kind, and whether Ctrl-C stopped it.

    Raises:
        BadSetup: this game has no such measure.
    """
    found, end = list[Answer](), time.monotonic() + 60 * question.budget.minutes
    for done, bots in enumerate(question.bots):
        asking, now = Asking(question, bots, file, play, progress), time.monotonic()
        try:
            asking.answer(now + (end - now) / (len(question.bots) - done))
        except KeyboardInterrupt:
            return [*found, *([asking.found] if asking.found else [])], True
        assert asking.found is not None
        found.append(asking.found)
    return found, False


def known(question: Question, file: RunFile) -> list[Answer]:
    """The results of the games so far, without playing; kinds of bots without games are left out.

    Raises:
        BadSetup: this game has no such measure.
    """
    found = list[Answer]()
    for bots in question.bots:
        asking = Asking(question, bots, file, lambda _: iter(()), lambda _, __, ___: None)
        asking.recall()
        found += [asking.found] if asking.found else []
    return found
