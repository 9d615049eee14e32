"""Replays some games of a run, to see what the run itself did not record.

Which answers and events came up, how many answers there were to choose from, what depended on a choice, and how the
same deals go with the bots at other seats. The same run gives the same study with any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ParamSpec

from msgspec import Struct

from turncoat.bots import alike
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action
from turncoat.kernel.chance import Chance, draw
from turncoat.kernel.events import Event, Listener
from turncoat.lab.batches import Batch, Workers, begin, mapped
from turncoat.lab.choices import Choice, played_on, weigh
from turncoat.lab.luck import Cell

P = ParamSpec("P")

MOMENTS = 5
"""The number of moments of each game at which a choice is examined."""

ANSWERS = 3
"""The number of possible answers from which the game is continued."""


class Looked(Struct):
    """What was seen in replayed games.

    Attributes:
        games: The number of games.
        choices: The effects of the examined choices.
        options: How many answers were possible, each time that a player was asked.
        answers: Types of answers and optional actions that occurred.
        events: Types of events that occurred.
        cells: Which seat won in which deal.
    """

    games: int = 0
    choices: list[Choice] = []
    options: list[int] = []
    answers: set[str] = set()
    events: set[str] = set()
    cells: list[Cell] = []

    def add(self, other: Looked) -> None:
        """Add what was seen in other games."""
        self.games += other.games
        self.choices += other.choices
        self.options += other.options
        self.answers |= other.answers
        self.events |= other.events
        self.cells += other.cells


Job = tuple[Batch, int, int]
"""A game to replay: its batch, its number, and its number of decisions."""


def look(job: Job) -> Looked:
    """Replay a game and collect what is seen."""
    batch, number, questions = job
    found, match, key = Looked(1), begin(batch, number), derive(derive(batch.seed, number), "game")
    match.listener = _Noting(found.events)
    match.rules.start(match.options, match.seats, key, match.listener)
    match.listener.heard.clear()
    moments = [int((part + 0.5) * questions / MOMENTS) for part in range(MOMENTS)]
    while not play.over(match.game):
        found.options += [play.boxes(match.game, seat).count for seat in play.asked(match.game)]
        if moments and match.questions >= moments[0]:
            del moments[0]
            found.choices += _choice(match, batch, number, match.questions / max(1, questions))
        match.step()
    found.answers = {act for answers in match.result().actions for act in answers}
    found.cells = [cell for turn in range(_turns(batch)) for cell in _cells(batch, number, turn)]
    return found


class _Noting(Listener):
    """Records the types of all events, besides keeping them."""

    def __init__(self, seen: set[str]) -> None:
        super().__init__()
        self.seen = seen

    def all(self, event: Callable[P, Event], *facts: P.args, **named: P.kwargs) -> None:
        """Keep an event that everybody hears."""
        super().all(event, *facts, **named)
        self.seen.add(type(self.heard[-1][1]).__name__)

    def only(self, seats: tuple[int, ...], event: Callable[P, Event], *facts: P.args, **named: P.kwargs) -> None:
        """Keep an event that only these seats hear."""
        super().only(seats, event, *facts, **named)
        self.seen.add(type(self.heard[-1][1]).__name__)


def _choice(match: Match, batch: Batch, number: int, at: float) -> Iterator[Choice]:
    """The effect of the choice of a player who is asked now, if one has a choice."""
    chance = Chance(derive(batch.seed, number, "study", match.questions))
    seats = [seat for seat in play.waiting(match.game) if play.boxes(match.game, seat).count > 1]
    if not seats:
        return
    seat = seats[draw(chance, len(seats))]
    boxes, answers = play.boxes(match.game, seat), list[Action]()
    for _ in range(4 * ANSWERS):
        if (answer := boxes.sample(lambda sides: draw(chance, sides))) not in answers and len(answers) < ANSWERS:
            answers.append(answer)
    if len(answers) > 1:
        yield weigh(at, seat, played_on(answers, _future(match, seat, answers, chance.key)))


def _future(match: Match, seat: int, answers: Sequence[Action], key: bytes) -> Callable[[int, int], list[float]]:
    """Play a game on at random after an answer; the future's number determines all chance."""

    def future(place: int, number: int) -> list[float]:
        game, rules = match.rules.clone(match.game), match.rules
        game.chance = Chance(derive(key, "dice", number))
        choosing = Chance(derive(key, "answers", number))
        play.submit(game, seat, answers[place])
        play.play_out(game, lambda boxes: boxes.sample(lambda sides: draw(choosing, sides)))
        winners = rules.winners(game)
        return [(seat in winners) / max(1, len(winners)) for seat in range(match.seats)]

    return future


def _turns(batch: Batch) -> int:
    """How often the bots change seats until each has had every seat of its kind; once if all are of one kind."""
    return max(map(len, alike(batch.game, len(batch.bots)))) if len(set(batch.bots)) > 1 else 1


def _cells(batch: Batch, number: int, turn: int) -> Iterable[Cell]:
    """The victories in a deal with the bots moved on by this many seats."""
    rules, seed = ruleset(batch.game), derive(batch.seed, number)
    seating = batch.seating(number + turn)
    bots = seat_bots(batch.game, seating, derive(seed, "turn", turn))
    result = Match(rules, rules.read_options(batch.options), len(bots), derive(seed, "game"), bots).play()
    part = 1 / max(1, len(result.winners))
    return [Cell(number, seat, bot, part if seat in result.winners else 0.0) for seat, bot in enumerate(seating)]


def study(jobs: Sequence[Job], workers: Workers, progress: Callable[[int], None]) -> list[Looked]:
    """Study many games in this many processes; ``progress`` is called for each.

    Raises:
        KeyboardInterrupt: Ctrl-C.
    """
    found = list[Looked]()
    with mapped(workers) as run:
        for looked in run(look, jobs):
            found.append(looked)
            progress(1)
    return found
