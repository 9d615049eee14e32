"""TRU-15: what must be true of every state."""

from __future__ import annotations

from turncoat.games.truce.state import Pass, Round, Support, Truce
from turncoat.kernel import play


def audit(game: Truce) -> list[str]:
    """TRU-15.1 to TRU-15.7: every invariant that does not hold, as a sentence (TRU-R27).

    All Supplies, Spoils, the Stash and the coins removed add up to the coins at the start and 1 for each round begun
    (TRU-15.1). The Stash never holds more coins than rounds have begun (TRU-15.3). A player with an empty Supply at the
    reveal supports or passes (TRU-15.6).
    """
    return [sentence for sentence, sound in _invariants(game) if not sound]


def _invariants(game: Truce) -> list[tuple[str, bool]]:
    held = sum(game.supplies) + sum(game.spoils) + game.stash + game.removed
    made = game.options.coins * len(game.supplies) + game.round
    amounts = [*game.supplies, *game.spoils, game.stash, game.removed]
    rounds = [section for section in game.stack if isinstance(section, Round)]
    checks = [
        (f"TRU-15.1: there are {held} coins instead of {made}", held == made),
        ("TRU-15.2: an amount is negative", min(amounts) >= 0),
        (f"TRU-15.3: the Stash holds {game.stash} in round {game.round}", game.stash <= game.round),
        ("TRU-15.7: there are Spoils between rounds", bool(rounds) or not any(game.spoils)),
        ("TRU-2.7: more rounds than were agreed", game.round <= game.options.rounds),
        ("TRU-11: the game is over without a winner", not play.over(game) or bool(game.winners)),
    ]
    for round_ in rounds:
        poor = [a for a, coins in zip(round_.actions, game.supplies, strict=False) if not coins]
        before = not any(rob >= 0 for rob in round_.robs)
        checks.append(
            (
                "TRU-15.6: a player without coins does more than support or pass",
                not before or all(isinstance(action, Support | Pass) for action in poor),
            )
        )
    return checks
