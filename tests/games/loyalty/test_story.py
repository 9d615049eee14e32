"""The story of Loyalty: told from events alone, it comes to the very position that the rules have."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from turncoat.drawing.scene import Scene
from turncoat.games.loyalty import events as happened
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.state import Loyalty
from turncoat.games.loyalty.story import STORY, parts
from turncoat.games.loyalty.story_telling import HANDLERS, Telling
from turncoat.kernel import play
from turncoat.kernel.events import Event, Listener, hears

NAMES = RULES.names(("Agatha", "Barney", "Celeste", "Darcy"))
OPEN: dict[str, object] = {"military_end": False, "revolution_end": False}
GAMES: tuple[dict[str, object], ...] = (
    {},
    OPEN,
    OPEN | {"city_economy": True, "riots": True, "city_pot_factor": 1},
    OPEN | {"factions": True, "faction_switch": "action_coins"},
    OPEN | {"coin_location": "city"},
    OPEN | {"coin_location": "city", "factions": True, "faction_switch": "action_coins", "city_economy": True},
    OPEN | {"civilian_loss_choice": "attacker", "follow_up": "civilians", "track_length": 2, "lock_peek": True},
    OPEN | {"board_mode": "constructed", "home_assignment": "choose"},
    OPEN | {"board_mode": "custom"},
)


def heard(listener: Listener, seat: int | None) -> list[Event]:
    return [event for audience, event in listener.heard if hears(audience, seat)]


def games(agreed: dict[str, object], seed: int, steps: int = 260) -> Iterator[tuple[Loyalty, Listener]]:
    """A game played at random, gifts and permissions now and then, at every decision."""
    listener, rng = Listener(), Random(seed)
    game = RULES.start(RULES.read_options(agreed), 4, bytes(31) + bytes([seed]), listener)
    for _ in range(steps):
        if not (asked := play.waiting(game)):
            break
        boxes = play.beside(game, asked[0]) if rng.random() < 0.1 else play.boxes(game, asked[0])
        boxes = boxes or play.boxes(game, asked[0])
        play.submit(game, asked[0], boxes.sample(rng.randrange), listener)
        yield game, listener


def differs(game: Loyalty, listener: Listener) -> list[str]:
    """What a story that has heard everything has otherwise than the rules."""
    view, telling = RULES.view(game, None), Telling(RULES.view(game, None))
    for one in heard(listener, None):
        telling.hear(one)
    now = telling.now()
    same = {
        "units": [(one.citizens, one.priests, one.militia) for one in now.places]
        == [(one.citizens, one.priests, one.militia) for one in view.places],
        "holders": [(one.owner, one.control) for one in now.places]
        == [(one.owner, one.control) for one in view.places],
        "cities": now.cities == view.cities,
        "coins": now.coins == view.coins,
        "heaps": [one.coins for one in now.places] == [one.coins for one in view.places],
        "points": now.vp == view.vp,
        "colours": now.worn == view.colours,
        "result": now.result == view.result,
    }
    return [name for name, true in same.items() if not true]


@pytest.mark.parametrize("agreed", GAMES, ids=lambda one: " ".join(one) or "default")
def test_a_story_comes_to_the_position_of_the_rules(agreed: dict[str, object]) -> None:
    """LOY-2.6: units, owners, controllers, markers, coins and victory points, whatever was agreed on."""
    for number, (game, listener) in enumerate(games(agreed, 3)):
        if number % 40 == 0 or game.result is not None:
            assert differs(game, listener) == []
    assert differs(game, listener) == []


def test_a_story_that_misses_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above sees a planted fault: recruits cost nothing (LOY-10.3.1)."""
    monkeypatch.delitem(HANDLERS, happened.Recruited)  # type: ignore[misc]
    played = (one for seed in range(9) for one in games(OPEN, seed))
    recruited = (one for one in played if any(isinstance(event, happened.Recruited) for event in heard(one[1], None)))
    assert set(differs(*next(recruited))) >= {"units", "coins"}


def test_a_story_that_does_not_hear_where_coins_lie_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above sees a planted fault: nobody says from which places a gift comes (LOY-14.8)."""
    *_, (game, listener) = games(OPEN | {"coin_location": "city"}, 3)
    monkeypatch.delitem(HANDLERS, happened.CoinsWent)  # type: ignore[misc]
    assert differs(game, listener) == ["coins", "heaps"]


def test_every_turn_is_a_part_and_every_still_cites_its_rule() -> None:
    """LOY-9.1: a part for each turn, its stills with a sentence and a rule of the rulebook."""
    *_, (game, listener) = games(OPEN, 5)
    view, events = RULES.view(game, None), heard(listener, None)
    told = STORY.rounds(view, events)
    turns = [one for one in events if isinstance(one, happened.TurnBegan)]
    assert len(told) == len(turns)
    assert list(told) == sorted(told)
    called = STORY.called(view, events, NAMES)
    assert called[told[0]] == "Preparation"
    for number in told[-4:]:
        frames = STORY.frames(view, events, number, NAMES)
        assert frames
        assert called[number].split(": ")[1] in {"Agatha", "Barney", "Celeste", "Darcy"}
        for frame in frames:
            assert frame.caption.endswith(".")
            assert frame.rule.startswith("LOY-")
            assert 'class="loy-board' in STORY.draw(frame, NAMES, Scene())
            assert STORY.in_text(frame, NAMES, Scene())


def test_units_go_visibly_from_where_they_were_to_where_they_go() -> None:
    """LOY-10.1.1: the column of figures is at the origin when a move is declared, then at the goal."""
    *_, (game, listener) = games(OPEN, 5)
    view, events = RULES.view(game, None), heard(listener, None)
    frames = [frame for part in parts(events) for frame in STORY.frames(view, events, part.number, NAMES)]
    at = next(
        number for number, frame in enumerate(frames) if " moves " in frame.caption and "declares" not in frame.caption
    )
    before, after = frames[at - 1].picture.march, frames[at].picture.march
    assert before is not None
    assert after is not None
    assert (before.arrived, after.arrived) == (False, True)
    assert (before.origin, before.to) == (after.origin, after.to)
    places = [
        STORY.draw(frames[number], NAMES, Scene()).partition('id="table-march"')[2][:90] for number in (at - 1, at)
    ]
    assert places[0] != places[1]


def test_what_one_seat_alone_was_told_is_never_part_of_a_story() -> None:
    """LOY-1.3: loyalty cards stand in no still before the end, so that a story can be watched together."""
    *_, (game, listener) = games(OPEN | {"lock_peek": True, "track_length": 1}, 2)
    view, events = RULES.view(game, 1), heard(listener, 1)
    for number in STORY.rounds(view, events):
        for frame in STORY.frames(view, events, number, NAMES):
            assert "Your card" not in frame.caption
            assert "Only you see this" not in STORY.draw(frame, NAMES, Scene(own=1))


def test_the_ledger_counts_victory_points_round_by_round() -> None:
    """LOY-7.2, LOY-2.5: what everybody declared in a round, and the victory points after it."""
    *_, (game, listener) = games(OPEN | {"round_limit": 3}, 4)
    view, events = RULES.view(game, None), heard(listener, None)
    ledger = STORY.ledger(view, events, NAMES)
    assert ledger.unit == "victory points"
    assert [one.number for one in ledger.rounds] == [1, 2, 3]
    assert ledger.start == (7, 7, 7, 7)
    assert tuple(deed.total for deed in ledger.rounds[-1].deeds) == view.vp
    assert ledger.ending
    before: tuple[int, ...] = ledger.start
    for one in ledger.rounds:
        assert [deed.total - deed.change for deed in one.deeds] == list(before)
        before = tuple(deed.total for deed in one.deeds)
