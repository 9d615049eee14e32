"""The measures of a finished game of Loyalty, for its designer: how it ended, how long it took, and who won."""

from __future__ import annotations

from turncoat.games.loyalty.end import members
from turncoat.games.loyalty.majority import owner
from turncoat.games.loyalty.map import CAPITAL
from turncoat.games.loyalty.state import FACTIONS, NOBODY, Loyalty, Result, round_of
from turncoat.kernel import Finding
from turncoat.kernel.ruleset import ROUNDS

NOBODY_WINS = "nobody"
"""The word for the winner if nobody wins."""


def findings(game: Loyalty) -> dict[str, Finding]:
    """LOY-13.12, LOY-Q1: the end, the rounds played, the sizes of the teams, and the places of the winners."""
    result = game.result
    assert result is not None
    found: dict[str, Finding] = {
        "end": result.end.replace("_", " "),
        ROUNDS: round_of(game),
        "team split": split(game),
    }
    if result.end == "diplomacy":
        found["diplomacy"] = f"for the {result.faction.capitalize()}"
        found["twist"] = "last place reversed the victory" if result.twist else "none"
    return {**found, **winners(game, result)}


def split(game: Loyalty) -> str:
    """LOY-4.2: how the players are divided into teams: ``3 to 1``."""
    sizes = sorted((len(members(game, faction)) for faction in FACTIONS), reverse=True)
    return f"{sizes[0]} to {sizes[1]}"


def winners(game: Loyalty, result: Result) -> dict[str, Finding]:
    """LOY-Q25, LOY-Q2: the winners' places in the order of turns, their points, and whether they owned the capital."""
    if not result.winners:
        return {"winner's turn": NOBODY_WINS}
    count, teams = len(game.coins), {faction: len(members(game, faction)) for faction in FACTIONS}
    turns = tuple(f"{(seat - game.first) % count + 1}." for seat in result.winners)
    sizes = tuple(f"of {teams[game.cards[seat]]}" for seat in result.winners)
    lord = owner(game, CAPITAL)
    whose = "nobody" if lord == NOBODY else "a winner" if lord in result.winners else "a loser"
    return {
        "winner's turn": turns,
        "winner's team": sizes,
        "winner's victory points": max(result.vp[seat] for seat in result.winners),
        "owner of the capital": whose,
    }
