"""TRU-7: the Stash is shared among the looters."""

from __future__ import annotations

from turncoat.games.truce.events import StashLooted
from turncoat.games.truce.state import Loot, Round, Truce
from turncoat.kernel import Tell


def share_stash(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-7.2: equal shares go into the looters' Spoils; the rest is removed and the Stash is empty (TRU-7.3)."""
    looters = [seat for seat, action in enumerate(round_.actions) if action.__class__ is Loot]
    if not looters:  # TRU-7.1
        return
    share, rest = divmod(game.stash, len(looters))  # TRU-7.4
    for seat in looters:
        game.spoils[seat] += share
    game.removed += rest
    game.stash = 0
    tell.all(StashLooted, tuple(looters), share, rest)
