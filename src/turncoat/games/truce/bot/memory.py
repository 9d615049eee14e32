"""What one seat knows of the game's past: habits, promises given and taken, requests that wait for a reply."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.truce.bot.habits import Guess, Habits, stranger
from turncoat.games.truce.bot.imagine import rounds_to_come
from turncoat.games.truce.events import ActionsRevealed, GiftGiven, SupportArrived, VictimRobbed
from turncoat.games.truce.state import TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Event
from turncoat.kernel.promise import Fate, Pledge, Standing

HONOUR = 0.1
"""What breaking a promise costs, in prospects, while many rounds are left."""

LONG = 4
"""From so many rounds to come on, the future counts in full."""

IN_PUBLIC = 2.0
"""A promise to everybody is so much dearer."""

UNPAID = 0.25
"""What is left of a promise whose price was not paid."""


class Given(Struct):
    """A promise of mine.

    Attributes:
        to: Who heard it; empty: everybody.
        standing: How it stands.
        price: What I was offered for it.
    """

    to: tuple[int, ...]
    standing: Standing
    price: Pledge | None = None


class Taken(Struct):
    """A promise that I heard, and how it stands."""

    sender: int
    standing: Standing


def horizon(view: TruceView) -> float:
    """How much the future counts, 0 in the last round to 1."""
    return min(1.0, rounds_to_come(view) / LONG)


class Memory:
    """The past, as one seat knows it.

    Attributes:
        habits: Of each rival, by seat.
        given: My promises that are still open.
        taken: Promises to me that are still open.
        received: Coins that each rival gave me this round.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.habits: dict[int, Habits] = {other: stranger(seats) for other in range(seats) if other != seat}
        self.given: list[Given] = []
        self.taken: list[Taken] = []
        self.received: dict[int, int] = {}

    def hear(self, event: Event) -> None:
        """TRU-12: who did what to whom."""
        match event:
            case ActionsRevealed():
                self._judge(event)
            case SupportArrived() if event.path[-1] == self.seat:
                self.habits[event.path[0]].goodwill += 1.0
            case SupportArrived() if event.path[0] == self.seat:
                self.habits[event.path[-1]].goodwill -= 1.0
            case VictimRobbed() if event.victim == self.seat:
                for robber in event.robbers:
                    self.habits[robber].goodwill -= 1.0
            case GiftGiven() if event.to == self.seat:
                self.habits[event.giver].goodwill += 0.5 * event.coins
                self.received[event.giver] = self.received.get(event.giver, 0) + event.coins
            case _:
                pass

    def _judge(self, event: ActionsRevealed) -> None:
        """TRU-12.2: every action of the round is known, and with it who kept which promise."""
        for seat, habits in self.habits.items():
            habits.note(event.actions[seat])
        for taken in self.taken:
            taken.standing.judge(taken.sender, event.actions[taken.sender])
            self.habits[taken.sender].kept += taken.standing.fate is Fate.KEPT
            self.habits[taken.sender].broken += taken.standing.fate is Fate.BROKEN
        for given in self.given:
            given.standing.judge(self.seat, event.actions[self.seat])
        self.taken = [taken for taken in self.taken if taken.standing.fate is Fate.OPEN]
        self.given = [given for given in self.given if given.standing.fate is Fate.OPEN]
        self.received = {}

    def guesses(self, view: TruceView) -> dict[int, Guess]:
        """What each rival may have sealed."""
        promises: dict[int, list[Pledge]] = {seat: [] for seat in self.habits}
        for taken in self.taken:
            promises[taken.sender].append(taken.standing.pledge)
        return {seat: Guess(seat, habits, view, promises[seat]) for seat, habits in self.habits.items()}

    def credit(self, seat: int, view: TruceView) -> float:
        """How likely a rival is to keep its word, 0 to 1."""
        return self.habits[seat].credit(last=not rounds_to_come(view))

    def cost(self, action: TruceAction, view: TruceView) -> float:
        """What the promises cost that this action would break, in prospects."""
        broken = [given for given in self.given if given.standing.pledge.covers(action) != given.standing.pledge.will]
        return sum(self._price(given, view) for given in broken)

    def _price(self, given: Given, view: TruceView) -> float:
        """A word weighs less towards the end, before those whose own word is light, and where it was not paid for."""
        price = HONOUR * horizon(view)
        if given.to:
            price *= min(1.0, 1.5 * max(self.credit(seat, view) for seat in given.to))
        else:
            price *= IN_PUBLIC
        return price if given.price is None or self._paid(given.price) else price * UNPAID

    def _paid(self, price: Pledge) -> bool:
        """TRU-4.2: a gift has arrived; anything else has at least been promised."""
        if price.act == "give":
            return self.received.get(price.who, 0) > 0
        return any(taken.sender == price.who and taken.standing.pledge.act == price.act for taken in self.taken)
