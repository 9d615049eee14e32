"""LOY-7: who owns and who controls what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.loyalty.story import Story, loyalty

from turncoat.games.loyalty.majority import city_control, last_place, strengths, strict_most
from turncoat.games.loyalty.state import NOBODY

rows = st.lists(st.integers(0, 4), min_size=3, max_size=8).map(tuple)


@given(rows)
def test_the_strict_most_is_at_least_one_and_more_than_anybody_elses(row: tuple[int, ...]) -> None:
    """LOY-2.4, LOY-R12: with a tie nobody has it."""
    who = strict_most(row)
    best = [seat for seat, number in enumerate(row) if number and all(number > other for other in _others(row, seat))]
    assert best == ([] if who == NOBODY else [who])


def _others(row: tuple[int, ...], seat: int) -> list[int]:
    return [number for one, number in enumerate(row) if one != seat]


@given(rows, st.permutations(range(8)))
def test_majorities_do_not_depend_on_seats(row: tuple[int, ...], order: list[int]) -> None:
    """LOY-2.6, LOY-R13: renumbering the players renumbers the owner, and nothing else."""
    seats = [seat for seat in order if seat < len(row)]
    turned = tuple(row[seat] for seat in seats)
    who = strict_most(row)
    assert strict_most(turned) == (NOBODY if who == NOBODY else seats.index(who))


@given(rows, st.lists(rows, min_size=1, max_size=4))
def test_a_ring_or_the_strongest_controls_a_city(inside: tuple[int, ...], around: list[tuple[int, ...]]) -> None:
    """LOY-7.5, LOY-7.6, LOY-O15: with off, strength alone decides; with tie_break, the ring where it does not."""
    size = len(inside)
    roads = tuple((row + (0,) * size)[:size] for row in around)
    masters = {strict_most(row) for row in roads}
    ring = masters.pop() if len(masters) == 1 else NOBODY
    by_strength = city_control(inside, roads, "off")
    assert city_control(inside, roads, "override") == (ring if ring != NOBODY else by_strength)
    assert city_control(inside, roads, "tie_break") == (by_strength if by_strength != NOBODY else ring)


def test_the_most_citizens_own_a_place_and_score_it() -> None:
    """LOY-7.1, LOY-7.2, LOY-6.1, LOY-5.3: at once, and only as long as it lasts."""
    table = loyalty().put("C", red="1 citizens")
    assert (table.owner("C"), table.vp("red")) == ("red", 12)
    table.put("C", blue="1 citizens")
    assert (table.owner("C"), table.vp("red"), table.vp("blue")) == ("", 7, 7)
    table.put("C", blue="1 citizens")
    assert (table.owner("C"), table.vp("blue")) == ("blue", 12)


def test_militia_and_priests_are_not_citizens() -> None:
    """LOY-6.5, LOY-6.2, LOY-6.3, LOY-R13: they own nothing."""
    table = loyalty().put("C", red="9 militia, 9 priests", blue="1 citizens")
    assert (table.owner("C"), table.control("C"), table.priest_of("C")) == ("blue", "red", "red")


def test_the_most_militia_control_a_road() -> None:
    """LOY-7.3, LOY-R12: a tie controls nothing."""
    table = loyalty().put("R1", red="2 militia", blue="1 militia")
    assert table.control("R1") == "red"
    assert table.put("R1", blue="1 militia").control("R1") == ""


def test_militia_on_controlled_roads_count_for_both_cities() -> None:
    """LOY-7.4, LOY-7.5, LOY-R16: militia on a road that one does not control add nothing."""
    table = loyalty(bare=True).put("O1", blue="2 militia").put("O2", blue="2 militia")
    table.put("R1", red="3 militia", blue="2 militia")
    strength = {name: strengths(table.game, table.game.map.places[name]) for name in ("O1", "O2")}
    assert strength == {"O1": (3, 2, 0, 0), "O2": (3, 2, 0, 0)}
    assert (table.control("O1"), table.control("O2")) == ("red", "red")
    table.put("R1", yellow="3 militia")
    assert (table.control("R1"), table.control("O1")) == ("", "blue")


def ring(option: str) -> Story:
    """Red stands on every road at O1, blue with nine militia inside."""
    table = loyalty(bare=True, encirclement=option).put("O1", blue="9 militia")
    for road in ("S1", "R1", "R4"):
        table.put(road, red="1 militia")
    return table


def test_a_ring_controls_the_city_whatever_is_inside() -> None:
    """LOY-7.6, LOY-R17: one militia on each road is enough."""
    table = ring("override")
    assert table.control("O1") == "red"
    assert table.put("R1", yellow="1 militia").control("O1") == "blue"


@pytest.mark.parametrize(("option", "more", "control"), [("tie_break", 0, "blue"), ("off", 0, "blue")])
def test_a_ring_can_count_for_less(option: str, more: int, control: str) -> None:
    """LOY-O15: a ring that only breaks ties, or none at all."""
    assert ring(option).control("O1") == control


def test_a_ring_that_breaks_a_tie() -> None:
    """LOY-O15: three militia on the ring against three inside."""
    for option, control in (("tie_break", "red"), ("off", "")):
        table = ring(option).put("O1", blue="-6 militia")
        assert table.control("O1") == control


def test_control_drives_nobody_out_and_stops_no_work() -> None:
    """LOY-7.7, LOY-6.6: under red's control blue recruits, converts, campaigns and leaves."""
    table = loyalty(first="blue").put("O2", red="9 militia").coins(blue=9)
    assert table.control("O2") == "red"
    for move in ("proselytize 1", "call to arms 1", "call to faith 1", "campaign 1 for king"):
        assert table.legal("blue", f"{move} in O2"), move
    table.can("blue", "move 4 citizens, 1 priests and 2 militia from O2 to R1")


def test_priests_control_cities_and_no_roads() -> None:
    """LOY-7.8: the strict most priests; on a road they control nothing."""
    table = loyalty().put("C", red="2 priests", blue="2 priests").put("R1", red="5 priests")
    assert table.priest_of("C") == ""
    assert table.put("C", blue="1 priests").priest_of("C") == "blue"
    assert {city.name for city in table.view(None).cities if city.religious == 0} == {"O1"}


def test_all_with_the_fewest_points_are_last() -> None:
    """LOY-4.5: ties put all of them in last place."""
    assert last_place([7, 3, 12, 3]) == (1, 3)
    assert loyalty().view(None).last == (0, 1, 2, 3)
