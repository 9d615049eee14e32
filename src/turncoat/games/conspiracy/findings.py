"""What a finished game of Conspiracy tells its designer: how long it took and what the board looked like."""

from __future__ import annotations

from turncoat.games.conspiracy.pieces import SUIT_NAMES
from turncoat.games.conspiracy.state import Conspiracy
from turncoat.kernel import Finding
from turncoat.kernel.ruleset import ROUNDS


def findings(game: Conspiracy) -> dict[str, Finding]:
    """CON-W.1: the rounds, the winners' goals, the face-up tiles, and the coins left in the bag."""
    goals = [goal for seat in game.winners if (goal := game.goals[seat]) is not None]
    found: dict[str, Finding] = {
        ROUNDS: game.round,
        "winners": str(len(game.winners)) if game.winners else "nobody",
        "tiles face up": sum(lying.face_up for lying in game.tiles.values()),
        "coins in the bag": len(game.bag),
    }
    if goals:
        found["winner's suit"] = tuple(SUIT_NAMES[goal.suit] for goal in goals)
        found["winner's number"] = tuple(str(goal.number) for goal in goals)
    return found
