"""What every game gets from the kernel: options, answers over the wire, storing, names."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct
from tests.kernel.games import (
    BELL,
    BIDDING,
    TABLE,
    Bell,
    Nod,
    Rest,
    Ring,
    Say,
    Tiny,
    TinyAction,
    Told,
    bidding,
    start,
)

from turncoat.kernel import events, play
from turncoat.kernel.chance import KEY_BYTES
from turncoat.kernel.cloning import clone
from turncoat.kernel.errors import BadSetup, Unreadable
from turncoat.kernel.events import SILENCE, Tell
from turncoat.kernel.flows import Flow
from turncoat.kernel.ruleset import Ruleset, SeatNames


class Options(Struct, frozen=True):
    """What the players agree on."""

    rounds: Annotated[int, Meta(ge=1, le=9, title="Rounds", extra_json_schema={"rule": "TNY-O1"})] = 2
    pace: Annotated[Literal["fast", "slow"], Meta(title="Pace", extra_json_schema={"rule": "TNY-O2"})] = "fast"
    loud: Annotated[bool, Meta(title="Loud", extra_json_schema={"rule": "TNY-O3"})] = False
    least: Annotated[int, Meta(ge=0, title="Least", extra_json_schema={"rule": "TNY-O4"})] = 0


class View(Struct, frozen=True):
    """What anybody sees: the purses."""

    purses: tuple[int, ...]


class Knocked(events.Event):
    """Something that happens at the table, not in the game."""


def set_up(options: Options, seats: int, key: bytes, tell: Tell) -> Tiny:
    return start(*(bidding(*range(seats)) for _ in range(options.rounds)), purses=(3,) * seats, tell=tell)


RULES: Ruleset[Tiny, Options, TinyAction, View] = Ruleset(
    id="tiny",
    package=__name__,
    title="Tiny",
    summary="Purses.",
    prefix="TNY",
    seats=range(2, 5),
    suggested=range(2, 5),
    state=Tiny,
    options=Options,
    sections=(TABLE, BIDDING, BELL),
    events=(Told,),
    views=View,
    set_up=set_up,
    view=lambda game, _: View(tuple(game.purses)),
    redeal=lambda game, *_: clone(game),
    audit=lambda game: [] if min(game.purses) >= 0 else ["TNY-5: a purse is overdrawn"],
    winners=lambda game: [] if game.stack else [0],
    scores=lambda game: game.purses,
    conflicts=lambda options, seats: "Two players cannot be loud." if options.loud and seats == 2 else "",
)
KEY = bytes(KEY_BYTES)


def test_a_game_is_set_up_for_as_many_as_may_play() -> None:
    """Too few or too many are told how many may."""
    assert len(RULES.start(Options(), 4, KEY, SILENCE).purses) == 4
    for seats in (1, 5):
        with pytest.raises(BadSetup, match=f"Tiny is for 2 to 4 players, not {seats}"):
            RULES.start(Options(), seats, KEY, SILENCE)


@pytest.mark.parametrize("sections", [(TABLE, BELL), (TABLE, BIDDING, BELL, BIDDING)])
def test_the_rules_name_the_steps_of_every_section_once(sections: tuple[Flow[Tiny], ...]) -> None:
    """One that is forgotten is noticed when the game is loaded, not when it is reached."""
    with pytest.raises(
        TypeError, match=r"Tiny: name the steps of Bidding once in the sections of its rules: flow\(Bidd"
    ):
        replace(RULES, sections=sections)


def test_options_that_exclude_each_other_are_refused_in_words() -> None:
    with pytest.raises(BadSetup, match="Two players cannot be loud"):
        RULES.start(Options(loud=True), 2, KEY, SILENCE)


def test_options_come_from_data_or_from_the_strings_of_a_form() -> None:
    assert RULES.read_options({"rounds": "3", "loud": "true"}) == Options(rounds=3, loud=True)
    assert RULES.read_options({}) == Options()


@pytest.mark.parametrize(
    ("data", "field", "sentence"),
    [
        ({"rounds": 10}, "rounds", r"“Rounds” must be a whole number, 1 to 9, not 10 \(TNY-O1\)\."),
        ({"rounds": "many"}, "rounds", "whole number, 1 to 9, not 'many'"),
        ({"least": -1}, "least", "whole number, 0 or more, not -1"),
        ({"pace": "brisk"}, "pace", r"“Pace” must be fast or slow, not 'brisk' \(TNY-O2\)\."),
        ({"loud": "maybe"}, "loud", r"“Loud” must be true or false, not 'maybe' \(TNY-O3\)\."),
        ({"size": 1}, "size", "Tiny has no option size; it has rounds, pace, loud, least."),
    ],
)
def test_a_bad_option_is_named_with_what_it_may_be(data: dict[str, object], field: str, sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence) as refused:
        RULES.read_options(data)
    assert refused.value.field == field


def test_answers_travel_as_plain_data() -> None:
    for action in (Say(2), Rest(), Nod((1, 2)), Ring("bell")):
        assert RULES.read_action(RULES.write_action(action)) == action


@pytest.mark.parametrize(
    ("data", "field"),
    [({"type": "sing"}, "type"), ({}, "type"), ({"type": "say", "number": "two"}, "number"), ("say", "type")],
)
def test_an_answer_that_cannot_be_read_is_refused_with_the_path(data: object, field: str) -> None:
    with pytest.raises(Unreadable, match="cannot be read") as refused:
        RULES.read_action(data)
    assert refused.value.field == field
    assert bool(refused.value.choices) == (field == "type")


def test_a_game_is_stored_and_read_again() -> None:
    """The same bytes for the same state."""
    game = RULES.start(Options(), 3, KEY, SILENCE)
    play.submit(game, 1, Nod((2, 0)))
    assert RULES.decode(RULES.encode(game)) == game
    assert RULES.encode(RULES.clone(game)) == RULES.encode(game)


def test_an_event_is_read_again_from_its_json() -> None:
    """Also together with kinds of events that are the table's and not the game's."""
    event = Told("revealed")
    assert RULES.read_event(msgspec.json.encode(event)) == event
    assert RULES.read_event(msgspec.json.encode(Knocked(rule="TNY-1")), (Knocked,)) == Knocked(rule="TNY-1")


def test_who_is_waited_for_is_public_unless_a_game_says_otherwise() -> None:
    game = RULES.start(Options(), 3, KEY, SILENCE)
    play.submit(game, 1, Rest())
    assert RULES.shown_waiting(game) == [0, 2]


def test_seats_are_called_by_their_names() -> None:
    names = SeatNames(["Agatha", "Barney"])
    assert [names.label("seat", seat) for seat in (0, 1, 2, None)] == ["Agatha", "Barney", "2", "none"]
    assert names.label("card", 0) == "0"


def test_a_section_may_be_the_whole_of_a_game() -> None:
    """The smallest game there is."""
    assert play.asked(start(Bell(seat=1))) == [1]
