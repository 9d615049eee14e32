"""The schema of a game says everything of its options, answers, views and events (``/api/games/{game}/schema``)."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from jsonschema_rs import Draft202012Validator
from tests.described import faults_of
from tests.kit import of_the_tree

from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.events import Listener
from turncoat.server.api.games import schema

STEPS = 150
"""So many answers of a game are looked at, and every view and event on the way."""


def plain(data: object) -> Any:
    """As it comes over the wire."""
    return json.loads(msgspec.json.encode(msgspec.to_builtins(data, str_keys=True)))


@pytest.mark.parametrize("game", of_the_tree())
def test_whatever_a_seat_sees_hears_and_answers_is_as_the_schema_says(game: str) -> None:
    rules, chance, listener = ruleset(game), Random(game), Listener()
    options = rules.read_options({})
    position = rules.start(options, rules.usual_seats, chance.randbytes(32), listener)
    assert faults_of(game, "options", plain(options)) == []
    for step in range(STEPS):
        if not (waiting := play.waiting(position)):
            break
        seat = chance.choice(waiting)
        answer = play.boxes(position, seat).sample(chance.randrange)
        assert faults_of(game, "answer", rules.write_action(answer)) == []
        play.submit(position, seat, answer, listener)
        for eyes in (None, seat) if step % 5 == 0 else ():
            assert faults_of(game, "view", plain(rules.view(position, eyes))) == []
    assert len(listener.heard) > 10
    for _, event in listener.heard:
        assert faults_of(game, "event", plain(event)) == []


@pytest.mark.parametrize("game", of_the_tree())
def test_every_field_of_a_game_is_described(game: str) -> None:
    """By its docstring, or by the sentence in which it stands."""
    named = schema(ruleset(game))["$defs"]
    assert isinstance(named, dict)
    dumb = [
        f"{name}.{field}"
        for name, one in named.items()
        for field, said in one.get("properties", {}).items()
        if "description" not in said and not re.search(rf"{{{field}\b|``{field}``", one["description"])
    ]
    assert dumb == []


def test_a_misspelt_answer_or_option_is_not_one() -> None:
    assert faults_of("truce", "answer", {"type": "attack", "target": 2}) == []
    assert faults_of("truce", "answer", {"type": "attack", "victim": 2}) != []
    assert faults_of("truce", "answer", {"type": "atack", "target": 2}) != []
    assert faults_of("truce", "options", {"rounds": 3}) == []
    assert faults_of("truce", "options", {"ronds": 3}) != []


@pytest.mark.parametrize("game", of_the_tree())
def test_a_misspelt_option_is_refused_by_the_schema_as_it_is_served(game: str) -> None:
    """``faults_of`` closes whatever it holds something against; a program takes the schema as it comes."""
    whole = plain(schema(ruleset(game)))
    served = Draft202012Validator({**whole["properties"]["options"], "$defs": whole["$defs"]})
    assert served.is_valid({})
    assert not served.is_valid({"ronds": 1})


def test_it_is_served(client: httpx.Client) -> None:
    found = client.get("/api/games/truce/schema").json()
    assert set(found["properties"]) == {"options", "answer", "view", "event"}
    assert client.get("/api/games/chess/schema").status_code == 404
