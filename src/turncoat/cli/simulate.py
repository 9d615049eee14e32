"""``turncoat simulate``: plays many games between bots; with ``--vary`` for several values or numbers of players."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from turncoat.bots.lineup import lineup
from turncoat.cli import FOUND, INTERRUPTED
from turncoat.cli.arguments import (
    CLUSTER,
    SIX,
    cluster_or,
    number_of_games,
    number_of_seats,
    number_of_workers,
    read_options,
    seed_or_new,
    with_game,
)
from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.ruleset import ROUNDS
from turncoat.lab.batches import Batch, Tally, Workers, run
from turncoat.lab.findings import Heading
from turncoat.lab.kept import asked, run_kept, seed_in
from turncoat.lab.report import Report, Row, report
from turncoat.lab.run_file import RunFile, head_of
from turncoat.lab.stopping import stopping

AS_IT_IS = "the rules as they are"
"""The only variant of a run in which nothing is varied."""

PLAYERS = "players"
"""The name under which the number of players is varied; all other names are options of the game."""

MOST = 64
"""The most combinations in one run."""

Variation = tuple[tuple[str, str], ...]
"""Names of options with their values."""


def variations(pairs: tuple[str, ...]) -> list[Variation]:
    """Every combination of the values to try; a single empty one if nothing varies.

    Raises:
        BadSetup: the text has the wrong form, a name comes twice, or there are too many combinations.
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
    """The number of seats in this combination.

    Raises:
        BadSetup: the number of players is not a whole number.
    """
    number = dict(variation).get(PLAYERS)
    if number is None:
        return otherwise
    if not number.isdecimal():
        raise BadSetup(f"--vary players: must be whole numbers, not {number[:20]!r}.", field="vary")
    return int(number)


def options_of(variation: Variation) -> tuple[str, ...]:
    """The options of the game that this combination sets, as ``NAME=VALUE``."""
    return tuple(f"{name}={value}" for name, value in variation if name != PLAYERS)


def in_words(variation: Variation) -> str:
    """The combination as text: ``players 4, starting_wealth 1``."""
    return ", ".join(f"{name} {value}" for name, value in variation)


@click.command("simulate")
@click.argument("game")
@click.option("--games", type=int, default=1000, show_default=True, help="How many games.")
@with_game(SIX)
@click.option(
    "--bots",
    default="random",
    show_default=True,
    help="The bots, seated in turn round the table, for example mybot.py:Avenger,random*5.",
)
@click.option(
    "--workers",
    type=int,
    default=None,
    help="How many processes.  [default: one for each processor, fewer for few games]",
)
@CLUSTER
@click.option(
    "--json", "as_json", is_flag=True, help="Print the report as JSON, for programs; with --vary a list of reports."
)
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="NAME=VALUE,VALUE",
    help="Play the games for each of these values of an option, or of players (repeatable: every combination).",
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Keep the games in this file; the same command goes on there."
)
def command(
    game: str,
    games: int,
    players: int | None,
    rounds: int | None,
    options: tuple[str, ...],
    seed: str | None,
    bots: str,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
    varied: tuple[str, ...],
    out: Path | None,
) -> int:
    """Let bots play GAME many times, seats rotated, and report who wins, with 95 % intervals.

    In games with different roles bots rotate among the seats for which they are made. The exit code is 1 if a bot or
    the rules failed. The same seed gives the same games with any number of workers, on a cluster as well. With --out
    the games are kept: a stopped run continues, and `turncoat lab report` makes a page of it.
    """
    rules = ruleset(game)
    where = cluster_or(cluster, number_of_workers(workers))
    seed = seed_or_new(seed_in(out) if seed is None and out else seed)
    batches = list[tuple[Variation, Batch]]()
    for variation in variations(varied):
        chosen = read_options(rules, (*options, *options_of(variation)), rounds)
        named = lineup(game, bots, number_of_seats(rules, players_of(variation, players)))
        batch = Batch(game, msgspec.to_builtins(chosen), tuple(named), number_of_games(games), seed)
        batches.append((variation, batch))
    arms = {in_words(variation) or AS_IT_IS: batch for variation, batch in batches}
    file = RunFile(out, head_of(asked(arms, bots, seed))) if out else None
    found, interrupted = list[tuple[Variation, Report]](), False
    with stopping():
        for one, batch in batches:
            if not interrupted:
                keep = partial(run_kept, arm=in_words(one) or AS_IT_IS, bots=bots, file=file) if file else run
                made, interrupted = _played(batch, where or workers, keep)
                found.append((one, made))
        if as_json:
            click.echo(msgspec.json.encode([report for _, report in found] if varied else found[0][1]).decode())
        else:
            _show_all(found, _console())
    if interrupted:
        on = f"; the same command goes on with {out}" if out else ""
        click.echo(f"Interrupted: these are the results so far{on}.", err=True)
        return INTERRUPTED
    return FOUND if any(report.errors for _, report in found) else 0


def _played(batch: Batch, workers: Workers | None, keep: Callable[..., Tally]) -> tuple[Report, bool]:
    """The result of a batch, and whether Ctrl-C stopped it."""
    rules, began = ruleset(batch.game), time.perf_counter()
    with progress_bar(f"{rules.title}, {', '.join(dict.fromkeys(batch.bots))}", batch.games) as done:
        several = workers or min(os.cpu_count() or 1, max(1, batch.games // 100))
        tally = keep(batch, workers=several, progress=done)
    return report(batch, rules.hash, tally, max(1e-9, time.perf_counter() - began)), tally.interrupted


def _show_all(found: list[tuple[Variation, Report]], console: Console) -> None:
    """Print each report; if something varies, each under its combination, then rounds and victories side by side."""
    for variation, one in found:
        if variation:
            console.rule(in_words(variation), align="left")
        show(one, console)
    if len(found) > 1:
        console.rule("side by side", align="left")
        console.print(_side_by_side(found))


def _side_by_side(found: list[tuple[Variation, Report]]) -> Table:
    table = Table(box=None, pad_edge=False)
    names = [name for name, _ in found[0][0]]
    for heading in (*names, "Games", "Rounds", "95 % interval", "Least to most", "Of all games"):
        table.add_column(heading, justify="right")
    for variation, one in found:
        spread = next((line.spread for line in one.findings if line.heading == ROUNDS), None)
        interval, reach = "", ""
        if spread is not None:
            interval, reach = f"{spread.low:.1f} to {spread.high:.1f}", f"{spread.least:,} to {spread.most:,}"
        wins = ", ".join(f"{row.name} {row.games:.0%}" for row in one.bots)
        table.add_row(*(value for _, value in variation), f"{one.games:,}", f"{one.rounds:.1f}", interval, reach, wins)
    return table


SHOWS = "Ctrl-C shows the results."
"""What Ctrl-C does, in the lines about progress."""


@contextmanager
def progress_bar(label: str, total: int, *, ending: str = SHOWS) -> Iterator[Callable[[int], None]]:
    """Show progress on standard error, in a pipe as occasional lines; returns a function to call with each advance."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task, line = progress.add_task(label, total=total), Line(label, total, ending)

        def advance(games: int) -> None:
            progress.advance(task, games)
            if not console.is_terminal and (said := line.after(games, time.monotonic())):
                click.echo(said, err=True)

        yield advance


WIDE = 160
"""The width of tables in a pipe."""


def _console() -> Console:
    """Where reports are printed; in a pipe each table row stays on one line."""
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDE
    return console


LOADING = 10.0
"""Seconds that the first games may take longer, while programs load."""

SURE = 10
"""The remaining time is known after this many more games."""


class Line:
    """Prints the remaining time in a pipe after 1 second, after 10, then after twice as long each time.

    The first game does not count for the estimate, because programs load during it.
    """

    def __init__(self, label: str, total: int, ending: str = SHOWS) -> None:
        self.label, self.total, self.done, self.ending = label, total, 0, ending
        self.began, self.wait = time.monotonic(), 1.0
        self.first: tuple[int, float] | None = None

    def after(self, games: int, now: float) -> str:
        """The line to print after this many more games; usually empty."""
        self.done += games
        spent = now - self.began
        played, at = self.first = self.first or (self.done, now)
        if spent < self.wait or self.done >= self.total or (self.done < played + SURE and spent < LOADING):
            return ""
        self.wait = max(10.0, 2 * spent)
        each = (now - at) / (self.done - played) if self.done > played else spent / self.done
        left = each * (self.total - self.done)
        words = f"{left / 3600:.1f} hours" if left > 5400 else f"{left / 60:.0f} minutes" if left > 90 else "a minute"
        return f"{self.label}: {self.done:,} of {self.total:,} games, about {words} left. {self.ending}"


def show(found: Report, console: Console) -> None:
    """Print a report as tables in the terminal."""
    batch = found.batch
    console.print(
        f"{found.games:,} games of {batch.game}, {len(batch.bots)} players, seed {batch.seed}: "
        f"{found.rounds:.1f} rounds each, {found.shared:.1%} shared victories."
    )
    console.print(
        f"{found.seconds:.1f} s, {found.games_per_second:,.1f} games/s, "
        f"{found.decisions_per_second:,.0f} decisions/s. At equal strength each seat would win {found.even:.1%}."
    )
    console.print(_table("Bot", found.bots))
    console.print(_table("Seat", found.seats))
    if found.findings:
        console.print(_findings(found.findings, found.games))
    for bot in found.bots:
        actions = ", ".join(f"{action} {share:.0%}" for action, share in bot.actions.items())
        words = f"{bot.messages:.1f} messages a game, {bot.kept:,} promises kept, {bot.broken:,} broken"
        console.print(f"{bot.name}: {actions}; {words}.")
    if found.errors:
        console.print(f"{found.errors:,} errors, the first of them:", style="bold red")
    for sentence in found.sentences:
        console.print(sentence, style="red", markup=False)


def _findings(headings: tuple[Heading, ...], games: int) -> Table:
    """Print the games' own findings, heading by heading."""
    table = Table(box=None, pad_edge=False)
    for heading in ("Finding", "", "Games", "Share or mean", "95 % interval", "Least to most"):
        table.add_column(heading, justify="left" if heading in ("Finding", "") else "right")
    for one in headings:
        title = one.heading if one.games == games else f"{one.heading} ({one.games:,} games)"
        if one.spread is not None:
            mean, interval = f"{one.spread.mean:.1f}", f"{one.spread.low:.1f} to {one.spread.high:.1f}"
            reach = f"{one.spread.least:,} to {one.spread.most:,}, median {one.spread.median:,}"
            table.add_row(title, "", f"{one.games:,}", mean, interval, reach)
        for label in one.labels:
            interval = f"{label.low:.1%} to {label.high:.1%}"
            table.add_row(title, label.label, f"{label.games:,.4g}", f"{label.rate:.1%}", interval, "")
            title = ""
    return table


def _table(first: str, rows: tuple[Row, ...]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(first)
    for heading in ("Seats", "Wins", "Win rate", "95 % interval", "Of all games", "Score"):
        table.add_column(heading, justify="right")
    for row in rows:
        interval = f"{row.low:.1%} to {row.high:.1%}"
        table.add_row(
            row.name,
            f"{row.seats:,}",
            f"{row.wins:,.1f}",
            f"{row.rate:.1%}",
            interval,
            f"{row.games:.1%}",
            f"{row.score:.2f}",
        )
    return table
