"""Positions of Truce made up by hypothesis, and a way to play one round from them."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from hypothesis import strategies as st
from tests.games.truce.story import KEY, balance

from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Truce, TruceAction
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
