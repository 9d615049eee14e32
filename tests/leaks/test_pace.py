"""When a decision is closed depends on nothing secret: not on who is asked in a window, nor on who has sealed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.conformance.walk import Walk, worth_a_look
from tests.kit import sure
from tests.leaks.over_http import hunt
from tests.leaks.test_http import HIDDEN, SHOWN, world_of

from turncoat.games import AnyRuleset, game_ids, ruleset
from turncoat.kernel import play
from turncoat.table import clock, pace
from turncoat.table.deadline import After, Deadline
from turncoat.table.holders import Seat
from turncoat.table.pace import Pace, deadline_of, is_held
from turncoat.table.record import SeatKind
from turncoat.table.table import Phase, Table, TableState

WORLDS: list[tuple[str, dict[str, object]]] = [(game, {}) for game in game_ids()] + [("truce", HIDDEN)]


Clocked = tuple[Deadline, bool, list[int], list[int]]


def clock_of(rules: AnyRuleset, game: Any, missing: Callable[..., list[int]]) -> Clocked:
    """What the clock makes of a position: its time, whether it is held, who is given more, and for whom it waits."""
    seats = [Seat(str(seat), SeatKind.PERSON) for seat in range(len(game.requests))]
    table = cast("Table", SimpleNamespace(rules=rules))
    state = TableState(seats, Phase.PLAYING, pace=Pace(grace=5))
    waits = [] if play.over(game) else list(clock.known_to_be_asked(table, state, game))
    held = is_held(rules, game, Pace(early="never"))
    return deadline_of(rules, game, After(60), Pace(quick=5)), held, missing(table, state, game), waits


def told_by_the_clock(game_id: str, options: dict[str, object], missing: Callable[..., list[int]]) -> set[str]:
    """Play on; deal again what is secret, ask one alone where that is secret; the questions where the clock tells."""
    rules, found = ruleset(game_id), set()
    walk = Walk(rules, {**rules.brief, **options}, rules.seats[:3][-1], Random(5))
    for number, game in enumerate(walk.steps()):
        if play.over(game) or not worth_a_look(number, 60):
            continue
        clocks = clock_of(rules, game, missing)
        others = [rules.redeal(game, seat, walk.chance.randbytes(32)) for seat in (None, *range(walk.seats))]
        if rules.shown_waiting(game) is None:
            others += [asking_one(rules, game, seat) for seat in play.asked(game)]
        found |= {sure(play.decision(game)).key for other in others if clock_of(rules, other, missing) != clocks}
    return found


def asking_one(rules: AnyRuleset, game: Any, seat: int) -> Any:
    """The same position, but the open decision is put to one seat alone."""
    other = rules.clone(game)
    pending = sure(play.pending(other))
    pending.asked = [seat]
    pending.answers = {who: answer for who, answer in pending.answers.items() if who == seat}
    return other


@pytest.mark.parametrize(("game_id", "options"), WORLDS)
def test_the_clock_tells_nothing(game_id: str, options: dict[str, object]) -> None:
    assert told_by_the_clock(game_id, options, clock.missing) == set()


def test_a_planted_grace_for_whoever_is_secretly_missing_is_found() -> None:
    def missing(_table: Table, _state: TableState, game: Any) -> list[int]:
        return play.waiting(game)

    assert told_by_the_clock("dune", {}, missing)


def test_a_planted_wait_for_whoever_is_secretly_asked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "is_held", lambda _rules, game, _pace: len(play.asked(game)) > 1)
    assert told_by_the_clock("truce", HIDDEN, clock.missing)


def test_a_planted_wait_for_the_absence_of_whoever_is_secretly_asked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A due time that is later because one who is away is asked tells who is asked."""
    monkeypatch.setattr(clock, "known_to_be_asked", lambda _table, _state, game: play.asked(game))
    assert told_by_the_clock("dune", {}, clock.missing)


def test_a_planted_time_for_whoever_is_secretly_asked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(_rules: AnyRuleset, game: Any, deadline: Deadline, _pace: Pace) -> Deadline:
        return After(5) if len(play.asked(game)) == 1 else deadline

    monkeypatch.setitem(globals(), "deadline_of", quick)
    assert told_by_the_clock("dune", {}, clock.missing)


@pytest.mark.parametrize(
    ("options", "agreed"), [(SHOWN, Pace(grace=30)), (HIDDEN, Pace(early="never")), (SHOWN, Pace(early="never"))]
)
def test_nothing_hidden_reaches_a_seat_at_a_table_with_a_pace(
    tmp_path: Path, options: dict[str, object], agreed: pace.Pace
) -> None:
    with world_of(tmp_path, options, After(60), agreed) as world:
        assert hunt(world, world.reaches, world.viewer, 12) == set()
