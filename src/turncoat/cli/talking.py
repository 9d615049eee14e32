"""How a person at the terminal talks and answers offers."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from turncoat.cli.seated import Seated
from turncoat.games import game_of
from turncoat.kernel.errors import Refusal, Unreadable
from turncoat.kernel.promise import Answer, Message, Pledge, Say
from turncoat.table.addressed import said_to
from turncoat.table.pledge_words import split

YES, NO = "Agreed.", "No."
"""The messages that go with ``agree`` and ``refuse``."""

COUNTER = "counter NAME: what you wish [in return for: what you would do]"

_COUNTED = re.compile(r"^(?P<name>.+?)\s+(?P<place>\d+)$")


class Offer(Struct, frozen=True):
    """An offer from a player to this seat.

    Attributes:
        number: The number of the message that made the offer.
        said: The text of the message.
        open: Whether it can still be answered.
    """

    number: int
    said: Say
    open: bool


class Talking(Seated):
    """A seat that can talk. The offers of each player are numbered from 1, so a number never means another offer."""

    @abstractmethod
    def offers_of(self, seat: int) -> Sequence[Offer]:
        """All offers from a player to this seat, in order."""

    @abstractmethod
    def speak(self, said: Say) -> None:
        """Send a message.

        Raises:
            Refusal: the message is not allowed.
        """

    def _hear_said(self, message: Message, *, waits: bool, by_bot: bool = False) -> None:
        """Print a message; the first offer comes with how to answer it, and so does each when several wait."""
        self.screen.write(self.talk_grammar.sentence(self._own_words(message), by_bot=by_bot), "talk")
        request, sender = message.said.request, message.sender
        if not waits or sender is None or request is None or request.who != self.me:
            return
        several = len(self._waiting(sender)) > 1
        if several or not self.answered:
            self.answered = True
            who = self._way(sender, len(self.offers_of(sender)) if several else 0)
            self.screen.write(f"To answer: agree {who}, refuse {who}, or counter {who}: WHAT YOU WISH.", "dim")

    def _own_words(self, message: Message) -> Message:
        """The message with the terminal's name of what it points at: ``Opponent A`` and not ``opponent 1``."""
        said = message.said
        here = game_of(self.rules.id).terminal.pointed(said.point.at, self.names) if said.point is not UNSET else ""
        if said.point is UNSET or not here:
            return message
        text = re.sub(rf"(?<!\w){re.escape(said.point.name)}(?!\w)", lambda _: here, said.text)
        return replace(message, said=replace(said, text=text, point=replace(said.point, name=here)))

    def _say(self, text: str) -> None:
        to, words = said_to(self.talk_grammar, text) or ("all", text)
        self.speak(Say(self.talk_grammar.audience(to), words))

    def _whisper(self, text: str) -> None:
        to, words = split(text, "tell NAME, NAME: WORDS")
        self.speak(Say(self.talk_grammar.audience(to), words))

    def _ask(self, text: str) -> None:
        self.speak(self.talk_grammar.request(text))

    def _promise(self, text: str) -> None:
        self.speak(self.talk_grammar.promise(text))

    def _agree(self, text: str) -> None:
        self.speak(Say((), YES, about=self._meant_offer(text), answer=Answer.AGREE))

    def _refuse(self, text: str) -> None:
        self.speak(Say((), NO, about=self._meant_offer(text), answer=Answer.NO))

    def _counter(self, text: str) -> None:
        to, wish = split(text, COUNTER)
        seat, place = self._whose(to)
        said = self.talk_grammar.request(f"{self.talk_grammar.name(seat)}: {wish}", COUNTER)
        self.speak(replace(said, to=(), about=self._chosen(seat, place), answer=Answer.COUNTER))

    # --- which offer ----------------------------------------------------------------------------

    def _meant_offer(self, text: str) -> int:
        """The number of the offer that is meant: ``celeste``, ``celeste 2``, ``celeste: support barney``."""
        to, colon, words = text.partition(":")
        seat, place = self._whose(to)
        if not colon:
            return self._chosen(seat, place)
        wish = self.talk_grammar.pledge(self.me, words, seat)
        alike = [one.number for one in self.offers_of(seat) if one.said.request == wish]
        if not alike:
            raise Unreadable(f"{self.talk_grammar.name(seat)} has not asked you for this.", field="to")
        return alike[-1]

    def _whose(self, text: str) -> tuple[int, int]:
        """The player who made the offer, and its number; 0 if no number is given."""
        try:
            return self.talk_grammar.seat(text), 0
        except Refusal:
            if counted := _COUNTED.match(text.strip()):
                return self.talk_grammar.seat(counted["name"]), int(counted["place"])
            raise

    def _chosen(self, seat: int, place: int) -> int:
        """The number of the message with an offer; if no number is given, the one open offer, or the last.

        Raises:
            Unreadable: there is no such offer, or several are open.
        """
        offers, waiting, who = self.offers_of(seat), self._waiting(seat), self.talk_grammar.name(seat)
        if place:
            if place > len(offers):
                raise Unreadable(f"{who} has made you no offer {place}.", field="to")
            return offers[place - 1].number
        if not offers:
            raise Unreadable(f"{who} has not asked you for anything.", field="to")
        if len(waiting) > 1:
            ways = "; ".join(f"{self._way(seat, one)} ({self._about(offers[one - 1])})" for one in waiting)
            raise Unreadable(f"{who} has made you {len(waiting)} offers. Write which you mean: {ways}.", field="to")
        return offers[waiting[0] - 1 if waiting else -1].number

    def _waiting(self, seat: int) -> list[int]:
        """The numbers of a player's offers that can still be answered."""
        return [place for place, one in enumerate(self.offers_of(seat), 1) if one.open]

    def _way(self, seat: int, place: int) -> str:
        return f"{self.talk_grammar.name(seat).casefold()}{f' {place}' if place else ''}"

    def _about(self, offer: Offer) -> str:
        """An offer in words: ``support Barney in return for attack Darcy``."""
        asked, given = offer.said.request, offer.said.offer
        words = [self.talk_grammar.action_words(one) for one in (asked, given) if isinstance(one, Pledge)]
        return " in return for ".join(words)

    def _offers(self) -> None:
        """List all open offers, each with the words to agree to it."""
        found = [(seat, place) for seat in range(self.talk_grammar.seats) for place in self._waiting(seat)]
        if not found:
            self.screen.write("Nobody waits for your answer to an offer.", "dim")
        for seat, place in found:
            way = self._way(seat, place if len(self._waiting(seat)) > 1 else 0)
            about = self._about(self.offers_of(seat)[place - 1])
            self._command_line(f"agree {way}, refuse {way}", about)
