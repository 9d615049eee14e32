"""What is told together in one still: which events belong to each other, and where a still is taken."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.games.dune.events import anytime, battle, bidding, end, setup, spice_blow, storm
from turncoat.kernel.events import Event

FEW = 2
"""DUN-4.5.4: so many bids of an auction are shown one by one at most; more are one still."""

LEADS_ON: frozenset[type[Event]] = frozenset(
    (
        *(storm.TurnBegan, anytime.CardUsed, battle.NobodyCalled, battle.LeaderKilled),
        *(anytime.PreventionEnded, bidding.TreacheryShuffled),
    )
)
"""Events that are told together with what follows, whatever it is."""

ADDED: frozenset[type[Event]] = frozenset(
    (anytime.Paid, anytime.PromiseLapsed, battle.NoHero, bidding.BidBacked, bidding.BonusTaken)
)
"""Events that are told together with what came before."""

PAID_FIRST = ("DUN-4.6.2", "DUN-6.6.3")
"""DUN-4.6.2: forces that come back are paid for before it is told that they do."""

ALIKE: tuple[tuple[type[Event], ...], ...] = (
    (setup.ForcesPlaced,),
    (storm.StormStruck,),
    (spice_blow.AllianceProposed, spice_blow.ProposalWithdrawn),
    (spice_blow.CharityGiven,),
    (battle.TreacheryCalled,),
    (battle.ForcesLost,),
    (anytime.Discarded, battle.CardsKept),
    (end.SpiceCollected,),
    (end.SecretsOpened,),
    (bidding.BidPassed,),
)
"""Events of one row that follow each other are one still."""
BIDS: frozenset[type[Event]] = frozenset((bidding.BidMade, bidding.BidPassed, bidding.BidBacked))

PAIRS: frozenset[tuple[type[Event], type[Event]]] = frozenset(
    (
        (spice_blow.SpiceBlew, spice_blow.SpiceDeckShuffled),
        (spice_blow.SpiceDeckShuffled, spice_blow.SpiceBlew),
        (spice_blow.SpiceDeckShuffled, spice_blow.WormStruck),
        (spice_blow.AllianceProposed, spice_blow.AllianceFormed),
        (anytime.Asked, anytime.Answered),
        *((bidding.AuctionOpened, one) for one in (bidding.BidMade, bidding.BidPassed)),
        (bidding.BidMade, bidding.BidPassed),
        (setup.PredictionMade, setup.CardsDealt),
        (battle.Exploded, battle.LeaderKilled),
        *((one, battle.LeaderKilled) for one in (battle.NobodyWon, battle.BattleByTreachery)),
        *((one, other) for row in ALIKE for one in row for other in row),
    )
)
"""An event and one that follows it in the same still."""


def stops(one: Event, following: Event | None, *, bid_by_bid: bool) -> bool:
    """Whether a still is taken between two events."""
    if following is None:
        return True
    first, second = one.__class__, following.__class__
    if second is anytime.Paid and following.rule in PAID_FIRST:
        return first is not anytime.Paid or one.rule not in PAID_FIRST
    if first in LEADS_ON or second in ADDED or (first, second) in PAIRS:
        return False
    if first in BIDS and second in BIDS:
        return bid_by_bid
    if first is anytime.Paid and one.rule in PAID_FIRST:
        return False
    return not isinstance(following, anytime.PreventionEnded) or following.effect


def one_by_one(events: Sequence[Event], place: int) -> bool:
    """DUN-4.5.4: whether the bids of the auction at this place are few enough to be shown one by one."""
    first = place
    while first and not isinstance(events[first], bidding.AuctionOpened):
        first -= 1
    made = 0
    for one in events[first + 1 :]:
        if isinstance(one, bidding.AuctionOpened | bidding.CardSold):
            break
        made += isinstance(one, bidding.BidMade)
    return made <= FEW


def accepts(events: Sequence[Event], place: int) -> bool:
    """DUN-4.3.3: whether the proposal at this place makes an alliance at once: it is told by itself."""
    both = [one.__class__ for one in events[place : place + 2]]
    return both == [spice_blow.AllianceProposed, spice_blow.AllianceFormed]


def groups(events: Sequence[Event]) -> list[list[Event]]:
    """Public events as they are told together."""
    made: list[list[Event]] = [[]]
    for place, one in enumerate(events):
        made[-1].append(one)
        following = events[place + 1] if place + 1 < len(events) else None
        few = one.__class__ in BIDS and one_by_one(events, place)
        if following is not None and (stops(one, following, bid_by_bid=few) or accepts(events, place + 1)):
            made.append([])
    return made if made[-1] else made[:-1]
