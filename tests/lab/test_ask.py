"""A designer's question: read, played until it is answered, stopped, gone on with, told in words."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from turncoat.bots.lineup import lineup
from turncoat.bots.result import Result
from turncoat.cli import INTERRUPTED, NONSENSE, run
from turncoat.games import game_ids, ruleset
from turncoat.kernel.errors import BadSetup
from turncoat.lab import ask as asking
from turncoat.lab.answers import in_words
from turncoat.lab.ask import Answer, Estimate, Task, ask, players
from turncoat.lab.batches import Batch, play_game
from turncoat.lab.measures import measure
from turncoat.lab.questions import Question, read_question
from turncoat.lab.run_file import Played, RunFile, head_of, read_run

ROUNDS = """
question = "Do fewer rounds leave fewer people with nothing?"
game = "truce"
measure = "players without a coin"
precision = 0.15
bots = ["random", "random,random"]
players = 4

[arms."4 rounds"]
rounds = 4
[arms."1 round"]
rounds = 1

[budget]
games = 150
"""


def quiet(_: str, __: int, ___: float) -> None:
    """No progress."""


def answered(question: Question, path: Path, workers: int = 1) -> tuple[list[Answer], bool]:
    with players(workers) as play:
        return ask(question, RunFile(path, head_of(question)), play, quiet)


def test_arms_are_compared_pair_by_pair(tmp_path: Path) -> None:
    answers, interrupted = answered(read_question(ROUNDS), tmp_path / "run")
    assert not interrupted
    for answer in answers:
        assert answer.settled
        assert answer.differences["1 round"].high < 0
        assert answer.arms["1 round"].mean < answer.arms["4 rounds"].mean
        assert answer.saved["1 round"] > 0.05
        assert answer.shared


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    question = read_question(ROUNDS)
    assert answered(question, tmp_path / "one") == answered(question, tmp_path / "two", workers=2)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_question_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    """Ctrl-C after 150 games, in the middle of a line: what was played is not played again."""
    question, path = read_question(ROUNDS), tmp_path / "run"
    whole = answered(question, tmp_path / "whole")
    played = 0

    def play(tasks: list[Task]) -> list[Played]:
        nonlocal played
        done: list[Played] = []
        for task in tasks:
            played += 1
            if played == 150:
                raise KeyboardInterrupt
            done.append(asking._played(task))
        return done

    def one_by_one(tasks: object) -> object:
        for task in tasks:  # type: ignore[attr-defined]
            yield from play([task])

    _, interrupted = ask(question, RunFile(path, head_of(question)), one_by_one, quiet)  # type: ignore[arg-type]
    assert interrupted
    with path.open("ab") as file:
        file.write(b'{"arm": "4 ro')
    assert len(read_run(path)[1]) == 149
    assert answered(question, path) == whole
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


def test_games_count_for_another_measure_and_for_more_precision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "WORTH_PAIRING", -9.0)
    question = read_question(ROUNDS)
    answered(question, tmp_path / "run")
    before = len(read_run(tmp_path / "run")[1])
    again = msgspec.structs.replace(question, measure="winner's coins", precision=5.0)
    answers, _ = answered(again, tmp_path / "run")
    assert answers[0].words == "winner's coins"
    assert len(read_run(tmp_path / "run")[1]) == before


def test_where_sharing_seeds_saves_nothing_arms_have_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "WORTH_PAIRING", 1.0)
    answers, _ = answered(read_question(ROUNDS), tmp_path / "run")
    assert not any(answer.shared for answer in answers)
    assert "the same cards" not in " ".join(in_words(read_question(ROUNDS), answers))


def test_a_budget_ends_what_is_not_settled(tmp_path: Path) -> None:
    question = msgspec.structs.replace(read_question(ROUNDS), precision=0.001)
    answers, _ = answered(question, tmp_path / "run")
    assert [answer.games for answer in answers] == [150, 150]
    assert all("Not settled" in sentence for sentence in in_words(question, answers)[:2])


def test_time_is_a_budget_too(tmp_path: Path) -> None:
    """No game begins once it is over; the first of each arm is always played. What was played counts the next time."""
    question = read_question(ROUNDS.replace("games = 150", "minutes = 1e-9").replace("0.15", "0.001"))
    for games in (1, 2):
        answers, _ = answered(question, tmp_path / "run")
        assert [answer.games for answer in answers] == [games, games]
        assert f"nothing is known yet: only {games} " in in_words(question, answers)[0]


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ("game = ", "gmae = ", "there is no field gmae; the fields are question, game"),
        ('"truce"', '"chess"', "There is no game chess; the games are"),
        ("rounds = 4", "rouns = 8", "Truce has no option rouns; it has"),
        ("players = 4", "players = 99", "Truce is for"),
        ('"random,random"', '"randy"', "There is no bot randy; the bots are"),
        ('["random", "random,random"]', '["random"]', "Name at least two kinds"),
        ("precision = 0.15", "precision = 0", "The precision must be a number above 0, not 0"),
        ("precision = 0.15", "precision = nan", "The precision must be a number above 0, not nan"),
        ("precision = 0.15", "precision = inf", "The precision must be a number above 0, not inf"),
        ("games = 150", "games = 5", "budget.games: must be 30 to 10,000,000, not 5"),
        ("games = 150", "minutes = -1", "budget.minutes: must be above 0"),
        ("[budget]", "[budget", "This file is not TOML:"),
        ("precision = 0.15", "", "precision is missing"),
        ("precision = 0.15", 'precision = 0.15\nanswer = "so many"', "The answer must have one place for the number"),
    ],
)
def test_what_makes_no_sense_is_refused_with_one_sentence(wrong: str, right: str, said: str) -> None:
    with pytest.raises(BadSetup) as refused:
        read_question(ROUNDS.replace(wrong, right, 1))
    assert said in refused.value.sentence


def test_a_measure_that_no_game_has_is_refused_with_those_there_are(tmp_path: Path) -> None:
    question = msgspec.structs.replace(read_question(ROUNDS), measure="coins of nobody")
    with pytest.raises(BadSetup, match=r"winner's coins.*decided by: LABEL"):
        answered(question, tmp_path / "run")


def test_games_of_another_question_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "run"
    answered(read_question(ROUNDS), path)
    before = path.read_bytes()
    for text, what in (("rounds = 4", "another question"), ("", "other rules")):
        head = head_of(read_question(ROUNDS.replace(text or "nothing", "rounds = 5")))
        head = head if text else msgspec.structs.replace(head, ruleset="others")
        with pytest.raises(BadSetup, match=what):
            RunFile(path, head)
    assert path.read_bytes() == before


def test_a_file_that_is_none_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy milk\n")
    with pytest.raises(BadSetup, match="is not the file of a run"):
        RunFile(path, head_of(read_question(ROUNDS)))
    assert path.read_text() == "buy milk\n"


def result(winners: list[int], **findings: str | int | tuple[str, ...]) -> Result:
    zeros = [0, 0, 0]
    return Result(winners, [5, 3, 3], 7, 20, [{}, {}, {}], zeros, [2, 0, 0], [1, 0, 0], [], dict(findings))


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("length", 4.0),
        ("lead", 2.0),
        ("shared victories", 1.0),
        ("share of promises kept", 2 / 3),
        ("wins of seat 1", 0.5),
        ("wins of schemer", 0.25),
        ("score of schemer", 3.0),
        ("broken of seat 1", 1.0),
        ("winner: Guild", 1.0),
        ("winner: Emperor", 0.0),
        ("rounds", 4.0),
    ],
)
def test_a_measure_is_a_number_of_each_game(words: str, number: float) -> None:
    played = result([0, 1], rounds=4, winner=("Guild", "Fremen"))
    names = ("random", "schemer", "schemer")
    assert measure(words, 3, names, [played]).value(names, played) == pytest.approx(number)


def test_a_measure_says_nothing_of_games_without_it() -> None:
    """Nobody won, nobody promised: such games are left out."""
    names = ("random",) * 3
    played, without = result([0], margin=3), result([])
    assert measure("margin", 3, names, [played]).value(names, without) is None


COURSE = [(0, [3, 3, 3]), (2, [3, 6, 3]), (4, [6, 6, 3]), (5, [7, 6, 3]), (9, [9, 6, 3])]


@pytest.mark.parametrize(
    ("course", "numbers"),
    [
        (COURSE, (1.0, 0.5, 3.0)),
        ([(0, [3, 1, 1])], (0.0, 0.0, 0.0)),
        ([(0, [1, 1, 1]), (10, [2, 1, 1])], (0.0, 1.0, 0.0)),
        ([(0, [1, 1, 1])], (0.0, None, 0.0)),
        ([], (None, None, None)),
    ],
)
def test_the_course_of_a_game_says_how_open_it_was(
    course: list[tuple[int, list[int]]], numbers: tuple[float | None, ...]
) -> None:
    """Who leads alone from the start has it decided at 0; who takes the lead with the last decision, at 1."""
    zeros, names = [0, 0, 0], ("random",) * 3
    played = Result([0], [9, 6, 3], 10, 30, [{}, {}, {}], zeros, zeros, zeros, [], {}, course)
    found = [
        measure(one, 3, names, [played]).value(names, played) for one in ("lead changes", "decided at", "comeback")
    ]
    assert tuple(found) == numbers


@pytest.mark.parametrize("game", game_ids())
def test_the_course_begins_with_the_first_decision_and_ends_with_the_final_scores(game: str) -> None:
    batch = Batch(game, {}, tuple(lineup(game, "random", ruleset(game).usual_seats)), 1, "course")
    played = play_game(batch, 0, course=True)
    assert played.course[0][0] == 0
    assert played.course[-1][1] == played.scores
    assert [closed for closed, _ in played.course] == sorted(closed for closed, _ in played.course)
    assert play_game(batch, 0).course == []


def told(low: float, high: float, bots: str) -> Answer:
    found = Estimate((low + high) / 2 if low > -9 else 0.0, low, high, 200)
    return Answer(
        bots, 200, {"4 rounds": found, "1 round": found}, {"1 round": found}, {}, False, True, 0, "x", False, "{}"
    )


def test_bots_that_disagree_are_named() -> None:
    question = read_question(ROUNDS)
    assert "disagree about 1 round" in in_words(question, [told(1, 2, "a"), told(-2, -1, "b")])[-1]
    assert in_words(question, [told(1, 2, "a"), told(-1, 1, "b")])[-1].startswith("Only a bots show a difference")
    assert len(in_words(question, [told(1, 2, "a"), told(1, 2, "b")])) == 2


def test_a_question_may_say_how_a_player_would_answer() -> None:
    question = read_question(ROUNDS.replace("precision = 0.15", 'precision = 0.15\nanswer = "{} players end poor"'))
    answer = msgspec.structs.replace(told(-2, -1, "schemer,random"), told=question.answer)
    said = in_words(question, [answer])[0]
    assert said.startswith("With schemer and random bots, -1.5 players end poor with 4 rounds; with 1 round, 1.5 less:")


def test_what_too_few_games_say_something_of_is_not_told_as_a_number() -> None:
    question, nothing = read_question(ROUNDS), float("inf")
    unknown = [msgspec.structs.replace(told(-nothing, nothing, "a"), settled=False)]
    (said,) = in_words(question, unknown)
    assert "with 1 round, nothing is known" in said
    assert "inf" not in said
    alone = msgspec.structs.replace(unknown[0], differences={})
    assert in_words(question, [alone]) == ["With a bots, nothing is known yet: too few of 200 games show it."]


def test_the_command_answers_and_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rounds.toml"
    file.write_text(ROUNDS)
    assert run(["lab", "ask", str(file), "--workers", "1"]) == 0
    out = capsys.readouterr().out
    assert "Do fewer rounds leave fewer people with nothing?" in out
    assert "With random bots, “players without a coin” is" in out
    assert re.search(r"with 1 round, [\d.]+ less: at least", out)
    assert run(["lab", "ask", str(tmp_path / "none.toml")]) == NONSENSE
    assert run(["lab", "ask", str(file), "--workers", "0"]) == NONSENSE
    assert capsys.readouterr().err.count("turncoat: ") == 2


def test_an_answer_can_be_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With too few games there is nothing to draw."""
    file, drawn = tmp_path / "rounds.toml", tmp_path / "rounds.svg"
    file.write_text(ROUNDS)
    asked = ["lab", "ask", str(file), "--workers", "1", "--picture"]
    assert run([*asked, str(drawn), "--minutes", "0.000001"]) == 0
    assert not drawn.exists()
    assert run([*asked, str(drawn)]) == 0
    assert drawn.read_text().startswith("<svg")
    assert "random and random bots" in drawn.read_text()
    capsys.readouterr()
    assert run([*asked, str(tmp_path / "none" / "rounds.svg")]) == NONSENSE
    assert "cannot be written" in capsys.readouterr().err


def test_a_run_can_be_given_less_time_than_the_question_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rounds.toml"
    file.write_text(ROUNDS.replace("0.15", "0.001"))
    assert run(["lab", "ask", str(file), "--workers", "1", "--minutes", "0.000001"]) == 0
    assert "only 1 game was played" in capsys.readouterr().out
    assert run(["lab", "ask", str(file), "--minutes", "0"]) == NONSENSE
    assert "budget.minutes: must be above 0" in capsys.readouterr().err


def test_ctrl_c_shows_what_is_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rounds.toml"
    file.write_text(ROUNDS.replace("0.15", "0.001"))
    look = asking.Asking._look

    def until_somebody_stops_it(self: asking.Asking, games: int, until: float) -> Answer:
        if games > 100:
            raise KeyboardInterrupt
        return look(self, games, until)

    monkeypatch.setattr(asking.Asking, "_look", until_somebody_stops_it)
    assert run(["lab", "ask", str(file), "--workers", "1"]) == INTERRUPTED
    shown = capsys.readouterr()
    assert "With random bots, " in shown.out
    assert "the games are in" in shown.err


QUESTIONS = sorted((Path(__file__).parents[2] / "docs" / "lab" / "questions").glob("*.toml"))


@pytest.mark.parametrize("file", QUESTIONS, ids=lambda file: file.stem)
def test_the_questions_of_the_documentation_can_be_asked(file: Path) -> None:
    question = read_question(file.read_text(encoding="utf-8"))
    assert question.question.endswith("?")


def test_the_page_of_the_lab_shows_a_question_that_is_there() -> None:
    page = (QUESTIONS[0].parents[1] / "README.md").read_text(encoding="utf-8")
    shown = page.partition("```toml\n")[2].partition("```")[0]
    there = (QUESTIONS[0].parent / "truce-rounds.toml").read_text(encoding="utf-8")
    assert read_question(shown) == read_question(there)
