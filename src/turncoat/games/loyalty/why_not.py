"""LOY-9.1: why the active player cannot choose an action."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.loyalty.actions import (
    AskToAttack,
    AskToMove,
    Attack,
    CallToArms,
    CallToFaith,
    Campaign,
    Proselytize,
)
from turncoat.kernel import Action, Closed, shut

WORK = (Proselytize, CallToArms, CallToFaith, Campaign)
"""LOY-10.3 to LOY-10.5: what is done in a city."""

NO_MOVE = "No move that you can make needs leave"
NO_ATTACK = "No attack that you can make needs leave"
ASK_FIRST = "Every attack that you can make needs leave"


def why_not(opened: tuple[type[Action], ...], asking: bool, foes: bool) -> Iterator[Closed]:
    """Why actions are closed, apart from a change of colour and from requests after too many refusals.

    Args:
        opened: The actions that are open.
        asking: LOY-8.5e: whether requests can be made.
        foes: LOY-10.2.3: whether other players have units where the player's militia can attack.
    """
    if Attack not in opened:
        yield Closed(Attack, "LOY-8.1", ASK_FIRST) if foes else shut(Attack)[0]
    if asking and AskToAttack not in opened:
        yield Closed(AskToAttack, *(("LOY-8.1", NO_ATTACK) if foes else (Attack.usual_rule, Attack.closed)))
    if asking and AskToMove not in opened:
        yield Closed(AskToMove, "LOY-8.3", NO_MOVE)
    yield from shut(*(kind for kind in WORK if kind not in opened))
