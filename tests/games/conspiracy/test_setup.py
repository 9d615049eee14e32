"""CON-S, CON-W: setup and aim."""

from __future__ import annotations

from collections import Counter

from tests.games.conspiracy.story import ANN, KEY, Table

from turncoat.games.conspiracy.actions import ChooseGoal
from turncoat.games.conspiracy.events import GoalCoinsDrawn, GoalNoted, GoalsNoted
from turncoat.games.conspiracy.goals import shows
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.pieces import PIECES, RANK, SUIT
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Conspiracy, Goal
from turncoat.kernel import play
from turncoat.kernel.events import Listener


def dealt(seats: int = 4) -> tuple[Conspiracy, Listener]:
    """A new game in which goals are being chosen."""
    listener = Listener()
    return RULES.start(Options(), seats, KEY, listener), listener


def test_four_players_and_an_empty_board() -> None:
    """CON-S.1, CON-S.7: nothing lies on it and nobody has a coin."""
    game, _ = dealt()
    assert list(RULES.suggested) == [4]
    assert (game.tiles, game.coins, game.saved, game.gifts) == ({}, {}, [None] * 4, [[]] * 4)


def test_six_tiles_each_for_their_owner_alone() -> None:
    """CON-S.2: all 24 are dealt."""
    game, _ = dealt()
    assert [len(tiles) for tiles in game.held] == [6, 6, 6, 6]
    assert sorted(tile for tiles in game.held for tile in tiles) == sorted(PIECES)
    view = RULES.view(game, ANN)
    assert view.own is not None
    assert view.own.tiles == tuple(game.held[ANN])
    assert [player.tiles for player in view.players] == [6, 6, 6, 6]


def test_everybody_draws_three_coins_before_any_goes_back() -> None:
    """CON-S.3, CON-S.4, CON-R02: no coin is drawn twice, twelve stay in the bag."""
    game, listener = dealt()
    drawn = [coin for coins in game.goal_coins for coin in coins]
    assert len(set(drawn)) == 12
    assert sorted([*drawn, *game.bag]) == sorted(PIECES)
    told = [event for to, event in listener.heard if isinstance(event, GoalCoinsDrawn) and to == (event.seat,)]
    assert [event.coins for event in told] == game.goal_coins


def test_a_goal_is_a_suit_and_a_number_of_the_three_coins() -> None:
    """CON-S.5, CON-D1: any suit of the three with any number of the three, in secret, all at once."""
    game, _ = dealt()
    assert play.asked(game) == [0, 1, 2, 3]
    coins = game.goal_coins[1]
    offered = {(box.suit, box.number) for box in play.boxes(game, 1) if isinstance(box, ChooseGoal)}
    assert offered == {(SUIT[coin], RANK[other]) for coin in coins for other in coins}
    assert play.default_of(game, 1) == ChooseGoal(SUIT[coins[0]], RANK[coins[0]])


def test_goals_are_noted_and_all_coins_go_back() -> None:
    """CON-S.5, CON-S.6: each is told to its owner alone, and the first turn is drawn from a full bag."""
    game, listener = dealt()
    play.time_up(game, listener)
    assert [
        goal == Goal(SUIT[coins[0]], RANK[coins[0]]) for goal, coins in zip(game.goals, game.goal_coins, strict=True)
    ]
    noted = [(to, event.seat) for to, event in listener.heard if isinstance(event, GoalNoted)]
    assert noted == [((seat,), seat) for seat in range(4)]
    assert [event.bag for _, event in listener.heard if isinstance(event, GoalsNoted)] == [24]
    assert len(game.bag) == 21


def test_a_goal_never_changes() -> None:
    """CON-S.5: from setup to the end of a game."""
    game, _ = dealt()
    play.time_up(game)
    goals = list(game.goals)
    for _ in range(60):
        if not play.over(game):
            seat = play.waiting(game)[0]
            play.submit(game, seat, play.boxes(game, seat).nth(play.boxes(game, seat).count // 2))
    assert game.goals == goals


def test_what_a_tile_shows() -> None:
    """CON-W.2: its suit and its number; a blank 0, a symbol 1."""
    assert shows("S0", Goal("C", 0))
    assert shows("S1", Goal("C", 1))
    assert shows("S4", Goal("S", 2))
    assert not shows("S4", Goal("M", 3))


def test_all_deals_are_different() -> None:
    """CON-R45: another key, another deal, evenly."""
    firsts = Counter(
        RULES.start(Options(), 4, bytes([number]) * 32, Listener()).goal_coins[0][0] for number in range(200)
    )
    assert len(firsts) == 24
    assert max(firsts.values()) < 30


def test_the_first_to_claim_wins() -> None:
    """CON-W.1, CON-Q.3: the game stops at once."""
    from turncoat.games.conspiracy.actions import Claim

    table = Table(tiles="c1P A3+; c2P C0+", goals={ANN: "A0"}, marks={ANN: ("c1P", 1)}).stop()
    table.act(Claim())
    assert play.over(table.game)
    assert RULES.winners(table.game) == [ANN]
