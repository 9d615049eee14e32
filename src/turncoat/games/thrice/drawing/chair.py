"""What the pages do for the GM, who leads many combatants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turncoat.drawing.scene import LetBot, Ready
from turncoat.games.thrice.actions import Assault, Call, Charge
from turncoat.games.thrice.bestiary import BESTIARY
from turncoat.games.thrice.drawing import position as said
from turncoat.games.thrice.view import ENGAGED, OUT, ThriceView
from turncoat.kernel import Finding, Names
from turncoat.kernel.ruleset import ROUNDS


def quick(view: ThriceView, names: Names) -> tuple[Ready, ...]:
    """THR-5.10, THR-8.6: buttons for the GM: prepared opponents; the same again; all who wait attack."""
    if view.seat != view.gm or view.turn >= 0 or not view.sheets:
        return ()
    if not view.combatants:
        return tuple(Ready(beast.capitalize(), "", Call(beast)) for beast in BESTIARY)
    waiting = tuple(one.who for one in view.opponents if not one.acted and one.zone not in OUT)
    if not waiting:
        return ()
    found = []
    if view.again >= 0:
        whom, first = said.called(names, view.again), said.called(names, waiting[0])
        found.append(Ready(f"Same again: {first} attacks {whom}", "", Assault(view.again, waiting[:1])))
        free = tuple(one for one in waiting if view.combatants[one].zone != ENGAGED)
        if len(free) > 1:
            found.append(Ready(f"All {len(free)} who are free attack {whom}", "", Assault(view.again, free)))
    all_of = f"All {len(waiting)} attack the nearest" if len(waiting) > 1 else "It attacks the nearest"
    return (*found, Ready(all_of, "", Charge(waiting)))


def let_bot(view: ThriceView) -> LetBot | None:
    """THR-1.1: let the GM leave an opponent's turn to the bot that would be GM."""
    if view.seat != view.gm or not view.sheets or view.result:
        return None
    if not view.round:
        return LetBot("Let the bot choose")
    if view.turn < 0:
        return LetBot("Let the bot play the next one")
    return LetBot("Let the bot play this one", goes_on=True) if view.is_opponent(view.turn) else None


def tried(view: ThriceView, found: Sequence[Mapping[str, Finding]]) -> str:
    """THR-15.7: how often the party wins, in how many rounds, and how often a character falls."""
    games = len(found)
    won = sum(str(one["end"]).startswith("victory") for one in found)
    rounds = sum(int(str(one[ROUNDS])) for one in found) / games
    fell = sum(int(str(one["characters standing"])) < view.gm for one in found)
    return (
        f"Played {games} times by the game's own bots: the party wins {100 * won / games:.0f} %, {rounds:.1f} rounds, "
        f"{_falls(fell, games)}."
    )


def _falls(fell: int, games: int) -> str:
    """``somebody falls 1 in 4``."""
    if not fell:
        return "nobody falls"
    if 2 * fell > games:
        return f"somebody falls {100 * fell / games:.0f} times in 100"
    return f"somebody falls 1 in {games / fell:.0f}"
