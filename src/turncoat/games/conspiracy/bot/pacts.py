"""What a plotter has promised and been promised, and how much a word is worth.

A promise speaks of the next actions of a player, as everybody sees them. A plotter trades the promise not to attack;
it keeps its word unless breaking it brings more than a good name.
"""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.conspiracy.actions import AttackCoin, ConspiracyAction
from turncoat.games.conspiracy.events.turn import SHOWN, as_shown, revealed
from turncoat.kernel import Event, tag_of
from turncoat.kernel.promise import Fate, Message, Pledge, PledgeState, Say

HONOUR = 0.04
"""What breaking a promise costs, in prospects; as much as it costs the plotter to be kind for nothing."""

IN_PUBLIC = 2.0
"""A promise to everybody is this much dearer."""

FAITHLESS = 0.4
"""Whoever is less likely than this to keep a promise is not approached."""

LASTING = 4
"""For how many actions a pact is proposed: two turns of each."""

LONGEST = 12
"""For more actions than this nothing is promised."""

PATIENCE = 3
"""Rounds until somebody who was approached is approached again."""

ATTACK = tag_of(AttackCoin)
PROMISED = frozenset(map(tag_of, SHOWN))

PROPOSAL, CONFIRMED = "Let us leave each other's coins alone.", "Then it is settled."
AGREED, DECLINED, CANNOT = "You have my word.", "Not this time.", "I could not even if I wanted to."
PUZZLED = "I only understand requests and promises."


class Given(Struct):
    """A promise of one's own, and who heard it (empty: everybody)."""

    to: tuple[int, ...]
    state: PledgeState


class Pacts:
    """The word of one seat, and of all others.

    Attributes:
        given: Own promises that are open.
        taken: Promises heard that are open, by whoever made them.
        requests: Requests that wait for a reply.
        puzzled: Who spoke in plain words alone, and whether a reply is due.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.given: list[Given] = []
        self.taken: dict[int, list[PledgeState]] = {other: [] for other in range(seats) if other != seat}
        self.requests: list[Message] = []
        self.puzzled: dict[int, bool] = {}
        self._word: dict[int, list[int]] = {other: [0, 0] for other in self.taken}
        self._approached: dict[int, int] = {}
        self._agreed: list[int] = []

    # --- what it learns -----------------------------------------------------------------------

    def hear(self, event: Event) -> list[int]:
        """Judge promises by what an event shows; returns whoever has broken one."""
        traitors = []
        for seat, action in revealed(event).items():
            for given in self.given if seat == self.seat else []:
                given.state.judge(seat, action)
            for standing in self.taken.get(seat, []):
                standing.judge(seat, action)
                self._word[seat][0] += standing.fate is Fate.KEPT
                self._word[seat][1] += standing.fate is Fate.BROKEN
                traitors += [seat] if standing.fate is Fate.BROKEN else []
            if seat != self.seat:
                self.taken[seat] = [one for one in self.taken[seat] if one.fate is Fate.OPEN]
        self.given = [one for one in self.given if one.state.fate is Fate.OPEN]
        return traitors

    def read(self, message: Message) -> None:
        """A promise is remembered, a request waits for a reply, plain words puzzle."""
        said, sender = message.said, message.sender
        if sender is None or sender == self.seat:
            return
        promise, request = said.promise, said.request
        if promise is not None and promise.who == sender:
            self.taken[sender].append(PledgeState(promise, promise.times))
            if self._is_peace(promise) and sender in self._approached and not self.spares(self.seat, sender):
                self._agreed.append(sender)
        if request is not None and request.who == self.seat:
            self.requests.append(message)
        elif promise is None and said.to == (self.seat,):
            self.puzzled.setdefault(sender, True)

    # --- what a word is worth -----------------------------------------------------------------

    def credit(self, seat: int) -> float:
        """How likely somebody is to keep a promise, from 0 to 1; a broken one weighs double."""
        kept, broken = self._word[seat]
        return (kept + 2) / (kept + 2 * broken + 3)

    def cost(self, action: ConspiracyAction) -> float:
        """What the promises cost, in prospects, that this action would break."""
        if not self.given:
            return 0.0
        shown = as_shown(action)
        return sum(self._price(one) for one in self.given if one.state.pledge.covers(shown) != one.state.pledge.will)

    def _price(self, given: Given) -> float:
        return HONOUR * (max(map(self.credit, given.to)) if given.to else IN_PUBLIC)

    def calm(self) -> float:
        """How much of the danger of attacks the promises of the others take away, from 0 to 1."""
        sworn = [self.credit(seat) if any(map(self._peaceful, held)) else 0.0 for seat, held in self.taken.items()]
        return sum(sworn) / len(sworn)

    def spares(self, seat: int, other: int) -> bool:
        """Whether somebody has promised somebody else not to attack; one of them is the own seat."""
        if seat == self.seat:
            return any(self._peaceful(one.state) for one in self.given if not one.to or other in one.to)
        return any(map(self._peaceful, self.taken[seat]))

    def _peaceful(self, standing: PledgeState) -> bool:
        return self._is_peace(standing.pledge)

    def _is_peace(self, pledge: Pledge) -> bool:
        return pledge.act == ATTACK and not pledge.will

    # --- what it says -------------------------------------------------------------------------

    def promise(self, to: int, pledge: Pledge, words: str) -> Say:
        """A promise to one seat, which the bot remembers from now on."""
        self.given.append(Given((to,), PledgeState(pledge, pledge.times)))
        return Say((to,), words, promise=pledge)

    def settle(self) -> list[Say]:
        """Promise what was offered to those who have promised; tell the others what is understood."""
        agreed, self._agreed = self._agreed, []
        says = [self.promise(seat, self.peace(self.seat), CONFIRMED) for seat in agreed]
        says += [Say((seat,), PUZZLED) for seat, due in self.puzzled.items() if due]
        self.puzzled = dict.fromkeys(self.puzzled, False)
        return says

    def propose(self, seats: list[int], round_: int) -> list[Say]:
        """Propose to the most trusted of these that neither attacks; one a round, if somebody is left to be asked."""
        open_to = [
            seat
            for seat in seats
            if self.credit(seat) >= FAITHLESS
            and round_ - self._approached.get(seat, -PATIENCE) >= PATIENCE
            and not self.spares(seat, self.seat)
        ]
        if not open_to or round_ in self._approached.values():
            return []
        partner = max(open_to, key=lambda seat: (self.credit(seat), -seat))
        self._approached[partner] = round_
        return [Say((partner,), PROPOSAL, request=self.peace(partner), offer=self.peace(self.seat))]

    def peace(self, seat: int) -> Pledge:
        """Not to attack for a while."""
        return Pledge(seat, ATTACK, {}, False, LASTING)
