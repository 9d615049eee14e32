"""Two runs side by side: what differs is found, what does not is not, however many measures are looked at."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from turncoat.bots.result import Result
from turncoat.cli import NONSENSE, run
from turncoat.kernel.errors import BadSetup
from turncoat.lab.compare import compare
from turncoat.lab.questions import Question
from turncoat.lab.run_file import Head, Played, RunFile, head_of

ASKED = Question("How long is it?", "truce", "length", 1.0, ("random",), arms={"as it is": {}})


def games(rng: Random, more: float = 0.0, count: int = 300) -> list[Played]:
    """Games of nothing but chance; the first seat has some more points."""
    made = []
    for number in range(count):
        scores = [int(rng.gauss(10 + more, 3)), int(rng.gauss(10, 3))]
        winners = [seat for seat in range(2) if scores[seat] == max(scores)]
        kept, broken = ([rng.randrange(3) for _ in range(2)] for _ in range(2))
        played = Result(
            winners, scores, rng.randrange(5, 15), rng.randrange(20, 40), [{}, {}], [0, 0], kept, broken, []
        )
        made.append(Played("as it is", "random", True, number, ("random", "random"), played))
    return made


def head(question: Question = ASKED) -> Head:
    return head_of(question)


def test_what_differs_is_found() -> None:
    rng = Random(1)
    (found,) = compare((head(), games(rng)), (head(), games(rng, 3)))
    shown = {one.words: one for one in found.differences if one.shown}
    assert set(shown) == {"wins of seat 1", "lead"}
    assert shown["wins of seat 1"].low > 0


def test_all_intervals_together_hold_in_95_of_100_comparisons() -> None:
    """Of two runs that are alike. Without the correction (the planted fault) 15 of 100 would differ."""
    rng, found, planted = Random(3), 0, 0
    for _ in range(300):
        (one,) = compare((head(), games(rng, count=120)), (head(), games(rng, count=120)))
        assert len(one.differences) >= 8
        found += any(difference.shown for difference in one.differences)
        planted += any(
            abs(difference.low + difference.high) / 2 > 1.96 / 2.77 * (difference.high - difference.low) / 2
            for difference in one.differences
        )
    assert found <= 0.08 * 300
    assert planted > 0.15 * 300


def test_other_games_other_bots_and_other_arms_are_not_compared() -> None:
    rng = Random(1)
    dune = Question("How long is it?", "dune", "length", 1.0, ("random",))
    with pytest.raises(BadSetup, match="Only runs of one game can be compared, not of dune and truce"):
        compare((head(), games(rng)), (head(dune), games(rng)))
    others = [Played("as it is", "schemer", True, 0, ("schemer",) * 2, games(rng)[0].result)]
    with pytest.raises(BadSetup, match="The runs cannot be compared"):
        compare(
            (head(), games(rng)),
            (head(Question("?", "truce", "length", 1.0, ("schemer",), arms={"as it is": {}})), others),
        )


def test_the_command_puts_runs_side_by_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, more, count in (("a.games", 0, 300), ("b.games", 3, 300), ("few.games", 0, 20)):
        RunFile(Path(name), head()).add(games(Random(more), more, count))
    assert run(["lab", "compare", "a.games", "b.games"]) == 0
    out = capsys.readouterr().out
    assert "wins of seat 1" in out
    assert "no difference" in out
    assert "Bonferroni's correction" in out
    assert run(["lab", "compare", "a.games", "b.games", "--json"]) == 0
    assert '"words":"length"' in capsys.readouterr().out
    for names, said in ((("a.games", "none.games"), "cannot be opened"), (("a.games", "few.games"), "100 games")):
        assert run(["lab", "compare", *names]) == NONSENSE
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
