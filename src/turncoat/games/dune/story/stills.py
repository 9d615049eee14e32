"""DUN-4: a phase cut into stills: what belongs together is seen at once, everything else one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turncoat.drawing.scene import Frame
from turncoat.games.dune import text
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.cards import GHOLA, KARAMA, TRUTHTRANCE
from turncoat.games.dune.events import anytime, battle, bidding, end, movement, spice_blow
from turncoat.games.dune.story.chronicle import Part, hear
from turncoat.games.dune.story.cuts import ADDED, BIDS, LEADS_ON, groups
from turncoat.games.dune.story.motions import Motions, standing
from turncoat.games.dune.story.past import Past
from turncoat.games.dune.story.phases import PHASES
from turncoat.games.dune.story.private import PRIVATE
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import listed
from turncoat.kernel.space import Names

STAGES: Mapping[type[Event], str] = {
    spice_blow.SpiceBlew: "Spice blow",
    **dict.fromkeys((spice_blow.WormStruck, spice_blow.WormSetAside), "Spice blow"),
    spice_blow.WormRidden: "Ride",
    **dict.fromkeys((spice_blow.NexusOpened, spice_blow.AllianceProposed), "Nexus"),
    **dict.fromkeys((spice_blow.AllianceFormed, spice_blow.AllianceBroken, spice_blow.ProposalWithdrawn), "Nexus"),
    **dict.fromkeys((movement.Shipped, movement.Rallied, movement.Transferred, movement.Accompanied), "Shipment"),
    **dict.fromkeys((movement.Moved, movement.AlliesParted), "Movement"),
    **dict.fromkeys((battle.VoiceUsed, battle.PrescienceUsed, battle.OrderVoid), "Before the plans"),
    battle.PlansRevealed: "Plans",
    **dict.fromkeys((battle.TreacheryCalled, battle.NobodyCalled), "Treachery"),
    battle.Exploded: "Explosion",
    **dict.fromkeys((battle.BattleDecided, battle.BattleByTreachery, battle.NobodyWon), "Outcome"),
    battle.ForcesLost: "Losses",
    **dict.fromkeys((battle.CardsKept, anytime.Discarded), "Cards"),
    battle.BattleChosen: "Battle",
    **dict.fromkeys((end.GameEnded, end.PredictionFulfilled, end.SecretsOpened), "The end"),
}
"""What a still is headed, where that says more than the phase."""

PLAYED: Mapping[type[Event], str] = {
    **dict.fromkeys((anytime.Asked, anytime.Answered), TRUTHTRANCE),
    anytime.Prevented: KARAMA,
    anytime.GholaUsed: GHOLA,
}
"""Stills that are headed by the card that is played, as the skin calls it."""


def tell(past: Past, events: Sequence[Event], part: Part, names: Names) -> tuple[Frame[Moment], ...]:
    """The stills of a part: its public events, from the table as it was before."""
    public = [one for one in events[part.first : part.last] if one.__class__ not in PRIVATE]
    heard, frames = 0, []
    for told in groups(public):
        motions = Motions()
        for one in told:
            heard += 1
            before = standing(one, past.game)
            hear(past, one, public[heard] if heard < len(public) else None)
            motions.see(one, past.game, before)
        frames.append(still(past, told, part, motions, names))
    return tuple(frames)


def still(past: Past, told: Sequence[Event], part: Part, motions: Motions, names: Names) -> Frame[Moment]:
    """One still: what is said of it, and the table as it is then."""
    main = heading(told)
    card = PLAYED.get(main.__class__)
    stage = names.label("card", card) if card else STAGES.get(main.__class__, PHASES[part.phase])
    caption = caption_of(told, names)
    moment = Moment(view=past.view(), told=True, stage=stage)
    return Frame(stage, caption, main.rule, motions.onto(moment))


def caption_of(told: Sequence[Event], names: Names) -> str:
    """What is said of a still; bids are a list, and who passes one after the other passes in one sentence."""
    if isinstance(told[0], spice_blow.AllianceProposed) and len(told) > 1:
        return proposals(told, names)
    bids = [one for one in told if isinstance(one, bidding.BidMade)]
    said = [text.say(one, names) for one in told if not isinstance(one, bidding.BidPassed)]
    if len(bids) > 1:
        said = [text.say(one, names) for one in told if one.__class__ not in BIDS]
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
    rest: list[str] = []
    for one in told:
        if isinstance(one, spice_blow.AllianceProposed):
            offered.setdefault(names.label("faction", one.faction), []).append(names.label("faction", one.to))
        else:
            rest.append(text.say(one, names))
    made = [f"{who} proposes an alliance to {listed(whom)}." for who, whom in offered.items()]
    return " ".join([*made, *rest])


def heading(told: Sequence[Event]) -> Event:
    """The event that a still is about."""
    weighty = [one for one in told if one.__class__ not in LEADS_ON and one.__class__ not in ADDED]
    weighty.sort(key=lambda one: isinstance(one, bidding.AuctionOpened))
    return next(
        (one for one in weighty if one.__class__ in STAGES or one.__class__ in PLAYED), (weighty or list(told))[0]
    )
