"""The fuzzer finds nothing in sound rules, and every fault that is planted."""

from __future__ import annotations

import re

import msgspec
import pytest
from tests import planted
from tests.kit import sure
from tests.planted import Fault, choosing, door, instead

from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, Unreadable
from turncoat.lab import fuzz
from turncoat.lab.fuzz import Outcome, Setup

FAULTS: dict[str, tuple[Fault, str]] = {
    "a clone shares a list": (instead(clone=planted.sharing_clone), "clone"),
    "a clone is not equal": (instead(clone=planted.unequal_clone), "clone"),
    "reading forgets": (instead(decode=planted.forgetful_decode), "encoding"),
    "a coin is lost": (instead(set_up=planted.losing_set_up), "audit"),
    "luck is not in the key": (instead(set_up=planted.lucky_set_up()), "replay"),
    "more is told the second time": (instead(set_up=planted.talkative_set_up()), "replay"),
    "the default is illegal": (choosing(default=planted.illegal_default), "default"),
    "somebody is asked and has no choice": (choosing(boxes=planted.boxes_without_anything), "stall"),
    "nobody is needed any more": (choosing(complete=lambda *given: False), "stall"),
    "anything is accepted": (planted.accept_anything, "forgery"),
    "a refusal is told": (door("submit", planted.tell_of_refusals), "forgery"),
    "time stands still": (door("time_up", planted.time_stands_still), "stall"),
    "nobody has won": (instead(winners=lambda game: []), "end"),
    "the view shows what is sealed": (
        instead(view=lambda game, seat: (repr(game.stack),)),
        "leak",
    ),
    "the rules crash": (instead(audit=lambda game: 1 / 0), "rules"),
}


def look(fault: Fault, monkeypatch: pytest.MonkeyPatch, games: int = 40) -> Outcome:
    """Fuzz faulty rules of Truce until something is found."""
    rules = fault(monkeypatch)
    monkeypatch.setattr(fuzz, "ruleset", lambda game: rules)
    outcome = Outcome(0, 0)
    for number in range(games):
        setup = fuzz.setup_for(ruleset("truce"), "planted", number, {"rounds": 3, "bad_submission": "refuse"})
        outcome = fuzz.walk(setup, "planted", number)
        if outcome.finding:
            break
    return outcome


def test_sound_rules_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        outcome = fuzz.walk(fuzz.setup_for(ruleset("truce"), "sound", number, {}), "sound", number)
        assert outcome.finding is None
        assert outcome.moves > 0


def test_forged_answers_are_tried_and_refused() -> None:
    setup = fuzz.setup_for(ruleset("truce"), "forged", 0, {"bad_submission": "refuse"})
    assert fuzz.walk(setup, "forged", 0).forgeries > 50


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault, check = FAULTS[name]
    finding = sure(look(fault, monkeypatch).finding)
    assert finding.check == check, finding.complaint


def test_rules_that_crash_say_where(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = sure(look(FAULTS["the rules crash"][0], monkeypatch).finding)
    assert re.search(r"ZeroDivisionError.*\(test_fuzz\.py, line \d+, <lambda>\)", finding.complaint)


def test_a_game_without_an_end_is_called_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "MOST_MOVES", 30)
    setup = fuzz.setup_for(ruleset("truce"), "endless", 0, {"rounds": 1000})
    finding = sure(fuzz.walk(setup, "endless", 0).finding)
    assert finding.check == "end"


def test_a_game_that_can_never_end_is_found_long_before_that() -> None:
    """LOY-13.7: nobody is ruined, nobody can have more than half, and the coins are spent."""
    without: dict[str, object] = {
        "military_end": "false",
        "revolution_end": "false",
        "taxes": "false",
        "start_coins": "3",
    }
    finding = sure(fuzz.walk(fuzz.setup_for(ruleset("loyalty"), "endless", 3, without, 3), "endless", 3).finding)
    assert finding.check == "end"
    assert finding.complaint.startswith("the game can never end: the coins do not suffice")
    again = sure(fuzz.again(finding).finding)
    assert again.complaint == finding.complaint


def test_one_game_in_four_is_played_as_it_is() -> None:
    """LOY-13.13: the others have a round limit, unless something was asked for."""
    rules = ruleset("loyalty")
    limits = [fuzz.setup_for(rules, "brief", number, {}).options["round_limit"] for number in range(8)]
    assert limits == [2, 2, 2, 0, 2, 2, 2, 0]
    asked = fuzz.setup_for(rules, "brief", 0, {"taxes": False}).options
    assert (asked["taxes"], asked["round_limit"]) == (False, 0)


def test_a_finding_survives_its_file_and_plays_again(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = sure(look(choosing(default=planted.illegal_default), monkeypatch).finding)
    back = fuzz.read(fuzz.write(finding))
    assert back == finding
    again = sure(fuzz.again(back).finding)
    assert (again.check, again.complaint) == (finding.check, finding.complaint)


def test_a_finding_that_was_mended_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as faulty:
        finding = look(choosing(default=planted.illegal_default), faulty).finding
    assert finding is not None
    assert fuzz.again(finding).finding is None


def test_options_and_seats_vary_unless_they_are_given() -> None:
    rules = ruleset("truce")
    free = [fuzz.setup_for(rules, "vary", number, {}) for number in range(30)]
    assert len({setup.seats for setup in free}) > 2
    assert {setup.options["reveal"] for setup in free} == {"table", "correspondence"}
    fixed = [fuzz.setup_for(rules, "vary", number, {"reveal": "table"}, 4) for number in range(10)]
    assert {(setup.seats, setup.options["reveal"]) for setup in fixed} == {(4, "table")}


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b'{"complaint": 3}'])
def test_what_is_no_finding_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable, match="not the file of a finding"):
        fuzz.read(data)


def test_a_damaged_key_is_one_sentence() -> None:
    setup = Setup("truce", {}, 3, "no hexadecimal")
    finding = fuzz.Finding("x", "audit", setup, "", ())
    with pytest.raises(BadSetup, match="damaged"):
        fuzz.again(msgspec.structs.replace(finding))
