"""Where a finished game was decided: bots play on from several moments of it, and their wins are counted.

This is slow and runs in another process (``turncoat.server.long_tasks``), with plain data as arguments and result. The
positions are the true ones of a finished game; each bot still sees only what its seat sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic, process_time

from msgspec import Struct

from turncoat.bots import usual_bot
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.kernel import play
from turncoat.kernel.chance import Chance
from turncoat.kernel.cloning import clone
from turncoat.kernel.events import Audience, Event, hears
from turncoat.server.finished_games import FinishedGame, open_record
from turncoat.table.record import Record
from turncoat.table.replay import fresh, steps
from turncoat.table.table import Game
from turncoat.table.table_events import TableEvent

GAMES = 24
"""The greatest number of games that bots play from each moment."""

SECONDS, PATIENCE = 12.0, 25.0
"""How many seconds of computing all of them together may take, and how many seconds by the clock on a busy machine."""

LONGEST = 3_000
"""A game that does not end within this many questions counts for no seat."""


class Turning(Struct, frozen=True):
    """The chances of all seats over the course of a game.

    Attributes:
        games: The number of games that were played from each moment.
        shares: By moment, by seat: the share of these games that the seat won, alone or with others.
    """

    games: int
    shares: tuple[tuple[float, ...], ...]


class Position(Struct, frozen=True):
    """A game at a moment, and the number of public events by then."""

    game: Game
    told: tuple[tuple[Audience, Event], ...]


def turning(finished: FinishedGame, moments: tuple[int, ...], games: int = GAMES) -> Turning:
    """Estimate the chances at several moments of a finished game by playing on from them.

    Args:
        finished: The game.
        moments: The numbers of public events that define the moments, ascending.
        games: The greatest number of games from each moment.

    Raises:
        Refusal: there is no such game, it is not over, or it does not replay.
    """
    record = open_record(finished)
    places = positions(record, moments)
    wins = [[0] * record.header.seats for _ in places]
    begun, played = (process_time(), monotonic()), 0
    while played < games and _in_time(*begun, share=max(1, played) / (played + 1)):
        for number, place in enumerate(places):
            for seat in winners(record, place, f"{number} {played}"):
                wins[number][seat] += 1
        played += 1
    return Turning(played, tuple(tuple(won / played for won in of_seats) for of_seats in wins) if played else ())


def _in_time(computed: float, looked: float, share: float) -> bool:
    """Whether there is time for another piece of work as long as the last."""
    return process_time() - computed <= SECONDS * share and monotonic() - looked <= PATIENCE * share


def positions(record: Record, moments: Sequence[int]) -> list[Position]:
    """The game when a decision is open and more than this many public events have been told, for each number."""
    table, found = fresh(record), list[Position]()
    left = list(moments)
    for _ in steps(table, record):
        told = [(event.audience, event.event) for event in table.happened if not isinstance(event.event, TableEvent)]
        public = sum(audience is None for audience, _ in told)
        while left and table.game is not None and public > left[0] and not play.over(table.game):
            found.append(Position(clone(table.game), tuple(told)))
            left.pop(0)
    return found


def winners(record: Record, place: Position, luck: str) -> tuple[int, ...]:
    """The winners if bots play on from a position, without talk."""
    header, game = record.header, clone(place.game)
    assert record.secret is not None
    game.chance = Chance(derive(record.secret.seed, "turning", luck))
    seats = header.seats
    names = [f"{usual_bot(header.game, seat, seats)}:fast" for seat in range(seats)]
    bots = seat_bots(header.game, names, derive(record.secret.seed, "bots", luck))
    rules = fresh(record).rules
    match = Match(rules, rules.read_options(header.options), seats, bytes(32), bots)
    match.game = game
    for seat, bot in bots.items():
        for audience, event in place.told:
            if hears(audience, seat):
                bot.hear(event)
    while not play.over(match.game) and match.questions < LONGEST:
        now = play.pending(match.game)
        match.act()
        if play.pending(match.game) is now:
            match.answer()
        if play.pending(match.game) is now and not play.waiting(match.game):
            match.close()
    return tuple(match.result().winners) if play.over(match.game) else ()
