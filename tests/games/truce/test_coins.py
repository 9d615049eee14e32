"""TRU-9: what attacks take."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.truce.story import Story, truce

from turncoat.games.truce.events import VictimRobbed

SIX = "agatha barney charles darcy emmett freja"


def beset(robbers: int, supply: int, spoils: int, **options: Any) -> Story:
    """Victoria is robbed by so many, each with a supporter; she passes."""
    pairs = [(f"robber{n}", f"helper{n}") for n in range(robbers)]
    players = " ".join(["victoria", "bystander", *(name for pair in pairs for name in pair)])
    table = truce(players, supplies={"victoria": supply}, spoils={"victoria": spoils}, **options)
    moves = {robber: "attack victoria" for robber, _ in pairs} | {helper: f"support {one}" for one, helper in pairs}
    return table.play(**moves)


def test_a_failed_attacker_has_no_part() -> None:
    """TRU-9.1, TRU-R05: only those who succeeded count when coins are shared."""
    table = truce(SIX, supplies={"agatha": 1}, spoils={"agatha": 4})
    table.play(agatha="pass", barney="attack agatha", charles="support barney", darcy="attack agatha")
    assert not table.attack("darcy").success
    assert table.coins() == {"agatha": 0, "barney": 8, "charles": 3, "darcy": 3, "emmett": 3, "freja": 3}


@pytest.mark.parametrize("robbers", [1, 2, 3])
def test_each_robber_takes_one_coin_from_the_supply(robbers: int) -> None:
    """TRU-9.2: if the Supply holds at least one coin for each."""
    table = beset(robbers, supply=3, spoils=0)
    assert table.coins()["victoria"] == 3 - robbers
    assert [table.coins()[f"robber{n}"] for n in range(robbers)] == [4] * robbers


@pytest.mark.parametrize(("robbers", "supply"), [(2, 1), (3, 1), (3, 2), (4, 3)])
def test_a_supply_too_small_for_all_is_removed(robbers: int, supply: int) -> None:
    """TRU-9.2: if it holds fewer, nobody gets a coin from it and all of it is removed."""
    table = beset(robbers, supply=supply, spoils=0)
    assert table.coins()["victoria"] == 0
    assert [table.coins()[f"robber{n}"] for n in range(robbers)] == [3] * robbers
    assert table.told(VictimRobbed) == [
        VictimRobbed(0, tuple(range(2, 2 + 2 * robbers, 2)), 0, 0, supply, rule="TRU-9.2"),
    ]


@pytest.mark.parametrize("robbers", [1, 2, 3])
@pytest.mark.parametrize("spoils", [1, 4, 6])
def test_spoils_are_shared_and_the_rest_is_removed(robbers: int, spoils: int) -> None:
    """TRU-9.3, TRU-9.4, TRU-R02: each robber adds Spoils div k to own Spoils; the rest leaves the game."""
    table = beset(robbers, supply=3, spoils=spoils)
    assert [table.coins()[f"robber{n}"] for n in range(robbers)] == [4 + spoils // robbers] * robbers
    assert table.told(VictimRobbed)[0].removed == spoils % robbers
    assert table.coins()["victoria"] == 3 - robbers


@pytest.mark.parametrize(("supply", "spoils"), [(1, 4), (0, 5)])
def test_spoils_are_shared_even_when_the_supply_gave_nothing(supply: int, spoils: int) -> None:
    """TRU-9.3, TRU-9.9: this happens also when the Supply was too small, or empty."""
    table = beset(2, supply=supply, spoils=spoils)
    assert (table.coins()["robber0"], table.coins()["robber1"], table.coins()["victoria"]) == (5, 5, 0)


def test_a_chain_is_settled_from_its_far_end() -> None:
    """TRU-9.5: what a victim's own attack brought in lies in the victim's Spoils when the victim is robbed."""
    table = truce(SIX, stash=5)
    table.play(
        agatha="loot",
        barney="attack agatha",
        charles="attack barney",
        darcy="support charles",
        emmett="attack charles",
        freja="support emmett",
    )
    assert [event.victim for event in table.told(VictimRobbed)] == [0, 1, 2]
    assert table.coins() == {"agatha": 2, "barney": 2, "charles": 2, "darcy": 3, "emmett": 11, "freja": 3}


def test_a_circle_of_three_is_settled_at_one_instant() -> None:
    """TRU-9.6: first everything is taken from what they held before, then everything gained is put down."""
    players = f"{SIX} greta"
    table = truce(players, spoils={"agatha": 3})
    moves = {"agatha": "attack barney", "barney": "attack charles", "charles": "attack agatha"}
    helpers = {"darcy": "support agatha", "emmett": "support barney", "freja": "support charles"}
    table.play(**moves, **helpers, greta="pass")
    assert table.coins() == dict.fromkeys(players.split(), 3) | {"charles": 6}
    assert {event.rule for event in table.told(VictimRobbed)} == {"TRU-9.6"}


def test_coins_gained_in_an_instant_are_safe_from_the_same_instant() -> None:
    """TRU-9.6: Agatha's gift goes to Barney, and does not come back."""
    table = truce("agatha barney charles darcy", spoils={"agatha": 2})
    table.play(agatha="attack barney", barney="attack agatha", charles="support agatha", darcy="support barney")
    assert table.coins() == {"agatha": 3, "barney": 5, "charles": 3, "darcy": 3}


def test_an_outsider_is_served_in_the_same_instant_as_the_circle() -> None:
    """TRU-9.7, TRU-R07: an attacker from outside is one of that member's attackers and shares what it held before."""
    table = circle_with_tail()
    assert table.coins() == {"agatha": 2, "barney": 5, "emmett": 2, "greta": 7} | dict.fromkeys(
        ["charles", "darcy", "freja", "hugo"], 3
    )
    robbed = next(event for event in table.told(VictimRobbed) if event.victim == 0)
    assert (robbed.robbers, robbed.share) == ((1, 4), 2)


def test_whoever_attacks_the_outsider_is_served_afterwards() -> None:
    """TRU-9.7: by the rule of chains; Greta ends with what Emmett took from the circle."""
    table = circle_with_tail()
    order = [table.players[event.victim] for event in table.told(VictimRobbed)]
    assert set(order[:2]) == {"agatha", "barney"}
    assert order[2] == "emmett"


def circle_with_tail(**options: Any) -> Story:
    """Agatha and Barney attack each other, Emmett attacks Agatha, Greta attacks Emmett, all with support."""
    table = truce(f"{SIX} greta hugo", spoils={"agatha": 4}, **options)
    return table.play(
        agatha="attack barney",
        barney="attack agatha",
        charles="support agatha",
        darcy="support barney",
        emmett="attack agatha",
        freja="support emmett",
        greta="attack emmett",
        hugo="support greta",
    )


def test_every_victim_is_settled_exactly_once() -> None:
    """TRU-9.8, TRU-R31: also where a chain, a circle and a tail meet."""
    victims = [event.victim for event in circle_with_tail().told(VictimRobbed)]
    assert sorted(victims) == sorted(set(victims))


def test_unrelated_chains_do_not_influence_each_other() -> None:
    """TRU-9.8: two chains side by side give what each gives alone."""
    chain = {"agatha": "attack barney", "barney": "attack charles", "charles": "pass"}
    other = {"darcy": "attack emmett", "emmett": "attack freja", "freja": "pass"}
    helpers = {"helper1": "support agatha", "helper2": "support barney", "helper3": "support darcy"}
    players = f"{SIX} helper1 helper2 helper3 helper4"
    both = truce(players).play(**chain, **other, **helpers, helper4="support emmett")
    alone = truce(players).play(**chain, **helpers, helper4="pass")
    assert {who: both.coins()[who] for who in chain} == {who: alone.coins()[who] for who in chain}


def test_with_nothing_at_all_a_successful_attack_yields_nothing() -> None:
    """TRU-9.9: with Supply and Spoils at 0."""
    table = beset(1, supply=0, spoils=0)
    assert table.attack("robber0").success
    assert table.coins()["robber0"] == 3
