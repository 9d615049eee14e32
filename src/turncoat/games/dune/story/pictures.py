"""Pictures with captions: what is said of what is told together, and how it is headed."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.games.dune.events import anytime, battle, bidding, spice_blow
from turncoat.games.dune.events.event import DuneEvent
from turncoat.games.dune.story.groups import ADDED, BIDS, LEADS_ON
from turncoat.games.dune.story.phases import PHASES
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Event, Names, listed

BY_THE_WAY = (
    *LEADS_ON,
    *ADDED,
    *(anytime.CardUsed, anytime.PreventionEnded, battle.LeaderKilled, bidding.TreacheryShuffled),
)
"""Events that no picture is about where it tells anything else."""


def heading(told: Sequence[DuneEvent]) -> DuneEvent:
    """The event that a picture is about."""
    weighty = [one for one in told if not isinstance(one, BY_THE_WAY)]
    weighty.sort(key=lambda one: isinstance(one, bidding.AuctionOpened))
    headed = (one for one in weighty if one.heading or one.played)
    return next(headed, (weighty or list(told))[0])


def stage(main: DuneEvent, view: DuneView, names: Names) -> str:
    """What a picture about this event is headed."""
    if main.played:
        return names.label("card", main.played)
    phase = main.stage or next((one for one in view.phase if one in PHASES), "charity")
    return main.heading or PHASES[phase]


def caption(told: Sequence[Event], names: Names) -> str:
    """What is said of a picture; bids are a list, and who passes one after the other passes in one sentence."""
    if isinstance(told[0], spice_blow.AllianceProposed) and len(told) > 1:
        return proposals(told, names)
    bids = [one for one in told if isinstance(one, bidding.BidMade)]
    listing = len(bids) > 1
    unsaid = (*BIDS, bidding.BidBacked) if listing else (bidding.BidPassed,)
    said = [one.say(names) for one in told if not isinstance(one, unsaid)]
    if listing:
        made = [f"{names.label('faction', one.faction)} {one.amount}" for one in bids]
        said.append(f"Bids: {', '.join(made)}.")
    last = max((place for place, one in enumerate(told) if isinstance(one, bidding.BidMade)), default=-1)
    passes = [names.label("faction", one.faction) for one in told[last + 1 :] if isinstance(one, bidding.BidPassed)]
    if passes:
        said.append(f"{listed(passes)} {'pass' if len(passes) > 1 else 'passes'}.")
    return " ".join(said)


def proposals(told: Sequence[Event], names: Names) -> str:
    """DUN-4.3.2: what each faction proposes in one sentence; whatever else happens in its own."""
    offered: dict[str, list[str]] = {}
    for one in told:
        if isinstance(one, spice_blow.AllianceProposed):
            offered.setdefault(names.label("faction", one.faction), []).append(names.label("faction", one.to))
    made = [f"{who} proposes an alliance to {listed(whom)}." for who, whom in offered.items()]
    rest = [one.say(names) for one in told if not isinstance(one, spice_blow.AllianceProposed)]
    return " ".join([*made, *rest])
