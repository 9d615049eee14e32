"""Games of Conspiracy as somebody at the table sees and hears them, for tests of board and story."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Conspiracy
from turncoat.kernel import play
from turncoat.kernel.events import Listener

NAMES = RULES.names(("Agatha", "Barney", "Celeste", "Darcy"))
SEATS: tuple[int | None, ...] = (0, 1, 2, 3, None)


def moments(
    seed: int, decisions: int = 160, listener: Listener | None = None, **options: object
) -> Iterator[tuple[Conspiracy, Listener]]:
    """A game in which coins and tiles are revealed whenever they can be, at every decision."""
    heard, rng = listener or Listener(), Random(seed)
    game = RULES.start(RULES.read_options(options), 4, bytes(31) + bytes([seed]), heard)
    for _ in range(decisions):
        if not (asked := play.waiting(game)):
            return
        yield game, heard
        boxes = play.boxes(game, asked[0]).boxes
        wanted = [box for box in boxes if box.tag in ("turn_up", "reveal", "mark")] or boxes
        one = rng.choice(wanted)
        play.submit(game, asked[0], one.nth(rng.randrange(one.count())), heard)


def late(seed: int = 2) -> tuple[Conspiracy, Listener]:
    """The last of these moments."""
    return list(moments(seed))[-1]
