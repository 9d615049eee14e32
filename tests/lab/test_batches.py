"""Batches of games: the same for any number of workers, honest about how sure they are."""

from __future__ import annotations

import pytest

from turncoat.games import ruleset
from turncoat.kernel.bot import Bot
from turncoat.kernel.errors import BadSetup
from turncoat.lab import batches
from turncoat.lab.batches import Batch, Tally, play_some, run
from turncoat.lab.findings import wilson
from turncoat.lab.report import report

SMALL = Batch("truce", {"rounds": 3}, ("random",) * 4, 23, "small")


def test_the_number_of_workers_changes_nothing() -> None:
    assert run(SMALL, workers=1) == run(SMALL, workers=2)


def test_every_game_counts_once() -> None:
    done: list[int] = []
    tally = run(SMALL, progress=done.append)
    assert sum(done) == tally.games == 23
    assert tally.questions == 3 * 23
    assert tally.kinds["random"].seats == 4 * 23
    assert sum(kind.wins for kind in tally.seats) == pytest.approx(23)


def test_seats_are_rotated() -> None:
    batch = Batch("truce", {}, ("schemer", "random", "random"), 3, "x")
    assert [batch.seating(number).index("schemer") for number in range(3)] == [0, 2, 1]


def test_the_report_has_rates_with_intervals() -> None:
    found = report(SMALL, ruleset("truce").hash, run(SMALL), 2.0)
    (row,) = found.bots
    assert row.rate == pytest.approx(found.even) == pytest.approx(0.25)
    assert row.low < row.rate < row.high
    assert row.games == pytest.approx(1.0)
    assert sum(row.actions.values()) == pytest.approx(1.0)
    assert found.rounds == 3
    assert found.games_per_second == pytest.approx(11.5)
    assert [seat.name for seat in found.seats] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("wins", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals_are_those_of_the_textbook(wins: int, trials: int, low: float, high: float) -> None:
    """Newcombe (1998) gives 81 of 263 as an example."""
    assert wilson(wins, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("wins", "trials"), [(1, 0), (-1, 5), (6, 5)])
def test_an_interval_of_nonsense_is_refused(wins: int, trials: int) -> None:
    with pytest.raises(ValueError, match="make no sense"):
        wilson(wins, trials)


@pytest.mark.parametrize(
    ("batch", "sentence"),
    [
        (Batch("chess", {}, ("random",) * 3, 1, ""), "no game chess"),
        (Batch("truce", {"rounds": 0}, ("random",) * 3, 1, ""), "“Rounds” must be"),
        (Batch("truce", {}, ("random",) * 2, 1, ""), "3 to 30 players"),
    ],
)
def test_a_batch_that_makes_no_sense_is_refused(batch: Batch, sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        run(batch)


def test_a_bot_that_fails_is_an_error_with_game_and_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    def seat_mutes(game: str, names: list[str], seed: bytes) -> dict[int, object]:
        from turncoat.kernel.chance import Chance

        return {seat: Bot(seat, len(names), Chance(bytes(32))) for seat in range(len(names))}

    monkeypatch.setattr(batches, "seat_bots", seat_mutes)
    tally = play_some(SMALL, range(1))
    assert tally.games == 1
    assert tally.errors > 0
    assert tally.sentences[0].startswith("Game 0, seat 1 (random): Bot failed")


def test_rules_that_fail_are_an_error_and_the_other_games_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    play_game = batches.play_game

    def now_and_then(batch: Batch, number: int) -> object:
        if number == 1:
            raise ZeroDivisionError
        return play_game(batch, number)

    monkeypatch.setattr(batches, "play_game", now_and_then)
    tally = play_some(SMALL, range(3))
    assert (tally.games, tally.errors) == (2, 1)
    assert tally.sentences == ["Game 1: the rules failed with ZeroDivisionError()."]


def test_only_the_first_errors_are_kept_in_full() -> None:
    tally = Tally()
    for number in range(100):
        tally.wrong(f"number {number}")
    assert tally.errors == 100
    assert len(tally.sentences) == batches.SHOWN


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_gives_what_was_played_by_then(workers: int) -> None:
    def tired(games: int) -> None:
        played.append(games)
        if len(played) == 3:
            raise KeyboardInterrupt

    played: list[int] = []
    tally = run(SMALL, workers, tired)
    assert tally.interrupted
    assert tally.games == 3
    assert not run(SMALL).interrupted
