"""Bots at the seats of a combat that is told."""

from __future__ import annotations

from tests.games.thrice.story import Table

from turncoat.games.thrice.actions import Attack, Done, Swipe, ThriceAction
from turncoat.games.thrice.bot.fighter import Fighter
from turncoat.games.thrice.bot.tactician import Tactician
from turncoat.kernel import Chance, play

KEY = bytes([7]) * 32


def bot(table: Table, seat: int, kind: type[Fighter] = Tactician) -> Fighter:
    """A bot at a seat of the table that has heard everything so far."""
    made = kind(seat, table.players + 1, Chance(KEY))
    for who, event in table.listener.heard:
        if who is None or seat in who:
            made.hear(event)
    return made


def answer(table: Table, seat: int, kind: type[Fighter] = Tactician) -> ThriceAction:
    """What a bot answers at this seat; it must be legal."""
    boxes = play.boxes(table.game, seat)
    chosen = bot(table, seat, kind).answer(table.view(seat), boxes)
    assert boxes.settle(chosen) is not None
    return chosen


def turn_of(table: Table, seat: int) -> list[ThriceAction]:
    """All that a tactician does in a turn up to its attack."""
    table.go(seat)
    moves: list[ThriceAction] = []
    while not moves or not isinstance(moves[-1], Attack | Swipe | Done):
        moves.append(answer(table, seat))
        table.do(seat, moves[-1])
    return moves
