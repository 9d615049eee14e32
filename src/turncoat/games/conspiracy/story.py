"""What happened, told as stills in the order of the rules: a part for the start of each round and one for each turn.

Made from the events that a seat has heard, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from turncoat.drawing.log import Scribe, log_of
from turncoat.drawing.scene import Deed, Frame, Ledger, LedgerRound, Line, Log, Scene
from turncoat.games.conspiracy import events as happened
from turncoat.games.conspiracy import text
from turncoat.games.conspiracy.board import drawing, in_text
from turncoat.games.conspiracy.board_position import Position, position
from turncoat.games.conspiracy.story_chronicle import PARTS, Chronicle, Part, Stretch, chronicle
from turncoat.games.conspiracy.story_telling import PRIVATE, Telling
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names

STAGES: Mapping[type[Event], str] = {
    happened.RoundBegan: "Order",
    happened.RolledOff: "Order",
    happened.OrderDetermined: "Order",
    happened.GapAnswered: "Order",
    happened.ColumnRolled: "Time",
    happened.ColumnAdvanced: "Time",
    happened.TurnBegan: "Draw",
    happened.CoinsDrawn: "Draw",
    happened.GiftsTaken: "Draw",
    happened.MandatoryAdvancement: "Draw",
    happened.CoinSaved: "Save",
    happened.HandDiscarded: "Save",
    happened.TileMarked: "Mark",
    happened.GoalDisclosed: "Victory",
    happened.GameEnded: "Victory",
}
"""Which stage an event belongs to; all others are actions."""

TOGETHER = (
    happened.TurnBegan,
    happened.CoinsDrawn,
    happened.GiftsTaken,
    happened.ActionChosen,
    happened.CoinGiven,
    happened.CoinSaved,
    happened.TileTaken,
    happened.CoinsBagged,
    happened.MarkReturned,
    happened.TileLaid,
    happened.GoalDisclosed,
)
"""Events after which the story does not stop when the next one belongs to the same stage: both are one still."""


def stage(one: Event) -> str:
    """Which stage an event belongs to."""
    return STAGES.get(one.__class__, "Action")


def stops(one: Event, following: Event | None) -> bool:
    """Whether a still is taken between two events; ``one`` is the last that all have heard, so all see equal stills."""
    if following is None:
        return True
    if isinstance(following, PRIVATE):
        return False
    return not (isinstance(one, TOGETHER) and stage(following) == stage(one))


def tell(past: Chronicle, part: Part, names: Names) -> tuple[Frame[Position], ...]:
    """The stills of one part."""
    telling = past.table_before(part)
    frames: list[Frame[Position]] = []
    said: list[Event] = []
    public = past.events[part.first]
    for place in range(part.first, part.last):
        one = past.events[place]
        public = public if isinstance(one, PRIVATE) else one
        telling.hear(one)
        said.append(one)
        if stops(public, past.events[place + 1] if place + 1 < part.last else None):
            caption = " ".join(text.say(each, names) for each in said)
            frames.append(Frame(stage(said[0]), caption, public.rule, telling.now()))
            said = []
            telling.calm()
    return tuple(frames)


def as_it_lies(view: ConspiracyView, telling: Telling) -> Position:
    """The table as a view has it, with the names that pieces have in the story and with what happened last."""
    seen = position(view)
    tiles = tuple((telling.tiles[one.cell][0] if one.cell in telling.tiles else name, one) for name, one in seen.tiles)
    coins = tuple(
        (telling.coins[one.space][0] if one.space in telling.coins else name, one) for name, one in seen.coins
    )
    lit = {**telling.lit, **seen.lit}
    return replace(seen, tiles=tiles, coins=coins, dice=telling.dice, lit=lit, moment=str(telling.thrown))


class Story:
    """The story of a game of Conspiracy."""

    @staticmethod
    def rounds(view: ConspiracyView, events: Sequence[Event]) -> tuple[int, ...]:
        """The parts that are over."""
        return tuple(one.number for one in chronicle(view, events).parts)

    @staticmethod
    def called(view: ConspiracyView, events: Sequence[Event], names: Names) -> Mapping[int, str]:
        """What the parts are called: ``Round 3``, ``3: Barney``."""
        return {
            one.number: f"Round {one.number // PARTS}: order"
            if one.seat is None
            else f"{one.number // PARTS}: {names.label('seat', one.seat)}"
            for one in chronicle(view, events).parts
        }

    @staticmethod
    def frames(view: ConspiracyView, events: Sequence[Event], number: int, names: Names) -> tuple[Frame[Position], ...]:
        """A part as stills; empty if it is not over."""
        past = chronicle(view, events)
        part = next((one for one in reversed(past.parts) if one.number == number), None)
        return tell(past, part, names) if part else ()

    @staticmethod
    def now(view: ConspiracyView, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The table as it is, as a drawing: pieces keep the names they have in the story, so that they can move."""
        return drawing(as_it_lies(view, chronicle(view, events).telling), names, scene)

    @staticmethod
    def draw(frame: Frame[Position], names: Names, scene: Scene) -> str:
        """A still as a drawing. What can be done can be done now and not then: nothing in it can be tapped."""
        return drawing(frame.picture, names, replace(scene, legal=frozenset(), places={}))

    @staticmethod
    def in_text(frame: Frame[Position], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still in sentences."""
        return in_text(frame.picture, names, scene)

    @staticmethod
    def ending(view: ConspiracyView, events: Sequence[Event], names: Names) -> tuple[Line, ...]:
        """How the game ended."""
        return tuple(
            Line(text.say(one, names), one.rule) for one in events[-LAST_WORDS:] if isinstance(one, happened.GameEnded)
        )

    @staticmethod
    def log(view: ConspiracyView, events: Sequence[Event], names: Names, after: int = 0) -> Log:
        """Every line, to be told apart by stage, player and place; without the first so many events."""
        past = chronicle(view, events)
        spans = [(one.number, one.first, one.last) for one in past.parts]
        return log_of(SCRIBE, events, names, len(view.players), spans, after=after)

    @staticmethod
    def ledger(view: ConspiracyView, events: Sequence[Event], names: Names) -> Ledger:
        """Every round, what everybody did, and how many tiles they held afterwards."""
        past = chronicle(view, events)
        rounds = tuple(_ledger_round(one, events[one.first : one.last], names) for one in past.rounds)
        return Ledger("tiles held", past.start, rounds, Story.ending(view, events, names))


SCRIBE = Scribe(
    say=text.say,
    stage=stage,
    stages=("Order", "Time", "Draw", "Action", "Save", "Mark", "Victory"),
    seats=("seat", "giver", "seats"),
    private=PRIVATE,
    keys={happened.GameEnded: 5, happened.AttackJudged: 3, happened.GoalDisclosed: 3, happened.TileRevealed: 1},
)
"""How the log is written."""

LAST_WORDS = 10
"""The end of a game is among so many events."""

DEEDS: Mapping[type[Event], tuple[str, str]] = {
    happened.CoinPlaced: ("place", "places a coin"),
    happened.CoinRevealed: ("reveal", "reveals a coin"),
    happened.AttackJudged: ("attack", "attacks"),
    happened.TileRevealed: ("turn_up", "reveals a tile"),
    happened.ColumnRolled: ("advance", "pushes a column"),
    happened.TileMarked: ("mark", "marks"),
}
"""What is written of a turn, by event."""


def _ledger_round(round_: Stretch, told: Sequence[Event], names: Names) -> LedgerRound:
    done: list[list[tuple[str, str]]] = [[] for _ in round_.after]
    seat: int | None = None
    for one in told:
        if isinstance(one, happened.TurnBegan):
            seat = one.seat
        elif seat is not None and one.__class__ in DEEDS and not getattr(one, "chain", False):
            done[seat].append(DEEDS[one.__class__])
    deeds = tuple(
        Deed(
            ", ".join(words for _, words in own) or "does nothing",
            own[-1][0] if own else "stop",
            "",
            round_.after[place],
            round_.after[place] - round_.before[place],
        )
        for place, own in enumerate(done)
    )
    lines = tuple(Line(text.say(one, names), one.rule) for one in told if not isinstance(one, PRIVATE))
    return LedgerRound(round_.round, deeds, lines, PARTS * round_.round, round_.last)


STORY = Story()
"""The story."""
