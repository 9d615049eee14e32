"""Batches: the same game many times, with rotated seats, in several processes.

Every game has its own seed, made from the batch's seed, so the number of processes changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from turncoat.bots import alike
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.bots.result import Result, Vow
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE
from turncoat.kernel.promise import Fate, PledgeState
from turncoat.lab.findings import Found
from turncoat.lab.pool import Pool
from turncoat.lab.stopping import stopping

T = TypeVar("T")
R = TypeVar("R")

Workers = int | str
"""The number of processes that play, or the address of a cluster."""

SHOWN = 5
"""The number of errors that are kept in full."""


class Batch(Struct, frozen=True):
    """A batch of games to play.

    Attributes:
        options: The game's options as plain data.
        seed: The same seed gives the same games.
    """

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: str

    def seating(self, number: int) -> list[str]:
        """The bot of each seat in a game; in games with different roles, bots rotate among equal seats."""
        seated = list(self.bots)
        for group in alike(self.game, len(self.bots)):
            turn = number % len(group)
            for seat, origin in zip(group, (*group[turn:], *group[:turn]), strict=True):
                seated[seat] = self.bots[origin]
        return seated


class Kind(Struct):
    """The results of one kind of bot, or of one seat.

    Attributes:
        seats: How many seats it had in all games together.
        actions: How often it gave each type of answer.
    """

    seats: int = 0
    wins: float = 0.0
    score: int = 0
    actions: dict[str, int] = {}
    messages: int = 0
    kept: int = 0
    broken: int = 0

    def add(self, other: Kind) -> None:
        """Count another game of this kind."""
        self.seats += other.seats
        self.wins += other.wins
        self.score += other.score
        self.actions = dict(Counter(self.actions) + Counter(other.actions))
        self.messages += other.messages
        self.kept += other.kept
        self.broken += other.broken


class Tally(Struct):
    """The combined results of some games.

    Attributes:
        games: How many games were finished.
        questions: Decisions that were closed: in Truce, rounds.
        decisions: How many answers and optional actions were accepted.
        shared: Games that ended in a shared victory.
        sentences: The first errors, as sentences.
        found: The games' own findings, by heading.
        interrupted: Somebody stopped it, so there are fewer games than wanted.
    """

    games: int = 0
    kinds: dict[str, Kind] = {}
    seats: list[Kind] = []
    questions: int = 0
    decisions: int = 0
    shared: int = 0
    errors: int = 0
    sentences: list[str] = []
    found: dict[str, Found] = {}
    interrupted: bool = False

    def add(self, other: Tally) -> None:
        """Count the games of another tally."""
        self.games += other.games
        self.questions += other.questions
        self.decisions += other.decisions
        self.shared += other.shared
        self.errors += other.errors
        self.sentences = [*self.sentences, *other.sentences][:SHOWN]
        for name, kind in other.kinds.items():
            self.kinds.setdefault(name, Kind()).add(kind)
        self.seats += [Kind() for _ in other.seats[len(self.seats) :]]
        for mine, kind in zip(self.seats, other.seats, strict=False):
            mine.add(kind)
        for heading, found in other.found.items():
            self.found.setdefault(heading, Found()).add(found)

    def wrong(self, sentence: str) -> None:
        """Count an error, and keep its sentence among the first."""
        self.errors += 1
        self.sentences = [*self.sentences, sentence][:SHOWN]


def begin(batch: Batch, number: int) -> Match:
    """A game of a batch before its first decision.

    Raises:
        BadSetup: the batch makes no sense.
    """
    rules = ruleset(batch.game)
    seed = derive(batch.seed, number)
    bots = seat_bots(batch.game, batch.seating(number), seed)
    return Match(rules, rules.read_options(batch.options), len(bots), derive(seed, "game"), bots)


def play_game(batch: Batch, number: int, *, course: bool = False) -> Result:
    """Play one game of a batch; with ``course`` the result includes all changes of scores, and all promises.

    Raises:
        BadSetup: the batch makes no sense.
    """
    match = begin(batch, number)
    return _noted(match) if course else match.play()


def _noted(match: Match) -> Result:
    """Play a match to its end, and record the changes of scores and the promises."""
    scores, vows, undecided = [(0, match.rules.scores(match.game))], list[Vow](), dict[int, PledgeState]()
    while not play.over(match.game):
        since = match.questions
        match.step()
        if (now := match.rules.scores(match.game)) != scores[-1][1]:
            scores.append((match.questions, now))
        for pledge in match.pledges[len(vows) :]:
            undecided[len(vows)] = pledge.state
            vows.append(Vow(pledge.sender, pledge.to, since, None, Fate.OPEN))
        for place, state in list(undecided.items()):
            if state.fate is not Fate.OPEN:
                vows[place] = replace(vows[place], until=match.questions, fate=state.fate)
                del undecided[place]
    result = match.result()
    result.course, result.vows = scores, vows
    return result


def play_some(batch: Batch, numbers: range) -> Tally:
    """Play some games of a batch. A game in which the rules fail is an error and does not stop the others."""
    tally = Tally(seats=[Kind() for _ in batch.bots])
    for number in numbers:
        try:
            result = play_game(batch, number)
        except Exception as failure:  # noqa: BLE001
            tally.wrong(failed(number, failure))
            continue
        count(tally, result, batch.seating(number), number)
    return tally


def failed(number: int, failure: Exception) -> str:
    """The sentence about a game in which the rules failed."""
    return f"Game {number}: the rules failed with {failure!r}."


def count(tally: Tally, result: Result, names: list[str], number: int) -> None:
    """Add a game to a tally that has a row for every seat."""
    tally.games += 1
    tally.questions += result.questions
    tally.decisions += result.decisions
    tally.shared += len(result.winners) > 1
    for fault in result.faults:
        tally.wrong(f"Game {number}, seat {fault.seat + 1} ({names[fault.seat]}): {fault.sentence}")
    for heading, finding in result.findings.items():
        tally.found.setdefault(heading, Found()).note(finding)
    for seat, name in enumerate(names):
        kind = Kind(
            1,
            (seat in result.winners) / max(1, len(result.winners)),
            result.scores[seat],
            dict(result.actions[seat]),
            result.messages[seat],
            result.kept[seat],
            result.broken[seat],
        )
        tally.kinds.setdefault(name, Kind()).add(kind)
        tally.seats[seat].add(kind)


def run(batch: Batch, workers: Workers = 1, progress: Callable[[int], None] = lambda games: None) -> Tally:
    """Play a whole batch; after Ctrl-C the tally has the games so far, and says so.

    ``progress`` is called with the number of newly finished games.

    Raises:
        BadSetup: the batch makes no sense.
    """
    rules = ruleset(batch.game)
    rules.start(rules.read_options(batch.options), len(batch.bots), derive(batch.seed, "try"), SILENCE)
    total = Tally()
    try:
        for tally in _tallies(batch, workers):
            total.add(tally)
            progress(1)
    except KeyboardInterrupt:
        total.interrupted = True
    return total


def _tallies(batch: Batch, workers: Workers) -> Iterator[Tally]:
    """The tally of each game."""
    games = [range(number, number + 1) for number in range(batch.games)]
    with mapped(workers) as each:
        yield from each(partial(play_some, batch), games)


@contextmanager
def mapped(workers: Workers) -> Iterator[Callable[[Callable[[T], R], Iterable[T]], Iterator[R]]]:
    """A ``map`` function that works in this many processes, or on a cluster; results are in the order of the arguments.

    The processes never see Ctrl-C. In the waiting process it ends the wait for the next result (``Stopping``).
    """
    with stopping() as stop:
        if workers == 1:
            yield lambda work, arguments: stop.each(map(work, arguments))
        elif isinstance(workers, str):
            from turncoat.lab.cluster import on_cluster  # noqa: PLC0415  # needs an extra

            with on_cluster(workers) as cluster:
                yield lambda work, arguments: stop.each(cluster.map(work, arguments))
        else:
            with Pool(workers) as pool:
                yield lambda work, arguments: stop.each(pool.map(work, arguments))
