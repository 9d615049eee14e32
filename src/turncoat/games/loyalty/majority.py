"""LOY-7: who owns and who controls each place. These are computed from the position and never stored (LOY-2.6).

Ownership, control and victory points follow from where the units stand now, and change the moment the units do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from turncoat.games.loyalty.map import Around, Row, Rows
from turncoat.games.loyalty.state import NOBODY, Loyalty, banner


@lru_cache(maxsize=4096)
def strict_most(row: Row) -> int:
    """LOY-2.4: the seat with strictly the most: at least 1 and more than anybody else; NOBODY on a tie (LOY-R12)."""
    top = max(row)
    return row.index(top) if top > 0 and row.count(top) == 1 else NOBODY


def owner(game: Loyalty, place: int) -> int:
    """LOY-6.1, LOY-7.1: the seat with the strict most citizens there (LOY-R13).

    Citizens decide who owns a place, and can be converted (``recruit.call``); militia and priests are not citizens
    (LOY-6.5).
    """
    return strict_most(game.citizens[place])


def owners(game: Loyalty) -> tuple[int, ...]:
    """LOY-7.1: the owner of each place."""
    return _most(tuple(game.citizens))


@lru_cache(maxsize=4096)
def _most(rows: Rows) -> tuple[int, ...]:
    return tuple(map(strict_most, rows))


def victory_points(game: Loyalty) -> list[int]:
    """LOY-7.2: the points of all places that each player owns, by seat (LOY-14.1g, LOY-R14).

    A player who loses a place loses its victory points. With colours, victory points, ownership and religious control
    still belong to players.
    """
    return list(points_of(game))


def points_of(game: Loyalty) -> tuple[int, ...]:
    """LOY-7.2: the victory points as a tuple."""
    return _points(tuple(game.citizens), game.map.worth)


@lru_cache(maxsize=16384)
def _points(citizens: Rows, worth: tuple[int, ...]) -> tuple[int, ...]:
    points = [0] * len(citizens[0])
    for seat, more in zip(_most(citizens), worth, strict=True):
        if seat >= 0:
            points[seat] += more
    return tuple(points)


def strengths(game: Loyalty, city: int) -> Row:
    """LOY-7.4: militia in the city and on every road at it that their banner controls, by banner (LOY-R16).

    Militia on a road that their banner does not control add nothing; militia on a road count for both its cities.
    """
    return _strengths(game.militia[city], game.map.rows_around[city](tuple(game.militia)))


@lru_cache(maxsize=4096)
def _strengths(inside: Row, roads: Rows) -> Row:
    strength = list(inside)
    for row in roads:
        master = strict_most(row)
        if master >= 0:
            strength[master] += row[master]
    return tuple(strength)


@lru_cache(maxsize=4096)
def city_control(inside: Row, roads: Rows, encirclement: str) -> int:
    """LOY-7.5: the banner with the strict most strength in a city; LOY-7.6: or on every road at it (LOY-R17)."""
    strongest = strict_most(_strengths(inside, roads))
    if encirclement == "off" or (encirclement == "tie_break" and strongest >= 0):
        return strongest
    masters = {strict_most(row) for row in roads}
    ring = masters.pop() if len(masters) == 1 else NOBODY
    return ring if ring >= 0 else strongest


def control(game: Loyalty, place: int) -> int:
    """LOY-6.2, LOY-7.3, LOY-7.5, LOY-7.6: the banner with military control of a place.

    Militia decide military control; they also attack and defend (``attack.strike``).
    """
    return controls(game)[place]


def controls(game: Loyalty) -> tuple[int, ...]:
    """The banner with military control of each place (LOY-O15)."""
    return _controls(tuple(game.militia), game.map.rows_around, game.options.encirclement)


@lru_cache(maxsize=4096)
def _controls(militia: Rows, around: Around, encirclement: str) -> tuple[int, ...]:
    cities = [city_control(row, beside(militia), encirclement) for row, beside in zip(militia, around, strict=False)]
    return (*cities, *[strict_most(row) for row in militia[len(cities) :]])


def speaker(game: Loyalty, colour: int) -> int:
    """LOY-14.1d: the member of a colour with the strict most victory points among its members."""
    points = victory_points(game)
    return strict_most(tuple(own if worn == colour else 0 for own, worn in zip(points, game.colours, strict=True)))


def spokesman(game: Loyalty, who: int) -> int:
    """LOY-7.7: the seat that uses the control of a banner: the player, or the speaker of the colour.

    Military control lets its holder decide who may bring units in. Military control has no other effect (LOY-7.7).
    """
    return speaker(game, who) if game.colours and who >= 0 else who


def gates(game: Loyalty, seat: int) -> tuple[int, ...]:
    """LOY-8.2: for each place the seat whose leave this player needs to bring units in; NOBODY: none is needed.

    If the colour in control has no speaker, no leave is needed; members never need leave to enter places that their own
    colour controls (LOY-14.1d).
    """
    found, own = controls(game), banner(game, seat)
    voices = tuple([speaker(game, colour) for colour in range(len(game.militia[0]))]) if game.colours else ()
    return _gates(found, own, voices)


@lru_cache(maxsize=4096)
def _gates(found: tuple[int, ...], own: int, voices: tuple[int, ...]) -> tuple[int, ...]:
    if voices:
        return tuple(NOBODY if who in (NOBODY, own) else voices[who] for who in found)
    return tuple(NOBODY if who == own else who for who in found)


def religious_control(game: Loyalty, city: int) -> int:
    """LOY-6.3, LOY-7.8: the seat with the strict most priests in a city; LOY-12.3: nobody on a tie.

    Priests decide religious control; they also recruit citizens (``recruit.proselytize``) and campaign
    (``campaign.campaign``). Nobody
    taxes a city where the most priests are tied; roads have no religious control (``tax.tax`` goes by cities).
    """
    return strict_most(game.priests[city])


def last_place(points: list[int]) -> tuple[int, ...]:
    """LOY-4.5: everybody whose victory points are the fewest of all."""
    fewest = min(points)
    return tuple(seat for seat, own in enumerate(points) if own == fewest)


Targets = tuple[int, ...]
"""Seats that can be attacked in one place."""


@lru_cache(maxsize=16384)
def _foes(citizens: Row, priests: Row, militia: Row, colours: Row, seat: int) -> Targets:
    worn = colours or tuple(range(len(militia)))
    return tuple(
        [
            other
            for other, who in enumerate(worn)
            if who != worn[seat] and (citizens[other] or priests[other] or militia[who])
        ]
    )


def foes(game: Loyalty, place: int, seat: int) -> Targets:
    """LOY-10.2.3, LOY-14.1e: the players whom this player could attack in a place (LOY-R21).

    With colours, targets have another colour and have units, or soldiers of their colour, there. Soldiers of a colour
    that nobody wears
    cannot be attacked; they count for control (``controls``).
    """
    return _foes(game.citizens[place], game.priests[place], game.militia[place], tuple(game.colours), seat)


def foes_along(game: Loyalty, seat: int, ways: Sequence[tuple[int, object]]) -> tuple[Targets, ...]:
    """The possible targets at the end of each of these ways."""
    citizens, priests, militia, colours = game.citizens, game.priests, game.militia, tuple(game.colours)
    return tuple([_foes(citizens[to], priests[to], militia[to], colours, seat) for to, _ in ways])
