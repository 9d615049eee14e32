"""A bot at its seat, as the server knows it: what it has been told, and what it is to think about next."""

from __future__ import annotations

import re
from bisect import bisect_right
from hashlib import blake2b

from msgspec.structs import replace

from turncoat.bots import TURNS_BESIDE, TURNS_TO_REPLY, TURNS_TO_TALK
from turncoat.bots.protocol import ENCODER, BotIdentity, BotRequest, question, written
from turncoat.kernel import play
from turncoat.kernel.boxes import NOTHING
from turncoat.kernel.lexicon import plain
from turncoat.kernel.promise import Message
from turncoat.table.offers import OfferState
from turncoat.table.record import SeatKind
from turncoat.table.table import Game, Phase, Table

GO_FIRST = re.compile(r"^(?!.*(\bnot\b|n['’]t\b|\bwait\b|\blater\b)).*\b(first|go|next)\b", re.IGNORECASE | re.DOTALL)
"""What is said to a bot that shall go first, beside its name: "you first, Barney", but not "Barney, don't go"."""


class BotSeat:
    """A bot at its seat. The bot itself runs in another process.

    Attributes:
        holder: The number of this holder of the seat: it hears messages from when it sat down.
        thinker: The process or thread that knows the bot; None: none does, so that the bot starts again.
        turns: How many turns it has been given at this process.
        heard: How many events it has been sent at this process.
        read: How many messages there were when it was last given a turn there.
        considered: How many messages there were at its last turn of any kind.
        request: The number of the question.
        talked: How many turns to talk it has had on that question.
        acted: How often it has taken an optional action at that question.
        busy: Whether it is thinking, or waits for its turn to think.
        again: Whether the table has changed while it was thinking.
        polite: The number of the question that people may answer before it; below 0: none.
        since: How many messages there were at the table when it began to wait for people.
    """

    def __init__(self, table: Table, seat: int, kind: str) -> None:
        self.table, self.seat, self.kind = table, seat, kind
        self.holder = table.state.seats[seat].holder
        self.thinker: object = None
        self.turns = self.heard = self.read = self.considered = 0
        self.request = self.talked = self.acted = 0
        self.busy = self.again = False
        self.polite = self.since = 0

    def wants(self) -> bool:
        """Whether the bot is asked and has not answered, or has heard something since; or has been made an offer."""
        game = self.asking()
        if game is None:
            return self.owes()
        if game.requests[self.seat] != self.request:
            self.request, self.talked, self.acted = game.requests[self.seat], 0, 0
            return True
        return (
            self.considered < len(self.table.heard(self.seat, self.holder)) or play.answer_of(game, self.seat) is None
        )

    def has_company(self) -> bool:
        """Whether people play at its table."""
        return any(seat.kind is SeatKind.PERSON for seat in self.table.state.seats)

    def first_come(self) -> int:
        """The number of the question, if the first answer decides for all who are asked and people are among them."""
        game, seats = self.asking(), self.table.state.seats
        step = play.decision(game) if game is not None else None
        if game is None or step is None or not step.first:
            return 0
        people = any(seats[seat].kind is SeatKind.PERSON for seat in play.asked(game))
        return game.requests[self.seat] if people else 0

    def told_to_go(self) -> bool:
        """Whether a person has told it since then, by its name and for all to hear, to go first: or asks it to."""
        seats, boxes = self.table.state.seats, play.boxes(game, self.seat) if (game := self.asking()) else NOTHING
        for spoken in self.table.talk[self.since :]:
            message, said = spoken.message, spoken.message.said
            if message.sender is None or seats[message.sender].kind is not SeatKind.PERSON or said.to:
                continue
            request = said.request
            if request is not None and request.will and (request.who, request.act in boxes.tags) == (self.seat, True):
                return True
            if plain(seats[self.seat].name) in plain(said.text) and GO_FIRST.search(said.text):
                return True
        return False

    def turn(self, thinker: object) -> bytes | None:
        """The data that the bot needs to think about its question; None: the question is closed.

        Args:
            thinker: The process that gets the data. A process that does not know the bot yet gets everything from the
                beginning.
        """
        game, table, seat = self.playing(), self.table, self.seat
        asked = game is not None and seat in play.asked(game)
        if game is None or (game.requests[seat] != self.request if asked else not self.owes()):
            return None
        identity = None
        if self.thinker is not thinker:
            self.thinker, self.turns, self.heard, self.read = thinker, 0, 0, 0
            identity = BotIdentity(self.kind, table.header.seats, key_of(table, seat))
        stream, hearing = table.stream(seat, self.holder), table.hearing(seat, self.holder)
        heard = hearing.said
        new = [
            (number, spoken)
            for number, spoken in enumerate(heard[self.read :], self.read + 1)
            if identity is not None or spoken.message.sender != seat
        ]
        if any(self._by_person(spoken.message) for spoken in heard[self.considered :]):
            self.talked = min(self.talked, TURNS_TO_TALK - TURNS_TO_REPLY)
        messages = tuple([replace(hearing.as_numbered(spoken.message), number=number) for number, spoken in new])
        times = [happened.at for happened in stream[self.heard :]]
        may_talk = asked and table.header.talk != "none" and self.talked < TURNS_TO_TALK
        may_act = asked and self.acted < TURNS_BESIDE
        turn = BotRequest(
            table.header.game,
            table.header.table,
            seat,
            identity,
            self.turns,
            written([happened.event for happened in stream[self.heard :]]),
            messages,
            tuple([bisect_right(times, spoken.at) for _, spoken in new]),
            question(game, table.rules, seat, may_act=may_act, may_talk=may_talk),
        )
        self.turns, self.heard, self.read, self.considered = self.turns + 1, len(stream), len(heard), len(heard)
        return ENCODER.encode(turn)

    def _by_person(self, message: Message) -> bool:
        """Whether a person, not a bot, sent this message."""
        return message.sender is not None and self.table.state.seats[message.sender].kind is SeatKind.PERSON

    def asking(self) -> Game | None:
        """The game, while this bot has the seat and has a question to answer."""
        game = self.playing()
        return game if game is not None and self.seat in play.asked(game) else None

    def playing(self) -> Game | None:
        """The game, while it goes on and this bot has the seat."""
        game, state = self.table.game, self.table.state
        if game is None or state.phase is not Phase.PLAYING:
            return None
        return game if state.seats[self.seat].holder == self.holder else None

    def owes(self) -> bool:
        """Whether another player has made it an offer that it has not seen yet."""
        if self.playing() is None:
            return False
        hearing = self.table.hearing(self.seat, self.holder)
        places = range(min(self.considered, len(hearing.said)), len(hearing.said))
        asked = (place for place in places if self._asks_me(hearing.said[place].message))
        return any(self.table.offer_state(hearing.places[place]) is OfferState.OPEN for place in asked)

    def _asks_me(self, message: Message) -> bool:
        request = message.said.request
        return request is not None and request.who == self.seat


def key_of(table: Table, seat: int) -> bytes:
    """The seed of a bot's own random numbers; it reveals nothing about the table's seed."""
    name = f"bot/{table.header.table}/{seat}".encode()
    return blake2b(name, key=bytes.fromhex(table.secret.salt), digest_size=32).digest()
