"""LOY-1 to LOY-6: the deck, the deal, the board, the start."""

from __future__ import annotations

import pytest
from tests.games.loyalty.story import FIVE, clash, loyalty

from turncoat.games.loyalty.events import CardDealt, FirstPlayer, PiecesPlaced
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.setup import deck_size
from turncoat.kernel.events import SILENCE, Listener

EIGHT = "a b c d e f g h"
DECKS = {3: 4, 4: 6, 5: 8, 6: 8, 7: 10, 8: 10}


@pytest.mark.parametrize("seats", [2, 9])
def test_three_to_eight_can_play(seats: int) -> None:
    """LOY-1.1, LOY-R1: two are too few, nine too many."""
    assert "3 to 8 players" in clash(seats)


@pytest.mark.parametrize(("seats", "cards"), DECKS.items())
def test_the_deck_has_two_cards_more_than_players_raised_to_an_even_number(seats: int, cards: int) -> None:
    """LOY-4.2, LOY-R2, LOY-E1: half of the cards are of each faction; for three players there are four."""
    assert deck_size(seats) == cards
    game = RULES.start(RULES.read_options({}), seats, bytes(32), SILENCE)
    deck = game.cards + game.unused
    assert len(deck) == cards
    assert deck.count("pope") == deck.count("king") == cards // 2


def test_no_team_is_ever_empty() -> None:
    """LOY-4.1, LOY-4.3, LOY-E2, LOY-R36: four players are 2 against 2 or 3 against 1."""
    splits = set()
    for number in range(200):
        game = RULES.start(RULES.read_options({}), 4, bytes([number]) * 32, SILENCE)
        splits.add(tuple(sorted((game.cards.count("pope"), game.cards.count("king")))))
    assert splits == {(2, 2), (1, 3)}


def test_each_player_looks_at_the_own_card_only() -> None:
    """LOY-1.2, LOY-1.3, LOY-3.3, LOY-3.4, LOY-R45: nobody sees another card, or one that was left over."""
    table = loyalty()
    for seat, player in enumerate(table.players):
        cards = [event.card for event in table.told(CardDealt, player)]
        assert cards == [table.game.cards[seat]]
        view = table.view(player)
        assert (view.card, view.seen, view.cards, view.unused) == (cards[0], {}, (), ())
    assert table.view(None).card is None
    assert table.told(CardDealt) == []


def test_everything_on_the_map_is_public() -> None:
    """LOY-1.3, LOY-1.4, LOY-2.6: spectators see units, coins, tracks, ownership and points."""
    view = loyalty().view(None)
    home = next(place for place in view.places if place.name == "O1")
    assert (home.citizens, home.militia, home.priests) == ((4, 0, 0, 0), (2, 0, 0, 0), (1, 0, 0, 0))
    assert (home.owner, home.control, home.gatekeeper, home.worth) == (0, 0, 0, 5)
    assert view.coins == (4, 4, 4, 4)
    assert view.vp == (7, 7, 7, 7)
    assert (view.deck, len(view.looked), view.needed) == (3, 2, 21)


def test_chance_says_who_begins_and_turns_go_clockwise() -> None:
    """LOY-3.2, LOY-R7: any player can be the first."""
    firsts = set()
    for number in range(60):
        listener = Listener()
        game = RULES.start(RULES.read_options({}), 5, bytes([number]) * 32, listener)
        firsts.add(game.first)
        assert [event.seat for _, event in listener.heard if isinstance(event, FirstPlayer)] == [game.first]
    assert firsts == {0, 1, 2, 3, 4}
    table = loyalty(first="blue")
    assert [table.turn_of, table.pass_turn().turn_of, table.pass_turn().turn_of] == ["blue", "yellow", "green"]


def test_the_small_board_is_a_wheel_of_five_cities() -> None:
    """LOY-5.1, LOY-5.3, LOY-5.5, LOY-3.1, LOY-R3, LOY-R4, LOY-E10: five cities, eight roads, 41 victory points."""
    board = loyalty().game.map
    assert board.cities == ("C", "O1", "O2", "O3", "O4")
    assert board.names[5:] == ("S1", "S2", "S3", "S4", "R1", "R2", "R3", "R4")
    assert [board.ends[board.places[name]] for name in ("S3", "R1", "R4")] == [(0, 3), (1, 2), (1, 4)]
    assert sum(board.worth) == 41


def test_the_large_board_is_a_wheel_of_nine_cities() -> None:
    """LOY-5.2, LOY-5.5, LOY-E10: nine cities, sixteen roads, 77 victory points."""
    board = loyalty(FIVE).game.map
    assert (len(board.cities), len(board.roads), sum(board.worth)) == (9, 16, 77)
    assert board.ends[board.places["R8"]] == (1, 8)
    assert all(len(roads) == 3 for roads in board.roads_at[1:])


def test_the_capital_can_be_worth_more() -> None:
    """LOY-5.4, LOY-O5, LOY-O6, LOY-R5, LOY-R14: with a capital of 10 the boards are worth 46 and 82."""
    assert sum(loyalty(capital_vp=10).game.map.worth) == 46
    assert sum(loyalty(FIVE, capital_vp=10).game.map.worth) == 82
    small = loyalty(city_vp=3, road_vp=1, capital_vp=4)
    assert sum(small.game.map.worth) == 4 * 3 + 8 * 1 + 4
    assert small.vp("red") == 4


@pytest.mark.parametrize(
    ("seats", "homes"),
    [(3, "1 2 3"), (4, "1 2 3 4"), (5, "1 2 4 5 7"), (6, "1 2 3 5 6 7"), (7, "1 2 3 4 5 6 7"), (8, "1 2 3 4 5 6 7 8")],
)
def test_homes_are_spread_round_the_wheel(seats: int, homes: str) -> None:
    """LOY-3.5, LOY-O4: as the table of homes says."""
    table = loyalty(" ".join("abcdefgh"[:seats]), first="a")
    assert [event.home for event in table.told(PiecesPlaced)] == [f"O{number}" for number in homes.split()]


def test_homes_can_be_chosen_in_reverse_turn_order() -> None:
    """LOY-O4, LOY-D12: the last player chooses first; whoever lets the time go by takes the first free city."""
    table = loyalty(home_assignment="choose", first="blue")
    assert (table.key, table.asked) == ("preparation.homes", {"red"})
    table.do("red", "live in O3").cannot("green", "live in O3")
    table.time_up().time_up().do("blue", "live in O4")
    homes = {event.seat: event.home for event in table.told(PiecesPlaced)}
    assert homes == {0: "O3", 3: "O1", 2: "O2", 1: "O4"}
    assert table.view(None).homes == ()


def test_everybody_begins_with_two_holdings() -> None:
    """LOY-3.6, LOY-3.7, LOY-R6, LOY-O9: home and spoke, 7 victory points, both kinds of control; all else is empty."""
    table = loyalty()
    assert table.units("O2") == {"blue": {"citizens": 4, "priests": 1, "militia": 2}}
    assert table.units("S2") == {"blue": {"citizens": 1}}
    assert (table.vp("blue"), table.control("O2"), table.priest_of("O2")) == (7, "blue", "blue")
    assert all(table.units(place) == {} for place in ("C", "R1", "R2", "R3", "R4"))
    assert set(table.game.tracks) == {0}
    assert table.purse("blue") == 4


def test_the_start_can_be_agreed_on() -> None:
    """LOY-O9: every number of the start is an option; somebody must be able to own or recruit."""
    table = loyalty(start_citizens=1, start_militia=0, start_priests=3, start_spoke_citizens=2, start_coins=9)
    assert table.units("O1") == {"red": {"citizens": 1, "priests": 3}}
    assert table.units("S1") == {"red": {"citizens": 2}}
    assert table.purse("red") == 9
    nothing = clash(start_citizens=0, start_spoke_citizens=0, start_priests=0)
    assert "Players must start with a Citizen or a Priest somewhere" in nothing
    assert clash(start_citizens=0, start_spoke_citizens=0, start_priests=1) == ""


def test_printed_income_and_tracks() -> None:
    """LOY-5.6, LOY-5.7, LOY-O7, LOY-O8, LOY-R8, LOY-R9: 2 and 4 coins, 4 ticks each way, or as agreed on."""
    table = loyalty()
    assert table.game.map.income == (4, 2, 2, 2, 2)
    assert [(city.marker, city.locked) for city in table.view(None).cities] == [(0, False)] * 5
    other = loyalty(income_city=3, income_capital=1, track_length=2)
    assert other.game.map.income == (1, 3, 3, 3, 3)
    other.marker(O1=1).coins(red=9).put("O1", red="3 priests")
    other.can("red", "campaign 1 for pope in O1").cannot("red", "campaign 2 for pope in O1")


def test_places_hold_any_number_of_units_and_touch_as_the_map_says() -> None:
    """LOY-2.1, LOY-2.2, LOY-2.3: a road touches its two cities; cities never touch each other."""
    table = loyalty().put("O1", red="90 citizens", blue="70 priests")
    board = table.game.map
    assert table.units("O1")["red"]["citizens"] == 94
    touching = [board.names[place] for place in board.next_to[board.places["R1"]]]
    assert touching == ["O1", "O2"]
    around = {board.names[place] for place in board.next_to[board.places["O1"]]}
    assert around == {"S1", "R1", "R4"}


@pytest.mark.parametrize(
    ("size", "seats", "cities"), [("auto", 4, 5), ("auto", 5, 9), ("large", 3, 9), ("small", 3, 5)]
)
def test_the_size_of_the_board(size: str, seats: int, cities: int) -> None:
    """LOY-3.1, LOY-O1: small for up to four players, unless agreed otherwise."""
    assert loyalty(" ".join("abcdefgh"[:seats]), first="a", board_size=size).game.map.city_count == cities


def test_a_small_board_seats_four() -> None:
    """LOY-O1: more are refused, naming the option."""
    assert clash(5, board_size="small") == (
        "The small map has 4 homes, too few for 5 players; choose large or auto (LOY-O1)."
    )
    assert clash(8, board_size="small", board_mode="constructed").startswith("The small map")
