"""The measures of a finished combat of Thrice, for its designers: how it ended, how long it took, and against whom."""

from __future__ import annotations

from turncoat.games.thrice.end import TOTAL_PARTY_KILL
from turncoat.games.thrice.skills import INITIATIVE, STEP, enemy_start
from turncoat.games.thrice.state import Kind, Thrice, enemies, party
from turncoat.games.thrice.view import opponents_initiative
from turncoat.kernel import Finding
from turncoat.kernel.ruleset import ROUNDS

FEWEST, MOST = 2, 4
"""The intended length of a combat, in rounds."""

SKILLS_OF_A_KIND = ("damage", "weapon", "armour", "condition")

NOTHING_BOUGHT, EVENLY = "nothing bought", "evenly"


def findings(game: Thrice) -> dict[str, Finding]:
    """THR-15.7: the end, the rounds, what both sides had left, and all that again for this size, wealth and build."""
    end = game.result.replace("_", " ")
    found: dict[str, Finding] = {
        "end": end,
        "total party kill": "yes" if game.result == TOTAL_PARTY_KILL else "no",
        ROUNDS: game.round,
        "length": length(game.round),
        "characters standing": (game.active & party(game)).bit_count(),
        "opponents standing": (game.active & enemies(game)).bit_count(),
        "opponents' build": build(game),
        "opponents' tricks": tricks_bought(game),
    }
    for place in (table(game), build(game)):
        found[f"rounds, {place}"] = game.round
        found[f"end, {place}"] = end
    return found


def length(rounds: int) -> str:
    """Whether a combat had the intended length."""
    within = f"{FEWEST} to {MOST} rounds"
    return "shorter" if rounds < FEWEST else "longer" if rounds > MOST else within


def table(game: Thrice) -> str:
    """THR-5.1, THR-4.8: the number and wealth of players: ``4 players of wealth 1``."""
    return f"{game.players} player{'s' if game.players > 1 else ''} of wealth {game.wealth}"


def build(game: Thrice) -> str:
    """THR-5.5: the skill on which both kinds spent most points: ``mostly damage``."""
    spent = {skill: sum(getattr(kind, skill) for kind in game.kinds) for skill in SKILLS_OF_A_KIND}
    spent["tricks"] = sum(len(kind.tricks) for kind in game.kinds)
    spent[INITIATIVE] = (opponents_initiative(game) - enemy_start(game.options, INITIATIVE)) // STEP
    most = max(spent.values())
    leading = [name for name, points in spent.items() if points == most]
    if not most:
        return NOTHING_BOUGHT
    return f"mostly {leading[0]}" if len(leading) == 1 else EVENLY


def tricks_bought(game: Thrice) -> tuple[str, ...]:
    """THR-5.7: the tricks that any kind bought."""
    kinds: list[Kind] = game.kinds
    return tuple(dict.fromkeys(trick for kind in kinds for trick in kind.tricks)) or ("none",)
