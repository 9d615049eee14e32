"""Undercut: whoever says the smallest number alone gets the points. Sealed answers, talk, one option."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Struct

from turncoat.kernel import (
    Action,
    Between,
    Boxes,
    Chance,
    Event,
    Message,
    Pending,
    Play,
    Ruleset,
    Seat,
    Seats,
    Section,
    Tell,
    box,
    clone,
    decide,
    draw,
    each,
    events_of,
    flow,
    number,
    play,
)


class Options(Struct, frozen=True):
    """UND-O1: how long it lasts."""

    rounds: Annotated[int, number("UND-O1", "Rounds", "How many rounds are played.", 1, 100)] = 5


class Number(Action, rule="UND-2.1"):
    """UND-2.1: a number."""

    phrase = "choose {number}"
    number: int


class UndercutEvent(Event):
    """Anything that happens."""


class Shown(UndercutEvent, rule="UND-2.2", weight=1):
    """All numbers, by seat, and who gets the points: one or nobody."""

    says = Message("{numbers} were said: {winner} gets the points.")
    numbers: tuple[int, ...]
    winner: Seats


class Over(UndercutEvent, rule="UND-3.1", weight=5, ends=True):
    """The game has ended."""

    says = Message("{winners} won.")
    winners: Seats


class Game(Section[Number], tag="game"):
    """All rounds."""


class Round(Section[Number], tag="round"):
    """One round."""


class Undercut(Play[Game | Round, Number]):
    """The state: points by seat, rounds begun, winners at the end."""

    rounds: int
    points: list[int]
    round: int = 0
    winners: list[int] = []


class Table(Struct, frozen=True):
    """What everybody sees."""

    seat: Seat | None
    rounds: int
    round: int
    points: dict[Seat, int]


@cache
def numbers(players: int) -> Boxes[Number]:
    """UND-2.1: what can be said."""
    return Boxes(box(Number, number=Between(1, players)))


def next_round(game: Undercut, whole: Game, tell: Tell) -> Round | None:
    """UND-1.2: another round, while there is one."""
    if game.round == game.rounds:
        return None
    game.round += 1
    return Round()


def show(game: Undercut, round_: Round, pending: Pending[Number], tell: Tell) -> None:
    """UND-2.2: the smallest number that stands alone."""
    said = [pending.answers[seat].number for seat in range(len(game.points))]
    alone = [number for number in said if said.count(number) == 1]
    winners = (said.index(min(alone)),) if alone else ()
    for seat in winners:
        game.points[seat] += len(said)
    tell.all(Shown, tuple(said), winners)


def finish(game: Undercut, whole: Game, tell: Tell) -> None:
    """UND-3.1: the most points."""
    game.winners = [seat for seat, points in enumerate(game.points) if points == max(game.points)]
    tell.all(Over, tuple(game.winners))


GAME = flow(Game, rounds=each(next_round), finish=finish)
ROUND = flow(
    Round,
    say=decide(
        lambda game, round_, seat: numbers(len(game.points)),
        show,
        default=lambda game, round_, seat: Number(len(game.points)),
    ),
)


def set_up(options: Options, seats: int, key: bytes, tell: Tell) -> Undercut:
    """UND-1.1."""
    game = Undercut(
        rounds=options.rounds,
        points=[0] * seats,
        chance=Chance(key),
        stack=[],
        requests=[0] * seats,
        standing_orders=[{} for _ in range(seats)],
    )
    play.begin(game, Game(), tell)
    return game


def redeal(game: Undercut, seat: int | None, key: bytes) -> Undercut:
    """UND-2.1: other numbers under the seals."""
    other, chance = clone(game), Chance(key)
    if now := play.pending(other):
        for other_seat in [one for one in now.answers if one != seat]:
            now.answers[other_seat] = numbers(len(game.points)).sample(lambda sides: draw(chance, sides))
    other.chance = Chance(key)
    return other


def audit(game: Undercut) -> list[str]:
    """UND-5.1."""
    rounds, rest = divmod(sum(game.points), len(game.points))
    return ["UND-5.1: the points do not add up"] if rest or rounds > game.round else []


RULES: Ruleset[Undercut, Options, Number, Table] = Ruleset(
    id="undercut",
    package=__package__,
    title="Undercut",
    summary="Say a small number, and be the only one.",
    prefix="UND",
    seats=range(3, 9),
    suggested=range(4, 7),
    state=Undercut,
    options=Options,
    sections=(GAME, ROUND),
    events=events_of(UndercutEvent),
    views=Table,
    set_up=set_up,
    view=lambda game, seat: Table(seat, game.rounds, game.round, dict(enumerate(game.points))),
    redeal=redeal,
    audit=audit,
    winners=lambda game: list(game.winners),
    scores=lambda game: list(game.points),
    questions={"round.say": "Which number?"},
)
