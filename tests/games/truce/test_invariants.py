"""TRU-15: what is always true, over positions and games that nobody thought of."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.truce.positions import Position, play_round, positions
from tests.games.truce.story import KEY, options

from turncoat.games.truce.audit import audit
from turncoat.games.truce.events import ActionsRevealed
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Pass, Round, Support, Truce
from turncoat.kernel.events import Listener


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


def unbalanced() -> Truce:
    """A sound game, to be made unsound."""
    return RULES.start(options(), 3, KEY, Listener())


def test_the_audit_finds_every_broken_invariant() -> None:
    """TRU-15.1, TRU-R27, TRU-15.2, TRU-15.3, TRU-15.6, TRU-15.7: each planted fault is named by its rule."""
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
