"""Seats round the table: nothing touches anything, however many there are."""

from __future__ import annotations

import re
from itertools import combinations

import msgspec
import pytest

from turncoat.drawing import pieces
from turncoat.drawing.ring import MAT_WIDTH, POUCH, Ring, ring
from turncoat.drawing.svg import el, fit, width

CENTRE = 104
"""Radius of the middle, which belongs to nobody."""
SEATS = range(3, 31)


def collisions(table: Ring) -> list[str]:
    """Every pair of things on the table that overlap, in words."""
    found = []
    for (one, here), (other, there) in combinations(enumerate(table.places), 2):
        (x, y), (u, v) = here.mat, there.mat
        if abs(x - u) < MAT_WIDTH and abs(y - v) < table.mat_height:
            found.append(f"mats {one} and {other}")
        (x, y), (u, v) = here.pouch, there.pouch
        if (x - u) ** 2 + (y - v) ** 2 < (2 * POUCH) ** 2:
            found.append(f"pouches {one} and {other}")
    for one, here in enumerate(table.places):
        for other, there in enumerate(table.places):
            (x, y), (u, v) = here.pouch, there.mat
            if abs(x - u) < MAT_WIDTH / 2 + POUCH and abs(y - v) < table.mat_height / 2 + POUCH:
                found.append(f"pouch {one} and mat {other}")
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_no_mat_and_no_pouch_touches_another(seats: int) -> None:
    assert collisions(ring(seats)) == []


@pytest.mark.parametrize("seats", SEATS)
def test_everything_lies_inside_the_drawing_and_the_middle_is_free(seats: int) -> None:
    table = ring(seats)
    for place in table.places:
        (x, y), (u, v) = place.mat, place.pouch
        assert MAT_WIDTH / 2 <= x <= table.width - MAT_WIDTH / 2
        assert table.mat_height / 2 <= y <= table.height - table.mat_height / 2
        assert (u - table.middle[0]) ** 2 + (v - table.middle[1]) ** 2 > CENTRE**2


@pytest.mark.parametrize("seats", SEATS)
def test_the_own_seat_is_at_the_bottom(seats: int) -> None:
    table = ring(seats)
    own = table.of(seats - 1, seats - 1)
    assert own.mat[0] == pytest.approx(table.width / 2)
    assert own.mat[1] == max(place.mat[1] for place in table.places)


def test_the_detector_sees_a_mat_that_was_moved_onto_another() -> None:
    table = ring(6)
    moved = msgspec.structs.replace(table.places[1], mat=table.places[0].mat)
    assert "mats 0 and 1" in collisions(msgspec.structs.replace(table, places=(table.places[0], moved)))


def test_badges_differ_in_shape_and_colour_for_thirty_seats() -> None:
    assert len({pieces.badge(seat, "A") for seat in SEATS} | {pieces.badge(seat, "A") for seat in range(3)}) == 30


@pytest.mark.parametrize("letter", [0, 24])
def test_two_letters_fit_on_a_lozenge(letter: float) -> None:
    """A lozenge is 44 units across in its middle, and narrower by one for each half unit up or down."""
    drawn = pieces.badge(2, "BA", letter=letter)
    size = float(re.findall(r'font-size="([0-9.]+)"', drawn)[0])
    (narrow,) = re.findall(r'textLength="([0-9.]+)"', drawn) or [width("BA", size)]
    assert float(narrow) + size * 0.72 <= 47


def test_initials_differ_where_names_begin_alike() -> None:
    assert pieces.initials(["Agatha", "Barney", "Celeste"]) == ("A", "B", "C")
    assert pieces.initials(["Barbara", "Barney", "Basil"]) == ("B", "BA", "BS")


def test_initials_stay_when_somebody_sits_down_later() -> None:
    assert pieces.initials(["Anna", "Agatha"])[0] == pieces.initials(["Anna", "Ben"])[0] == "A"


def test_words_are_cut_short_where_they_do_not_fit() -> None:
    short = fit("Wolfgang Amadeus Mummenschanz", 20, 100)
    assert short.endswith("…")
    assert width(short, 20) <= 100
    assert fit("Al", 20, 100) == "Al"


def test_what_people_write_is_escaped() -> None:
    assert "<script>" not in el("text", fill='"><script>')
