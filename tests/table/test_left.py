"""A game that was left, as one seat may know it: at whatever moment, it is read, verified, replayed and played on."""

from __future__ import annotations

import io
import sys
from itertools import count
from pathlib import Path
from random import Random

import pytest

from turncoat.bots import seat_names
from turncoat.bots.match import Match
from turncoat.bots.notary import Notary
from turncoat.cli import resume, run
from turncoat.games import game_ids, ruleset
from turncoat.kernel import play
from turncoat.table import export, record_file
from turncoat.table import record as kept
from turncoat.table.record import Record, Secret
from turncoat.table.replay import replay
from turncoat.table.verify import verify

NOON = 1_790_000_000_000
ME = 0


def begun(game: str, seed: int) -> tuple[Match, Notary]:
    """A game whose seats are all played by this test; a person sits at the first."""
    rules = ruleset(game)
    seats, options = rules.usual_seats, rules.read_options({})
    notary = Notary(rules, options, seats, Secret(f"{seed:064x}", "0" * 64), count(NOON).__next__, "a-game")
    notary.begin(seat_names(seats), ["", *["random"] * (seats - 1)])
    match = Match(rules, options, seats, notary.key, {})
    match.notary = notary
    return match, notary


def play_on(match: Match, luck: Random, steps: int) -> None:
    """Everybody answers at random, now and then twice, and acts beside the decision while answers are sealed."""
    below = luck.randrange
    for _ in range(steps):
        if play.over(match.game):
            return
        waiting, asked = play.waiting(match.game), play.asked(match.game)
        actors = [seat for seat in range(match.seats) if play.beside(match.game, seat)]
        if actors and len(waiting) < len(asked) and not below(2):
            seat = luck.choice(actors)
            match.submit(seat, play.beside(match.game, seat).sample(below))
        elif not waiting:
            match.close()
        else:
            seat = luck.choice(waiting if below(4) else asked)
            match.submit(seat, play.boxes(match.game, seat).sample(below))


def taken_home(notary: Notary, seat: int | None) -> Record:
    """What a seat has in its file, as it is read again."""
    return record_file.read(record_file.write(notary.take_home(seat)))


def wrong(game: str, seed: int, file: Path) -> list[str]:
    """What is wrong with a game that was left at a random moment, and with the game that goes on from there."""
    luck = Random(seed)
    match, notary = begun(game, seed)
    play_on(match, luck, luck.randrange(5, 60))
    home = taken_home(notary, ME)
    found = verify(home)
    if found:
        return found
    assert replay(home).game is not None
    file.write_bytes(record_file.write(home))
    later, again = begun(game, seed)
    resume.play_again(later, resume.saved(file))
    play_on(later, luck, 10)
    return verify(taken_home(again, ME))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", game_ids())
def test_a_game_left_at_any_moment_can_be_replayed_and_played_on(game: str, seed: int, tmp_path: Path) -> None:
    assert wrong(game, seed, tmp_path / "left.jsonl") == []


def test_a_record_without_an_answer_that_counted_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: what was resolved is cut away like what is still sealed."""
    monkeypatch.setattr(export._Sieve, "_forget", lambda sieve, depth: None)
    assert all(wrong(game, 1, tmp_path / f"{game}.jsonl") for game in ("truce", "dune"))


# --- an answer that was used while it was sealed ------------------------------------------------------

ASKED = (
    "keep mapes\n\npass\n\n7\n\nalways pass\nship 3 to arrakeen\n\npass\n\nforesee weapon\n\n"
    "ask harkonnen whether a shield is in the plan\n\n"
)
"""Harkonnen has sealed its plan, so the question is answered from it at once (DUN-R-78)."""

DIALLED = "dial 10, hawat, lasgun, no card\n\npass\n\n"


def left(lines: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> Record:
    """Play Dune in the terminal, and leave."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{lines}quit\n"))
    assert run(["play", "dune", "--seed", "sand", "--save", str(file)]) == 0
    return record_file.read(file.read_bytes())


@pytest.mark.parametrize("lines", [ASKED, ASKED + DIALLED])
def test_a_plan_of_which_truthtrance_has_told_stays_in_the_record(
    lines: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "dune.jsonl"
    record = left(lines, file, monkeypatch)
    assert any(isinstance(entry, kept.Answered) and entry.action["type"] == "ask_plan" for entry in record.entries)
    assert verify(record) == []
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert run(["play", "--resume", str(file)]) == 0
    assert "You leave the table." in capsys.readouterr().out


def test_a_record_without_that_plan_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: the sealed plan is cut away although the answer came from it."""
    monkeypatch.setattr(export, "_does_otherwise", lambda *given: False)
    assert verify(left(ASKED, tmp_path / "dune.jsonl", monkeypatch)) != []


def test_a_plan_of_which_nobody_was_told_stays_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TRU-12.3: without the question, the plan that Harkonnen has sealed leaves with nobody."""
    record = left(ASKED[: ASKED.index("ask ")], tmp_path / "dune.jsonl", monkeypatch)
    answers = [entry for entry in record.entries if isinstance(entry, kept.Answered)]
    assert answers[-1].action["type"] == "prevent"
    assert verify(record) == []
