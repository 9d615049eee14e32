"""What ids are called: every id in a view or in boxes has a label, and the schema says of which kind it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from tests.kit import of_the_tree
from tests.serving import Sitting

from turncoat.bots import seat_names
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.lexicon import labels
from turncoat.kernel.space import Amounts, OneOf, Order, Some
from turncoat.server.api.games import schema

KIND = re.compile(r"Of the kind `([\w-]+)`\.")

WORDS = {"type", "profile", "action"}
"""Fields without a kind: words, or parts of answers, whose spaces say their kind."""

STEPS = 60
"""Decisions that are looked at in each game."""

Labels = Mapping[str, Mapping[str, str]]


def unlabelled(data: Any, part: Any, known: Any, kind: str, field: str, called: Labels) -> Iterator[str]:
    """The ids in data that have no label, or are in a field that does not say what they are."""
    part = _branch(part, data, known)
    found = KIND.search(part.get("description", ""))
    kind = found[1] if found else kind
    if isinstance(data, dict):
        own = part.get("properties", {})
        for key, value in data.items():
            if not own and kind and key not in called[kind]:
                yield f"{field}: {key} is no {kind}"
            inner = own.get(key) or part.get("additionalProperties") or {}
            yield from unlabelled(value, inner, known, "" if own else kind, key if own else field, called)
    elif isinstance(data, list):
        for one in data:
            yield from unlabelled(one, part.get("items") or {}, known, kind, field, called)
    elif isinstance(data, str) and data and field not in WORDS and not any(data in one for one in called.values()):
        yield f"{field}: {data} is no {kind or 'kind'}"
    elif isinstance(data, str) and data and field not in WORDS and not kind:
        yield f"{field} does not say what {data} is"


def _branch(part: Any, data: Any, known: Any) -> Any:
    """The part of a schema that speaks of these data, with what is said of it."""
    said = part.get("description", "")
    for one in part.get("anyOf", part.get("oneOf", [])):
        whole = known[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        if not isinstance(data, dict) or data.keys() <= whole.get("properties", {}).keys():
            part = part | {name: value for name, value in whole.items() if name != "description"}
    if "$ref" in part:
        part = known[part["$ref"].rpartition("/")[2]] | {"description": said}
    return part


@pytest.mark.parametrize("game", of_the_tree())
def test_every_id_has_a_label(game: str) -> None:
    rules, seats = ruleset(game), ruleset(game).suggested[0]
    options = rules.read_options(rules.brief)
    names = rules.names(seat_names(seats), options)
    described = msgspec.to_builtins(schema(rules))
    match = Match(rules, options, seats, derive(game, "labels"), seat_bots(game, ["random"] * seats, "labels"))
    faults = set[str]()
    for step in range(STEPS):
        if play.over(match.game):
            break
        seat = step % seats
        view = rules.view(match.game, seat)
        called = labels(names, view)
        shown = {name: value for name, value in msgspec.to_builtins(view, str_keys=True).items() if name != "options"}
        faults |= {*unlabelled(shown, described["properties"]["view"], described["$defs"], "", "view", called)}
        for box in (*play.boxes(match.game, seat).boxes, *play.beside(match.game, seat).boxes):
            for _, space in box.fields:
                faults |= {f"{one} is no {space.domain}" for one in _named(space) if one not in called[space.domain]}
        match.step()
    assert faults == set()


def _named(space: object) -> Iterator[str]:
    """The ids in a space that has a kind."""
    if isinstance(space, OneOf | Some | Order) and space.domain:
        yield from (str(value) for value in space.values if value is not None)
    elif isinstance(space, Amounts) and space.domain:
        yield from (key for key, _ in space.caps)


def test_a_program_asks_for_them(table: Sitting) -> None:
    """Seats by their names, whoever asks."""
    called = table.client.get(f"/api/tables/{table.id}/labels").json()
    assert list(called["seat"].items())[:3] == [("0", "Agatha"), ("1", "Barney"), ("2", "Celeste")]


def test_what_has_no_label_is_found() -> None:
    """THR-3.2: a label that is missing, an id of another kind, and a field that does not say of which kind it is."""
    part = {
        "properties": {"kin": {"description": "Of the kind `kin`."}, "plain": {}, "chosen": {"$ref": "#/$defs/Kin"}}
    }
    known = {"Kin": {"properties": {}, "description": "Of the kind `kin`."}}
    called = {"kin": {"troll": "Troll"}, "seat": {"dwarf": "Agatha"}}

    def told(**data: object) -> list[str]:
        return list(unlabelled(data, part, known, "", "view", called))

    assert told(kin="troll", type="anything") == []
    assert told(kin="giant") == ["kin: giant is no kin"]
    assert told(plain="troll") == ["plain does not say what troll is"]
    assert told(plain=["nobody"]) == ["plain: nobody is no kind"]
    assert told(kin={"giant": 3}) == ["kin: giant is no kin"]
