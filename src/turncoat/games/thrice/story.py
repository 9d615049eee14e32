"""What happened, told as stills in the order of the rules, a part for each field of the initiative board.

Made from the events that a seat has heard, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from turncoat.drawing.log import Scribe, log_of
from turncoat.drawing.scene import Deed, Frame, Ledger, LedgerRound, Line, Log, Scene
from turncoat.games.thrice import events as happened
from turncoat.games.thrice import text
from turncoat.games.thrice.board import drawing
from turncoat.games.thrice.board_position import OUT, Position, position, recalled
from turncoat.games.thrice.board_words import in_text
from turncoat.games.thrice.story_parts import BEFORE, FIELDS, OPENING, OPPONENTS, PARTS, Part, parts
from turncoat.games.thrice.story_telling import Telling
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names

LATELY = 8
"""So many lines of the log stand beside the field."""

DICE = (happened.Rolled, happened.TotalCounted, happened.InitiativeRolled)
BLOWS = (happened.Struck, happened.Missed, happened.Marked, happened.FellHelpless)
CLOSE = (happened.AdvantageGained, happened.Bled, happened.LocksExpired)

STAGES: Mapping[type[Event], str] = {
    **dict.fromkeys((happened.CharacterMade, happened.OpponentsCame, happened.KindsBuilt), "Preparation"),
    happened.SneakedUp: "Preparation",
    **dict.fromkeys((happened.InitiativeRolled, happened.InitiativeCompared), "Initiative"),
    **dict.fromkeys((happened.RoundBegan, happened.TurnBegan, happened.TurnEnded), "Turn"),
    **dict.fromkeys((happened.Activated, happened.Strengthened, happened.Enforced, happened.Locked), "Trick"),
    **dict.fromkeys((happened.Neutralized, happened.FieldChanged), "Trick"),
    **dict.fromkeys((happened.Moved, happened.Engaged, happened.Gathered, happened.Fled), "Zones"),
    **dict.fromkeys((happened.Declared, happened.Intercepted), "Attack"),
    **dict.fromkeys((happened.Rolled, happened.TotalCounted), "Dice"),
    **dict.fromkeys(BLOWS, "Blow"),
    **dict.fromkeys(CLOSE, "End of round"),
    happened.CombatEnded: "The end",
}
"""Which stage an event belongs to."""

QUIET = (happened.TurnBegan, happened.TurnEnded, happened.RoundBegan)
"""Not worth a still of their own: told together with what comes next, or was before."""


SCRIBE = Scribe(
    say=text.say,
    stage=lambda one: STAGES.get(one.__class__, "Turn"),
    stages=tuple(dict.fromkeys(STAGES.values())),
    seats=("who", "seat", "target", "targets", "attacker", "giver", "to"),
    keys={happened.CombatEnded: 5, happened.FellHelpless: 4, happened.Fled: 3, happened.Struck: 1},
)
"""How the log is written."""


def stops(one: Event, following: Event | None) -> bool:
    """Whether a still is taken after an event."""
    if following is None:
        return True
    if isinstance(one, QUIET) or isinstance(following, happened.TurnEnded):
        return isinstance(one, happened.TurnEnded)
    if isinstance(one, happened.FellHelpless) and isinstance(following, happened.Struck | happened.Missed):
        return False
    both = STAGES.get(one.__class__), STAGES.get(following.__class__)
    if isinstance(following, happened.Activated | happened.Declared | happened.Rolled):
        return True
    return both[0] != both[1]


def tell(view: ThriceView, events: Sequence[Event], part: Part, names: Names) -> tuple[Frame[Position], ...]:
    """The stills of one part."""
    telling = Telling(view)
    for one in events[: part.first]:
        telling.hear(one)
    telling.rolls = []
    telling.calm()
    frames: list[Frame[Position]] = []
    said: list[Event] = []
    for place in range(part.first, part.last):
        one = events[place]
        if isinstance(one, happened.TurnBegan):
            telling.rolls = []
        telling.hear(one)
        said.append(one)
        if stops(one, events[place + 1] if place + 1 < part.last else None):
            frames.append(_still(said, telling, names))
            said = []
            telling.calm()
    return tuple(frames)


def _still(said: Sequence[Event], telling: Telling, names: Names) -> Frame[Position]:
    told = [one for one in said if not isinstance(one, happened.TurnEnded)] or list(said)
    chief = next((one for one in reversed(told) if not isinstance(one, QUIET)), told[-1])
    caption = " ".join(dict.fromkeys(text.say(one, names) for one in told))
    return Frame(STAGES.get(chief.__class__, "Turn"), caption, chief.rule, telling.now())


class Story:
    """The story of a combat."""

    @staticmethod
    def rounds(view: ThriceView, events: Sequence[Event]) -> tuple[int, ...]:
        """The parts that are over."""
        return tuple(one.number for one in parts(view, events))

    @staticmethod
    def called(view: ThriceView, events: Sequence[Event], names: Names) -> Mapping[int, str]:
        """What the parts are called: ``Opening``, ``2: opponents``."""
        return {one.number: called(one.number) for one in parts(view, events)}

    @staticmethod
    def frames(view: ThriceView, events: Sequence[Event], number: int, names: Names) -> tuple[Frame[Position], ...]:
        """A part as stills; empty if it is not over."""
        part = next((one for one in parts(view, events) if one.number == number), None)
        return tell(view, events, part, names) if part else ()

    @staticmethod
    def now(view: ThriceView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The table as it is, with the dice that fell last and the latest lines of the log."""
        return drawing(remembered(view, events, names), names, scene)

    @staticmethod
    def draw(frame: Frame[Position], names: Names, scene: Scene) -> str:
        """A still as a drawing; nothing in it can be tapped."""
        return drawing(frame.picture, names, replace(scene, legal=frozenset(), places={}))

    @staticmethod
    def in_text(frame: Frame[Position], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still in sentences."""
        return in_text(frame.picture, names, scene.own)

    @staticmethod
    def ending(view: ThriceView, events: Sequence[Event], names: Names) -> tuple[Line, ...]:
        """How the combat ended."""
        return tuple(_line(one, names) for one in events[-2:] if isinstance(one, happened.CombatEnded))

    @staticmethod
    def log(view: ThriceView, events: Sequence[Event], names: Names, after: int = 0) -> Log:
        """Every line, to be told apart by stage and player (opponents are the GM's); without the first so many."""
        spans = [(one.number, one.first, one.last) for one in parts(view, events)]
        return log_of(SCRIBE, events, names, view.gm + 1, spans, after=after)

    @staticmethod
    def ledger(view: ThriceView, events: Sequence[Event], names: Names) -> Ledger:
        """The whole fight, event by event: from it the combat can be rebuilt."""
        telling, start = Telling(view), (0,) * (view.gm + 1)
        rounds: list[LedgerRound] = []
        told: list[Event] = []
        held = start
        for place, one in enumerate(events):
            telling.hear(one)
            told.append(one)
            following = events[place + 1] if place + 1 < len(events) else None
            ends = isinstance(one, happened.CombatEnded)
            if telling.round and (ends or isinstance(following, happened.RoundBegan)):
                after = put_out(telling)
                rounds.append(replace(_ledger_round(telling, told, held, after, names), until=place + 1))
                told, held = [], after
        return Ledger("put out of the fight", start, tuple(rounds), Story.ending(view, events, names))


def called(number: int) -> str:
    """What a part is called."""
    return "Opening" if number == OPENING else f"{number // PARTS}: {FIELDS[number % PARTS]}"


def remembered(view: ThriceView, events: Sequence[Event], names: Names) -> Position:
    """The table as a view has it, with what the events tell of the last moments."""
    telling = Telling(view)
    for one in events:
        if isinstance(one, happened.TurnBegan | happened.RoundBegan):
            telling.calm()
        telling.hear(one)
    now = telling.now()
    lately = [one for one in events[-2 * LATELY :] if not isinstance(one, happened.TurnEnded)]
    log = tuple(_line(one, names) for one in lately[-LATELY:])
    return recalled(position(view), now.rolls, log, now.lit)


def _line(one: Event, names: Names) -> Line:
    return Line(text.say(one, names), one.rule)


def put_out(telling: Telling) -> tuple[int, ...]:
    """For each player how many opponents take no part any more; for the GM how many characters."""
    out = [telling.ground.zone(who) in OUT for who in range(len(telling.worn))]
    return (*([sum(out[telling.gm :])] * telling.gm), sum(out[: telling.gm]))


def _ledger_round(
    telling: Telling, told: Sequence[Event], before: Sequence[int], after: Sequence[int], names: Names
) -> LedgerRound:
    """One round: what everybody did, and who was out of the fight when it was over."""
    done: list[list[str]] = [[] for _ in after]
    tags = ["done"] * len(after)
    for one in told:
        for seat, tag, words in _deed(one, telling.gm, names):
            done[seat].append(words)
            tags[seat] = tag
    deeds = tuple(
        Deed("; ".join(done[seat]) or "does nothing", tags[seat], "", total, total - before[seat])
        for seat, total in enumerate(after)
    )
    lines = tuple(_line(one, names) for one in told)
    number = telling.round
    return LedgerRound(number, deeds, lines, OPENING if number == 1 else _first_part(told, telling.gm, number))


def _first_part(told: Sequence[Event], gm: int, number: int) -> int:
    """The first part of a round that can be watched."""
    first = next((one.who for one in told if isinstance(one, happened.TurnBegan)), 0)
    return PARTS * number + (OPPONENTS if first >= gm else BEFORE)


def _deed(one: Event, gm: int, names: Names) -> list[tuple[int, str, str]]:
    """What somebody did: the seat, the tag of the action, a few words."""

    def who(number: int) -> str:
        return names.label("combatant", number)

    match one:
        case happened.Activated():
            return [(min(one.giver, gm), "give", f"{one.trick} for {who(one.to)}")]
        case happened.Struck():
            return [(min(one.attacker, gm), "attack", f"hits {who(one.target)} for {one.loss}")]
        case happened.Missed():
            return [(min(one.attacker, gm), "attack", f"misses {who(one.target)}")]
        case happened.Fled():
            return [(min(one.who, gm), "disengage", "flees")]
    return []


STORY = Story()
"""The story."""
