"""LOY-13: the three ends, the final round, the twist."""

from __future__ import annotations

from typing import Any, cast

import pytest
from tests.games.loyalty.story import Story, loyalty

from turncoat.games.loyalty.events.war import CardsShown, FinalRoundBegan, GameEnded
from turncoat.games.loyalty.rules import RULES


def nearly(**options: Any) -> Story:
    """Two cities are locked for the Pope; one tick is missing in the capital, where red has a priest."""
    table = loyalty(**options).marker(O1=4, O2=4, C=3).put("C", red="1 priests").coins(red=9)
    return table.cards("pope king pope king")


def finish(table: Story) -> Story:
    """Red brings the final round about, and all turns go by."""
    table.do("red", "campaign 1 for pope in C")
    return table.pass_turn(9)


# --- revolution -------------------------------------------------------------------------------


@pytest.mark.parametrize(("capital", "needed"), [(5, 21), (10, 24)])
def test_more_than_half_is_a_revolution(capital: int, needed: int) -> None:
    """LOY-13.2, LOY-13.3, LOY-R52: red wins alone, whatever the cards say and whoever is last."""
    table = loyalty(capital_vp=capital).cards("pope pope king king")
    table.put("C", red="1 citizens").put("R1", red="1 citizens").put("R4", red="1 citizens").put("R2", red="1 citizens")
    assert table.game.map.majority == needed
    assert table.vp("red") == 7 + capital + 6
    table.do("red", "pass")
    if table.vp("red") < needed:
        assert not table.over
        table.put("O3", red="9 citizens").do("red", "pass")
    assert (table.result.end, table.winners()) == ("revolution", {"red"})


def test_the_large_board_needs_39() -> None:
    """LOY-13.2: more than half of 77."""
    assert loyalty("a b c d e", first="a").game.map.majority == 39


def test_ends_are_looked_for_at_checkpoints_only() -> None:
    """LOY-2.7, LOY-13.1, LOY-R39: in the middle of an attack red may pass through any state; after it counts."""
    table = loyalty().put("R1", red="3 militia, 9 citizens").put("C", red="1 citizens").put("R4", red="1 citizens")
    table.put("S3", red="2 citizens")
    assert table.vp("red") == 18
    table.do("red", "attack blue in O2 from R1 with 3")
    assert table.key == "battle.kinds"
    table.time_up().do("red", "bring 8 citizens")
    assert table.result.end == "revolution"


# --- military ---------------------------------------------------------------------------------


def ruin(cards: str, **options: Any) -> Story:
    """Green is down to one citizen on S4; red is about to kill it."""
    table = loyalty(**options).cards(cards).put("O4", green="-4 citizens").put("S4", red="1 militia")
    table.put("R2", yellow="1 citizens")
    return table.do("red", "attack green in S4 from S4 with 1")


def test_a_player_without_points_has_lost_with_the_team() -> None:
    """LOY-13.4, LOY-13.5, LOY-R51: the best of the other team wins, whoever did the damage."""
    table = ruin("pope king pope king")
    assert (table.result.end, table.result.faction) == ("military", "king")
    assert table.winners() == {"yellow"}
    assert table.last() == {"green"}


def test_the_attacker_may_hit_his_own_team() -> None:
    """LOY-R51, LOY-13.5: red ruins a mate, and blue and yellow share the victory that is theirs (LOY-13.10)."""
    table = ruin("pope king king pope").winners()
    assert table == {"yellow"}


def test_who_never_had_points_cannot_be_ruined() -> None:
    """LOY-13.4, LOY-R37: a start without citizens is no ruin; a later loss is."""
    table = loyalty(start_citizens=0, start_spoke_citizens=0, start_priests=1).pass_turn(2)
    assert not table.over
    table.put("O1", red="1 citizens").do("yellow", "pass").put("O1", red="-1 citizens").do("yellow", "pass")
    assert table.result.end == "military"


@pytest.mark.parametrize(("option", "winners"), [("no_winner", set()), ("actor_loses", {"yellow"})])
def test_ruin_on_both_sides(option: str, winners: set[str]) -> None:
    """LOY-13.6, LOY-O24, LOY-R37: nobody wins, or the team of the active player loses."""
    table = loyalty(mutual_ruin=option).cards("pope pope king king")
    table.put("O4", green="-4 citizens").put("S4", green="-1 citizens").put("O2", blue="-4 citizens")
    table.put("S2", blue="-1 citizens").put("R2", yellow="1 citizens").do("red", "pass")
    assert (table.result.end, table.winners()) == ("mutual_ruin", winners)
    assert {table.game.cards[seat] for seat in table.result.ruined} == {"pope", "king"}
    assert table.result.faction == ("pope" if option == "actor_loses" else "")


@pytest.mark.parametrize("end", ["military_end", "revolution_end"])
def test_an_end_can_be_switched_off(end: str) -> None:
    """LOY-O25: for experiments."""
    table = loyalty(**cast("dict[str, Any]", {end: False}))
    table.put("O4", green="-4 citizens").put("S4", green="-1 citizens")
    for place in ("C", "R1", "R2", "R3", "R4", "S2"):
        table.put(place, red="2 citizens")
    table.do("red", "pass")
    assert table.result.end == ("revolution" if end == "military_end" else "military")


def test_revolution_comes_before_ruin() -> None:
    """LOY-13.1, LOY-R38: one action can bring both."""
    table = loyalty().put("O4", green="-4 citizens").put("S4", green="-1 citizens")
    for place in ("C", "R1", "R2", "R3", "R4", "S2"):
        table.put(place, red="2 citizens")
    assert table.do("red", "pass").result.end == "revolution"


# --- diplomacy --------------------------------------------------------------------------------


def test_three_loyal_cities_with_the_capital_begin_the_final_round() -> None:
    """LOY-13.7, LOY-13.8, LOY-R31, LOY-R32: everybody has one more turn, the player who triggered it last."""
    table = nearly().do("red", "campaign 1 for pope in C")
    begun = table.told(FinalRoundBegan)[-1]
    assert (begun.faction, begun.cities) == ("pope", ("C", "O1", "O2"))
    assert table.view(None).turns_left == 4
    turns = []
    while not table.over:
        table.pass_turn()
        turns.append(table.turn_of)
    assert turns == ["blue", "yellow", "green", "red", "red"]
    assert table.result.end == "diplomacy"


def test_the_final_round_can_be_for_the_others_alone() -> None:
    """LOY-O21: red gets no further turn."""
    table = nearly(final_round="others").do("red", "campaign 1 for pope in C")
    turns = []
    while not table.over:
        table.pass_turn()
        turns.append(table.turn_of)
    assert turns == ["blue", "yellow", "green", "green"]


@pytest.mark.parametrize(
    ("markers", "options", "begins"),
    [
        ({"O1": 4, "O2": -4}, {}, False),
        ({"O1": 4}, {}, False),
        ({"O1": 4, "O2": 4}, {"lock_cities_needed": 4}, False),
        ({"O1": 4, "O2": 4, "O3": 4}, {"lock_cities_needed": 4}, True),
        ({"O1": 4, "O2": 4}, {}, True),
    ],
)
def test_how_many_cities_are_needed(markers: dict[str, int], options: dict[str, Any], begins: bool) -> None:
    """LOY-13.7, LOY-O20, LOY-R31: of the same faction, as many as agreed on."""
    table = loyalty(**options).marker(**markers, C=3).put("C", red="1 priests").coins(red=9)
    table.do("red", "campaign 1 for pope in C")
    assert bool(table.told(FinalRoundBegan)) == begins


@pytest.mark.parametrize("needed", [True, False])
def test_the_capital_may_be_left_out(needed: bool) -> None:
    """LOY-O20: three outer cities."""
    table = loyalty(lock_capital_required=needed).marker(O1=3, O2=4, O3=4).coins(red=9)
    table.do("red", "campaign 1 for pope in O1")
    assert bool(table.told(FinalRoundBegan)) != needed


def test_the_best_of_the_faction_wins() -> None:
    """LOY-13.9, LOY-4.4, LOY-13.10: its member with the most points at the very end; the others lose with the rest."""
    table = nearly().put("R2", yellow="1 citizens").put("R1", red="1 citizens").put("R3", red="1 citizens")
    table.put("R2", blue="-0 citizens")
    assert finish(table).winners() == {"red"}
    assert not table.result.twist
    assert table.last() == {"blue", "green"}


def test_the_twist() -> None:
    """LOY-4.6, LOY-13.9, LOY-4.5: a member of the faction is last, so the best of the other team wins."""
    table = finish(nearly().put("S3", yellow="-1 citizens").put("R2", green="1 citizens").put("R1", red="1 citizens"))
    assert table.last() == {"yellow"}
    assert (table.result.twist, table.winners()) == (True, {"green"})


@pytest.mark.parametrize(("option", "winners"), [("opposing", {"green"}), ("none", set()), ("original", {"red"})])
def test_both_teams_in_last_place(option: str, winners: set[str]) -> None:
    """LOY-O22, LOY-R34, LOY-13.9: the twist is applied once, unless agreed otherwise."""
    table = nearly(last_place_both_teams=option).put("R1", red="1 citizens").put("R2", green="1 citizens")
    assert finish(table).last() == {"blue", "yellow"}
    assert table.winners() == winners
    assert table.result.twist == (option == "opposing")


def test_points_count_at_the_very_end() -> None:
    """LOY-13.8, LOY-R33: in the final round yellow overtakes red; the faction stays what it was."""
    table = nearly().put("R1", red="1 citizens").do("red", "campaign 1 for pope in C", "pass")
    assert (table.vp("red"), table.vp("yellow")) == (9, 7)
    table.pass_to("yellow").do("yellow", "move 1 citizens from O3 to R2", "move 1 citizens from O3 to R3")
    table.pass_turn(9)
    assert table.winners() == {"yellow"}
    assert table.result.faction == "pope"


def test_other_ends_strike_in_the_final_round() -> None:
    """LOY-13.8, LOY-R33: a revolution ends the game at once."""
    table = nearly().do("red", "campaign 1 for pope in C")
    for place in ("C", "R1", "R2", "R3", "R4", "S2"):
        table.put(place, green="2 citizens")
    assert table.do("red", "pass").result.end == "revolution"


def test_without_locks_the_trigger_stays() -> None:
    """LOY-14.3, LOY-13.8: a marker that is moved back does not undo it."""
    table = nearly(track_lock=False).do("red", "campaign 1 for pope in C", "campaign 1 for king in C")
    assert table.track("C") == 3
    assert table.pass_turn(9).result.end == "diplomacy"


def test_members_who_are_level_share() -> None:
    """LOY-13.10, LOY-R35, LOY-O23: red and yellow, both with 9 points."""
    table = finish(nearly().put("R1", red="1 citizens").put("R2", yellow="1 citizens"))
    assert table.winners() == {"red", "yellow"}


@pytest.mark.parametrize(
    ("extra", "winners"),
    [
        ({"coins": {"yellow": 90}}, {"yellow"}),
        ({"C": {"yellow": "1 citizens", "blue": "1 citizens"}}, {"yellow"}),
        ({"R3": {"yellow": "2 priests"}}, {"yellow"}),
    ],
)
def test_a_ladder_breaks_ties(extra: dict[str, dict[str, Any]], winners: set[str]) -> None:
    """LOY-O23: more coins, then more citizens on the map, then more priests."""
    table = nearly(vp_tie="ladder", taxes=False).put("R1", red="1 citizens").put("R2", yellow="1 citizens")
    table.do("red", "campaign 1 for pope in C").coins(red=5, yellow=5)
    for place, who in extra.items():
        if place == "coins":
            table.coins(**who)  # type: ignore[arg-type]
        else:
            table.put(place, **who)  # type: ignore[arg-type]
    assert table.pass_turn(9).winners() == winners


def test_a_faction_without_members_leaves_the_victory_to_the_others() -> None:
    """LOY-R36, LOY-13.9: it cannot happen with this deck, and is settled all the same."""
    table = nearly()
    table.game.cards = ["king"] * 4
    for _ in range(2):
        RULES.encode(table.game)
    table.check = lambda: None  # type: ignore[method-assign]
    assert finish(table.put("R1", blue="1 citizens")).winners() == {"blue"}


def test_all_cards_are_shown_at_the_end() -> None:
    """LOY-13.11, LOY-13.12, LOY-R47, LOY-1.3: with the kind of end, the faction, last place, twist, winners, points."""
    table = finish(nearly().put("R1", red="1 citizens"))
    shown = table.told(CardsShown)[-1]
    assert shown.cards == ("pope", "king", "pope", "king")
    view = table.view(None)
    assert (view.cards, view.unused, view.active) == (shown.cards, shown.unused, None)
    result = table.told(GameEnded)[-1].result
    assert (result.end, result.faction, result.vp) == ("diplomacy", "pope", (9, 7, 7, 7))


def test_a_round_limit_stops_the_game() -> None:
    """LOY-13.13, LOY-O37, LOY-R48: unfinished and without a winner; without a limit it goes on."""
    table = loyalty(round_limit=2).pass_turn(8)
    assert (table.result.end, table.winners()) == ("unfinished", set())
    assert not loyalty().pass_turn(40).over


# --- games without an end ---------------------------------------------------------------------

NO_OTHER_END: dict[str, Any] = {"military_end": False, "revolution_end": False}


def test_a_game_that_might_end_is_not_endless() -> None:
    """LOY-13.1: at the start, in the final round, after the end, and wherever a round limit was agreed on."""
    assert RULES.endless(loyalty().game) == ""
    assert RULES.endless(loyalty(**NO_OTHER_END).game) == ""
    final = nearly(taxes=False, **NO_OTHER_END).do("red", "campaign 1 for pope in C").coins(red=0, blue=0)
    assert RULES.endless(final.coins(yellow=0, green=0).game) == ""
    assert RULES.endless(final.pass_turn(9).game) == ""
    limited = loyalty(taxes=False, round_limit=9, **NO_OTHER_END).coins(red=0, blue=0, yellow=0, green=0)
    assert RULES.endless(limited.game) == ""


def test_without_taxes_the_coins_must_suffice() -> None:
    """LOY-13.7, LOY-10.5.1: one tick is missing, two coins pay for it, one does not."""
    table = nearly(taxes=False, **NO_OTHER_END).coins(red=2, blue=0, yellow=0, green=0)
    assert RULES.endless(table.game) == ""
    assert "coins do not suffice" in RULES.endless(table.coins(red=1).game)
    assert RULES.endless(nearly(**NO_OTHER_END).coins(red=1, blue=0, yellow=0, green=0).game) == ""


def test_cities_that_are_locked_for_the_other_faction_are_lost() -> None:
    """LOY-13.7, LOY-11.1, LOY-14.3: the capital is the King's and only two cities can be added; a marker that moves."""
    locks = {"C": -4, "O1": 4, "O2": 4, "O3": 4}
    table = loyalty(**NO_OTHER_END).marker(**locks)
    assert "locked for the other faction" in RULES.endless(table.game)
    assert RULES.endless(loyalty(track_lock=False, **NO_OTHER_END).marker(**locks).game) == ""
    assert RULES.endless(loyalty(lock_capital_required=False, lock_cities_needed=4, **NO_OTHER_END).game) == ""
    assert RULES.endless(loyalty().marker(**locks).game) == ""


def test_riots_bring_markers_to_the_middle_for_nothing() -> None:
    """LOY-14.6: from the King's side a marker may come to the middle without a coin."""
    riots: dict[str, Any] = {"city_economy": True, "riots": True, "taxes": False}
    markers = {"O1": 4, "O2": 4, "O3": 4, "C": -3}
    for options, far in ((riots, False), ({"taxes": False}, True)):
        table = loyalty(**options, **NO_OTHER_END).marker(**markers).coins(red=8, blue=0, yellow=0, green=0)
        assert bool(RULES.endless(table.game)) is far


def test_a_map_without_civilians_is_dead() -> None:
    """LOY-13.2, LOY-13.7: nothing can be owned, nobody can campaign; with the military end it would be over."""
    table = loyalty(military_end=False)
    for rows in (table.game.citizens, table.game.priests):
        rows[:] = [(0, 0, 0, 0)] * len(rows)
    assert "nobody has a citizen" in RULES.endless(table.game)
