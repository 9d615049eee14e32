"""What happened, told as stills in the order of the rules: a part for the start of each round and one for each turn.

Made from the events that a seat has heard, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from turncoat.drawing.scene import Deed, Frame, Ledger, LedgerRound, Line, Scene
from turncoat.games.conspiracy import events as happened
from turncoat.games.conspiracy import text
from turncoat.games.conspiracy.board import drawing, in_text
from turncoat.games.conspiracy.board_position import Position
from turncoat.games.conspiracy.story_telling import PRIVATE, Telling
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names

PARTS = 10
"""Parts are numbered ``PARTS * round + place``; place 0 is the beginning of the round, then its turns."""

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
    happened.CoinGiven,
    happened.CoinSaved,
    happened.TileTaken,
    happened.CoinsBagged,
    happened.MarkReturned,
    happened.TileLaid,
    happened.GoalDisclosed,
)
"""Events after which the story does not stop when the next one belongs to the same stage: both are one still."""


class Part(Struct, frozen=True):
    """A part of the story: where its events begin and end, and whose turn it tells."""

    number: int
    first: int
    last: int
    seat: int | None


def parts(events: Sequence[Event]) -> list[Part]:
    """The parts that are over, from all events in their order."""
    found: list[Part] = []
    start, number, seat, round_ = 0, -1, None, 0
    ended = False
    for place, one in enumerate(events):
        begins = isinstance(one, happened.RoundBegan | happened.TurnBegan)
        if begins and number >= 0:
            found.append(Part(number, start, place, seat))
        if isinstance(one, happened.RoundBegan):
            round_ = one.round
            number, start, seat = PARTS * round_, place, None
        elif isinstance(one, happened.TurnBegan):
            number, start, seat = number + 1, place, one.seat
        ended = ended or isinstance(one, happened.GameEnded)
    if ended and number >= 0:
        found.append(Part(number, start, len(events), seat))
    return found


def stage(one: Event) -> str:
    """Which stage an event belongs to."""
    return STAGES.get(one.__class__, "Action")


def stops(one: Event, following: Event | None) -> bool:
    """Whether a still is taken after an event."""
    if following is None:
        return True
    if isinstance(following, PRIVATE):
        return False
    return not (isinstance(one, (*TOGETHER, *PRIVATE)) and stage(following) == stage(one))


def tell(view: ConspiracyView, events: Sequence[Event], part: Part, names: Names) -> tuple[Frame[Position], ...]:
    """The stills of one part."""
    telling = Telling(len(view.players), view.options.columns)
    for one in events[: part.first]:
        telling.hear(one)
    telling.calm()
    frames: list[Frame[Position]] = []
    said: list[Event] = []
    for place in range(part.first, part.last):
        one = events[place]
        telling.hear(one)
        said.append(one)
        if stops(one, events[place + 1] if place + 1 < part.last else None):
            caption = " ".join(text.say(each, names) for each in said)
            now = telling.now(f"{part.number}-{len(frames)}")
            frames.append(Frame(stage(said[0]), caption, said[-1].rule, now))
            said = []
            telling.calm()
    return tuple(frames)


class Story:
    """The story of a game of Conspiracy."""

    @staticmethod
    def rounds(view: ConspiracyView, events: Sequence[Event]) -> tuple[int, ...]:
        """The parts that are over."""
        return tuple(one.number for one in parts(events))

    @staticmethod
    def called(view: ConspiracyView, events: Sequence[Event], names: Names) -> Mapping[int, str]:
        """What the parts are called: ``Round 3``, ``3: Barney``."""
        return {
            one.number: f"Round {one.number // PARTS}: order"
            if one.seat is None
            else f"{one.number // PARTS}: {names.label('seat', one.seat)}"
            for one in parts(events)
        }

    @staticmethod
    def frames(view: ConspiracyView, events: Sequence[Event], number: int, names: Names) -> tuple[Frame[Position], ...]:
        """A part as stills; empty if it is not over."""
        part = next((one for one in parts(events) if one.number == number), None)
        return tell(view, events, part, names) if part else ()

    @staticmethod
    def draw(frame: Frame[Position], names: Names, scene: Scene) -> str:
        """A still as a drawing."""
        return drawing(frame.picture, names, scene)

    @staticmethod
    def in_text(frame: Frame[Position], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still in sentences."""
        return in_text(frame.picture, names, scene)

    @staticmethod
    def ledger(view: ConspiracyView, events: Sequence[Event], names: Names) -> Ledger:
        """Every round, what everybody did, and how many tiles they held afterwards."""
        telling = Telling(len(view.players), view.options.columns)
        start = tuple(one.tiles for one in telling.players)
        rounds: list[LedgerRound] = []
        told: list[Event] = []
        held = start
        for place, one in enumerate(events):
            telling.hear(one)
            told.append(one)
            following = events[place + 1] if place + 1 < len(events) else None
            if isinstance(one, happened.GameEnded) or (telling.round and isinstance(following, happened.RoundBegan)):
                after = tuple(player.tiles for player in telling.players)
                rounds.append(_ledger_round(telling.round, told, held, after, names))
                told, held = [], after
            elif isinstance(following, happened.RoundBegan):
                told = []
        endings = tuple(one for one in events if isinstance(one, happened.GameEnded))
        return Ledger(
            "tiles held", start, tuple(rounds), tuple(Line(text.say(one, names), one.rule) for one in endings)
        )


DEEDS: Mapping[type[Event], tuple[str, str]] = {
    happened.CoinPlaced: ("place", "places a coin"),
    happened.CoinRevealed: ("reveal", "reveals a coin"),
    happened.AttackJudged: ("attack", "attacks"),
    happened.TileRevealed: ("turn_up", "reveals a tile"),
    happened.ColumnRolled: ("advance", "pushes a column"),
    happened.TileMarked: ("mark", "marks"),
}
"""What is written of a turn, by event."""


def _ledger_round(
    number: int, told: Sequence[Event], before: Sequence[int], after: Sequence[int], names: Names
) -> LedgerRound:
    done: list[list[tuple[str, str]]] = [[] for _ in after]
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
            after[place],
            after[place] - before[place],
        )
        for place, own in enumerate(done)
    )
    lines = tuple(Line(text.say(one, names), one.rule) for one in told if not isinstance(one, PRIVATE))
    return LedgerRound(number, deeds, lines, PARTS * number)


STORY = Story()
"""The story."""
