"""``turncoat lab compare``: compares two runs."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from turncoat.kernel.errors import BadSetup
from turncoat.lab.compare import LEAST, Comparison, Difference, compare
from turncoat.lab.run_file import Head, read_run


@click.command("compare")
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The comparison as JSON, for programs.")
def compared(first: Path, second: Path, as_json: bool) -> int:
    """Compare the games of two runs with different rules, options, or versions of Turncoat.

    All intervals are right together with 95 % confidence (Bonferroni's correction for the number of measures).
    """
    (one, games, _), (other, others, _) = read_run(first), read_run(second)
    found = compare((one, games), (other, others))
    if not any(comparison.differences for comparison in found):
        raise BadSetup(f"Nothing can be compared: no measure has a value in {LEAST} games of both runs.")
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return 0
    console = Console(highlight=False)
    for name, path, head in (("first", first, one), ("second", second, other)):
        console.print(f"{name}: {path}, {_played(head)}", markup=False, soft_wrap=True)
    for comparison in found:
        console.print(f"\n{comparison.title}: {_games(comparison)}", markup=False, soft_wrap=True)
        if comparison.differences:
            console.print(_table(comparison.differences))
    count = sum(len(comparison.differences) for comparison in found)
    click.echo(f"\nAll {count} intervals are right together with 95 % confidence (Bonferroni's correction).")
    return 0


def _played(head: Head) -> str:
    return f"Turncoat {head.turncoat}, rules {head.ruleset}, seed {head.question.seed}: {head.question.question}"


def _games(comparison: Comparison) -> str:
    shown = sum(one.shown for one in comparison.differences)
    games = "{:,} and {:,} games".format(*comparison.games)
    return f"{games}, {shown} of {len(comparison.differences)} measures differ."


def _table(differences: tuple[Difference, ...]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("Measure", "First", "Second", "Second minus first", ""):
        table.add_column(heading, justify="left" if heading in ("Measure", "") else "right")
    for one in differences:
        form = "{:.1%}" if one.share else "{:.3g}"
        low, high = (f"{100 * end:+.1f}" if one.share else f"{end:+.2g}" for end in (one.low, one.high))
        interval = f"{low} to {high}{' points' if one.share else ''}"
        told = ("more" if one.low > 0 else "less") if one.shown else "no difference"
        table.add_row(one.words, form.format(one.first), form.format(one.second), interval, told)
    return table
