"""The command line: what it prints, how it ends, and one sentence for whatever makes no sense."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
from tests import planted
from tests.kit import says, sure
from tests.planted import choosing

from turncoat.cli import COMMANDS, FOUND, INTERRUPTED, NONSENSE, main, run, turncoat
from turncoat.cli.simulate import Line
from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup
from turncoat.lab import batches, fuzz
from turncoat.table.rulebook import find, look_up, related, rules_of, search

Printed = pytest.CaptureFixture[str]

NONSENSES: dict[str, str] = {
    "nosuch": "There is no command nosuch; the commands are play, join, host, away, serve",
    "play chess": "There is no game chess; the games are",
    "play truce --players 2": "--players: Truce is for 3 to 30 players, not 2.",
    "play truce --players many": "'many' is not a valid integer.",
    "play truce --seat 9": "--seat: must be 1 to 6, not 9.",
    "play truce --name Barney": "--name: somebody here is already called Barney.",
    "play truce --name= ": "--name cannot be ''. A name has 1 to 40 visible characters",
    "play truce --pace -1": "--pace: must be 0 to 60 seconds",
    "play truce --bots genius": "There is no bot genius; the bots are random, schemer.",
    "play truce --bots random*9": "9 bots are too many",
    "play truce --rounds 0": "“Rounds” must be a whole number, 1 to 1000, not 0 (TRU-O1).",
    "play truce --option rounds": "--option rounds: write NAME=VALUE",
    "play truce --option luck=7": "Truce has no option luck; it has rounds",
    "play truce --option reveal=later": "“Reveal” must be correspondence or table, not 'later' (TRU-O3).",
    "play truce --frobnicate": "there is no option --frobnicate",
    "simulate": "Missing argument 'GAME'.",
    "simulate truce --games 0": "--games: must be 1 to 10,000,000, not 0.",
    "simulate truce --workers 0": "--workers: must be 1 to 256, not 0.",
    "simulate truce --bots ,": "There is no bot ;",
    "simulate truce --bots random*x": "write NAME*COUNT, for example random*3.",
    "simulate truce --bots random,random,random,random --players 3": "4 bots are too many; there are 3 seats for bots.",
    "simulate chess": "There is no game chess",
    "fuzz": "Name the game to test",
    "fuzz chess": "There is no game chess",
    "fuzz truce --out nowhere/at/all": "--out: there is no folder nowhere/at/all.",
    "fuzz --again nowhere.json": "--again: nowhere.json cannot be opened",
    "replay nowhere.jsonl": "nowhere.jsonl cannot be opened: No such file or directory.",
    "rules truce 99.9": "Truce has no rule 99.9; its rules are TRU-1.1 to",
    "rules truce xyzzy": "No rule of Truce mentions xyzzy.",
    "rules chess": "There is no game chess",
    "play truce --save nowhere/game.jsonl": "--save: there is no folder nowhere.",
}


@pytest.mark.parametrize("typed", NONSENSES)
def test_nonsense_is_answered_with_one_sentence(typed: str, capsys: Printed) -> None:
    arguments = [part.replace("=", "= ", 1) if part == "--name=" else part for part in typed.split()]
    assert run(arguments) == NONSENSE
    out, err = capsys.readouterr()
    assert err.startswith("turncoat: ")
    assert err.endswith(".\n")
    assert err.count("\n") == 1
    assert NONSENSES[typed] in err
    assert "Traceback" not in out + err


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe\x00", b'{"header": 3}\n', b'{"entry": {"type": "began", "at": 1}}\n']
)
def test_a_file_that_is_no_record_is_answered_with_one_sentence(
    content: bytes, tmp_path: Path, capsys: Printed
) -> None:
    file = tmp_path / "record.jsonl"
    file.write_bytes(content)
    assert run(["replay", str(file)]) == NONSENSE
    assert capsys.readouterr().err.count("\n") == 1


# --- help -------------------------------------------------------------------------------------


def test_help_names_every_command_with_its_line(capsys: Printed) -> None:
    assert run(["--help"]) == 0
    printed = capsys.readouterr().out
    for name, line in COMMANDS.items():
        assert name in printed
        assert line in printed


def test_without_a_command_help_is_shown(capsys: Printed) -> None:
    assert run([]) == NONSENSE
    assert "Commands:" in capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: Printed) -> None:
    assert run([name, "--help"]) == 0
    assert f"turncoat {name}" in capsys.readouterr().out


def test_every_option_says_what_it_does() -> None:
    for name in COMMANDS:
        command = sure(turncoat.get_command(click.Context(turncoat), name))
        assert command.help
        for option in command.params:
            assert isinstance(option, click.Argument) or (isinstance(option, click.Option) and option.help), option.name


def test_what_help_says_about_defaults_is_what_happens(capsys: Printed) -> None:
    """The number of seats and the pace are described where they are, and seats vary in a fuzz run."""
    for name, default in (("play", "6, or as near"), ("simulate", "6, or as near"), ("fuzz", "it varies")):
        assert run([name, "--help"]) == 0
        assert f"[default: {default}" in " ".join(capsys.readouterr().out.split())
    setups = [fuzz.setup_for(ruleset("truce"), "s", number, {}) for number in range(20)]
    assert len({setup.seats for setup in setups}) > 1


def test_help_loads_no_game_no_server_and_no_tables() -> None:
    """Start-up stays short because nothing long_tasks is imported."""
    program = (
        "import sys\nfrom turncoat.cli import run\nrun(['--help'])\n"
        "print(*[m for m in ('msgspec', 'rich', 'litestar', 'sqlalchemy', 'turncoat.games') if m in sys.modules])"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[-1] == ""


def test_the_package_is_the_command() -> None:
    """``python -m turncoat`` says and does what ``turncoat`` does, with the same exit codes."""
    whole = subprocess.run([sys.executable, "-m", "turncoat", "--version"], capture_output=True, text=True, check=True)
    assert whole.stdout.startswith("turncoat ")
    wrong = subprocess.run([sys.executable, "-m", "turncoat", "nosuch"], capture_output=True, text=True, check=False)
    assert wrong.returncode == NONSENSE
    assert "There is no command nosuch" in wrong.stderr
    assert "Traceback" not in wrong.stderr


def test_the_version_is_told(capsys: Printed) -> None:
    from turncoat import __version__

    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"turncoat {__version__}\n"


# --- games and rules --------------------------------------------------------------------------


def printed_json(capsys: Printed) -> Any:
    return msgspec.json.decode(capsys.readouterr().out)


def test_games_are_listed_with_their_options(capsys: Printed) -> None:
    assert run(["games"]) == 0
    printed = capsys.readouterr().out
    says(printed, "Bots: random, schemer.", "3 to 30 players, best with 5 to 8.", "3 to 5 players, best with 4.")
    assert "--option" not in printed
    assert run(["games", "truce"]) == 0
    printed = capsys.readouterr().out
    says(printed, "Bots: random, schemer.", "--option reveal=table", "TRU-O3")
    assert "Conspiracy" not in printed


def test_games_as_json(capsys: Printed) -> None:
    assert run(["games", "--json"]) == 0
    (truce,) = [game for game in printed_json(capsys) if game["id"] == "truce"]
    assert truce["seats"] == [3, 30]
    assert truce["options"]["rounds"]["default"] == 10


def test_a_rule_is_found_by_its_number(capsys: Printed) -> None:
    for number in ("TRU-8.2", "8.2", "tru-8.2"):
        assert run(["rules", "truce", number]) == 0
        assert "strictly stronger" in " ".join(capsys.readouterr().out.split())


def test_without_a_game_the_games_with_rules_are_listed(capsys: Printed) -> None:
    assert run(["rules"]) == 0
    assert re.search(r"^truce  Truce, \d+ rules: turncoat rules truce$", capsys.readouterr().out, re.MULTILINE)
    assert run(["rules", "--json"]) == 0
    assert {"id": "truce", "title": "Truce", "prefix": "TRU"} in printed_json(capsys)


def test_a_whole_section_is_found_by_its_number() -> None:
    assert [rule.number for rule in look_up(ruleset("truce"), "8")] == ["TRU-8.1", "TRU-8.2", "TRU-8.3", "TRU-8.4"]


def test_rules_are_searched_by_words(capsys: Printed) -> None:
    assert run(["rules", "truce", "circle", "outside", "--json"]) == 0
    assert "TRU-9.7" in [rule["number"] for rule in printed_json(capsys)]


def test_a_search_within_a_section() -> None:
    assert run(["rules", "truce", "9", "circle"]) == 0


def test_every_rule_of_the_rulebook_is_found() -> None:
    rules = ruleset("truce")
    numbers = [rule.number for rule in rules_of(rules)]
    assert len(numbers) == len(set(numbers))
    assert rules.rulebook.count("- **TRU-") == len(numbers)
    assert all(rule.text and rule.section for rule in rules_of(rules))


def test_related_rules_are_named() -> None:
    assert "TRU-O6" in related(ruleset("truce"), "TRU-R02")


def test_a_search_for_nothing_finds_nothing() -> None:
    with pytest.raises(BadSetup, match="mentions"):
        search(ruleset("truce"), "no such words here")


def test_the_whole_rulebook_is_printed(capsys: Printed) -> None:
    assert run(["rules", "truce"]) == 0
    assert "TRU-X7" in capsys.readouterr().out


def test_in_a_pipe_rules_are_not_cut_into_lines(capsys: Printed) -> None:
    """The rulebook is printed as it is written, and a rule is one line."""
    rules = ruleset("truce")
    assert run(["rules", "truce"]) == 0
    assert capsys.readouterr().out == rules.rulebook
    assert run(["rules", "truce", "8.2"]) == 0
    text = look_up(rules, "8.2")[0].text.replace("*", "")
    assert f"TRU-8.2  {text}\n" in capsys.readouterr().out


# --- simulate ---------------------------------------------------------------------------------


def test_a_simulation_reports_rates_with_intervals(capsys: Printed) -> None:
    asked = "simulate truce --games 12 --players 4 --bots random --rounds 2 --seed s --workers 1"
    assert run(asked.split()) == 0
    out, err = capsys.readouterr()
    says(out, "12 games of truce, 4 players, seed s: 2.0 rounds each", "95 % interval")
    assert "decisions/s" in out
    assert err == ""


def test_a_simulation_as_json_can_be_read_and_repeated(capsys: Printed) -> None:
    asked = "simulate truce --games 12 --bots schemer,random*5 --option coins=5 --rounds 1 --seed s --workers 1 --json"
    reports = []
    for _ in range(2):
        assert run(asked.split()) == 0
        reports.append(printed_json(capsys))
    first, second = reports
    assert first["games"] == 12
    assert first["batch"]["options"]["coins"] == 5
    assert {row["name"] for row in first["bots"]} == {"schemer", "random"}
    assert first["bots"] == second["bots"]


def test_a_simulation_in_which_a_bot_fails_says_so(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    from turncoat.bots import RandomBot

    monkeypatch.setattr(RandomBot, "answer", lambda *given: 1 / 0)
    asked = "simulate truce --games 1 --rounds 1 --workers 1 --seed s"
    assert run(asked.split()) == FOUND
    told = " ".join(capsys.readouterr().out.split())
    assert "RandomBot failed in test_commands.py, line 263: ZeroDivisionError" in told


# --- fuzz -------------------------------------------------------------------------------------


def test_fuzzing_sound_rules_finds_nothing(tmp_path: Path, capsys: Printed) -> None:
    assert run(f"fuzz truce --games 3 --seed s --out {tmp_path}".split()) == 0
    assert "nothing found." in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_finding_is_saved_named_and_played_again(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as faulty:
        rules = choosing(default=planted.illegal_default)(faulty)
        faulty.setattr(fuzz, "ruleset", lambda game: rules)
        assert run(f"fuzz truce --games 5 --seed s --out {tmp_path}".split()) == FOUND
        (file,) = tmp_path.iterdir()
        assert str(file) in capsys.readouterr().out
        assert run(["fuzz", "--again", str(file)]) == FOUND
        assert "The fault is still there (default)" in capsys.readouterr().out
    assert run(["fuzz", "--again", str(file)]) == 0
    assert "no longer shows." in capsys.readouterr().out


def test_fuzzing_as_json(capsys: Printed) -> None:
    asked = "fuzz truce --games 2 --players 3 --rounds 2 --option reveal=table --seed s --json"
    assert run(asked.split()) == 0
    told = printed_json(capsys)
    assert (told["games"], told["complaint"], told["file"]) == (2, "", "")


def test_in_a_pipe_a_long_simulation_says_now_and_then_how_long_it_takes() -> None:
    line = Line("Truce, random", 1000)
    assert line.after(1, line.began + 0.9) == ""
    assert line.after(1, line.began + 5) == ""
    assert line.after(1, line.began + 10.9) == (
        "Truce, random: 3 of 1,000 games, about 83 minutes left. Ctrl-C shows the results."
    )
    assert line.after(1, line.began + 19) == ""
    assert "about a minute left" in line.after(900, line.began + 40)
    assert line.after(96, line.began + 400) == ""


def test_the_games_during_which_programs_are_loaded_do_not_count_for_the_time_that_is_left() -> None:
    """Nine seconds until the first of 2,000 games; then 100 a second."""
    line = Line("Truce, random", 2000)
    assert line.after(1, line.began + 9) == ""
    assert "12 of 2,000 games, about a minute left" in line.after(11, line.began + 9.11)


def test_ctrl_c_shows_what_was_played_by_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = batches.play_some
    games: list[range] = []

    def tired(batch: batches.Batch, numbers: range) -> batches.Tally:
        games.append(numbers)
        if len(games) > 2:
            raise KeyboardInterrupt
        return played(batch, numbers)

    monkeypatch.setattr(batches, "play_some", tired)
    assert run(["simulate", "truce", "--games", "5", "--workers", "1", "--vary", "coins=1,2"]) == INTERRUPTED
    out, err = capsys.readouterr()
    assert "2 games of truce" in out
    assert "coins 2" not in out
    assert "Interrupted" in err


def test_a_figure_is_a_section_or_a_word_of_a_rule() -> None:
    """Words can be copied from a rulebook, marks of its type and all."""
    conspiracy, truce = ruleset("conspiracy"), ruleset("truce")
    assert [rule.number for rule in find(conspiracy, ["1", "action", "point", "number", "side", "up"])] == ["CON-5.b.i"]
    assert [rule.number for rule in find(truce, ["**Attack**", "needs", "at", "least"])] == ["TRU-3.3"]
    assert {rule.number for rule in find(truce, ["3", "supply"])} < {rule.number for rule in find(truce, ["3"])}


def test_an_error_of_the_program_is_one_sentence_and_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A traceback is for authors."""

    def fails(arguments: list[str]) -> int:
        raise KeyError(*arguments)

    monkeypatch.setattr("turncoat.cli.run", fails)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(SystemExit, match=r"^70$"):
        main(["reply"])
    err, (report,) = capsys.readouterr().err, tmp_path.iterdir()
    assert err == (
        f"turncoat: an error in the program: KeyError('reply'). Please send the file {report} to its author.\n"
    )
    assert "in fails" in report.read_text()
