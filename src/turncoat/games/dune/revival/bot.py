"""Decides which leaders and forces a bot revives."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.bidding.bot import FEW
from turncoat.games.dune.bots.world import World
from turncoat.games.dune.facts import STRENGTH
from turncoat.games.dune.karama import GholaForces, GholaLeader
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.revival.rules import free_forces
from turncoat.kernel import Between, Box, Boxes, OneOf

PRICE = 2
GHOLA_LEADER, GHOLA_TANKS = 5, 6
"""The bot plays a Ghola card for a leader of this strength, or for this many dead forces."""


def revive(world: World, boxes: Boxes[DuneAction], kept: int) -> DuneAction:
    """DUN-4.6: free forces, the best leader that the bot can pay for, and paid forces if its reserves are few."""
    faction = world.faction(world.me)
    best: tuple[float, DuneAction] | None = None
    for space in boxes.boxes:
        for value, action in _revivals(world, space, faction.spice, kept):
            if best is None or value > best[0]:
                best = value, action
    return best[1] if best is not None else boxes.nth(0)


def _revivals(world: World, box: Box[DuneAction], spice: int, kept: int) -> list[tuple[float, DuneAction]]:
    forces, extra, leader = (box.space(name) for name in ("forces", "extra", "leader"))
    assert isinstance(forces, Between)
    assert isinstance(extra, Between)
    assert isinstance(leader, OneOf)
    found: list[tuple[float, DuneAction]] = []
    scarce = world.faction(world.me).reserves < FEW
    for number in range(forces.low, forces.high + 1):
        for who in leader.values:
            name = None if who is None else str(who)
            strength = STRENGTH[name] if name else 0
            cost = strength + PRICE * max(0, number - _free(world))
            value = number * (2.2 if scarce else 1.2) + 0.9 * extra.high + strength * 1.4 - cost * 0.8
            if spice - cost < kept and cost:
                value -= 0.5 * (kept - spice + cost)
            found.append((value, Revive(number, extra.high, name)))
    return found


def _free(world: World) -> int:
    """DUN-4.6.2: forces that are revived free of charge."""
    return free_forces(world.game, world.me)


def ghola(world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
    """DUN-DK-24: bring back a strong leader, or forces, if they are needed."""
    faction = world.faction(world.me)
    if faction.dead:
        leader = max(faction.dead, key=STRENGTH.__getitem__)
        best = max((STRENGTH[other] for other in world.leaders(world.me)), default=0)
        action = GholaLeader(leader)
        if (best <= 2 or STRENGTH[leader] >= GHOLA_LEADER + (best >= GHOLA_LEADER)) and action in boxes:
            return action
    for number in range(world.view.options.ghola_forces, 0, -1):
        if faction.tanks >= GHOLA_TANKS and faction.reserves < FEW and GholaForces(number) in boxes:
            return GholaForces(number)
    return None
