"""How a mentat plays the schemers: many cards, many traitors."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.bot.policy import Policy


class Schemers(Policy):
    """DUN-6.3: every purchase is two cards, and hands hold eight."""

    eager: ClassVar[float] = 1.35
    kept: ClassVar[int] = 3
    greed: ClassVar[float] = 0.95
