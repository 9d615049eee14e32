"""How a bot bargains: it remembers promises, answers offers by their value, and does not repeat itself.

A game tells the value of an offer to the bot (``Worth``) and what to propose; the rest is the same in every game. The
The *credit* of a player is the probability that they keep the next promise, from those they kept and broke.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import UNSET, Struct
from msgspec.structs import replace

from turncoat.kernel.boxes import Action
from turncoat.kernel.manners import PLAIN_TALK, manner_of
from turncoat.kernel.promise import Answer, Fate, Message, Pledge, PledgeState, Say

LONGEST = 12
"""The most answers that one promise of a bot covers."""

DEAF = 2
"""A player who has left this many offers in a row unanswered is not asked again before they say something."""

MOST_HELD = 50
"""How many open promises of one seat are remembered: as many as a table permits."""


class Offer(Struct, frozen=True):
    """A request from another player.

    Attributes:
        sender: The seat that asks.
        request: What it asks for.
        price: What it offers in return; None: nothing.
        number: The number of the message.
        last: Whether the bot makes no counter-offer, because the request counters one of its own.
    """

    sender: int
    request: Pledge
    price: Pledge | None
    number: int
    last: bool = False


class Counter(Struct, frozen=True):
    """A counter-offer."""

    request: Pledge
    price: Pledge | None = None


class Worth(Struct, frozen=True):
    """The value of an offer to the bot.

    Attributes:
        gain: The prospects with it, less those without it; None: the bot cannot do it.
        instead: The counter-offer, if it does not agree.
    """

    gain: float | None
    instead: Counter | None = None


class Held(Struct):
    """An open promise.

    Attributes:
        who: The seat that made the promise.
        to: The seats that heard it; empty: everybody.
        state: Whether the promise is open, kept or broken.
        price: What was offered in return for the promise.
    """

    who: int
    to: tuple[int, ...]
    state: PledgeState
    price: Pledge | None = None


class Bargainer:
    """The promises and requests that one seat knows, its own and those of others.

    Args:
        seat: The seat.
        seats: The number of seats at the table.
        below: Draws a random number below another one.
        unseen: Actions that nothing ever shows, so promises of them do not bind.
        acts: How promises of acts are judged.

    Attributes:
        given: The bot's own open promises.
        taken: The open promises of others that the bot has heard.
        asked: The bot's own unanswered offers, by the seat that was asked.
        agreed: Its own offers that others agreed to, by seat; the part of the bot that pays for them removes them.
        ignored: How many offers in a row each seat has left unanswered.
        word: The numbers of promises that each seat has kept and broken.
        moment: A counter that goes up with each turn, or round, of the game.
        asked_at: When the bot last asked each player for each thing.
        loud: The last public use of each line, by any player, and its moment.
    """

    def __init__(
        self,
        seat: int,
        seats: int,
        below: Callable[[int], int],
        unseen: frozenset[str] = frozenset(),
        acts: frozenset[str] = frozenset(),
    ) -> None:
        self.seat, self.manner, self.below, self.unseen, self.acts = seat, manner_of(seat), below, unseen, acts
        others = [other for other in range(seats) if other != seat]
        self.given: list[Held] = []
        self.taken: list[Held] = []
        self.asked: dict[int, Say] = {}
        self.agreed: dict[int, Say] = {}
        self.ignored: dict[int, int] = {}
        self.word = {other: [0, 0] for other in others}
        self.moment = 0
        self.asked_at: dict[tuple[int, str], int] = {}
        self.loud: dict[str, int] = {}
        self._waiting: list[Offer] = []
        self._in_return: list[Say] = []
        self._of_others: set[int] = set()
        self._puzzled: dict[int, bool] = {}
        self._owed_words: list[tuple[int, tuple[str, ...]]] = []
        self._last = ""

    # --- what it learns -----------------------------------------------------------------------

    def read(self, message: Message) -> None:
        """Take in a message. Messages of spectators are ignored.

        A bot hears its own messages only if it starts again at a table where it has spoken before.
        """
        said, sender = message.said, message.sender
        if said.text and not said.to:
            self.loud[said.text] = self.moment
        if sender == self.seat:
            self._has_said(said)
        if sender not in self.word or sender is None:
            return
        self.ignored[sender] = 0
        mine = said.about is not UNSET and said.about not in self._of_others
        if said.answer is not UNSET and not mine:
            self._waiting = [offer for offer in self._waiting if offer.number != said.about]
        if sender in self.asked and (mine or said.promise == self.asked[sender].request):
            self._is_answered(sender, said)
        if said.promise is not None and said.promise.who == sender:
            self._take(sender, said.to, said.promise)
        if said.request is not None:
            self._of_others.add(message.number)
            self._is_asked(sender, message)
        elif said.promise is None and said.answer is UNSET and said.to == (self.seat,) and said.text not in PLAIN_TALK:
            self._puzzled.setdefault(sender, True)

    def _has_said(self, said: Say) -> None:
        """Note a message that the bot itself said before it started again, so that it does not repeat it."""
        self._last = said.text
        offer = next((offer for offer in self._waiting if offer.number == said.about), None)
        if offer is not None:
            self._waiting.remove(offer)
            if said.answer is Answer.AGREE:
                self._agree(offer)
        elif said.promise is not None:
            self._in_return = [promise for promise in self._in_return if promise.promise != said.promise]
        if said.request is not None:
            self._note_asked(said.request.who, replace(said, to=(said.request.who,)))
        self._puzzled |= dict.fromkeys(said.to if said.text in self.manner.puzzled else (), False)
        self._owed_words = [
            (seat, lines) for seat, lines in self._owed_words if seat not in said.to or said.text not in lines
        ]

    def _is_answered(self, sender: int, said: Say) -> None:
        own = self.asked.pop(sender)
        if said.answer in (Answer.NO, Answer.COUNTER):
            return
        self.agreed[sender] = own
        if own.offer is not None:
            self._give(own.to, own.offer, own.request)
            if said.answer is UNSET and own.offer.act not in self.unseen:
                self._in_return.append(Say(own.to, self.line(self.manner.agree), promise=own.offer))

    def _is_asked(self, sender: int, message: Message) -> None:
        said = message.said
        if said.request is not None and said.request.who == self.seat:
            price = said.offer or said.promise
            countered = said.answer is Answer.COUNTER
            self._waiting.append(Offer(sender, said.request, price, message.number, countered))

    def _take(self, who: int, to: tuple[int, ...], pledge: Pledge) -> None:
        if pledge.act in self.unseen:
            return
        self.taken.append(Held(who, to, self._open(pledge)))
        del self.taken[: -MOST_HELD * len(self.word)]

    def _give(self, to: tuple[int, ...], pledge: Pledge, price: Pledge | None) -> None:
        if pledge.act not in self.unseen:
            self.given.append(Held(self.seat, to, self._open(pledge), price))

    def _open(self, pledge: Pledge) -> PledgeState:
        return PledgeState(pledge, pledge.times, by_turn=pledge.act in self.acts)

    def judge(self, revealed: Mapping[int, Action]) -> list[int]:
        """Judge all promises by public answers; returns the seats that have broken one.

        Requests to the bot are settled once everybody has seen its answer.
        """
        for seat, action in revealed.items():
            for held in (*self.given, *self.taken):
                held.state.judge(seat, action)
        if self.seat in revealed:
            self._waiting = [offer for offer in self._waiting if offer.request.act in self.acts]
        self.asked = {seat: said for seat, said in self.asked.items() if seat not in revealed or self._asks_act(said)}
        return self._settle()

    def saw(
        self, done: Iterable[tuple[int, Action]], *, turn_over: bool = False, out: Collection[int] = ()
    ) -> list[int]:
        """Judge promises by public acts, by players who are out, and by the end of a turn.

        Returns: The players who have broken a promise.
        """
        acts, promises = tuple(done), (*self.given, *self.taken)
        for held in promises:
            for seat, act in acts:
                held.state.did(seat, act)
            held.state.lose(out)
            if turn_over:
                held.state.turn_over()
        if turn_over:
            self._waiting = [offer for offer in self._waiting if offer.request.act not in self.acts]
            late = [seat for seat, said in self.asked.items() if self._asks_act(said)]
            self.ignored |= {seat: self.ignored.get(seat, 0) + 1 for seat in late}
            self.asked = {seat: said for seat, said in self.asked.items() if seat not in late}
        return self._settle()

    def _asks_act(self, said: Say) -> bool:
        return said.request is not None and said.request.act in self.acts

    def _settle(self) -> list[int]:
        """Count a judged promise; returns the player if it was broken."""
        traitors = []
        for held in self.given:
            if held.state.fate is Fate.BROKEN:
                self._owed_words += [(seat, self.manner.sorry) for seat in held.to if seat != self.seat]
        for held in self.taken:
            kept, broken = held.state.fate is Fate.KEPT, held.state.fate is Fate.BROKEN
            if self.seat in held.to and (broken or (kept and self.word[held.who] == [0, 0])):
                self._owed_words.append((held.who, self.manner.reproach if broken else self.manner.thanks))
            self.word[held.who][0] += kept
            self.word[held.who][1] += broken
            traitors += [held.who] if broken else []
        self.given = [held for held in self.given if held.state.fate is Fate.OPEN]
        self.taken = [held for held in self.taken if held.state.fate is Fate.OPEN]
        return traitors

    def forget_offers(self, *acts: str) -> None:
        """After a round, drop unanswered offers, and promises that held only for that round."""
        for seat in self.asked:
            self.ignored[seat] = self.ignored.get(seat, 0) + 1
        self.moment += 1
        self.asked, self.agreed, self._waiting = {}, {}, []
        self.given = [held for held in self.given if held.state.pledge.act not in acts]
        self.taken = [held for held in self.taken if held.state.pledge.act not in acts]

    @property
    def waits(self) -> bool:
        """Whether a player waits for an answer."""
        return bool(self._waiting)

    # --- what a word is worth -----------------------------------------------------------------

    def credit(self, seat: int) -> float:
        """The probability that a player keeps a promise, from 0 to 1; a broken one counts twice."""
        kept, broken = self.word[seat]
        return (kept + 2) / (kept + 2 * broken + 3)

    def breaks(self, action: Action) -> list[Held]:
        """The bot's own promises that an answer would break."""
        answers = [held for held in self.given if not held.state.by_turn]
        return [held for held in answers if held.state.pledge.covers(action) != held.state.pledge.will]

    # --- what it says -------------------------------------------------------------------------

    def line(self, lines: tuple[str, ...]) -> str:
        """One of these lines at random, but not the one that the bot said last."""
        fresh = [line for line in lines if line != self._last] or list(lines)
        self._last = fresh[self.below(len(fresh))]
        return self._last

    def opened(self, lines: tuple[str, ...], to: int | None = None) -> str:
        """One of a game's lines, in this bot's own manner of speaking.

        Args:
            lines: The lines; seats speaking at the same moment use different ones, if there are enough.
            to: The player addressed, whose kept or broken word colours the line; None: everybody.
        """
        kept, broken = self.word.get(to, (0, 0)) if to is not None else (0, 0)
        manner = self.manner
        openings = manner.wary if broken > kept else manner.trusting if kept > broken else manner.opening
        seats = len(self.word) + 1
        line = lines[(self.seat + self.moment * (seats if seats % len(lines) else 1)) % len(lines)]
        return self.line(tuple(f"{opening} {line}" for opening in openings))

    def has_heard(self, line: str, since: int = 0) -> bool:
        """Whether any player, the bot included, has said this line publicly at this moment or later."""
        return any(said.endswith(line) and when >= since for said, when in self.loud.items())

    def proclaim(self, line: str) -> Say:
        """Say a line to everybody."""
        said = self.opened((line,))
        self.loud[said] = self.moment
        return Say((), said)

    def lately(self, seat: int, act: str, moments: int = 1) -> bool:
        """Whether the bot has asked this seat for the same within this many moments, the present one included."""
        return self.moment - self.asked_at.get((seat, act), -moments) < moments

    def approached(self, *acts: str) -> list[int]:
        """The players whom it has asked for something at this moment; with ``acts``: for one of these."""
        now = (asked for asked, moment in self.asked_at.items() if moment == self.moment)
        return [seat for seat, act in now if not acts or act in acts]

    def replies(self, worth: Callable[[Offer], Worth]) -> list[Say]:
        """Answer every waiting offer by its value, and tell players who used plain words what the bot understands."""
        waiting, says = self._waiting, self._in_return
        self._waiting, self._in_return = [], []
        says += [self._reply(offer, worth(offer)) for offer in waiting]
        says += [Say((seat,), self.line(self.manner.puzzled)) for seat, due in self._puzzled.items() if due]
        says += [Say((seat,), self.line(lines)) for seat, lines in dict.fromkeys(self._owed_words)]
        self._puzzled, self._owed_words = dict.fromkeys(self._puzzled, False), []
        return says

    def _reply(self, offer: Offer, worth: Worth) -> Say:
        manner = self.manner
        if worth.gain is not None and worth.gain >= 0 and 1 <= offer.request.times <= LONGEST:
            self._agree(offer)
            return Say((), self.line(manner.agree), about=offer.number, answer=Answer.AGREE)
        if worth.instead is not None and not offer.last and offer.sender not in self.asked:
            said = Say((), self.line(manner.counter), None, worth.instead.request, worth.instead.price)
            return self._ask(offer.sender, said, offer.number)
        lines = manner.cannot if worth.gain is None else manner.refuse
        return Say((), self.line(lines), about=offer.number, answer=Answer.NO)

    def _agree(self, offer: Offer) -> None:
        self._give((offer.sender,), offer.request, offer.price)
        if offer.price is not None and offer.price.who == offer.sender:
            self._take(offer.sender, (self.seat,), offer.price)

    def _note_asked(self, seat: int, said: Say) -> None:
        self.asked[seat] = said
        if said.request is not None:
            self.asked_at[seat, said.request.act] = self.moment

    def _ask(self, seat: int, said: Say, about: int) -> Say:
        self._note_asked(seat, Say((seat,), said.text, None, said.request, said.offer))
        return Say((), said.text, None, said.request, said.offer, about, Answer.COUNTER)

    def propose(self, seat: int, lines: tuple[str, ...], request: Pledge, price: Pledge | None = None) -> list[Say]:
        """Make a player an offer, unless the player has not answered an earlier one."""
        if seat in self.asked:
            return []
        said = Say((seat,), self.opened(lines, seat), None, request, price)
        self._note_asked(seat, said)
        return [said]

    def listens(self, seat: int) -> bool:
        """Whether a player listens: one who has left two offers in a row unanswered is not asked again."""
        return self.ignored.get(seat, 0) < DEAF

    def owes(self, seat: int) -> bool:
        """Whether the bot owes this seat an open promise."""
        return any(not held.to or seat in held.to for held in self.given)
