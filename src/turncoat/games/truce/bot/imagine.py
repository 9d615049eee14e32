"""What would happen if: a position as a seat knows it, and the rules themselves to play it out.

A bot has no game, only a view. In Truce a view holds everything but the sealed actions, so that a position
before the reveal can be put together from it; the actions are then guessed, and the round is resolved by the
rulebook and by nothing else.
"""

from __future__ import annotations

from math import exp

from turncoat.games.truce.state import Match, Round, Truce, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Chance, clone
from turncoat.kernel.play import run

PATIENCE = 0.6, 0.22
"""How many coins of lead are worth a lot: so many in the last round, and so many more for each round to come."""

MARGIN = 0.02
"""In the last round, what a better place without victory is worth."""


def imagined(view: TruceView, gifts: tuple[tuple[int, int, int], ...] = ()) -> Truce:
    """TRU-2.4: the table at the moment of the reveal, as the view shows it.

    Args:
        view: What the seat sees.
        gifts: Gifts to be made before: giver, receiver, coins.
    """
    supplies, spoils = list(view.supplies), list(view.spoils)
    for giver, to, coins in gifts:
        supplies[giver] -= coins
        spoils[to] += coins
    return Truce(
        view.options,
        supplies=supplies,
        spoils=spoils,
        stash=view.stash,
        removed=view.removed,
        round=view.round,
        supporters=list(view.supporters),
        chance=Chance(b""),
        stack=[Match(step="rounds"), Round(step="support")],
        requests=[0] * len(supplies),
        standing_orders=[],
    )


def resolved(position: Truce, actions: list[TruceAction]) -> Truce:
    """TRU-5 to TRU-11: the position after these actions, up to the next window or the end of the game."""
    game = clone(position)
    round_ = game.stack[-1]
    assert isinstance(round_, Round)
    round_.actions = actions
    run(game)
    return game


def rounds_to_come(view: TruceView) -> int:
    """How many rounds there are after the present one."""
    return view.options.rounds - view.round


def prospects(game: Truce) -> list[float]:
    """How good a position is for each seat: about its chance to win, 0 to 1.

    After the last round it is the victory itself (TRU-11), with a little for a good place. Before, those who have
    more coins have the better chances, the more so the fewer rounds are left.
    """
    least, more = PATIENCE
    left = game.options.rounds - game.round + 1 if game.stack else 0
    scale = least + more * left
    most = max(game.supplies)
    weights = [exp((coins - most) / scale) for coins in game.supplies]
    total = sum(weights)
    if game.stack:
        return [weight / total for weight in weights]
    share = (1 - MARGIN) / len(game.winners)
    return [share * (seat in game.winners) + MARGIN * weight / total for seat, weight in enumerate(weights)]
