"""The ledger: what every faction did in every turn, and what it owned afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from turncoat.drawing.scene import Deed, Ledger, LedgerRound, Line
from turncoat.games.dune import text
from turncoat.games.dune.events import battle, bidding, end, movement, spice_blow
from turncoat.games.dune.story.chronicle import Chronicle
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import amount, listed
from turncoat.kernel.space import Names

LAST_WORDS = 10
"""The end of a game is among so many events."""


def ledger(past: Chronicle, names: Names) -> Ledger:
    """Every turn that is over: deeds, and spice before and after; the log tells it line by line."""
    starts = [*past.starts, tuple(past.past.game.spice)]
    turns = [turn for turn in range(1, len(past.starts) + 1) if turn < len(past.starts) or past.ended]
    return Ledger(
        names.label("word", "spice"),
        starts[0],
        tuple(_round(past, turn, starts[turn - 1], starts[turn], names) for turn in turns),
        ending(past.events, names),
        "turn",
    )


def ending(events: Sequence[Event], names: Names) -> tuple[Line, ...]:
    """DUN-4.10: how the game ended."""
    last = (one for one in events[-LAST_WORDS:] if isinstance(one, end.PredictionFulfilled | end.GameEnded))
    return tuple(Line(text.say(one, names), one.rule) for one in last)


def _round(past: Chronicle, turn: int, before: Sequence[int], after: Sequence[int], names: Names) -> LedgerRound:
    parts = [one for one in past.parts if one.turn == turn]
    did = Deeds()
    for part in parts:
        for event in past.events[part.first : part.last]:
            did.note(event)
    deeds = tuple(
        Deed(*did.of(one.faction, names), "", after[one.seat], after[one.seat] - before[one.seat])
        for one in past.past.seen.factions
    )
    return LedgerRound(turn, deeds, (), parts[0].number if parts else None, parts[-1].last if parts else 0)


class Deeds:
    """What factions did in a turn."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}
        self.held: dict[str, int] = {}

    def add(self, faction: str, deed: str, number: int = 1) -> None:
        """A faction did something so many times."""
        self.counts.setdefault(faction, Counter())[deed] += number

    def note(self, event: Event) -> None:
        """DUN-4.3 to DUN-4.10: what an event says of what somebody did."""
        match event:
            case bidding.CardSold():
                self.add(event.faction, "bid")
            case bidding.ForcesRevived():
                self.add(event.faction, "revive", event.forces)
            case movement.Shipped() | movement.Rallied():
                self.add(event.faction, "ship", event.forces)
            case movement.Moved() | spice_blow.WormRidden():
                self.add(event.faction, "move", sum(event.forces.values()))
            case battle.BattleDecided() | battle.BattleByTreachery():
                self.add(event.winner, "win")
                self.add(event.loser, "lose")
            case end.StrongholdsCounted():
                self.held = Counter(event.holders)

    def of(self, faction: str, names: Names) -> tuple[str, str]:
        """In a few words, and the name of the answer that stands for them."""
        found = self.counts.get(faction, Counter[str]())
        said = [words.format(amount(found[deed], one)) for deed, (words, one) in WORDS.items() if found[deed]]
        held = self.held.get(faction, 0)
        held_words = f"holds {amount(held, 'stronghold')}" if held else ""
        tags = [TAGS.get(deed, deed) for deed in WORDS if found[deed]]
        return "; ".join(one for one in (listed(said) if said else "waits", held_words) if one), (tags or ["pass"])[-1]


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
