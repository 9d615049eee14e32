"""LOY-O: every pair of values of two options is played to the end by random answers."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from tests.conformance.walk import pairs
from tests.games.loyalty.story import clash

from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.state import Loyalty
from turncoat.kernel import Boxes, play
from turncoat.kernel.events import SILENCE

STALLED = 20_000
"""Decisions after which a game with a round limit is stuck."""

ROUNDS = 3

OTHER: dict[str, list[Any]] = {
    "board_size": ["small", "large"],
    "board_mode": ["constructed", "custom"],
    "home_assignment": ["choose"],
    "city_vp": [3],
    "road_vp": [4],
    "capital_vp": [10],
    "track_length": [1, 2],
    "income_city": [0, 5],
    "income_capital": [0],
    "start_citizens": [0, 9],
    "start_militia": [0, 5],
    "start_priests": [0, 4],
    "start_spoke_citizens": [0, 3],
    "start_coins": [0, 30],
    "turn_actions": [1, 4],
    "request_limit": [0, 1],
    "standing_permissions": [False],
    "gifts": ["deals_only", "none"],
    "dual_permission": ["off", "move_and_attack"],
    "encirclement": ["tie_break", "off"],
    "follow_up": ["civilians", "none"],
    "civilian_loss_choice": ["attacker"],
    "track_lock": [False],
    "lock_peek": [True],
    "lock_cities_needed": [4, 5],
    "lock_capital_required": [False],
    "final_round": ["others"],
    "last_place_both_teams": ["none", "original"],
    "vp_tie": ["ladder"],
    "mutual_ruin": ["actor_loses"],
    "military_end": [False],
    "revolution_end": [False],
    "taxes": [False],
    "tax_right": ["ownership"],
    "tax_timing": ["start"],
    "city_economy": [True],
    "city_pot_factor": [0],
    "riots": [True],
    "riot_patience": [2],
    "coin_location": ["city"],
    "factions": [True],
    "faction_colours": ["black, white"],
    "faction_start": ["choose"],
    "faction_switch": ["action_coins", "free", "off"],
    "faction_switch_cost": [0],
    "single_faction_swing": ["not_contested", "occupied"],
}
"""Values that are not the default."""

PLAIN = {name: schema["default"] for name, schema in RULES.option_schema.items() if name in OTHER}
REFUSED = {
    (("riots", True), ("city_economy", False)),
    (("lock_peek", True), ("track_lock", False)),
}


def seats_for(options: dict[str, Any]) -> int:
    """A number of players that goes with these options: three where the board is small, else three to five."""
    return 3 if options["board_size"] == "small" else 3 + len(str(sorted(options.items()))) % 3


@cache
def tables() -> list[dict[str, Any]]:
    """Combinations in which every two values of two options meet, unless they exclude each other."""
    domains = {name: [PLAIN[name], *values] for name, values in OTHER.items()}
    return pairs(domains, PLAIN, lambda row: not RULES.conflicts(RULES.read_options(row), seats_for(row)))


def play_to_the_end(options: dict[str, Any], seats: int, chance: Random) -> Loyalty:
    """A whole game with random answers."""
    game = RULES.start(RULES.read_options(options), seats, chance.randbytes(32), SILENCE)
    asked = 0

    def pick(boxes: Boxes[Any]) -> Any:
        nonlocal asked
        asked += 1
        assert asked < STALLED, f"the game does not end: {options}"
        return boxes.sample(chance.randrange)

    play.play_out(game, pick)
    return game


def test_every_option_is_tried() -> None:
    """LOY-O1, LOY-O2: and so on to LOY-O36; the map's text and the round limit have tests of their own."""
    assert RULES.option_schema.keys() - OTHER.keys() == {"custom_board", "round_limit"}
    assert all(PLAIN[name] not in values for name, values in OTHER.items())


def test_every_two_values_that_are_not_the_default_meet() -> None:
    """LOY-O30, LOY-O29, LOY-O19, LOY-O18: all but those that exclude each other."""
    met = {pair for row in tables() for pair in combinations(sorted(row.items(), key=lambda item: item[0]), 2)}
    wanted = {
        ((one, a), (other, b))
        for one, other in combinations(sorted(OTHER), 2)
        for a, b in product(OTHER[one], OTHER[other])
    }
    missing = {tuple(sorted(pair)) for pair in wanted - met}
    excluded = {tuple(sorted(pair)) for pair in REFUSED}
    assert missing <= excluded | {
        (("start_citizens", 0), ("start_priests", 0)),
        (("start_citizens", 0), ("start_spoke_citizens", 0)),
        (("start_priests", 0), ("start_spoke_citizens", 0)),
    }


@pytest.mark.parametrize("number", range(40))
def test_every_two_options_can_be_played_together(number: int) -> None:
    """LOY-O37, LOY-13.13: to the end, without a stall, and the last position is sound."""
    for options in tables()[number::40]:
        seats = seats_for(options)
        chance = Random(number)
        game = play_to_the_end({**options, "round_limit": ROUNDS}, seats, chance)
        assert RULES.audit(game) == []
        assert game.result is not None
        assert game.turn <= ROUNDS * seats


@pytest.mark.parametrize("seats", range(3, 9))
def test_the_game_as_it_is_ends_by_itself(seats: int) -> None:
    """LOY-13.1, LOY-R48: no limit; random players ruin each other within some rounds."""
    for number in range(3):
        game = play_to_the_end({}, seats, Random(number))
        assert game.result is not None
        assert game.result.end in {"military", "revolution", "diplomacy", "mutual_ruin"}


def test_a_stall_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """LOY-13.13: a planted fault: the round limit is forgotten, and nobody can be ruined or win."""
    monkeypatch.setattr("tests.games.loyalty.test_options.STALLED", 300)
    endless = {"military_end": False, "revolution_end": False, "taxes": False, "start_coins": 0}
    with pytest.raises(AssertionError, match="does not end"):
        play_to_the_end(endless, 4, Random(1))


def test_options_are_typed_and_refused_with_a_sentence() -> None:
    """LOY-O1, LOY-O10, LOY-O13: the option, what it may be, and its rule."""
    for name, value, rule in (
        ("board_size", "huge", "LOY-O1"),
        ("turn_actions", "0", "LOY-O10"),
        ("gifts", "always", "LOY-O13"),
        ("taxes", "perhaps", "LOY-O26"),
    ):
        with pytest.raises(Exception, match=rule) as refusal:
            RULES.read_options({name: value})
        assert name in str(refusal.value)


@pytest.mark.parametrize(
    "options",
    [
        {"board_mode": "custom", "board_size": "small"},
        {"board_mode": "constructed", "home_assignment": "choose"},
        {"taxes": False, "tax_right": "ownership", "tax_timing": "start"},
        {"city_pot_factor": 9, "riot_patience": 3, "faction_switch": "free"},
        {"vp_tie": "ladder", "mutual_ruin": "actor_loses", "last_place_both_teams": "none"},
    ],
)
def test_options_without_effect_are_not_refused(options: dict[str, Any]) -> None:
    """LOY-O2, LOY-O26, LOY-O35: they wait for their case."""
    assert clash(4, **options) == ""
