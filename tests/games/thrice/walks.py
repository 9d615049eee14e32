"""Combats of Thrice that play themselves, step by step, for tests of what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.conformance.walk import mixes

from turncoat.games import ruleset
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Thrice
from turncoat.kernel import Event, play
from turncoat.kernel.events import Listener, hears

PROFILES: list[dict[str, Any]] = [{}, *({**mix, "round_limit": 6} for mix in mixes(ruleset("thrice"), 4))]
"""Options under which everything that can happen does."""


def walk(
    seed: int, players: int, listener: Listener | None = None, **options: Any
) -> Iterator[tuple[Thrice, Listener]]:
    """A combat after each answer, everybody answering at random; ends with it, or after 400 answers."""
    random, listener = Random(seed), listener or Listener()
    game = RULES.start(RULES.read_options(options), players + 1, seed.to_bytes(32, "big"), listener)
    yield game, listener
    for _ in range(400):
        waiting = play.waiting(game)
        if not waiting:
            return
        seat = random.choice(waiting)
        action = play.boxes(game, seat).sample(random.randrange)
        play.submit(game, seat, action, listener)
        yield game, listener


def heard(listener: Listener, seat: int | None) -> list[Event]:
    """What a seat has heard."""
    return [event for audience, event in listener.heard if hears(audience, seat)]
