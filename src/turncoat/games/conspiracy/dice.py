"""CON-C.5: dice. Every roll is told (CON-R45)."""

from __future__ import annotations

from turncoat.games.conspiracy.events import RolledOff
from turncoat.games.conspiracy.pieces import DIE
from turncoat.games.conspiracy.state import Conspiracy
from turncoat.kernel import Tell, draw


def roll_each(game: Conspiracy, seats: list[int], rule: str, tell: Tell) -> list[tuple[int, list[int]]]:
    """One die for each of these seats: the faces that came up, highest first, each with its seats."""
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
