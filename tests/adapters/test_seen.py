"""The numbers of a view come from that view alone, although only what changed is put in anew."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from tests.kit import of_the_tree

import turncoat.adapters.seen as numbers
from turncoat.adapters.seen import Seen
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE

MOMENTS = 400


def moments(game: str) -> Iterator[tuple[Any, int]]:
    """Games at random, moment by moment, with the number of seats."""
    rules, chance = ruleset(game), Random(game)
    seats = rules.usual_seats
    seen = 0
    while seen < MOMENTS:
        now: Any = rules.start(rules.read_options(rules.brief), seats, chance.randbytes(32), SILENCE)
        while seen < MOMENTS and (waiting := play.waiting(now)):
            yield now, seats
            seat = chance.choice(waiting)
            beside = play.beside(now, seat)
            boxes = beside if beside and chance.random() < 0.3 else play.boxes(now, seat)
            play.submit(now, seat, boxes.sample(chance.randrange))
            seen += 1


def traces(game: str) -> int:
    """In how many moments a seat's numbers are not those of its view alone."""
    rules, chance, kept, found = ruleset(game), Random(1), dict[int, Seen](), 0
    for now, seats in moments(game):
        seat = chance.randrange(seats)
        view = rules.view(now, seat)
        told = kept.setdefault(seats, Seen(seats)).vector(view, seat)
        found += told.tolist() != Seen(seats).vector(view, seat).tolist()
    return found


@pytest.mark.parametrize("game", of_the_tree())
def test_earlier_views_leave_no_trace(game: str) -> None:
    assert traces(game) == 0


def test_traces_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirds cannot be added and taken away exactly."""
    monkeypatch.setattr(numbers, "PARTS", 3)
    assert traces("truce") > 0


@pytest.mark.parametrize("game", of_the_tree())
def test_a_view_stays_as_it_was_made(game: str) -> None:
    """What happens later changes no view that was made before."""
    rules, last = ruleset(game), list[tuple[Any, bytes]]()
    for now, seats in moments(game):
        assert all(msgspec.json.encode(view) == before for view, before in last)
        views = [rules.view(now, seat) for seat in range(seats)]
        last = [(view, msgspec.json.encode(view)) for view in views]
