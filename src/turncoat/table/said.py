"""What the table itself reports, beside the events of the game."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.kernel.events import Event
from turncoat.kernel.promise import Fate, Pledge
from turncoat.kernel.space import Names


class SeatChanged(Event, frozen=True, tag="seat_changed"):
    """Somebody sat down, got up, or was stood in for by a bot."""

    seat: int
    name: str
    kind: str
    bot: str
    stands_in: bool


class CharacterBrought(Event, frozen=True, tag="character_brought"):
    """A seat brings a character into the game, or (``name`` empty) none any more."""

    seat: int
    name: str
    line: str


class SeatSealedWords(Event, frozen=True, tag="seat_sealed_words"):
    """A seat has committed to words for the game's chance."""

    seat: int
    digest: str


class SeatOpenedWords(Event, frozen=True, tag="seat_opened_words"):
    """A seat has opened its words; or the server those that it kept for the seat, as it cannot do so itself."""

    seat: int
    words: str
    by_server: bool


class WordsLeftOut(Event, frozen=True, tag="words_left_out"):
    """The game begins without the words of these seats, as they were not opened in time."""

    seats: tuple[int, ...]


class TurnsMissed(Event, frozen=True, tag="turns_missed"):
    """Time was up: the default of the rules was put in for these seats."""

    seats: tuple[int, ...]


class OrdersPublished(Event, frozen=True, tag="orders_published"):
    """A decision was closed: the digests of the answers that counted, by seat, and the chain so far."""

    digests: tuple[tuple[int, str], ...]
    chain: str


class PledgeJudged(Event, frozen=True, tag="pledge_judged"):
    """A reveal showed what became of a promise; told to those who heard the promise and to nobody else."""

    sender: int
    to: tuple[int, ...]
    pledge: Pledge
    fate: Fate


WORDS_EVENTS = (SeatSealedWords, SeatOpenedWords, WordsLeftOut)

NOTED = (WordsLeftOut, TurnsMissed)
"""What the log of a game holds besides the events of the game."""

TABLE_EVENTS: tuple[type[Event], ...] = (
    *(SeatChanged, CharacterBrought, *WORDS_EVENTS),
    *(TurnsMissed, OrdersPublished, PledgeJudged),
)


def say(event: Event, names: Names, deed: Callable[[Pledge], str]) -> str:
    """The event as a sentence; empty if it is not one of the table's.

    Args:
        event: The event.
        names: What the seats are called.
        deed: Puts into words what a pledge is about.
    """
    if isinstance(event, SeatChanged):
        if event.kind == "open":
            meanwhile = f" A bot ({event.bot}) plays on until somebody takes it." if event.bot else ""
            return f"The seat of {event.name} is free.{meanwhile}"
        if event.stands_in:
            return f"A bot ({event.bot}) stands in for {event.name}."
        return f"{event.name} takes a seat{f' (bot: {event.bot})' if event.bot else ''}."
    if isinstance(event, CharacterBrought):
        who = names.label("seat", event.seat)
        return f"{who} brings {event.name} ({event.line})." if event.name else f"{who} brings no character any more."
    if isinstance(event, OrdersPublished):
        if len(event.digests) == 1:
            return "The receipt of one order is published."
        return f"The receipts of {len(event.digests)} orders are published."
    if isinstance(event, PledgeJudged):
        return f"{names.label('seat', event.sender)} has {event.fate} a promise: {deed(event.pledge)}."
    return _say_words(event, names)


def say_noted(event: TurnsMissed | WordsLeftOut, names: Names) -> str:
    """What stands in the log of a game."""
    *most, last = (names.label("seat", seat) for seat in event.seats)
    who = f"{', '.join(most)} and {last}" if most else last
    if isinstance(event, TurnsMissed):
        return f"Time was up: the default was put in for {who}."
    return f"Words for the chance of the game that were not opened in time are left out: those of {who}."


def _say_words(event: Event, names: Names) -> str:
    if isinstance(event, NOTED):
        return say_noted(event, names)
    if isinstance(event, SeatSealedWords):
        return f"{names.label('seat', event.seat)} has sealed words for the chance of the game."
    if isinstance(event, SeatOpenedWords):
        how = "The server has opened words that it kept for" if event.by_server else "Opened are the words of"
        return f"{how} {names.label('seat', event.seat)}."
    return ""
