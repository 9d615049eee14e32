"""What happened at a table, made ready for the templates: parts of the story, their stills, the ledger, the log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Self

from msgspec import Struct

from turncoat.drawing.scene import Frame, Ledger, LedgerRound, Line, Log
from turncoat.drawing.story import Part, Story
from turncoat.games import AnyRuleset, game_of
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Fate
from turncoat.kernel.space import Names
from turncoat.server.stills import Stills
from turncoat.table.stills import NOT_TOLD, Told
from turncoat.table.table import Phase, Table
from turncoat.table.table_events import TABLE_EVENTS, AnsweredForYou, PledgeJudged, TableEvent
from turncoat.table.table_view import events_heard, table_view
from turncoat.web.betrayals import Betrayal, Broken, Telling, judged, telling
from turncoat.web.composer import in_words
from turncoat.web.log import Choice, Found, Missed, Search, choices, find, missed, notes_of, with_judgements, with_notes
from turncoat.web.render import listed
from turncoat.web.talk import Talk


def lines(rules: AnyRuleset, events: Sequence[Event], names: Names, after: int = 0) -> tuple[Line, ...]:
    """All events after the first ``after`` ones, as lines of a log."""
    told = enumerate(events[after:], after + 1)
    return tuple(Line(event.say(names), event.rule, number=number) for number, event in told)


_OF_THE_TABLE = frozenset(TABLE_EVENTS)


def of_the_game(heard: Sequence[Event]) -> tuple[Event, ...]:
    """The events of the game, without the events that the table itself reports."""
    return tuple(event for event in heard if event.__class__ not in _OF_THE_TABLE)


def part_of(parts: Sequence[Part], number: int | None) -> Part | None:
    """The part of the story with this number, or else the last one; None if there are no parts."""
    found = next((part for part in parts if part.number == number), None)
    return found or (parts[-1] if parts else None)


def stretch(table: Table, seat: int | None, number: int | None) -> tuple[int | None, int, int] | None:
    """Which stills a part needs (None, or an unknown number: the last): whose, from which event on, up to which."""
    story = game_of(table.header.game).story
    if story is None:
        return None
    viewer, view, events = _past(table, story, seat)
    part = None if view is None else part_of([*story.moments(view, events), *story.parts(view, events)], number)
    return None if part is None else (viewer, *story.stretch(part))


def _past(
    table: Table, story: Story[Struct, object], seat: int | None
) -> tuple[int | None, Struct | None, tuple[Event, ...]]:
    """The viewer for whom the story is told, the viewer's view, and the events that the viewer has heard."""
    viewer = story.viewer(seat, table.header.seats)
    return viewer, table_view(table, viewer).view, of_the_game(events_heard(table, viewer))


async def told(stills: Stills, table: Table, seat: int | None, number: int | None) -> Told:
    """The stills of a part (None, or an unknown number: the last part) as this seat is told it."""
    wanted = stretch(table, seat, number)
    return NOT_TOLD if wanted is None else await stills.told(table.header.table, *wanted)


def ends(table: Table, seat: int | None) -> tuple[int | None, tuple[int, ...]]:
    """The viewer whose views the ledger needs, and the numbers of events after which each view is taken."""
    story = game_of(table.header.game).story
    if story is None:
        return seat, ()
    viewer, view, events = _past(table, story, seat)
    return viewer, () if view is None else story.looks(view, events)


async def looks(stills: Stills, table: Table, seat: int | None) -> Told:
    """The views of this seat at the ends of rounds, if the ledger needs them."""
    return await stills.views(table.header.table, *ends(table, seat))


LATELY = 30
"""The number of latest events that are listed beside the board; the ledger has all of them."""
BETRAYAL = 3
"""The importance of a broken promise in the summary for a reader who was away."""
NEAR = 6
"""How many rounds are offered to be seen again beside the board; the replay has all of them."""


class History(Talk):
    """The history of a table, as templates need it, for one viewer."""

    heard: Sequence[Event]
    rules: AnyRuleset
    story: Story[Struct, object] | None
    told: Told = NOT_TOLD

    def seeing(self, told: Told) -> Self:
        """The same history with the stills and views that the page needs."""
        self.told = told
        return self

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events of the game, without the events that the table itself reports."""
        return of_the_game(self.heard)

    @property
    def playing(self) -> bool:
        """Whether the viewer has a view of the game."""
        return self.table_view.view is not None

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the parts that the viewer can watch again."""
        return tuple(part.number for part in self.parts)

    @cached_property
    def parts(self) -> Sequence[Part]:
        """The parts of the story."""
        view = self.table_view.view
        return () if self.story is None or view is None else self.story.parts(view, self.events)

    def part_after(self, number: int) -> int | None:
        """The number of the part after this one, or the scene after this scene; None: it is the last, or neither."""
        scenes = [part.number for part in self.moments]
        row = scenes if number in scenes else self.rounds
        following = row.index(number) + 1 if number in row else len(row)
        return row[following] if following < len(row) else None

    def is_news(self, number: int) -> bool:
        """Whether this part plays by itself to a reader who has not seen it; an earlier one is only seen again."""
        return number == self.news or any(part.number == number for part in self.moments)

    def told_until(self, number: int | None) -> int:
        """How many events a reader knows who has been told the part with this number, or has skipped it."""
        place = self.rounds.index(number) if number in self.rounds[:-1] else -1
        return self.story.stretch(self.parts[place])[1] if self.story and place >= 0 else len(self.events)

    @cached_property
    def moments(self) -> Sequence[Part]:
        """Short scenes about the reader that play by themselves even if the parts do not."""
        view, own = self.table_view.view, self.table_view.seat
        found = () if self.story is None or view is None else self.story.moments(view, self.events)
        return [part for part in found if not part.fought or own in part.fought]

    def within(self, number: int) -> int:
        """The number of the part from which this scene is; that of a part is its own."""
        scene = next((one for one in self.moments if one.number == number), None)
        around = (part.number for part in self.parts if scene and part.first <= scene.first < part.last)
        return next(around, number)

    @cached_property
    def chapters(self) -> dict[int, str]:
        """The titles of the parts of the story, by number."""
        if self.story is None or self.table_view.view is None:
            return {}
        return dict(self.story.called(self.table_view.view, self.events, self.names))

    def watched(self, number: int) -> str:
        """The title of a part within a sentence: ``round 1: Darcy``, ``Storm``."""
        called = self.chapters[number]
        return f"{self.unit} {called}" if called[:1].isdigit() else called

    def near(self, number: int | None = None) -> tuple[int, ...]:
        """The numbers of the parts around this one (None: the last one) that the viewer can watch again."""
        first = self.rounds.index(number) - NEAR // 2 if number in self.rounds else len(self.rounds)
        first = max(0, min(first, len(self.rounds) - NEAR))
        return self.rounds[first : first + NEAR]

    def strip(self, numbers: Sequence[int]) -> list[tuple[str, list[tuple[int, str]]]]:
        """Parts of the story under what they have in common: ``Turn 3 · Storm`` and ``Turn 3 · Charity`` in one row."""
        rows: list[tuple[str, list[tuple[int, str]]]] = []
        for number in numbers:
            heading, _, label = self.chapters[number].rpartition(" · ")
            if not rows or rows[-1][0] != heading:
                rows.append((heading, []))
            rows[-1][1].append((number, label))
        return rows

    @property
    def frames(self) -> tuple[Frame[object], ...]:
        """The stills of the part that the page shows."""
        return self.story.frames(self.told.before, self.told.stills, self.names) if self.story else ()

    def telling(self, number: int | None) -> Telling:
        """The steps of the part with this number, which the page shows."""
        return telling(self.frames, self._broken_in(number))

    @cached_property
    def ledger(self) -> Ledger | None:
        """The ledger: all rounds with their actions and totals."""
        if self.story is None or self.table_view.view is None:
            return None
        return self.story.ledger(self.table_view.view, self.events, self.told.views, self.names)

    def log(self, after: int = 0) -> Log:
        """What has happened, line by line, without the first this many events; with filters, if the story has some."""
        view, args = self.table_view.view, (self.events, self.names, after)
        if view is None:
            return Log(())
        log = Log(lines(self.rules, *args)) if self.story is None else self.story.log(view, *args)
        log = with_notes(log, [line for _, line in notes_of(self.heard, self.names) if line.number > after])
        return with_judgements(log, [line for line in self._judgements if line.number > after])

    @cached_property
    def judged(self) -> tuple[tuple[int, PledgeJudged], ...]:
        """The promises that were kept or broken, each with the place of the event that showed it."""
        return tuple(judged(self.heard, self.rules.revealed))

    @property
    def _judgements(self) -> list[Line]:
        """A line of the log for each promise that was kept or broken."""
        return [
            Line(
                self.judgement_of(event),
                "",
                seats=tuple(sorted({event.sender, *event.to})),
                number=place + 1,
                key=BETRAYAL if event.fate is Fate.BROKEN else 0,
            )
            for place, event in self.judged
        ]

    @property
    def distrusted(self) -> frozenset[int]:
        """The other seats that broke their last judged promise, among the promises that the reader heard."""
        last = {event.sender: event.fate for _, event in self.judged}
        return frozenset(seat for seat, fate in last.items() if fate is Fate.BROKEN and seat != self.own)

    def judged_in(self, rounds: Sequence[LedgerRound], number: int, seat: int) -> tuple[PledgeJudged, ...]:
        """The promises of a seat that were kept or broken in the round with this place in the ledger, from 0."""
        first, until = rounds[number - 1].until if number else 0, rounds[number].until
        return tuple(event for place, event in self.judged if event.sender == seat and first <= place < until)

    @cached_property
    def _known(self) -> tuple[tuple[int, ...], tuple[Part, ...]]:
        """How many events of the game were among the first events that were heard; and the parts of the story."""
        view = self.table_view.view
        if self.story is None or view is None:
            return (0,), ()
        told = accumulate((not isinstance(event, TableEvent) for event in self.heard), initial=0)
        return tuple(told), tuple(self.story.parts(view, self.events))

    def told_before(self, after: int) -> int:
        """The number of game events among the first ``after`` events that the reader has heard."""
        told = self._known[0]
        return told[min(after, len(told) - 1)]

    def round_of(self, after: int | None) -> int | None:
        """The number of the round, or turn, in which the last of this many events fell; None: it goes on."""
        told, parts = self._known
        place = told[min(after, len(told) - 1)] - 1 if after is not None else -1
        since = (self.chapters.get(part.number, "") for part in parts if place < part.last and after is not None)
        number = next((found for chapter in since if (found := re.search(r"\d+", chapter))), None)
        return int(number[0]) if number else None

    def lately(self, until: int | None = None) -> tuple[Line, ...]:
        """The latest lines of the log, the last one first; only lines up to event number ``until``."""
        last = len(self.events) if until is None else until
        return tuple(line for line in self.log(max(0, last - LATELY)).lines[::-1] if line.number <= last)

    def found(self, search: Search) -> Found:
        """The lines of the log that a reader wants to see."""
        return find(self.whole_log, search, self.chapters)

    @cached_property
    def whole_log(self) -> Log:
        """The whole log."""
        return self.log()

    @cached_property
    def choices(self) -> dict[str, tuple[Choice, ...]]:
        """The choices in the filters of the log."""
        return choices(self.whole_log)

    def missed(self, since: int | None) -> Missed | None:
        """A summary for a reader who had heard this many events at the last visit."""
        if since is None or since >= len(self.events):
            return None
        return missed(self.log(since).lines, since, self.own, self.chapters)

    def answered_for_you(self, since: int) -> tuple[str, ...]:
        """What the rules answered for the reader, who let time pass, after the first this many events, in words."""
        told, words = 0, list[str]()
        for event in self.heard:
            told += not isinstance(event, TableEvent)
            if isinstance(event, AnsweredForYou) and told >= since:
                answer = self.rules.read_action(event.answer)
                words.append(in_words(answer, self.names, self.talk_grammar.boxes))
        return tuple(words)

    def time_was_up(self, since: int) -> str:
        """The same as one sentence; empty if the rules answered nothing for the reader since then."""
        return self._time_was_up(self.answered_for_you(since))

    def _time_was_up(self, answers: Sequence[str]) -> str:
        often = "" if len(answers) < 2 else f" {len(answers)} times"
        return (
            f"Time was up{often}, so the rules answered for you: {listed(dict.fromkeys(answers))}." if answers else ""
        )

    @property
    def last_missed(self) -> str:
        """What the rules answered for the reader in the decisions in a row that the reader has missed up to now."""
        row = 0 if self.own is None else self.table_view.seats[self.own].missed
        answers = self.answered_for_you(0)[-row:] if row else ()
        return self._time_was_up(answers)

    @property
    def missed_by(self) -> tuple[int, ...]:
        """The other seats that have missed the last decision."""
        seats = enumerate(self.table_view.seats)
        return tuple(number for number, seat in seats if seat.missed and number != self.own)

    @property
    def held_by_bot(self) -> bool:
        """Whether a bot stands in for the reader, who can take the seat back."""
        playing = self.table_view.phase in (Phase.PLAYING, Phase.PAUSED)
        return playing and self.own is not None and self.table_view.seats[self.own].stands_in

    def _broken_in(self, number: int | None) -> list[Broken]:
        """The promises that the reader heard and that are broken in a part."""
        part = next((part for part in (*self.parts, *self.moments) if part.number == number), None)
        return [
            Broken(
                event.sender,
                self.called[event.sender],
                self.events[place].say(self.names) if place >= 0 else "",
                self.judgement_of(event),
            )
            for place, event in self.judged
            if part is not None and part.first <= place < part.last and event.fate is Fate.BROKEN
        ]

    def dot(self, place: int, at: int, begins: bool, betrayals: Sequence[Betrayal]) -> str:
        """Class names of a still in the timeline: it is told, it begins a stage, a promise is broken."""
        facts = {
            "done": place < at,
            "begins": begins,
            "betrayal": any(betrayal.frame == place for betrayal in betrayals),
        }
        return " ".join(name for name, true in facts.items() if true)

    def judgement_of(self, event: PledgeJudged) -> str:
        """A sentence on a judged promise, such as ``Ben has broken a promise to you: not to attack you.``."""
        who = "You have" if event.sender == self.own else f"{self.called[event.sender]} has"
        to = listed(map(self.name_of, event.to)) or "everybody"
        action = self.talk_grammar.action_words(event.pledge)
        promise = f"to {action}" if event.pledge.will else f"not to {action.removeprefix('not ')}"
        return f"{who} {event.fate} a promise to {to}: {promise}."

    @cached_property
    def own_parts(self) -> frozenset[int]:
        """Parts that do not play by themselves: the reader's own turns, just seen while playing; or all parts."""
        own = self.table_view.seat
        silent = self.story is not None and not self.story.by_itself
        return frozenset(part.number for part in self.parts if silent or (own is not None and part.seat == own))

    @property
    def news(self) -> int:
        """The last part, or stretch, that begins to play by itself on an open page; 0: none does."""
        playing = (number for number in reversed(self.rounds) if number not in self.own_parts)
        return self.moments[-1].number if self.moments else next(playing, 0)

    @property
    def ending(self) -> tuple[Line, ...]:
        """Lines on how the game ended; empty while it is not over."""
        view = self.table_view.view
        return () if self.story is None or view is None else self.story.ending(view, self.events, self.names)

    def with_party(self, seat: int) -> str:
        """The name of a seat with what it plays: ``Celeste (Fremen)``."""
        view, name = self.table_view.view, self.table_view.seats[seat].name
        party = "" if self.story is None or view is None else self.story.party(view, seat, self.names)
        return f"{name} ({party})" if party not in ("", name) else name
