"""The games of a run in groups for comparison: a variant with one kind of bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from msgspec import Struct

from turncoat.bots.result import Result
from turncoat.kernel.errors import BadSetup
from turncoat.lab.findings import Z95
from turncoat.lab.interval import Running
from turncoat.lab.measures import Measure
from turncoat.lab.questions import Question
from turncoat.lab.run_file import Played


class Mean(Struct, frozen=True):
    """A mean over games and its 95 % interval, for a number of games fixed beforehand.

    Attributes:
        mean: The mean of these games.
        low: Lower end of the interval.
        high: Upper end.
        games: The number of games in which the measure has a value.
    """

    mean: float
    low: float
    high: float
    games: int


class Group(Struct, frozen=True):
    """Games of the same kind.

    Attributes:
        name: What distinguishes them from other groups; empty if there are none.
        arm: Name of the arm.
        bots: Kind of the bots.
        shared: Whether the variants used the same seeds.
        games: The games, in order; at least one.
    """

    name: str
    arm: str
    bots: str
    shared: bool
    games: tuple[Played, ...]

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.games[0].seating)

    @property
    def results(self) -> list[Result]:
        """The results of the games."""
        return [game.result for game in self.games]

    def mean(self, measure: Measure) -> Mean | None:
        """The mean of a measure; None if fewer than two games have a value."""
        return mean_of([measure.value(game.seating, game.result) for game in self.games])


def mean_of(values: Sequence[float | None], z: float = Z95) -> Mean | None:
    """The mean and interval of the numbers among these values; None if there are fewer than two.

    Formula: mean ± z · s / √n, with s² the unbiased variance: the interval of a large sample.
    """
    running = Running()
    for value in values:
        if value is not None:
            running.add(value)
    if running.count < 2:
        return None
    reach = z * sqrt(running.variance / running.count)
    return Mean(running.mean, running.mean - reach, running.mean + reach, running.count)


def grouped(question: Question, games: Sequence[Played]) -> list[Group]:
    """The games in groups, in the order of the question.

    If variants shared seeds only at first, games with shared seeds are left out.

    Raises:
        BadSetup: there are no games.
    """
    found = list[tuple[str, str, bool, tuple[Played, ...]]]()
    for bots in question.bots:
        for arm in question.arms:
            those = [game for game in games if (game.arm, game.bots) == (arm, bots)]
            shared = all(game.shared for game in those)
            if kept := tuple(
                sorted((heading for heading in those if heading.shared == shared), key=lambda heading: heading.number)
            ):
                found.append((arm, bots, shared, kept))
    if not found:
        raise BadSetup("There is no whole game in this run; nothing can be said of it.")
    name = _naming(question)
    return [Group(name(arm, bots), arm, bots, shared, kept) for arm, bots, shared, kept in found]


def _naming(question: Question) -> Callable[[str, str], str]:
    """The names of groups: the differences between them."""
    if len(question.arms) == 1:
        return (lambda _, bots: bots) if len(question.bots) > 1 else (lambda _, __: "")
    return (lambda arm, bots: f"{arm}, {bots}") if len(question.bots) > 1 else (lambda arm, _: arm)
