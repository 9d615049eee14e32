"""Bots that lie outside: in a file that somebody names, or in another distribution."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from tests import outside
from tests.cli.test_docs import BOTS, blocks

from turncoat.bots import bots_for
from turncoat.bots.outside import NAMED, brought
from turncoat.cli import check, run
from turncoat.games.truce.events import ActionsRevealed
from turncoat.games.truce.state import Attack, Pass
from turncoat.kernel.bot import Bot
from turncoat.kernel.boxes import Action, Boxes, box
from turncoat.kernel.chance import Chance
from turncoat.kernel.promise import Message, Say
from turncoat.kernel.space import OneOf

Printed = pytest.CaptureFixture[str]

RUDE = """
from typing import Any
from turncoat.kernel import Bot

class Rude(Bot[Any, Any]):
    def answer(self, view, boxes):
        raise ValueError("not me")

class Idle(Bot[Any, Any]):
    pass

class Foreign(Bot[int, Any]):
    def answer(self, view, boxes):
        return boxes.nth(0)

class Random(Foreign):
    pass

class Schemer(Rude):
    pass

class Wild(Bot[Any, Any]):
    games = 0

    def answer(self, view, boxes):
        Wild.games += 1
        return boxes.nth(Wild.games % boxes.count)
"""

WRONG = """
from typing import Any
from turncoat.kernel import Bot

class Typist(Bot[Any, Any]):
    def answer(self, view, boxes):
        return "attack"

class Plain(Bot[Any, Any]):
    def answer(self, view, boxes):
        return {"type": "attack", "target": 1}

class Boxed(Bot[Any, Any]):
    def answer(self, view, boxes):
        return boxes.boxes[0]

class Silent(Bot[Any, Any]):
    def answer(self, view, boxes):
        return None

class Chatty(Bot[Any, Any]):
    def talk(self, view, boxes):
        return ["hello"]

    def answer(self, view, boxes):
        return boxes.nth(0)

class Leaver(Bot[Any, Any]):
    def answer(self, view, boxes):
        raise SystemExit("bye")

class Unmade(Bot[Any, Any]):
    def __init__(self):
        pass

    def answer(self, view, boxes):
        return boxes.nth(0)
"""
"""Mistakes that are easily made: what they give is no answer."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the bot of the documentation and bad ones; nothing that is named is kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(NAMED, "")
    Path("mybot.py").write_text(blocks(BOTS, "python")[0])
    Path("rude.py").write_text(RUDE)
    Path("wrong.py").write_text(WRONG)
    brought.cache_clear()
    yield tmp_path
    os.environ[NAMED] = ""
    brought.cache_clear()


@pytest.mark.parametrize(
    "command",
    [
        "simulate truce --games 4 --rounds 2 --workers 2 --seed s --bots mybot.py:Avenger,random*5",
        "play --rounds 1 --seed s --bots mybot.py:Avenger",
        "check mybot.py:Avenger",
        "check mybot.py:Avenger:deep",
        "play --rounds 1 --seed s --bots mybot.py:Avenger:fast",
    ],
)
def test_a_bot_in_a_file_plays_wherever_bots_are_named(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """The page says so; the other processes of a simulation have it, too."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("loot\n\n"))
    assert run(command.split()) == 0
    out, _ = capsys.readouterr()
    assert re.search(
        r"avenger: .* kept, 0 +broken\.|The game is over|There is nothing to fix\.", out.replace("\n", " ")
    )


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("rude.py:Idle", "is no bot: write class Idle(Bot[...]) with a method answer"),
        ("rude.py:Nobody", "it has no class Nobody; name Rude, Idle, Foreign or Wild."),
        ("rude.py:Schemer", "cannot play: there is a bot schemer already, so give yours another name."),
        ("rude.py:Random", "cannot play: there is a bot random already, so give yours another name."),
        ("mybot.py:Avenger:fat", "avenger has no budget 'fat'; the budgets are fast, deep."),
        ("nothing.py:Nobody", "There is no file nothing.py."),
        ("rude.py", "Name the class of the bot, too: rude.py:Rude, Idle, Foreign or Wild."),
        ("nomodule:Nobody", "No module named 'nomodule'."),
        ("rude.py:Foreign", "is written for another game than truce"),
    ],
)
def test_what_cannot_play_is_refused_with_a_sentence(bot: str, words: str, capsys: Printed) -> None:
    assert run(["play", "truce", "--bots", bot]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("rude.py:Rude", "The bot rude: Rude failed in rude.py, line 7: ValueError('not me')."),
        ("rude.py:Wild", "The bot wild plays another game of Truce with the same seed"),
        ("rude.py:Foreign", "The bot foreign is written for a view that no game has"),
        (
            "wrong.py:Typist",
            "Typist failed: it gave 'attack' (str), not an answer out of the boxes, such as boxes.nth(0).",
        ),
        (
            "wrong.py:Plain",
            "Plain failed: it gave {'target': 1, 'type': 'attack'} (dict), not an answer out of the boxes",
        ),
        ("wrong.py:Boxed", "(Box), not an answer out of the boxes"),
        ("wrong.py:Silent", "Silent failed: it gave None (NoneType), not an answer out of the boxes"),
        ("wrong.py:Chatty", "Chatty failed: it said ['hello'] (list), not a list of Say"),
        ("wrong.py:Leaver", "Leaver failed in wrong.py, line 30: SystemExit('bye')."),
        ("wrong.py:Unmade", "The bot unmade cannot be made: TypeError("),
    ],
)
def test_a_check_says_what_is_wrong_with_a_bot(
    bot: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setattr("turncoat.cli.check.game_ids", lambda: ("truce",))
    assert run(["check", bot]) == 1
    assert words in capsys.readouterr().out


@pytest.mark.parametrize("bot", ["Typist", "Plain", "Boxed", "Silent", "Chatty", "Leaver"])
def test_a_bot_that_gives_no_answer_stops_no_game(bot: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    """The default counts for it."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("loot\n\n"))
    assert run(f"play --rounds 1 --seed s --bots wrong.py:{bot}".split()) == 0
    assert "The game is over" in capsys.readouterr().out


def test_a_check_stops_at_the_first_error_of_a_bot(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    """Without any answers some games would go on nearly for ever."""
    monkeypatch.setattr("turncoat.cli.check.game_ids", lambda: ("conspiracy", "truce"))
    assert run(["check", "rude.py:Rude"]) == 1
    assert capsys.readouterr().out.count("Rude failed") == 1


@pytest.mark.parametrize("file", ["nothing.py", "nothing.py:Nobody"])
def test_a_check_of_a_file_that_is_not_there_says_so(file: str, capsys: Printed) -> None:
    assert run(["check", file]) == 2
    assert capsys.readouterr().err == "turncoat: There is no file nothing.py.\n"


def test_a_file_is_named_with_its_ending(capsys: Printed) -> None:
    assert run(["check", "mybot:Avenger"]) == 2
    assert capsys.readouterr().err == "turncoat: --bots mybot:Avenger: to name a file, write mybot.py:Avenger.\n"


def test_a_check_ends_where_a_game_with_the_bot_does_not(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    """A bot that always chooses the first answer plays Conspiracy for ever."""
    monkeypatch.setattr(check, "LONGEST", 12)
    assert run(["check", "mybot.py:Avenger"]) == 1
    assert "with it at all 5 seats is not over after 12 answers." in capsys.readouterr().out


def test_a_bot_is_checked_in_one_game_alone(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    """What plays Conspiracy for ever can play Truce well."""
    monkeypatch.setattr(check, "LONGEST", 200)
    assert run(["check", "mybot.py:Avenger", "--game", "truce"]) == 0
    told = capsys.readouterr()
    assert told.out == "There is nothing to fix.\n"
    assert "Conspiracy" not in told.err
    assert run(["check", "mybot.py:Avenger", "--game", "chess"]) == 2


def test_a_distribution_brings_bots(folder: Path, capsys: Printed) -> None:
    """They sit down under the names of their entry points; the usual bot of a game stays what it is."""
    points = "[turncoat.bots]\navenger = mybot:Avenger\nghost = nopkg:Ghost\nidle = rude:Idle\n"
    points += "random = mybot:Avenger\nmy-bot = my-bot:Bot\n"
    outside.write(folder, points)
    with outside.found(folder):
        assert list(bots_for("truce")) == ["random", "avenger", "schemer"]
        assert "avenger" not in bots_for("dune")
        assert run(["games"]) == 0
        err = capsys.readouterr().err
        assert "The bot ghost of the distribution cutlery is left out: ModuleNotFoundError: No module" in err
        assert "The bot idle of the distribution cutlery is left out: rude:Idle is no bot" in err
        assert "The bot random of the distribution cutlery is left out: there is a bot random already" in err
        assert 'its entry point is "my-bot:Bot", but must be like "yourpackage.bots:Avenger"' in err
        assert run(["play", "truce", "--bots", "ghost"]) == 2
        err = capsys.readouterr().err
        assert "The bot ghost of the distribution cutlery is left out: ModuleNotFoundError: No module" in err
        assert "There is no bot" not in err
        assert run(["check", "cutlery"]) == 1
        assert "The bot ghost of the distribution" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("point", "words"),
    [("broken = nopkg.rules:RULES", "No module named 'nopkg'"), ("notrules = json:dumps", 'its entry point is "json:')],
)
def test_a_check_of_a_game_that_cannot_be_loaded_says_why(
    point: str, words: str, folder: Path, capsys: Printed
) -> None:
    """By the name of its entry point as by that of its distribution."""
    outside.write(folder, f"[turncoat.games]\n{point}\n")
    game = point.partition(" ")[0]
    with outside.found(folder):
        for named in (game, "cutlery"):
            assert run(["check", named]) == 1
            out = capsys.readouterr().out
            assert out.startswith(f"The game {game} of the distribution cutlery is left out: ")
            assert words in out
            assert out.count("\n") == 1


def test_a_check_names_the_line_in_which_a_board_fails(folder: Path, capsys: Printed) -> None:
    outside.change(outside.write(folder), {"board.py": ("return f'<svg", "return 1 / 0 or f'<svg")})
    with outside.found(folder):
        assert run(["check", "undercut", "--games", "1"]) == 1
    assert capsys.readouterr().out == "Undercut fails in board.py, line 6: ZeroDivisionError('division by zero').\n"


def test_a_check_says_what_is_wrong_with_a_game(folder: Path, capsys: Printed) -> None:
    package = outside.write(folder)
    with outside.found(folder):
        assert run(["check", "cutlery", "--games", "2"]) == 0
        assert "There is nothing to fix." in capsys.readouterr().out
    outside.change(package, {"rules.py": ("game.round += 1", "game.round += 1; game.points[0] += 1")})
    with outside.found(folder):
        assert run(["check", "undercut", "--games", "2"]) == 1
        assert "UND-5.1: the points do not add up" in capsys.readouterr().out
    outside.change(package, {"rules.py": ('"round.say"', '"round.choose"')})
    with outside.found(folder):
        assert run(["check", "undercut", "--games", "1"]) == 1
        assert '`questions` names "round.choose"' in capsys.readouterr().out


def test_the_bot_of_the_documentation_repeats_nothing_after_a_restart() -> None:
    """It hears and reads everything again, its own message as well, and has then said it already."""
    scope = dict[str, type[Bot[Struct, Action]]]()
    exec(blocks(BOTS, "python")[0], scope)  # our own documentation
    revealed = ActionsRevealed(1, (Pass(), Attack(0)), ())
    said = list[Say]()
    for again in (False, True):
        bot = scope["Avenger"](0, 2, Chance(bytes(32)))
        bot.hear(revealed)
        for own in said:
            bot.read(Message(0, own))
        new = bot.talk(Struct(), Boxes(box(Attack, target=OneOf((1,), "player"))))
        assert (len(new) == 0) is again
        said += new
