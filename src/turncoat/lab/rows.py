"""The games of a run as a table, one row a game, for spreadsheets and for programs: CSV and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from turncoat.bots.match import derive
from turncoat.kernel.ruleset import Finding
from turncoat.lab.measures import GENERAL
from turncoat.lab.pictures import library
from turncoat.lab.questions import Question
from turncoat.lab.run_file import Played

Cell = str | int | float | None
Row = dict[str, Cell]


def rows(question: Question, games: Sequence[Played]) -> list[Row]:
    """A row for each game; all rows have the same columns, empty if a measure has no value."""
    made = [_row(question, game) for game in games]
    columns = dict.fromkeys(column for row in made for column in row)
    kinds = {column: _kind([row.get(column) for row in made]) for column in columns}
    return [{column: _as(row.get(column), kinds[column]) for column in columns} for row in made]


def _row(question: Question, game: Played) -> Row:
    result, seed = game.result, question.seed_of(game.arm, game.bots, shared=game.shared)
    row: Row = {"game": question.game, "arm": game.arm, "bots": game.bots, "number": game.number}
    row |= {"seed": derive(seed, game.number).hex(), "players": len(game.seating)}
    row["winners"] = " ".join(str(seat + 1) for seat in result.winners)
    for seat, bot in enumerate(game.seating):
        here = f"seat {seat + 1}"
        row |= {f"{here} bot": bot, f"{here} score": result.scores[seat], f"{here} messages": result.messages[seat]}
        row |= {f"{here} kept": result.kept[seat], f"{here} broken": result.broken[seat]}
    row |= {words: measure.value(game.seating, result) for words, measure in GENERAL.items()}
    return row | {f"finding: {heading}": _plain(finding) for heading, finding in result.findings.items()}


def _plain(finding: Finding) -> Cell:
    return ", ".join(finding) if isinstance(finding, tuple | list) else finding


def _kind(values: Sequence[Cell]) -> type:
    """The type of a column: text if one value is text, else fractions if one is a fraction."""
    kinds = {type(value) for value in values if value is not None}
    return str if str in kinds else float if float in kinds else int


def _as(value: Cell, kind: type) -> Cell:
    return None if value is None else kind(value)


def as_csv(table: Sequence[Row]) -> bytes:
    """The table as CSV in UTF-8, the columns named in the first line."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(table[0]) if table else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue().encode()


def as_parquet(table: Sequence[Row]) -> bytes:
    """The table as Parquet.

    Raises:
        BadSetup: the extra ``lab`` is not installed.
    """
    library("pyarrow")
    sink = io.BytesIO()
    library("pyarrow.parquet").write_table(library("pyarrow").Table.from_pylist(list(table)), sink)
    return sink.getvalue()
