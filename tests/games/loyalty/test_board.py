"""How Loyalty looks: drawn from the view alone, nothing that betrays a card, every holder in sight without a click."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from math import hypot
from random import Random

import pytest
from tests.conformance.walk import mixes
from tests.kit import says

from turncoat.drawing.scene import Scene
from turncoat.games import ruleset
from turncoat.games.loyalty import actions as act
from turncoat.games.loyalty.board import BOARD, CARDS
from turncoat.games.loyalty.drawing.layout import CITY, OWN, ROAD, crossings, layout
from turncoat.games.loyalty.drawing.outlook import outlook
from turncoat.games.loyalty.events.war import Fought
from turncoat.games.loyalty.options import SAMPLE_MAP
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.state import Loyalty
from turncoat.kernel import clone, play
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.events import SILENCE, Listener
from turncoat.web.composer import compose

NAMES = RULES.names(("Agatha", "Barney", "Celeste", "Darcy"))
OPEN: dict[str, object] = {"track_length": 2, "military_end": False, "revolution_end": False}
SEATS: tuple[int | None, ...] = (0, 1, 2, 3, None)
MIXES = mixes(ruleset("loyalty"), 4)


def moments(agreed: dict[str, object], seed: int = 1, steps: int = 120) -> Iterator[Loyalty]:
    """A game played at random, at every decision."""
    rng = Random(seed)
    game = RULES.start(RULES.read_options(agreed), 4, bytes(31) + bytes([seed]), SILENCE)
    for _ in range(steps):
        if not (asked := play.waiting(game)):
            return
        yield game
        play.submit(game, asked[0], play.boxes(game, asked[0]).sample(rng.randrange), SILENCE)


def drawn(game: Loyalty, seat: int | None) -> str:
    """The drawing for a seat, with all that it may tap."""
    boxes = play.boxes(game, seat) if seat is not None else None
    form = compose(boxes, NAMES, BOARD.cards, None, BOARD.joined) if boxes else None
    scene = Scene(own=seat, legal=form.seats, places=form.places) if form else Scene(own=seat)
    return BOARD.draw(RULES.view(game, seat), NAMES, scene)


# --- secrets --------------------------------------------------------------------------------------


def test_the_card_is_on_its_owners_page_alone_and_is_open_at_the_end() -> None:
    """LOY-3.3, LOY-13.11: "Only you see this" for the owner; for everybody when the game is over."""
    game = next(moments({}))
    for seat in SEATS:
        assert ("Only you see this" in drawn(game, seat)) == (seat is not None)
    assert drawn(game, None).count('class="loy-face"') == 0
    over = next(moments({"round_limit": 1}))
    while play.waiting(over):
        play.time_up(over, SILENCE)
    assert drawn(over, None).count('class="loy-face"') >= 4
    assert "Only you see this" not in drawn(over, 0)


# --- what is in sight -----------------------------------------------------------------------------


def test_every_place_says_who_stands_there_and_whose_it_is() -> None:
    """LOY-7: owner, military control and religious control, worth, track and units, in the name of each place."""
    game = next(moments({}))
    shown = drawn(game, None)
    told = re.findall(r'aria-label="([^"]+)"', shown)
    at_home = next(one for one in told if one.startswith("O1, city"))
    assert at_home == (
        "O1, city, 5 VP. Owned by Agatha, military control Agatha. Loyalty in the middle, religious control Agatha, "
        "income 2 coins. Agatha 4 citizens, 1 priest and 2 militia."
    )
    assert any(one.startswith("S1, road from C to O1, 2 VP. Owned by Agatha") for one in told)
    assert any(one.startswith("C, capital, 5 VP. Owned by nobody") for one in told)


def test_figures_can_be_counted_and_told_apart_without_colour() -> None:
    """LOY-2.3: a row for each player begins with the badge; each kind has its outline and its number."""
    game = next(moments({}))
    city = drawn(game, None).partition('id="table-place-O1"')[2].partition('id="table-place-O2"')[0]
    outlines = re.findall(r'<path class="loy-unit" d="([^"]+)"', city)
    assert len(set(outlines)) == 3
    assert re.findall(r'class="loy-count"[^>]*>(\d+)<', city) == ["4", "2"]
    assert 'class="badge"' in city


def test_a_dial_shows_the_marker_from_king_to_pope_and_the_lock() -> None:
    """LOY-5.7, LOY-11.1: the marker is on the right for the Pope, on the left for the King; a padlock when locked."""
    game = next(moments({}))
    game.tracks[0], game.tracks[1], game.tracks[2] = 2, -3, 4
    shown = drawn(game, None)
    marks = re.findall(r'class="loy-marker loy-marker-(\w+)( locked)?" transform="translate\((-?[\d.]+)', shown)
    assert [kind for kind, _, _ in marks[:3]] == ["pope", "king", "pope"]
    assert float(marks[0][2]) > 0 > float(marks[1][2])
    assert [bool(locked) for _, locked, _ in marks] == [False, False, True, False, False]
    assert "Locked for the Pope" in shown


def test_the_distance_to_each_end_is_shown() -> None:
    """LOY-13.2, LOY-13.4, LOY-13.7, LOY-4.5: revolution, ruin, both diplomacies, and who is last."""
    game = next(moments({}))
    game.tracks[1] = 4
    shown = drawn(game, None)
    for words in ("7 of 21 VP", "7 VP left", "1 of 3 cities, C needed", "0 of 3 cities, C needed"):
        assert words in shown
    assert ">last place<" not in shown, "as long as everybody is, nobody is called so"
    apart = next(game for game in moments({}, steps=400) if len(RULES.view(game, None).last) < 4)
    assert drawn(apart, None).count(">last place<") == len(RULES.view(apart, None).last)
    assert "The game ends when 3 cities are loyal to the Pope, the capital among them; now: O1." in BOARD.in_text(
        RULES.view(game, None), NAMES, Scene()
    )


def test_whose_turn_it_is_and_the_actions_that_are_left() -> None:
    """LOY-9.1: two pips for two actions."""
    game = next(moments({}))
    assert drawn(game, None).count('class="loy-pip"') == 2
    play.time_up(game, SILENCE)
    assert drawn(game, None).count('class="loy-pip"') == 1


def test_modules_show_what_they_add() -> None:
    """LOY-14: pots, flags, coins where they lie, unused cards, who has looked at them."""
    *_, game = moments(
        {"city_economy": True, "riots": True, "factions": True, "lock_peek": True, "coin_location": "city"} | OPEN
    )
    game.looked[0] = (2,)
    shown = drawn(game, None)
    assert shown.count('class="loy-pot"') == 5
    says(shown, 'class="loy-flag"', "loy-coin-own", "U1, seen by Celeste")
    plain = drawn(next(moments({})), None)
    assert not any(one in plain for one in ("loy-pot", "loy-flag", "loy-coin-own", "U1"))


def test_the_final_round_and_standing_permissions_are_told() -> None:
    """LOY-13.8, LOY-8.8: how many turns are left; who lets whom in, and for how much."""
    game = next(moments({}))
    game.faction, game.trigger = "king", 1
    told = BOARD.in_text(RULES.view(game, None), NAMES, Scene())
    assert "The final round is on, because enough cities are loyal to the King: 4 more turns after this one." in told
    play.submit(game, 2, act.Permit(1, "enter", "O3", 2), SILENCE)
    assert "Celeste lets Barney enter O3 for 2 coins." in BOARD.in_text(RULES.view(game, None), NAMES, Scene())


def test_every_action_has_a_card() -> None:
    """LOY-10: nothing is shown by its name on the wire; those that share a card are the exception."""
    assert {tag_of(action) for action in RULES.actions} - set(CARDS) == set(BOARD.joined)


# --- layout ---------------------------------------------------------------------------------------


def test_a_map_of_five_cities_has_its_capital_in_the_middle_and_no_crossing() -> None:
    """LOY-14.7: 5 cities and 7 roads, in an order in which a circle of the cities would cross itself."""
    cities = ("Crown", "Nord", "Ost", "Sund", "West")
    ends = (
        *(("Crown", "Nord"), ("Crown", "Sund"), ("Crown", "Ost"), ("Nord", "Sund")),
        *(("Sund", "Ost"), ("Ost", "West"), ("West", "Nord")),
    )
    roads = tuple((f"Road {number}", *pair) for number, pair in enumerate(ends))
    found = layout(cities, roads)
    assert crossings(found.points, roads) == 0
    x, y = found.points["Crown"]
    assert abs(x / found.width - 0.5) < 0.1
    assert abs(y / found.height - 0.5) < 0.1


def test_a_crossing_is_counted() -> None:
    """The planted fault: two roads that cross, and two that meet in a city."""
    points = {"a": (0.0, 0.0), "b": (2.0, 2.0), "c": (0.0, 2.0), "d": (2.0, 0.0)}
    assert crossings(points, (("1", "a", "b"), ("2", "c", "d"))) == 1
    assert crossings(points, (("1", "a", "b"), ("2", "b", "d"))) == 0


def mapped(game: Loyalty) -> tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]:
    """A map as the layout takes it."""
    cities = game.map.cities
    return cities, tuple((name, cities[one], cities[other]) for name, one, other in game.map.roads)


def maps() -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]]:
    for agreed in ({}, {"board_size": "large"}, {"board_mode": "custom", "custom_board": SAMPLE_MAP}):
        yield mapped(RULES.start(RULES.read_options(agreed), 4, bytes(32), SILENCE))
    for seed in range(3):
        *_, last = moments({"board_mode": "constructed"}, seed, 40)
        yield mapped(last)


@pytest.mark.parametrize("board", list(maps()), ids=["small", "large", "custom", "built 0", "built 1", "built 2"])
def test_nothing_on_a_map_lies_on_anything_else(
    board: tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]],
) -> None:
    """LOY-5.1, LOY-5.2, LOY-14.7: wheels and maps that are laid out by themselves leave room for every place."""
    cities, roads = board
    found = layout(cities, roads)
    for one, other in combinations(cities, 2):
        (x, y), (u, v) = found.points[one], found.points[other]
        assert abs(x - u) >= CITY[0] - 2 or abs(y - v) >= CITY[1] - 2, (one, other)
    for name, *ends in roads:
        x, y = found.points[name]
        for city in cities:
            u, v = found.points[city]
            room = (100, 84) if city in ends else (100 + ROAD[0] / 4, 100)
            assert abs(x - u) >= room[0] - 2 or abs(y - v) >= room[1] - 2, (name, city)
    assert all(0 < x < found.width and 0 < y < found.height for x, y in found.points.values())
    assert OWN[0] < CITY[0]


def apart(city: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """How far a city is from a road; far, if it lies beyond its ends."""
    (a, b), (x, y), (u, v) = city, start, end
    long = hypot(u - x, v - y)
    along = ((a - x) * (u - x) + (b - y) * (v - y)) / long
    return abs((a - x) * (v - y) - (b - y) * (u - x)) / long if 0 < along < long else 1000.0


def growing() -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]]:
    """Maps as they are being built, after every city and every road."""
    for seed in range(3):
        for game in moments({"board_mode": "constructed"}, seed, 12):
            board = game.map
            yield (
                board.cities,
                tuple((name, board.cities[one], board.cities[other]) for name, one, other in board.roads),
            )


def test_no_road_runs_through_a_city_to_which_it_does_not_lead() -> None:
    """LOY-14.7: however the players build, and on the map that is offered for editing."""
    for cities, roads in (*maps(), *growing()):
        found = layout(cities, roads).points
        for name, start, end in roads:
            for city in set(cities) - {start, end}:
                assert apart(found[city], found[start], found[end]) > 90, (name, city)


def test_the_capital_is_in_the_middle_of_a_wheel() -> None:
    """LOY-5.1: the spokes go out from it."""
    for cities, roads in list(maps())[:2]:
        found = layout(cities, roads)
        x, _ = found.points[cities[0]]
        assert x == pytest.approx(found.width / 2)


def test_a_long_coast_is_bent_so_that_it_fills_the_board() -> None:
    """LOY-O3: twelve cities in a row need less than three quarters of the width of a straight line."""
    cities = tuple(f"City {number}" for number in range(12))
    roads = tuple((f"road {number}", *cities[number : number + 2]) for number in range(11))
    found = layout(cities, roads)
    assert found.width < 0.75 * 11 * 2 * OWN[0]
    assert 0.7 < found.width / found.height < 1.9


# --- what an answer would come to -----------------------------------------------------------------


def foreseen(game: Loyalty, seat: int, action: act.LoyaltyAction) -> str:
    return " ".join(outlook(RULES.view(game, seat), action, NAMES))


def test_what_speaks_for_a_home_is_said() -> None:
    """LOY-3.5, LOY-3.6: its roads, the capital, and who lives next to it."""
    game = RULES.start(RULES.read_options({"home_assignment": "choose"}), 4, bytes(32), SILENCE)
    (seat,) = play.waiting(game)
    first = foreseen(game, seat, act.ChooseHome("O2"))
    assert first == (
        "3 roads: to C, O1 and O3. You begin on the road to C, the capital. Nobody lives next to it so far."
    ), first
    play.submit(game, seat, act.ChooseHome("O1"))
    (second,) = play.waiting(game)
    said = foreseen(game, second, act.ChooseHome("O2"))
    assert said.endswith(f"{NAMES.label('seat', seat)} lives next to it."), said


def test_an_attack_is_foreseen_from_public_numbers() -> None:
    """LOY-10.2.9, LOY-10.2.10, LOY-10.2.12: the worked examples of the notebook (LOY-E4, LOY-E5, LOY-E6)."""
    game = next(moments({}))
    o2, r1 = game.map.places["O2"], game.map.places["R1"]
    game.militia[r1] = (4, 0, 0, 0)
    game.militia[o2], game.citizens[o2], game.priests[o2] = (0, 3, 0, 0), (0, 5, 0, 0), (0, 0, 0, 0)
    attack = act.Attack("R1", "O2", (1,), 4)
    assert foreseen(game, 0, attack) == (
        "4 against 3: you win with 1 left, 1 of 5 civilians of theirs killed and advance into O2."
    )
    game.militia[o2] = (0, 3, 2, 0)
    assert "If Celeste (2) joined, 4 against 5: you lose 4 militia, they lose 4, and you do not win." in foreseen(
        game, 0, attack
    )


def test_militia_of_a_colour_that_nobody_wears_join_nobody() -> None:
    """LOY-10.2.6, LOY-14.1d, LOY-14.1e: a colour without a speaker has nobody who could join the defence."""
    game = next(moments({"factions": True}))
    field = game.map.places["O2"]
    game.first, game.turn, game.colours = 0, 1, [0, 1, 1, 1]
    game.militia[field] = (2, 1, 1)
    attack = act.Attack("O2", "O2", (1,), 2)
    assert foreseen(game, 0, attack).startswith("2 against 1: you win with 1 left")
    assert "joined" not in foreseen(game, 0, attack)


def test_what_is_foreseen_of_a_fight_is_what_happens() -> None:
    """LOY-10.2.12: "you win" stands there if and only if the fight is then won, for attacks that nobody can join."""
    checked: dict[bool, int] = {True: 0, False: 0}
    for seed in range(6):
        for game in moments({"military_end": False, "revolution_end": False}, seed):
            for seat, action, said in attacks(game):
                heard = Listener()
                play.submit(clone(game), seat, action, heard)
                (fight,) = [event for _, event in heard.heard if isinstance(event, Fought)]
                assert ("you win" in said) == fight.won
                assert said.startswith(f"{fight.attack} against {fight.defence}: ")
                checked[fight.won] += 1
    assert min(checked.values()) > 5


def attacks(game: Loyalty) -> Iterator[tuple[int, act.Attack, str]]:
    """Some attacks on one player that are open now and that nobody could join, and what is foreseen of them."""
    seat = play.waiting(game)[0]
    for box in play.boxes(game, seat).boxes:
        for number in (0, box.count() - 1):
            action = box.nth(number)
            if isinstance(action, act.Attack) and len(action.targets) == 1:
                said = foreseen(game, seat, action)
                if "joined" not in said:
                    yield seat, action, said


def test_land_that_changes_hands_is_foreseen() -> None:
    """LOY-7.1, LOY-7.2, LOY-13.2: citizens who come or go change owners and points, up to a revolution."""
    game = next(moments({"capital_vp": 60}))
    seat = play.waiting(game)[0]
    said = foreseen(game, seat, act.Move(f"O{seat + 1}", "C", {"citizens": 1}))
    assert f"C goes to {NAMES.label('seat', seat)}. You have 67 VP instead of 7." in said
    assert "This is a revolution: you win alone." in said
    called = foreseen(game, seat, act.CallToArms(f"O{seat + 1}", 4))
    assert called.startswith(
        f"It costs nothing; you then have 1 priest and 6 militia in O{seat + 1}. O{seat + 1} has no "
    )


def test_a_lock_and_the_final_round_are_foreseen() -> None:
    """LOY-11.1, LOY-13.7: the price of a campaign, the lock it brings, and the third lock."""
    game = next(moments({"track_length": 1}))
    game.tracks[0] = game.tracks[2] = 1
    said = foreseen(game, 0, act.Campaign("O1", "pope", 1))
    assert said == "It costs 2 coins. That locks O1 for the Pope. The final round begins."


def test_control_that_changes_hands_is_foreseen() -> None:
    """LOY-7.3, LOY-7.8: a move that gives up the own city, and comes to power elsewhere."""
    game = next(moments({}))
    seat = play.waiting(game)[0]
    home = f"O{seat + 1}"
    army = game.militia[game.map.places[home]][seat]
    said = foreseen(game, seat, act.Move(home, f"S{seat + 1}", {"militia": army, "priests": 1}))
    assert f"You lose religious control of {home}." in said
    assert f"You gain military control of S{seat + 1}." in said
    assert "control" not in foreseen(game, seat, act.Move(home, f"S{seat + 1}", {"citizens": 1}))


def wanted(game: Loyalty) -> bool:
    """Somebody's leave is asked for."""
    request = RULES.view(game, None).request
    return request is not None and play.waiting(game)[0] in request.offers


def test_whoever_is_asked_for_leave_reads_by_whom_and_for_what() -> None:
    """LOY-8.5, LOY-D2: a request is known to everybody; the answers are not, before all are in."""
    game = next(game for game in moments({}, steps=400) if wanted(game))
    seat = play.waiting(game)[0]
    view = RULES.view(game, seat)
    (asks, of, own) = BOARD.stakes(view, NAMES)
    assert view.request is not None
    assert view.active is not None
    says(asks, f"{NAMES.label('seat', view.active)} asks for leave to")
    says(of, "Leave is asked of", NAMES.label("seat", seat))
    assert own == f"You have {view.coins[seat]} coin{'s' * (view.coins[seat] != 1)}."
    assert BOARD.stakes(RULES.view(game, None), NAMES) == ()


def test_from_afar_the_number_of_units_is_as_large_as_a_name() -> None:
    """LOY-2.3: several figures of a kind are one figure and their number."""
    for game in moments({}, steps=60):
        for group in re.findall(r'data-stands="[^"|]*\|[^"|]*\|(\d+)"[^>]*>(.*?)</(?:g|a)>', drawn(game, None)):
            number, inside = int(group[0]), group[1]
            assert ('class="loy-count loy-far"' in inside) is (number > 1)
