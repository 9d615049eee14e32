"""CON-S: setup. Tiles are dealt, coins drawn, goals noted."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.conspiracy.actions import ChooseGoal, ConspiracyAction
from turncoat.games.conspiracy.events import GoalCoinsDrawn, GoalNoted, GoalsNoted
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.pieces import HAND, PIECES, RANK, SUIT
from turncoat.games.conspiracy.state import Conspiracy, Goal, Match
from turncoat.kernel import Boxes, Chance, OneOf, Pending, Tell, box, shuffle


def laid_out(options: Options, seats: int, key: bytes) -> Conspiracy:
    """CON-S.2: deal the tiles; CON-S.4: everybody draws 3 coins; CON-S.7: the board is empty.

    See CON-R36, CON-OP.1.

    3 to 5 players get different numbers of tiles; the board begins as an empty grid (CON-S.1).
    """
    chance = Chance(key)
    tiles, coins = list(PIECES), list(PIECES)
    shuffle(chance, tiles)
    shuffle(chance, coins)
    each = len(tiles) // seats
    drawn = HAND * seats
    return Conspiracy(
        options=options,
        goals=[None] * seats,
        goal_coins=[tuple(coins[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)],
        held=[sorted(tiles[each * seat : each * (seat + 1)]) for seat in range(seats)],
        seen=[()] * seats,
        unused=tiles[each * seats :],
        bag=coins[drawn:],  # CON-S.3
        tiles={},  # CON-S.1
        coins={},
        saved=[None] * seats,
        gifts=[[] for _ in range(seats)],
        marks=[-1] * seats,  # CON-C.6
        marked_in=[0] * seats,
        ever_marked=[()] * seats,
        chance=chance,
        requests=[0] * seats,
        standing_orders=[{} for _ in range(seats)],
    )


def show_own(game: Conspiracy, match: Match, tell: Tell) -> None:
    """CON-S.4: everybody looks at the coins drawn, and at the tiles dealt (CON-S.2, CON-R02).

    No other player learns them; the owner sees the tiles at any time (``view.own_view``).
    """
    for seat, coins in enumerate(game.goal_coins):
        tell.only((seat,), GoalCoinsDrawn, seat, coins, tuple(game.held[seat]))


def goal_boxes(game: Conspiracy, match: Match, seat: int) -> Boxes[ConspiracyAction]:
    """CON-S.5: a suit of one of the three coins and a number of one of them, which may be the same coin.

    A blank is 0, a spiral 1 (``RANK``).
    """
    coins = game.goal_coins[seat]
    suits = tuple(dict.fromkeys(SUIT[coin] for coin in coins))
    numbers = tuple(dict.fromkeys(RANK[coin] for coin in coins))
    return _goal_boxes(suits, numbers)


@lru_cache(maxsize=8192)
def _goal_boxes(suits: tuple[str, ...], numbers: tuple[int, ...]) -> Boxes[ConspiracyAction]:
    return Boxes(box(ChooseGoal, suit=OneOf(suits, "suit"), number=OneOf(numbers, "number")))


def first_coin(game: Conspiracy, match: Match, seat: int) -> ConspiracyAction:
    """CON-D1: a player who has not chosen in time gets the suit and number of the first coin drawn."""
    coin = game.goal_coins[seat][0]
    return ChooseGoal(SUIT[coin], RANK[coin])


def note_goals(game: Conspiracy, match: Match, pending: Pending[ConspiracyAction], tell: Tell) -> None:
    """CON-S.5: the goals are noted and never change; CON-S.6: all coins go back into the bag."""
    for seat in pending.asked:
        chosen = pending.answers[seat]
        assert isinstance(chosen, ChooseGoal)
        game.goals[seat] = Goal(chosen.suit, chosen.number)
        tell.only((seat,), GoalNoted, seat, chosen.suit, chosen.number)
    game.bag = list(PIECES)
    tell.all(GoalsNoted, len(game.bag))
