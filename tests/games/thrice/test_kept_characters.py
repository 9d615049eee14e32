"""Characters that live beyond one combat, by the rules: THR-3, THR-15.7, THR-16, THR-O25."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from turncoat.games.thrice import end
from turncoat.games.thrice.after_session import CHARACTERS
from turncoat.games.thrice.characters import read_sheets
from turncoat.games.thrice.options import Options
from turncoat.kernel.characters import Data
from turncoat.kernel.errors import BadSetup, NotAllowed, Unreadable


def new(**fields: object) -> Data:
    return CHARACTERS.edited(CHARACTERS.blank, {"name": "Agda", **fields}, False)


def test_a_new_character_has_three_points() -> None:
    """THR-3.6, THR-3.8: three points, wealth 1."""
    shown = CHARACTERS.sheet(CHARACTERS.blank, False)
    assert shown.points == 3
    assert [skill.start for skill in shown.skills] == [1, 1, 1, 11, 4]
    assert CHARACTERS.blank["wealth"] == 1


def test_what_is_not_spent_is_left() -> None:
    """THR-E1: two of the three points on initiative."""
    assert new(initiative=2)["points"] == 1
    assert new(initiative=2, armour=1)["points"] == 0


@pytest.mark.parametrize(
    ("fields", "field", "rule"),
    [
        ({"weapon": 4}, "skills", "THR-3.6"),
        ({"weapon": -1, "armour": 4}, "weapon", "THR-2.3"),
        ({"name": ""}, "name", "THR-3.1"),
        ({"name": "x" * 41}, "name", "THR-3.1"),
        ({"kin": "elf"}, "kin", "THR-3.1"),
        ({"second": "wise"}, "second", "THR-3.2"),
        ({"third": "brave"}, "third", "THR-3.4"),
        ({"kin": "half-breed", "first": "wise", "second": "gentle"}, "first, second", "THR-3.3"),
        ({"wealth": 2}, "wealth", "THR-16"),
        ({"house": 1}, "house", "THR-16"),
        ({"luck": 1}, "", "THR-O25"),
        ({"weapon": "much"}, "weapon", "THR-O25"),
    ],
)
def test_a_sheet_that_breaks_a_rule_is_refused_with_it(fields: dict[str, object], field: str, rule: str) -> None:
    with pytest.raises(BadSetup) as caught:
        new(**fields)
    assert f"({rule}" in caught.value.sentence
    assert caught.value.field == field


def test_the_truth_of_the_kin_is_written_by_itself() -> None:
    """THR-3.2: the first trait is the truth of the kin."""
    assert new(kin="troll", second="wise")["first"] == "troll"


def test_a_half_breed_borrows_from_two_kins() -> None:
    """THR-3.3: one rumour of each."""
    assert new(kin="half-breed", first="wise", second="greedy")["first"] == "wise"


def test_a_new_character_can_be_made_over() -> None:
    """THR-3.6: as long as it has been in no game."""
    was = new(weapon=3)
    assert CHARACTERS.edited(was, {"weapon": 0, "armour": 3, "third": "calm"}, False)["armour"] == 3


@pytest.mark.parametrize(("change", "rule"), [({"weapon": 2}, "THR-16.3"), ({"third": "calm"}, "THR-3.5")])
def test_what_has_fought_is_not_made_over(change: dict[str, object], rule: str) -> None:
    """THR-16.3: steps are not given back; THR-3.5: the traits stay."""
    with pytest.raises(BadSetup, match=rule):
        CHARACTERS.edited(new(weapon=3), change, True)


def test_what_has_fought_can_spend_what_it_kept() -> None:
    """THR-16.3: one skill, one step up."""
    grown, _ = CHARACTERS.grown(new(weapon=3), {"type": "grow", "row": "land", "skill": None}, True)
    assert (grown["points"], grown["land"]) == (1, 1)
    assert CHARACTERS.edited(grown, {"armour": 1}, True)["points"] == 0
    spent, said = CHARACTERS.grown(grown, {"type": "improve", "skill": "armour"}, False)
    assert (spent["armour"], spent["points"], said) == (1, 0, "Armour rises to 12.")


def test_every_third_session_raises_wealth() -> None:
    """THR-16.1, THR-16.2: and empties the circles."""
    sheet = new(weapon=3)
    for row in ("house", "land"):
        sheet, said = CHARACTERS.grown(sheet, {"type": "grow", "row": row, "skill": "weapon"}, True)
        assert said.startswith(f"A circle for {row}, weapon rises to")
    sheet, said = CHARACTERS.grown(sheet, {"type": "grow", "row": "title", "skill": None}, True)
    assert said == "A circle for title, wealth rises to 2, the point is kept."
    assert [sheet[row] for row in ("wealth", "house", "land", "title", "points")] == [2, 0, 0, 0, 1]


def test_who_does_not_choose_fills_the_first_row_and_keeps_the_point() -> None:
    """THR-D11: three rows, five skills or none."""
    sheet = new(weapon=3)
    grown, said = CHARACTERS.grown(sheet, None, True)
    assert (grown["house"], grown["points"], said) == (1, 1, "A circle for house, the point is kept.")
    boxes = CHARACTERS.growth(sheet, True)
    assert boxes.count == 3 * 6


def test_nothing_grows_without_a_session() -> None:
    """THR-16.3: no point, no step."""
    with pytest.raises(NotAllowed):
        CHARACTERS.grown(new(weapon=3), {"type": "grow", "row": "land", "skill": None}, False)
    with pytest.raises(NotAllowed):
        CHARACTERS.grown(new(weapon=3), {"type": "improve", "skill": "armour"}, False)
    with pytest.raises(Unreadable, match="THR-D11"):
        CHARACTERS.grown(new(weapon=3), {"type": "fly"}, True)


def test_the_game_master_brings_nobody() -> None:
    """THR-1.1: the last seat is the GM's."""
    assert list(CHARACTERS.players(4)) == [0, 1, 2]


def test_a_table_with_other_options_may_refuse_a_sheet() -> None:
    """THR-O5: at a table without points at creation nobody has three."""
    assert CHARACTERS.read(new(weapon=3), Options()) == new(weapon=3)
    with pytest.raises(BadSetup, match=r"only 0 have been earned \(THR-3.6"):
        CHARACTERS.read(new(weapon=3), Options(creation_points=0))


def test_what_is_brought_goes_before_what_was_agreed_on() -> None:
    """THR-O25: by seat; the others as they were, or made at the table."""
    first, second = new(weapon=3), new(name="Brom", armour=3)
    options = Options(characters=msgspec.json.encode([first, first]).decode())
    agreed = CHARACTERS.agreed(options, {1: second}, 4)
    assert [sheet and sheet.name for sheet in read_sheets(agreed)] == ["Agda", "Brom", None]


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({}, "THR-3.6"),
        ({"weapon": 2}, "THR-3.6"),
        ({"weapon": 3, "wealth": 2}, "THR-16.3"),
        ({"weapon": 3, "land": 1}, "THR-16.3"),
    ],
)
def test_a_sheet_whose_points_do_not_add_up_is_not_brought(fields: dict[str, object], rule: str) -> None:
    """THR-3.6: a new character's points are spent; THR-16.3: every session has brought one, spent or kept."""
    data = {**CHARACTERS.blank, "name": "Agda", "points": 3 - int(str(fields.get("weapon", 0))), **fields}
    with pytest.raises(BadSetup, match=rule) as refused:
        CHARACTERS.read(data, None)
    assert refused.value.rule == rule
    with pytest.raises(BadSetup, match=rule):
        read_sheets(Options(characters=msgspec.json.encode([data]).decode()))


@pytest.mark.parametrize("result", end.RESULTS)
def test_every_end_says_what_it_means(result: str) -> None:
    """THR-15.7: after a total party kill all are dead; THR-O23: broken off is no session; THR-16: else all grow."""
    game: Any = SimpleNamespace(result=result, round=3, players=2, characters=[None, None])
    outcomes = CHARACTERS.outcomes(game)
    assert sorted(outcomes) == [0, 1]
    killed = result == end.TOTAL_PARTY_KILL
    session = result not in (end.TOTAL_PARTY_KILL, end.UNFINISHED)
    assert all((outcome.dead, outcome.grows) == (killed, session) for outcome in outcomes.values())
    assert all("after 3 rounds" in outcome.said for outcome in outcomes.values())
