"""LOY-9, LOY-10.1, LOY-10.3 to LOY-10.5, LOY-11, LOY-12: turns, moves, cities, locks, taxes."""

from __future__ import annotations

import pytest
from tests.games.loyalty.story import loyalty

from turncoat.games.loyalty.events import Moved, TrackLocked, TurnBegan
from turncoat.games.loyalty.events.war import Taxed


def test_a_turn_has_two_actions_alike_or_different() -> None:
    """LOY-9.1, LOY-D1: then the next player's turn begins."""
    table = loyalty().do("red", "call to arms 1 in O1", "call to arms 1 in O1")
    assert table.turn_of == "blue"
    assert table.units("O1")["red"] == {"citizens": 2, "priests": 1, "militia": 4}
    table.do("blue", "call to faith 1 in O2", "pass")
    assert table.turn_of == "yellow"


def test_an_action_may_go_by_and_a_bad_one_costs_nothing() -> None:
    """LOY-9.2, LOY-R7: the refusal leaves everything as it was; whoever lets the time go by passes."""
    table = loyalty()
    table.refused("red", "call to arms 9 in O1")
    assert table.actions_left == 2
    assert table.do("red", "pass").actions_left == 1
    assert table.time_up().turn_of == "blue"


def test_a_turn_can_have_another_number_of_actions() -> None:
    """LOY-O10: three."""
    table = loyalty(turn_actions=3).do("red", "pass", "pass")
    assert (table.turn_of, table.actions_left) == ("red", 1)


def test_a_round_is_a_turn_of_everybody() -> None:
    """LOY-2.5, LOY-R42: counted from the first player."""
    table = loyalty(first="yellow").pass_turn(8)
    begun = [(event.seat, event.round) for event in table.told(TurnBegan)]
    assert begun[:5] == [(2, 1), (3, 1), (0, 1), (1, 1), (2, 2)]
    assert table.view(None).round == 3


# --- move -------------------------------------------------------------------------------------


def test_any_units_move_together_to_an_adjacent_place() -> None:
    """LOY-10.1.1, LOY-10.1.2: of any kinds, from one place to one place."""
    table = loyalty().do("red", "move 3 citizens, 1 priests and 1 militia from O1 to R1")
    assert table.units("R1") == {"red": {"citizens": 3, "priests": 1, "militia": 1}}
    assert table.units("O1") == {"red": {"citizens": 1, "militia": 1}}
    moved = table.told(Moved)[-1]
    assert (moved.origin, moved.to, moved.units) == ("O1", "R1", {"citizens": 3, "priests": 1, "militia": 1})


@pytest.mark.parametrize(
    "move",
    [
        "move nothing from O1 to R1",
        "move 5 citizens from O1 to R1",
        "move 1 citizens from O1 to O1",
        "move 1 citizens from O1 to R2",
        "move 1 citizens from O2 to R2",
    ],
)
def test_moves_that_are_not_possible(move: str) -> None:
    """LOY-10.1.1, LOY-10.1.3: nothing, more than there are, nowhere, too far, not one's own."""
    assert loyalty().refused("red", move).rule in {"LOY-10.1.2", "LOY-8.5"}


# --- recruiting -------------------------------------------------------------------------------


def test_five_priests_recruit_five_citizens_for_five_coins() -> None:
    """LOY-E9, LOY-10.3.1, LOY-10.3.3, LOY-R11: the coins go to the stock."""
    table = loyalty(taxes=False).put("O1", red="4 priests").coins(red=5).do("red", "proselytize 5 in O1")
    assert table.units("O1")["red"]["citizens"] == 9
    assert table.purse("red") == 0
    assert sum(table.game.coins) == table.game.drawn


def test_recruiting_is_limited_by_priests_and_coins() -> None:
    """LOY-10.3.1, LOY-10.3.2: no priests, no recruits; never on a road."""
    table = loyalty().put("O1", red="2 priests").put("C", red="1 citizens").put("R1", red="3 priests").coins(red=2)
    table.can("red", "proselytize 2 in O1")
    for move in ("proselytize 3 in O1", "proselytize 1 in C", "proselytize 1 in R1", "proselytize 0 in O1"):
        assert not table.legal("red", move), move


@pytest.mark.parametrize(("call", "kind"), [("arms", "militia"), ("faith", "priests")])
def test_citizens_are_called_to_arms_or_to_faith(call: str, kind: str) -> None:
    """LOY-10.4.1, LOY-6.4: any number of them, free of charge, one kind in one action."""
    table = loyalty().do("red", f"call to {call} 3 in O1")
    assert table.units("O1")["red"]["citizens"] == 1
    assert table.units("O1")["red"][kind] == {"militia": 5, "priests": 4}[kind]
    assert table.purse("red") == 4


def test_nobody_is_converted_on_a_road_or_back() -> None:
    """LOY-6.4, LOY-R28: only citizens, only in cities."""
    table = loyalty(bare=True).put("R1", red="3 citizens").put("O1", red="2 militia, 2 priests").coins(red=1)
    for move in ("call to arms 1 in R1", "call to arms 1 in O1", "call to faith 1 in O1"):
        table.cannot("red", move)
    assert table.open_to("red").tags == ("pass", "move", "proselytize", "permit", "give")


# --- campaigning and locks --------------------------------------------------------------------


def test_a_campaign_costs_two_coins_a_tick() -> None:
    """LOY-10.5.1, LOY-R10: up to a tick for each priest, one direction."""
    table = loyalty(taxes=False).put("O1", red="2 priests").coins(red=7).do("red", "campaign 3 for king in O1")
    assert (table.track("O1"), table.purse("red")) == (-3, 1)
    table.cannot("red", "campaign 1 for king in O1")


def test_a_campaign_is_limited_by_priests_and_by_the_track() -> None:
    """LOY-10.5.1, LOY-10.5.2, LOY-R29: no more ticks than priests, and not past the end."""
    table = loyalty().put("O1", red="2 priests").coins(red=20).marker(O1=2)
    fits = {
        (ticks, faction)
        for ticks in range(1, 9)
        for faction in ("pope", "king")
        if table.legal("red", f"campaign {ticks} for {faction} in O1")
    }
    assert fits == {(1, "pope"), (2, "pope"), (1, "king"), (2, "king"), (3, "king")}


def test_a_track_locks_at_its_end() -> None:
    """LOY-11.1, LOY-11.2, LOY-10.5.3, LOY-R30: nobody campaigns there any more."""
    table = loyalty().coins(red=20).marker(O1=3).do("red", "campaign 1 for pope in O1")
    locked = table.told(TrackLocked)[-1]
    assert (locked.seat, locked.city, locked.faction) == (0, "O1", "pope")
    table.cannot("red", "campaign 1 for king in O1")
    assert next(city for city in table.view(None).cities if city.name == "O1").locked


def test_locks_can_be_left_out() -> None:
    """LOY-14.3, LOY-O18: a marker at the end can be moved back."""
    table = loyalty(track_lock=False).coins(red=20).marker(O1=4)
    table.cannot("red", "campaign 1 for pope in O1").do("red", "campaign 1 for king in O1")
    assert table.track("O1") == 3
    assert table.told(TrackLocked) == []


# --- taxes ------------------------------------------------------------------------------------


def test_taxes_come_at_the_end_of_the_turn() -> None:
    """LOY-12.1, LOY-9.3, LOY-R40, LOY-R41: from every city under one's religious control."""
    table = loyalty().put("C", red="1 priests").do("red", "pass")
    assert table.purse("red") == 4
    table.do("red", "pass")
    assert table.purse("red") == 4 + 4 + 2
    assert [(event.city, event.coins) for event in table.told(Taxed)] == [("C", 4), ("O1", 2)]


def test_a_city_can_be_taxed_by_several_in_a_round_and_not_on_a_tie() -> None:
    """LOY-12.2, LOY-12.3: whoever controls it at the end of the own turn."""
    table = loyalty().put("C", red="1 priests").pass_turn()
    table.put("C", blue="2 priests").pass_turn().put("C", yellow="2 priests").pass_turn()
    capital = [event.seat for event in table.told(Taxed) if event.city == "C"]
    assert capital == [0, 1]


def test_taxes_at_the_start_of_the_turn() -> None:
    """LOY-O28: before the first action."""
    table = loyalty(tax_timing="start")
    assert [table.purse(player) for player in table.players] == [6, 4, 4, 4]
    assert table.pass_turn().purse("red") == 6


def test_owners_can_have_the_right_to_tax() -> None:
    """LOY-14.9, LOY-O27: priests do not matter."""
    table = loyalty(tax_right="ownership").put("O1", blue="9 priests").put("C", red="1 citizens").pass_turn()
    assert table.purse("red") == 4 + 4 + 2


def test_taxes_can_be_left_out() -> None:
    """LOY-O26: then nobody gets any."""
    table = loyalty(taxes=False).pass_turn(4)
    assert [table.purse(player) for player in table.players] == [4, 4, 4, 4]


def test_a_player_with_nothing_left_still_has_turns() -> None:
    """LOY-6.7, LOY-R53: where the game has not ended by it."""
    table = loyalty(bare=True).put("O2", blue="1 citizens").coins(red=0)
    assert table.open_to("red").tags == ("pass", "permit")
    assert table.pass_turn().turn_of == "blue"
