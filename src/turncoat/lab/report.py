"""The report of a batch: rates with intervals, for people or programs."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from turncoat.kernel.ruleset import ROUNDS
from turncoat.lab.batches import Batch, Kind, Tally
from turncoat.lab.findings import Heading, headings, spread, wilson


class Row(Struct, frozen=True):
    """The results of one kind of bot, or of one seat.

    Attributes:
        name: The bot, or the number of the seat from 1.
        wins: Its victories; a shared one counts in part.
        rate: Victories per seat, 0 to 1.
        low: Lower end of the 95 % interval of the rate.
        games: Its share of all victories, 0 to 1.
        score: Its average final score.
        actions: Share of each type of answer.
        messages: Messages per seat and game.
    """

    name: str
    seats: int
    wins: float
    rate: float
    low: float
    high: float
    games: float
    score: float
    actions: dict[str, float]
    messages: float
    kept: int
    broken: int


class Report(Struct, frozen=True):
    """A batch and its results.

    Attributes:
        ruleset: Hash of the rules.
        games: How many games were played to the end.
        even: The rate of each seat if all were equally strong, 0 to 1.
        bots: A row for each kind of bot, the best first.
        rounds: Rounds per game, if the game counts them; else closed decisions.
        shared: Share of games that ended in a shared victory, 0 to 1.
        decisions: Accepted answers and optional actions in all games.
        decisions_per_second: Accepted answers and optional actions per second.
        sentences: The first errors.
        findings: The games' own findings, heading by heading.
    """

    batch: Batch
    ruleset: str
    games: int
    even: float
    bots: tuple[Row, ...]
    seats: tuple[Row, ...]
    rounds: float
    shared: float
    decisions: int
    seconds: float
    games_per_second: float
    decisions_per_second: float
    errors: int
    sentences: tuple[str, ...]
    findings: tuple[Heading, ...] = ()


def report(batch: Batch, ruleset_hash: str, tally: Tally, seconds: float) -> Report:
    """Compute the rates of a tally that took this many seconds."""
    games = max(1, tally.games)
    rows = [row(name, kind, games) for name, kind in tally.kinds.items()]
    seats = [row(str(number), kind, games) for number, kind in enumerate(tally.seats, 1)]
    return Report(
        batch,
        ruleset_hash,
        tally.games,
        1 / len(batch.bots),
        tuple(sorted(rows, key=lambda one: (-one.rate, one.name))),
        tuple(seats),
        spread(tally.found[ROUNDS].numbers).mean if ROUNDS in tally.found else tally.questions / games,
        tally.shared / games,
        tally.decisions,
        seconds,
        tally.games / seconds,
        tally.decisions / seconds,
        tally.errors,
        tuple(tally.sentences),
        headings(tally.found),
    )


def row(name: str, kind: Kind, games: int) -> Row:
    """One row of a report."""
    seats = max(1, kind.seats)
    low, high = wilson(kind.wins, seats)
    answers = max(1, sum(kind.actions.values()))
    actions: dict[str, Any] = {action: number / answers for action, number in sorted(kind.actions.items())}
    return Row(
        name,
        kind.seats,
        kind.wins,
        kind.wins / seats,
        low,
        high,
        kind.wins / games,
        kind.score / seats,
        actions,
        kind.messages / seats,
        kind.kept,
        kind.broken,
    )
