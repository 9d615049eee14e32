"""``turncoat play --json``: a program that reads and writes lines plays whole games."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from tests.kit import of_the_tree

from turncoat.cli import run
from turncoat.client.seen import boxes_in
from turncoat.games import ruleset
from turncoat.table.table_view import TableView

Lines = list[dict[str, Any]]
Program = Callable[[dict[str, Any]], str]


class Pipe(io.StringIO):
    """Both ends: what is printed is told to a program, and what that says is read."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program, self.lines = program, Lines()

    def write(self, text: str) -> int:
        self.lines += map(json.loads, filter(None, text.split("\n")))
        return len(text)

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        return self.program(self.lines[-1])


def talk(monkeypatch: pytest.MonkeyPatch, game: str, program: Program, *options: str) -> Lines:
    """All lines of a game that a program plays."""
    pipe = Pipe(program)
    monkeypatch.setattr(sys, "stdin", pipe)
    monkeypatch.setattr(sys, "stdout", pipe)
    assert run(["play", game, "--json", "--bots", "random", "--seed", "s", *options]) == 0
    return pipe.lines


def at_random(chance: Random) -> Program:
    """A program that answers at random among what it is shown."""

    def answer(line: dict[str, Any]) -> str:
        shown = msgspec.convert(line["table_view"], TableView)
        assert shown.question is not None
        action = boxes_in(ruleset(shown.game), shown.question.boxes).sample(chance.randrange)
        return msgspec.json.encode({"action": action}).decode() + "\n"

    return answer


@pytest.mark.parametrize("game", of_the_tree())
def test_a_program_plays_a_whole_game(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    rules = ruleset(game)
    brief = dict(rules.brief) | ({"rounds": 2} if "rounds" in rules.option_schema else {})
    options = [f"--option={name}={json.dumps(value).strip(chr(34))}" for name, value in brief.items()]
    lines = talk(monkeypatch, game, at_random(Random(1)), f"--players={rules.seats[0]}", *options)
    assert {"event", "asked", "over"} <= {line["type"] for line in lines}
    assert [line["type"] for line in lines].count("over") == 1
    assert lines[-1]["table_view"]["phase"] == "finished"
    heard = [line["event"]["number"] for line in lines if line["type"] == "event"]
    assert heard == [*range(1, lines[-1]["table_view"]["events"] + 1)]
    assert {line["table_view"]["seat"] for line in lines if "table_view" in line} == {0}


def test_a_line_that_cannot_be_is_refused_with_its_field_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRU-3.3: nobody attacks themselves."""
    wrong = iter(
        [
            "nonsense",
            "{}",
            '{"actoin": 1}',
            '{"action": {"type": "attack"}}',
            '{"action": {"type": "attack", "target": 0}}',
            '{"say": {"text": "Hello", "to": [1]}}',
        ]
    )
    lines = talk(monkeypatch, "truce", lambda _: next(wrong, '{"action": null}') + "\n", "--rounds", "1")
    refused = [line for line in lines if line["type"] == "refused"]
    assert [line["kind"] for line in refused] == [*["unreadable"] * 4, "not_allowed"]
    assert (refused[4]["field"], refused[4]["rule"]) == ("target", "TRU-3.2")
    assert [line["message"]["message"]["said"]["text"] for line in lines if line["type"] == "message"] == ["Hello"]
    actions = next(
        line["event"]["event"]["actions"] for line in lines if "actions" in line.get("event", {}).get("event", {})
    )
    assert actions[0] == {"type": "pass"}


def test_when_its_input_ends_a_program_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    assert talk(monkeypatch, "truce", lambda _: "")[-1]["type"] == "asked"


def test_a_program_plays_a_new_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "truce", "--json", "--resume", "game.jsonl"]) == 2
    assert "--json: a program plays a new game" in capsys.readouterr().err
