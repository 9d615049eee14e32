"""A person at the terminal plays against bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from turncoat.bots.match import Match
from turncoat.cli.screen import Screen
from turncoat.cli.session import Session
from turncoat.cli.talking import Offer
from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Fate, Pledge, Say
from turncoat.kernel.standing_order import written
from turncoat.table.offers import OfferState
from turncoat.table.standing_orders import Order, Wanted, orders_of
from turncoat.table.table import audible
from turncoat.table.table_events import Judgement
from turncoat.table.table_view import takes_effect_at_once
from turncoat.table.talk_grammar import TalkGrammar


class AgainstBots(Session):
    """A game of one person at the terminal; bots sit at the other seats."""

    def __init__(self, screen: Screen, rules: AnyRuleset, me: int, talk_grammar: TalkGrammar) -> None:
        super().__init__(screen, rules, me, talk_grammar)
        self.read = 0
        self.judged: set[int] = set()
        self.failed: set[int] = set()

    def hear(self, event: Event) -> None:
        """Take in an event that this seat hears."""
        self.events.append(event)

    def play(self, match: Match, *, later: bool = False) -> None:
        """Play to the end.

        Args:
            match: The game with its bots; its ``ear`` is this session's ``hear``.
            later: Everything that has happened so far was shown already.

        Raises:
            Left: the person leaves, or the input has ended.
        """
        self.match = match
        if later:
            self.told = self.last = len(self.events)
            self.read = len(match.messages)
            self.judged = {id(one) for one in match.pledges if one.state.fate is not Fate.OPEN}
        with self.screen.unechoed():
            while not play.over(match.game):
                self._one_decision()
            self._tell()
        self._verdict(self.rules.winners(match.game))

    def _one_decision(self) -> None:
        match = self.match
        now = play.pending(match.game)
        self._tell()
        if self.me not in play.asked(match.game):
            if not self.shown:
                self._table()
            match.step()
            self._talk()
            return
        self.staged = self.filling = None
        self.talk_grammar.learn(self._open())
        self._bots_think()
        self._tell()
        self._table()
        self._talk()
        self.screen.write(self.question(), "title")
        self._menu()
        while play.pending(match.game) is now:
            self._one_line()
            if play.pending(match.game) is now and not play.waiting(match.game):
                match.close()

    def _menu(self, *, folded: bool = True) -> None:
        super()._menu(folded=folded)
        if self._may_wait():
            self.screen.line(("  wait", "you"), (": let somebody else answer; one answer is enough here", "dim"))

    # --- the table ----------------------------------------------------------------------------

    def view(self) -> Struct:
        """The game as the seat may see it."""
        return self.rules.view(self.match.game, self.me)

    def boxes(self) -> Boxes[Action]:
        """What the seat may answer."""
        return play.boxes(self.match.game, self.me)

    def beside(self) -> Boxes[Action]:
        """The seat's optional actions."""
        return play.beside(self.match.game, self.me)

    def question(self) -> str:
        """What the seat is asked."""
        step = play.decision(self.match.game)
        return self.rules.question(step.key) if step else ""

    def at_once(self) -> bool:
        """Whether an answer takes effect at once."""
        return takes_effect_at_once(self.rules, self.match.game)

    def offers_of(self, seat: int) -> Sequence[Offer]:
        """All offers that a bot has made to this seat, in order."""
        match = self.match
        numbers = match.asked(seat, self.me)
        return [Offer(one, match.messages[one - 1].said, match.offers[one] is OfferState.OPEN) for one in numbers]

    def pledged(self) -> Iterator[tuple[int, Pledge, Fate]]:
        """The promises that this seat has heard."""
        for one in self.match.pledges:
            if one.heard_by(self.me):
                yield one.sender, one.state.pledge, one.state.fate

    def hand_in(self, action: Action) -> None:
        """Seal an answer, or take an optional action; the bots may then change their answers.

        Raises:
            Refusal: it is not accepted; nothing has changed.
        """
        now, before = play.pending(self.match.game), self.last
        self.last = len(self.events)
        try:
            self.match.submit(self.me, action)
        except Refusal:
            self.last = before
            raise
        if play.pending(self.match.game) is now:
            self._tell()
            self._after_words()

    def key(self) -> str:
        """The key of the question that the seat is asked; empty: it is asked nothing."""
        step = play.decision(self.match.game)
        return step.key if step is not None else ""

    def orders(self) -> tuple[Order, ...]:
        """Every repeated question, with the seat's standing order for it."""
        return orders_of(
            self.rules, self.view(), *written(self.match.game.standing_orders[self.me], self.rules.write_action)
        )

    def order(self, key: str, wanted: Wanted) -> None:
        """Leave a standing order for a repeated question, or cancel it.

        Raises:
            Refusal: this question takes no standing order.
        """
        now, before = play.pending(self.match.game), len(self.events)
        self.match.order(self.me, key, wanted.actions, wanted.unless)
        if play.pending(self.match.game) is not now:
            self.last = before

    def take_back(self) -> None:
        """Refuse to take an answer back: bots do not wait, so a sealed answer counts at once."""
        self.screen.write("There is nothing to take back.")

    def speak(self, said: Say) -> None:
        """Say something, and let the bots answer."""
        self.match.say(self.me, said)
        self._after_words()

    def wait(self) -> None:
        """Wait for another seat to answer where one answer is enough."""
        if not self._may_wait():
            self.screen.write("There is nobody to wait for: only you can answer this question.", "bad")
            return
        self.last = len(self.events)
        self.match.answer()

    # --- the bots -----------------------------------------------------------------------------

    def _first_come(self) -> bool:
        """Whether the first answer decides for all who are asked: then bots let people answer first."""
        step = play.decision(self.match.game)
        return step is not None and step.first

    def _may_wait(self) -> bool:
        """Whether another seat could answer instead."""
        return self._first_come() and len(play.asked(self.match.game)) > 1

    def _bots_think(self) -> None:
        self.match.confer()
        self.match.act()
        if not self._first_come():
            self.match.answer(again=True)

    def _after_words(self) -> None:
        """After a message, let the bots answer, and change their sealed answers."""
        now = play.pending(self.match.game)
        self._bots_think()
        self._talk()
        if play.pending(self.match.game) is now:
            self._tell()

    # --- what is new --------------------------------------------------------------------------

    def _tell(self) -> None:
        """Print all new events line by line, each with its rule."""
        new, self.told = self.events[self.told :], len(self.events)
        self._tell_of(new)
        for pledged in self.match.pledges:
            pledge, fate = pledged.state.pledge, pledged.state.fate
            if fate is not Fate.OPEN and pledged.heard_by(self.me) and id(pledged) not in self.judged:
                self.judged.add(id(pledged))
                self.screen.write(
                    Judgement(pledged.sender, fate, self.talk_grammar.action_words(pledge)).say(self.names)
                )

    def _talk(self) -> None:
        """Print all new messages to this seat."""
        for number, message in enumerate(self.match.messages[self.read :], self.read + 1):
            if audible(message, self.me):
                self._hear_said(message, waits=self.match.offers.get(number) is OfferState.OPEN)
        self.read = len(self.match.messages)
        self._tell_faults()

    def _tell_faults(self) -> None:
        """Report each failing bot once."""
        for fault in self.match.faults:
            if fault.seat not in self.failed:
                self.failed.add(fault.seat)
                who = self.talk_grammar.name(fault.seat)
                self.screen.write(f"{who}: {fault.sentence} The rules choose its answer whenever it fails.", "bad")
