"""What a seat may not know does not reach it, in any game, at any step, on any channel; planted leaks are caught."""

from __future__ import annotations

import os
from random import Random

import pytest
from msgspec import structs
from tests import planted
from tests.conformance.test_conformance import CALLED, TABLES
from tests.conformance.walk import Walk
from tests.leaks import channels, hunt
from tests.planted import Fault, choosing, door, instead

from turncoat.games import game_ids, ruleset
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Attack, Truce
from turncoat.games.truce.view import TruceView
from turncoat.kernel import play
from turncoat.table.notices import Owed, owed
from turncoat.table.table import Table

LOOKED_AT = range(0, len(TABLES), 1 if os.environ.get("TURNCOAT_TEST_PROFILE") == "explore" else 2)
"""Every second of the tables at which conformance is tried; all of them where new examples are looked for."""


@pytest.mark.parametrize("number", LOOKED_AT, ids=CALLED[:: LOOKED_AT.step])
def test_nothing_hidden_reaches_a_seat(number: int) -> None:
    game, seats, options = TABLES[number]
    hunt.at_every_step(Walk(ruleset(game), options, seats, Random(number)))


@pytest.mark.parametrize("game", game_ids())
def test_there_is_something_to_hide(game: str) -> None:
    """A hunt in which no deal ever differs from the truth would find nothing.

    One more than the least sit down: alone with a single player, a game master knows everything.
    """
    walk = Walk(ruleset(game), {}, ruleset(game).seats[:2][-1], Random(3))
    differing = set()
    for state in walk.steps():
        truth = hunt.secret_of(walk.rules, state)
        for seat in range(walk.seats):
            other = walk.rules.redeal(state, seat, walk.chance.randbytes(32))
            if hunt.secret_of(walk.rules, other) != truth:
                differing.add(seat)
    assert differing == set(range(walk.seats))


@pytest.mark.parametrize("game", game_ids())
def test_dealing_again_is_the_same_for_the_same_key(game: str) -> None:
    """Search bots and these tests can be repeated."""
    rules = ruleset(game)
    walk = Walk(rules, {}, rules.seats[0], Random(4))
    for state in walk.steps():
        key = walk.chance.randbytes(32)
        assert rules.encode(rules.redeal(state, 0, key)) == rules.encode(rules.redeal(state, 0, key))


# --- planted leaks --------------------------------------------------------------------------------


LEAKS: dict[str, tuple[Fault, str]] = {
    "a view shows a sealed action": (instead(view=planted.view_with_sealed_actions), "can tell by view"),
    "an event told to all": (door("submit", planted.telling_submit), "can tell by stream"),
    "a shared count of requests": (door("submit", planted.counting_submit), "can tell by request"),
    "a mark in spite of the option": (
        instead(shown_waiting=planted.waiting_in_spite_of_the_option),
        "can tell by waiting",
    ),
    "boxes that know": (choosing(boxes=planted.boxes_that_know), "can tell by boxes"),
    "gifts that know": (choosing(aside=planted.gifts_that_know), "can tell by beside"),
    "a default that knows": (choosing(default=planted.default_that_knows), "can tell by question"),
    "a refusal that knows": (choosing(mend=planted.refusal_that_knows), "can tell by refusals"),
    "bots that are sent too much": (planted.sent_too_much, "can tell by thought_about"),
    "winners before the end": (instead(winners=planted.winners_by_what_is_sealed), "can tell by result"),
    "dealing that changes what the seat knows": (instead(redeal=planted.redeal_too_much), "can tell by question"),
    "dealing that deals nothing": (instead(redeal=planted.redeal_as_it_is), "generator was not dealt again"),
    "dealing that leaves the sealed": (instead(redeal=planted.redeal_only_the_key), "is not dealt again"),
    "dealing that cheats": (instead(redeal=planted.redeal_a_coin), "is not sound"),
}


def secretive(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """Three rounds with four players who do not show who has submitted, played by faulty rules."""
    return Walk(fault(monkeypatch), {"rounds": 3, "show_submitted": False}, 4, Random(2))


def test_sound_rules_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    hunt.at_every_step(secretive(planted.sound, monkeypatch))


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault, sentence = LEAKS[name]
    with pytest.raises(AssertionError, match=sentence):
        hunt.at_every_step(secretive(fault, monkeypatch))


def a_board_that_counts_attacks(game: Truce, seat: int | None) -> TruceView:
    """The planted fault: the first player has a coin more for each attack that is sealed."""
    shown, now = RULES.view(game, seat), play.pending(game)
    attacks = sum(isinstance(action, Attack) for action in now.answers.values()) if now else 0
    return structs.replace(shown, supplies=(shown.supplies[0] + attacks, *shown.supplies[1:]))


def test_a_mail_with_a_board_that_knows_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing but the mail is looked at."""
    monkeypatch.setattr(channels, "CHANNELS", {"mail": channels.mail})
    with pytest.raises(AssertionError, match="can tell by mail"):
        hunt.at_every_step(secretive(instead(view=a_board_that_counts_attacks), monkeypatch))


def test_notices_that_count_the_sealed_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def counting(table: Table, seat: int | None, now: int) -> list[Owed]:
        many = len(play.waiting(table.game)) if table.game is not None else 0
        return [structs.replace(one, key=f"{one.key} {many}") for one in owed(table, seat, now)]

    monkeypatch.setattr(channels, "owed", counting)
    with pytest.raises(AssertionError, match="can tell by notices"):
        hunt.at_every_step(secretive(planted.sound, monkeypatch))
