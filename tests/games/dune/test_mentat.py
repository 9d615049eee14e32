"""DUN-4.9, DUN-4.10: Spice Collection, and who has won."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, fid

from turncoat.games.dune.events import SpiceCollected as Collected
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.mentat.events import GameEnded, PredictionFulfilled, SecretsOpened, StrongholdsCounted
from turncoat.games.dune.rules import RULES
from turncoat.kernel import play

THREE = "Arrakeen 9: 1, Carthag 10: 1, Sietch Tabr 13: 1"
FOUR = f"{THREE}, Tuek's Sietch 4: 1"
LAST = {"turn": 10}


def mentat(**position: object) -> Table:
    """Victory is checked."""
    return Table("mentat", **position)  # type: ignore[arg-type]


def won(table: Table) -> tuple[str, list[int]]:
    """By which rule, and by which factions; nothing while the game goes on."""
    result = table.game.result
    return ("", []) if result is None else (result.rule, [table.game.factions[seat] for seat in result.winners])


# --- collection ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "got"), [("", 8), (", Arrakeen 9: 1", 10)])
def test_collection(more: str, got: int) -> None:
    """DUN-TC-200, DUN-4.9.1: two each; three with a city; never more than lies there."""
    table = Table("collection", forces={HAR: f"Old Gap 9: 4{more}"}, fields="Old Gap 9: 10")
    assert table.spice(HAR) == 10 + got
    assert table.told(Collected)[0].spice == got


def test_only_the_very_location_is_harvested() -> None:
    """DUN-TC-201, DUN-4.9.1."""
    table = Table("collection", forces={HAR: "Old Gap 8: 4"}, fields="Old Gap 9: 10")
    assert table.spice(HAR) == 10


def test_a_contested_city_does_not_help() -> None:
    """DUN-R-70, DUN-4.9.1."""
    forces = {HAR: "Old Gap 9: 1, Arrakeen 9: 1", EMP: "Arrakeen 9: 1"}
    assert Table("collection", forces=forces, fields="Old Gap 9: 10", allies=((HAR, EMP),)).spice(HAR) == 12


def test_two_in_one_place_collect_in_storm_order() -> None:
    """DUN-R-71, DUN-4.9.1, DUN-2.2.3."""
    forces = {HAR: "Old Gap 9: 2", EMP: "Old Gap 9: 2"}
    table = Table("collection", forces=forces, fields="Old Gap 9: 6", allies=((HAR, EMP),), first=EMP)
    assert (table.spice(EMP), table.spice(HAR)) == (14, 12)


# --- strongholds --------------------------------------------------------------------------------


def test_three_strongholds_win() -> None:
    """DUN-TC-202, DUN-4.10.1, DUN-4.10.2, DUN-6.1.10: at once, in any turn."""
    table = mentat(forces={FRE: THREE})
    assert won(table) == ("DUN-4.10.2", [FRE])
    assert play.over(table.game)
    assert table.told(GameEnded)[0].winners == (fid(FRE),)
    assert RULES.winners(table.game) == [FRE]


def test_a_shared_stronghold_is_nobodys() -> None:
    """DUN-TC-203, DUN-4.10.1, DUN-R-72."""
    table = mentat(forces={FRE: THREE, ATR: "Carthag 10: 1"})
    assert won(table) == ("", [])
    assert "" in table.told(StrongholdsCounted)[0].holders


@pytest.mark.parametrize(
    ("one", "other", "rule"),
    [
        ("Arrakeen 9: 1, Carthag 10: 1", "Sietch Tabr 13: 1, Tuek's Sietch 4: 1", "DUN-4.10.3"),
        (THREE, "", ""),
        (THREE, "Tuek's Sietch 4: 1", "DUN-4.10.3"),
    ],
)
def test_allies_need_four(one: str, other: str, rule: str) -> None:
    """DUN-TC-204, DUN-4.10.3, DUN-5.4.1: together, never by the rule for those alone."""
    table = mentat(forces={HAR: one, EMP: other}, allies=((HAR, EMP),))
    assert won(table)[0] == rule


def test_the_first_in_storm_order_wins() -> None:
    """DUN-4.10.2, DUN-2.2.3, DUN-R-73: only one side can win."""
    forces = {HAR: "Arrakeen 9: 1, Carthag 10: 1", EMP: "Sietch Tabr 13: 1, Tuek's Sietch 4: 1, Habbanya Sietch 16: 1"}
    assert won(mentat(forces=forces, first=HAR)) == ("DUN-4.10.2", [EMP])


@pytest.mark.parametrize(("needed", "winner"), [(3, [ATR]), (4, [])])
def test_two_players(needed: int, winner: list[int]) -> None:
    """DUN-O-06, DUN-1.2.1, DUN-4.10.2."""
    forces = {ATR: THREE}
    table = mentat(factions=(ATR, HAR), forces=forces, two_player_strongholds=needed)
    assert won(table)[1] == winner


# --- prediction ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "winners"), [(4, [BG]), (5, [HAR, BG])])
def test_a_prediction_comes_true(turn: int, winners: list[int]) -> None:
    """DUN-TC-205, DUN-4.10.4, DUN-6.4.2: the Bene Gesserit alone, even if the winner is their ally."""
    table = mentat(forces={HAR: FOUR}, allies=((HAR, BG),), prediction=(HAR, 4), turn=turn)
    assert won(table)[1] == winners
    assert len(table.told(PredictionFulfilled)) == (turn == 4)


def test_special_victories_are_not_predicted() -> None:
    """DUN-TC-206, DUN-4.10.9, DUN-4.10.6."""
    table = mentat(prediction=(GUI, 10), forces={EMP: "Tuek's Sietch 4: 1"}, **LAST)
    assert won(table) == ("DUN-4.10.6", [GUI])


def test_most_strongholds_can_be_predicted() -> None:
    """DUN-4.10.4, DUN-4.10.8, DUN-R-73."""
    table = mentat(factions=(ATR, HAR, BG), forces={HAR: "Arrakeen 9: 1", ATR: ""}, prediction=(HAR, 10), **LAST)
    assert won(table) == ("DUN-4.10.4", [BG])


# --- the last turn ------------------------------------------------------------------------------


def test_the_fremen_keep_their_havens_even_from_their_ally() -> None:
    """DUN-TC-207, DUN-4.10.5: with an ally in Sietch Tabr they do not win; the Guild does."""
    table = mentat(forces={ATR: "Sietch Tabr 13: 1"}, allies=((FRE, ATR),), **LAST)
    assert won(table) == ("DUN-4.10.6", [GUI])


def test_the_fremen_win_before_the_guild() -> None:
    """DUN-TC-208, DUN-4.10.5: Guild forces in Tuek's Sietch do not matter; the ally wins, too (DUN-5.4.1)."""
    table = mentat(forces={GUI: "Tuek's Sietch 4: 5"}, allies=((FRE, BG),), **LAST)
    assert won(table) == ("DUN-4.10.5", [FRE, BG])


@pytest.mark.parametrize("intruder", [HAR, ATR, EMP])
def test_some_in_the_smugglers_haven_help_the_guild(intruder: int) -> None:
    """DUN-TC-209, DUN-4.10.5, DUN-4.10.6."""
    assert won(mentat(forces={intruder: "Tuek's Sietch 4: 1"}, **LAST)) == ("DUN-4.10.6", [GUI])


def test_the_guilds_ally_wins_too() -> None:
    """DUN-TC-210, DUN-4.10.6, DUN-6.5.4."""
    table = mentat(forces={EMP: "Tuek's Sietch 4: 1"}, allies=((GUI, HAR),), **LAST)
    assert won(table) == ("DUN-4.10.6", [HAR, GUI])


def test_without_the_guild() -> None:
    """DUN-TC-211, DUN-4.10.7, DUN-4.10.8, DUN-O-09: the Fremen by default; else the most strongholds."""
    forces = {EMP: "Tuek's Sietch 4: 1"}
    assert won(mentat(factions=(EMP, FRE, HAR), forces=forces, **LAST)) == ("DUN-4.10.7", [FRE])
    off = mentat(factions=(EMP, FRE, HAR), forces=forces, nomads_by_default=False, **LAST)
    assert won(off) == ("DUN-4.10.8", [EMP])
    assert won(mentat(factions=(EMP, HAR, BG), forces=forces, **LAST)) == ("DUN-4.10.8", [EMP])


def test_a_tie_goes_to_the_first_in_storm_order() -> None:
    """DUN-4.10.8: an allied pair has the place of its earlier member."""
    forces = {EMP: "Tuek's Sietch 4: 1", HAR: "Arrakeen 9: 1"}
    assert won(mentat(factions=(EMP, HAR, BG), forces=forces, first=HAR, **LAST))[1] == [HAR]
    assert won(mentat(factions=(EMP, HAR, BG), forces=forces, first=BG, allies=((BG, EMP),), **LAST))[1] == [EMP, BG]


def test_nobody_wins() -> None:
    """DUN-O-08, DUN-4.10.8: with the option off a game can end without a winner."""
    table = mentat(factions=(EMP, HAR), most_strongholds=False, **LAST)
    assert won(table) == ("DUN-4.10.8", [])
    assert play.over(table.game)
    assert RULES.winnerless
    table.game.options = RULES.read_options({})
    assert RULES.audit(table.game) == ["DUN-O-08: the game ended without a winner although the most strongholds win."]


def test_the_next_turn() -> None:
    """DUN-4.10.10, DUN-1.4.1: nobody has won, and turns are left."""
    table = mentat(turn=3, fighters=(HAR, EMP))
    assert table.view(None).turn == 4
    assert table.key == "storm.dial"


def test_the_last_turn_is_agreed_on() -> None:
    """DUN-O-02, DUN-1.4.1."""
    assert play.over(mentat(turn=3, turns=3).game)


@pytest.mark.parametrize("opened", [True, False])
def test_secrets_are_opened_at_the_end(opened: bool) -> None:
    """DUN-O-13, DUN-2.9.1."""
    table = mentat(forces={FRE: THREE}, hands={HAR: "Shield"}, prediction=(HAR, 3), reveal_at_end=opened)
    view = table.view(None)
    assert (view.hands != ()) is opened
    assert (view.prediction is not None) is opened
    heard = table.told(SecretsOpened)
    assert len(heard) == (6 if opened else 0)
    dealt = [{*event.traitors, *event.returned} for event in heard]
    assert dealt == ([{*cards} for cards in table.game.dealt] if opened else [])
    assert list(view.returned) == [event.returned for event in heard]


def test_victories_cannot_be_prevented() -> None:
    """DUN-TC-223, DUN-7.11.5: only the seventeen advantages of the list."""
    table = mentat(stops="W-11", hands={HAR: "Karama"})
    offered = [prevent for prevent in table.beside(HAR) if isinstance(prevent, Prevent)]
    assert [prevent.entry for prevent in offered] == ["K-10"]
    assert table.refused(HAR, Prevent("K-18")).rule == "DUN-7.11.3"
