"""Whether a table is a lesson that still goes by its script, what the script's seats do next, what the guide says."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from msgspec import Struct

from turncoat.games import game_of
from turncoat.kernel import clone, play
from turncoat.kernel.boxes import Action
from turncoat.kernel.events import Listener, hears
from turncoat.kernel.lesson import Lesson, Move
from turncoat.table import proof
from turncoat.table.record import SeatKind, Secret
from turncoat.table.table import Game, Phase, Table
from turncoat.table.table_events import TableEvent


def seed_of(game: str) -> str:
    """The seed of every lesson of a game: nobody has anything to hide there, and no drawn seed is like it."""
    return sha256(f"the lesson of {game}".encode()).hexdigest()


class Course:
    """A lesson whose script was played through once from start to end.

    Args:
        game: The id of a game that has one.

    Attributes:
        before: The game before each move of the script, and after the last move.
        heard: The events that the learner has heard by the end of the script.
    """

    def __init__(self, game: str, lesson: Lesson) -> None:
        self.lesson, rules = lesson, game_of(game).rules
        key = proof.game_key(Secret(seed_of(game), "0" * 64), {})
        listener = Listener()
        now: Game = rules.start(rules.read_options(lesson.options), lesson.seats, key, listener)
        self.before: list[Game] = [clone(now)]
        for move in lesson.moves:
            play.submit(now, move.seat, move.action, listener)
            self.before.append(clone(now))
        self.heard = [event for audience, event in listener.heard if hears(audience, lesson.learner)]
        self.own = [number for number, move in enumerate(lesson.moves) if move.seat == lesson.learner]

    def place(self, game: Game) -> int | None:
        """How many moves of the script were made before the question that is open now; None: it was left."""
        for number, then in enumerate(self.before):
            if then.requests == game.requests and play.alike(then, game):
                return number
        return None

    def done(self, table: Table) -> bool:
        """Whether the whole script was played at a table, even if the game went on afterwards."""
        stream = table.stream(self.lesson.learner)
        return [event.event for event in stream if not isinstance(event.event, TableEvent)][
            : len(self.heard)
        ] == self.heard

    def next_move(self, game: Game, seat: int) -> Move | None:
        """The next move of a seat in the script; None: it has none now, or the game has left the script."""
        place = self.place(game)
        if place is None or seat not in play.asked(game):
            return None
        later = range(place, len(self.lesson.moves))
        mine = next((number for number in later if self.lesson.moves[number].seat == seat), None)
        if mine is None or self.before[mine].requests[seat] != game.requests[seat]:
            return None
        return self.lesson.moves[mine]


class Guidance(Struct, frozen=True):
    """The present advice of the guide to the learner.

    Attributes:
        on_course: Whether the game still follows the script.
        text: The words of the guide; empty: the guide says nothing now.
        rule: The number of the rule that the words are about.
        step: Which of the learner's moves is asked for, from 1; after the last one, how many there are.
        steps: The number of the learner's moves in the script.
        suggested: The answer that the guide suggests.
        over: Whether the script has ended.
    """

    on_course: bool
    text: str = ""
    rule: str = ""
    step: int = 0
    steps: int = 0
    suggested: Action | None = None
    over: bool = False


@cache
def course_of(game: str) -> Course | None:
    """The lesson of a game, played through; None if the game has no lesson."""
    lesson = game_of(game).lesson
    return Course(game, lesson) if lesson is not None else None


def course_at(table: Table) -> Course | None:
    """The lesson that is played at a table, by one learner against bots; None at any other table."""
    if table.secret.seed != seed_of(table.header.game):
        return None
    course = course_of(table.header.game)
    if course is None or len(table.state.seats) != course.lesson.seats:
        return None
    others = (seat for number, seat in enumerate(table.state.seats) if number != course.lesson.learner)
    return course if all(seat.kind is SeatKind.BOT for seat in others) else None


def against_bots(table: Table, seat: int | None) -> bool:
    """Whether a person plays against bots alone, none of which stands in: advice from a bot is nobody's loss."""
    others = [other for number, other in enumerate(table.state.seats) if number != seat]
    return seat is not None and all(other.kind is SeatKind.BOT and not other.stands_in for other in others)


def scripted(table: Table, seat: int) -> Move | None:
    """The move that the script prescribes for a seat now; None: the player of the seat decides."""
    course = course_at(table)
    if course is None or table.game is None or table.state.phase is not Phase.PLAYING:
        return None
    return course.next_move(table.game, seat)


def guidance(table: Table, seat: int | None) -> Guidance | None:
    """What the guide says to the holder of a seat; None: there is no guide, or it guides somebody else."""
    course = course_at(table)
    if course is None or seat != course.lesson.learner or table.game is None:
        return None
    lesson, place, steps = course.lesson, course.place(table.game), len(course.own)
    if place is None and not course.done(table):
        return Guidance(on_course=False)
    if place is None or place == len(lesson.moves):
        return Guidance(True, lesson.closing, lesson.rule, steps, steps, over=True)
    move = course.next_move(table.game, seat)
    done = sum(number < place for number in course.own)
    if move is None:
        return Guidance(True, step=done, steps=steps)
    filed = play.answer_of(table.game, seat)
    return Guidance(True, move.guide, move.rule, done + 1, steps, None if filed == move.action else move.action)
