"""How a mentat bids for cards and brings back the dead."""

from __future__ import annotations

from turncoat.games.dune.actions import Bid, DuneAction, GholaForces, GholaLeader, Pass, Revive, TakeByKarama
from turncoat.games.dune.bot.world import World, unseen_worth, worth
from turncoat.games.dune.facts import FACTS, STRENGTH
from turncoat.games.dune.state import NOBODY
from turncoat.kernel import Between, Box, Boxes, OneOf

HUNGER = (1.7, 1.35, 1.0, 0.8)
"""What a card is worth to somebody with so many in hand, in parts of its value."""
WEALTH = 9.0
"""Whoever has so much spice pays twice as much."""
DEAR = 7
"""From this price on a Karama card is played instead."""
FEW = 6
"""With fewer reserves forces are bought back."""
PRICE = 2
GHOLA_LEADER, GHOLA_TANKS = 5, 6
"""The strength of a leader, and the dead forces, for which a Ghola card is played."""


class Bidder:
    """Bids in auctions.

    Args:
        world: The table.
        eager: What cards are worth to this faction, in parts of what they are worth to all.
        kept: Spice that is kept for other things.
    """

    def __init__(self, world: World, eager: float, kept: int) -> None:
        self.world, self.eager, self.kept = world, eager, kept
        self.purse = world.faction(world.me)

    def value(self) -> float:
        """What the card on auction is worth, in spice."""
        auction, hand = self.world.view.auction, self.world.own.hand
        known = auction is not None and auction.card
        value = worth(auction.card, hand) if auction is not None and known else unseen_worth(self.world)
        hunger = HUNGER[min(len(hand), len(HUNGER) - 1)]
        return value * hunger * self.eager * (1 + self.purse.spice / WEALTH) / (1.0 if known else 1.3)

    def limit(self) -> int:
        """The highest bid."""
        own = max(0, self.purse.spice - self.kept)
        return int(min(self.value(), own + self.world.own.helped))

    def bid(self, boxes: Boxes[DuneAction]) -> DuneAction:
        """The lowest bid that is possible and worth it; else to pass, if that is possible."""
        auction = self.world.view.auction
        assert auction is not None
        friend = self.world.seat(auction.high)
        if friend != NOBODY and friend == self.world.ally[self.world.me] and Pass() in boxes:
            return Pass()
        amount = auction.bid + 1
        if TakeByKarama() in boxes and DEAR <= amount <= self.value() * 1.2 + 2:
            return TakeByKarama()
        if amount <= self.limit() or Pass() not in boxes:
            for help_ in self._shares(amount):
                if (action := Bid(amount, help_)) in boxes:
                    return action
        return Pass() if Pass() in boxes else boxes.nth(0)

    def _shares(self, amount: int) -> tuple[int, ...]:
        """How much the ally might pay: what is beyond one's own means, or nothing, or as much as it will."""
        helped = self.world.own.helped
        missing = max(0, amount - max(0, self.purse.spice - self.kept))
        return tuple(dict.fromkeys((min(helped, missing), 0, min(helped, amount))))


def revive(world: World, boxes: Boxes[DuneAction], kept: int) -> DuneAction:
    """DUN-4.6: free forces, the best leader one can afford, paid forces where reserves are few."""
    one = world.faction(world.me)
    best: tuple[float, DuneAction] | None = None
    for space in boxes.boxes:
        for value, action in _revivals(world, space, one.spice, kept):
            if best is None or value > best[0]:
                best = value, action
    return best[1] if best is not None else boxes.nth(0)


def _revivals(world: World, one: Box[DuneAction], spice: int, kept: int) -> list[tuple[float, DuneAction]]:
    forces, extra, leader = (one.space(name) for name in ("forces", "extra", "leader"))
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
    """DUN-4.6.2: forces that come back free of charge."""
    return 3 if "free-revivals" in world.own.borrowed else FACTS.factions[world.factions[world.me]].free_revivals


def ghola(world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
    """DK-24: a strong leader back from the tanks, or forces, if there is need."""
    one = world.faction(world.me)
    if one.dead:
        leader = max(one.dead, key=STRENGTH.__getitem__)
        best = max((STRENGTH[other] for other in world.leaders(world.me)), default=0)
        action = GholaLeader(leader)
        if (best <= 2 or STRENGTH[leader] >= GHOLA_LEADER + (best >= GHOLA_LEADER)) and action in boxes:
            return action
    for number in range(world.view.options.ghola_forces, 0, -1):
        if one.tanks >= GHOLA_TANKS and one.reserves < FEW and GholaForces(number) in boxes:
            return GholaForces(number)
    return None
