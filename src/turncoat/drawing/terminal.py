"""How a game looks in a terminal: lines of texts, each with the role that it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

import msgspec
from msgspec import Struct

from turncoat.kernel import Event, Names

Span = tuple[str, str]
"""A text and its role: ``title name you coin gift seal good bad dim``, or none."""

Line = tuple[Span, ...]

V = TypeVar("V", bound=Struct)


def fields(view: Struct, names: Names) -> list[Line]:
    """A view as it is, a line for each field."""
    data = cast("dict[str, object]", msgspec.to_builtins(view))
    width = max(map(len, data), default=0)
    return [((f"  {name.ljust(width)}  ", "dim"), (str(value), "")) for name, value in data.items()]


def nowhere(view: Struct, names: Names) -> Mapping[str, Sequence[str]]:
    """Says of no place what lies beside it: for games without a map."""
    return {}


@dataclass(frozen=True)
class Terminal(Generic[V]):
    """How a game looks in a terminal, and on a page where it draws no board.

    Attributes:
        ledger: The rounds so far, from what was heard; None: every event is said.
        beside: What lies beside each place of its map, all of them by name.
    """

    board: Callable[[V, Names], Sequence[Line]] = fields
    ledger: Callable[[Iterable[Event], Names], Sequence[Line]] | None = None
    beside: Callable[[V, Names], Mapping[str, Sequence[str]]] = nowhere
