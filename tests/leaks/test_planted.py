"""The hunt for leaks catches the leaks that were planted, on the channel where they are."""

from __future__ import annotations

from random import Random

import pytest
from tests import planted
from tests.conformance.walk import Walk
from tests.leaks import hunt
from tests.planted import Fault, choosing, door, instead

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
