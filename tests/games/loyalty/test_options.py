"""LOY-O: options, the game as it is, and what none of them may lead to; every two together are played elsewhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.loyalty.story import clash

from turncoat.games.loyalty.options import SAMPLE_MAP
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.state import Loyalty
from turncoat.kernel import Boxes, play
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.events import SILENCE

STALLED = 20_000
"""Decisions after which a game with a round limit is stuck."""


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
        with pytest.raises(BadSetup, match=rule) as refusal:
            RULES.read_options({name: value})
        assert refusal.value.field == name


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


def remarked(seats: int = 3, **options: object) -> str:
    return " ".join(RULES.remarks(RULES.read_options(options), seats))


def test_a_map_that_is_too_rich_for_its_size_is_remarked() -> None:
    """LOY-O3, LOY-13.2: two more places would make a revolution; on the maps of the rules it takes three at least."""
    coast = (
        "capital Lisbon; city Porto; city Faro; city Cadiz; road Lisbon - Porto; road Porto - Faro; road Faro - Cadiz"
    )
    said = remarked(board_mode="custom", custom_board=coast)
    assert "26 victory points. Each player begins with 7; 14 are a revolution (LOY-13.2). 5 belong to nobody" in said
    assert "Warning: the map is too rich for its size: 2 more places are enough" in said
    assert "Add cities and roads, or switch off “Revolution end” (LOY-O25)." in said


def test_other_maps_are_not_too_rich() -> None:
    """LOY-5.5: of the written map the figures are said; of the maps of the rules nothing."""
    said = remarked(board_mode="custom", custom_board=SAMPLE_MAP)
    assert "victory points. Each player begins with 7" in said
    assert "too rich" not in said
    assert remarked() == remarked(board_mode="custom", revolution_end=False) == ""
