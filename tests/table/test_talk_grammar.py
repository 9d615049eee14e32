"""Talk in words: what is written about promises, requests and offers, and how they are read out."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec import json
from tests.table.tables import Sitting

from turncoat.games import ruleset
from turncoat.kernel.boxes import Action, Box, Boxes, box
from turncoat.kernel.errors import Refusal
from turncoat.kernel.promise import Message, Pledge, Say
from turncoat.kernel.space import Amounts, OneOf, Order
from turncoat.table.table_view import talk_grammar_at
from turncoat.table.talk_grammar import TalkGrammar, first_words

TRUCE = ruleset("truce")
NAMES = TRUCE.names(("Agatha", "Barney", "Celeste", "Darcy"))


def talk_grammar(me: int | None = 0) -> TalkGrammar:
    return TalkGrammar(NAMES, 4, me, first_words("truce", TRUCE.read_options({}), 4))


@pytest.mark.parametrize(
    ("typed", "pledge"),
    [
        ("support barney", Pledge(1, "support", {"target": 1})),
        ("attack celeste", Pledge(3, "attack", {"target": 2})),
        ("not attack me for 3 rounds", Pledge(3, "attack", {"target": 0}, will=False, times=3)),
        ("loot", Pledge(3, "loot")),
        ("give 2 to me", Pledge(3, "give", {"to": 0, "coins": 2})),
    ],
)
def test_pledges_are_read_and_said(typed: str, pledge: Pledge) -> None:
    speaker = talk_grammar()
    if pledge.who == 1:
        with pytest.raises(Refusal, match="same seat"):
            speaker.pledge(1, typed)
        return
    assert speaker.pledge(pledge.who, typed) == pledge
    said = speaker.action_words(pledge).replace("you", "me")
    assert speaker.pledge(pledge.who, said) == pledge


@pytest.mark.parametrize("gift", ["give to barney", "give 2", "give"])
def test_a_typed_promise_of_a_gift_says_what_is_given_and_to_whom(gift: str) -> None:
    """TRU-4.1: else any coin to anybody would keep it; that one gives nothing can be promised."""
    speaker = talk_grammar()
    for typed in (speaker.promise, speaker.request):
        with pytest.raises(Refusal, match="A promised gift says what is given and to whom"):
            typed(f"celeste: {gift}")
    assert speaker.promise("celeste: not give to barney").promise == Pledge(0, "give", {"to": 1}, will=False)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("please support darcy", "support darcy"),
        ("I will not attack you", "not attack you"),
        ("I'll loot for 2 rounds", "loot for 2 rounds"),
        ("to attack celeste", "attack celeste"),
        ("please not to attack me", "not attack me"),
    ],
)
def test_words_that_people_put_before_an_action_are_passed_over(typed: str, plain: str) -> None:
    assert talk_grammar().pledge(1, typed, 2) == talk_grammar().pledge(1, plain, 2)


def test_what_nobody_has_seen_is_said_all_the_same() -> None:
    message = Message(1, Say((0,), promise=Pledge(1, "dance_wildly", {"with": 3})))
    assert talk_grammar().sentence(message) == "Barney to you: (promises to dance wildly)"


def test_a_partial_pledge_says_what_is_open() -> None:
    assert talk_grammar().action_words(Pledge(1, "attack", {}, will=False)) == "not attack anybody"


@pytest.mark.parametrize(
    ("pledge", "said"),
    [
        (Pledge(1, "support", {"target": 0}), "Barney will support you this round"),
        (Pledge(0, "attack", {"target": 2}, will=False, times=3), "You will not attack Celeste in the next 3 rounds"),
        (Pledge(1, "give", {"to": 2, "coins": 1}), "Barney will give 1 coin to Celeste this round"),
        (Pledge(3, "attack"), "Darcy will attack anybody this round"),
    ],
)
def test_a_pledge_is_a_whole_sentence_where_it_stands_alone(pledge: Pledge, said: str) -> None:
    """The number of coins is a number and nobody's name."""
    assert talk_grammar().statement(pledge) == said


def test_for_whoever_only_watches_everybody_has_a_name() -> None:
    watcher = talk_grammar(None)
    assert watcher.statement(Pledge(0, "support", {"target": 1})) == "Agatha will support Barney this round"

    assert watcher.sentence(Message(None, Say(text="Ten minutes."))) == "The host to all: “Ten minutes.”"
    for attempt in (watcher.promise, watcher.request):
        with pytest.raises(Refusal, match="Only players at the table"):
            attempt("barney: loot")


def test_of_a_round_that_is_over_its_number_is_said() -> None:
    """It was "this round" when it was said, and is another one now."""
    watcher = talk_grammar(None)
    assert watcher.statement(Pledge(0, "defend"), 4) == "Agatha will defend in round 4"
    lasting = Pledge(0, "defend", {}, False, 3)
    assert watcher.statement(lasting, 4) == "Agatha will not defend in the 3 rounds from round 4 on"


def test_the_tongue_of_a_seat_knows_the_words_of_the_game_from_the_beginning() -> None:
    """Before the first decision and after the last one, too."""
    sitting = Sitting().seated()
    assert talk_grammar_at(sitting.table, 1).promise("agatha: give 1 to agatha").promise == Pledge(
        1, "give", {"to": 0, "coins": 1}
    )


class Muster(Action):
    """An action with amounts and a row in it."""

    phrase = "muster {troops}, then march to {route}"

    troops: dict[str, int]
    route: tuple[int, ...]


def test_amounts_and_rows_are_put_into_words() -> None:
    speaker = talk_grammar()
    troops = Amounts((("0", 3), ("2", 3)), 0, 6, "seat")
    speaker.learn(Boxes(Box(Muster, "X-1", (("troops", troops), ("route", Order((1, 2), domain="seat"))))))
    mustered = Pledge(1, "muster", {"troops": {"0": 2, "2": 1}, "route": (2, 1)})
    assert speaker.action_words(mustered) == "muster 2 you and 1 Celeste, then march to Celeste and Barney"
    nothing = json.decode(json.encode(Pledge(1, "muster", {"troops": {}, "route": ()})), type=Pledge)
    assert speaker.action_words(nothing) == "muster nothing, then march to nothing"


class Raid(Action):
    """An attack somewhere."""

    phrase: ClassVar[str] = "raid {target} in {place}"

    target: int
    place: str


class Assault(Action):
    """An attack of which a truce names the victim alone."""

    phrase: ClassVar[str] = "attack {target} in {place} from {origin} with {militia} militia"

    target: int
    place: str
    origin: str
    militia: int


def test_what_a_pledge_leaves_open_is_left_out() -> None:
    """LOY-8.10: a truce says with whom, and not where."""
    raid = box(Raid, "LOY-10.2", target=OneOf((0, 1), "seat"), place=OneOf(("C", "O1"), "place"))
    speaker = TalkGrammar(NAMES, 4, None, (raid,))
    assert speaker.action_words(Pledge(0, "raid", {"target": 1}, will=False)) == "not raid Barney"
    assert speaker.action_words(Pledge(0, "raid", {"target": 1, "place": "C"})) == "raid Barney in C"


def test_all_that_a_pledge_leaves_open_is_left_out_with_its_nouns() -> None:
    """LOY-8.10: "attack you", and nothing in brackets."""
    places = OneOf(("C", "O1"), "place")
    assault = box(
        Assault, "LOY-10.2", target=OneOf((0, 1), "seat"), place=places, origin=places, militia=OneOf((1, 2), "number")
    )
    speaker = TalkGrammar(NAMES, 4, 0, (assault,))
    truce = Pledge(1, "assault", {"target": 0}, will=False, times=4)
    assert speaker.statement(truce) == "Barney will not attack you in the next 4 rounds"
    assert speaker.action_words(Pledge(1, "assault", {"target": 0, "origin": "O1"})) == "attack you from O1"
