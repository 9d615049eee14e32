"""What happened, told as stills in the order of the rules: a part for the preparation and one for each turn.

Made from the events that a seat has heard, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from turncoat.drawing.log import Scribe, log_of
from turncoat.drawing.scene import Deed, Frame, Ledger, LedgerRound, Line, Log, Scene
from turncoat.games.loyalty import events as happened
from turncoat.games.loyalty import text
from turncoat.games.loyalty.actions import Pass
from turncoat.games.loyalty.board import drawing, in_text
from turncoat.games.loyalty.board_position import Position
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.story_telling import Telling
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel.box import tag_of
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names

PARTS = 10
"""Parts are numbered ``PARTS * round + place``, turns from 1 on; 1 alone is the preparation."""

PRIVATE = (happened.CardDealt, happened.CardSeen)
"""For one seat alone: never told, so that a story can be watched by everybody at a screen."""

SET_UP = (
    *(happened.FirstPlayer, happened.CityBuilt, happened.RoadBuilt, happened.HomeTaken),
    *(happened.PiecesPlaced, happened.ColourTaken),
)

STAGES: Mapping[type[Event], str] = {
    **dict.fromkeys(SET_UP, "Preparation"),
    happened.TurnBegan: "Turn",
    **dict.fromkeys((happened.AnswersShown, happened.RequestFailed, happened.TollPaid), "Leave"),
    **dict.fromkeys((happened.Given, happened.CoinsWent, happened.LeavePublished, happened.LeaveCancelled), "Deals"),
    **dict.fromkeys((happened.AttackAnnounced, happened.Volunteered, happened.LossesProposed), "Attack"),
    **dict.fromkeys((happened.LossesAgreed, happened.Fought, happened.CiviliansFell, happened.Advanced), "Attack"),
    **dict.fromkeys((happened.Taxed, happened.Rioted), "Taxes"),
    **dict.fromkeys((happened.FinalRoundBegan, happened.CardsShown, happened.GameEnded), "The end"),
}
"""Which stage an event belongs to; all others are actions."""

TOGETHER = (happened.TurnBegan, happened.Taxed, happened.TollPaid, *SET_UP)
"""Events after which the story does not stop when the next one is of the same kind: both are one still."""

PUBLIC_AT_ONCE = (happened.Recruited, happened.Converted, happened.Campaigned)
"""Actions that need no leave: what is declared happens in the same still."""


SCRIBE = Scribe(
    say=text.say,
    stage=lambda one: STAGES.get(one.__class__, "Action"),
    stages=("Preparation", "Turn", "Leave", "Deals", "Action", "Attack", "Taxes", "The end"),
    seats=("seat", "to", "targets", "seats"),
    private=PRIVATE,
    keys={happened.GameEnded: 5, happened.Fought: 3, happened.AttackAnnounced: 2, happened.Campaigned: 1},
)
"""How the log is written."""


class Part(Struct, frozen=True):
    """A part of the story: where its events begin and end, and whose turn it tells."""

    number: int
    first: int
    last: int
    seat: int | None


def parts(events: Sequence[Event]) -> list[Part]:
    """The parts that are over, from all events in their order."""
    found: list[Part] = []
    start, number, seat, counted = 0, 1, None, 0
    ended = False
    for place, one in enumerate(events):
        if isinstance(one, happened.TurnBegan):
            found.append(Part(number, start, place, seat))
            counted = counted + 1 if number // PARTS == one.round else 1
            number, start, seat = PARTS * one.round + counted, place, one.seat
        ended = ended or isinstance(one, happened.GameEnded)
    if ended:
        found.append(Part(number, start, len(events), seat))
    return found


def stage(one: Event) -> str:
    """Which stage an event belongs to."""
    return STAGES.get(one.__class__, "Action")


def stops(one: Event, following: Event | None) -> bool:
    """Whether a still is taken after an event."""
    if following is None:
        return True
    if isinstance(one, happened.Declared) and isinstance(following, PUBLIC_AT_ONCE):
        return False
    if isinstance(following, happened.CoinsWent):
        return False
    if isinstance(one, happened.Declared) and isinstance(following, happened.AttackAnnounced):
        return False
    return not (isinstance(one, TOGETHER) and stage(following) == stage(one))


def tell(view: LoyaltyView, events: Sequence[Event], part: Part, names: Names) -> tuple[Frame[Position], ...]:
    """The stills of one part."""
    telling = Telling(view)
    for one in events[: part.first]:
        telling.hear(one)
    telling.calm()
    frames: list[Frame[Position]] = []
    said: list[Event] = []
    public = [one for one in events[part.first : part.last] if not isinstance(one, PRIVATE)]
    for place, one in enumerate(public):
        telling.hear(one)
        said.append(one)
        if stops(one, public[place + 1] if place + 1 < len(public) else None):
            caption = " ".join(dict.fromkeys(text.say(each, names) for each in _told(said)))
            frames.append(Frame(stage(said[-1]), caption, said[-1].rule, telling.now()))
            said = []
            telling.calm()
    return tuple(frames)


def _told(said: Sequence[Event]) -> list[Event]:
    """What a caption says: of something declared that happens at once, only what happens."""
    more = [one for one in said if not isinstance(one, happened.Declared) or isinstance(one.action, Pass)]
    return more or list(said)


class Story:
    """The story of a game of Loyalty."""

    @staticmethod
    def rounds(view: LoyaltyView, events: Sequence[Event]) -> tuple[int, ...]:
        """The parts that are over."""
        return tuple(one.number for one in parts(events))

    @staticmethod
    def called(view: LoyaltyView, events: Sequence[Event], names: Names) -> Mapping[int, str]:
        """What the parts are called: ``Preparation``, ``3: Barney``."""
        return {
            one.number: "Preparation" if one.seat is None else f"{one.number // PARTS}: {names.label('seat', one.seat)}"
            for one in parts(events)
        }

    @staticmethod
    def frames(view: LoyaltyView, events: Sequence[Event], number: int, names: Names) -> tuple[Frame[Position], ...]:
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
    def log(view: LoyaltyView, events: Sequence[Event], names: Names, after: int = 0) -> Log:
        """Every line, to be told apart by stage, player and place; without the first so many events."""
        spans = [(one.number, one.first, one.last) for one in parts(events)]
        places = {one.name: one.name for one in view.places}
        return log_of(SCRIBE, events, names, len(view.coins), spans, places, after)

    @staticmethod
    def ledger(view: LoyaltyView, events: Sequence[Event], names: Names) -> Ledger:
        """Every round, what everybody did, and how many victory points they had afterwards."""
        telling = Telling(view)
        start: Row = ()
        held: Row = ()
        rounds: list[LedgerRound] = []
        told: list[Event] = []
        for place, one in enumerate(events):
            following = events[place + 1] if place + 1 < len(events) else None
            telling.hear(one)
            told.append(one)
            turns = isinstance(following, happened.TurnBegan)
            if turns and not telling.round:
                start = held = telling.points()
                told = []
            elif telling.round and (isinstance(one, happened.GameEnded) or (turns and _new(following, telling.round))):
                after = telling.points()
                rounds.append(replace(_ledger_round(telling.round, told, held, after, names), until=place + 1))
                told, held = [], after
        endings = tuple(one for one in events if isinstance(one, happened.GameEnded))
        start = start or telling.points()
        return Ledger(
            "victory points", start, tuple(rounds), tuple(Line(text.say(one, names), one.rule) for one in endings)
        )


def _new(following: Event | None, number: int) -> bool:
    return isinstance(following, happened.TurnBegan) and following.round > number


def _ledger_round(
    number: int, told: Sequence[Event], before: Sequence[int], after: Sequence[int], names: Names
) -> LedgerRound:
    done: list[list[tuple[str, str]]] = [[] for _ in after]
    for one in told:
        if isinstance(one, happened.Declared):
            tag = tag_of(one.action.__class__)
            done[one.seat].append((tag, text.deed(one.action, names)))
    deeds = tuple(
        Deed(
            "; ".join(words for _, words in own) or "has no turn",
            own[-1][0] if own else "pass",
            "",
            after[place],
            after[place] - before[place],
        )
        for place, own in enumerate(done)
    )
    lines = tuple(Line(text.say(one, names), one.rule) for one in told if not isinstance(one, PRIVATE))
    return LedgerRound(number, deeds, lines, PARTS * number + 1)


STORY = Story()
"""The story."""
