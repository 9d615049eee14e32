"""Each check of conformance catches the fault that was planted for it."""

from __future__ import annotations

from random import Random

import pytest
from tests import planted
from tests.conformance import checks, walk
from tests.conformance.walk import Walk
from tests.planted import Fault, choosing, door, instead

FAULTS: dict[str, tuple[Fault, str]] = {
    "a clone shares a list": (instead(clone=planted.sharing_clone), r"shares game\.supplies"),
    "a clone shares a record": (instead(clone=planted.sharing_clone_deep_inside), r"shares game\.stack\[1\]\.pending"),
    "a clone is not equal": (instead(clone=planted.unequal_clone), "clone is not equal"),
    "reading forgets": (instead(decode=planted.forgetful_decode), "another state"),
    "writing is unstable": (instead(encode=planted.unstable_encode()), "written differently"),
    "a coin is lost": (instead(set_up=planted.losing_set_up), "TRU-15.1"),
    "the audit is wrong": (instead(audit=lambda game: ["TRU-0: it is Monday"]), "it is Monday"),
    "luck is not in the key": (instead(set_up=planted.lucky_set_up()), "ends in another state"),
    "more is told the second time": (instead(set_up=planted.talkative_set_up()), "tells something else"),
    "the default is illegal": (choosing(default=planted.illegal_default), "default .* is not legal"),
    "somebody is asked and has no choice": (choosing(boxes=planted.boxes_without_anything), "nothing to answer"),
    "an answer occurs twice": (choosing(boxes=planted.boxes_with_a_repeat), "occurs twice"),
    "answers are misnumbered": (choosing(boxes=planted.boxes_in_another_order), "the answer with the number"),
    "a legal gift is refused": (choosing(act=planted.gift_refused_after_all), "in the boxes and refused"),
    "a refusal changes the game": (choosing(mend=planted.changing_mend), "changed the game"),
    "a refusal is told": (door("submit", planted.tell_of_refusals), "was refused and told"),
    "nobody is needed any more": (choosing(complete=lambda *given: False), "does not go on"),
    "anything is accepted": (planted.accept_anything, "not in the boxes and was accepted"),
    "any seat may answer": (door("submit", planted.accept_any_seat), "accepted"),
    "an old answer is accepted": (door("submit", planted.accept_any_request), "accepted"),
    "the end is not the end": (door("submit", planted.accept_after_the_end), "accepted"),
    "strangers have a choice": (door("boxes", planted.boxes_for_strangers), "after the end|has something to answer"),
    "time stands still": (door("time_up", planted.time_stands_still), "nothing happened"),
    "nonsense is read": (instead(read_action=planted.read_anything), "was read as an answer"),
    "answers are lost on the way": (instead(write_action=planted.write_everything_alike), "is read as"),
    "a play-out plays something else": (door("play_out", planted.careless_play_out), "a play-out ends in another"),
    "an event says nothing": (planted.mumbling, "nothing is said"),
    "an event is read wrongly": (instead(read_event=planted.misread), "does not survive JSON"),
    "a rule cannot be looked up": (instead(rulebook="# Truce"), "nobody can look up"),
    "a view cannot be read": (instead(views=planted.ViewOfNothing), "the view is read as another"),
    "all have won already": (instead(winners=planted.all_win), "winners"),
}


def tiny(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """Two rounds with three players, played by faulty rules."""
    return Walk(fault(monkeypatch), {"rounds": 2}, 3, Random(5))


def test_sound_rules_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    checks.at_every_step(tiny(planted.sound, monkeypatch))


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault, sentence = FAULTS[name]
    with pytest.raises(AssertionError, match=sentence):
        checks.at_every_step(tiny(fault, monkeypatch))


def test_a_game_without_an_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "LONGEST", 300)
    endless = tiny(choosing(until=lambda *given: False), monkeypatch)
    with pytest.raises(AssertionError, match="did not end within 300 steps"):
        for _ in endless.steps():
            pass
