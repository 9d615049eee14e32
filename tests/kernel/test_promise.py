"""Promises that programs can read: kept or broken, judged from what was revealed."""

from __future__ import annotations

import msgspec
import pytest
from tests.kernel.games import Pay, Rest, Say, TinyAction

from turncoat.kernel.promise import Fate, Message, Pledge, PledgeState
from turncoat.kernel.promise import Say as Said

SAY_TWO = Pledge(who=1, act="say", fields={"number": 2})


def standing(pledge: Pledge) -> PledgeState:
    """A pledge that has just been made."""
    return PledgeState(pledge, pledge.times)


def fate(pledge: Pledge, *seen: TinyAction) -> Fate:
    """What becomes of a pledge when its seat is seen to answer so."""
    made = standing(pledge)
    for action in seen:
        made.judge(pledge.who, action)
    return made.fate


@pytest.mark.parametrize(
    ("pledge", "seen", "what"),
    [
        (SAY_TWO, [], Fate.OPEN),
        (SAY_TWO, [Say(2)], Fate.KEPT),
        (SAY_TWO, [Say(3)], Fate.BROKEN),
        (SAY_TWO, [Rest()], Fate.BROKEN),
        (Pledge(1, "say"), [Say(9)], Fate.KEPT),
        (Pledge(1, "say", {"number": 2}, will=False), [Say(3)], Fate.KEPT),
        (Pledge(1, "say", {"number": 2}, will=False), [Say(2)], Fate.BROKEN),
        (Pledge(1, "say", will=False), [Rest()], Fate.KEPT),
        (Pledge(1, "say", {"weight": 2}), [Say(2)], Fate.BROKEN),
        (Pledge(1, "pay", {"coins": 1}), [Pay(1)], Fate.KEPT),
    ],
)
def test_a_promise_is_kept_or_broken_by_what_is_seen(pledge: Pledge, seen: list[TinyAction], what: Fate) -> None:
    """Fields that were left out may be anything; a field that the answer does not have is not kept."""
    assert fate(pledge, *seen) is what


def test_a_promise_for_several_rounds_stands_until_the_last_or_the_first_breach() -> None:
    """No attack in the next three rounds."""
    three = Pledge(1, "say", {"number": 2}, will=False, times=3)
    assert fate(three, Rest(), Rest()) is Fate.OPEN
    assert fate(three, Rest(), Rest(), Say(1)) is Fate.KEPT
    assert fate(three, Rest(), Say(2)) is Fate.BROKEN
    assert fate(three, Say(2), Rest(), Rest()) is Fate.BROKEN


def test_what_others_do_has_nothing_to_do_with_it() -> None:
    made = standing(SAY_TWO)
    made.judge(0, Say(9))
    assert (made.fate, made.left) == (Fate.OPEN, 1)


def test_what_comes_after_the_judgement_does_not_change_it() -> None:
    """Kept is kept, broken is broken."""
    assert fate(SAY_TWO, Say(2), Say(9)) is Fate.KEPT
    assert fate(SAY_TWO, Say(9), Say(2)) is Fate.BROKEN


def test_talk_is_plain_data() -> None:
    """A promise travels over the wire like anything else; by default all hear it."""
    message = Message(1, Said(text="I will say 2.", promise=SAY_TWO, request=Pledge(0, "rest")))
    assert msgspec.json.decode(msgspec.json.encode(message), type=Message) == message
    assert message.said.to == ()
