"""LOY-14: colours, contested cities, a look at a card, city economies, riots, other maps, coins in cities."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.loyalty.story import FIVE, Story, clash, loyalty

from turncoat.games.loyalty.actions import ChooseRoad
from turncoat.games.loyalty.events import CardLookedAt, CardSeen, CoinsWent, ColourTaken, PiecesPlaced
from turncoat.games.loyalty.events.war import Rioted, Taxed
from turncoat.games.loyalty.options import SAMPLE_MAP
from turncoat.games.loyalty.view import PaymentView
from turncoat.kernel import play

# --- colours ----------------------------------------------------------------------------------


def colours(players: str = "red blue yellow", **options: Any) -> Story:
    """Three players wear crimson, azure, crimson."""
    return loyalty(players, factions=True, faction_colours="crimson, azure", **options)


def test_everybody_wears_a_public_colour() -> None:
    """LOY-14.1, LOY-14.1a, LOY-O32, LOY-O33: dealt round by seat."""
    assert colours().view(None).colours == ("crimson", "azure", "crimson")
    assert loyalty(factions=True).view(None).colours == ("red", "blue", "green", "red")
    assert loyalty().view(None).colours == ()


def test_colours_can_be_chosen_in_reverse_turn_order() -> None:
    """LOY-14.1a, LOY-O34, LOY-D12: every colour is allowed; by default the first in the order of names."""
    table = colours(faction_start="choose")
    assert (table.key, table.asked) == ("preparation.colours", {"yellow"})
    table.do("yellow", "wear crimson").do("blue", "wear crimson").time_up()
    assert table.view(None).colours == ("azure", "crimson", "crimson")
    assert len(table.told(ColourTaken)) == 3


def test_militia_belong_to_a_colour() -> None:
    """LOY-14.1b, LOY-14.1c: red and yellow use the same soldiers; Call to Arms makes them of the present colour."""
    table = colours().do("red", "call to arms 2 in O1", "move 4 militia from O1 to R1").pass_to("yellow")
    table.can("yellow", "attack blue in O2 from R1 with 4")
    table.do("yellow", "move 4 militia from R1 to O1")
    assert table.game.militia[table.game.map.places["O1"]] == (4, 0)


def test_the_speaker_uses_the_control_of_a_colour() -> None:
    """LOY-14.1d, LOY-R49: the member with the strict most points; without one nobody is asked."""
    table = colours("red blue yellow", first="blue").put("R1", red="2 militia")
    assert table.control("R1") == "crimson"
    table.can("blue", "move 1 citizens from O2 to R1").put("C", yellow="1 citizens")
    table.cannot("blue", "move 1 citizens from O2 to R1")
    assert table.do("blue", "ask to move 1 citizens from O2 to R1 for nothing").asked == {"yellow"}
    view = next(place for place in table.view(None).places if place.name == "R1")
    assert (view.control, view.gatekeeper) == (0, 2)


def test_members_enter_what_their_colour_controls() -> None:
    """LOY-14.1d: red needs no leave from the speaker yellow."""
    table = colours().put("C", yellow="1 citizens, 5 militia")
    assert table.control("C") == "crimson"
    assert table.put("S1", red="1 citizens").legal("red", "move 1 citizens from S1 to C")


def test_attacks_among_colours() -> None:
    """LOY-14.1e: not on one's own colour; all soldiers of the target's colour defend."""
    table = loyalty(bare=True, factions=True, faction_colours="crimson, azure, green")
    table.put("O2", red="6 militia", blue="2 militia, 1 citizens", green="3 citizens")
    table.cannot("red", "attack green in O2 from O2 with 1")
    table.do("red", "attack blue in O2 from O2 with 3")
    assert table.units("O2")["red"] == {"militia": 4}
    assert "blue" not in table.units("O2")


def test_volunteers_are_the_speakers_of_further_colours() -> None:
    """LOY-14.1e, LOY-14.1d: green wears the attacker's colour; yellow speaks for a third one."""
    table = loyalty(bare=True, factions=True, faction_colours="crimson, azure, lime")
    table.put("O2", red="4 militia", blue="1 militia", yellow="2 militia").put("O3", yellow="1 citizens")
    table.do("red", "attack blue in O2 from O2 with 4")
    assert table.asked == {"yellow"}
    table.do("yellow", "join with 2")
    assert table.units("O2") == {"red": {"militia": 1}, "green": {"militia": 1}}


def test_losses_are_agreed_on_by_colour() -> None:
    """LOY-14.1e, LOY-10.2.8: blue's azure and yellow's lime soldiers defend; blue proposes, yellow agrees."""
    table = loyalty(bare=True, factions=True, faction_colours="crimson, azure, lime")
    table.put("O2", red="2 militia", blue="2 militia", yellow="2 militia").put("O3", yellow="1 citizens")
    table.do("red", "attack blue in O2 from O2 with 2").do("yellow", "join with 2")
    table.do("blue", "propose 1 azure, 1 lime").do("yellow", "agree")
    assert table.game.militia[table.game.map.places["O2"]] == (0, 1, 1)


def test_soldiers_whose_colour_nobody_wears_stay_where_they_are() -> None:
    """LOY-14.1e, LOY-14.1f: they count for control, cannot be attacked and never volunteer."""
    table = loyalty(bare=True, factions=True, faction_colours="crimson, azure, lime")
    table.put("O2", red="3 militia", yellow="5 militia", blue="1 citizens")
    table.game.colours[2] = 1
    assert table.control("O2") == "lime"
    table.do("red", "attack blue in O2 from O2 with 1")
    assert table.key == "action.choose"
    assert table.game.militia[table.game.map.places["O2"]] == (3, 0, 5)


@pytest.mark.parametrize(("option", "price"), [("action", 0), ("action_coins", 2)])
def test_switching_costs_an_action(option: str, price: int) -> None:
    """LOY-14.1f, LOY-O35, LOY-R49: once in a turn; soldiers keep their colour."""
    table = colours(faction_switch=option, taxes=False).do("red", "switch to azure")
    assert (table.actions_left, table.purse("red")) == (1, 4 - price)
    assert table.refused("red", "switch to crimson").rule == "LOY-14.1f"
    assert table.game.militia[table.game.map.places["O1"]] == (2, 0)
    poor = colours(faction_switch="action_coins", faction_switch_cost=5)
    poor.cannot("red", "switch to azure")


def test_switching_can_be_free_or_forbidden() -> None:
    """LOY-14.1f, LOY-O35, LOY-D13: free at the start of the turn; or never."""
    table = colours(faction_switch="free")
    assert (table.key, table.asked) == ("turn.colour", {"red"})
    table.do("red", "switch to azure")
    assert (table.actions_left, table.view(None).colours[0]) == (2, "azure")
    table.do("red", "pass", "pass").time_up()
    assert (table.key, table.view(None).colours[1]) == ("action.choose", "azure")
    assert not colours(faction_switch="off").legal("red", "switch to azure")


def test_all_else_remains_each_players_own() -> None:
    """LOY-14.1g: owners, priests, points and teams do not know colours."""
    table = colours().put("C", red="1 citizens, 1 priests", yellow="1 citizens, 1 priests")
    assert (table.owner("C"), table.priest_of("C")) == ("", "")


def test_names_of_colours_are_checked() -> None:
    """LOY-O33: two or more, all different."""
    assert "Give the names of 2 to 12 colours" in clash(factions=True, faction_colours="red")
    assert "same name" in clash(factions=True, faction_colours="red, red")
    assert "20 characters" in clash(factions=True, faction_colours=f"red, {'x' * 30}")
    assert clash(faction_colours="red") == ""


# --- contested cities, peeking ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "none", "one", "two"),
    [("off", True, True, True), ("not_contested", True, True, False), ("occupied", False, True, False)],
)
def test_contested_cities(option: str, none: bool, one: bool, two: bool) -> None:
    """LOY-14.2, LOY-O36, LOY-R50: where no army, one army or two armies stand; militia on roads do not matter."""
    table = loyalty(single_faction_swing=option).put("C", red="1 priests").put("S1", blue="3 militia")
    assert table.legal("red", "campaign 1 for pope in C") == none
    table.put("C", red="2 militia")
    assert table.legal("red", "campaign 1 for pope in C") == one
    table.put("C", blue="1 militia")
    assert table.legal("red", "campaign 1 for pope in C") == two


def locker() -> Story:
    """Red is about to lock O1."""
    return loyalty(lock_peek=True).marker(O1=3, O2=-3).coins(red=9, blue=9).cards("pope king pope king")


def test_the_locker_may_look_at_an_unused_card() -> None:
    """LOY-14.4, LOY-D10, LOY-11.2, LOY-O19, LOY-R44: all see which; only the looker knows the face."""
    table = locker().do("red", "campaign 1 for pope in O1")
    assert (table.key, table.asked) == ("peek.look", {"red"})
    table.do("red", "look at 2")
    assert [(event.seat, event.card) for event in table.told(CardLookedAt)] == [(0, 2)]
    assert [event.face for event in table.told(CardSeen, "red")] == [table.game.unused[1]]
    assert table.told(CardSeen, "blue") == []
    assert table.view("red").seen == {2: table.game.unused[1]}
    assert table.view("blue").seen == {}
    assert table.view("blue").looked == ((), (0,))


def test_a_card_can_be_looked_at_again_or_not_at_all() -> None:
    """LOY-14.4, LOY-D10: by somebody else, too; whoever lets the time go by looks away."""
    table = locker().do("red", "campaign 1 for pope in O1").do("red", "look at 1").pass_to("blue")
    table.do("blue", "campaign 1 for king in O2").do("blue", "look at 1")
    assert table.view(None).looked == ((0, 1), ())
    other = locker().do("red", "campaign 1 for pope in O1").time_up()
    assert other.view(None).looked == ((), ())


def test_peeking_needs_locks() -> None:
    """LOY-O19, LOY-O18: refused when the table is made, naming both options."""
    assert clash(lock_peek=True, track_lock=False).startswith("Nobody looks at a card")


# --- economies and riots ----------------------------------------------------------------------


def test_a_city_has_a_pot() -> None:
    """LOY-14.5, LOY-O29, LOY-R43: taxes empty it, spending fills it; no coin comes or goes."""
    table = loyalty(city_economy=True)
    assert table.game.pots == [12, 6, 6, 6, 6]
    table.do("red", "proselytize 1 in O1", "pass")
    assert (table.purse("red"), table.game.pots[1]) == (4 - 1 + 2, 6 + 1 - 2)
    assert sum(table.game.coins) + sum(table.game.pots) == 4 * 4 + 36
    table.pass_turn(4 * 3)
    assert [event.coins for event in table.told(Taxed) if event.city == "O1"] == [2, 2, 2, 1]


def test_a_broke_city_riots() -> None:
    """LOY-14.6, LOY-O30, LOY-R42, LOY-R30: each army loses one, the marker moves to the middle; a lock holds."""
    table = loyalty(city_economy=True, riots=True, city_pot_factor=0).put("O1", blue="1 militia")
    table.marker(O1=3, O2=-2, O3=4).pass_turn(3)
    assert table.told(Rioted) == []
    table.pass_turn()
    assert len(table.told(Rioted)) == 5
    assert table.units("O1")["red"]["militia"] == 1
    assert "blue" not in table.units("O1")
    assert [table.track(city) for city in ("O1", "O2", "O3", "O4")] == [2, -1, 4, 0]


def test_patience_delays_a_riot() -> None:
    """LOY-O30, LOY-R42: two round ends in a row with an empty pot."""
    table = loyalty(city_economy=True, riots=True, riot_patience=2, city_pot_factor=0).pass_turn(4)
    assert table.told(Rioted) == []
    assert len(table.pass_turn(4).told(Rioted)) == 5


def test_riots_by_colour() -> None:
    """LOY-14.6, LOY-14.1b: each colour loses one, however many players wear it."""
    table = colours(city_economy=True, riots=True, city_pot_factor=0).put("O1", blue="3 militia").pass_turn(3)
    assert table.game.militia[table.game.map.places["O1"]] == (1, 2)


def test_riots_need_pots() -> None:
    """LOY-O30, LOY-O29: refused when the table is made, naming both options."""
    assert clash(riots=True).startswith("Riots need the economy of cities")


# --- maps -------------------------------------------------------------------------------------

TRIANGLE = (
    "capital Hub; city A; city B; city D; road Hub - A; road A - B; road B - D; road Long Way: D - A; road B - Hub"
)


def test_a_map_of_ones_own() -> None:
    """LOY-14.7, LOY-O2, LOY-O3, LOY-5.8: worth and thresholds follow; homes in the order of the text."""
    table = loyalty("red blue yellow", board_mode="custom", custom_board=TRIANGLE)
    board = table.game.map
    assert board.names == ("Hub", "A", "B", "D", "R1", "R2", "R3", "Long Way", "R5")
    assert (sum(board.worth), board.majority) == (4 * 5 + 5 * 2, 16)
    assert (table.key, table.asked) == ("preparation.roads", {"yellow"})
    table.cannot("yellow", "settle on R1")
    assert play.default_of(table.game, table.seat("yellow")) == ChooseRoad("Long Way")
    table.do("yellow", "settle on Long Way")
    placed = [(event.home, event.road) for event in table.told(PiecesPlaced)]
    assert placed == [("A", "R1"), ("B", "R5"), ("D", "Long Way")]
    table.do("red", "move 1 citizens from A to Long Way")


def test_the_map_that_is_offered_can_be_played() -> None:
    """LOY-O3, LOY-14.7: eight homes; whoever lets the time go by takes the first road."""
    table = loyalty("a b c d e f g h", first="a", board_mode="custom")
    while table.key == "preparation.roads":
        table.time_up()
    assert table.key == "action.choose"


@pytest.mark.parametrize(
    ("board", "complaint"),
    [
        ("city A", "it has no capital"),
        ("", "it has no capital"),
        ("capital A; capital B", "line 2: B cannot be the capital, because A is the capital already"),
        ("capital A; city A", "line 2: A is named twice"),
        ("capital A; town B", "line 2 must begin with capital, city or road"),
        ("capital A; city B; road A", "line 3: a road is written"),
        ("capital A; city B; road A - C", "line 3: there is no city C"),
        ("capital A; city B; road A - A", "line 3: a road cannot lead from A to itself"),
        ("capital A; city B; road A - B; road B - A", "line 4: B and A are joined twice"),
        ("capital A; city B; road A: A - B", "line 3: the road cannot be called A"),
        ("capital A; city !", "line 2: “!” is not a name"),
        ("capital A; city B", "no roads lead from A to B"),
        ("capital A; city B; road A - B", "The custom map has 1 outer city and cannot seat 4 players"),
        ("capital A;" + ";".join(f"city B{n}" for n in range(40)), "at most 30 can be drawn"),
    ],
)
def test_a_bad_map_is_refused_with_a_sentence(board: str, complaint: str) -> None:
    """LOY-14.7, LOY-O3: the sentence names the option, the line and what is wrong."""
    sentence = clash(board_mode="custom", custom_board=board)
    assert sentence.startswith("The custom map ")
    assert complaint in sentence


@pytest.mark.parametrize("mode", ["fixed", "constructed"])
def test_a_map_that_would_not_be_played_is_refused(mode: str) -> None:
    """LOY-O3, LOY-O2: both options are named; the map that is offered for editing is no wish, however its lines end."""
    sentence = clash(board_mode=mode, custom_board=TRIANGLE)
    assert sentence.startswith("A custom map is written down")
    assert f"the map is {mode}" in sentence
    assert clash(board_mode=mode, custom_board=SAMPLE_MAP.replace("\n", "\r\n").strip()) == ""


def test_a_small_map_must_have_the_cities_that_diplomacy_needs() -> None:
    """LOY-O20, LOY-O3: both options are named."""
    sentence = clash(3, board_mode="custom", custom_board=TRIANGLE, lock_cities_needed=5)
    assert sentence.startswith("5 cities must be loyal for the diplomatic end")
    assert "the custom map" in sentence


def test_the_players_can_build_the_map() -> None:
    """LOY-14.7, LOY-O2, LOY-D12: cities first, then roads, in turn order; then homes in reverse order."""
    table = loyalty("red blue yellow", board_mode="constructed", home_assignment="spread")
    table.do("red", "build a city at C").do("blue", "build a city at O1").do("yellow", "build a city at O1")
    table.cannot("red", "build a road from C to O2").do("red", "build a city at C")
    assert table.game.map.roads == (("R1", 0, 1), ("R2", 1, 2), ("R3", 1, 3), ("R4", 0, 4))
    table.cannot("blue", "build a road from C to O1")
    table.do("blue", "build a road from O2 to O3").time_up().time_up().time_up()
    ends = table.game.map.ends[table.game.map.places["R5"] :]
    assert ends == ((2, 3), (0, 2), (0, 3), (1, 4))
    assert (table.key, table.asked) == ("preparation.homes", {"yellow"})
    table.do("yellow", "live in O4").do("blue", "live in O1").time_up()
    assert [event.home for event in table.told(PiecesPlaced)] == ["O2", "O1", "O4"]
    assert table.view(None).needed == 21


# --- coins in cities --------------------------------------------------------------------------


def lying(table: Story, player: str) -> dict[str, int]:
    """Where a player's coins lie."""
    rows = zip(table.game.map.names, table.game.purses, strict=True)
    return {name: row[table.seat(player)] for name, row in rows if row[table.seat(player)]}


def test_coins_lie_in_cities() -> None:
    """LOY-14.8, LOY-O31: at home first; taxes in the taxed city; work uses the coins that lie there."""
    table = loyalty(coin_location="city").put("C", red="2 priests")
    assert lying(table, "red") == {"O1": 4}
    table.cannot("red", "proselytize 1 in C").do("red", "proselytize 1 in O1", "pass")
    assert lying(table, "red") == {"C": 4, "O1": 5}


def test_coins_travel_with_units() -> None:
    """LOY-14.8: any number of them, by default none; they stay owned where nobody is left."""
    table = loyalty(coin_location="city").do("red", "move 2 citizens from O1 to S1")
    assert table.key == "baggage.carry"
    table.do("red", "carry 3")
    assert lying(table, "red") == {"O1": 1, "S1": 3}
    table.do("red", "move 3 citizens from S1 to C").time_up()
    assert lying(table, "red")["S1"] == 3


def test_an_advance_carries_coins_too() -> None:
    """LOY-14.8, LOY-10.2.13: after those who follow."""
    table = loyalty(coin_location="city").put("O1", red="3 militia").put("R1", blue="1 citizens")
    table.do("red", "attack blue in R1 from O1 with 2").do("red", "bring nothing").do("red", "carry 4")
    assert lying(table, "red") == {"R1": 4}


def test_tolls_and_gifts_change_owner_where_they_lie() -> None:
    """LOY-14.8: whoever pays names the places; by default the first of the map."""
    table = loyalty(coin_location="city").put("R1", blue="1 citizens").put("C", red="2 priests").pass_turn(4)
    table.do("red", "ask to move 1 citizens from O1 to O2 for 3 blue").do("blue", "grant")
    assert table.key == "payment.pay"
    assert table.view("red").payment == PaymentView(payer=0, to=1, coins=3)
    table.cannot("red", "pay 2 C").do("red", "pay 1 C, 2 O1").do("red", "carry 0")
    assert lying(table, "blue")["C"] == 1
    table.do("green", "transfer 2 O4 to red")
    assert lying(table, "red")["O4"] == 2
    assert [went.coins for went in table.told(CoinsWent)] == [{"C": 1, "O1": 2}, {"O4": 2}]
    other = loyalty(coin_location="city").put("R1", blue="1 citizens").put("C", red="2 priests").pass_turn(4)
    other.do("red", "ask to move 1 citizens from O1 to O2 for 5 blue").do("blue", "grant").time_up()
    assert (lying(other, "blue")["C"], lying(other, "blue")["O1"]) == (4, 1)


def test_a_switch_is_paid_from_where_the_coins_lie() -> None:
    """LOY-14.8, LOY-14.1f: the price goes to the stock; whose coins lie in one place is not asked from where."""
    table = loyalty(FIVE, factions=True, faction_switch="action_coins", coin_location="city", taxes=False)
    table.do("red", "switch to blue")
    assert lying(table, "red") == {"O1": 2}
    assert table.game.drawn == 5 * 4 - 2
    assert [(went.to, went.coins) for went in table.told(CoinsWent)] == [(-1, {"O1": 2})]
