"""THR-O: options, which exclude each other, and what all of them do."""

from __future__ import annotations

import re

import pytest

from turncoat.games.thrice.options import Options
from turncoat.games.thrice.rules import RULES
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.events import SILENCE


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"flanking": True, "zones": "off"}, ("Flanking", "zones")),
        ({"flanking": True, "profile": "sheet"}, ("Flanking", "zones")),
        ({"intercept_mode": "gather", "zones": "off"}, ("Intercept", "zones")),
        ({"intercept_mode": "gather", "profile": "sheet", "zones": "on"}, ("Intercept", "profile")),
    ],
)
def test_options_that_exclude_each_other(options: dict[str, object], named: tuple[str, str]) -> None:
    """THR-O15, THR-O20, THR-17.1, THR-R24: refused in one sentence that names both."""
    with pytest.raises(BadSetup) as refused:
        RULES.start(RULES.read_options(options), 5, bytes(32), SILENCE)
    assert all(word in refused.value.sentence for word in named)
    assert re.search(r"\(THR-[\w.]+\)\.$", refused.value.sentence)


@pytest.mark.parametrize(
    "options",
    [
        {"zones": "off", "attack_into_engagement": False, "advance_from_distant": False},
        {"token_value_enemy": 9, "token_value_character": 9, "lock_duration": "round"},
        {"flanking": True, "profile": "sheet", "zones": "on"},
    ],
)
def test_options_without_effect_are_not_refused(options: dict[str, object]) -> None:
    """THR-O13, THR-O14, THR-O18, THR-O19, THR-O20."""
    assert RULES.conflicts(RULES.read_options(options), 5) == ""


def test_the_usual_values() -> None:
    """THR-O1 to THR-O25: as the rulebook has them."""
    usual = Options()
    assert (usual.profile, usual.zones, usual.creation_points, usual.starting_wealth) == ("explained", "auto", 3, 1)
    assert (usual.enemy_condition_start, usual.enemy_initiative_base, usual.trick_cost) == (6, 10, 3)
    assert (usual.party_wealth, usual.enemy_removals, usual.activation_window) == ("highest", "once", "own_turn")
    assert (usual.token_value_character, usual.token_value_enemy, usual.lock_duration) == (4, 3, "combat")
    assert (usual.intercept_mode, usual.swipe_roll, usual.dice, usual.round_limit) == (
        "bodyguard",
        "single",
        "table",
        0,
    )
    assert usual.attack_into_engagement
    assert usual.advance_from_distant
    off = (usual.counter_chain, usual.flanking, usual.automatic_win, usual.open_enemies, usual.enemy_condition_penalty)
    assert not any(off)


def test_every_option_has_its_rule() -> None:
    """THR-O1 to THR-O26: in the order of the rulebook; both token values share one."""
    rules = [schema["rule"] for schema in RULES.option_schema.values()]
    assert list(dict.fromkeys(rules)) == [f"THR-O{number}" for number in range(1, 27)]


@pytest.mark.parametrize("bad", [{"profile": "both"}, {"trick_cost": -1}, {"round_limit": "x"}, {"sword": 1}])
def test_a_bad_option_is_refused_in_one_sentence(bad: dict[str, object]) -> None:
    """THR-O1, THR-O11, THR-O23."""
    with pytest.raises(BadSetup, match=r"\.$"):
        RULES.read_options(bad)


def test_the_sheet_cannot_bring_more_than_there_are_seats() -> None:
    """THR-O25: one sentence with both numbers."""
    with pytest.raises(BadSetup, match="2 character sheets are too many for 1 players"):
        RULES.start(RULES.read_options({"characters": "[null, null]"}), 2, bytes(32), SILENCE)
