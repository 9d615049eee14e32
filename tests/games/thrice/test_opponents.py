"""THR-5: what the GM builds."""

from __future__ import annotations

import msgspec
import pytest
from tests.games.thrice.story import Table, fresh, sheet

from turncoat.games.thrice.actions import Ambush, Build
from turncoat.games.thrice.opponents import CROWDS, building_boxes
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.state import Thrice
from turncoat.games.thrice.tricks import bought_skills
from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed


def building(players: int = 4, wealth: int = 1, **options: object) -> Thrice:
    """A combat in which the GM builds."""
    sheets = msgspec.json.encode([sheet(wealth=wealth)] * players).decode()
    return fresh(players, characters=sheets, **options)


@pytest.mark.parametrize("players", range(1, 9))
def test_how_many_opponents(players: int) -> None:
    """THR-5.1, THR-R9, THR-E15: by the number of players, whatever the pieces on the table (THR-1.2, THR-R1)."""
    table = Table(players)
    assert len(table.foes) == CROWDS[players] == [3, 4, 6, 6, 9, 9, 12, 12][players - 1]


def test_as_many_points_as_the_party_has_wealth() -> None:
    """THR-5.2, THR-5.8: all of them or fewer, not more."""
    game = building(wealth=3)
    gm = game.players
    for spent in range(4):
        points = {"weapon A": spent} if spent else {}
        assert Build(0, 0, points) in play.boxes(game, gm)
    assert Build(0, 0, {"weapon A": 3, "armour A": 1}) not in play.boxes(game, gm)


def test_one_opponent_less_is_one_point_more() -> None:
    """THR-5.3, THR-R10: once; the number shows."""
    game = building()
    assert Build(1, 0, {"weapon A": 2}) in play.boxes(game, 4)
    assert Build(1, 0, {"weapon A": 3}) not in play.boxes(game, 4)
    assert Build(2, 0, {"weapon A": 3}) not in play.boxes(game, 4)
    assert len(Table(build=Build(1, 0, {"weapon A": 2})).foes) == 5


def test_opponents_can_be_removed_down_to_one() -> None:
    """THR-O8: if that was agreed on."""
    table = Table(enemy_removals="repeat", build=Build(5, 0, {"weapon A": 3, "armour A": 3}))
    assert len(table.foes) == 1
    assert Build(6, 0, {}) not in building_boxes(Options(enemy_removals="repeat"), 4, 1)


def test_one_kind_or_two() -> None:
    """THR-5.4: at least one of each; all of a kind are alike; the second kind comes last."""
    game = building(wealth=2)
    assert Build(0, 6, {}) not in play.boxes(game, 4)
    assert Build(0, 0, {"weapon B": 1}) not in play.boxes(game, 4)
    table = Table(sheets=[sheet(wealth=2)], build=Build(0, 2, {"weapon A": 1, "damage B": 1}))
    assert table.game.weapon[4:] == [4, 4, 4, 4, 1, 1]
    assert table.game.damage[4:] == [1, 1, 1, 1, 4, 4]


def test_a_point_is_a_step_of_one_skill_of_one_kind() -> None:
    """THR-5.5, THR-R11: from 1 to 4, 7 and 10; from 11 to 20; from 6 to 15."""
    table = Table(sheets=[sheet(wealth=10)], build=Build(0, 1, {"weapon A": 3, "armour A": 3, "condition B": 3}))
    assert table.game.weapon[4:] == [10] * 5 + [1]
    assert table.game.armour[4:] == [20] * 5 + [11]
    assert table.game.condition[4:] == [6] * 5 + [15]
    assert Build(0, 0, {"weapon A": 4}) not in play.boxes(building(wealth=10), 4)


def test_initiative_is_the_same_for_all() -> None:
    """THR-5.6: one point raises it for both kinds."""
    table = Table(sheets=[sheet(wealth=2)], build=Build(0, 3, {"initiative": 2}))
    assert set(table.game.initiative[4:]) == {7}


def test_a_point_can_buy_a_trick() -> None:
    """THR-5.7: none twice for one kind; of the profile only."""
    game = building(wealth=4)
    assert Build(0, 1, {"bleed A": 1, "swipe A": 1, "bleed B": 1, "weapon B": 1}) in play.boxes(game, 4)
    assert Build(0, 0, {"bleed A": 2}) not in play.boxes(game, 4)
    assert Build(0, 0, {"lock A": 1}) not in play.boxes(game, 4)
    assert Build(0, 0, {"lock A": 1}) in play.boxes(building(profile="sheet"), 4)


def test_bought_skills() -> None:
    """THR-5.9: those that points have raised, condition apart, in their order."""
    build = Build(0, 2, {"initiative": 1, "weapon A": 1, "condition A": 1, "armour B": 1, "damage B": 1})
    table = Table(sheets=[sheet(wealth=5)], build=build, profile="sheet")
    assert bought_skills(table.game, 4) == ("initiative", "weapon")
    assert bought_skills(table.game, 9) == ("initiative", "damage", "armour")


def test_the_usual_opponents() -> None:
    """THR-D2: one kind, nobody removed, points in rotation, nobody distant."""
    game = building(wealth=6)
    play.time_up(game)
    play.time_up(game)
    assert (len(game.kinds), game.removed, game.distant) == (1, 0, 0)
    assert (game.weapon[4], game.armour[4], game.damage[4], game.condition[4]) == (7, 17, 4, 9)


def test_who_has_sneaked_up() -> None:
    """THR-7.1, THR-D2: the GM says so, of either side."""
    table = Table(ambush=(1, 5))
    assert table.game.distant == 1 << 1 | 1 << 5
    assert [combatant.zone for combatant in table.view(None).combatants].count("distant") == 2
    assert play.waiting(building(zones="off")) == [4]
    off = Table(zones="off")
    assert off.game.distant == 0


def test_too_many_points_are_refused_in_one_sentence() -> None:
    """THR-5.2: with the field and the rule; nothing has changed."""
    game = building()
    with pytest.raises(NotAllowed, match=r"build without: points must be .*THR-5\.2") as refused:
        play.submit(game, 4, Build(0, 0, {"weapon A": 2}))
    assert refused.value.field == "points"
    assert not game.kinds
    play.submit(game, 4, Build(0, 0, {}))
    with pytest.raises(NotAllowed, match="who"):
        play.submit(game, 4, Ambush((77,)))
