"""THR-2, THR-3 and THR-4: profiles, sheets, skills."""

from __future__ import annotations

import msgspec
import pytest
from tests.games.thrice.story import NEWCOMER, PLAIN, Table, fresh, sheet
from tests.kit import sure

from turncoat.games.thrice import characters
from turncoat.games.thrice.actions import Create
from turncoat.games.thrice.characters import KINS, RUMOURS, TRAITS, TRUTHS, fault, reduced
from turncoat.games.thrice.options import Options, zoned
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.skills import (
    SKILLS,
    TOPS,
    enemy_start,
    party_wealth,
    penalty,
    start,
    target_number,
    tier,
    tricks,
)
from turncoat.kernel import play
from turncoat.kernel.errors import BadSetup, NotAllowed
from turncoat.kernel.grammar import Grammar

EXPLAINED, SHEET = Options(), Options(profile="sheet")


def test_the_explained_profile() -> None:
    """THR-2.1, THR-2.5, THR-O1: its tricks, its zones, its condition; it is the usual one."""
    assert EXPLAINED.profile == "explained"
    assert tricks(EXPLAINED) == ("bleed", "counter", "direct", "disengage", "intercept", "strengthen", "swipe")
    assert zoned(EXPLAINED)
    assert start(EXPLAINED, "condition") == 4


def test_the_profile_of_the_sheet() -> None:
    """THR-2.2, THR-R4: the other list of tricks, no zones, condition from 6."""
    assert tricks(SHEET) == ("counter", "enforce", "flank", "intercept", "lock", "neutralize", "swipe")
    assert not zoned(SHEET)
    assert start(SHEET, "condition") == 6


def test_the_numbers_of_both_profiles() -> None:
    """THR-2.3, THR-2.6: where skills start and end, for characters and opponents."""
    for options, condition in ((EXPLAINED, 4), (SHEET, 6)):
        assert [start(options, skill) for skill in SKILLS] == [1, 1, 1, 11, condition]
        assert [enemy_start(options, skill) for skill in SKILLS] == [1, 1, 1, 11, 6]
    assert [TOPS[skill] for skill in SKILLS] == [10, 10, 10, 20, 15]


def test_a_written_armour_means_ten_more() -> None:
    """THR-2.4, THR-R3: then both writings agree exactly."""
    assert [target_number(written) for written in (1, 4, 7, 10)] == [11, 14, 17, 20]


def test_the_start_of_condition_can_be_agreed_on() -> None:
    """THR-O3, THR-O4: for characters and for opponents."""
    options = RULES.read_options({"character_condition_start": 9, "enemy_condition_start": 2})
    assert start(options, "condition") == 9
    assert enemy_start(options, "condition") == 2


@pytest.mark.parametrize("kin", [kin for kin in KINS if kin != "half-breed"])
def test_a_kin_gives_its_truth_and_one_rumour(kin: str) -> None:
    """THR-3.1, THR-3.2: in the boxes and on sheets."""
    boxes = play.boxes(fresh(), 0)
    for rumour in RUMOURS[kin]:
        assert Create(kin, TRUTHS[kin], rumour, "calm", {"weapon": 3}) in boxes
    other = next(one for one in RUMOURS if one != kin)
    assert Create(kin, TRUTHS[kin], RUMOURS[other][0], "calm", {"weapon": 3}) not in boxes
    assert "THR-3.2" in sure(fault(sheet(kin=kin, first=TRUTHS[kin], second=RUMOURS[other][0]), EXPLAINED)).sentence
    assert "THR-3.2" in sure(fault(sheet(kin=kin, first="nothing"), EXPLAINED)).sentence


def test_a_half_breed_borrows_two_rumours() -> None:
    """THR-3.3, THR-R5: of two different kins, in any order; no truth."""
    boxes = play.boxes(fresh(), 0)
    assert Create("half-breed", "wise", "dead", "calm", {"weapon": 3}) in boxes
    assert Create("half-breed", "dead", "wise", "calm", {"weapon": 3}) in boxes
    assert Create("half-breed", "wise", "gentle", "calm", {"weapon": 3}) not in boxes
    assert fault(sheet(kin="half-breed", first="wise", second="dead"), EXPLAINED) is None
    assert "THR-3.3" in sure(fault(sheet(kin="half-breed", first="wise", second="gentle"), EXPLAINED)).sentence
    assert "THR-3.3" in sure(fault(sheet(kin="half-breed", first="savage", second="gentle"), EXPLAINED)).sentence


def test_the_third_trait_is_printed() -> None:
    """THR-3.4: one of 24."""
    assert len(set(TRAITS)) == 24
    boxes = play.boxes(fresh(), 0)
    assert all(msgspec.structs.replace(NEWCOMER, third=trait) in boxes for trait in TRAITS)
    assert "THR-3.4" in sure(fault(sheet(third="sleepy"), EXPLAINED)).sentence


def test_three_traits_that_change_no_number() -> None:
    """THR-3.5, THR-E14: crow-talk is worth nothing but stories."""
    crow = sheet(kin="ancestor", first="heroic", second="crow-talk")
    assert [crow.value(skill, EXPLAINED) for skill in SKILLS] == [PLAIN.value(skill, EXPLAINED) for skill in SKILLS]
    assert fault(crow, EXPLAINED) is None


def test_exactly_three_points() -> None:
    """THR-3.6, THR-E1: two on initiative make 3 and leave one, which has to be spent."""
    game = fresh()
    assert msgspec.structs.replace(NEWCOMER, points={"initiative": 2}) not in play.boxes(game, 0)
    assert msgspec.structs.replace(NEWCOMER, points={"initiative": 2, "weapon": 2}) not in play.boxes(game, 0)
    for seat in range(4):
        play.submit(game, seat, NEWCOMER)
    assert game.initiative == [3] * 4
    assert game.weapon == [2] * 4


def test_the_number_of_points_can_be_agreed_on() -> None:
    """THR-O5: none, or more than there is room for."""
    assert msgspec.structs.replace(NEWCOMER, points={}) in play.boxes(fresh(creation_points=0), 0)
    game = fresh(creation_points=50)
    assert play.boxes(game, 0)
    play.time_up(game)
    assert game.condition == [15] * 4


def test_characters_who_have_come_far() -> None:
    """THR-O6: three sessions for each step of wealth, a point for each of them."""
    game = fresh(starting_wealth=3)
    assert msgspec.structs.replace(NEWCOMER, points={"weapon": 9}) in play.boxes(game, 0)
    play.time_up(game)
    assert game.wealth == 3
    assert fault(game.characters[0], game.options) is None


def test_reduced_values_are_worked_out() -> None:
    """THR-3.7, THR-4.2, THR-E2: weapon 1 and armour 11 with condition 4, 3, 2 and 1."""
    assert [reduced(PLAIN, EXPLAINED, condition) for condition in (4, 3, 2, 1)] == [(1, 11), (0, 10), (-1, 9), (-2, 8)]
    assert [penalty(condition) for condition in (0, 1, 2, 3, 4, 15)] == [0, 3, 2, 1, 0, 0]


def test_weapon_may_be_negative() -> None:
    """THR-4.4, THR-R6: the penalty is taken off whatever is there, in the view as well."""
    table = Table()
    table.game.condition[0] = 1
    seen = sure(table.view(1).combatants[0].numbers)
    assert (seen.weapon, seen.armour, seen.damage) == (-2, 8, 1)


def test_wealth_starts_at_one() -> None:
    """THR-3.8: and goes up to ten."""
    assert characters.made(NEWCOMER, EXPLAINED).wealth == 1
    assert "THR-3.8" in sure(fault(sheet(wealth=11), EXPLAINED)).sentence
    assert "THR-3.8" in sure(fault(sheet(wealth=0), EXPLAINED)).sentence


def test_the_party_wealth() -> None:
    """THR-4.8, THR-R7, THR-O7: the highest; the lowest or the mean, rounded down, if that was agreed on."""
    wealths = [1, 2, 6, 2]
    assert party_wealth(EXPLAINED, wealths) == 6
    assert party_wealth(Options(party_wealth="lowest"), wealths) == 1
    assert party_wealth(Options(party_wealth="average_down"), wealths) == 2


def test_tiers_of_wealth() -> None:
    """THR-4.9, THR-R8, THR-E3, THR-E4: each third step is worth one more; 9 is worth 4."""
    assert [tier(wealth) for wealth in (1, 2, 3, 5, 6, 8, 9, 10)] == [1, 1, 2, 2, 3, 3, 4, 4]


def test_whoever_says_nothing_is_somebody_usual() -> None:
    """THR-D1: a human whose points go to weapon, armour and condition in turn."""
    game = fresh(2)
    play.time_up(game)
    assert game.characters == [characters.Character("human", "savage", "adventurous", "aberrant", 0, 0, 1, 1, 1)] * 2


def test_what_weapons_are_is_up_to_the_player() -> None:
    """THR-4.7: a sheet has no line for it that a rule would read."""
    assert {"weapon", "armour"} < set(characters.Character.__struct_fields__)
    assert "claws" not in RULES.rulebook


def test_sheets_that_are_brought() -> None:
    """THR-O25: by seat; null is made at the table."""
    brought = msgspec.json.encode([sheet(weapon=3, name="Bree"), None]).decode()
    game = fresh(2, characters=brought)
    assert play.waiting(game) == [1]
    play.submit(game, 1, NEWCOMER)
    assert game.weapon == [4, 2]
    assert game.characters[0].name == "Bree"


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ({"weapon": 4}, "THR-3.6"),
        ({"weapon": 10}, "THR-2.3"),
        ({"armour": -1}, "THR-2.3"),
        ({"house": 6}, "THR-16.1"),
        ({"house": 2, "land": 1}, "THR-16.2"),
        ({"points": -1}, "THR-16.3"),
        ({"kin": "elf"}, "THR-3.1"),
        ({"name": "x" * 41}, "THR-3.1"),
    ],
)
def test_a_sheet_that_breaks_a_rule_is_refused_in_one_sentence(wrong: dict[str, object], rule: str) -> None:
    """THR-O25, THR-3.6: with the field and the rule; an over-spent one as well."""
    text = msgspec.json.encode(sheet(**wrong)).decode()
    with pytest.raises(BadSetup, match=f"Character sheet 1: .*{rule}") as refused:
        fresh(1, characters=f"[{text}]")
    assert refused.value.sentence.count(". ") == 0


@pytest.mark.parametrize("text", ["{", "[1]", '[{"kin": "human"}]', '[{"sword": 1}]', "[null, null, null]"])
def test_sheets_that_cannot_be_read_are_refused(text: str) -> None:
    """THR-O25: one sentence."""
    with pytest.raises(BadSetup, match=r"\(THR-O25\)\.$"):
        fresh(2, characters=text)


def test_a_bad_creation_changes_nothing() -> None:
    """THR-3.4: one sentence that names the field."""
    game = fresh()
    before = RULES.encode(game)
    with pytest.raises(NotAllowed, match=r"third must be .*THR-3"):
        play.submit(game, 0, msgspec.structs.replace(NEWCOMER, third="sleepy"))
    assert RULES.encode(game) == before


def test_a_character_made_at_the_table_can_have_a_name() -> None:
    """THR-3.1: the name goes on the sheet in one line; without one, the character is called as its player is."""
    made = Create("troll", "troll", "gentle", "calm", {"weapon": 3}, name=" Gund \n the  Old ")
    assert characters.made(made, EXPLAINED).name == "Gund the Old"
    assert characters.made(Create("troll", "troll", "gentle", "calm", {"weapon": 3}), EXPLAINED).name == ""


def test_ready_made_characters_have_names_of_their_own() -> None:
    """THR-3: two players who choose different ones never have one name."""
    named = [action.name for _, _, action in characters.ready_made(EXPLAINED)]
    assert all(named)
    assert len(set(named)) == len(named)


def test_a_name_can_be_typed_or_left_out() -> None:
    """THR-3.1: ``called Gund`` at the end of the phrase."""
    grammar = Grammar(characters.creation_boxes(EXPLAINED), RULES.names(("Agatha", "The GM")))
    plain = "create troll: troll, gentle, calm, raising 2 weapon and 1 armour"
    unnamed, named = grammar.read(plain), grammar.read(f"{plain}, called Gund the Old")
    assert isinstance(unnamed, Create)
    assert isinstance(named, Create)
    assert (unnamed.name, named.name) == ("", "Gund the Old")
    assert grammar.write(grammar.read(f"{plain}, called Gund")) == f"{plain}, called Gund"
