"""Anybody does anything: what the tests share that play a phase at random, with every check at every step."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.games.dune.story import Table
from tests.leaks import hunt

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.shared.cards import TREACHERY_CARDS, sorted_hand
from turncoat.games.dune.shared.hands import limit, note, note_all
from turncoat.games.dune.state import Dune, playing
from turncoat.kernel import Section, play

SEATS = range(6)


def deal(game: Dune, chance: Random, fewest: int) -> None:
    """Hands of so many cards and more, some of them known to one, some to all."""
    left = chance.sample(TREACHERY_CARDS, len(TREACHERY_CARDS))
    for seat in SEATS:
        hand = [left.pop() for _ in range(chance.randint(fewest, limit(game, seat)))]
        game.hands[seat] = sorted_hand(hand)
        if chance.random() < 0.5:
            note_all(game, seat, hand[:1])
        if chance.random() < 0.5 and len(hand) > 1 and seat:
            note(game, (0,), seat, hand[1])
    game.treachery = left


def anybody_does_something(game: Dune, chance: Random) -> tuple[int, DuneAction]:
    """Somebody answers, or acts beside the decision."""
    seat = chance.choice(play.waiting(game))
    if chance.random() < 0.25:
        actor = chance.choice(SEATS)
        if found := play.beside(game, actor):
            return actor, found.sample(chance.randrange)
    return seat, play.boxes(game, seat).sample(chance.randrange)


def secrets_are_kept(table: Table, chance: Random, rules: Any = RULES) -> None:
    """Whatever a seat may not know is dealt again, and it notices nothing."""
    for seat in (None, *SEATS):
        hunt.redealt(rules, table.game, seat, table.listener.heard, chance)


def steps(table: Table, chance: Random, phase: type[Section[DuneAction]], most: int) -> Iterator[Dune]:
    """The game before each step of a phase, so many at most: anybody does anything; every few steps all look."""
    for number in range(most):
        if playing(table.game, phase) is None:
            return
        yield table.game
        if number % 10 == 0:
            secrets_are_kept(table, chance)
        seat, action = anybody_does_something(table.game, chance)
        play.submit(table.game, seat, action, table.listener)
        table.check()
