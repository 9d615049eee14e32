"""LOY-1.3: who knows which card, and that dealing again agrees with it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest
from msgspec import structs
from tests.games.loyalty.story import Story, loyalty
from tests.leaks import hunt

from turncoat.games import AnyRuleset
from turncoat.games.loyalty.actions import Campaign, LookAt
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.state import Loyalty
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel import Boxes, play
from turncoat.kernel.events import Listener


def peeked() -> Story:
    """Red has looked at the first unused card, and red's request to blue and yellow has been answered by blue."""
    table = loyalty(lock_peek=True).marker(O1=3).coins(red=9).cards("pope king pope king")
    table.do("red", "campaign 1 for pope in O1").do("red", "look at 1")
    table.put("R1", blue="1 citizens").put("O2", yellow="9 militia")
    return table.do("red", "ask to move 1 citizens from O1 to O2 for nothing").do("blue", "grant")


def deals(table: Story, seat: int | None, number: int = 60) -> list[Loyalty]:
    """The position dealt again for a seat."""
    return [RULES.redeal(table.game, seat, bytes([key]) * 32) for key in range(number)]


def test_dealing_again_keeps_what_a_seat_has_seen() -> None:
    """LOY-1.3, LOY-3.3, LOY-14.4: the own card, and the one looked at; the deck stays what it was."""
    table = peeked()
    for other in deals(table, 0):
        assert (other.cards[0], other.unused[0]) == (table.game.cards[0], table.game.unused[0])
        assert Counter(other.cards + other.unused) == Counter(table.game.cards + table.game.unused)
        assert RULES.view(other, 0) == table.view("red")
        assert RULES.audit(other) == []


def test_dealing_again_deals_everything_else() -> None:
    """LOY-1.3, LOY-3.4: every card the seat has not seen can be of either faction, and sealed answers differ."""
    table = peeked()
    for seat in range(1, 4):
        hands = [{other.cards[place] for other in deals(table, 0)} for place in (seat,)]
        assert hands == [{"pope", "king"}]
    assert {other.unused[1] for other in deals(table, 0)} == {"pope", "king"}
    assert {other.unused[0] for other in deals(table, 1)} == {"pope", "king"}
    answers = {repr(play.answer_of(other, 1)) for other in deals(table, 0)}
    assert len(answers) > 2
    assert {repr(play.answer_of(other, 1)) for other in deals(table, 1)} == {repr(play.answer_of(table.game, 1))}


def test_the_odds_of_a_mate_are_those_of_the_rulebook() -> None:
    """LOY-4.2: of four players a given other one serves my faction with probability 2 in 5."""
    table = loyalty()
    mates = sum(other.cards[1] == other.cards[0] for other in deals(table, 0, 255))
    assert abs(mates / 255 - 0.4) < 0.1


def test_spectators_know_no_card() -> None:
    """LOY-1.3: for them all cards are dealt again."""
    table = peeked()
    assert len({tuple(other.cards) for other in deals(table, None)}) > 4


def test_nothing_is_hidden_after_the_end() -> None:
    """LOY-13.11, LOY-R47: dealing again changes nothing but luck."""
    table = loyalty(round_limit=1).pass_turn(4)
    other = RULES.redeal(table.game, 0, bytes(32))
    assert (other.cards, other.unused) == (table.game.cards, table.game.unused)


def view_with_the_unused_cards(game: Loyalty, seat: int | None) -> LoyaltyView:
    return structs.replace(RULES.view(game, seat), unused=tuple(game.unused))


def view_with_teams(game: Loyalty, seat: int | None) -> LoyaltyView:
    """Last place is shown as the members of the smaller team."""
    popes = tuple(one for one, card in enumerate(game.cards) if card == "pope")
    return structs.replace(RULES.view(game, seat), last=popes)


def redeal_what_was_seen(game: Loyalty, seat: int | None, key: bytes) -> Loyalty:
    """The card that was looked at is dealt again, too."""
    blind = RULES.clone(game)
    blind.looked = [() for _ in game.looked]
    other = RULES.redeal(blind, seat, key)
    other.looked = list(game.looked)
    return other


def scores_with_cards(game: Loyalty) -> list[int]:
    return [seat for seat, card in enumerate(game.cards) if card == "pope"]


FAULTS: dict[str, dict[str, Any]] = {
    "unused cards are in the view": {"view": view_with_the_unused_cards},
    "the view tells who serves the Pope": {"view": view_with_teams},
    "a card that was seen changes": {"redeal": redeal_what_was_seen},
    "winners are known from the cards": {"winners": scores_with_cards},
}


def hunted(rules: AnyRuleset, table: Story) -> None:
    """The hunt for leaks to every seat."""
    for seat in range(4):
        hunt.redealt(rules, table.game, seat, table.listener.heard, Random(1))


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_leak_is_caught(name: str) -> None:
    """LOY-1.3: the hunt that finds nothing in the rules as they are finds each of these."""
    table = peeked()
    faulty = replace(RULES, **FAULTS[name])
    hunted(cast("AnyRuleset", RULES), table)
    with pytest.raises(AssertionError, match=r"can tell by|is not sound"):
        hunted(cast("AnyRuleset", faulty), table)


def test_looks_at_cards_keep_their_secret_at_every_step() -> None:
    """LOY-14.4, LOY-1.3: everybody campaigns and looks whenever that is possible."""
    options = {"lock_peek": True, "track_length": 1, "start_coins": 30, "lock_cities_needed": 5, "round_limit": 2}
    listener, chance, looked = Listener(), Random(4), set[int]()
    game = RULES.start(RULES.read_options(options), 4, bytes(32), listener)
    while not play.over(game):
        seat = play.waiting(game)[0]
        boxes = play.boxes(game, seat)
        eager = [box for box in boxes.boxes if box.action in (Campaign, LookAt)]
        play.submit(game, seat, (Boxes(*eager) if eager else boxes).sample(chance.randrange), listener)
        looked |= {one for who in game.looked for one in who}
        for one in (None, 0, 1, 2, 3):
            hunt.redealt(cast("AnyRuleset", RULES), game, one, listener.heard, chance)
    assert looked == {0, 1, 2, 3}
