"""TRU-15: what is always true, over positions and games that nobody thought of."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.games.truce import oracle
from tests.games.truce.positions import Position, play_round, positions, webs
from tests.games.truce.story import KEY, options

from turncoat.games.truce import attack
from turncoat.games.truce.audit import audit
from turncoat.games.truce.events import ActionsRevealed, StashLooted
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Pass, Round, Support, Truce
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE, Listener


@given(positions(), st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_a_round_does_what_the_rulebook_says(position: Position, chance: Random) -> None:
    """TRU-2.5, TRU-9.8: the same as a second implementation, which settles free choices of order at random."""
    game, _ = play_round(position)
    after = oracle.resolve(
        position.coins(),
        position.acts,
        chance.randrange,
        rest_stays=position.rest_stays,
        circle_first=position.circle_first,
    )
    before = position.game()
    assert game.supplies == list(after.supply.values())
    assert (game.stash, game.removed - before.removed) == (after.stash, after.removed)
    assert game.supporters == list(after.supporters.values())


@given(webs(), st.randoms(use_true_random=False))
@settings(max_examples=400)
def test_coins_move_as_the_procedure_says(web: tuple[Position, dict[int, int]], chance: Random) -> None:
    """TRU-9.5, TRU-9.6, TRU-9.7: rings, tails and chains of any shape, against the procedure taken literally."""
    compare_moves(web, chance)


def compare_moves(web: tuple[Position, dict[int, int]], chance: Random) -> None:
    """Move the coins by the rules and by the procedure."""
    position, edges = web
    game, coins = position.game(), position.coins()
    removed = game.removed
    round_ = Round(robs=[edges.get(player, -1) for player in range(position.players)])
    attack.move_coins(game, round_, SILENCE)
    oracle.move(
        coins,
        edges,
        chance.randrange,
        rest_stays=position.rest_stays,
        circle_first=position.circle_first,
    )
    assert game.supplies == list(coins.supply.values())
    assert game.spoils == list(coins.spoils.values())
    assert game.removed - removed == coins.removed


def test_the_oracle_catches_a_chain_settled_from_the_wrong_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRU-9.5: with the order of settlement turned round, the comparison fails."""
    right = attack.settlements
    monkeypatch.setattr(attack, "settlements", lambda robs: right(robs)[::-1])
    hunt = given(webs(), st.randoms(use_true_random=False))(compare_moves)
    with pytest.raises(AssertionError):
        settings(max_examples=400, phases=[Phase.generate], database=None)(hunt)()


@given(positions(), st.data())
@settings(max_examples=200)
def test_the_order_of_players_does_not_matter(position: Position, data: st.DataObject) -> None:
    """TRU-15.5: everybody at another seat: everybody has the same coins afterwards."""
    seats = data.draw(st.permutations(range(position.players)))
    here, _ = play_round(position)
    there, _ = play_round(position.moved(seats))
    assert [there.supplies[seats[player]] for player in range(position.players)] == here.supplies
    assert [there.supporters[seats[player]] for player in range(position.players)] == here.supporters
    assert sorted(seats[winner] for winner in here.winners) == there.winners
    assert (there.stash, there.removed) == (here.stash, here.removed)


@given(positions(), st.data())
@settings(max_examples=100)
def test_the_order_of_handing_in_does_not_matter(position: Position, data: st.DataObject) -> None:
    """TRU-15.5: the same actions handed in in another order give the same state and the same events."""
    order = data.draw(st.permutations(range(position.players)))
    truce, heard = play_round(position)
    other, heard_then = play_round(position, order)
    assert RULES.encode(truce) == RULES.encode(other)
    assert heard.heard == heard_then.heard


@given(positions())
@settings(max_examples=200)
def test_supporters_add_up(position: Position) -> None:
    """TRU-15.4: the sum of all counts is the number of supporters minus those whose support meets a circle."""
    game, listener = play_round(position)
    revealed = next(event for _, event in listener.heard if isinstance(event, ActionsRevealed))
    following = {seat: action.target for seat, action in enumerate(revealed.actions) if isinstance(action, Support)}

    def arrives(seat: int) -> bool:
        for _ in following:
            seat = following.get(seat, seat)
        return seat not in following

    assert sum(game.supporters) == sum(arrives(seat) for seat in following)


@given(positions())
@settings(max_examples=200)
def test_whoever_has_no_coins_at_the_reveal_supports_or_passes(position: Position) -> None:
    """TRU-15.6: and the Stash is empty after a round with a looter (TRU-15.3)."""
    game, listener = play_round(position)
    revealed = next(event for _, event in listener.heard if isinstance(event, ActionsRevealed))
    poor = [action for action, supply in zip(revealed.actions, position.supplies, strict=True) if not supply]
    assert all(isinstance(action, Support | Pass) for action in poor)
    if any(isinstance(event, StashLooted) for _, event in listener.heard):
        assert game.stash == 0


def held(game: Truce) -> int:
    """All coins there are."""
    return sum(game.supplies) + sum(game.spoils) + game.stash + game.removed


@given(st.integers(3, 12), st.integers(1, 8), st.integers(1, 5), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_a_whole_game_keeps_the_balance(players: int, rounds: int, coins: int, chance: Random) -> None:
    """TRU-15.1, TRU-15.2, TRU-15.3, TRU-15.7: at every moment of a random game with gifts and changed minds."""
    game = RULES.start(options(rounds=rounds, coins=coins), players, KEY, SILENCE)
    removed, number = 0, 0
    while not play.over(game):
        if game.round != number:
            number = game.round
            assert set(game.spoils) == {0}
        seat = chance.randrange(players)
        gifts = play.beside(game, seat)
        if gifts and chance.random() < 0.2:
            play.submit(game, seat, gifts.sample(chance.randrange))
        elif chance.random() < 0.05:
            play.time_up(game)
        else:
            play.submit(game, seat, play.boxes(game, seat).sample(chance.randrange))
        assert held(game) == coins * players + game.round
        assert min(*game.supplies, *game.spoils, game.stash, game.removed) >= 0
        assert game.removed >= removed
        assert game.stash <= game.round
        removed = game.removed
    assert set(game.spoils) == {0}


def unbalanced() -> Truce:
    """A sound game, to be made unsound."""
    return RULES.start(options(), 3, KEY, Listener())


def test_the_audit_finds_every_broken_invariant() -> None:
    """TRU-15.1, TRU-15.2, TRU-15.3, TRU-15.6, TRU-15.7: each planted fault is named by its rule."""
    assert audit(unbalanced()) == []
    lost, debt, heap, poor, between, late = (unbalanced() for _ in range(6))
    lost.supplies[0] -= 1
    debt.supplies[0], debt.supplies[1] = -1, 7
    heap.stash, heap.supplies[0] = 2, 2
    poor.supplies[0], poor.supplies[1] = 0, 6
    round_ = poor.stack[-1]
    assert isinstance(round_, Round)
    round_.actions = [RULES.read_action({"type": "loot"}), Pass(), Pass()]
    between.stack.pop()
    between.supplies[0], between.spoils[0] = 2, 1
    late.round, late.removed = 11, 10
    found = [audit(game)[0].split(":")[0] for game in (lost, debt, heap, poor, between, late)]
    assert found == ["TRU-15.1", "TRU-15.2", "TRU-15.3", "TRU-15.6", "TRU-15.7", "TRU-2.7"]
