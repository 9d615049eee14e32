"""What is true at every step of random play: pieces and coins come and go only as the rules say."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.conformance.walk import Walk, mixes

from turncoat.games import ruleset
from turncoat.games.loyalty import audit as audits
from turncoat.games.loyalty.audit import audit
from turncoat.games.loyalty.events import Converted, PiecesPlaced, Recruited
from turncoat.games.loyalty.events.war import Fought, Rioted, Taxed
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.state import Loyalty, add
from turncoat.kernel import Event
from turncoat.kernel.events import SILENCE


def units(game: Loyalty) -> Counter[str]:
    return Counter(
        citizens=sum(map(sum, game.citizens)), priests=sum(map(sum, game.priests)), militia=sum(map(sum, game.militia))
    )


def change(event: Event) -> Counter[str]:
    """What an event says about the number of units."""
    if isinstance(event, Recruited):
        return Counter(citizens=event.citizens)
    if isinstance(event, Converted):
        return Counter({"citizens": -event.citizens, event.kind: event.citizens})
    if isinstance(event, Fought):
        return Counter(militia=-2 * sum(event.losses.values()))
    if isinstance(event, Rioted):
        return Counter(militia=-len(event.armies))
    lost: Counter[str] = Counter()
    for victim, number in getattr(event, "victims", {}).items():
        lost[victim.split()[1]] -= number
    return lost


def walk(number: int, **agreed: Any) -> Walk:
    """Random play through the checked door."""
    rules, seats = ruleset("loyalty"), 3 + number % 4
    agreed = agreed or [{}, *mixes(rules, seats)][number % 7]
    return Walk(rules, {**agreed, "round_limit": 3}, seats, Random(number))


@pytest.mark.parametrize("number", range(12))
def test_units_come_and_go_only_as_the_rules_say(number: int) -> None:
    """LOY-6.4, LOY-6.6, LOY-10.2.9, LOY-10.3.1, LOY-10.4.1, LOY-14.6: by recruiting, converting, fights and riots."""
    play = walk(number)
    before, told, placed = Counter[str](), 0, False
    for game in play.steps():
        fresh = [event for _, event in play.listener.heard[told:]]
        told = len(play.listener.heard)
        now = units(game)
        if placed:
            expected = Counter(before)
            for event in fresh:
                expected.update(change(event))
            assert +now == +expected, f"change() should say what {fresh[-1:]} does to units"
        placed = placed or any(isinstance(event, PiecesPlaced) for event in fresh)
        before = now


@pytest.mark.parametrize("number", range(12))
def test_coins_come_and_go_only_as_the_rules_say(number: int) -> None:
    """LOY-1.2, LOY-8.5c, LOY-12.1, LOY-14.5: from the stock by taxes, into it by work; with pots there is no stock."""
    play = walk(number)
    last, told = None, 0
    for game in play.steps():
        taxed = sum(event.coins for _, event in play.listener.heard[told:] if isinstance(event, Taxed))
        told = len(play.listener.heard)
        held = sum(game.coins) + sum(game.pots)
        if last is not None and game.turn and game.pots:
            assert held == last
        elif last is not None and game.turn:
            assert held <= last + taxed
        last = held if game.turn else None


FAULTS: dict[str, tuple[Any, str]] = {
    "a coin comes from nowhere": (lambda game: game.coins.__setitem__(0, 99), "LOY-1.2"),
    "a purse is overdrawn": (lambda game: game.coins.__setitem__(slice(0, 2), [-1, 9]), "LOY-8.5"),
    "fewer than no units": (lambda game: add(game.militia, 1, 0, -9), "LOY-6.6"),
    "a card is forged": (lambda game: game.unused.__setitem__(0, "emperor"), "LOY-4.2"),
    "a team is empty": (lambda game: setattr(game, "cards", ["pope"] * 4), "LOY-4.3"),
    "a marker leaves its track": (lambda game: game.tracks.__setitem__(0, 5), "LOY-5.7"),
    "a place is lost": (lambda game: game.citizens.pop(), "LOY-2.1"),
    "a row is too short": (lambda game: game.priests.__setitem__(2, (1,)), "LOY-2.1"),
    "a trigger without a turn": (lambda game: setattr(game, "faction", "pope"), "LOY-13.7"),
    "somebody looked twice": (lambda game: game.looked.__setitem__(0, (1, 1)), "LOY-14.4"),
    "too many actions": (lambda game: setattr(game.stack[1], "used", 3), "LOY-9.1"),
    "the end without a result": (lambda game: game.stack.clear(), "LOY-13.12"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_audit_finds_planted_faults(name: str) -> None:
    """LOY-1.2, LOY-4.2, LOY-5.7, LOY-6.6: each with the number of the rule it breaks."""
    fault, rule = FAULTS[name]
    game = RULES.start(RULES.read_options({}), 4, bytes(32), SILENCE)
    assert audit(game) == []
    fault(game)
    found = [check for part in (audits._cards, audits._money, audits._end) for check in safely(part, game)]
    found += safely(audits._pieces, game)
    assert any(sentence.startswith(f"{rule}:") and not sound for sentence, sound in found)


def safely(part: Any, game: Loyalty) -> list[tuple[str, bool]]:
    """The checks of one part; of a position that cannot even be scored, the first of them."""
    try:
        return list(part(game))
    except ValueError:
        return [("LOY-2.1: a place has no row", False)]
