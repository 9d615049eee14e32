"""THR-15.4 to THR-15.8: how combatants drop out and how the combat ends.

``round`` decides when a side surrenders (THR-17.2).
"""

from __future__ import annotations

from turncoat.games.thrice import clues
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.skills import CONDITION
from turncoat.games.thrice.state import Thrice, members, party, put
from turncoat.games.thrice.zones import leave_combat
from turncoat.kernel import GAME_OVER, Exit, Tell

VICTORY, TOTAL_PARTY_KILL, DEFEAT_ESCAPED, DRAW = "victory", "total_party_kill", "defeat_escaped", "draw"
VICTORY_SURRENDER, DEFEAT_SURRENDER, MUTUAL_SURRENDER = "victory_surrender", "defeat_surrender", "mutual_surrender"
UNFINISHED, SETTLED = "unfinished", "settled"

WON_BY_PLAYERS = (VICTORY, VICTORY_SURRENDER)
WON_BY_THE_GM = (TOTAL_PARTY_KILL, DEFEAT_ESCAPED, DEFEAT_SURRENDER)
RESULTS = (*WON_BY_PLAYERS, *WON_BY_THE_GM, DRAW, MUTUAL_SURRENDER, UNFINISHED, SETTLED)
"""THR-15.7, THR-17.2, THR-17.3, THR-O23: how a combat can end."""


def wound(game: Thrice, who: int, loss: int, tell: Tell) -> None:
    """THR-10.4: lower a combatant's condition, never below 0 (THR-4.1); at 0 he is helpless (THR-15.5).

    A helpless combatant leaves every engagement and the fight, and cannot be strengthened.
    """
    opponent = who >= game.players
    worn = clues.wear(game, who) + loss if opponent else 0
    left = game.condition[who] = max(0, game.condition[who] - loss)
    if not left:
        leave_combat(game, who)
        tell.all(happened.FellHelpless, who)
    if opponent:
        clues.saw_wound(game, who, worn)


def decided(game: Thrice) -> bool:
    """THR-15.4: whether a side has nobody left who takes part (THR-R33, THR-17.2)."""
    own = game.active & (1 << game.players) - 1
    return not own or own == game.active


def finish(game: Thrice, tell: Tell, result: str = "") -> Exit:
    """THR-15.7: end the combat; without a named result, those who are left decide it (THR-R40)."""
    tell.still()
    game.result = result or _outcome(game)
    rule = {UNFINISHED: "THR-O23", SETTLED: "THR-17.3"}.get(
        game.result, "THR-17.2" if "surrender" in game.result else "THR-15.7"
    )
    tell.all(happened.CombatEnded, game.result, game.round, rule=rule)
    recover(game)
    return GAME_OVER


def _outcome(game: Thrice) -> str:
    """THR-15.7: the result by who is still active and whether anybody has fled."""
    own = game.active & party(game)
    if own:
        return VICTORY
    if not game.active:
        return DRAW
    return DEFEAT_ESCAPED if game.fled & party(game) else TOTAL_PARTY_KILL


def recover(game: Thrice) -> None:
    """THR-15.8: give survivors their normal condition again; remove advantage, coins, steps and tokens (THR-13.8).

    ``tricks.enforce`` adds steps and tokens to the default, without upper limit. Unused coins are removed (THR-11.4).
    Opponents are left as they are, because nobody needs them any more.
    """
    if game.result != TOTAL_PARTY_KILL:
        for seat in range(game.players):
            game.condition[seat] = game.characters[seat].value(CONDITION, game.options)
    for seat in range(game.players):
        sheet = game.characters[seat]
        for skill in game.steps:
            getattr(game, skill)[seat] = sheet.value(skill, game.options)
            game.steps[skill] = put(game.steps[skill], seat, 0)
            game.tokens[skill] = put(game.tokens[skill], seat, 0)
    game.advantage = [0] * game.players
    game.coins = {trick: (0,) * len(given) for trick, given in game.coins.items()}
    game.locks = dict.fromkeys(game.locks, 0)
    game.fresh_locks = dict.fromkeys(game.locks, 0)
    game.bleeding = [0] * len(game.bleeding)


def deadly(game: Thrice) -> tuple[int, ...]:
    """THR-15.7: the characters who die: all of them after a total party kill, else none."""
    return members(party(game)) if game.result == TOTAL_PARTY_KILL else ()
