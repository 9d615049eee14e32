"""Statistics at the end: every game counts something, from what everybody has heard, and from nothing else."""

from __future__ import annotations

import pytest
from tests.web.test_timeline import SHORT, display_at, over

from turncoat.games import game_ids
from turncoat.games.truce.events import AttackJudged
from turncoat.server.turning import Turning
from turncoat.table.table_view import events_heard
from turncoat.web.chart import plot
from turncoat.web.ending import MOST, moments, statistics, turn
from turncoat.web.history import of_the_game


@pytest.mark.parametrize("game", game_ids())
def test_every_game_counts_what_was_done(game: str) -> None:
    """A number for every seat; no row of noughts, no row twice."""
    public = of_the_game(events_heard(over(game).table, None))
    found = statistics(display_at(game, None)[0], public)
    assert len(found) >= 2
    assert len({one.what for one in found}) == len(found)
    for one in found:
        assert len(one.by) == SHORT[game][0]
        assert any(one.by)
        assert min(one.by) >= 0


@pytest.mark.parametrize("game", game_ids())
def test_a_seat_is_told_the_same_numbers_as_a_spectator(game: str) -> None:
    public = of_the_game(events_heard(over(game).table, None))
    assert statistics(display_at(game, None, 0)[0], public) == statistics(display_at(game, None)[0], public)


def test_attacks_are_those_that_were_judged() -> None:
    """TRU-8.2."""
    public = of_the_game(events_heard(over("truce").table, None))
    found = {one.what: one.by for one in statistics(display_at("truce", None)[0], public)}
    assert sum(found["Attacks"]) == sum(isinstance(event, AttackJudged) for event in public)


@pytest.mark.parametrize("game", game_ids())
def test_bots_play_on_from_beginnings_of_rounds(game: str) -> None:
    """Not more than can be worked out, in order, each at the first event of its part."""
    display = display_at(game, None)[0]
    found = moments(display)
    assert 1 <= len(found) <= MOST
    assert [one.after for one in found] == sorted({one.after for one in found})
    firsts = {part.number: part.first for part in display.parts}
    assert all(firsts[one.part] == one.after for one in found)


def test_the_round_is_found_in_which_the_chance_moved_most() -> None:
    """Chances of 20, 30, 90 of 100 and the victory: the second of three rounds decided it."""
    display = display_at("truce", None)[0]
    winner = display.table_view.winners[0]
    shares = tuple(
        tuple(chance if seat == winner else 0.1 for seat in range(len(display.called))) for chance in (0.2, 0.3, 0.9)
    )
    rounds = moments(display)
    assert len(rounds) == len(shares)
    found = turn(Turning(8, shares), rounds, display.table_view, display.called)
    assert found is not None
    assert (found.round, found.seat, found.before, found.after, found.games) == (rounds[1], winner, 30, 90, 8)
    assert turn(Turning(0, ()), rounds, display.table_view, display.called) is None


def test_a_chart_names_its_places() -> None:
    drawn = plot([[1, 2], [3, 0]], ("Agatha", "Barney"), "coins", ["start", "end"])
    assert ">start<" in drawn
    assert ">end<" in drawn
    assert 'data-name="Barney"' in drawn
