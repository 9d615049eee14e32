"""A game played by programs: the player who is asked chooses one part of an answer at a time."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import msgspec
from msgspec import Struct

from turncoat.adapters.seen import PLACES, Mark, Seen, Vector
from turncoat.bots import TURNS_BESIDE
from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.kernel.boxes import NOTHING, Action, Boxes, tag_of
from turncoat.kernel.cloning import clone
from turncoat.kernel.events import SILENCE
from turncoat.kernel.flows import Play
from turncoat.kernel.ladder import Codes, Foothold, Ladder, Rung, codes_of
from turncoat.kernel.lexicon import Listing

KEPT = 4096
"""The most paths and masks that are cached."""

OFFERS = 512
"""The most offers that are cached."""


class _Offer(Struct, frozen=True):
    """A seat's possible answers, its optional actions, and the first step of choosing among both."""

    boxes: Boxes[Action]
    extra: Boxes[Action]
    both: Boxes[Action]
    start: Foothold[Action]


class _Question:
    """What a seat is offered, and its ladder."""

    __slots__ = ("ladder", "offer")

    def __init__(self, offer: _Offer, codes: Codes, seat: int) -> None:
        self.offer, self.ladder = offer, Ladder(offer.both, codes, seat, offer.start)


class SteppedGame:
    """Plays one game after the other, with the same players and options.

    Args:
        game: The game's id.
        seats: The number of seats; None: the usual number.
        options: The options that differ from their defaults.
        places: The length of the list of numbers that tells what a seat knows.
        beside: How many times optional actions are offered with a question.

    Raises:
        BadSetup: the options or the number of seats do not fit.

    Attributes:
        codes: What each code means.
        players: The names of the seats, ``player_0`` and so on.
    """

    game: Play[object, Action]

    def __init__(
        self,
        game: str,
        seats: int | None,
        options: Mapping[str, object],
        places: int = PLACES,
        beside: int = TURNS_BESIDE,
    ) -> None:
        self.made_with = game, seats, dict(options), places, beside
        self.parts = game_of(game)
        self.rules, self.most_beside = self.parts.rules, beside
        self.seats = seats = self.rules.usual_seats if seats is None else seats
        self.options = self.rules.read_options(options)
        self.players = tuple(f"player_{seat}" for seat in range(seats))
        self.names = self.rules.names(self.players, self.options)
        self.seen = Seen(seats, places)
        self._offers: dict[tuple[int, int, int], _Offer] = {}
        self._marks: dict[tuple[Rung, tuple[int, ...]], tuple[Mark, ...]] = {}
        self.start(bytes(32))
        if not isinstance(self.names, Listing):
            raise TypeError(f"the names of {game} do not list the ids of the game: derive them from SeatNames")
        view = self.rules.view(self.game, None)
        self.codes = codes_of(self.rules.actions, self.names, view, seats)

    def start(self, key: bytes) -> None:
        """Begin a new game with these 32 secret bytes."""
        self.resume(self.rules.start(self.options, self.seats, key, SILENCE), [0] * self.seats, {})

    def resume(self, game: Play[object, Action], beside: list[int], begun: Mapping[int, list[int]]) -> None:
        """Continue from a moment of a game.

        Args:
            game: The game.
            beside: How many optional actions each seat has taken at this question.
            begun: The codes of unfinished answers, by seat.
        """
        self.game, self._beside = game, beside[:]
        self._forget()
        self._changed()
        for seat, codes in begun.items():
            for code in codes:
                self.ladder(seat).take(code)

    def _forget(self) -> None:
        """Forget the ladders of an earlier question."""
        self._asked: dict[int, _Question] = {}

    def _changed(self) -> None:
        """Forget what depends on the position, after an answer was submitted."""
        self._waiting: list[int] | None = None
        self._views: dict[int, Struct] = {}

    def copy(self) -> SteppedGame:
        """An independent copy of the game."""
        return self._twin(clone(self.game))

    def imagined(self, seat: int, key: bytes) -> SteppedGame:
        """A game that looks the same to this seat: everything hidden from the seat is dealt again."""
        return self._twin(self.rules.redeal(self.game, seat, key), seat)

    def _twin(self, game: Play[object, Action], seat: int | None = None) -> SteppedGame:
        """A copy at another moment, with all unfinished answers, or only with that of one seat."""
        other = copy(self)
        begun = self._begun if seat is None else {other: codes for other, codes in self._begun.items() if other == seat}
        other.resume(game, self._beside, begun)
        return other

    @property
    def _begun(self) -> dict[int, list[int]]:
        return {seat: question.ladder.taken for seat, question in self._asked.items() if question.ladder.taken}

    def saved(self) -> bytes:
        """This moment of the game as bytes, for ``restored``; the bytes contain secrets."""
        return msgspec.msgpack.encode((self.game, self._beside, self._begun))

    def restored(self, moment: bytes) -> SteppedGame:
        """The same table at the moment that ``saved`` gave.

        Raises:
            msgspec.ValidationError: the bytes are not a saved moment of this game.
        """
        kind = tuple[self.rules.state, list[int], dict[int, list[int]]]  # type: ignore[name-defined]
        other = copy(self)
        other.resume(*msgspec.msgpack.decode(moment, type=kind))
        return other

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return play.over(self.game)

    def waiting(self) -> list[int]:
        """The seats that have not answered yet."""
        if self._waiting is None:
            self._waiting = play.waiting(self.game)
        return self._waiting

    def ladder(self, seat: int) -> Ladder[Action]:
        """The choices that this seat has now; the game must be waiting for its answer.

        Optional actions are among the choices, a limited number of times for each question.
        """
        return self._question(seat).ladder

    def _question(self, seat: int) -> _Question:
        found = self._asked.get(seat)
        if found is None:
            boxes, extra = play.boxes(self.game, seat), NOTHING
            if self._beside[seat] < self.most_beside:
                extra = play.beside(self.game, seat)
            found = self._asked[seat] = _Question(self._offer(seat, boxes, extra), self.codes, seat)
        return found

    def _offer(self, seat: int, boxes: Boxes[Action], extra: Boxes[Action]) -> _Offer:
        """What a seat can choose, cached. Some games return the same boxes for the same question."""
        key = seat, id(boxes), id(extra)
        found = self._offers.get(key)
        if found is None:
            if len(self._offers) >= OFFERS:
                self._offers.clear()
            both = boxes + extra
            found = self._offers[key] = _Offer(boxes, extra, both, Ladder(both, self.codes, seat).start)
        return found

    def take(self, seat: int, code: int) -> bool:
        """Choose a code for a seat that must answer; a complete answer is submitted.

        If the code is not allowed, the rules answer as if time were up, and the result is False.
        """
        question = self._question(seat)
        ladder = question.ladder
        if code not in ladder.open:
            self._asked.pop(seat)
            self._hand_in(seat, play.default_of(self.game, seat))
            return False
        ladder.take(code)
        if ladder.done:
            del self._asked[seat]
            self._hand_in(seat, ladder.answer, question.offer)
        return True

    def _hand_in(self, seat: int, answer: Action, offer: _Offer | None = None) -> None:
        """Submit a complete answer.

        If it changes the question, or is an optional action, all unfinished answers are dropped.
        """
        asked = play.pending(self.game)
        beside = offer is not None and tag_of(answer.__class__) in offer.extra.tags
        self._beside[seat] = self._beside[seat] + 1 if beside else 0
        known = None if offer is None or beside else offer.boxes
        if known is not None:
            known.drawn = answer
        play.submit(self.game, seat, answer, known=known)
        self._changed()
        if beside or play.pending(self.game) is not asked:
            self._forget()

    def chooses(self, seat: int, ladder: Ladder[Action]) -> bool:
        """Whether this ladder still belongs to the seat's question."""
        return seat in self._asked and self._asked[seat].ladder is ladder

    def taken(self, seat: int) -> list[int]:
        """The parts of the answer that this seat has chosen so far."""
        return self._asked[seat].ladder.taken if seat in self._asked else []

    def said(self, seat: int, code: int) -> str:
        """The meaning of a code in words: ``attack``, ``target: Barney``, ``coins: 3``."""
        return self.ladder(seat).said(code, self.names)

    def climbs(self, seat: int) -> bool:
        """Whether this seat has an unfinished answer."""
        return seat in self._asked and bool(self._asked[seat].ladder.taken)

    def mask(self, seat: int) -> tuple[int, ...]:
        """The codes that this seat can choose; none if it is not asked or has answered."""
        return self._question(seat).ladder.open if seat in self.waiting() else ()

    def view(self, seat: int) -> Struct:
        """What this seat may know."""
        found = self._views.get(seat)
        if found is None:
            found = self._views[seat] = self.rules.view(self.game, seat)
        return found

    def vector(self, seat: int) -> Vector:
        """What this seat knows and has chosen so far, as numbers."""
        more = self._climbed(self._question(seat).ladder) if seat in self.waiting() else ()
        return self.seen.vector(self.view(seat), seat, more)

    def vector_on(self, ladder: Ladder[Action], view: Struct, seat: int) -> Vector:
        """The same numbers for a view of any table and the ladder of answers there."""
        return self.seen.vector(view, seat, self._climbed(ladder))

    def _climbed(self, ladder: Ladder[Action]) -> tuple[Mark, ...]:
        """The seat's current choice and its earlier ones, as marks."""
        key = ladder.rung, tuple(ladder.taken)
        found = self._marks.get(key)
        if found is None:
            rung, mark = ladder.rung, self.seen.mark
            more = [mark(f"rung={rung.tag}.{rung.field}")]
            more += [mark(f"rung.{rung.field}={code}") for code in rung.chosen]
            more += [mark(f"taken/{place}={code}") for place, code in enumerate(ladder.taken)]
            more += [] if rung.of is None else [mark(f"rung.of={rung.of}")]
            if len(self._marks) >= KEPT:
                self._marks.clear()
            found = self._marks[key] = tuple(more)
        return found

    def shares(self) -> list[float]:
        """How much of the victory each seat has: the winners share 1; before the end all have 0."""
        winners = self.rules.winners(self.game) if self.over else []
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]
