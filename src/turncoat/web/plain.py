"""The table of a game that draws no board: as it tells terminals what it looks like, and what has happened."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from turncoat.drawing.scene import Line
from turncoat.games import AnyRuleset, game_of
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names

Row = tuple[tuple[str, str], ...]
"""A line of the table: texts and the roles they play."""
LATELY = 14
"""So many of the latest events are told below the table."""


def table_rows(rules: AnyRuleset, view: Struct, names: Names) -> list[Row]:
    """The table as lines, as terminals show it."""
    return list(game_of(rules.id).terminal.board(view, names))


def lines(rules: AnyRuleset, events: Sequence[Event], names: Names, after: int = 0) -> tuple[Line, ...]:
    """All events after the first so many, as lines of a log that nobody has sorted."""
    told = enumerate(events[after:], after + 1)
    return tuple(Line(event.say(names), event.rule, number=number) for number, event in told)
