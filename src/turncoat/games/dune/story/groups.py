"""What is seen together: the stills of the rules, where several of them are one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turncoat.games.dune.events import anytime, battle, bidding, end, setup, spice_blow, storm
from turncoat.games.dune.events.event import DuneEvent
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Event, Still

FEW = 2
"""DUN-4.5.4: so many bids of an auction are shown one by one at most; more are one picture."""

LEADS_ON = (storm.TurnBegan, battle.NobodyCalled)
"""Events that are told together with what follows, whatever it is."""

ADDED = (anytime.Paid, anytime.PromiseLapsed, battle.NoHero, bidding.BidBacked, bidding.BonusTaken)
"""Events that are told together with what came before."""

ALIKE: tuple[tuple[type[Event], ...], ...] = (
    (setup.ForcesPlaced,),
    (spice_blow.AllianceProposed, spice_blow.ProposalWithdrawn),
    (battle.ForcesLost,),
    (anytime.Discarded, battle.CardsKept),
    (end.SpiceCollected,),
)
"""Events of one row that follow each other are one picture."""
BIDS = (bidding.BidMade, bidding.BidPassed)
RAISED = frozenset((one, bidding.BidMade) for one in BIDS)

PAIRS: frozenset[tuple[type[Event], type[Event]]] = frozenset(
    (
        (setup.PredictionMade, setup.CardsDealt),
        (anytime.Asked, anytime.Answered),
        *((bidding.AuctionOpened, one) for one in BIDS),
        *((one, bidding.BidPassed) for one in BIDS),
        *((one, other) for row in ALIKE for one in row for other in row),
    )
)
"""An event and one that follows it in the same picture."""


def goes_on(one: Sequence[Event], other: Sequence[Event], *, crowded: bool = False) -> bool:
    """Whether what is told afterwards belongs to the same picture; in a crowded auction one bid does with the next."""
    if isinstance(one[-1], LEADS_ON) or all(isinstance(event, ADDED) for event in other):
        return True
    if isinstance(other[-1], spice_blow.AllianceFormed):
        return False
    last = next((event for event in reversed(one) if not isinstance(event, ADDED)), one[-1])
    pair = (last.__class__, other[0].__class__)
    return pair in PAIRS or (crowded and pair in RAISED)


def groups(stills: Sequence[Still[DuneView]]) -> Iterator[tuple[list[DuneEvent], DuneView]]:
    """What is told together, and what is seen then."""
    told: list[DuneEvent] = []
    for place, still in enumerate(stills):
        told += [event for event in still.events if isinstance(event, DuneEvent)]
        following = stills[place + 1].events if place + 1 < len(stills) else ()
        if not following or not goes_on(told, following, crowded=crowded(stills, place)):
            yield told, still.view
            told = []


def crowded(stills: Sequence[Still[DuneView]], place: int) -> bool:
    """DUN-4.5.4: whether more than a few bids are made in the auction that is running at this place."""
    now = stills[place].view.auction
    same = [one for one in stills if now and one.view.auction and one.view.auction.number == now.number]
    return sum(isinstance(event, bidding.BidMade) for one in same for event in one.events) > FEW


def latest(events: Sequence[Event]) -> list[DuneEvent]:
    """What has just happened and is still seen on the board: the last public events that belong together."""
    found: list[DuneEvent] = []
    for event in reversed(events):
        if event.private or not isinstance(event, DuneEvent):
            continue
        if found and not goes_on([event], found[:1]):
            break
        found.insert(0, event)
    return found
