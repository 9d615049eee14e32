"""What is promised and asked can be typed as it is read, in every game, also where a part is left open."""

from __future__ import annotations

import pytest
from tests.table.test_talk_grammar import NAMES, Assault, Raid

from turncoat.bots import bots_for, seat_names
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import game_ids, ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes, box
from turncoat.kernel.errors import Refusal
from turncoat.kernel.promise import Pledge
from turncoat.kernel.space import OneOf, Some
from turncoat.table.talk_grammar import TalkGrammar, fluent

PLACES = OneOf(("C", "O1"), "place")
ASSAULT = box(
    Assault, "LOY-10.2", target=OneOf((0, 1, 2), "seat"), place=PLACES, origin=PLACES, militia=OneOf((1, 2), "number")
)
RAID = box(Raid, "LOY-10.2", target=OneOf((0, 1, 2), "seat"), place=PLACES)

ENOUGH = 40
"""Promises, requests and offers of a game that are read out and typed."""


class Muster(Action):
    """An attack on several players at once."""

    phrase = "muster with {coin} against {targets} giving {gift} to {to}"
    clause = "call up {coin} against {targets}"

    coin: str
    targets: tuple[int, ...]
    gift: str
    to: int


def speaker() -> TalkGrammar:
    return TalkGrammar(NAMES, 4, 0, (ASSAULT, RAID), (Assault, Raid, Muster))


@pytest.mark.parametrize("game", [game for game in game_ids() if len(bots_for(game)) > 1])
def test_whatever_bots_promise_ask_and_offer_can_be_typed_as_it_is_read(game: str) -> None:
    """By everybody who hears it, from the first moment on, whatever was open to the reader by then."""
    rules, name = ruleset(game), list(bots_for(game))[-1]
    seats = rules.suggested[0]
    options = rules.read_options(rules.brief)
    match = Match(rules, options, seats, derive("typed", "pledges"), seat_bots(game, [name] * seats, "typed"))
    pledges: dict[str, Pledge] = {}
    while not play.over(match.game) and len(match.messages) < ENOUGH:
        match.step()
    for said in (message.said for message in match.messages):
        found = [pledge for pledge in (said.promise, said.request, said.offer) if pledge is not None]
        pledges |= {str(pledge): pledge for pledge in found}
    assert pledges
    for reader in range(seats):
        talk = fluent(rules, options, rules.names(seat_names(seats), options), seats, reader)
        for pledge in pledges.values():
            words = talk.action_words(pledge)
            assert talk.pledge(pledge.who, words) == pledge, words


@pytest.mark.parametrize(
    ("typed", "fields"),
    [
        ("attack", {}),
        ("attack barney", {"target": 1}),
        ("attack anybody in C", {"place": "C"}),
        ("attack in c from o1", {"place": "C", "origin": "O1"}),
        ("attack barney with 2 militia", {"target": 1, "militia": 2}),
    ],
)
def test_any_part_of_a_promise_can_be_left_open(typed: str, fields: dict[str, object]) -> None:
    """LOY-8.10: who promises peace need not say where none will be broken."""
    pledge = speaker().pledge(2, f"not {typed} for 2 rounds")
    assert (pledge.act, pledge.fields, pledge.will, pledge.times) == ("assault", fields, False, 2)
    again = speaker().action_words(pledge)
    assert speaker().pledge(2, again) == pledge


def test_what_no_box_was_seen_of_is_promised_as_a_whole() -> None:
    """CON-5.c: peace is offered before anybody could attack."""
    pledge = speaker().pledge(1, "not muster for 4 rounds")
    assert pledge == Pledge(1, "muster", {}, will=False, times=4)
    assert speaker().action_words(pledge) == "not call up for 4 rounds"
    assert speaker().pledge(1, "not call up for 4 rounds") == pledge
    with pytest.raises(Refusal, match=r"^muster: “against barney” is too much; write muster alone\.$"):
        speaker().pledge(1, "not muster against barney")


def test_several_players_can_be_named_whoever_could_be_attacked_last() -> None:
    """LOY-10.2: the promise speaks of days to come, too."""
    talk = speaker()
    talk.learn(
        Boxes(
            box(
                Muster,
                coin=OneOf(("sun", "moon"), "coin"),
                targets=Some((1,), 1, 2, "seat"),
                gift=OneOf(("sun", "moon"), "coin"),
                to=OneOf((1,), "seat"),
            )
        )
    )
    assert talk.pledge(2, "not muster against barney and me").fields == {"targets": (0, 1)}
    assert talk.pledge(2, "muster giving moon to darcy").fields == {"gift": "moon", "to": 3}


def test_you_is_who_is_spoken_to_and_as_read_out_the_reader() -> None:
    talk = speaker()
    assert talk.promise("barney: not raid you").promise == Pledge(0, "raid", {"target": 1}, will=False)
    asked = talk.request("barney: raid celeste in return for not raid you")
    assert asked.offer == Pledge(0, "raid", {"target": 1}, will=False)
    assert talk.request("barney: not raid you").request == talk.request("barney: not raid me").request


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("dance", "“dance” cannot be promised; you can promise to attack or raid."),
        ("attack gideon", "attack: target must be Agatha, Barney or Celeste, not “gideon”."),
        ("attack barney in C and laugh", "attack: place must be C or O1, not “C and laugh”."),
    ],
)
def test_what_is_not_understood_is_named(typed: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        speaker().pledge(3, typed)
    assert refused.value.sentence == sentence
