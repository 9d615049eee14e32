"""The pictures of a story: which events belong together, with captions, headings and what moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from turncoat.games.dune.battle.events import (
    BattleByTreachery,
    BattleChosen,
    BattleDecided,
    CardsKept,
    Exploded,
    ForcesLost,
    LeaderKilled,
    NobodyCalled,
    NoHero,
)
from turncoat.games.dune.bidding.events import (
    AuctionOpened,
    BidBacked,
    BidMade,
    BidPassed,
    BonusTaken,
    TreacheryShuffled,
)
from turncoat.games.dune.drawing.moment import OFF_PLANET, TANKS, March, Moment
from turncoat.games.dune.events import CardUsed, Discarded, DuneEvent, GholaUsed, Paid, SpiceCollected
from turncoat.games.dune.facts import SECTORS
from turncoat.games.dune.karama.events import PreventionEnded
from turncoat.games.dune.mentat.events import GameEnded
from turncoat.games.dune.revival.events import ForcesRevived
from turncoat.games.dune.setup.events import CardsDealt, ForcesPlaced, PredictionMade
from turncoat.games.dune.shared.map import LOCATION_IDS, POLE_LOCATION, SHIELD_WALL, TERRITORY_IDS
from turncoat.games.dune.shipment.events import Accompanied, AlliesParted, Moved, Rallied, Shipped, Transferred
from turncoat.games.dune.spice_blow.events import (
    AllianceBroken,
    AllianceFormed,
    AllianceProposed,
    ProposalWithdrawn,
    SpiceBlew,
    WormRidden,
    WormStruck,
)
from turncoat.games.dune.storm.events import (
    OrderDetermined,
    StormDialled,
    StormMoved,
    StormStruck,
    TurnBegan,
    WallDestroyed,
)
from turncoat.games.dune.truthtrance.events import Answered, Asked, PromiseLapsed
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Event, Names, Still, listed

FEW = 2
"""DUN-4.5.4: the most bids of an auction that are shown one by one; more bids share one picture."""

LEADS_ON = (TurnBegan, NobodyCalled)
"""Events that share a picture with whatever follows."""

ADDED = (Paid, PromiseLapsed, NoHero, BidBacked, BonusTaken)
"""Events that share a picture with what came before."""

ALIKE: tuple[tuple[type[Event], ...], ...] = (
    (ForcesPlaced,),
    (AllianceProposed, ProposalWithdrawn),
    (ForcesLost,),
    (Discarded, CardsKept),
    (SpiceCollected,),
)
"""Consecutive events of one such group share a picture."""

BIDS = (BidMade, BidPassed)

RAISED = frozenset((bid, BidMade) for bid in BIDS)

PAIRS: frozenset[tuple[type[Event], type[Event]]] = frozenset(
    (
        (PredictionMade, CardsDealt),
        (Asked, Answered),
        *((AuctionOpened, bid) for bid in BIDS),
        *((bid, BidPassed) for bid in BIDS),
        *((one, other) for row in ALIKE for one in row for other in row),
    )
)
"""Pairs of events: if one follows the other, they share a picture."""


def goes_on(one: Sequence[Event], other: Sequence[Event], *, crowded: bool = False) -> bool:
    """Whether the next event belongs to the same picture; in a long auction, consecutive bids do."""
    if isinstance(one[-1], LEADS_ON) or all(isinstance(event, ADDED) for event in other):
        return True
    if isinstance(other[-1], AllianceFormed):
        return False
    last = next((event for event in reversed(one) if not isinstance(event, ADDED)), one[-1])
    pair = (last.__class__, other[0].__class__)
    return pair in PAIRS or (crowded and pair in RAISED)


def groups(stills: Sequence[Still[DuneView]]) -> Iterator[tuple[list[DuneEvent], DuneView]]:
    """The groups of events that share a picture, each with its still."""
    told: list[DuneEvent] = []
    for place, still in enumerate(stills):
        told += [event for event in still.events if isinstance(event, DuneEvent)]
        following = stills[place + 1].events if place + 1 < len(stills) else ()
        if not following or not goes_on(told, following, crowded=crowded(stills, place)):
            yield told, still.view
            told = []


def crowded(stills: Sequence[Still[DuneView]], place: int) -> bool:
    """DUN-4.5.4: whether the auction at this place has more than a few bids."""
    now = stills[place].view.auction
    same = [still for still in stills if now and still.view.auction and still.view.auction.number == now.number]
    return sum(isinstance(event, BidMade) for still in same for event in still.events) > FEW


def latest(events: Sequence[Event]) -> list[DuneEvent]:
    """The latest public events that belong together, which the board still shows."""
    found: list[DuneEvent] = []
    for event in reversed(events):
        if event.private or not isinstance(event, DuneEvent):
            continue
        if found and not goes_on([event], found[:1]):
            break
        found.insert(0, event)
    return found


BY_THE_WAY = (*LEADS_ON, *ADDED, *(CardUsed, PreventionEnded, LeaderKilled, TreacheryShuffled))
"""Events that give a picture its heading only if it has no other event."""


def heading(told: Sequence[DuneEvent]) -> DuneEvent:
    """The event that gives a picture its heading."""
    weighty = [event for event in told if not isinstance(event, BY_THE_WAY)]
    weighty.sort(key=lambda event: isinstance(event, AuctionOpened))
    headed = (event for event in weighty if event.heading or event.played)
    return next(headed, (weighty or list(told))[0])


def stage(main: DuneEvent, view: DuneView, names: Names) -> str:
    """The heading of a picture about this event."""
    if main.played:
        return names.label("card", main.played)
    phase = main.stage or next((name for name in view.phase if name in PHASES), "charity")
    return main.heading or PHASES[phase]


def caption(told: Sequence[Event], names: Names) -> str:
    """The caption of a picture; bids are a list, and consecutive passes are one sentence."""
    if isinstance(told[0], AllianceProposed) and len(told) > 1:
        return proposals(told, names)
    bids = [event for event in told if isinstance(event, BidMade)]
    listing = len(bids) > 1
    unsaid = (*BIDS, BidBacked) if listing else (BidPassed,)
    said = [event.say(names) for event in told if not isinstance(event, unsaid)]
    if listing:
        made = [f"{names.label('faction', bid.faction)} {bid.amount}" for bid in bids]
        said.append(f"Bids: {', '.join(made)}.")
    last = max((place for place, event in enumerate(told) if isinstance(event, BidMade)), default=-1)
    passes = [names.label("faction", event.faction) for event in told[last + 1 :] if isinstance(event, BidPassed)]
    if passes:
        said.append(f"{listed(passes)} {'pass' if len(passes) > 1 else 'passes'}.")
    return " ".join(said)


def proposals(told: Sequence[Event], names: Names) -> str:
    """DUN-4.3.2: the proposals of each faction in one sentence; every other event in its own."""
    offered: dict[str, list[str]] = {}
    for one in told:
        if isinstance(one, AllianceProposed):
            offered.setdefault(names.label("faction", one.faction), []).append(names.label("faction", one.to))
    made = [f"{who} proposes an alliance to {listed(whom)}." for who, whom in offered.items()]
    rest = [event.say(names) for event in told if not isinstance(event, AllianceProposed)]
    return " ".join([*made, *rest])


Kind = Literal["ship", "rally", "move", "ride", "transfer", "withdraw", "die", "revive"]
Way = tuple[str, str, str, Kind]
"""Forces on the move: whose, from where, to where, and how."""


def onto(moment: Moment, told: Sequence[DuneEvent], before: DuneView | None = None) -> Moment:
    """The moment with moves and highlights; ``before`` is the still before it, to find forces that died."""
    ways: Counter[Way] = Counter()
    for event in told:
        ways.update(dict(ways_of(event)))
    if before is not None and any(event.deadly for event in told):
        ways.update(dict(fallen(before, moment.view)))
    return replace(
        moment,
        marches=tuple(March(whose, number, origin, to, kind) for (whose, origin, to, kind), number in ways.items()),
        lit={place: word for event in told for place, word in lit(event).items()},
        swept=tuple(sector for event in told for sector in swept(event)),
        speaking={faction: word for event in told for faction, word in spoken(event).items()},
    )


def fallen(before: DuneView, now: DuneView) -> Iterator[tuple[Way, int]]:
    """DUN-1.1.2: forces that are missing have gone to the tanks."""
    for faction, left in zip(before.factions, now.factions, strict=True):
        for place, number in faction.forces.items():
            if (dead := number - left.forces.get(place, 0)) > 0:
                yield (faction.faction, place, TANKS, "die"), dead


def ways_of(event: Event) -> Iterator[tuple[Way, int]]:
    """DUN-4.6, DUN-4.7: moves of forces."""
    match event:
        case ForcesRevived() | GholaUsed() if event.forces:
            yield (event.faction, TANKS, OFF_PLANET, "revive"), event.forces
        case Shipped() | Rallied():
            kind: Kind = "ship" if isinstance(event, Shipped) else "rally"
            yield (event.faction, OFF_PLANET, event.to, kind), event.forces
        case Accompanied():
            yield (event.faction, OFF_PLANET, LOCATION_IDS[POLE_LOCATION], "ship"), 1
        case Transferred():
            for place, number in event.forces.items():
                yield (event.faction, place, event.to or OFF_PLANET, "transfer" if event.to else "withdraw"), number
        case Moved() | WormRidden():
            kind = "move" if isinstance(event, Moved) else "ride"
            for place, number in event.forces.items():
                yield (event.faction, place, event.to, kind), number


def swept(event: Event) -> Sequence[int]:
    """DUN-4.1.4, DUN-4.1.5: the sectors that the storm enters, in order, or in which it kills."""
    match event:
        case StormMoved() if event.start < 0:
            return (event.storm,)
        case StormMoved():
            return [(event.start + step) % SECTORS for step in range(1, event.sectors + 1)]
        case StormStruck():
            return (event.sector,)
    return ()


def lit(event: Event) -> dict[str, str]:
    """The style sheet's word for what happens at each place."""
    match event:
        case WallDestroyed():
            return {TERRITORY_IDS[SHIELD_WALL]: "explosion"}
        case SpiceBlew():
            return {event.location: "blow"}
        case WormStruck() if event.territory:
            return {event.territory: "worm"}
        case BattleChosen() | ForcesLost() | AlliesParted():
            return {event.territory: "battle"}
        case Exploded():
            return {event.territory: "explosion"}
        case SpiceCollected():
            return {event.location: "collected"}
    return {}


def spoken(event: DuneEvent) -> dict[str, str]:
    """The style sheet's word for what each faction does or suffers."""
    match event:
        case OrderDetermined():
            return {event.factions[0]: "first"}
        case StormDialled():
            return dict.fromkeys(event.factions, "dials")
        case AllianceFormed():
            return dict.fromkeys(event.factions, "allies")
        case AllianceBroken():
            return {event.faction: "breaks", event.ally: "left"}
        case BattleChosen():
            return {event.aggressor: "attacks", event.defender: "defends"}
        case BattleDecided() | BattleByTreachery():
            return {event.winner: "wins", event.loser: "loses"}
        case GameEnded():
            return dict.fromkeys(event.winners, "wins")
    return {str(getattr(event, "faction", "")): event.does} if event.does else {}


PHASES: Mapping[str, str] = {
    "setup": "Setup",
    "storm": "Storm",
    "spice_blow": "Spice Blow and Nexus",
    "charity": "Charity",
    "bidding": "Bidding",
    "revival": "Revival",
    "shipment_and_movement": "Shipment and Movement",
    "battles": "Battles",
    "collection": "Spice Collection",
    "mentat": "Mentat",
}
"""The phases in order: the names of their sections, and their names in the rulebook."""
