"""A game at which programs sit: whoever is asked chooses one rung of a ladder at a time."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from turncoat.adapters.seen import PLACES, Seen, Vector
from turncoat.bots import TURNS_BESIDE
from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, tag_of
from turncoat.kernel.events import SILENCE
from turncoat.kernel.flows import Play
from turncoat.kernel.ladder import Ladder, codes_of
from turncoat.kernel.lexicon import Listing


class SteppedGame:
    """One game after the other, with the same players and options.

    Args:
        game: The game's id.
        seats: How many sit down; None: as many as usual.
        options: The options that differ from the usual ones.
        places: How many numbers tell what a seat knows.

    Raises:
        BadSetup: the options or the number of seats do not fit.

    Attributes:
        codes: What each code means.
        players: What the seats are called, ``player_0`` and so on.
    """

    game: Play[object, Action]

    def __init__(self, game: str, seats: int | None, options: Mapping[str, object], places: int = PLACES) -> None:
        self.parts = game_of(game)
        self.rules = self.parts.rules
        self.seats = seats = self.rules.usual_seats if seats is None else seats
        self.options = self.rules.read_options(options)
        self.players = tuple(f"player_{seat}" for seat in range(seats))
        self.names = self.rules.names(self.players, self.options)
        self.seen = Seen(seats, places)
        self.start(bytes(32))
        if not isinstance(self.names, Listing):
            raise TypeError(f"the names of {game} do not list the ids of the game: derive them from SeatNames")
        view = self.rules.view(self.game, None)
        self.codes = codes_of(self.rules.actions, self.names, view, seats)

    def start(self, key: bytes) -> None:
        """Begin a new game with these 32 secret bytes."""
        self.game = self.rules.start(self.options, self.seats, key, SILENCE)
        self._beside = [0] * self.seats
        self._ladders: dict[int, Ladder[Action]] = {}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return play.over(self.game)

    def waiting(self) -> list[int]:
        """The seats that owe an answer."""
        return play.waiting(self.game)

    def ladder(self, seat: int) -> Ladder[Action]:
        """What this seat is choosing; it must owe an answer.

        What is possible beside the decision is offered as well, ``TURNS_BESIDE`` times for each question.
        """
        if seat not in self._ladders:
            boxes = play.boxes(self.game, seat)
            if self._beside[seat] < TURNS_BESIDE:
                boxes = boxes + play.beside(self.game, seat)
            self._ladders[seat] = Ladder(boxes, self.codes, seat)
        return self._ladders[seat]

    def take(self, seat: int, code: int) -> None:
        """Choose a code for a seat that owes an answer; the answer is handed in when it is complete.

        Raises:
            ValueError: this code cannot be chosen.
        """
        ladder = self.ladder(seat)
        ladder.take(code)
        if ladder.done:
            del self._ladders[seat]
            self._hand_in(seat, ladder.answer)

    def _hand_in(self, seat: int, answer: Action) -> None:
        """An answer is complete. Where the question changes, or something was done beside it, everybody begins anew."""
        asked = play.pending(self.game)
        beside = play.is_beside(self.game, seat, tag_of(type(answer)))
        self._beside[seat] = self._beside[seat] + 1 if beside else 0
        play.submit(self.game, seat, answer)
        if beside or play.pending(self.game) is not asked:
            self._ladders.clear()

    def give_up(self, seat: int) -> None:
        """Let the rules answer for a seat, as if time were up for it; nothing for one that owes no answer."""
        if seat in self.waiting():
            self._ladders.pop(seat, None)
            self._hand_in(seat, play.default_of(self.game, seat))

    def climbs(self, seat: int) -> bool:
        """Whether this seat is in the middle of an answer."""
        return seat in self._ladders and bool(self._ladders[seat].taken)

    def mask(self, seat: int) -> tuple[int, ...]:
        """The codes that this seat can choose; nothing where it is not asked, or has answered."""
        return self.ladder(seat).open if seat in self.waiting() else ()

    def view(self, seat: int) -> Struct:
        """What this seat may know."""
        return self.rules.view(self.game, seat)

    def vector(self, seat: int) -> Vector:
        """What this seat may know, and what it has chosen so far, as numbers."""
        more: list[tuple[str, float]] = []
        if seat in self.waiting():
            rung = self.ladder(seat).rung
            more.append((f"rung={rung.tag}.{rung.field}", 1.0))
            more += [(f"rung.{rung.field}={code}", 1.0) for code in rung.chosen]
            more += [(f"taken/{place}={code}", 1.0) for place, code in enumerate(self.ladder(seat).taken)]
            more += [] if rung.of is None else [(f"rung.of={rung.of}", 1.0)]
        return self.seen.vector(self.view(seat), seat, *more)

    def shares(self) -> list[float]:
        """What each seat has won: winners share 1; nobody has anything before the end."""
        winners = self.rules.winners(self.game) if self.over else []
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]
