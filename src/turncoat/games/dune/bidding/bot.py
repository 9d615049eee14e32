"""How a bot bids for treachery cards (DUN-4.5), and when it passes."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.bidding import Bid, TakeByKarama
from turncoat.games.dune.bots.world import World, unseen_worth, worth
from turncoat.games.dune.state import NOBODY
from turncoat.kernel import Boxes

HUNGER = (1.7, 1.35, 1.0, 0.8)
"""The value of a card to a bot with this many cards in hand, as a share of its usual value."""
WEALTH = 9.0
"""To a bot with this much spice a card is worth twice as much."""
DEAR = 7
"""The price from which the bot plays a Karama card instead."""
FEW = 6
"""With fewer reserves than this, the bot keeps spice to revive forces."""


class Bidder:
    """Bids in auctions.

    Args:
        world: The table as the bot's seat sees it.
        eager: The value of cards to this faction, as a factor on their usual value.
        kept: Spice that the bot keeps for other things.
    """

    def __init__(self, world: World, eager: float, kept: int) -> None:
        self.world, self.eager, self.kept = world, eager, kept
        self.purse = world.faction(world.me)

    def value(self) -> float:
        """The value of the card on auction, in spice."""
        auction, hand = self.world.view.auction, self.world.own.hand
        known = auction is not None and auction.card
        value = worth(auction.card, hand) if auction is not None and known else unseen_worth(self.world)
        hunger = HUNGER[min(len(hand), len(HUNGER) - 1)]
        return value * hunger * self.eager * (1 + self.purse.spice / WEALTH) / (1.0 if known else 1.3)

    def limit(self) -> int:
        """The highest bid, in spice, that this bot would pay for the card."""
        own = max(0, self.purse.spice - self.kept)
        return int(min(self.value(), own + self.world.own.helped))

    def bid(self, boxes: Boxes[DuneAction]) -> DuneAction:
        """The lowest possible bid that is worth it; else a pass, if that is possible."""
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
        """Possible shares of the ally: what the bot itself lacks, nothing, or as much as the ally allows."""
        helped = self.world.own.helped
        missing = max(0, amount - max(0, self.purse.spice - self.kept))
        return tuple(dict.fromkeys((min(helped, missing), 0, min(helped, amount))))
