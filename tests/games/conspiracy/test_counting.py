"""Counting: what may be answered, found by two routes that share nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from tests.games.conspiracy import oracle
from tests.games.conspiracy.story import ANN, Table

from turncoat.games.conspiracy import place
from turncoat.games.conspiracy.actions import ConspiracyAction, Place
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Conspiracy, Turn
from turncoat.games.conspiracy.turn import action_boxes
from turncoat.kernel import Boxes, play
from turncoat.kernel.boxes import tag_of

MANY = 12_000
"""Positions with more answers than this are left to the count alone."""


def as_tuple(action: ConspiracyAction) -> tuple[object, ...]:
    """An answer as the oracle writes it."""
    return (tag_of(action.__class__), *structs.astuple(action))


def positions(seed: int, columns: int = 3, seats: int = 4) -> list[tuple[Conspiracy, Turn]]:
    """Positions of a random game in which somebody acts."""
    chance = Random(seed)
    game = RULES.start(Options(columns=columns, rounds=9), seats, chance.randbytes(32), Table().listener)
    found = []
    while not play.over(game):
        step = play.decision(game)
        if step is not None and step.key == "turn.actions":
            copy = RULES.clone(game)
            turn = copy.stack[-1]
            assert isinstance(turn, Turn)
            found.append((copy, turn))
        seat = play.waiting(game)[0]
        boxes = play.boxes(game, seat)
        box = boxes.boxes[chance.randrange(len(boxes.boxes))]
        play.submit(game, seat, box.nth(chance.randrange(box.count())))
    return found


def compare(found: list[tuple[Conspiracy, Turn]]) -> None:
    """Both routes give the same answers, once each."""
    for game, turn in found[::4]:
        boxes = action_boxes(game, turn, turn.seat)
        wanted = oracle.answers(game, turn.seat, turn.hand, turn.points)
        assert boxes.count == len(wanted)
        if boxes.count < MANY:
            assert {as_tuple(box) for box in boxes} == wanted


@given(st.integers(0, 10**6))
@settings(max_examples=12)
def test_everything_that_may_be_done_is_found_by_both_routes(seed: int) -> None:
    """CON-5, CON-5.a.ii, CON-5.a.iii, CON-5.b.iii, CON-5.c.iii.a, CON-5.d.iii: in positions of random games."""
    compare(positions(seed))


@pytest.mark.parametrize(("columns", "seats"), [(2, 3), (4, 4), (5, 5)])
def test_also_on_other_boards_and_at_other_tables(columns: int, seats: int) -> None:
    """CON-OP.1, CON-OP.2: the same with other numbers of columns and players."""
    compare(positions(7, columns, seats))


def test_the_first_placement_is_counted_by_hand() -> None:
    """CON-5.a.ii.c, CON-5.a.iii.b: 16 ways to point at the empty Present from F1, times coins, times tiles."""
    for columns in (2, 3, 4, 5):
        table = Table("C2 C3 M4", held={ANN: "S5 M2"}, columns=columns)
        ways = 3 * 2 * columns - 2
        assert sum(isinstance(box, Place) for box in table.boxes()) == 3 * 2 * ways
    assert 3 * 2 * 3 - 2 == 16


def test_two_placements_in_a_row_are_counted_by_both_routes() -> None:
    """CON-5, CON-5.a: two coins and one tile on an empty board, played out one by one."""
    table = Table("C2 C3", held={ANN: "S5"})
    ways = 0
    for first in [box for box in table.boxes() if isinstance(box, Place)]:
        game = RULES.clone(table.game)
        play.submit(game, ANN, first)
        turn = game.stack[-1]
        assert isinstance(turn, Turn)
        wanted = {answer for answer in oracle.answers(game, ANN, turn.hand, turn.points) if answer[0] == "place"}
        assert {as_tuple(box) for box in play.boxes(game, ANN) if isinstance(box, Place)} == wanted
        ways += len(wanted)
    assert ways == 2 * sum(follow_ups(x) for x in range(6) for way in (-1, 0, 1) if 0 <= x + way < 6)


def follow_ups(x: int) -> int:
    """Counted by hand, on the same tile: up from the other upper space, and from three spaces at the coin."""
    beside = x + 1 if x % 2 == 0 else x - 1
    up = sum(0 <= beside + way < 6 for way in (-1, 0, 1))
    return up + 3


def equal(late: Boxes[ConspiracyAction]) -> None:
    """Late boxes number their answers as the boxes do that they make."""
    plain = Boxes(*late.boxes, closed=late.closed)
    assert late.count == plain.count
    assert late == plain
    for index in {0, late.count - 1, *range(0, late.count, max(1, late.count // 40))}:
        place = index
        for box in plain.boxes:
            if place < box.count():
                assert late.nth(index) == box.nth(place)
                break
            place -= box.count()


def test_answers_are_numbered_as_in_their_boxes() -> None:
    """CON-D3: what is sampled, listed and counted is one and the same."""
    for game, turn in positions(3)[::3]:
        equal(action_boxes(game, turn, turn.seat))
    with pytest.raises(IndexError):
        action_boxes(game, turn, turn.seat).nth(10**9)


def test_a_coin_that_nobody_may_point_at_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """CON-5.a.ii.c: a planted fault, one coin left out of the board, is found by the second route."""
    found, right = positions(5), place.ground

    def wrong(coins: int, face_up: int, tiles: int, columns: int) -> place.Ground:
        return right(coins & (coins - 1), face_up, tiles, columns)

    compare(found)
    monkeypatch.setattr(place, "ground", wrong)
    with pytest.raises(AssertionError):
        compare(found)
