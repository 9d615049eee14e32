"""How late it is: what victories, and what spice and forces, are worth while so many turns are left."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.dune.bot.world import World
from turncoat.games.dune.facts import CARRIERS, NOMADS
from turncoat.games.dune.state import NOBODY

WIN, FORETOLD = 70.0, 60.0
"""What it is worth to win, and to see the predicted faction win in the predicted turn."""
DEFEAT = 0.3
"""What the victory of others costs at the beginning, in parts of a victory; less and less where time is against one."""
AT_LAST = 0.05
"""What it costs when time is nearly up and against oneself: the game would be lost anyhow."""
PATIENT = 0.4
"""What it costs when time is nearly up and on one's own side."""
SHARED = 0.92
"""What a victory together is worth, in parts of one alone."""
THRIFT = (0.15, 0.6, 0.85)
"""What spice and forces are worth in the last turn, in the one before, and in the one before that."""
HOLDING, LAST_RACE = (0.15, 0.5, 0.7, 0.85), 2.5
"""What strongholds that do not win are worth in the last turns, from the last one back; where the most of them win."""
MATURE = 3
"""From this turn on time counts."""


class Clock(Struct, frozen=True):
    """How late it is for a seat.

    Attributes:
        left: Turns after this one.
        late: How near the end is, from 0 to 1.
        waits: Whether the own side wins if nobody does (DUN-4.10.6, DUN-4.10.7).
        runs: Whether somebody else does.
        thrift: What spice and forces are worth, in parts of what they are worth early.
        hold: What strongholds are worth that do not win, likewise.
    """

    left: int
    late: float
    waits: bool
    runs: bool
    thrift: float
    hold: float

    def defeat(self) -> float:
        """What the victory of others in this turn costs, in parts of a victory."""
        end = PATIENT if self.waits else AT_LAST if self.runs else DEFEAT
        return DEFEAT + (end - DEFEAT) * self.late

    def default(self) -> float:
        """What it costs at the very end that somebody else wins by having waited, in parts of a victory."""
        return DEFEAT

    def victory(self) -> float:
        """What one's own victory in this turn is worth; less to whoever will win by waiting."""
        return WIN * (1 - 0.5 * self.late * self.waits * (self.left > 0))


def defaulter(world: World) -> int:
    """DUN-4.10.6, DUN-4.10.7: the seat that wins if nobody does, but for special cases; -1: none."""
    carriers, nomads = world.seat_of(CARRIERS), world.seat_of(NOMADS)
    return carriers if carriers != NOBODY else nomads if world.view.options.nomads_by_default else NOBODY


def clock(world: World) -> Clock:
    """How late it is for the seat that looks."""
    turns, turn = world.view.options.turns, world.view.turn
    left, seat = max(0, turns - turn), defaulter(world)
    late = min(1.0, max(0.0, (turn - MATURE) / max(1, turns - 2 - MATURE)))
    waits = seat != NOBODY and seat in world.friends
    runs = seat != NOBODY and not waits
    thrift = THRIFT[left] if left < len(THRIFT) else 1.0
    hold = LAST_RACE if seat == NOBODY and not left else HOLDING[left] if left < len(HOLDING) else 1.0
    return Clock(left, late, waits, runs, thrift, hold)


def worth_of_victory(world: World, time: Clock, side: tuple[int, ...]) -> float:
    """What it is worth that a side wins in this turn: one's own victory, the predicted one, or a defeat."""
    foreseen = world.own.prediction
    if foreseen is not None and foreseen.turn == world.view.turn and foreseen.seat in side:
        return FORETOLD
    if world.me in side:
        return time.victory() * (1.0 if len(side) == 1 else SHARED)
    return -WIN * time.defeat()
