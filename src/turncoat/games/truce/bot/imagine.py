"""Plays a round out by the rules from what a seat knows.

A bot has only a view, not the game itself. In Truce a view holds everything but the sealed actions, so that a position
before the reveal can be put together from it; the actions are then guessed, and the round is resolved by the rulebook
and by nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import cast

from msgspec import structs

from turncoat.games.truce.end import find_winners, next_round
from turncoat.games.truce.round import ROUND
from turncoat.games.truce.state import Match, Round, Truce, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Chance
from turncoat.kernel.events import SILENCE
from turncoat.kernel.flows import AnyPlay, AnySection

PATIENCE = 0.6, 0.22
"""How many coins are a big lead: in the last round, and how many more for each round to come."""

MARGIN = 0.02
"""The value of a better place without victory after the last round."""


def imagined(view: TruceView, gifts: tuple[tuple[int, int, int], ...] = ()) -> Truce:
    """TRU-2.4: the table at the moment of the reveal, as the view shows it.

    Args:
        view: What the seat sees.
        gifts: Gifts to make before: giver, receiver, coins.
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
        stack=[],
        requests=[0] * len(supplies),
        standing_orders=[],
    )


MATCH = Match()

_NAMES = list(ROUND.steps)
RESOLUTION = [ROUND.steps[name] for name in _NAMES[_NAMES.index("choose") + 1 : -1]]
"""TRU-2.5, TRU-2.6: the steps of a round after the reveal."""


def resolved(position: Truce, actions: list[TruceAction]) -> Truce:
    """TRU-5 to TRU-11: the position at the end of a round with these actions; after the last round with winners."""
    game = structs.replace(position, supplies=position.supplies[:], spoils=position.spoils[:])
    played, round_ = cast("AnyPlay", game), cast("AnySection", Round(actions=actions))
    for step in RESOLUTION:
        step.advance(played, round_, SILENCE)
    if next_round(game, MATCH, SILENCE) is None:
        find_winners(game, MATCH, SILENCE)
    return game


def rounds_to_come(view: TruceView) -> int:
    """The number of rounds after the present one."""
    return view.options.rounds - view.round


def prospects(game: Truce, seats: Sequence[int]) -> list[float]:
    """The value of a position for each of these seats: about its chance to win, from 0 to 1.

    After the last round it is 1 for a victory (TRU-11), plus a little for a good place. Before, players with more coins
    have the better chances, the more so the fewer rounds are left.
    """
    supplies, left = game.supplies, game.options.rounds - game.round
    most = max(supplies)
    weights = _weights(left)
    total = sum([weights[min(most - coins, FARTHEST)] for coins in supplies])
    found = [weights[min(most - supplies[seat], FARTHEST)] / total for seat in seats]
    if left:
        return found
    share = (1 - MARGIN) / len(game.winners)
    return [share * (seat in game.winners) + MARGIN * place for seat, place in zip(seats, found, strict=True)]


FARTHEST = 60
"""Players who are behind by more than this many coins count as equally far behind."""


@cache
def _weights(left: int) -> list[float]:
    """The factor for each distance to the leader, in coins, with this number of rounds to come."""
    least, more = PATIENCE
    return [exp(-behind / (least + more * left)) for behind in range(FARTHEST + 1)]
