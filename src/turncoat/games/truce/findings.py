"""The measures of a finished game, for its designer: how long and how close it was, how many coins left the game."""

from __future__ import annotations

from turncoat.games.truce.state import Truce
from turncoat.kernel import Finding
from turncoat.kernel.ruleset import ROUNDS


def findings(game: Truce) -> dict[str, Finding]:
    """TRU-11: rounds, how the victory was decided, coins of the winner and of all, and how many ended with nothing."""
    most = max(game.supplies)
    leaders = game.supplies.count(most)
    others = [own for own in game.supplies if own < most]
    decided = "coins" if leaders == 1 else "supporters" if len(game.winners) < leaders else "shared"
    return {
        ROUNDS: game.round,
        "decided by": decided,
        "winner's coins": most,
        "winner's lead": 0 if leaders > 1 or not others else most - max(others),
        "players without a coin": game.supplies.count(0),
    }
