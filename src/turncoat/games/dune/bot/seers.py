"""How a mentat plays the seers: they know the cards, and what comes next."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.bot.policy import Policy


class Seers(Policy):
    """DUN-6.2: good cards are worth more to who sees them, poor ones nothing at all."""

    eager: ClassVar[float] = 1.15
    kept: ClassVar[int] = 4
    greed: ClassVar[float] = 1.35
