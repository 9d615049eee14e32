"""What happened, told as stills in the order of the rules: a part for setup and one for every phase of every turn.

The stills show what everybody has. This package draws the rest on top: forces on their way, the storm's path, who acts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from turncoat.drawing.log import ids_in
from turncoat.drawing.scene import Frame, Ledger, LedgerAction, LedgerRound, Line, Log, Scene, Statistic
from turncoat.drawing.story import Part, Story, cut
from turncoat.games.dune.advantages import ENTRIES
from turncoat.games.dune.battle.events import BattleByTreachery, BattleChosen, BattleDecided, Outcome, PlansRevealed
from turncoat.games.dune.bidding.events import CardSold
from turncoat.games.dune.board import aside, drawing, in_words
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.events import CardUsed, Paid
from turncoat.games.dune.karama.events import Prevented
from turncoat.games.dune.mentat.events import GameEnded, StrongholdsCounted
from turncoat.games.dune.revival.events import ForcesRevived
from turncoat.games.dune.setup.events import FactionsTaken
from turncoat.games.dune.shared.map import TERRITORY, TERRITORY_IDS
from turncoat.games.dune.shipment.events import Moved, Rallied, Shipped
from turncoat.games.dune.spice_blow.events import WormRidden
from turncoat.games.dune.statistics import statistics
from turncoat.games.dune.storm.events import OrderDetermined, TurnBegan
from turncoat.games.dune.story.pictures import PHASES, caption, groups, heading, latest, onto, stage
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Event, Names, Still, amount, listed

ORDER = tuple(PHASES)
PARTS = 10
"""Parts are numbered ``PARTS * turn + place of the phase``, so Storm of turn 3 is 31; setup is ``FIRST``."""
FIRST = 1
BATTLES = 1000
"""Battles are numbered from here on: the first is 1001."""

REVIVED_FOR = ("DUN-4.6.2", "DUN-6.6.3")
"""Payments of Revival, which are told before anybody is seen to come back."""


def phase_of(event: Event, now: str, following: Event | None) -> str:
    """The phase in which an event happens, if so far the game was known to be in another one.

    A window at the beginning of a phase says nothing of itself: what is done there belongs to the phase before, unless
    it can only be done later (DUN-7.11.3). A card that is used belongs where its effect does.
    """
    event = following if isinstance(event, CardUsed) and following is not None else event
    if isinstance(event, Paid) and event.rule in REVIVED_FOR:
        return "revival"
    if event.stage:
        return now if event.rule == "DUN-O-26" else event.stage
    if not isinstance(event, Prevented):
        return now
    phases = [str(phase.__struct_config__.tag) for phase in ENTRIES[event.entry].phases]
    later = [phase for phase in phases if phase in ORDER[ORDER.index(now) + 1 :]]
    return now if now in phases or not later else later[0]


def parts_of(events: Sequence[Event]) -> list[Part]:
    """The phases in which something public has happened, the present one included."""
    turn, phase = 0, ""
    begins: list[tuple[int, int]] = []
    for place, event in enumerate(events):
        if event.private or event.stage == phase != "":
            continue
        following = events[place + 1] if place + 1 < len(events) else None
        was, phase = phase, phase_of(event, phase or ORDER[0], following)
        turn += isinstance(event, TurnBegan)
        if phase != was:
            begins.append((PARTS * turn + ORDER.index(phase) or FIRST, place))
    ends = [*(place for _, place in begins[1:]), len(events)]
    return [Part(number, first, last) for (number, first), last in zip(begins, ends, strict=False)]


def battles_of(view: DuneView, events: Sequence[Event]) -> Iterator[tuple[str, Part]]:
    """DUN-4.8.8: where battles were fought, each from the plans to what was lost.

    They concern those who fought; treachery and explosions (DUN-4.8.12 to DUN-4.8.14) concern everybody.
    """
    seats = {faction.faction: faction.seat for faction in view.factions}
    count = BATTLES
    for part in parts_of(events):
        if phase_named(part) != PHASES["battles"]:
            continue
        for first, last in cut(events[: part.last], lambda event: isinstance(event, BattleChosen)):
            chosen, told = events[first], events[first:last]
            plans = next((place for place, event in enumerate(told) if isinstance(event, PlansRevealed)), None)
            ends = next((event for event in told if isinstance(event, Outcome)), None)
            if first >= part.first and isinstance(chosen, BattleChosen) and plans is not None and ends is not None:
                count += 1
                fought = (seats[chosen.aggressor], seats[chosen.defender])
                concerned = fought if isinstance(ends, BattleDecided) else ()
                yield chosen.territory, Part(count, first + plans, last, fought=concerned)


def phase_named(part: Part) -> str:
    """What the phase of a part is called."""
    return PHASES[ORDER[part.number % PARTS if part.number != FIRST else 0]]


def part_named(part: Part) -> str:
    """What a part is called: ``Turn 3 · Battles``."""
    turn, name = part.number // PARTS, phase_named(part)
    return f"Turn {turn} · {name}" if turn else name


def ends_of_turns(events: Sequence[Event]) -> tuple[int, ...]:
    """After how many events setup and each turn was over."""
    begins = [place for place, event in enumerate(events) if isinstance(event, TurnBegan)]
    return (*begins, len(events)) if any(isinstance(event, GameEnded) for event in events) else tuple(begins)


def turns(events: Sequence[Event], views: Sequence[DuneView]) -> tuple[LedgerRound, ...]:
    """Every turn that is over: actions, and spice before and after; the log tells it line by line."""
    ends, parts, made = ends_of_turns(events), parts_of(events), []
    for turn, (before, after) in enumerate(pairwise(views), 1):
        did = Actions(events[ends[turn - 1] : ends[turn]])
        actions = tuple(
            LedgerAction(*did.of(faction.faction), "", faction.spice, faction.spice - was.spice)
            for was, faction in zip(before.factions, after.factions, strict=True)
        )
        told = next(part.number for part in parts if part.number // PARTS == turn)
        made.append(LedgerRound(turn, actions, (), told, ends[turn]))
    return tuple(made)


class Actions:
    """What factions did in a turn, and how many strongholds they held at its end."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.held: Counter[str] = Counter()
        for event in events:
            self.note(event)

    def note(self, event: Event) -> None:
        """DUN-4.3 to DUN-4.10: what an event says of what somebody did."""
        match event:
            case CardSold():
                self.counts[event.faction]["bid"] += 1
            case ForcesRevived():
                self.counts[event.faction]["revive"] += event.forces
            case Shipped() | Rallied():
                self.counts[event.faction]["ship"] += event.forces
            case Moved() | WormRidden():
                self.counts[event.faction]["move"] += sum(event.forces.values())
            case BattleDecided() | BattleByTreachery():
                self.counts[event.winner]["win"] += 1
                self.counts[event.loser]["lose"] += 1
            case StrongholdsCounted():
                self.held = Counter(event.holders)

    def of(self, faction: str) -> tuple[str, str]:
        """What a faction did in a few words, and the tag of its answer."""
        found = self.counts[faction]
        said = [words.format(amount(found[action], one)) for action, (words, one) in WORDS.items() if found[action]]
        held = [f"holds {amount(self.held[faction], 'stronghold')}"] if self.held[faction] else []
        tags = [TAGS.get(action, action) for action in WORDS if found[action]]
        return "; ".join([listed(said) if said else "waits", *held]), (tags or ["pass"])[-1]


WORDS = {
    "bid": ("buys {}", "card"),
    "revive": ("revives {}", "force"),
    "ship": ("ships {}", "force"),
    "move": ("moves {}", "force"),
    "win": ("wins {}", "battle"),
    "lose": ("loses {}", "battle"),
}
"""What is written of a faction, by action."""
TAGS = {"win": "fight", "lose": "fight"}
"""Actions of the story whose answers have other tags."""


def log(view: DuneView, events: Sequence[Event], names: Names, after: int) -> Log:
    """All lines, and how they can be filtered; without the first events."""
    seats = {faction.faction: faction.seat for faction in view.factions}
    lines: list[Line] = []
    for part in parts_of(events):
        for place in range(max(part.first, after), part.last):
            event, ids = events[place], ids_in(events[place])
            if event.private:
                continue
            who = [] if isinstance(event, OrderDetermined | FactionsTaken) else ids
            there = [] if isinstance(event, StrongholdsCounted) else [one.partition("/")[0] for one in ids]
            lines.append(
                Line(
                    event.say(names),
                    event.rule,
                    stage=phase_named(part),
                    seats=tuple(dict.fromkeys(seats[one] for one in who if one in seats)),
                    places=tuple(dict.fromkeys(one for one in there if one in TERRITORY)),
                    number=place + 1,
                    part=part.number,
                    key=event.weight,
                )
            )
    found = {place for line in lines for place in line.places}
    return Log(
        lines=tuple(lines),
        stages=tuple(PHASES.values()),
        who={seat: names.label("faction", faction) for faction, seat in seats.items()},
        places={one: names.label("territory", one) for one in TERRITORY_IDS if one in found},
    )


class DuneStory(Story[DuneView, Moment]):
    """The story of a game of Dune."""

    stages: ClassVar[tuple[str, ...]] = ()
    by_itself: ClassVar[bool] = False
    """Phases are short and many, and the board shows what happens; only the ends of battles play by themselves."""

    def parts(self, view: DuneView, events: Sequence[Event]) -> Sequence[Part]:
        """The phases in which something has happened, the present one included."""
        return parts_of(events)

    def title(self, part: Part, names: Names) -> str:
        """What a part is called."""
        return part_named(part)

    def called(self, view: DuneView, events: Sequence[Event], names: Names) -> Mapping[int, str]:
        """What the parts are called; the last one may be going on."""
        called = dict(super().called(view, events, names))
        if called and view.result is None:
            called[max(called)] += " (so far)"
        for territory, part in battles_of(view, events):
            called[part.number] = f"Battle in {names.label('territory', territory)}"
        return called

    def moments(self, view: DuneView, events: Sequence[Event]) -> Sequence[Part]:
        """The ends of battles."""
        return [part for _, part in battles_of(view, events)]

    def seats(self, view: DuneView) -> int:
        """DUN-3.1.1: everybody."""
        return len(view.factions)

    def tell(
        self, before: Still[DuneView] | None, stills: Sequence[Still[DuneView]], names: Names
    ) -> Iterator[Frame[Moment]]:
        """A part: what belongs together is seen at once, everything else one after the other."""
        seen = None if before is None else before.view
        for told, view in groups(stills):
            main, picture = heading(told), onto(Moment(view, told=True), told, seen)
            yield Frame(stage(main, view, names), caption(told, names), main.rule, picture)
            seen = view

    def now(self, view: DuneView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The table in its present state, with what has just happened."""
        return drawing(onto(Moment(view), latest(events)), names, scene)

    def aside_now(self, view: DuneView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The shield and the factions in their present state, with what each has just done."""
        return aside(onto(Moment(view), latest(events)), names, scene)

    def draw(self, frame: Frame[Moment], names: Names, scene: Scene) -> str:
        """A still as a drawing. What can be done can be done now and not then: nothing in it can be tapped."""
        return drawing(frame.picture, names, quiet(scene))

    def aside(self, frame: Frame[Moment], names: Names, scene: Scene) -> str:
        """The shields of the factions as they were at a still, for the side column."""
        return aside(frame.picture, names, quiet(scene))

    def in_text(self, frame: Frame[Moment], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still as sentences, for screen readers and for pages without drawings."""
        return in_words(frame.picture, names)

    def looks(self, view: DuneView, events: Sequence[Event]) -> tuple[int, ...]:
        """DUN-2.3: spice is counted when setup is over, and at the end of every turn."""
        return ends_of_turns(events)

    def statistics(self, view: DuneView, events: Sequence[Event]) -> tuple[Statistic, ...]:
        """What is counted over the whole game, from what everybody has heard."""
        return statistics([one.faction for one in view.factions], events)

    def ledger(self, view: DuneView, events: Sequence[Event], views: Sequence[DuneView], names: Names) -> Ledger:
        """Every turn, what everybody did, and how much spice they had afterwards."""
        start = tuple(faction.spice for faction in (views[0] if views else view).factions)
        ending = self.ending(events, names)
        return Ledger(names.label("word", "spice"), start, turns(events, views), ending, "turn")

    def log(self, view: DuneView, events: Sequence[Event], names: Names, after: int = 0) -> Log:
        """Every line with its phase, factions and territories, without the first ``after`` events."""
        return log(view, events, names, after)


def quiet(scene: Scene) -> Scene:
    """A scene in which nothing can be tapped."""
    return Scene(scene.id, scene.seats, scene.own, frozenset(), frozenset(), "", scene.still)


STORY = DuneStory()
"""The story."""
