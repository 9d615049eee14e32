"""CON-O: the order of turns, rolled off where it is tied, and the free players who may jump in."""

from __future__ import annotations

from turncoat.games.conspiracy.actions import ConspiracyAction, Now, Wait
from turncoat.games.conspiracy.events import GapAnswered, OrderDetermined, RolledOff, RoundBegan
from turncoat.games.conspiracy.pieces import DIE, RANK, SPIRALS
from turncoat.games.conspiracy.state import Conspiracy, Round, Turn
from turncoat.kernel import Boxes, Pending, Tell, always, box, draw


def roll_each(game: Conspiracy, seats: list[int], rule: str, tell: Tell) -> list[tuple[int, list[int]]]:
    """Roll one die for each of these seats: the faces rolled, highest first, each with its seats."""
    faces = [draw(game.chance, DIE) for _ in seats]
    if tell.listening:
        tell.all(RolledOff, tuple(seats), tuple(faces), rule=rule)
        tell.still()
    return [
        (face, [seat for seat, rolled in zip(seats, faces, strict=True) if rolled == face])
        for face in sorted(set(faces), reverse=True)
    ]


def roll_off(game: Conspiracy, seats: list[int], rule: str, tell: Tell) -> list[int]:
    """CON-O.2: the seats in the order of their dice; ties roll again among themselves, the higher ones first."""
    if len(seats) < 2:
        return list(seats)
    groups = roll_each(game, seats, rule, tell)
    return [seat for _, tied in groups for seat in roll_off(game, tied, rule, tell)]


def highest(game: Conspiracy, seats: list[int], rule: str, tell: Tell) -> int:
    """CON-O.4.a: the seat with the highest die; only ties for the highest roll again."""
    while len(seats) > 1:
        seats = roll_each(game, seats, rule, tell)[0][1]
    return seats[0]


NOW = Now()
WAIT = Wait()

GAP_BOXES: Boxes[ConspiracyAction] = Boxes(box(Now), box(Wait))


def shown_number(coin: str | None) -> int:
    """CON-O.1, CON-O.3: the number a player shows; no coin counts as 0, like a blank (CON-R37).

    In round 1 everybody is tied.
    """
    return 0 if coin is None else RANK[coin]


def determine_order(game: Conspiracy, round_: Round, tell: Tell) -> None:
    """CON-O.1: highest saved number first; CON-O.4: a player who saved a spiral is free.

    A free player may take the turn immediately before or after anybody else's and decides that each time. The first
    player is the
    first of the determined order, even if a free player moves earlier (CON-O.5).
    """
    game.round += 1
    if tell.listening:
        saved = tuple(None if coin is None else RANK[coin] for coin in game.saved)
        tell.all(RoundBegan, game.round, saved)
        tell.still()
    free = [seat for seat, coin in enumerate(game.saved) if coin in SPIRALS]
    if len(free) == len(game.saved):
        round_.left, rule = roll_off(game, free, "CON-R05", tell), "CON-R05"
    else:
        round_.left, round_.free, rule = by_number(game, free, tell), free, "CON-O.1"
    round_.first = round_.left[0]
    if tell.listening:
        tell.all(OrderDetermined, tuple(round_.left), tuple(round_.free), round_.first, rule=rule)


def by_number(game: Conspiracy, free: list[int], tell: Tell) -> list[int]:
    """CON-O.2: equal numbers are ordered by dice; a re-roll never changes the order against others."""
    level: dict[int, list[int]] = {}
    for seat, coin in enumerate(game.saved):
        if seat not in free:
            level.setdefault(shown_number(coin), []).append(seat)
    order: list[int] = []
    for number in sorted(level, reverse=True):
        order += roll_off(game, level[number], "CON-O.2", tell)
    return order


def free_players(game: Conspiracy, round_: Round) -> list[int]:
    """CON-O.4.g: there is a gap before every turn of the determined order, for all who are free."""
    return round_.free if round_.left else []


gap_boxes = always(GAP_BOXES)
"""CON-O.4.g: take the turn now, or wait."""


silence = always(WAIT)
"""CON-R04: a player who does not answer in time waits."""


def fill_gap(game: Conspiracy, round_: Round, pending: Pending[ConspiracyAction], tell: Tell) -> Turn:
    """CON-O.4.g: a free player who says now has the next turn, else the next in order; several roll (CON-O.4.a).

    The highest roll must take the turn now; the others stay free and are asked again after this turn.
    """
    answers = pending.answers
    eager = [seat for seat in pending.asked if answers[seat] == NOW]
    if tell.listening:
        patient = tuple(seat for seat in pending.asked if seat not in eager)
        tell.all(GapAnswered, tuple(eager), patient)
        tell.still()
    if not eager:
        return Turn(seat=round_.left.pop(0))
    seat = highest(game, eager, "CON-O.4.a", tell)
    round_.free.remove(seat)
    return Turn(seat=seat)


def next_turn(game: Conspiracy, round_: Round, tell: Tell) -> Turn | None:
    """CON-Q.2: everybody has exactly one turn; free players who waited must go now, ordered by dice (CON-O.4.b)."""
    if not round_.left and round_.free:
        round_.left, round_.free = roll_off(game, round_.free, "CON-O.4.b", tell), []
    return Turn(seat=round_.left.pop(0)) if round_.left else None
