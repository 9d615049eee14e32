"""What a courtier remembers of its talk: truces, pleas and the requests that have failed."""

from __future__ import annotations

from turncoat.games.loyalty.actions import LoyaltyAction
from turncoat.games.loyalty.events import AnswersShown, Declared, RequestFailed, TurnBegan
from turncoat.kernel import Event, tag_of
from turncoat.kernel.promise import Message, Pledge

TRUCE = 4
"""A truce is offered for so many of one's own answers."""

ATTACK = "attack"


class Memory:
    """What one seat keeps in mind.

    Attributes:
        given: For how many more of the own answers each seat has been promised peace.
        received: For how many more answers of its own each seat has promised peace.
        pleas: Who has asked for leave in words, and has not been answered.
        failed: Requests that came to nothing in this turn.
        proposed: The turn in which each seat was last offered a truce.
        warned: The round in which the table was last warned.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.given: dict[int, int] = {}
        self.received: dict[int, int] = {}
        self.pleas: list[int] = []
        self.failed: list[LoyaltyAction] = []
        self.proposed: dict[int, int] = {}
        self.warned = 0
        self._declared: LoyaltyAction | None = None

    def hear(self, event: Event) -> None:
        """Answers that are shown use up promises; a failed request is not made again in the same turn."""
        match event:
            case Declared():
                self._use_up(event.seat)
                self._declared = event.action
            case AnswersShown():
                for seat in event.seats:
                    self._use_up(seat)
            case RequestFailed() if event.seat == self.seat and self._declared is not None:
                self.failed.append(self._declared)
            case TurnBegan():
                self.failed, self.pleas = [], []
            case _:
                pass

    def _use_up(self, seat: int) -> None:
        if seat == self.seat:
            self.given = {to: left - 1 for to, left in self.given.items() if left > 1}
        elif seat in self.received:
            self.received[seat] -= 1
            if not self.received[seat]:
                del self.received[seat]

    def read(self, message: Message) -> None:
        """LOY-8.10: words bind nobody, but a truce that was promised is believed for a while."""
        sender, said = message.sender, message.said
        if sender is None:
            return
        if said.promise is not None and self.is_peace(said.promise, sender, self.seat):
            self.received[sender] = said.promise.times
        if said.request is not None and said.request.who == self.seat and said.request.act == "grant":
            self.pleas.append(sender)

    @staticmethod
    def is_peace(pledge: Pledge, who: int, whom: int) -> bool:
        """Whether it says that one seat will not attack another."""
        return (
            pledge.who == who and pledge.act == ATTACK and not pledge.will and pledge.fields.get("targets") == (whom,)
        )

    def peace(self, seat: int) -> Pledge:
        """The promise not to attack somebody."""
        return Pledge(self.seat, ATTACK, {"targets": (seat,)}, will=False, times=TRUCE)

    def tried(self, action: LoyaltyAction) -> bool:
        """Whether the like of it has failed in this turn: the same kind of request to the same place."""
        kind, goal = tag_of(action.__class__), getattr(action, "to", "")
        return any(tag_of(one.__class__) == kind and getattr(one, "to", "") == goal for one in self.failed)
