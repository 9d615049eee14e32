"""Counting: how many ways a round of three players can go, found by routes that share nothing."""

from __future__ import annotations

from itertools import product

from tests.bench.test_plain_truce import plain
from tests.games.truce.story import KEY, options

from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Truce, TruceAction
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE

PLAYERS = 3

Outcome = tuple[tuple[int, ...], int, int, tuple[int, ...]]
"""Supplies, Stash, coins removed, supporters."""


def begun(supplies: tuple[int, ...]) -> Truce:
    """The one and only round, everybody with so many coins."""
    game = RULES.start(options(rounds=1), PLAYERS, KEY, SILENCE)
    game.supplies = list(supplies)
    return game


def by_the_engine(supplies: tuple[int, ...]) -> list[Outcome]:
    """Every joint choice out of the boxes, played: Supplies, Stash, coins lost, supporters."""
    game = begun(supplies)
    outcomes = []
    for joint in product(*(tuple(play.boxes(game, seat)) for seat in range(PLAYERS))):
        after = played(RULES.clone(game), joint)
        outcomes.append((tuple(after.supplies), after.stash, after.removed, tuple(after.supporters)))
    return outcomes


def played(game: Truce, joint: tuple[TruceAction, ...]) -> Truce:
    """The game after everybody has handed in."""
    for seat, action in enumerate(joint):
        play.submit(game, seat, action)
    return game


def by_hand(supplies: tuple[int, ...]) -> list[Outcome]:
    """The same by the plain Truce, with its own list of what may be chosen."""
    begun = plain.Game.new(PLAYERS, rounds=1)
    for player, supply in zip(begun.players, supplies, strict=True):
        player.supply = supply
    outcomes = []
    for joint in product(*map(begun.legal_actions, range(PLAYERS))):
        game = begun.copy()
        for player, action in enumerate(joint):
            game.submit(player, action)
        supporters = game.reveal().supporters
        outcomes.append((tuple(one.supply for one in game.players), game.stash, game.removed, tuple(supporters)))
    return outcomes


def test_the_number_of_joint_choices() -> None:
    """TRU-D3: three players with coins have 7 choices each, 343 together; one without coins leaves 7 x 7 x 3."""
    assert len(by_the_engine((3, 3, 3))) == (2 * 2 + 3) ** 3 == 343
    assert len(by_the_engine((3, 3, 0))) == 7 * 7 * 3
    assert len(by_the_engine((0, 0, 0))) == 27


def test_every_outcome_is_reached_as_often_by_both_routes() -> None:
    """TRU-2.5: with everybody rich, one poor, one in debt to luck, and nobody with a coin."""
    for supplies in ((3, 3, 3), (3, 3, 0), (1, 2, 3), (1, 1, 1), (0, 0, 0)):
        assert sorted(by_the_engine(supplies)) == sorted(by_hand(supplies))


def test_the_number_of_different_outcomes() -> None:
    """TRU-2.5: counted once by both routes and kept, so that a change of the rules is noticed."""
    assert len(set(by_the_engine((3, 3, 3)))) == len(set(by_hand((3, 3, 3)))) == 71
    assert len({outcome[0] for outcome in by_hand((3, 3, 3))}) == 22


def test_counts_that_can_be_made_on_paper() -> None:
    """TRU-7.3, TRU-5.4, TRU-8.2: of 343 rounds, so many empty the Stash, lose all support, move no coin by attack."""
    outcomes = by_the_engine((3, 3, 3))
    assert sum(stash == 0 for _, stash, _, _ in outcomes) == 7**3 - 6**3
    # Two looters and a third elsewhere, three looters, or one looter robbed by both others of an odd coin.
    assert sum(removed == 1 for _, _, removed, _ in outcomes) == 3 * 6 + 1 + 3
    # One supporter or more, and no support arrives: a pair of mutual supporters with the third elsewhere (3 x 5) or
    # feeding the pair (3 x 2), or a ring of three (2).
    supporting = [joint for joint in product(range(7), repeat=3) if any(choice < 2 for choice in joint)]
    arrived = sum(sum(counts) > 0 for _, _, _, counts in outcomes)
    assert len(supporting) - arrived == 3 * 5 + 3 * 2 + 2
