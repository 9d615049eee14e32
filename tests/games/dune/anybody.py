"""Anybody does anything: what the tests share that play a phase at random, with every check at every step."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
from tests.games.dune.story import KEY, Table

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.shared.cards import TREACHERY_CARDS, sorted_hand
from turncoat.games.dune.shared.hands import limit, note, note_all
from turncoat.games.dune.state import Dune, playing
from turncoat.kernel import Section, play
from turncoat.kernel.schema import boxes_view

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


def what_is_seen(game: Dune, seat: int | None) -> bytes:
    """Everything that reaches a seat: its view, what it may answer and do, what is answered for it."""
    seen = [msgspec.json.encode(RULES.view(game, seat))]
    if seat is not None:
        legal = (play.boxes(game, seat), play.beside(game, seat))
        seen += [msgspec.json.encode(boxes_view(boxes)) for boxes in legal]
        if seat in play.asked(game):
            seen.append(msgspec.json.encode(play.default_of(game, seat)))
    return b"\n".join([*seen, msgspec.json.encode(RULES.shown_waiting(game))])


def secrets_are_kept(game: Dune, chance: Random) -> None:
    """Whatever a seat may not know is dealt again, and it notices nothing; the other deal is a game as well."""
    for seat in (None, *SEATS):
        other = RULES.redeal(game, seat, bytes([chance.randrange(256)]) + KEY[1:])
        assert what_is_seen(other, seat) == what_is_seen(game, seat), f"{seat} notices something"
        assert RULES.audit(other) == []
        play.time_up(other)


def steps(table: Table, chance: Random, phase: type[Section[DuneAction]], most: int) -> Iterator[Dune]:
    """The game before each step of a phase, so many at most: anybody does anything, and every check is made."""
    for _ in range(most):
        if playing(table.game, phase) is None:
            return
        yield table.game
        secrets_are_kept(table.game, chance)
        seat, action = anybody_does_something(table.game, chance)
        play.submit(table.game, seat, action, table.listener)
        table.check()
        assert RULES.decode(RULES.encode(table.game)) == table.game
