"""TRU-15: what is always true, over positions and games that nobody thought of."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.truce.story import KEY, balance, options

from turncoat.games.truce.audit import audit
from turncoat.games.truce.events import ActionsRevealed
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Pass, Round, Support, Truce, TruceAction
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE, Listener

Act = tuple[str, int | None]
"""An action and its target: ``("attack", 3)``, ``("loot", None)``."""

amounts = st.integers(0, 6)


@dataclass
class Position:
    """The opening of a window and what everybody wants to do."""

    supplies: list[int]
    spoils: list[int]
    stash: int
    acts: list[Act]
    rest_stays: bool = False
    circle_first: bool = False

    @property
    def players(self) -> int:
        return len(self.supplies)

    def game(self) -> Truce:
        """The position as a game, in which all coins add up."""
        options = RULES.read_options(
            {
                "remainder": "stays with victim" if self.rest_stays else "removed",
                "outsider": "circle first" if self.circle_first else "together",
                "reveal": "correspondence",
            }
        )
        game = RULES.start(options, self.players, KEY, SILENCE)
        game.supplies, game.spoils, game.stash = list(self.supplies), list(self.spoils), self.stash
        balance(game)
        game.options = msgspec.structs.replace(options, rounds=game.round)
        return game

    def moved(self, seats: list[int]) -> Position:
        """The same position with everybody at another seat: player ``p`` sits at ``seats[p]``."""
        there = sorted(range(self.players), key=lambda player: seats[player])
        acts = [(self.acts[player][0], seats_of(self.acts[player][1], seats)) for player in there]
        return Position(
            [self.supplies[player] for player in there],
            [self.spoils[player] for player in there],
            self.stash,
            acts,
            self.rest_stays,
            self.circle_first,
        )


def seats_of(target: int | None, seats: list[int]) -> int | None:
    """Where a target sits now."""
    return None if target is None else seats[target]


def as_action(act: Act) -> TruceAction:
    """An act as an action of the game."""
    kind, target = act
    return RULES.read_action({"type": kind} if target is None else {"type": kind, "target": target})


def play_round(position: Position, order: list[int] | None = None) -> tuple[Truce, Listener]:
    """Hand in all actions that are open, in this order of seats, and break the seals."""
    game, listener = position.game(), Listener()
    for seat in order or range(position.players):
        action = as_action(position.acts[seat])
        if action in play.boxes(game, seat):
            play.submit(game, seat, action, listener)
    play.time_up(game, listener)
    return game, listener


@st.composite
def targets(draw: st.DrawFn, players: int, player: int) -> int:
    """Any other player, with a liking for the next seats, so that lines and rings are common."""
    step = draw(st.one_of(st.just(1), st.just(players - 1), st.integers(1, players - 1)))
    return (player + step) % players


@st.composite
def positions(draw: st.DrawFn, low: int = 3, high: int = 16) -> Position:
    """3 to 16 players who mostly attack and support."""
    players = draw(st.integers(low, high))
    acts: list[Act] = []
    for player in range(players):
        kind = draw(st.sampled_from(["attack", "attack", "attack", "support", "support", "loot", "defend", "pass"]))
        acts.append((kind, draw(targets(players, player)) if kind in {"attack", "support"} else None))
    supplies = draw(st.lists(amounts, min_size=players, max_size=players))
    spoils = draw(st.lists(amounts, min_size=players, max_size=players))
    stash, stays, circle = draw(st.integers(1, 12)), draw(st.booleans()), draw(st.booleans())
    return Position(supplies, spoils, stash, acts, stays, circle)


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
