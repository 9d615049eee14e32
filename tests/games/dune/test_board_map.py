"""DUN-2.1: the drawn planet: every location once, borders that are shared, everything on it shown, nothing outside."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from itertools import pairwise
from math import atan2, degrees, hypot, pi
from time import process_time
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, fid, place

from turncoat.drawing.scene import Scene
from turncoat.games.dune.drawing import ground
from turncoat.games.dune.drawing.geography import geography
from turncoat.games.dune.drawing.map import EDGE, Map
from turncoat.games.dune.drawing.moment import OFF_PLANET, TANKS, March, Moment
from turncoat.games.dune.drawing.shapes import GRAIN, RADIUS, Point, Wedges, polar
from turncoat.games.dune.drawing.terrain import called, slug
from turncoat.games.dune.facts import FACTS, SECTORS
from turncoat.games.dune.shared.map import BETWEEN, BLOOM, INSIDE, LOCATION, LOCATION_IDS, TERRITORY_IDS
from turncoat.games.dune.text import SKINS, DuneNames, skin

SEATED = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")
NAMES = DuneNames(SEATED)
NEIGHBOURS = {
    frozenset((LOCATION_IDS[one], LOCATION_IDS[other]))
    for one in LOCATION.values()
    for other in (*BETWEEN[one], *INSIDE[one])
}


def crowded() -> Table:
    """A table in Battle with four factions and spice in one place, forces under the storm, tanks, and a dead hand."""
    return Table(
        "battles",
        forces={
            ATR: "Arrakeen 9: 5, Old Gap 9: 2",
            HAR: "Carthag 10: 12, Old Gap 9: 3",
            FRE: "Sietch Tabr 13: 4, Old Gap 9: 1",
            EMP: "Old Gap 9: 4, Polar Sink: 2",
            GUI: "Tuek's Sietch 4: 5, Polar Sink: 1",
            BG: "Polar Sink: 1, False Wall East 5: 1",
        },
        tanks={HAR: 3, BG: 2},
        fields="Old Gap 9: 6, Red Chasm 6: 8",
        storm=13,
    )


def drawn(now: Moment, scene: Scene | None = None, names: DuneNames = NAMES) -> str:
    return Map(now, names, scene or Scene(id="table")).svg()


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def by_id(svg: str) -> dict[str, ET.Element]:
    return {element.attrib["id"]: element for element in parsed(svg).iter() if "id" in element.attrib}


def words(element: ET.Element) -> str:
    return "".join(element.itertext())


def area(points: tuple[Point, ...]) -> float:
    return abs(sum(x * v - y * u for (x, y), (u, v) in pairwise((*points, points[0])))) / 2


# --- the land ---------------------------------------------------------------------------------


def test_every_location_is_drawn_once_and_is_a_target_of_its_own() -> None:
    """DUN-2.1.1: territories cut by sectors are locations, 86 of them."""
    svg = drawn(Moment(crowded().view(None)))
    targets = [
        element
        for element in parsed(svg).iter()
        if element.get("class", "").startswith("dune-place ") or element.get("class") == "dune-place"
    ]
    assert sorted(target.attrib["id"] for target in targets) == sorted(
        f"table-at-{slug(place)}" for place in LOCATION_IDS
    )
    assert len(targets) == len(LOCATION_IDS) == 86


def test_locations_share_their_borders_without_gaps_or_overlaps() -> None:
    """DUN-2.1.1: together they are the whole disc; every border but the rim is drawn by exactly two of them."""
    outlines = geography().outlines
    assert sum(area(outline) for outline in outlines.values()) == pytest.approx(pi * RADIUS**2, rel=0.002)
    cells = Counter(cell for place in LOCATION_IDS for cell in ground.cells(place))
    assert set(cells.values()) == {1}
    assert sum(cells.values()) * ground.CELL**2 == pytest.approx(pi * RADIUS**2, rel=0.01)


def test_a_shifted_border_would_be_noticed() -> None:
    """The planted fault for the test above: a location that has slid aside covers cells of another one."""
    outline = geography().outlines["pole"]
    slid = tuple((x + 3 * ground.CELL, y) for x, y in outline)
    assert area(slid) == pytest.approx(area(outline))
    others = {cell for place in LOCATION_IDS if place != "pole" for cell in ground.cells(place)}
    assert not ground.cells("pole") & others
    assert {(x + 3, y) for x, y in ground.cells("pole")} & others


def test_whoever_is_a_neighbour_shares_a_border_and_nobody_else_does() -> None:
    """DUN-2.1.1: adjacency is given per location; the drawing says the same, but for two spots of a few units."""
    wedges = Wedges()
    shared: dict[frozenset[str], float] = {}
    for (one, other), mine in wedges.beside.items():
        pair = frozenset((mine, wedges.beside[other, one]))
        (x, y), (u, v) = polar(one[0] * RADIUS, one[1]), polar(other[0] * RADIUS, other[1])
        shared[pair] = shared.get(pair, 0.0) + hypot(x - u, y - v) / 2
    inner = {pair: length for pair, length in shared.items() if "" not in pair}
    assert set(inner) >= NEIGHBOURS
    assert {tuple(sorted(pair)) for pair in set(inner) - NEIGHBOURS if inner[pair] > 25} == set()


def test_sector_lines_inside_a_territory_are_straight_and_point_to_the_middle() -> None:
    """DUN-2.1.1: 18 equal sectors."""
    lines = re.findall(r"M(-?\d+) (-?\d+)l(-?\d+) ?(-?\d+)", geography().borders["sector"])
    assert len(lines) == len(FACTS.inside) + 1, "one territory is cut in two by a stronghold"
    for x, y, dx, dy in (tuple(map(int, line)) for line in lines):
        for point in ((x, y), (x + dx, y + dy)):
            turn = degrees(atan2(-point[1], point[0])) / (360 / SECTORS)
            assert abs(turn - round(turn)) * 2 * pi / SECTORS * hypot(*point) < GRAIN


def test_the_land_is_the_same_every_time() -> None:
    """Nothing is left to chance: made again it has the same bytes."""
    before = geography().areas
    geography.cache_clear()
    assert geography().areas == before


@pytest.mark.parametrize("name", SKINS)
def test_names_come_from_the_skin_and_lie_inside_their_territory(name: str) -> None:
    """DUN-1.3.1: all names are the skin's; none leaves the land it names."""
    svg = drawn(Moment(crowded().view(None)), names=DuneNames(SEATED, skin(name)))
    text = " ".join(
        words(element) for element in parsed(svg).iter() if element.get("class", "").startswith("dune-name ")
    )
    for territory in TERRITORY_IDS:
        called = skin(name).territory[territory]
        label = ground.label(territory, called)
        assert all(line in text for line in label.lines)
        assert " ".join(label.lines) == called
        land = ground.land(territory)
        for one, other, _ in label.capsules():
            assert ground.cell_at(*one) in land, called
            assert ground.cell_at(*other) in land, called


def test_no_piece_lies_outside_its_location() -> None:
    """Whatever lies somewhere has its middle there, however many there are."""
    names = called(NAMES)
    for where in LOCATION_IDS:
        name = names[TERRITORY_IDS.index(ground.territory_of(where))]
        for number in (1, 2, 3, 5):
            spots = ground.slots(where, number, name)
            assert len(set(spots.points)) == number
            assert (
                all(ground.cell_at(*spot) in ground.cells(where) for spot in spots.points)
                or spots.scale == ground.HEAPED
            )
        assert ground.slots(where, 1, name).scale >= 1


# --- what lies on it --------------------------------------------------------------------------


def test_all_forces_all_spice_and_the_storm_are_shown() -> None:
    """DUN-1.5: forces and spice on the map are public."""
    view = crowded().view(None)
    found = by_id(drawn(Moment(view)))
    for faction in view.factions:
        for where, number in faction.forces.items():
            assert words(found[f"table-force-{faction.faction}-{slug(where)}"]) == str(number)
        if faction.tanks:
            assert words(found[f"table-tanks-{faction.faction}"]) == str(faction.tanks)
        if faction.reserves:
            assert words(found[f"table-reserves-{faction.faction}"]) == str(faction.reserves)
    for where, amount in view.fields.items():
        assert words(found[f"table-spice-{slug(where)}"]) == str(amount)
    shown = {name for name in found if "-force-" in name}
    assert len(shown) == sum(len(faction.forces) for faction in view.factions)
    assert "table-storm" in found


def test_several_stacks_and_spice_in_one_place_do_not_cover_each_other() -> None:
    """Four factions and spice in Old Gap: five pieces, none on another."""
    view = crowded().view(None)
    found = by_id(drawn(Moment(view)))
    here = [
        element
        for name, element in found.items()
        if name.endswith("-old-gap-9") and ("-force-" in name or "-spice-" in name)
    ]
    spots = [tuple(map(float, re.findall(r"-?[\d.]+", element.attrib["transform"]))) for element in here]
    assert len(spots) == 5
    for number, (x, y, scale) in enumerate(spots):
        assert all(hypot(x - u, y - v) > 40 * scale for u, v, _ in spots[:number])


def test_the_storm_turns_to_its_sector_and_is_nowhere_before_it_is_placed() -> None:
    """DUN-2.1.4: one sector is in storm from the first placement on."""
    view = crowded().view(None)
    for sector in range(SECTORS):
        found = by_id(drawn(Moment(replace(view, storm=sector))))
        numbers = [float(part) for part in found["table-storm"].attrib["transform"][7:-1].split()]
        x, y = polar(1, sector + 0.5)
        assert numbers[:2] == pytest.approx([x, y], abs=0.001)
    assert "table-storm" not in by_id(drawn(Moment(replace(view, storm=-1))))


def test_the_way_of_the_storm_is_shown_to_who_knows_it() -> None:
    """DUN-4.1.3: once the sum is known, its path is."""
    view = crowded().view(None)
    assert "table-forecast" not in by_id(drawn(Moment(view)))
    assert "table-forecast" in by_id(drawn(Moment(replace(view, movement=4))))
    assert "table-forecast" not in by_id(drawn(Moment(replace(view, movement=0))))


def test_what_the_storm_has_swept_is_shown_in_a_story() -> None:
    """DUN-4.1.4: it moves counterclockwise, sector by sector."""
    svg = parsed(drawn(Moment(crowded().view(None), told=True, swept=(10, 11, 12))))
    assert sum(element.get("class") == "dune-swept" for element in svg.iter()) == 3


def test_without_a_storm_the_map_says_so() -> None:
    """DUN-2.1.4: before its first placement there is none."""
    view = crowded().view(None)
    assert "No storm yet" in drawn(Moment(replace(view, storm=-1)))
    assert "Storm moves 4, to 17" in drawn(Moment(replace(view, movement=4)))
    assert "storm" not in words(parsed(drawn(Moment(view)))).lower()


def test_the_shield_wall_is_whole_or_blown() -> None:
    """DUN-7.9.3: Family Atomics leave it in pieces, and what is said of the cities changes with it."""
    view = crowded().view(None)
    whole, blown = (by_id(drawn(Moment(replace(view, wall=stands)))) for stands in (True, False))
    assert whole["table-shield-wall"].attrib["class"].endswith("whole")
    assert blown["table-shield-wall"].attrib["class"].endswith("blown")
    city = f"table-at-{slug(place('Arrakeen 9'))}"
    assert "Safe from storms while" in whole[city].attrib["aria-label"]
    assert "storms kill here (DUN-7.9.3)" in blown[city].attrib["aria-label"]


def test_a_worm_is_where_it_devours() -> None:
    """DUN-4.2.2: it strikes a territory."""
    view = replace(crowded().view(None), devoured="red-chasm")
    assert "table-worm-red-chasm" in by_id(drawn(Moment(view)))
    lurking = by_id(drawn(Moment(replace(view, devoured="", latest="old-gap"))))
    assert "table-lurking" in lurking
    assert "A worm would strike here." in lurking["table-at-old-gap-10"].attrib["aria-label"]
    lit = by_id(drawn(Moment(view, told=True, lit={"old-gap": "worm"})))
    assert "table-worm-old-gap" in lit
    assert "dune-lit-worm" in lit["table-at-old-gap-9"].attrib["class"]


def test_what_comes_up_is_printed_where_it_comes_up() -> None:
    """DUN-2.1.3: each place of a spice card carries its amount."""
    svg = parsed(drawn(Moment(crowded().view(None))))
    printed = sorted(int(words(element)) for element in svg.iter() if element.get("class") == "dune-printed")
    assert printed == sorted(amount for _, amount in BLOOM.values())


def test_marches_are_arrows_with_their_number() -> None:
    """DUN-4.7.2, DUN-4.7.6: from the rim for shipments, within the map for moves, into the tanks for the dead."""
    view = crowded().view(None)
    marches = (
        March(fid(ATR), 7, OFF_PLANET, place("Arrakeen 9"), "ship"),
        March(fid(HAR), 3, place("Carthag 10"), place("Old Gap 9"), "move"),
        March(fid(FRE), 2, place("Old Gap 9"), TANKS, "die"),
    )
    found = by_id(drawn(Moment(view, told=True, marches=marches)))
    for march in marches:
        drawn_as = found[f"table-march-{march.faction}-{march.origin}-{march.to}".replace("/", "-")]
        assert words(drawn_as) == str(march.number)
        assert f"dune-march-{march.kind}" in drawn_as.attrib["class"]
        assert drawn_as.attrib["data-along"] in found


def test_everybody_sits_by_their_marker_with_the_order_of_play() -> None:
    """DUN-2.2.1, DUN-2.2.2: markers round the rim, who is first, and storm order from there."""
    view = crowded().view(None)
    found = by_id(drawn(Moment(view)))
    for faction in view.factions:
        text = words(found[f"table-seat-mark-{faction.faction}"])
        assert NAMES.label("faction", faction.faction) in text
        assert SEATED[faction.seat] in text
        assert str(view.order.index(faction.faction) + 1) in text


# --- targets ----------------------------------------------------------------------------------


def test_legal_places_are_marked_and_the_first_of_them_is_met_by_tab() -> None:
    """A location, and a territory where a box asks for one: all its locations stand for it."""
    view = crowded().view(ATR)
    places = {"location": frozenset({"red-chasm/6"}), "territory": frozenset({"old-gap", "red-chasm"})}
    found = by_id(drawn(Moment(view), Scene(id="table", places=places)))
    chasm, gap, other = (found[f"table-at-{name}"].attrib for name in ("red-chasm-6", "old-gap-10", "pole"))
    assert (chasm["data-domain"], chasm["data-value"], chasm["data-or"]) == (
        "location",
        "red-chasm/6",
        "territory red-chasm",
    )
    assert (gap["data-domain"], gap["data-value"], gap["role"]) == ("territory", "old-gap", "button")
    assert "legal" in gap["class"]
    assert "data-domain" not in other
    assert other["role"] == "img"
    stops = [element for name, element in found.items() if "-at-" in name and element.get("tabindex") == "0"]
    assert len(stops) == 1
    assert "legal" in stops[0].attrib["class"]


def test_every_place_says_what_it_is_what_lies_there_and_what_it_borders_on() -> None:
    """DUN-2.1.3: name, sector, kind, dangers with their rule, forces, spice, neighbours."""
    found = by_id(drawn(Moment(crowded().view(None))))
    said = found["table-at-old-gap-9"].attrib["aria-label"]
    assert said.startswith("Old Gap, sector 9: sand. Storms kill and worms devour here (DUN-2.1.3).")
    for part in ("2 Atreides", "3 Harkonnen", "6 spice", "Borders on Arrakeen", "Its spice card brings 6."):
        assert part in said
    assert "The storm is here." in found["table-at-west-haven-13"].attrib["aria-label"]
    for place_id in LOCATION_IDS:
        assert "Borders on" in found[f"table-at-{slug(place_id)}"].attrib["aria-label"]


def test_a_story_offers_nothing_to_tap() -> None:
    """A still of the past is there to be looked at."""
    now = replace(Moment(crowded().view(None)), told=True)
    svg = drawn(now, Scene(id="story", still=True))
    assert "data-domain" not in svg
    assert 'id="table-' not in svg


# --- the drawing itself -----------------------------------------------------------------------


def test_ids_are_unique_and_whatever_is_pointed_at_is_there() -> None:
    """Pages are morphed by id, and patterns are found by theirs."""
    svg = drawn(Moment(crowded().view(None), marches=(March(fid(ATR), 1, OFF_PLANET, "pole", "ship"),)))
    ids = re.findall(r' id="([^"]+)"', svg)
    assert max(Counter(ids).values()) == 1
    pointed = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert pointed <= set(ids)


def test_what_never_changes_is_not_sent_to_a_page_that_has_it() -> None:
    """Groups that a morph leaves alone keep their ids and are empty; all else is drawn as ever."""
    now = Moment(crowded().view(None))
    whole, update = (drawn(now, Scene(id="table", drawn=there)) for there in (False, True))
    kept = re.findall(r'<g id="([^"]+)"[^>]*hx-morph-skip-children="[^"]*"/>', update)
    assert kept == ["table-ground", "table-signs", "table-names", "table-numbers"]
    assert re.findall(r'id="([^"]+)"[^>]*hx-morph-skip-children', whole) == kept
    assert not re.findall(r"hx-morph-skip-children=\S*/>", whole)
    assert len(update) < len(whole) / 2
    assert 'id="table-shield-wall"' in update


def test_everything_drawn_lies_inside_the_picture() -> None:
    """Nothing is clipped: marks on the rim and the tanks lie within the frame."""
    svg = parsed(drawn(Moment(crowded().view(None))))
    for element in svg.iter():
        moved = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", element.get("transform", ""))
        if moved and element.get("class") != "dune-sign":
            assert all(abs(float(part)) < EDGE - 30 for part in moved.groups())


def test_the_map_is_small_and_quickly_drawn() -> None:
    """The whole of it in 14 kB compressed; once the land is made, in a few milliseconds."""
    now = Moment(crowded().view(ATR))
    scene = Scene(id="table", places={"location": frozenset(LOCATION_IDS), "territory": frozenset(TERRITORY_IDS)})
    svg = drawn(now, scene)
    assert len(gzip.compress(drawn(now).encode())) < 14_500
    assert len(gzip.compress(svg.encode())) < 15_500
    start = process_time()
    for _ in range(10):
        drawn(now)
    assert (process_time() - start) / 10 < 0.02
