"""The story of a game as stills in the order of the rules: a part for setup and one for every phase of every turn.

The stills have all positions. This package adds moving forces, the storm's path, and who acts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

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
from turncoat.games.dune.mentat.events import GameEnded, PredictionFulfilled, StrongholdsCounted
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
from turncoat.kernel.space import Id

ORDER = tuple(PHASES)
PARTS = 10
"""Parts are numbered ``PARTS * turn + place of the phase``, so Storm of turn 3 is 31; setup is ``FIRST``."""
FIRST = 1
SCENES = 1000
"""The numbers of what plays by itself begin here: the first is 1001."""
SHORT, FINAL = ("storm", "spice_blow"), ("collection", "mentat")
"""The phases that play by themselves when they are over, and those that do so when they end the game."""

REVIVED_FOR = ("DUN-4.6.2", "DUN-6.6.3")
"""The payments of Revival, which are told before anybody comes back."""


def phase_of(event: Event, now: str, following: Event | None) -> str:
    """The phase in which an event happens, given the phase of the earlier events.

    A window at the beginning of a phase has no event of its own: actions in it count to the phase before, unless they
    are possible only later (DUN-7.11.3). A used card counts to the phase of its effect.
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
    """The phases with public events, the present one included."""
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


class Played(Struct, frozen=True):
    """A scene that plays by itself: a phase, or with its territory a battle."""

    part: Part
    title: str
    territory: str = ""


def scenes_of(view: DuneView, events: Sequence[Event]) -> list[Played]:
    """What plays by itself: each storm and spice blow that is over, battles, and the last phases of the game.

    All battles of the last turn concern everybody once the game is over.
    """
    parts, scenes = parts_of(events), list[Played]()
    for part in parts:
        phase = phase_in(part)
        last_turn = view.result is not None and part.number // PARTS == parts[-1].number // PARTS
        if phase == "battles":
            scenes += battles_of(view, events, part, everybody=last_turn)
        elif (phase in SHORT and part is not parts[-1]) or (phase in FINAL and last_turn):
            scenes.append(Played(part, part_named(part)))
    numbered = enumerate(scenes, SCENES + 1)
    return [replace(scene, part=replace(scene.part, number=number)) for number, scene in numbered]


def battles_of(view: DuneView, events: Sequence[Event], part: Part, *, everybody: bool) -> Iterator[Played]:
    """DUN-4.8.8: the events of each battle of a turn, from the plans to the losses.

    Battles concern the combatants; treachery and explosions (DUN-4.8.12 to DUN-4.8.14) concern everybody.
    """
    seats = {faction.faction: faction.seat for faction in view.factions}
    for first, last in cut(events[: part.last], lambda event: isinstance(event, BattleChosen)):
        chosen, told = events[first], events[first:last]
        plans = next((place for place, event in enumerate(told) if isinstance(event, PlansRevealed)), None)
        ends = next((event for event in told if isinstance(event, Outcome)), None)
        if first >= part.first and isinstance(chosen, BattleChosen) and plans is not None and ends is not None:
            fought = (seats[chosen.aggressor], seats[chosen.defender])
            concerned = fought if isinstance(ends, BattleDecided) and not everybody else ()
            yield Played(Part(part.number, first + plans, last, fought=concerned), part_named(part), chosen.territory)


def phase_in(part: Part) -> str:
    """The phase of a part."""
    return ORDER[part.number % PARTS if part.number != FIRST else 0]


def phase_named(part: Part) -> str:
    """The name of the phase of a part."""
    return PHASES[phase_in(part)]


def part_named(part: Part) -> str:
    """The title of a part: ``Turn 3 · Battles``."""
    turn, name = part.number // PARTS, phase_named(part)
    return f"Turn {turn} · {name}" if turn else name


def ends_of_turns(events: Sequence[Event]) -> tuple[int, ...]:
    """The number of events at the end of setup and of each turn."""
    begins = [place for place, event in enumerate(events) if isinstance(event, TurnBegan)]
    return (*begins, len(events)) if any(isinstance(event, GameEnded) for event in events) else tuple(begins)


def turns(events: Sequence[Event], views: Sequence[DuneView]) -> tuple[LedgerRound, ...]:
    """Every finished turn: actions, and spice before and after; the log tells the rest."""
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
    """The actions of factions in a turn, and their strongholds at its end."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.held: Counter[str] = Counter()
        for event in events:
            self.note(event)

    def note(self, event: Event) -> None:
        """DUN-4.3 to DUN-4.10: note the action that an event shows."""
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
        """A faction's actions in a few words, and the tag of its answer."""
        found = self.counts[faction]
        said = [words.format(amount(found[action], noun)) for action, (words, noun) in WORDS.items() if found[action]]
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
"""The words for each action."""
TAGS = {"win": "fight", "lose": "fight"}
"""Actions of the story whose answers have other tags."""


def log(view: DuneView, events: Sequence[Event], names: Names, after: int) -> Log:
    """All lines with their filters, without the first events."""
    seats = {faction.faction: faction.seat for faction in view.factions}
    lines: list[Line] = []
    for part in parts_of(events):
        for place in range(max(part.first, after), part.last):
            event, ids = events[place], ids_in(events[place])
            if event.private:
                continue
            who = [] if isinstance(event, OrderDetermined | FactionsTaken) else ids
            there = [] if isinstance(event, StrongholdsCounted) else [place.partition("/")[0] for place in ids]
            lines.append(
                Line(
                    event.say(names),
                    event.rule,
                    stage=phase_named(part),
                    seats=tuple(dict.fromkeys(seats[faction] for faction in who if faction in seats)),
                    places=tuple(dict.fromkeys(place for place in there if place in TERRITORY)),
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
        places={territory: names.label("territory", territory) for territory in TERRITORY_IDS if territory in found},
    )


class DuneStory(Story[DuneView, Moment]):
    """The story of a game of Dune."""

    stages: ClassVar[tuple[str, ...]] = ()
    by_itself: ClassVar[bool] = False
    """Storms, spice blows and the ends of battles play by themselves; the board shows other phases as they go on."""

    def parts(self, view: DuneView, events: Sequence[Event]) -> Sequence[Part]:
        """The phases in which something has happened, the present one included."""
        return parts_of(events)

    def title(self, part: Part, names: Names) -> str:
        """The title of a part."""
        return part_named(part)

    def called(self, view: DuneView, events: Sequence[Event], names: Names) -> Mapping[int, str]:
        """The titles of all parts; the last one may not be over."""
        called = dict(super().called(view, events, names))
        if called and view.result is None:
            called[max(called)] += " (so far)"
        for scene in scenes_of(view, events):
            battle = f"Battle in {names.label('territory', scene.territory)}"
            called[scene.part.number] = battle if scene.territory else scene.title
        return called

    def moments(self, view: DuneView, events: Sequence[Event]) -> Sequence[Part]:
        """Storms, spice blows, the ends of battles, and the end of the game."""
        return [scene.part for scene in scenes_of(view, events)]

    def seats(self, view: DuneView) -> int:
        """DUN-3.1.1: the number of seats."""
        return len(view.factions)

    def tell(
        self, before: Still[DuneView] | None, stills: Sequence[Still[DuneView]], names: Names
    ) -> Iterator[Frame[Moment]]:
        """The frames of a part: events that belong together are one frame, all others follow each other."""
        seen = None if before is None else before.view
        for told, view in groups(stills):
            main, picture = heading(told), onto(Moment(view, told=True), told, seen)
            yield Frame(stage(main, view, names), caption(told, names), main.rule, picture)
            seen = view

    def now(self, view: DuneView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The present table with the latest events marked."""
        return drawing(onto(Moment(view), latest(events)), names, scene)

    def aside_now(self, view: DuneView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The present shield and factions, with the latest actions marked."""
        return aside(onto(Moment(view), latest(events)), names, scene)

    def draw(self, frame: Frame[Moment], names: Names, scene: Scene) -> str:
        """A still as a drawing. Nothing in it can be tapped, because it shows the past."""
        return drawing(frame.picture, names, quiet(scene))

    def aside(self, frame: Frame[Moment], names: Names, scene: Scene) -> str:
        """The side column of a still: the factions as they were."""
        return aside(frame.picture, names, quiet(scene))

    def in_text(self, frame: Frame[Moment], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still as sentences, for screen readers and for pages without drawings."""
        return in_words(frame.picture, names)

    def looks(self, view: DuneView, events: Sequence[Event]) -> tuple[int, ...]:
        """DUN-2.3: the ledger counts spice after setup and at the end of every turn."""
        return ends_of_turns(events)

    def party(self, view: DuneView, seat: int, names: Names) -> str:
        """The faction of a player."""
        return names.label("faction", view.factions[seat].faction)

    def ending(self, view: DuneView, events: Sequence[Event], names: Names) -> tuple[Line, ...]:
        """DUN-4.10: how the game was won, once, with the player of each faction."""
        foretold = any(isinstance(event, PredictionFulfilled) for event in events)
        told = [event for event in events if not (foretold and isinstance(event, GameEnded))]
        return super().ending(view, told, WithPlayers(view, names))

    def statistics(self, view: DuneView, events: Sequence[Event]) -> tuple[Statistic, ...]:
        """The statistics of the whole game, from public events."""
        return statistics([player.faction for player in view.factions], events)

    def ledger(self, view: DuneView, events: Sequence[Event], views: Sequence[DuneView], names: Names) -> Ledger:
        """Every turn with everybody's actions and their spice afterwards."""
        start = tuple(faction.spice for faction in (views[0] if views else view).factions)
        ending = self.ending(view, events, names)
        return Ledger(names.label("word", "spice"), start, turns(events, views), ending, "turn")

    def log(self, view: DuneView, events: Sequence[Event], names: Names, after: int = 0) -> Log:
        """Every line with its phase, factions and territories, without the first ``after`` events."""
        return log(view, events, names, after)


class WithPlayers(Names):
    """Names in which each faction is followed by its player: ``Fremen (Celeste)``."""

    def __init__(self, view: DuneView, names: Names) -> None:
        self.names = names
        self.players = {one.faction: names.label("seat", one.seat) for one in view.factions}

    def label(self, domain: str, value: Id) -> str:
        """The name of a value."""
        label = self.names.label(domain, value)
        return f"{label} ({self.players[value]})" if domain == "faction" and value in self.players else label


def quiet(scene: Scene) -> Scene:
    """A scene in which nothing can be tapped."""
    return Scene(scene.id, scene.seats, scene.own, frozenset(), frozenset(), "", scene.still)


STORY = DuneStory()
"""The story."""
