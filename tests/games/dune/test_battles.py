"""DUN-4.8.1 to DUN-4.8.3: which battles there are, and who chooses them."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, clash, fid, plan, territory

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.battle import ChooseBattle
from turncoat.games.dune.battle.events import BattleChosen, ForcesLost


def fights(where: str, faction: int) -> DuneAction:
    """The choice of a battle."""
    return ChooseBattle(territory(where), fid(faction))


@pytest.mark.parametrize(
    ("forces", "storm", "allies"),
    [
        ({HAR: "Tsimpo 10: 3", EMP: "Tsimpo 10: 3"}, 0, ((HAR, EMP),)),
        ({HAR: "Polar Sink: 3", EMP: "Polar Sink: 3"}, 0, ()),
        ({HAR: "Pasty Mesa 5: 3", EMP: "Pasty Mesa 5: 3"}, 5, ()),
        ({HAR: "Pasty Mesa 4: 3", EMP: "Pasty Mesa 6: 3"}, 5, ()),
        ({HAR: "Tsimpo 10: 3", EMP: "Tsimpo 11: 3"}, 11, ()),
    ],
    ids=["allies", "in the middle", "under the storm", "storm between", "one under the storm"],
)
def test_who_need_not_fight(forces: dict[int, str], storm: int, allies: tuple[tuple[int, int], ...]) -> None:
    """DUN-TC-150, DUN-4.8.1, DUN-5.3.3, DUN-2.1.9: DUN-R-53."""
    table = Table("battles", forces=forces, storm=storm, allies=allies)
    assert table.key == "storm.dial"
    assert table.told(BattleChosen) == []


def test_stacks_of_two_locations_meet_where_no_storm_is_between() -> None:
    """DUN-4.8.1, DUN-R-53: the same two stacks, and the storm elsewhere."""
    table = Table("battles", forces={HAR: "Pasty Mesa 4: 3", EMP: "Pasty Mesa 6: 3"}, storm=0)
    table.can(HAR, fights("Pasty Mesa", EMP))


def test_the_first_in_storm_order_is_aggressor_until_he_has_no_battle_left() -> None:
    """DUN-TC-151, DUN-4.8.2: DUN-R-52."""
    forces = {ATR: "Tsimpo 10: 3, Basin 8: 3", HAR: "Tsimpo 10: 1", EMP: "Basin 8: 1"}
    table = Table("battles", forces=forces, first=ATR)
    assert table.asked() == [ATR]
    table.can(ATR, fights("Tsimpo", HAR), fights("Basin", EMP))
    table.choose(ATR, EMP, "Basin").fought({ATR: plan(2, "Duncan Idaho"), EMP: plan(0, "Bashar")})
    assert table.asked() == [ATR]
    table.choose(ATR, HAR, "Tsimpo")
    assert [event.aggressor for event in table.told(BattleChosen)] == [fid(ATR), fid(ATR)]


def test_then_the_next_in_storm_order_chooses() -> None:
    """DUN-4.8.2: whoever comes next and has a battle."""
    forces = {HAR: "Tsimpo 10: 3", EMP: "Tsimpo 10: 1, Basin 8: 3", GUI: "Basin 8: 3"}
    table = Table("battles", forces=forces, first=HAR)
    table.choose(HAR, EMP, "Tsimpo").fought({HAR: plan(0, "Feyd Rautha"), EMP: plan(0, "Bashar")})
    assert table.asked() == [EMP]


def test_nobody_lets_two_others_fight() -> None:
    """DUN-TC-152, DUN-4.8.3: DUN-R-55: the survivor keeps fighting; DUN-4.8.9: the third is not harmed meanwhile."""
    forces = {HAR: "Tsimpo 10: 5", EMP: "Tsimpo 10: 5", GUI: "Tsimpo 11: 5"}
    table = Table("battles", forces=forces, first=HAR)
    assert {answer.faction for answer in table.boxes(HAR) if isinstance(answer, ChooseBattle)} == {fid(EMP), fid(GUI)}
    table.choose(HAR, EMP, "Tsimpo").fought({HAR: plan(0, "Umman Kudu"), EMP: plan(3, "Bashar")})
    assert table.forces(GUI, "Tsimpo") == 5
    assert table.asked() == [EMP]
    table.can(EMP, fights("Tsimpo", GUI))


def test_the_first_battle_is_chosen_when_time_is_up() -> None:
    """DUN-DK-15, DUN-2.8.1: the first territory in facts order, then storm order."""
    forces = {HAR: "Tsimpo 10: 3, Basin 8: 3", EMP: "Tsimpo 10: 1, Basin 8: 1", GUI: "Basin 8: 1"}
    table = Table("battles", forces=forces, first=EMP).time_up()
    (chosen,) = table.told(BattleChosen)
    assert (chosen.aggressor, chosen.defender, chosen.territory) == (fid(EMP), fid(GUI), territory("Basin"))


SPLIT = {HAR: "Pasty Mesa 4: 2, Pasty Mesa 5: 3, Pasty Mesa 6: 4", EMP: "Pasty Mesa 6: 9, Pasty Mesa 7: 1"}


def split(scope: str) -> Table:
    """A battle in a territory that the storm cuts in two."""
    table = Table("battles", forces=SPLIT, storm=5, first=HAR, battle_scope=scope)
    return table.choose(HAR, EMP, "Pasty Mesa")


def test_forces_under_the_storm_cannot_be_dialled_but_die() -> None:
    """DUN-TC-177, DUN-4.8.5, DUN-4.8.18: DUN-R-54."""
    table = split("territory").can(HAR, plan(6, "Feyd Rautha")).cannot(HAR, plan(7, "Feyd Rautha"))
    table.fought({HAR: plan(0, "Umman Kudu"), EMP: plan(5, "Bashar")})
    assert table.forces(HAR, "Pasty Mesa") == 0
    assert table.tanks(HAR) == 9


def test_in_a_split_territory_only_those_fight_who_meet() -> None:
    """DUN-O-10, DUN-R-54: with the option, dial and losses are those of the area where both stand."""
    table = split("connected").can(HAR, plan(4, "Feyd Rautha")).cannot(HAR, plan(5, "Feyd Rautha"))
    table.fought({HAR: plan(0, "Umman Kudu"), EMP: plan(5, "Bashar")})
    assert (table.forces(HAR, "Pasty Mesa"), table.tanks(HAR)) == (5, 4)
    (first, _) = table.told(ForcesLost)
    assert first.forces == 4


def test_who_fought_last_dials_the_next_storm() -> None:
    """DUN-TC-188, DUN-4.8.19, DUN-4.1.2: after an explosion, too."""
    table = clash(FRE, GUI, hands={FRE: "Lasgun", GUI: "Shield"}, fighters=(HAR, BG))
    table.fought({FRE: plan(1, "Stilgar", "Lasgun"), GUI: plan(1, "Guild Rep.", "", "Shield")})
    assert table.key == "storm.dial"
    assert table.asked() == [FRE, GUI]
