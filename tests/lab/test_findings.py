"""What many games say of themselves: every game that has findings has sound ones, and they are counted right."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import game_ids, game_of, ruleset
from turncoat.kernel.ruleset import ROUNDS
from turncoat.lab.batches import Batch, run
from turncoat.lab.findings import Found, headings, labels, spread
from turncoat.lab.report import report

GAMES = [game for game in game_ids() if find_spec(f"{game_of(game).package}.findings") is not None]


def test_games_have_findings() -> None:
    assert {"truce", "conspiracy", "loyalty"} <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_findings_are_the_same_for_any_number_of_workers(game: str) -> None:
    rules = ruleset(game)
    brief = {**rules.brief, **({"rounds": 2} if "rounds" in rules.option_schema else {})}
    batch = Batch(game, brief, ("random",) * max(3, rules.seats[0]), 12, "workers")
    tally = run(batch)
    assert tally == run(batch, workers=2)
    assert tally.errors == 0
    assert tally.found[ROUNDS].games == 12
    for heading in headings(tally.found):
        assert bool(heading.labels) != (heading.spread is not None)
        assert sum(label.games for label in heading.labels) == pytest.approx(heading.games if heading.labels else 0)


def test_a_game_that_goes_on_has_nothing_to_say() -> None:
    rules = ruleset("loyalty")
    bots = seat_bots("loyalty", ["random"] * 3, "going on")
    match = Match(rules, rules.read_options({}), 3, derive("going on"), bots)
    assert match.result().findings == {}


def test_labels_that_share_a_game_count_in_part() -> None:
    found = Found()
    found.note(("a", "b"))
    found.note("a")
    assert found.labels == {"a": 1.5, "b": 0.5}
    assert [(label.label, label.rate) for label in labels(found)] == [("a", 0.75), ("b", 0.25)]
    assert all(label.low < label.rate < label.high for label in labels(found))


def test_numbers_have_a_mean_with_its_interval_and_a_range() -> None:
    """Seven rounds on average, standard deviation the square root of ten: 7 ± 1.96 * 3.16 / 2.24."""
    found = spread({3: 1, 5: 1, 7: 1, 9: 1, 11: 1})
    assert (found.mean, found.least, found.median, found.most) == (7, 3, 7, 11)
    assert found.low == pytest.approx(7 - 2.772, abs=0.001)
    assert found.high == pytest.approx(7 + 2.772, abs=0.001)


def test_found_in_two_halves_is_found_as_a_whole() -> None:
    whole, half, other = Found(), Found(), Found()
    for number, one in enumerate([3, 3, 5, 8]):
        whole.note(one)
        (half if number % 2 else other).note(one)
    half.add(other)
    assert half == whole


def test_rounds_are_those_of_the_game_and_not_its_decisions() -> None:
    """LOY-2.5: as many turns as there are players make a round, whatever is asked in them."""
    batch = Batch("loyalty", {"round_limit": 2, "military_end": False}, ("random",) * 4, 5, "rounds")
    tally = run(batch)
    found = report(batch, ruleset("loyalty").hash, tally, 1.0)
    assert found.rounds <= 2
    assert tally.questions / 5 > 8
