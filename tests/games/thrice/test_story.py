"""Thrice told: the fight can be rebuilt from what was heard, step by step, and every line has its rule."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.thrice.walks import PROFILES, heard, walk

from turncoat.drawing.scene import Scene
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.board_position import Position, position
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.story import STORY
from turncoat.games.thrice.story_telling import Telling
from turncoat.games.thrice.view import Combatant

NAMES = RULES.names(["Agatha", "Barney", "Celeste", "The GM"])
SEATS = (None, 0, 3)


def bare(now: Position) -> Position:
    """The fight without what is only true while somebody decides: who attacks whom, odds, what armour could be."""
    known: dict[str, object] = {"attacker": -1, "targets": (), "prospects": (), "rolls": (), "log": (), "lit": {}}
    groups = tuple(sorted(now.engagements))
    combatants = tuple(replace(one, armours=()) for one in now.combatants)
    return replace(now, **known, engagements=groups, combatants=combatants)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_combat_can_be_rebuilt_from_what_was_heard(profile: str) -> None:
    """THR-1.3: at every moment, for a player, the GM and a spectator, the log tells all that the page shows."""
    for seed in range(3):
        tellings: dict[int | None, Telling] = {}
        for game, listener in walk(seed, 3, **PROFILES[profile]):
            for seat in SEATS:
                seen = RULES.view(game, seat)
                telling = tellings.setdefault(seat, Telling(seen))
                for event in heard(listener, seat)[telling.heard :]:
                    telling.hear(event)
                if game.kinds:
                    assert bare(telling.now()) == bare(position(seen))


def test_a_log_that_leaves_something_out_is_noticed() -> None:
    """THR-10.4: the detector sees a planted fault: a blow that nobody heard of."""
    wounded = (
        (RULES.view(game, 3), heard(listener, 3))
        for game, listener in walk(1, 3)
        if any(one.lost for one in RULES.view(game, 3).combatants)
    )
    view, events = next(wounded)
    telling = Telling(view)
    for event in events:
        if not isinstance(event, happened.Struck):
            telling.hear(event)
    assert bare(telling.now()) != bare(position(view))


@pytest.mark.parametrize("profile", PROFILES)
def test_every_part_tells_its_events_in_order_with_a_rule_for_each_still(profile: str) -> None:
    """THR-8.1: an opening, then before, opponents, after and the end of each round; the last still is the present."""
    *_, (game, listener) = walk(2, 3, **PROFILES[profile])
    view, events = RULES.view(game, 0), heard(listener, 0)
    numbers = STORY.rounds(view, events)
    assert list(numbers) == sorted(set(numbers))
    assert numbers[0] == 1
    for number in numbers:
        frames = STORY.frames(view, events, number, NAMES)
        assert frames
        for frame in frames:
            assert frame.rule.startswith("THR-")
            assert frame.caption.endswith(".")
            assert STORY.draw(frame, NAMES, Scene(own=0))
            assert STORY.in_text(frame, NAMES, Scene(own=0))
    if game.result:
        last = STORY.frames(view, events, numbers[-1], NAMES)[-1].picture
        assert bare(last) == bare(position(view))
    assert set(STORY.called(view, events, NAMES)) == set(numbers)


def test_dice_are_seen_before_what_they_do() -> None:
    """THR-10.3: a still for the attack, one for the dice, one for the blow."""
    *_, (game, listener) = walk(3, 3)
    view, events = RULES.view(game, 0), heard(listener, 0)
    stages = [frame.stage for frame in STORY.frames(view, events, 12, NAMES)]
    first = stages.index("Dice")
    assert stages[first - 1] == "Attack"
    assert stages[first + 1] == "Blow"


def test_the_ledger_has_every_line_and_what_everybody_did() -> None:
    """THR-1.3: nothing that was heard is left out of the log."""
    *_, (game, listener) = walk(4, 3)
    view, events = RULES.view(game, 0), heard(listener, 0)
    ledger = STORY.ledger(view, events, NAMES)
    lines = [line.text for one in ledger.rounds for line in one.lines]
    assert lines == [RULES.say(one, NAMES) for one in events]
    assert all(len(one.deeds) == 4 for one in ledger.rounds)
    assert ledger.rounds[-1].deeds[0].total == sum(one.zone in ("helpless", "fled") for one in view.combatants[3:])
    assert {one.told for one in ledger.rounds} <= set(STORY.rounds(view, events))


def test_who_may_not_know_an_opponents_numbers_is_not_told_them() -> None:
    """THR-1.3: no still that a player is shown has the numbers or the kinds of opponents."""
    *_, (game, listener) = walk(5, 3)
    view, events = RULES.view(game, 0), heard(listener, 0)
    for number in STORY.rounds(view, events):
        for frame in STORY.frames(view, events, number, NAMES):
            hidden: list[Combatant] = [one for one in frame.picture.opponents if one.numbers or one.kind]
            assert hidden == []
            assert frame.picture.kinds == ()
