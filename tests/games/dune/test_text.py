"""Every event is a sentence in the names of the skin; every decision is a question."""

from __future__ import annotations

from random import Random
from types import MappingProxyType

import pytest
from msgspec import structs
from tests.games.dune.story import EMP, FRE, HAR, Table, fid

from turncoat.games.dune.facts import LEADER_IDS
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.setup.events import PredictionNoted
from turncoat.games.dune.spice_blow.events import WormStruck
from turncoat.games.dune.storm.events import StormStruck
from turncoat.games.dune.text import QUESTIONS as ASKED_AT
from turncoat.games.dune.text import SKINS, DuneNames, skin
from turncoat.games.dune.truthtrance import QUESTIONS
from turncoat.games.dune.truthtrance.events import Asked, PromiseLapsed, Put
from turncoat.kernel import Event, play
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.events import Listener
from turncoat.kernel.play import decisions_of

NAMES = RULES.names([f"P{seat}" for seat in range(6)])
NEUTRAL = RULES.names([f"P{seat}" for seat in range(6)], RULES.read_options({"skin": "neutral"}))


def said(event: Event) -> str:
    return event.say(NAMES)


@pytest.fixture(scope="module")
def heard() -> MappingProxyType[str, Event]:
    """One event of each kind that a few games of random answers bring forth."""
    found: dict[str, Event] = {}
    for number in range(6):
        listener, chance = Listener(), Random(number)
        options = RULES.read_options({"preset": ("rulebook", "treachery-online")[number % 2], "turns": 6})
        game = RULES.start(options, 6, bytes([number] * 32), listener)
        while not play.over(game):
            seat = chance.randrange(6)
            free = play.beside(game, seat)
            if free and chance.random() < 0.15:
                play.submit(game, seat, free.nth(chance.randrange(free.count)), listener)
                continue
            seat = chance.choice(play.waiting(game))
            boxes = play.boxes(game, seat)
            play.submit(game, seat, boxes.nth(chance.randrange(boxes.count)), listener)
        for _, event in listener.heard:
            found.setdefault(tag_of_event(event), event)
    return MappingProxyType(found)


def tag_of_event(event: Event) -> str:
    return str(event.__struct_config__.tag)


def test_events_are_sentences(heard: MappingProxyType[str, Event]) -> None:
    """Nothing is said in ids, in any skin: each begins with a capital letter and ends with a full stop."""
    assert len(heard) > 45
    for event in heard.values():
        for names in (NAMES, NEUTRAL):
            sentence = event.say(names)
            assert sentence[0] == sentence[0].upper(), sentence
            assert sentence[-1] in ".!?”", sentence
            assert not any(leader in sentence for leader in LEADER_IDS), sentence
            assert "_" not in sentence, sentence
            assert "None" not in sentence, sentence


def test_the_neutral_skin_says_no_proper_name(heard: MappingProxyType[str, Event]) -> None:
    """DUN-O-30: names of the usual skin do not occur in the sentences of the other."""
    usual = {*skin().faction.values(), *skin().leader.values()}
    for event in heard.values():
        sentence = event.say(NEUTRAL)
        assert not [name for name in usual if name in sentence], sentence


def test_every_event_has_a_sentence() -> None:
    """Also those that chance has not brought."""
    assert all(kind.speaks() and kind.__doc__ for kind in RULES.events)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            StormStruck(3, {fid(HAR): 2}, 5, ()),
            "The storm in sector 3 destroys 2 forces of Harkonnen and 5 spice.",
        ),
        (WormStruck("old-gap", {}, 0), "A sandworm comes in Old Gap and devours nothing."),
        (PredictionNoted("sisters", fid(HAR), 4), "You predict that Harkonnen wins in turn 4."),
        (Asked(fid(EMP), fid(FRE), "ask_card", "karama", 0), None),
        (PromiseLapsed(fid(FRE), "ask_break", ""), None),
    ],
)
def test_some_sentences(event: Event, sentence: str | None) -> None:
    """As they are read."""
    assert said(event) == sentence if sentence else said(event).startswith(("Emperor asks Fremen", "Fremen cannot"))


def test_every_question_of_the_closed_list_has_words() -> None:
    """DUN-7.12.2."""
    for question in QUESTIONS:
        words = Put(tag_of(question), "shield", 3).say(NAMES)
        assert words.endswith("?") or tag_of(question) == "ask_freely"
    assert Put("ask_card", "karama").say(NAMES) == "Do you hold a card of this kind: Karama?"


def test_every_decision_is_a_question() -> None:
    """DUN-8."""
    keys = {step.key for step in decisions_of(Table().game.__class__)}
    assert keys == set(ASKED_AT)
    assert all(RULES.question(key)[-1] in "?." for key in keys)


def test_a_skin_changes_nothing_but_names() -> None:
    """DUN-O-30: the same answers give the same position and the same events; both skins name the same things."""
    games = []
    for name in SKINS:
        listener = Listener()
        game = RULES.start(RULES.read_options({"skin": name, "turns": 2}), 4, bytes(32), listener)
        while not play.over(game):
            play.time_up(game, listener)
        game.options = structs.replace(game.options, skin="dune")
        games.append((RULES.encode(game), listener.heard))
    assert games[0] == games[1]
    one, other = (structs.asdict(skin(name)) for name in SKINS)
    assert {table: set(names) for table, names in one.items()} == {table: set(names) for table, names in other.items()}
    assert NEUTRAL.label("faction", fid(FRE)) == "Nomads"


def test_what_is_worth_seeing_where_a_plan_is_made() -> None:
    """DUN-2.5.1, DUN-2.4: the strength of leaders and the kinds of cards; nothing that their names say already."""
    names = DuneNames(("Agatha",))
    assert (names.note("leader", "throne-5"), names.note("leader", "cheap-hero")) == ("2", "0")
    assert (names.note("card", "projectile-1"), names.note("card", "worthless-3")) == (
        "projectile weapon",
        "worthless card",
    )
    assert {names.note("card", card) for card in ("lasgun", "karama")} == {""}
    assert names.note("leader", None) == names.note("faction", "throne") == ""


def test_forces_are_moved_from_a_place_and_put_at_it() -> None:
    """DUN-4.7.6, DUN-3.3.2: the word that follows a number depends on what is done."""
    names = DuneNames(("Agatha",))
    assert names.there("location", "east-city/9", "move") == "from Arrakeen 9"
    assert names.there("location", "east-city/9", "place") == "at Arrakeen 9"
    assert names.there("card", "lasgun", "move") == ""
