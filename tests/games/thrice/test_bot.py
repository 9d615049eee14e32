"""The tactician of Thrice and how good it is: what it does where it is clear what is right."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.games.thrice.story import ADAM, BREE, CHARLIE, DORA, Table, answer, sheet, turn_of

from turncoat.bots import alike, bot_for_seat, bots_for, suits, usual_bot
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import ruleset
from turncoat.games.thrice.actions import (
    Attack,
    Build,
    Counter,
    Create,
    Disengage,
    Done,
    Give,
    Intercept,
    Swap,
    Swipe,
)
from turncoat.games.thrice.bot.tactician import Tactician, anyone
from turncoat.games.thrice.characters import KINS
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Thrice
from turncoat.games.thrice.zones import disengage
from turncoat.kernel import Chance, play
from turncoat.kernel.events import SILENCE
from turncoat.lab.findings import wilson

# --- seats ------------------------------------------------------------------------------------


def test_each_seat_has_its_usual_bot() -> None:
    """THR-1.1: the last seat is the GM's."""
    assert [usual_bot("thrice", seat, 5) for seat in range(5)] == ["tactician"] * 4 + ["gm"]
    assert alike("thrice", 5) == ((0, 1, 2, 3), (4,))
    assert alike("truce", 5) == ((0, 1, 2, 3, 4),)
    assert suits("thrice", "random", 4, 5)
    assert not suits("thrice", "tactician", 4, 5)
    assert bot_for_seat("thrice", "gm-deadly", 4, 5) == "gm-deadly"
    assert bot_for_seat("thrice", "gm-deadly", 0, 5) == "tactician"


# --- the tactician ----------------------------------------------------------------------------


def test_tacticians_are_of_every_kin() -> None:
    """THR-3.1: not only half-breeds, of whom there are the most different ones."""
    options = RULES.read_options({})
    assert {anyone(options, number).kin for number in range(len(KINS))} == {*KINS}


@pytest.mark.parametrize("wealth", [1, 4, 10])
def test_a_tactician_makes_a_character_that_keeps_the_rules(wealth: int) -> None:
    """THR-3.6: all points, and not one too many."""
    game = RULES.start(RULES.read_options({"starting_wealth": wealth}), 3, bytes(32), SILENCE)
    for key in range(5):
        made = Tactician(ADAM, 3, Chance(bytes([key]) * 32)).answer(RULES.view(game, ADAM), play.boxes(game, ADAM))
        assert isinstance(made, Create)
        assert made in play.boxes(game, ADAM)


def test_a_swipe_is_bought_for_a_crowd() -> None:
    """THR-12.7: six opponents stand together, and one roll is for all."""
    table = Table(advantage=3).turns(BREE, CHARLIE, DORA)
    *tricks, last = turn_of(table, ADAM)
    assert tricks == [Give("swipe", ADAM)]
    assert isinstance(last, Swipe)
    assert {last.target, *last.others} == {*table.foes}


def test_no_swipe_is_bought_against_those_who_stand_in_the_distance() -> None:
    """THR-12.7: not in the distant zone."""
    table = Table(advantage=9, ambush=tuple(range(4, 10)))
    assert Give("swipe", ADAM) not in turn_of(table, ADAM)


def test_without_advantage_there_is_still_an_attack() -> None:
    """THR-11.1."""
    table = Table()
    table.game.advantage = [0] * 4
    (only,) = turn_of(table, ADAM)
    assert isinstance(only, Attack)


def test_the_wounded_are_strengthened() -> None:
    """THR-12.6: a friend with one point left, of a giver whose help is worth 4."""
    far = tuple(range(4, 10))
    table = Table(sheets=[sheet(wealth=9)], after=(BREE,), advantage=3, ambush=far, open_enemies=True)
    table.game.condition[BREE] = 1
    assert turn_of(table, ADAM)[0] == Give("strengthen", BREE)


def test_the_swap_follows_the_odds() -> None:
    """THR-6.2: no swap where a hit decides and pips are worth nothing; two where nobody can be hit anyway."""
    table = Table(players=1, sheets=[sheet(damage=9)], creation_points=9)
    for number in (0, 1):
        table.go(ADAM).hit(ADAM, table.foe(number)).rest()
    table.go(ADAM).attack(ADAM, table.foe(2))
    assert answer(table, ADAM) == Swap(0)
    hard = Table(sheets=[sheet(damage=0)], build=Build(1, 0, {"armour A": 2})).go(ADAM)
    hard.attack(ADAM, hard.foe(0))
    assert answer(hard, ADAM) == Swap(2)


def attacked(target: int, **skills: Any) -> Table:
    """Bree has a coin of Intercept; an opponent attacks."""
    table = Table(players=3, advantage=3).go(ADAM).give(ADAM, "intercept", BREE).do(ADAM, Done())
    table.turns(BREE, CHARLIE)
    table.game.condition[ADAM] = skills.get("condition", 1)
    table.send(table.foe(0), Attack(target))
    return table


def test_a_friend_at_deaths_door_is_protected() -> None:
    """THR-12.5: who has 4 points steps in for who has one left; not for who has as many."""
    assert answer(attacked(ADAM), BREE) == Intercept(ADAM)
    assert isinstance(answer(attacked(ADAM, condition=4), BREE), Done)


def test_a_counter_is_never_kept() -> None:
    """THR-12.2: it costs nothing, and every roll brings advantage."""
    table = Table(advantage=3).go(ADAM).give(ADAM, "counter", ADAM).do(ADAM, Done())
    table.turns(BREE, CHARLIE, 3).blow(4, ADAM, 1, 1)
    assert answer(table, ADAM) == Counter()


def lost() -> Table:
    """Three characters have one point left each, and six opponents, as everybody sees, take off ten with a blow."""
    build = Build(0, 0, {"damage A": 3})
    table = Table(players=3, sheets=[sheet(wealth=3)] * 3, build=build, advantage=3, open_enemies=True)
    table.game.condition[:3] = [1, 1, 1]
    return table


def test_when_all_is_lost_one_gets_away() -> None:
    """THR-15.7: nobody dies if one has fled, so friends pay for his way out."""
    table = lost().go(ADAM)
    assert answer(table, ADAM) == Give("disengage", ADAM)
    table.give(ADAM, "disengage", ADAM)
    assert answer(table, ADAM) == Disengage()
    table.do(ADAM, Disengage()).do(ADAM, Done()).go(BREE)
    assert answer(table, BREE) == Give("disengage", ADAM)


def test_nobody_runs_from_a_combat_that_can_be_won() -> None:
    """THR-15.7: neither a coin nor a step is spent on it."""
    table = Table(advantage=20)
    moves = turn_of(table, ADAM)
    assert not [move for move in moves if isinstance(move, Disengage) or move == Give("disengage", ADAM)]


def test_nobody_runs_before_the_first_blow() -> None:
    """THR-15.7: whatever is feared."""
    table = lost()
    table.game.condition[:3] = [4, 4, 4]
    table.go(ADAM)
    assert answer(table, ADAM) != Give("disengage", ADAM)


def test_once_somebody_has_fled_the_others_fight_on() -> None:
    """THR-15.7: one is enough."""
    table = lost()
    table.game.advantage[CHARLIE] = 6
    table.go(CHARLIE)
    disengage(table.game, CHARLIE, table.listener)
    table.give(CHARLIE, "disengage", CHARLIE).do(CHARLIE, Disengage()).go(ADAM)
    assert answer(table, ADAM) != Give("disengage", ADAM)


# --- how good they are ------------------------------------------------------------------------

GAMES = 12


@cache
def results(player: str, gm: str) -> list[str]:
    """How some combats of four characters end."""
    names, ends = [player] * 4 + [gm], []
    for number in range(GAMES):
        key = derive("rates", number)
        agreed = RULES.read_options({"round_limit": 20})
        match = Match(ruleset("thrice"), agreed, len(names), derive(key, "game"), seat_bots("thrice", names, key))
        match.play()
        assert isinstance(match.game, Thrice)
        ends.append(match.game.result)
    return ends


@pytest.mark.parametrize("gm", ["gm", "gm-deadly"])
def test_tacticians_do_clearly_better_than_chance_against_each_gm(gm: str) -> None:
    """THR-15.7: the intervals of who survives, or wins, do not touch."""
    good, bad = results("tactician", gm), results("random", gm)
    wins = [sum(end.startswith("victory") for end in ends) for ends in (good, bad)]
    deaths = [ends.count("total_party_kill") for ends in (good, bad)]
    survives = wilson(deaths[0], GAMES)[1] < wilson(deaths[1], GAMES)[0]
    assert survives or wilson(wins[0], GAMES)[0] > wilson(wins[1], GAMES)[1]
    assert wins[0] > wins[1]
    assert deaths[0] <= deaths[1]


def test_a_gentle_gm_is_beaten_more_often_by_tacticians() -> None:
    """THR-15.7: even chance beats him now and then."""
    assert results("tactician", "gm-gentle").count("victory") > results("random", "gm-gentle").count("victory")


def test_harder_gms_win_more_often() -> None:
    """THR-5: against the same tacticians."""
    wins = [
        sum(end.startswith("victory") for end in results("tactician", gm)) for gm in ("gm-gentle", "gm", "gm-deadly")
    ]
    assert wins[0] >= wins[1] > wins[2]


def test_everybody_is_on_the_list() -> None:
    """``random`` comes first, as everywhere."""
    assert list(bots_for("thrice")) == ["random", "gm-gentle", "gm-deadly", "gm", "tactician"]
