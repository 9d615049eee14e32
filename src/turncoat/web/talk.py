"""What is said at a table, made ready for the templates: circles of people, messages, promises."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import islice

from msgspec import Struct

from turncoat.games import AnyRuleset
from turncoat.kernel.box import Action, Boxes
from turncoat.kernel.promise import Pledge
from turncoat.kernel.space import Names
from turncoat.table.face import Face, MessageFace
from turncoat.table.tongue import Tongue, first_words
from turncoat.web.wording import listed

LATELY = 50
"""So many messages of a circle stand on the page of the table; the replay has all of them."""


class Channel(Struct, frozen=True):
    """A circle of people who talk.

    Attributes:
        seats: The others in it; empty: everybody at the table and whoever watches.
        name: What it is called.
        count: How many messages were said in it.
        open: It is the one on the page.
        to: How its address names it.
    """

    seats: tuple[int, ...]
    name: str
    count: int
    open: bool
    to: str | None


class PledgeLine(Struct, frozen=True):
    """A promise in words, and what became of it."""

    words: str
    fate: str
    to: str


class Talk:
    """What a template asks about the talk at one table, for one pair of eyes.

    Attributes:
        face: The table as the reader is shown it.
        rules: The rules of the game.
        called: What the seats are called.
        names: What everything is called.
        offered: What the reader may answer.
        beside_offered: What the reader may do beside that.
    """

    face: Face
    rules: AnyRuleset
    called: tuple[str, ...]
    names: Names
    offered: Boxes[Action]
    beside_offered: Boxes[Action]

    @property
    def own(self) -> int | None:
        """The reader's seat."""
        return self.face.seat

    def channels(self, said: Sequence[MessageFace], chosen: tuple[int, ...]) -> tuple[Channel, ...]:
        """The circles in which something was said, the public one first, and the one that is open."""
        counts: dict[tuple[int, ...], int] = {(): 0, chosen: 0}
        for one in said:
            key = self.circle(one)
            counts[key] = counts.get(key, 0) + 1
        return tuple(
            Channel(
                seats,
                listed([self.called[seat] for seat in seats]) or "The table",
                count,
                seats == chosen,
                ",".join(map(str, seats)) if seats else None,
            )
            for seats, count in counts.items()
        )

    def lately(self, said: Sequence[MessageFace], chosen: tuple[int, ...]) -> tuple[MessageFace, ...]:
        """The last messages of the circle that is open, in order."""
        last = islice((one for one in reversed(said) if self.circle(one) == chosen), LATELY)
        return tuple(reversed(tuple(last)))

    def circle(self, one: MessageFace) -> tuple[int, ...]:
        """The others in the circle in which something was said."""
        if not one.message.said.to:
            return ()
        everybody = {*one.message.said.to, *([] if one.message.sender is None else [one.message.sender])}
        return tuple(sorted(everybody - {self.own}))

    @cached_property
    def tongue(self) -> Tongue:
        """Says pledges; the reader is ``you``."""
        seats = len(self.called)
        known = first_words(self.face.game, self.rules.read_options(self.face.options), seats)
        tongue = Tongue(self.names, seats, self.own, known)
        tongue.learn(self.offered + self.beside_offered)
        return tongue

    def pledged(self, pledge: Pledge) -> str:
        """A pledge in words: ``"Barney will support you this round"``."""
        return self.tongue.statement(pledge)

    @property
    def pledges(self) -> tuple[PledgeLine, ...]:
        """The promises the reader has heard, the last one first."""
        return tuple(
            PledgeLine(
                self.pledged(one.pledge),
                str(one.fate),
                listed([self.called[seat] for seat in one.to]) or "everybody",
            )
            for one in reversed(self.face.pledges)
        )
