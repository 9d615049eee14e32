"""Every bot answers every kind of offer, once, by the rules, in words that say nothing of what it alone knows."""

from __future__ import annotations

import re
import sys
from collections import Counter as Tally
from collections.abc import Iterator
from functools import cache

import pytest
from msgspec import UNSET, Struct

from turncoat.bots import bots_for, suits, usual_bot
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import game_ids, ruleset
from turncoat.kernel import play
from turncoat.kernel.bot import Bot
from turncoat.kernel.boxes import Action, Boxes, tag_of
from turncoat.kernel.manners import MANNERS, Manner
from turncoat.kernel.promise import Answer, Pledge, Say
from turncoat.kernel.space import Value
from turncoat.table.offers import OfferState

QUIET = {"random"}
"""Bots that never say a word."""

CASES = [(game, name) for game in game_ids() for name in bots_for(game) if name not in QUIET]

TALKATIVE = list(dict.fromkeys(game for game, _ in CASES))
"""The games with a bot that says something; a game from outside need not have one."""

DECISIONS = 60
"""So many decisions are played."""


class Pest(Bot[Struct, Action]):
    """Answers at random, and asks everybody for everything: what can be done, what cannot, and nonsense."""

    asks: Iterator[Say]

    def talk(self, view: Struct, boxes: Boxes[Action]) -> list[Say]:
        """The next question."""
        said = next(self.asks, None)
        return [] if said is None else [said]

    def answer(self, view: Struct, boxes: Boxes[Action]) -> Action:
        """Whatever comes first."""
        return boxes.sample(lambda sides: 0)


def asked(game: str, pest: int, seats: int) -> Iterator[Say]:
    """Requests of every action from everybody, with and without a price, with fields that make sense or none."""
    rules = ruleset(game)
    kinds = [tag_of(action) for action in rules.actions]
    odd: tuple[dict[str, Value], ...] = (
        {},
        {"to": 99},
        {"target": -1},
        {"target": "me"},
        {"faction": (1, 2)},
        {"to": None},
    )
    number = 0
    while True:
        for kind in (*kinds, "dance"):
            for seat in range(seats):
                if seat == pest:
                    continue
                number += 1
                fields = dict(odd[number % len(odd)])
                price = Pledge(pest, kinds[number % len(kinds)], dict(odd[number % 5])) if number % 2 else None
                times = (1, 3, 1000)[number % 3]
                yield Say((seat,), request=Pledge(seat, kind, fields, number % 4 > 0, times), offer=price)


def bargained(game: str, name: str) -> tuple[Match, int]:
    """A game in which one seat asks for everything, and whose seat that is."""
    rules = ruleset(game)
    seats = rules.usual_seats
    fitting = [seat for seat in range(seats) if suits(game, name, seat, seats)]
    pest = next(seat for seat in range(seats) if seat != fitting[0])
    names = [name if suits(game, name, seat, seats) else list(bots_for(game))[-1] for seat in range(seats)]
    bots = seat_bots(game, names, "bargain")
    nuisance = Pest(pest, seats, bots[pest].chance)
    nuisance.asks = asked(game, pest, seats)
    match = Match(rules, rules.read_options({}), seats, derive("bargain", "game"), {**bots, pest: nuisance})
    for _ in range(DECISIONS):
        if not play.over(match.game):
            match.step()
    return match, pest


@pytest.mark.parametrize(("game", "name"), CASES)
def test_every_bot_answers_every_kind_of_offer(game: str, name: str) -> None:
    """TRU-14: whatever is asked, in time, exactly once; nothing that a bot says or does is refused."""
    match, pest = bargained(game, name)
    assert [fault for fault in match.faults if fault.seat != pest] == []
    answers = Tally(said.about for _, said in said_by_bots(match, pest) if said.about is not UNSET)
    assert set(answers.values()) <= {1}
    mine = [number for number in match.offers if match.messages[number - 1].sender == pest]
    states = Tally(match.offers[number] for number in mine)
    assert states[OfferState.REFUSED] + states[OfferState.AGREED] + states[OfferState.COUNTERED] > 0
    spoke = {sender for sender, said in said_by_bots(match, pest) if said.about is not UNSET}
    assert all(match.asked(pest, seat) for seat in spoke)


@pytest.mark.parametrize(("game", "name"), CASES)
def test_no_bot_says_the_same_sentence_twice_in_a_row(game: str, name: str) -> None:
    match, pest = bargained(game, name)
    last: dict[int, str] = {}
    for sender, said in said_by_bots(match, pest):
        assert said.text.strip()
        assert said.text != last.get(sender)
        last[sender] = said.text


@pytest.mark.parametrize("game", TALKATIVE)
def test_no_two_bots_say_the_same_sentence(game: str) -> None:
    """In a whole game: not in other words before it, either, in the same turn or round."""
    said = [(one.sender, one.said.text) for one in talked(game).messages]
    first: dict[str, int | None] = {}
    assert said
    assert [text for sender, text in said if first.setdefault(text, sender) != sender] == []


@cache
def talked(game: str) -> Match:
    """A game of the usual bots."""
    rules = ruleset(game)
    seats = rules.usual_seats
    names = [usual_bot(game, seat, seats) for seat in range(seats)]
    match = Match(rules, rules.read_options({}), seats, derive("talk", "game"), seat_bots(game, names, "talk"))
    match.play()
    return match


@pytest.mark.parametrize("game", TALKATIVE)
def test_every_offer_is_answered(game: str) -> None:
    """Also by whoever is not asked anything at that moment; the offers of whole games."""
    states = Tally(talked(game).offers.values())
    assert states[OfferState.AGREED] > 0
    assert set(states) <= {OfferState.AGREED, OfferState.REFUSED, OfferState.COUNTERED}


@pytest.mark.parametrize(("game", "name"), CASES)
def test_what_a_bot_says_is_one_of_its_lines(game: str, name: str) -> None:
    """A hostile offer cannot make it say a secret: its words are fixed, and name only what everybody sees."""
    match, pest = bargained(game, name)
    assert blurted([said for _, said in said_by_bots(match, pest)], game) == []


@pytest.mark.parametrize(("game", "name"), CASES)
def test_an_answer_to_a_hostile_offer_repeats_nothing_of_it(game: str, name: str) -> None:
    """Only by agreeing does a bot promise, and then exactly what was asked."""
    match, pest = bargained(game, name)
    for _, said in said_by_bots(match, pest):
        if said.about is UNSET:
            continue
        request = match.messages[said.about - 1].said.request
        assert said.promise is None or (said.answer is Answer.AGREE and said.promise == request)


def said_by_bots(match: Match, pest: int) -> list[tuple[int, Say]]:
    return [(one.sender, one.said) for one in match.messages if one.sender is not None and one.sender != pest]


def lines_of(game: str) -> list[re.Pattern[str]]:
    """Everything that the bots of a game can say, numbers and places of the public board left open."""
    package = ruleset(game).package
    found: set[str] = set()
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{package}.") and "bot" in name:
            for value in vars(module).values():
                found.update(_lines(value))
    openings = "|".join(re.escape(one) for manner in MANNERS for one in openings_of(manner))
    own = {line for manner in MANNERS for field in Manner.__struct_fields__ for line in getattr(manner, field)}
    patterns = [f"(?:{openings}) {re.escape(line)}" for line in found] + [re.escape(line) for line in own]
    return [re.compile(re.sub(r"\\\{\w+\\\}", r"\\w+", pattern)) for pattern in patterns]


def openings_of(manner: Manner) -> tuple[str, ...]:
    return manner.opening + manner.trusting + manner.wary


def _lines(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _lines(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _lines(one)


def blurted(says: list[Say], game: str) -> list[str]:
    """What is none of the lines of a game's bots."""
    lines = lines_of(game)
    return [said.text for said in says if not any(line.fullmatch(said.text) for line in lines)]


def test_a_bot_that_blurts_out_what_it_holds_is_found() -> None:
    """A planted fault: one sentence that is not fixed."""
    match, pest = bargained("conspiracy", "plotter")
    says = [said for _, said in said_by_bots(match, pest)]
    assert blurted([*says, Say(text="I hold the Moons 4.")], "conspiracy") == ["I hold the Moons 4."]
