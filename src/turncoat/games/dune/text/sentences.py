"""One sentence for each event, without the rule number. Each part of the turn has a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from turncoat.games.dune.text.battle import say_battle
from turncoat.games.dune.text.dealings import say_dealings
from turncoat.games.dune.text.endings import say_endings
from turncoat.games.dune.text.openings import say_openings
from turncoat.games.dune.text.supplies import say_supplies
from turncoat.games.dune.text.travels import say_travels
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names

PARTS: tuple[Callable[[Event, Names], str], ...] = (
    say_openings,
    say_supplies,
    say_travels,
    say_battle,
    say_dealings,
    say_endings,
)
"""Each says the events of its part of the turn, and nothing about others."""


@cache
def part_of(kind: type[Event]) -> list[Callable[[Event, Names], str]]:
    """The parts that may say events of a kind: all of them, until one has."""
    return list(PARTS)


def say(event: Event, names: Names) -> str:
    """An event as a sentence, with one full stop even after a name that ends with one (Guild Rep.).

    Raises:
        LookupError: if it is no event of this game.
    """
    parts = part_of(event.__class__)
    for part in parts:
        if sentence := part(event, names):
            parts[:] = [part]
            return f"{sentence.removesuffix('..')}." if sentence.endswith("..") else sentence
    raise LookupError(f"{event.__class__.__name__} is no event of this game")
