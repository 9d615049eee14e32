"""DUN-1.5: the position that foresight is worked out on: it has what the view has, and nothing else."""

from __future__ import annotations

import pytest
from tests.games.dune.seen import Asked, moments
from tests.kit import sure

from turncoat.games.dune.known import Shadow
from turncoat.games.dune.rules import RULES
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE

FORESEEN = (
    *("storm.dial", "auction.bid", "revival.revivals", "faction_turn.ship", "faction_turn.move", "spice_blow.rides"),
    *("battles.choose", "battle.voice", "battle.prescience", "battle.plans", "battle.first_plan", "battle.treachery"),
)
"""Decisions whose boxes the shadow must come to as the game does."""


def all_of(seed: int, **options: object) -> tuple[Asked, ...]:
    """A game of four turns, with two of its options."""
    return moments(seed, turns=4, **options)


@pytest.mark.parametrize("seed", [1, 4, 9])
@pytest.mark.parametrize("preset", ["rulebook", "treachery-online"])
def test_what_is_legal_follows_from_the_view(seed: int, preset: str) -> None:
    """DUN-1.5: own answers depend on nothing that a seat does not know, so that the shadow comes to the same."""
    met = set()
    for one in all_of(seed, preset=preset):
        now = sure(play.decision(one.game))
        if one.key in FORESEEN:
            shadow = Shadow(one.view)
            section = one.game.stack[-1]
            assert now.boxes(shadow.game, section, one.seat).boxes == one.boxes.boxes, one.key
            met.add(one.key)
    assert len(met) > 6


def test_foresight_leaves_the_shadow_as_it_is() -> None:
    one = next(one for one in all_of(3) if one.key == "faction_turn.ship")
    shadow = Shadow(one.view)
    before = RULES.encode(shadow.game)
    after, heard = shadow.after(lambda game, tell: game.spice.__setitem__(0, 99))
    assert (after.spice[0], heard) == (99, [])
    assert RULES.encode(shadow.game) == before


def test_a_spectator_has_a_shadow_as_well() -> None:
    one = next(one for one in all_of(3) if one.key == "auction.bid")
    shadow = Shadow(RULES.view(one.game, None))
    assert shadow.seat == -1
    assert shadow.game.spice == one.game.spice
    assert SILENCE.listening is False
