"""The schema of a game says everything of its options, answers, views and events (``/api/games/{game}/schema``)."""

from __future__ import annotations

import json
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
    fields = [(name, *field) for name, one in named.items() for field in one.get("properties", {}).items()]
    assert len(fields) > 100
    assert [(name, field) for name, field, said in fields if not said.get("description")] == []


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


def seen_at_the_start(game: str) -> Any:
    """What the first seat sees of a new game."""
    rules = ruleset(game)
    position = rules.start(rules.read_options({}), rules.usual_seats, bytes(32), Listener())
    return plain(rules.view(position, 0))


def test_the_document_says_what_the_view_of_each_game_is_made_of(client: httpx.Client) -> None:
    """So that a client made of it has their types. A view fits that of its own game alone."""
    said = client.get("/openapi.json").json()
    views = said["components"]["schemas"]["TableView"]["properties"]["view"]["anyOf"]
    fits = {one.get("$ref", "null"): Draft202012Validator({**one, "components": said["components"]}) for one in views}
    for game in of_the_tree():
        own = f"#/components/schemas/{game.capitalize()}View"
        assert [name for name, one in fits.items() if one.is_valid(seen_at_the_start(game))] == [own]
        assert not fits[own].is_valid({})


def test_types_of_two_games_that_have_one_name_are_kept_apart(client: httpx.Client) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    assert {"ConspiracyOwnView", "DuneOwnView"} < schemas.keys()
    assert schemas["ConspiracyOwnView"]["properties"] != schemas["DuneOwnView"]["properties"]
    assert schemas["DuneOwnView"]["title"] == "DuneOwnView"


def test_it_is_served(client: httpx.Client) -> None:
    found = client.get("/api/games/truce/schema").json()
    assert set(found["properties"]) == {"options", "answer", "view", "event"}
    assert client.get("/api/games/chess/schema").status_code == 404
