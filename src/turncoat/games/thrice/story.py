"""The story of a combat as stills in the order of the rules, a part for each field of the initiative board.

The stills have all positions and conditions. This module adds the dice, and highlights.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from turncoat.drawing.scene import Chapter, Frame, Ledger, LedgerAction, LedgerRound, Line, Scene, Statistic
from turncoat.drawing.story import Part, Story, cut
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.board import aside, drawing
from turncoat.games.thrice.chronicle import chronicle
from turncoat.games.thrice.drawing.position import Position, RollSeen, in_text
from turncoat.games.thrice.overruling import Overruled
from turncoat.games.thrice.statistics import statistics
from turncoat.games.thrice.taking_back import TakenBack
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Event, Names, Still, stages_of

LATELY = 8
"""How many lines of the log are shown beside the field."""

PARTS = 10
"""Parts are numbered ``PARTS * round + field``; two lie before the first round."""

PREPARATION, INITIATIVE = 1, 2
BEFORE_ROUNDS = {PREPARATION: "Preparation", INITIATIVE: "Initiative"}
"""THR-3, THR-7: who comes to the combat, and the roll for initiative."""

BEFORE, OPPONENTS, AFTER, END = 1, 2, 3, 4
FIELDS = {BEFORE: "before", OPPONENTS: "opponents", AFTER: "after", END: "end"}
"""THR-8.1: the parts of a round."""


class ThriceStory(Story[ThriceView, Position]):
    """The story of a combat."""

    stages: ClassVar[tuple[str, ...]] = stages_of(happened.ThriceEvent)

    def parts(self, view: ThriceView, events: Sequence[Event]) -> Sequence[Part]:
        """The finished parts; preparation is the GM's turn: nobody watches what they have just built themselves."""
        begins = beginnings(view.gm, events)
        ends = [*(place for _, place in begins[1:]), len(events)]
        found = [
            Part(number, first, last, view.gm if number == PREPARATION else None)
            for (number, first), last in zip(begins, ends, strict=True)
        ]
        return found if is_over(found[-1].number, view, events) else found[:-1]

    def title(self, part: Part, names: Names) -> str:
        """The title of a part: ``Initiative``, ``2: opponents``."""
        return BEFORE_ROUNDS.get(part.number) or f"{part.number // PARTS}: {FIELDS[part.number % PARTS]}"

    def seats(self, view: ThriceView) -> int:
        """THR-1.1: the players and the GM."""
        return view.gm + 1

    def viewer(self, seat: int | None, seats: int) -> int | None:
        """THR-1.3: the GM has a story of their own, because the GM sees more than the others."""
        return seat if seat == seats - 1 else None

    def tell(
        self, before: Still[ThriceView] | None, stills: Sequence[Still[ThriceView]], names: Names
    ) -> Iterator[Frame[Position]]:
        """The frames of a part; the beginning of a turn shares a frame with what follows, its end has none.

        Each character and each roll for initiative (THR-7.2) has a frame.
        """
        marks, said = Marks((before or stills[0]).view.round), list[Event]()
        for still in stills:
            marks.lit = {}
            for event in still.events:
                marks.hear(event)
            said += still.events
            while len(said) > 1 and isinstance(one := said[0], happened.CharacterMade | happened.InitiativeRolled):
                fallen = tuple(roll for roll in marks.rolls if roll.who <= one.seat)
                yield self.frame([said.pop(0)], Position(still.view, fallen), names)
            if isinstance(said[-1], happened.RoundBegan | happened.TurnBegan):
                continue
            told = [event for event in said if not isinstance(event, happened.TurnEnded)]
            if told:
                yield self.frame(told, Position(still.view, tuple(marks.rolls), marks.lit), names)
            said = []

    def now(self, view: ThriceView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The present table with the latest dice and the latest lines of the log."""
        marks, fallen = Marks(), list[RollSeen]()
        for event in events:
            marks.hear(event)
            fallen = [roll for roll in marks.rolls if roll.blows] or fallen
        lately = [event for event in events[-2 * LATELY :] if not isinstance(event, happened.TurnEnded)]
        lines = tuple(Line(event.say(names), event.rule) for event in lately[-LATELY:])
        return drawing(Position(view, tuple(marks.rolls or fallen), marks.lit, lines), names, scene)

    def draw(self, frame: Frame[Position], names: Names, scene: Scene) -> str:
        """A still as a drawing; nothing in it can be tapped."""
        return drawing(frame.picture, names, replace(scene, legal=frozenset(), places={}))

    def aside(self, frame: Frame[Position], names: Names, scene: Scene) -> str:
        """The viewer's sheet and the opponents at a still."""
        return aside(frame.picture, names, replace(scene, legal=frozenset(), places={}))

    def in_text(self, frame: Frame[Position], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still as sentences, for screen readers and for pages without drawings."""
        return in_text(frame.picture, names, scene.own)

    def party(self, view: ThriceView, seat: int, names: Names) -> str:
        """The character of a player; THR-1.2: the GM, who leads the opponents."""
        return "GM" if seat == view.gm else names.label("combatant", seat)

    def statistics(self, view: ThriceView, events: Sequence[Event]) -> tuple[Statistic, ...]:
        """The statistics of the whole game, from public events."""
        return statistics(view.gm, events)

    def retold(self, view: ThriceView, events: Sequence[Event], names: Names) -> tuple[Chapter, ...]:
        """A sentence for each turn."""
        return chronicle(view.gm, events, names)

    def ledger(self, view: ThriceView, events: Sequence[Event], views: Sequence[ThriceView], names: Names) -> Ledger:
        """The whole combat, event by event; totals count the other side's combatants who are out of the fight."""
        start = held = (0,) * (view.gm + 1)
        told = {number // PARTS: number for number, _ in reversed(beginnings(view.gm, events))}
        spans = cut(events, lambda event: isinstance(event, happened.RoundBegan))
        rounds: list[LedgerRound] = []
        for number, (first, last) in enumerate(spans if view.result else spans[:-1], 1):
            lines = events[first if rounds else 0 : last]
            actions, held = _actions(lines, held, names)
            said = tuple(Line(line.say(names), line.rule) for line in lines)
            rounds.append(LedgerRound(number, actions, said, told[number] if rounds else PREPARATION, last))
        return Ledger("enemies out of the fight", start, tuple(rounds), self.ending(view, events, names))


# --- parts ------------------------------------------------------------------------------------


def beginnings(gm: int, events: Sequence[Event]) -> list[tuple[int, int]]:
    """THR-8.1: the number and first event of each part."""
    found = [(PREPARATION, 0)]
    for place, event in enumerate(events):
        number, start = found[-1]
        round_, field = divmod(number, PARTS)
        match event:
            case happened.InitiativeRolled() if number == PREPARATION:
                found.append((INITIATIVE, place))
            case happened.RoundBegan():
                found.append((PARTS * event.round, place))
            case happened.AdvantageGained():
                found.append((PARTS * round_ + END, place))
            case happened.TurnBegan():
                now = OPPONENTS if event.who >= gm else BEFORE if field in (0, BEFORE) else AFTER
                if not field:
                    found[-1] = (number + now, start)
                elif now != field:
                    found.append((PARTS * round_ + now, place))
            case happened.CombatEnded() if not field:  # THR-17.3: before anybody had a turn
                found[-1] = (number + END, start)
    return found


def is_over(number: int, view: ThriceView, events: Sequence[Event]) -> bool:
    """Whether the last part is over: another field has the turn, the dice are thrown, or the combat has ended.

    What the GM overrules between turns (THR-17.3), or takes back of it (THR-17.4), changes nothing about that.
    """
    last = next((event for event in reversed(events) if not _by_the_gm(event)), None)
    if number == PREPARATION and view.combatants:
        return not view.zones or isinstance(last, happened.SneakedUp)
    if view.result or not isinstance(last, happened.TurnEnded):
        return bool(view.result)
    return [view.is_opponent(who) for who in view.up[:1]] == [number % PARTS != OPPONENTS]


def _by_the_gm(event: Event) -> bool:
    """THR-17.3: whether it happened between turns."""
    return isinstance(event, Overruled) or (isinstance(event, TakenBack) and event.who < 0)


# --- what is drawn on top ---------------------------------------------------------------------


class Marks:
    """What is drawn on top of a view."""

    def __init__(self, round_: int = 0) -> None:
        self.round, self.turn, self.thrown = round_, -1, 0
        self.rolls: list[RollSeen] = []
        self.lit: dict[int, str] = {}

    def hear(self, event: Event) -> None:
        """Take in what an event shows."""
        match event:
            case happened.RoundBegan():
                self.round, self.lit = event.round, {}
            case happened.TurnBegan():
                self.turn, self.thrown, self.rolls, self.lit = event.who, 0, [], {}
            case happened.InitiativeRolled():
                name = f"initiative-{event.seat}"
                self.rolls.append(RollSeen(name, event.seat, event.swaps, event.dice, event.gain, event.total))
            case happened.Rolled():
                self.thrown += 1
                name = f"{self.round}-{self.turn}-{self.thrown}"
                self.rolls = [RollSeen(name, event.who, event.swaps, event.dice, event.gain)]
            case happened.TotalCounted():
                self.rolls = [replace(roll, total=event.total) for roll in self.rolls]
            case happened.Struck() | happened.Missed():
                blow = (event.target, event.loss if isinstance(event, happened.Struck) else 0)
                self.rolls = [replace(roll, blows=(*roll.blows, blow)) for roll in self.rolls]
        if isinstance(event, happened.ThriceEvent) and event.lit is not None:
            field, how = event.lit
            who = getattr(event, field)
            self.lit |= dict.fromkeys(who if isinstance(who, tuple) else (who,), how)


# --- the ledger -------------------------------------------------------------------------------


def _actions(
    told: Sequence[Event], held: Sequence[int], names: Names
) -> tuple[tuple[LedgerAction, ...], tuple[int, ...]]:
    """Everybody's actions in a round; and for each seat, how many of the other side are then out of the fight."""
    gm = len(held) - 1
    done: list[list[tuple[str, str]]] = [[] for _ in held]
    totals, lately = list(held), dict[int, int]()
    for event in told:
        for who, gone in _gone(event, lately):
            lately[who] = gone
            side = range(gm) if who >= gm else (gm,)
            totals = [total + gone * (seat in side) for seat, total in enumerate(totals)]
        if action := _action(event, gm, names):
            who, tag, words = action
            done[min(who, gm)].append((tag, words))
    actions = [
        LedgerAction(
            "; ".join(words for _, words in one) or "does nothing",
            one[-1][0] if one else "done",
            "",
            total,
            total - was,
        )
        for one, total, was in zip(done, totals, held, strict=True)
    ]
    return tuple(actions), tuple(totals)


OVERRULINGS = {
    "hurt": ("hurt", "takes {1} off {0}"),
    "healed": ("heal", "adds {1} to {0}"),
    "dismissed": ("dismiss", "lets {0} go"),
    "admitted": ("admit", "lets {0} in"),
}
"""THR-17.3: the GM's ways to overrule: the tag of the action, and its words."""


def _gone(event: Event, lately: Mapping[int, int]) -> Iterable[tuple[int, int]]:
    """THR-15.4: who leaves the fight (1) or comes back (-1); ``lately`` has what everybody did last in this round."""
    match event:
        case happened.FellHelpless() | happened.Fled():
            yield event.who, 1
        case Overruled(way="dismissed" | "admitted"):
            yield event.who, 1 if event.way == "dismissed" else -1
        case TakenBack():  # THR-17.4
            yield from ((who, -lately[who]) for who in event.turned)


def _action(event: Event, gm: int, names: Names) -> tuple[int, str, str] | None:
    """An action: the combatant, its tag, a few words."""

    def called(who: int) -> str:
        return names.label("combatant", who)

    match event:
        case happened.Activated():
            return event.giver, "give", f"{event.trick} for {called(event.to)}"
        case happened.Struck():
            return event.attacker, "attack", f"hits {called(event.target)} for {event.loss}"
        case happened.Missed():
            return event.attacker, "attack", f"misses {called(event.target)}"
        case happened.Fled():
            return event.who, "disengage", "flees"
        case Overruled():
            tag, words = OVERRULINGS[event.way]
            return gm, tag, words.format(called(event.who), event.change)
        case TakenBack():
            return gm, "undo", f"takes back what {called(event.who) if event.who >= 0 else 'the GM'} did last"
    return None


STORY = ThriceStory()
"""The story."""
