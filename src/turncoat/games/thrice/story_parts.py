"""A combat cut into the parts in which it is told: an opening, and in each round a part for each field and the end."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from turncoat.games.thrice import events as happened
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel.events import Event

PARTS = 10
"""Parts are numbered ``PARTS * round + place``; 1 alone is what comes before the first round."""

OPENING = 1
BEFORE, OPPONENTS, AFTER, END = 1, 2, 3, 4
FIELDS = {BEFORE: "before", OPPONENTS: "opponents", AFTER: "after", END: "end"}
"""THR-8.1: the parts of a round."""


class Part(Struct, frozen=True):
    """A part of the story: its number, and where its events begin and end."""

    number: int
    first: int
    last: int


class Cutter:
    """Cuts a combat into parts."""

    def __init__(self, gm: int) -> None:
        self.gm = gm
        self.found: list[Part] = []
        self.number, self.start, self.round = OPENING, 0, 0
        self.before: set[int] = set()
        self.first: frozenset[int] = frozenset()
        self.waiting: set[int] = set()
        self.there: set[int] = set(range(gm))

    def hear(self, place: int, one: Event) -> None:
        """One event after the other; a part is over as soon as another one begins, or everything ends."""
        if isinstance(one, happened.OpponentsCame):
            self.there |= set(range(self.gm, self.gm + one.opponents))
        elif isinstance(one, happened.FellHelpless | happened.Fled):
            self.there.discard(one.who)
        elif isinstance(one, happened.TurnEnded) and not self.waiting & self.there:
            self.cut(place + 1)
            self.number = 0
        elif isinstance(one, happened.InitiativeCompared):
            self.before = set(one.before)
        elif isinstance(one, happened.RoundBegan):
            self.cut(place)
            self.round, self.number = one.round, 0
            self.first = frozenset(self.before)
        elif isinstance(one, happened.TurnBegan):
            self.turn(place, one.who)
        elif isinstance(one, happened.AdvantageGained):
            self.begin(place, END)
        elif isinstance(one, happened.FieldChanged):
            (self.before.add if one.before else self.before.discard)(one.who)
        elif isinstance(one, happened.CombatEnded):
            self.cut(place + 1)

    def turn(self, place: int, who: int) -> None:
        """A turn of this combatant; the part is over when nobody who is there waits for his in the same field."""
        field = OPPONENTS if who >= self.gm else BEFORE if who in self.first else AFTER
        if self.number != PARTS * self.round + field:
            own = {one for one in self.there if (one >= self.gm) == (who >= self.gm)}
            self.waiting = own if field == OPPONENTS else own & self.first if field == BEFORE else own - self.first
        self.waiting.discard(who)
        self.begin(place, field)

    def begin(self, place: int, field: int) -> None:
        """Another field of the initiative board."""
        number = PARTS * self.round + field
        if self.number and number != self.number:
            self.cut(place)
        self.number = number

    def cut(self, place: int) -> None:
        """What was told up to here is a part."""
        if self.number:
            self.found.append(Part(self.number, self.start, place))
        self.start = place


def parts(view: ThriceView, events: Sequence[Event]) -> list[Part]:
    """The parts that are over."""
    cutter = Cutter(view.gm)
    for place, one in enumerate(events):
        cutter.hear(place, one)
    return cutter.found
