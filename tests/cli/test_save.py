"""What ``turncoat play --save`` writes is the game that was played, and it holds."""

from __future__ import annotations

import io
import re
import resource
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec
import pytest
from tests.kit import sure

from turncoat.bots.match import Match
from turncoat.cli import FOUND, INTERRUPTED, NONSENSE, run
from turncoat.cli.arguments import write_new
from turncoat.cli.connection import Keys
from turncoat.cli.session import Session
from turncoat.games import ruleset
from turncoat.games.truce.events import ActionsRevealed
from turncoat.games.truce.rules import revealed
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.events import Event
from turncoat.table import record as kept
from turncoat.table.record import Record
from turncoat.table.record_file import read
from turncoat.table.talk_grammar import HOST
from turncoat.table.verify import verify

Printed = pytest.CaptureFixture[str]
Play = Callable[..., tuple[int, str]]

LINES = (
    "say hello\nask barney: support me in return for attack celeste\nloot\ndefend\nyes\ngive 1 to barney\ny\nloot\n\n"
)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> Play:
    """``turncoat play truce`` with these lines piped into it: the exit code and what was told."""

    def played(lines: str, *options: object, seed: str = "s", bots: str = "schemer") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        code = run(["play", "truce", "--rounds", "2", "--bots", bots, "--seed", seed, *map(str, options)])
        out, err = capsys.readouterr()
        return code, out + err

    return played


def told(printed: str) -> list[str]:
    """What happened in the game and what was said, without boards, menus and prompts."""
    speech = re.compile(rf"^(?!{HOST})\w+( \w+)? to [\w, ]+: ")
    lines = [line for line in printed.splitlines() if not line.startswith("  ")]
    return [line for line in lines if re.search(r"  TRU-\d+\.\d+$", line) or speech.match(line)]


def holds(file: Path) -> Record:
    """The record in the file, in which verification finds nothing."""
    record = read(file.read_bytes())
    assert verify(record) == []
    return record


def test_a_saved_game_is_replayed_as_it_was_played(play: Play, tmp_path: Path, capsys: Printed) -> None:
    """Event by event and word by word, through the eyes of the one who played."""
    file = tmp_path / "game.jsonl"
    code, printed = play(LINES, "--save", file, seed="tea")
    assert code == 0
    assert printed.splitlines()[-1] == f"Saved as {file}. To see it again: turncoat replay {file} --seat agatha"
    assert run(["replay", str(file), "--seat", "agatha"]) == 0
    again = capsys.readouterr().out
    assert told(again) == told(printed)
    assert any("Agatha gives 1 coin to Barney" in line for line in told(again))
    assert any("You to all: “hello”" in line for line in told(again))
    ledger = printed[printed.index("→ attacks") - 400 : printed.index("→ attacks")]
    assert ledger[ledger.index("\n") :] in again
    assert again.splitlines()[-1].startswith("Verified: ")


def test_the_record_says_who_sat_where_and_opens_the_seed(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    play("loot\n\nloot\n\n", "--save", file, "--players", 4, "--seat", 2, "--name", "Zoe", bots="schemer,random")
    record = holds(file)
    seated = [entry for entry in record.entries if isinstance(entry, kept.SeatTaken)]
    assert [(taken.name, taken.kind, taken.bot) for taken in seated] == [
        ("Agatha", "bot", "schemer"),
        ("Zoe", "person", ""),
        ("Celeste", "bot", "random"),
        ("Darcy", "bot", "schemer"),
    ]
    assert record.secret is not None
    assert record.header.options["rounds"] == 2


def test_private_talk_among_others_stays_at_the_table(play: Play, tmp_path: Path) -> None:
    """TRU-R24: the file holds what the player heard; bots whisper to one another, too."""
    file = tmp_path / "game.jsonl"
    whispers: list[tuple[int, ...]] = []
    say = Match.say

    def overheard(match: Match, seat: int, said: object) -> None:
        whispers.append((seat, *said.to))  # type: ignore[attr-defined]
        say(match, seat, said)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as tapped:
        tapped.setattr(Match, "say", overheard)
        play(LINES, "--save", file)
    assert any(0 not in whisper for whisper in whispers)
    assert all(
        not spoken.message.said.to or 0 in (spoken.message.sender, *spoken.message.said.to)
        for spoken in holds(file).talk
    )


@pytest.mark.parametrize("leaving", ["quit\n", "loot\nquit\n", ""])
def test_who_leaves_early_takes_the_game_home_as_far_as_it_went(
    leaving: str, play: Play, tmp_path: Path, capsys: Printed
) -> None:
    file = tmp_path / "left.jsonl"
    code, printed = play(f"defend\n\n{leaving}", "--save", file)
    assert code == 0
    assert "You leave the table." in printed
    record = holds(file)
    assert isinstance(record.entries[-1], kept.TableClosed)
    assert run(["replay", str(file), "--seat", "agatha"]) == 0
    again = capsys.readouterr().out
    assert "The table was closed before the game was over." in again
    assert [line for line in told(again) if " to " not in line] == [
        line for line in told(printed) if " to " not in line
    ]


def test_ctrl_c_leaves_politely_and_the_game_is_saved(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(session: Session) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "_board", interrupted)
    code, printed = play("", "--save", tmp_path / "cut.jsonl")
    assert code == INTERRUPTED
    assert "You leave the table." in printed
    assert isinstance(holds(tmp_path / "cut.jsonl").entries[-1], kept.TableClosed)


def test_without_save_nothing_is_written(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "Saved" not in play(LINES)[1]
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_not_touched(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_text("precious")
    code, printed = play("quit\n", "--save", file)
    assert (code, printed) == (NONSENSE, f"turncoat: --save: {file} exists already; name a new file.\n")
    assert file.read_text() == "precious"


def test_a_folder_that_is_not_there_is_named_before_the_game(play: Play, tmp_path: Path) -> None:
    code, printed = play("quit\n", "--save", tmp_path / "nowhere" / "game.jsonl")
    assert (code, printed) == (NONSENSE, f"turncoat: --save: there is no folder {tmp_path / 'nowhere'}.\n")


def test_what_the_table_does_not_permit_is_not_said(play: Play) -> None:
    """The same limits as on a server: a message has at most so many characters."""
    code, printed = play(f"say {'x' * 4001}\nquit\n")
    assert code == 0
    assert "A message has at most 4000 characters." in printed
    assert "You to all" not in printed


def test_when_the_rules_fail_the_game_is_saved_up_to_there(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No traceback: the answer is rejected, one sentence says so, and the record holds."""
    file = tmp_path / "failed.jsonl"

    def failing(event: Event) -> Mapping[int, object]:
        if isinstance(event, ActionsRevealed) and event.round == 2:
            raise ZeroDivisionError
        return revealed(event)

    monkeypatch.setitem(vars(ruleset("truce")), "revealed", failing)
    code, printed = play(LINES, "--save", file)
    assert code == FOUND
    assert "The game cannot go on: the rules failed on Answered(" in printed
    assert "Traceback" not in printed
    assert sum(isinstance(entry, kept.Answered) for entry in holds(file).entries) >= 6


def test_of_a_game_that_is_not_over_only_what_one_seat_may_know_is_exported(
    play: Play, tmp_path: Path, capsys: Printed
) -> None:
    file = tmp_path / "game.jsonl"
    play("loot\n\nquit\n", "--save", file)
    seed = sure(holds(file).secret).seed

    def export(*options: str) -> str:
        assert run(["export", str(file), *options]) == 0
        return capsys.readouterr().out

    said = [msgspec.json.decode(line) for line in export("--seat", "agatha").splitlines()]
    assert said[-1]["seat"] == 0
    assert [one["number"] for one in said[:-1]] == list(range(1, len(said)))
    assert seed not in export()
    assert seed in export("--secrets")
    assert run(["export", str(file), "--notation"]) == NONSENSE
    assert "give --secrets to write it anyway" in capsys.readouterr().err


# --- going on ---------------------------------------------------------------------------------


def go_on(lines: str, options: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> tuple[int, str]:
    """``turncoat play --resume`` with these lines: the exit code and what was told."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    code = run(["play", *options.split()])
    out, err = capsys.readouterr()
    return code, out + err


def test_a_game_that_was_left_goes_on_where_it_was(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """What was played and said stays; the record of the whole holds; what is over cannot go on."""
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    _, printed = play("loot\n\nask barney: support me\ndefend\nquit\n", "--save", first)
    assert f"To go on: turncoat play --resume {first}" in printed
    code, printed = go_on("ledger\nloot\n\n", f"--resume {first} --save {second}", monkeypatch, capsys)
    assert code == 0
    assert "Round 2 of 2" in printed.split("What will you do")[0]
    assert "Agatha loots the Stash: 1 coin" not in printed.split("> ledger")[0]
    assert re.search(r"^  Agatha +\$ ", printed.split("> ledger")[1], re.MULTILINE)
    assert "The game is over" in printed
    begun, whole = holds(first), holds(second)
    assert [spoken.message for spoken in whole.talk][: len(begun.talk)] == [spoken.message for spoken in begun.talk]
    code, printed = go_on("", f"--resume {second}", monkeypatch, capsys)
    assert (code, "is over: turncoat replay shows it" in printed) == (NONSENSE, True)


@pytest.mark.parametrize("game", ["conspiracy", "dune", "loyalty", "thrice"])
def test_every_game_goes_on(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    file, again = tmp_path / "first.jsonl", tmp_path / "again.jsonl"
    example = {"dune": "keep duncan\n\n", "loyalty": "pass\n\n", "thrice": "", "conspiracy": "note arms and 3\n\n"}
    go_on(f"{example[game]}quit\n", f"{game} --seed a --bots random --save {file}", monkeypatch, capsys)
    code, printed = go_on("quit\n", f"--resume {file} --save {again}", monkeypatch, capsys)
    assert code == 0
    assert "You leave the table." in printed
    left, later = holds(file), holds(again)
    answers = [[one.action for one in record.entries if isinstance(one, kept.Answered)] for record in (left, later)]
    assert answers[1][: len(answers[0])] == answers[0]


def test_a_game_goes_on_as_it_was_set_up(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    code, printed = go_on("", "--resume nothing --rounds 3", monkeypatch, capsys)
    assert (code, "a saved game keeps its settings" in printed) == (NONSENSE, True)


@pytest.fixture
def full() -> Iterator[None]:
    """No file can grow any more, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("full")
def test_what_cannot_be_written_whole_is_not_left_behind(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"^--output: .*game cannot be written: File too large\.$"):
        write_new("output", tmp_path / "game", b"much")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("full")
def test_no_invitation_is_used_up_if_its_key_cannot_be_kept(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"cannot be written: File too large\.$"):
        Keys(tmp_path / "keys.json").check()


def test_a_game_is_not_lost_because_its_file_cannot_be_written(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is gone when the game is over: the game is kept elsewhere."""
    monkeypatch.setattr("turncoat.cli.play.check_new", lambda file: None)
    monkeypatch.setattr("turncoat.cli.play.gettempdir", lambda: str(tmp_path))
    code, said = play(LINES, "--save", tmp_path / "gone" / "game.jsonl")
    assert code == NONSENSE
    (instead,) = tmp_path.glob("game-*.jsonl")
    assert f"cannot be written: No such file or directory. The game is saved as {instead}." in said
    assert verify(read(instead.read_bytes())) == []
