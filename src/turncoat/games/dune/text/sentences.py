"""One sentence for each event, without the rule number. Each part of the turn has a file of its own."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.games.dune.text.battle import say_battle
from turncoat.games.dune.text.dealings import say_dealings
from turncoat.games.dune.text.supplies import say_supplies
from turncoat.games.dune.text.travels import say_travels
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names

PARTS: tuple[Callable[[Event, Names], str], ...] = (say_battle, say_supplies, say_travels, say_dealings)
"""Each says the events of its part of the turn, and nothing about others."""


def say(event: Event, names: Names) -> str:
    """An event as a sentence."""
    for part in PARTS:
        sentence = part(event, names)
        if sentence:
            return sentence
    kind = str(event.__struct_config__.tag).replace("_", " ")
    facts = [str(getattr(event, name)) for name in event.__struct_fields__ if name != "rule"]
    return f"{kind.capitalize()}: {', '.join(facts)}."
