"""``turncoat lab``: answers a game designer's questions, with confidence intervals."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isinf
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from turncoat.cli import FOUND, INTERRUPTED
from turncoat.cli.arguments import CLUSTER, cluster_or, number_of_workers, write
from turncoat.cli.lab_compare import compared
from turncoat.cli.lab_report import reported
from turncoat.kernel.errors import BadSetup
from turncoat.lab.answers import in_words, named, picture
from turncoat.lab.ask import ask, players
from turncoat.lab.interval import LEAST
from turncoat.lab.questions import Question, read_question
from turncoat.lab.run_file import RunFile, head_of
from turncoat.lab.stopping import stopping

LARGEST_QUESTION = 64 * 1024
"""The largest question file, in bytes."""


@click.group("lab")
def command() -> None:
    """Ask what a rule does; bots play until the answer is certain enough."""


@command.command("ask")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="The file that keeps the games. [default: FILE, ending in .games]"
)
@click.option("--workers", type=int, default=None, help="How many processes.  [default: one for each processor]")
@CLUSTER
@click.option(
    "--minutes", type=float, default=None, help="Stop after this many minutes.  [default: what the question file says]"
)
@click.option("--picture", "drawn", type=click.Path(path_type=Path), help="Draw the answer, as SVG, in this file.")
@click.option("--json", "as_json", is_flag=True, help="Write the answer as JSON, for programs.")
def asked(
    file: Path,
    out: Path | None,
    workers: int | None,
    cluster: str | None,
    minutes: float | None,
    drawn: Path | None,
    as_json: bool,
) -> int:
    """Answer the question in FILE (TOML) with each kind of its bots, with 95 % intervals.

    Plays until the intervals are as narrow as the question wants, or its budget is used up. Ctrl-C shows what is known
    by then; the same command goes on from there. The same seed gives the same games with any number of workers.
    """
    where = cluster_or(cluster, number_of_workers(workers)) or workers or os.cpu_count() or 1
    question = read_question(_text(file), minutes)
    games = RunFile(out or _kept(file, question), head_of(question))
    with stopping(), _shown(question) as progress, players(where) as play:
        answers, interrupted = ask(question, games, play, progress)
    if drawn and (svg := picture(question, answers)):
        write(drawn, svg.encode())
    if as_json:
        click.echo(msgspec.json.encode({"question": question, "answers": answers}).decode())
    else:
        click.echo(question.question)
        for sentence in in_words(question, answers):
            click.echo(sentence)
    if interrupted:
        click.echo(f"Interrupted: these are the results so far; the games are in {games.path}.", err=True)
        return INTERRUPTED
    return FOUND if any(answer.faults for answer in answers) else 0


def _kept(file: Path, question: Question) -> Path:
    """The default file for the games of a question."""
    return file.with_name(Path(question.keep).name) if question.keep else file.with_suffix(".games")


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST_QUESTION).decode()
    except OSError as fault:
        raise BadSetup(f"{file} cannot be opened: {fault.strerror}.") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{file} does not hold text in UTF-8.") from None


@contextmanager
def _shown(question: Question) -> Iterator[Callable[[str, int, float], None]]:
    """Print the time limit and the results so far on standard error; in a pipe only now and then."""
    console, wait = Console(stderr=True), 10.0
    began, kinds, variants = time.monotonic(), len(question.bots), len(question.arms)
    limit = f"{question.budget.games:,} games of each (variants: {variants}, kinds of bots: {kinds})"
    click.echo(f"It stops after {question.budget.minutes:g} minutes or {limit}.", err=True)
    click.echo("Ctrl-C shows the result so far.", err=True)
    columns = (TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"the first {LEAST} games of each variant", total=None)

        def look(bots: str, games: int, width: float) -> None:
            nonlocal wait
            share = (question.precision / width) ** 2 if width else 1.0
            reached = "nothing known yet" if isinf(width) else f"certain to ± {width:.2g}"
            known = f"{named(bots)}: {games:,} games of each variant, {reached}, asked for ± {question.precision:g}"
            if not console.is_terminal and (spent := time.monotonic() - began) > wait:
                wait = 2 * spent
                click.echo(known, err=True)
            progress.update(task, description=f"{known}, about {min(1.0, share):.0%} of the games")

        yield look


command.add_command(reported)
command.add_command(compared)
