"""A whole game between bots without a table, but with the same functions, checks and secrets.

Every answer goes through ``submit``; a seat is given its own events, its own view and the messages it may hear. Before
each decision bots may talk, one after the other, a limited number of times. The same seed gives the same match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import ParamSpec, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from turncoat.bots import TURNS_BESIDE, TURNS_TO_REPLY, TURNS_TO_TALK, bot_factory
from turncoat.bots.notary import Notary
from turncoat.bots.outside import AnyBot, chosen, how_failed, made_by, said
from turncoat.bots.result import Fault, Result
from turncoat.games import AnyRuleset, game_of
from turncoat.kernel import play
from turncoat.kernel.bot import Bot
from turncoat.kernel.boxes import Action, Boxes, tag_of
from turncoat.kernel.chance import KEY_BYTES, Chance
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.events import SILENCE, Audience, Event, Listener, hears
from turncoat.kernel.flows import Play
from turncoat.kernel.promise import Fate, Message, Pledge, Say
from turncoat.kernel.ruleset import Finding
from turncoat.kernel.standing_order import Like
from turncoat.table.offers import NO_SUCH, WHY_NOT, OfferState, answered, given_for, in_full, is_offer
from turncoat.table.table import Pledged, audible
from turncoat.table.talk_grammar import never_sealed

T = TypeVar("T")
P = ParamSpec("P")

Ear = Callable[[Event], None]

UNSEEN = Struct()
"""Stands in for the view when a bot does not use its view."""


def derive(seed: int | bytes | str, *path: object) -> bytes:
    """A key for one purpose, made from a seed: the same seed and path give the same 32 bytes."""
    root, text = seed if isinstance(seed, bytes) else str(seed).encode(), "/".join(map(str, path)).encode()
    return blake2b(text, key=blake2b(root).digest()[:KEY_BYTES], digest_size=KEY_BYTES).digest()


class Match:
    """A game whose seats are held by bots, except for those that a person plays through ``submit`` and ``say``.

    Args:
        rules: The game.
        options: The game's options, checked.
        seats: The number of seats at the table.
        key: 32 secret bytes for the game's generator.
        bots: The bot of each seat; other seats wait for a person.
        ear: A function that gets every event that the seat ``listens`` hears, as soon as it happens.
        listens: The seat for which ``ear`` listens; None: a spectator.

    Attributes:
        offers: The state of each offer, by the number of its message in ``messages``.
        notary: Keeps the record, if the caller wants one: it must have begun the same game with the same key.

    Raises:
        BadSetup: the options or the number of seats do not fit.
    """

    def __init__(
        self,
        rules: AnyRuleset,
        options: Struct,
        seats: int,
        key: bytes,
        bots: Mapping[int, AnyBot],
        *,
        ear: Ear | None = None,
        listens: int | None = None,
    ) -> None:
        self.rules, self.options = rules, options
        self.notary: Notary | None = None
        self.bots = dict(bots)
        self.ear, self.listens = ear, listens
        self._hearers = {seat: bot for seat, bot in bots.items() if _writes(bot, "hear")}
        self._talkers = {seat for seat, bot in bots.items() if _writes(bot, "talk")}
        self._repliers = {seat for seat, bot in bots.items() if _writes(bot, "reply")}
        self._actors = {seat for seat, bot in bots.items() if _writes(bot, "beside")}
        heard = bool(self._hearers or self._talkers or ear or len(bots) < seats)
        self.listener = Listener() if heard else None
        self.seats = seats
        self.messages: list[Message] = []
        self.pledges: list[Pledged] = []
        self.offers: dict[int, OfferState] = {}
        self._open: set[int] = set()
        self._unanswered: set[int] = set()
        self._heard: list[list[int]] = [[] for _ in range(seats)]
        self.faults: list[Fault] = []
        self.questions = self.decisions = 0
        self.actions: list[Counter[str]] = [Counter() for _ in range(seats)]
        self._talked = [0] * seats
        self._question: object = None
        self.game: Play[object, Action] = rules.start(options, seats, key, self.listener or SILENCE)
        self._deliver()

    @cached_property
    def never_seen(self) -> frozenset[str]:
        """Actions that nobody can promise, since nothing shows whether they happened."""
        return never_sealed(self.rules.id, self.options, self.seats)

    # --- what anybody may do ------------------------------------------------------------------

    def say(self, seat: int, said: Say) -> None:
        """Say something; only those to whom it is addressed hear it. ``about`` counts all ``messages``, from 1.

        Raises:
            NotAllowed: the answered message is not an open offer; or the notary's table does not permit the message.
        """
        offer = self._offer(seat, said)
        message = Message(seat, said if offer is None else in_full(seat, said, offer, self.never_seen))
        if self.notary is not None:
            self.notary.say(message)
        self.messages.append(message)
        if offer is not None and said.about is not UNSET:
            self._settle(said.about, answered(offer, message))
            if self.offers[said.about] is OfferState.AGREED:
                self._pledge(offer, given_for(offer, self.never_seen))
        if is_offer(message):
            self.offers[len(self.messages)] = OfferState.OPEN
            self._open.add(len(self.messages))
            self._unanswered.add(len(self.messages))
        self._pledge(message, message.said.promise)
        for other in range(self.seats):
            if audible(message, other):
                self._tell(other, message)

    def _offer(self, seat: int, said: Say) -> Message | None:
        """The offer that a message answers, if any."""
        if said.about is UNSET or said.answer is UNSET:
            return None
        if not 1 <= said.about <= len(self.messages) or not audible(self.messages[said.about - 1], seat):
            raise NotAllowed(NO_SUCH, field="about")
        state = self.offers.get(said.about, OfferState.OPEN)
        if state is not OfferState.OPEN:
            raise NotAllowed(WHY_NOT[state], field="about")
        return self.messages[said.about - 1]

    def _pledge(self, message: Message, pledge: Pledge | None) -> None:
        if pledge is not None and pledge.who == message.sender:
            self.pledges.append(Pledged(pledge.who, message.said.to, self.rules.held(pledge)))

    def _tell(self, seat: int, message: Message) -> None:
        """Give a seat the last message, with its number for that seat."""
        known = self._heard[seat]
        known.append(len(self.messages))
        if seat not in self.bots or seat == message.sender:
            return
        about = message.said.about
        here = message.said if about is UNSET else replace(message.said, about=known.index(about) + 1)
        self._guarded(seat, self.bots[seat].read, Message(message.sender, here, len(known)))
        if message.sender not in self.bots:
            self._talked[seat] = min(self._talked[seat], TURNS_TO_TALK - TURNS_TO_REPLY)

    def asked(self, by: int, seat: int) -> list[int]:
        """The numbers of all offers that one seat has made to another, in order."""
        requests = ((number, self.messages[number - 1]) for number in self.offers)
        theirs = [number for number, said in requests if said.sender == by and said.said.request]
        return [place for place in theirs if (wish := self.messages[place - 1].said.request) and wish.who == seat]

    def submit(self, seat: int, action: Action, known: Boxes[Action] | None = None) -> None:
        """Hand in an answer, or act beside the open decision.

        Args:
            seat: The seat that answers.
            action: The answer.
            known: The legal answers of this seat, if the caller has them already.

        Raises:
            Refusal: it is not legal; nothing has changed.
        """
        if self.notary is not None:
            self.notary.answer(seat, action)
        play.submit(self.game, seat, action, self.listener or SILENCE, known=known)
        self.decisions += 1
        self._deliver()

    def order(self, seat: int, key: str, actions: tuple[Action, ...], unless: tuple[Like, ...] = ()) -> None:
        """Leave a standing order for a repeated question; without actions: cancel it.

        Raises:
            Refusal: there is no such question, or it takes no standing orders.
        """
        if self.notary is not None:
            self.notary.order(seat, key, actions, unless)
        play.order_standing(self.game, seat, key, *actions, unless=unless, tell=self.listener or SILENCE)
        self._deliver()

    def close(self) -> None:
        """Time is up: close the open decision, with the default for each player who has not answered."""
        if self.notary is not None:
            self.notary.time_up()
        play.time_up(self.game, self.listener or SILENCE)
        self._deliver()

    # --- what the bots do ---------------------------------------------------------------------

    def confer(self) -> list[Message]:
        """Let the bots talk, one after the other, until nobody has more to say; return the messages.

        Bots that are asked something may talk; a bot with an open offer answers it in any case.
        """
        before = len(self.messages)
        spoke = True
        while spoke:
            spoke = False
            for seat in self._asked(self._talkers):
                spoke |= self._talk(seat)
            for seat in self._owing():
                spoke |= self._spoke(seat, self.bots[seat].reply)
        return self.messages[before:]

    def act(self) -> None:
        """Let the bots that are asked take optional actions."""
        for seat in self._asked(self._actors):
            for _ in range(TURNS_BESIDE):
                if play.pending(self.game) is None or not self._act_once(seat):
                    break

    def answer(self, *, again: bool = False) -> None:
        """Let the bots that are asked answer; with ``again``, bots that have answered may change their answer."""
        now = play.pending(self.game)
        for seat in self._asked():
            if play.pending(self.game) is not now:
                return
            if now is not None and (again or seat not in now.answers):
                self._answer(seat)

    def play(self) -> Result:
        """Play to the end; every seat must have a bot."""
        while not play.over(self.game):
            self.step()
        return self.result()

    def step(self) -> None:
        """Play one decision: talk, optional actions, answers; if nothing else closes it, time is up."""
        now = play.pending(self.game)
        self.confer()
        self.act()
        if play.pending(self.game) is now:
            self.answer()
        if play.pending(self.game) is now and not play.waiting(self.game):
            self.close()

    def result(self) -> Result:
        """The result so far; it is final once the game is over."""
        fates = [(pledge.sender, pledge.state.fate) for pledge in self.pledges]
        return Result(
            self.rules.winners(self.game),
            self.rules.scores(self.game),
            self.questions,
            self.decisions,
            [dict(answers) for answers in self.actions],
            [sum(message.sender == seat for message in self.messages) for seat in range(self.seats)],
            [fates.count((seat, Fate.KEPT)) for seat in range(self.seats)],
            [fates.count((seat, Fate.BROKEN)) for seat in range(self.seats)],
            self.faults,
            self._findings(),
        )

    def _findings(self) -> dict[str, Finding]:
        """The findings of a finished game, if its package has a function for them."""
        return game_of(self.rules.id).findings(self.game) if play.over(self.game) else {}

    # --- how ----------------------------------------------------------------------------------

    def _asked(self, those: Container[int] | None = None) -> list[int]:
        """The bots that the open decision asks (or only those in ``only``), beginning with another one each time."""
        asked = play.asked(self.game)
        seats = [seat for seat in asked if seat in self.bots and (those is None or seat in those)]
        start = self.questions % len(seats) if seats else 0
        return seats[start:] + seats[:start]

    def _talk(self, seat: int) -> bool:
        if self._talked[seat] >= TURNS_TO_TALK:
            return False
        self._talked[seat] += 1
        return self._spoke(seat, self.bots[seat].talk)

    def _owing(self) -> list[int]:
        """The bots that have an open offer to answer; each offer counts once."""
        new, self._unanswered = self._unanswered & self._open, set()
        requests = [self.messages[number - 1].said.request for number in sorted(new)]
        return list(dict.fromkeys([wish.who for wish in requests if wish is not None and wish.who in self._repliers]))

    def _spoke(self, seat: int, speak: Callable[[Struct, Boxes[Action]], object]) -> bool:
        """Whether a bot had something to say, which it has said."""
        view, boxes = self._view(seat), play.boxes(self.game, seat)
        says = self._guarded(seat, lambda: said(speak(view, boxes))) or []
        for one in says:
            self._speak(seat, one)
        return bool(says)

    def _speak(self, seat: int, say: Say) -> None:
        try:
            known = self._heard[seat]
            if say.about is not UNSET and not 1 <= say.about <= len(known):
                raise NotAllowed(NO_SUCH, field="about")
            self.say(seat, say if say.about is UNSET else replace(say, about=known[say.about - 1]))
        except Refusal as refusal:
            self.faults.append(Fault(seat, refusal.sentence))

    def _act_once(self, seat: int) -> bool:
        boxes = play.beside(self.game, seat)
        if not boxes:
            return False
        view, beside = self._view(seat), self.bots[seat].beside
        action = self._guarded(seat, lambda: None if (given := beside(view, boxes)) is None else chosen(given))
        return action is not None and self._handed_in(seat, action)

    def _answer(self, seat: int) -> None:
        boxes, view = play.boxes(self.game, seat), self._view(seat)
        action = self._guarded(seat, lambda: chosen(self.bots[seat].answer(view, boxes)))
        if action is None or not self._handed_in(seat, action, boxes):
            self._handed_in(seat, play.default_of(self.game, seat))
        else:
            self.actions[seat][tag_of(action.__class__)] += 1

    def _view(self, seat: int) -> Struct:
        """The view for a bot, or nothing if it does not use a view."""
        return self.rules.view(self.game, seat) if self.bots[seat].looks else UNSEEN

    def _handed_in(self, seat: int, action: Action, known: Boxes[Action] | None = None) -> bool:
        try:
            self.submit(seat, action, known)
        except Refusal as refusal:
            self.faults.append(Fault(seat, refusal.sentence))
            return False
        return True

    def _guarded(self, seat: int, think: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """The result of a bot's method; if the method fails, nothing, and the error is noted."""
        try:
            return think(*given, **named)
        except (Exception, SystemExit) as failure:  # noqa: BLE001
            self.faults.append(Fault(seat, how_failed(self.bots[seat], failure)))
            return None

    def _deliver(self) -> None:
        """Give every bot the events that it may hear."""
        heard: list[tuple[Audience, Event]] = []
        if self.listener is not None and self.listener.heard:
            heard, self.listener.heard = self.listener.heard, heard
        for audience, event in heard:
            for seat, bot in self._hearers.items():
                if hears(audience, seat):
                    self._guarded(seat, bot.hear, event)
            if self.ear is not None and hears(audience, self.listens):
                self.ear(event)
            if audience is None:
                self.rules.judge([pledged.state for pledged in self.pledges], self.game, event)
                self._overtake(event)
        now = play.pending(self.game)
        if now is not self._question:
            self.questions += self._question is not None
            self._question = now
            self._talked = [0] * self.seats

    def _overtake(self, event: Event) -> None:
        """Close offers that nobody can fulfil any more: the asked seat has answered, or the turn is over."""
        for number in sorted(self._open):
            request = self.messages[number - 1].said.request
            if request is not None and self.rules.passed(request, self.game, event):
                self._settle(number, OfferState.OVERTAKEN)

    def _settle(self, number: int, state: OfferState) -> None:
        self.offers[number] = state
        self._open.discard(number)


def _writes(bot: AnyBot, name: str) -> bool:
    """Whether a bot's class overrides this method, which does nothing in ``Bot``."""
    return getattr(type(bot), name) is not getattr(Bot, name)


def seat_bots(game: str, names: Sequence[str], seed: int | bytes | str) -> dict[int, AnyBot]:
    """Bots for all seats, by name, each with its own random generator.

    Raises:
        BadSetup: if there is no such game or no such bot, or if the bot fails when it is made.
    """
    made: dict[int, AnyBot] = {}
    for seat, name in enumerate(names):
        made[seat] = made_by(bot_factory(game, name), name, seat, len(names), Chance(derive(seed, "bot", seat)))
    return made
