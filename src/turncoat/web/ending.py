"""The end of a game on a page of its own: how the chances went, where the game turned, and what was counted."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from turncoat.drawing.scene import Statistic
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Event
from turncoat.server.turning import Turning
from turncoat.table.stills import NOT_TOLD, Told
from turncoat.table.table_view import TableView
from turncoat.web.chart import plot
from turncoat.web.contexts import Shell
from turncoat.web.conversation import SILENCE, Conversation
from turncoat.web.earned import Earned
from turncoat.web.table_display import TableDisplay
from turncoat.web.timeline import label_of

MOST = 12
"""The most moments of a game from which bots play on; each is the beginning of a round."""


class EndPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/end``: how a game was decided.

    Attributes:
        public: The events of the game that all players have heard.
        talk: The talk that the reader has heard, for its promises.
        turning: How each seat's chance to win changed; None: nobody has asked, or it could not be computed.
        checked: Everything that is wrong with the record, as sentences; None: nobody has asked.
        followed: The names of those who sit at the next table with the same people; None: there is no such table.
        earned: What the game means for the reader's character; None: there is none.
        told: The views at the ends of rounds.
        refusal: The reason why something could not be computed now.
    """

    shell: Shell
    channel: tuple[int, ...] = ()
    table_view: TableView
    heard: tuple[Event, ...]
    public: tuple[Event, ...] = ()
    talk: Conversation = SILENCE
    now: int
    turning: Turning | None = None
    checked: tuple[str, ...] | None = None
    followed: tuple[str, ...] | None = None
    earned: Earned | None = None
    told: Told = NOT_TOLD
    link: str = ""
    refusal: Refusal | None = None


class Moment(Struct, frozen=True):
    """The beginning of a round: its name, its part of the story, and after how many public events it comes."""

    name: str
    part: int
    after: int


class Turn(Struct, frozen=True):
    """The turning point of a game: the round in which the winner's chance changed most, in per cent.

    Attributes:
        round: The beginning of that round.
        seat: The winner.
        drawn: A chart of all seats' chances.
        games: The number of games that bots played from each moment.
    """

    round: Moment
    seat: int
    before: int
    after: int
    drawn: str
    games: int


def moments(display: TableDisplay) -> tuple[Moment, ...]:
    """The beginnings of rounds, by public events; evenly spread if there are many."""
    found = list[Moment]()
    for part in display.parts:
        name = label_of(display.chapters[part.number])
        if not found or found[-1].name != name:
            found.append(Moment(name, part.number, part.first))
    every = -(-len(found) // MOST)
    return tuple(found[:: every or 1])


def turn(found: Turning, rounds: Sequence[Moment], table_view: TableView, names: Sequence[str]) -> Turn | None:
    """The turning point of the game; None: nobody has won, or bots could not play on."""
    if not found.shares or not table_view.winners:
        return None
    seats = range(len(names))
    lines = [[round(100 * share[seat]) for share in found.shares] for seat in seats]
    for seat in seats:
        lines[seat].append(100 if seat in table_view.winners else 0)
    steps = [
        (abs(after - before), seat, place, before, after)
        for seat in table_view.winners
        for place, (before, after) in enumerate(zip(lines[seat], lines[seat][1:], strict=False))
    ]
    _, seat, place, before, after = max(steps, key=lambda step: (step[0], -step[2]))
    labels = [*(round_.name for round_ in rounds[: len(found.shares)]), "end"]
    about = "the chance of each seat to win, in hundredths, at the beginning of each round and at the end"
    return Turn(rounds[place], seat, before, after, plot(lines, names, about, labels), found.games)


def statistics(display: TableDisplay, events: Sequence[Event]) -> tuple[Statistic, ...]:
    """The statistics of the game, from the events that all players have heard."""
    view = display.table_view.view
    return () if display.story is None or view is None else display.story.statistics(view, events)
