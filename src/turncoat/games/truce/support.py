"""TRU-5: who ends up with whose support."""

from __future__ import annotations

from turncoat.games.truce.events import SupportArrived, SupportLost
from turncoat.games.truce.state import Round, Support, Truce, TruceAction
from turncoat.kernel import Tell


def receiver(actions: list[TruceAction], target: int) -> int:
    """TRU-5.2: follow the support on, until somebody is not supporting; -1 if it runs in a circle (TRU-5.4)."""
    for _ in actions:
        action = actions[target]
        if action.__class__ is not Support:
            return target
        target = action.target
    return -1


def count_supporters(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-5.1, TRU-5.3: support counts for the first along its way who is not supporting; in a circle for nobody."""
    actions = round_.actions
    supporters = [0] * len(actions)  # TRU-5.5
    for action in actions:
        if action.__class__ is Support:
            end = receiver(actions, action.target)
            if end >= 0:
                supporters[end] += 1  # TRU-5.6
    round_.supporters = supporters
    if tell.listening:
        tell_the_ways(actions, tell)


def tell_the_ways(actions: list[TruceAction], tell: Tell) -> None:
    """TRU-5.2: show for each supporter the way the support went."""
    for seat, action in enumerate(actions):
        path = [seat]
        while isinstance(action, Support) and action.target not in path:
            path.append(action.target)
            action = actions[action.target]
        if isinstance(action, Support):
            tell.all(SupportLost, (*path, action.target))
        elif len(path) > 1:
            tell.all(SupportArrived, tuple(path), rule="TRU-5.1" if len(path) == 2 else "TRU-5.2")
