"""``turncoat lab report``: shows the results of a run, as a page for people or as a table for programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from turncoat.cli.arguments import CLUSTER, cluster_or, number_of_workers, write
from turncoat.cli.simulate import progress_bar
from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup
from turncoat.lab.answers import in_words
from turncoat.lab.ask import known
from turncoat.lab.batches import Workers
from turncoat.lab.groups import Group, grouped
from turncoat.lab.page import page
from turncoat.lab.pictures import library
from turncoat.lab.rows import Row, as_csv, as_parquet, rows
from turncoat.lab.run_file import Head, RunFile, read_run
from turncoat.lab.sections import MAKERS, Section
from turncoat.lab.studied import Studied, choices, kingmaking, luck, never
from turncoat.lab.study import Looked, study

MOST_STUDIED = 10_000

UNWRITTEN = "No report was written; with --study 0 it is made at once, without games that are played again."

PAGE = ".html"
WRITERS: dict[str, Callable[[Sequence[Row]], bytes]] = {".csv": as_csv, ".parquet": as_parquet}


@click.command("report")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="Write the report to this file: a page (NAME.html) or a table (NAME.csv, NAME.parquet).",
)
@click.option(
    "--study",
    "again",
    type=int,
    default=10,
    show_default=True,
    help="How many games of each variant and kind of bots to play again, to study luck, choices and kingmaking.",
)
@click.option("--workers", type=int, default=None, help="How many processes.  [default: one for each processor]")
@CLUSTER
def reported(run: Path, out: Path, again: int, workers: int | None, cluster: str | None) -> int:
    """Show the results of the games in RUN, a file of `lab ask` or of `simulate --out`.

    As .html it is one page with pictures for everybody, as .csv or .parquet a table with a row for each game. For the
    page some games are replayed, with other choices and with bots at other seats.
    """
    where = cluster_or(cluster, number_of_workers(workers)) or workers or os.cpu_count() or 1
    if not 0 <= again <= MOST_STUDIED:
        raise BadSetup(f"--study: must be 0 to {MOST_STUDIED:,}, not {again}.", field="study")
    if out.suffix not in (PAGE, *WRITERS):
        raise BadSetup(f"--out {out}: must end with {', '.join((PAGE, *WRITERS))}.", field="out")
    head, games, _ = read_run(run)
    groups = grouped(head.question, games)
    if out.suffix == PAGE:
        data = _page(run, head, groups, again, where)
    else:
        data = WRITERS[out.suffix](rows(head.question, games))
    write(out, data)
    click.echo(f"Wrote {out}, with {len(games):,} games.", err=True)
    return 0


def _page(run: Path, head: Head, groups: Sequence[Group], again: int, workers: Workers) -> bytes:
    library("vl_convert")
    answer = in_words(head.question, known(head.question, RunFile(run, head)))
    sections = [section for maker in MAKERS for section in maker(groups)]
    if again and ruleset(head.question.game).hash == head.ruleset:
        seen = _studied(head, groups, again, workers)
        sections += [*luck(seen), *choices(seen), *kingmaking(seen), *never(seen, head.question.game)]
    elif again:
        said = "Luck, choices and kingmaking are left out: the rules have changed, so no game could be replayed."
        sections.append(Section("What this report leaves out", (("", said),), ""))
    return page(head, answer, groups, sections).encode()


def _studied(head: Head, groups: Sequence[Group], again: int, workers: Workers) -> Studied:
    """Replay some games of each group."""
    jobs = [
        (head.question.batch(group.arm, group.bots, shared=group.shared), game.number, game.result.questions)
        for group in groups
        for game in group.games[:again]
    ]
    try:
        with progress_bar("Games that are played again", len(jobs), ending="Ctrl-C ends it without a report.") as done:
            looks = iter(study(jobs, workers, done))
    except KeyboardInterrupt:
        click.echo(UNWRITTEN, err=True)
        raise
    found = list[tuple[Group, Looked]]()
    for group in groups:
        seen = Looked()
        for _ in group.games[:again]:
            seen.add(next(looks))
        found.append((group, seen))
    return found
