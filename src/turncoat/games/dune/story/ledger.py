"""The ledger: what every faction did in every turn, and what it owned afterwards."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from turncoat.drawing.scene import Deed, LedgerRound
from turncoat.games.dune.events import battle, bidding, end, movement, spice_blow, storm
from turncoat.games.dune.story.phases import PARTS, parts_of
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Event, amount, listed


def ends_of_turns(events: Sequence[Event]) -> tuple[int, ...]:
    """After how many events setup and each turn was over."""
    begins = [place for place, one in enumerate(events) if isinstance(one, storm.TurnBegan)]
    return (*begins, len(events)) if any(isinstance(one, end.GameEnded) for one in events) else tuple(begins)


def turns(events: Sequence[Event], views: Sequence[DuneView]) -> tuple[LedgerRound, ...]:
    """Every turn that is over: deeds, and spice before and after; the log tells it line by line.

    Args:
        events: What has happened.
        views: The table after setup and after each turn.
    """
    ends, parts, made = ends_of_turns(events), parts_of(events), []
    for turn, (before, after) in enumerate(pairwise(views), 1):
        did = Deeds(events[ends[turn - 1] : ends[turn]])
        deeds = tuple(
            Deed(*did.of(one.faction), "", one.spice, one.spice - was.spice)
            for was, one in zip(before.factions, after.factions, strict=True)
        )
        told = next(part.number for part in parts if part.number // PARTS == turn)
        made.append(LedgerRound(turn, deeds, (), told, ends[turn]))
    return tuple(made)


class Deeds:
    """What factions did in a turn, and how many strongholds they held at its end."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.held: Counter[str] = Counter()
        for event in events:
            self.note(event)

    def note(self, event: Event) -> None:
        """DUN-4.3 to DUN-4.10: what an event says of what somebody did."""
        match event:
            case bidding.CardSold():
                self.counts[event.faction]["bid"] += 1
            case bidding.ForcesRevived():
                self.counts[event.faction]["revive"] += event.forces
            case movement.Shipped() | movement.Rallied():
                self.counts[event.faction]["ship"] += event.forces
            case movement.Moved() | spice_blow.WormRidden():
                self.counts[event.faction]["move"] += sum(event.forces.values())
            case battle.BattleDecided() | battle.BattleByTreachery():
                self.counts[event.winner]["win"] += 1
                self.counts[event.loser]["lose"] += 1
            case end.StrongholdsCounted():
                self.held = Counter(event.holders)

    def of(self, faction: str) -> tuple[str, str]:
        """In a few words, and the name of the answer that stands for them."""
        found = self.counts[faction]
        said = [words.format(amount(found[deed], one)) for deed, (words, one) in WORDS.items() if found[deed]]
        held = [f"holds {amount(self.held[faction], 'stronghold')}"] if self.held[faction] else []
        tags = [TAGS.get(deed, deed) for deed in WORDS if found[deed]]
        return "; ".join([listed(said) if said else "waits", *held]), (tags or ["pass"])[-1]


WORDS = {
    "bid": ("buys {}", "card"),
    "revive": ("revives {}", "force"),
    "ship": ("ships {}", "force"),
    "move": ("moves {}", "force"),
    "win": ("wins {}", "battle"),
    "lose": ("loses {}", "battle"),
}
"""What is written of a faction, by deed."""
TAGS = {"win": "fight", "lose": "fight"}
"""The answers that stand for deeds, where they are called otherwise."""
