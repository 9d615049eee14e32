"""What all six policies of a mentat share; each faction's file overrides what is different."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from turncoat.games.dune.actions import (
    Accompany,
    Bid,
    Call,
    ChooseBattle,
    Dial,
    Discard,
    Done,
    DuneAction,
    KeepTraitor,
    Move,
    Pass,
    PlaceForces,
    Plan,
    Predict,
    Prescience,
    Rally,
    Revive,
    Ride,
    Ship,
    TakeByKarama,
    Transfer,
    UseHajr,
    Voice,
    Withdraw,
)
from turncoat.games.dune.bot import battles, questions, supplies, weather
from turncoat.games.dune.bot.alliances import Diplomat
from turncoat.games.dune.bot.ground import Ground
from turncoat.games.dune.bot.preventions import Karama
from turncoat.games.dune.bot.supplies import Bidder
from turncoat.games.dune.bot.travel import Traveller
from turncoat.games.dune.bot.world import World
from turncoat.games.dune.cards import KARAMA
from turncoat.games.dune.facts import LEADERS_OF, STRENGTH
from turncoat.games.dune.questions import Reply
from turncoat.kernel import Boxes

Below = Callable[[int], int]
"""Draws a number below another one."""
HAJR_WORTH = 4.0
"""By so much an extra move must improve the position."""
FEW_RESERVES = 2


class Policy:
    """How a faction plays. The class itself is the common judgement.

    Args:
        below: Draws a number below another one.

    Attributes:
        greed: What strongholds are worth to it, in parts of what they are worth to all.
        eager: What cards are worth to it.
        kept: Spice it keeps for shipping when it bids.
        sociable: How glad it is of allies.
        own_end: What it is worth to it besides if nobody wins.
    """

    greed: ClassVar[float] = 1.0
    eager: ClassVar[float] = 1.0
    kept: ClassVar[int] = 4
    sociable: ClassVar[float] = 1.0
    own_end: ClassVar[float] = 0.0

    def __init__(self, below: Below) -> None:
        self.below = below
        self.diplomat = Diplomat(below, self.sociable)
        self.answers: dict[type[DuneAction], Callable[[World, Boxes[DuneAction]], DuneAction]] = {
            KeepTraitor: self.keep,
            PlaceForces: self.place,
            Predict: self.predict,
            Dial: lambda world, boxes: weather.dial(world, boxes, below(1000)),
            Done: lambda world, boxes: Done(),
            Ride: lambda world, boxes: self.traveller(world).ride(boxes),
            Bid: self.bid,
            TakeByKarama: self.bid,
            Revive: lambda world, boxes: supplies.revive(world, boxes, self.saved(world) // 2),
            **dict.fromkeys((Ship, Rally, Transfer, Withdraw), self.ship),
            Accompany: self.accompany,
            Move: self.move,
            ChooseBattle: battles.choose,
            Voice: battles.voice,
            Prescience: battles.foresee,
            Plan: battles.plan,
            Call: lambda world, boxes: battles.call(boxes),
            Discard: battles.discard,
            Reply: self.reply,
        }

    def answer(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """The answer to a decision, by what can be answered."""
        for one in boxes.boxes:
            if (decide := self.answers.get(one.action)) is not None:
                return decide(world, boxes)
        return boxes.nth(0)

    def beside(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """What it does at once beside a decision, or nothing."""
        for way in (self._with_karama, self._by_phase, supplies.ghola, self.diplomat.support):
            if (found := way(world, boxes)) is not None:
                return found
        return None

    def _by_phase(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """What belongs to one phase alone."""
        match world.view.phase[-1] if world.view.phase else "":
            case "nexus":
                return self.diplomat.in_nexus(world, boxes)
            case "storm":
                return weather.storm_card(world, boxes)
            case "battle" if world.view.battle is not None and not world.view.battle.resolved:
                return questions.ask(world, boxes)
            case "faction_turn" if any(one.action is UseHajr for one in boxes.boxes):
                return self.hajr(world, boxes)
        return None

    def _with_karama(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """DK-21."""
        return Karama(world).best(boxes) if KARAMA in world.own.hand else None

    # --- setup ----------------------------------------------------------------------------------

    def keep(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-01: the strongest leader of somebody else."""
        own = LEADERS_OF[world.factions[world.me]]

        def rank(answer: DuneAction) -> tuple[bool, int]:
            leader = answer.leader if isinstance(answer, KeepTraitor) else ""
            return leader not in own, STRENGTH[leader]

        return max(boxes, key=rank)

    def place(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-02: wherever."""
        return boxes.sample(self.below)

    def predict(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-03: anything."""
        return boxes.sample(self.below)

    # --- supplies -------------------------------------------------------------------------------

    def saved(self, world: World) -> int:
        """Spice that is kept for shipping; nothing in the last turn's end."""
        return self.kept

    def bid(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-09."""
        return self.bidder(world).bid(boxes)

    def bidder(self, world: World) -> Bidder:
        """What this faction pays for cards."""
        return Bidder(world, self.eager, self.saved(world))

    # --- shipment and movement ------------------------------------------------------------------

    def steps(self, world: World) -> int:
        """Territories it crosses without ornithopters."""
        return 1

    def traveller(self, world: World) -> Traveller:
        """Finds its shipments and moves."""
        return Traveller(world, Ground(world, self.greed, self.own_end), self.steps(world))

    def ship(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-11."""
        return self.traveller(world).ship(boxes)

    def accompany(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-12: as long as there are reserves to spare."""
        return Accompany() if world.faction(world.me).reserves > FEW_RESERVES else Pass()

    def move(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-13."""
        found = self.traveller(world).move(boxes)
        return found if found is not None else (Pass() if Pass() in boxes else boxes.nth(0))

    def hajr(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """DK-14: an extra move that is worth a card."""
        traveller = self.traveller(world)
        found = traveller.move(boxes, UseHajr)
        worthwhile = isinstance(found, UseHajr) and traveller.gain(found) > HAJR_WORTH
        return found if worthwhile else None

    # --- questions ------------------------------------------------------------------------------

    def reply(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-23."""
        auction = world.view.auction
        may_bid = auction is not None and auction.bid < self.bidder(world).limit()
        return questions.reply(world, boxes, may_bid=may_bid)
