"""The measures of a finished game of Dune, for studies of many games: who won, how and when."""

from __future__ import annotations

from turncoat.games.dune.facts import FACTION_IDS
from turncoat.games.dune.mentat.rules import side, strongholds
from turncoat.games.dune.state import NOBODY, Dune
from turncoat.games.dune.text import skin
from turncoat.kernel import Finding
from turncoat.kernel.ruleset import ROUNDS

KINDS = {
    "DUN-4.10.2": "strongholds alone",
    "DUN-4.10.3": "strongholds together",
    "DUN-4.10.4": "prediction of the {sisters}",
    "DUN-4.10.5": "last turn, {nomads}: free havens",
    "DUN-4.10.6": "last turn, {carriers}",
    "DUN-4.10.7": "last turn, {nomads}: no {carriers}",
    "DUN-4.10.8": "last turn, most strongholds",
}
"""DUN-4.10: the kinds of victory, by the rule; factions by their ids."""
NOBODY_WINS = "nobody"
"""The word for the winner if nobody wins."""


def findings(game: Dune) -> dict[str, Finding]:
    """DUN-4.10: the kind of victory, the turn, the winning factions, their alliance, and the strongholds held."""
    result = game.result
    assert result is not None
    names = skin(game.options.skin).faction
    winners = tuple(names[FACTION_IDS[game.factions[seat]]] for seat in result.winners)
    found: dict[str, Finding] = {
        "kind of victory": KINDS[result.rule].format(**names) if winners else NOBODY_WINS,
        ROUNDS: game.turn,
        "winning faction": winners or NOBODY_WINS,
        "winners": "an alliance" if len(winners) > 1 else "one alone" if winners else NOBODY_WINS,
        "alliances at the end": sum(ally != NOBODY for ally in game.ally) // 2,
    }
    if winners:
        found["strongholds of the winners"] = strongholds(game, side(game, result.winners[0]))
    found["dead leaders"] = sum(not alive for alive in game.alive)
    return found
