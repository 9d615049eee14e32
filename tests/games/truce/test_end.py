"""TRU-10 and TRU-11: the end of a round and of the game."""

from __future__ import annotations

from tests.games.truce.story import Story, truce

from turncoat.games.truce.events import GameEnded, SpoilsBanked
from turncoat.games.truce.rules import RULES

FOUR = "agatha barney charles darcy"


def said_at_the_end(table: Story) -> str:
    return table.told(GameEnded)[0].say(RULES.names([player.title() for player in table.players]))


def test_all_spoils_move_to_the_supply() -> None:
    """TRU-10.1, TRU-4.6: also for players who hold nothing else."""
    table = truce(FOUR, supplies={"darcy": 0}, spoils={"darcy": 2, "agatha": 1}).everybody("pass")
    assert table.coins() == {"agatha": 4, "barney": 3, "charles": 3, "darcy": 2}
    assert set(table.spoils().values()) == {0}


def test_spoils_are_banked_in_the_last_round_too() -> None:
    """TRU-10.1: also in the last round."""
    table = truce(FOUR, spoils={"agatha": 2}, last=True).everybody("pass")
    assert table.coins()["agatha"] == 5


def test_the_ledger_shows_every_supply_the_stash_and_the_round() -> None:
    """TRU-10.2: everybody can see them, spectators too."""
    table = truce(FOUR, stash=3).play(agatha="loot", barney="pass", charles="pass", darcy="pass")
    for who in (*table.players, None):
        assert table.view(who).supplies == (6, 3, 3, 3)
        assert table.view(who).stash == 1
    assert [audience for audience, event in table.listener.heard if isinstance(event, SpoilsBanked)] == [None]


def test_a_coin_gained_in_the_last_round_counts() -> None:
    """TRU-11.1: here it decides the game."""
    table = truce(FOUR, last=True).play(agatha="loot", barney="pass", charles="pass", darcy="pass")
    assert table.winners() == {"agatha"}


def test_the_highest_supply_wins() -> None:
    """TRU-11.2: and coins left in the Stash belong to nobody."""
    table = truce(FOUR, supplies={"agatha": 6, "barney": 5}, stash=4, last=True).everybody("pass")
    assert table.winners() == {"agatha"}
    assert table.told(GameEnded)[0].rule == "TRU-11.2"
    assert said_at_the_end(table) == "Agatha wins with 6 coins."
    assert table.stash == 4
    assert RULES.scores(table.game) == [6, 5, 3, 3]


def test_the_most_supporters_break_a_tie() -> None:
    """TRU-11.3: among those who share the highest Supply, supporters in the last round."""
    table = truce(FOUR, supplies={"agatha": 5, "barney": 5}, last=True)
    table.play(agatha="pass", barney="defend", charles="support barney", darcy="pass")
    assert table.winners() == {"barney"}
    assert table.told(GameEnded)[0].rule == "TRU-11.3"
    assert said_at_the_end(table) == (
        "Agatha and Barney tie at 5 coins; Barney had more supporters in the last round and wins."
    )


def test_two_of_three_who_are_level_share_the_victory() -> None:
    """TRU-11.4, TRU-R19: those with as many supporters; whoever has fewer is out of it."""
    table = truce(f"{FOUR} emmett", supplies={"agatha": 5, "barney": 5, "charles": 5}, last=True)
    table.play(agatha="pass", barney="pass", charles="pass", darcy="support agatha", emmett="support barney")
    assert table.winners() == {"agatha", "barney"}
    assert said_at_the_end(table) == (
        "Agatha, Barney and Charles tie at 5 coins; "
        "Agatha and Barney had more supporters in the last round and share the victory."
    )


def test_supporters_of_earlier_rounds_break_no_tie() -> None:
    """TRU-11.3: only the last round counts."""
    table = truce(FOUR, supplies={"charles": 2, "darcy": 2}, rounds=2)
    table.play(agatha="pass", barney="pass", charles="support agatha", darcy="support agatha")
    table.play(agatha="pass", barney="pass", charles="support barney", darcy="pass")
    assert table.winners() == {"barney"}


def test_those_who_are_still_level_share_the_victory() -> None:
    """TRU-11.4: the victory is shared."""
    table = truce(FOUR, supplies={"agatha": 5, "barney": 5}, last=True).everybody("pass")
    assert table.winners() == {"agatha", "barney"}
    assert table.told(GameEnded)[0].rule == "TRU-11.4"
    assert said_at_the_end(table) == (
        "Agatha and Barney tie at 5 coins and had equally many supporters in the last round; they share the victory."
    )


def test_nobody_has_won_before_the_end() -> None:
    """TRU-11.1: while the game goes on there is no winner."""
    assert truce(FOUR, supplies={"agatha": 9}).winners() == set()
