"""The GM's opponents are tried out before they are built: bots play the fight many times, beside the server."""

from __future__ import annotations

from math import inf
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from tests.serving import Browser, Sitting, begin

from turncoat.games import game_of
from turncoat.games.thrice.actions import Create
from turncoat.games.thrice.board import BOARD
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE
from turncoat.server import trials

RULES = game_of("thrice").rules
WEAK = {"act": "build", "build.removed": "0", "build.second": "0"}
STRONG = Create("human", "savage", "greedy", "calm", {"weapon": 3, "armour": 9})


NOTHING = {"lines": [], "played": 0, "more": False}
"""Nothing is tried out."""


def opponents_to_build() -> tuple[bytes, bytes]:
    """The options and the state of a table at which a strong character waits for the opponents."""
    options = RULES.read_options({"starting_wealth": 4})
    game = RULES.start(options, 2, bytes(32), SILENCE)
    play.submit(game, 0, STRONG)
    return msgspec.json.encode({"starting_wealth": 4}), RULES.encode(game)


def test_games_are_played_to_their_end_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answer gives the same games, each batch others; a strong character beats what nothing was bought for."""
    monkeypatch.setattr(trials, "BATCHES", (8, 8))
    monkeypatch.setattr(trials, "SECONDS", inf)
    monkeypatch.setattr(trials, "PATIENCE", inf)
    options, state = opponents_to_build()
    answer = msgspec.json.encode({"type": "build", "removed": 0, "second": 0, "points": {}})
    found = trials.trial("thrice", options, state, 1, answer, 0)
    assert len(found) == 8
    assert found == trials.trial("thrice", options, state, 1, answer, 0)
    assert found != trials.trial("thrice", options, state, 1, answer, 1)
    assert {one["end"] for one in found} == {"victory"}


def test_games_that_take_too_long_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for ever: what was played is told."""
    monkeypatch.setattr(trials, "SECONDS", -1.0)
    options, state = opponents_to_build()
    answer = msgspec.json.encode({"type": "build", "removed": 0, "second": 0, "points": {}})
    assert trials.trial("thrice", options, state, 1, answer, 0) == ()


def test_what_came_of_it_is_one_sentence() -> None:
    """How often the party wins, in how many rounds, and how often somebody falls."""
    view = RULES.view(RULES.decode(opponents_to_build()[1]), 1)
    assert isinstance(view, ThriceView)
    won: trials.Trial = {"end": "victory", "rounds": 3, "characters standing": 1}
    lost: trials.Trial = {"end": "total party kill", "rounds": 2, "characters standing": 0}
    said = BOARD.tried(view, [won, won, won, lost])
    assert said == ("Played 4 times by the game's own bots: the party wins 75 %, 2.8 rounds, somebody falls 1 in 4.")
    assert "nobody falls" in BOARD.tried(view, [won])
    assert "somebody falls 100 times in 100" in BOARD.tried(view, [lost])


def test_the_gm_alone_has_it_tried_out(browser: Browser) -> None:
    """THR-D2: over the pages; a player, and an answer that is not complete, get nothing."""
    table = begin(browser.client, ("Agatha", "The GM"), game="thrice", options={"starting_wealth": 4})
    fields = {name: value for name, value in RULES.write_action(STRONG).items() if name != "type"}
    table.answer(0, "create", **fields)
    browser.join(table.link(1))
    path = f"/tables/{table.id}"
    assert f'data-trial="{path}/trial"' in browser.get(path).text
    told = tried(browser, table, WEAK)
    assert (told["more"], told["played"]) == (True, 3)
    assert told["lines"][0].startswith("Played 3 times by the game's own bots: the party wins ")
    assert tried(browser, table, {"act": "build"}) == NOTHING
    browser.join(table.link(0))
    assert browser.client.get(f"{path}/trial?{urlencode(WEAK | {'seat': 0})}").json() == NOTHING


def tried(browser: Browser, table: Sitting, form: dict[str, str]) -> dict[str, Any]:
    """What the page is told about a form that is being filled in."""
    response = browser.client.get(f"/tables/{table.id}/trial?{urlencode(form)}")
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found
