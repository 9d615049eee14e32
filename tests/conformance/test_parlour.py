"""The suites themselves, on a game with hidden hands, offers, interruptions and questions that any one may answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from msgspec import structs
from tests.conformance import checks, parlour
from tests.conformance.walk import Walk
from tests.leaks import hunt
from tests.planted import changed

from turncoat.games import AnyRuleset
from turncoat.kernel.events import Tell

RULES = cast("AnyRuleset", parlour.RULES)


@pytest.mark.parametrize("luck", range(6))
@pytest.mark.parametrize("seats", [2, 4])
def test_the_parlour_keeps_its_promises_at_every_step(luck: int, seats: int) -> None:
    checks.at_every_step(Walk(RULES, {"tricks": 2 + luck % 2}, seats, Random(luck)))


@pytest.mark.parametrize("luck", range(4))
def test_nothing_hidden_leaves_the_parlour(luck: int) -> None:
    hunt.at_every_step(Walk(RULES, {}, 3, Random(luck)))


def test_random_play_reaches_everything() -> None:
    """Toasts, cheers, swaps, standing orders, and answers that went back to their owners."""
    done, heard = set(), set()
    for luck in range(12):
        walk = Walk(RULES, {}, 3, Random(luck))
        for _ in walk.steps():
            pass
        done |= {(move.what, type(move.action)) for move in walk.moves}
        heard |= {type(event) for _, event in walk.listener.heard}
    assert heard == set(parlour.RULES.events)
    kinds: set[Any] = {("answer", kind) for kind in parlour.RULES.actions}
    assert kinds | {("time_up", type(None)), ("withdraw", type(None))} <= done
    assert {("order", parlour.Keep), ("order", parlour.Swap), ("order", type(None))} & done


def open_hands(game: parlour.Parlour, seat: int | None) -> parlour.View:
    """A view that shows the sum of all hands."""
    return structs.replace(parlour.view(game, seat), sizes=tuple(map(sum, game.hands)))


def open_deck(game: parlour.Parlour, seat: int | None) -> parlour.View:
    """A view that shows the top card of the deck as its size."""
    return structs.replace(parlour.view(game, seat), deck=game.deck[0])


def stacked(options: parlour.Options, seats: int, key: bytes, tell: Tell) -> parlour.Parlour:
    """A deal that gives a card to two players."""
    game = parlour.set_up(options, seats, key, tell)
    game.hands[0][0] = game.hands[1][0]
    return game


@pytest.mark.parametrize("view", [open_hands, open_deck])
def test_a_glimpse_of_hidden_cards_is_caught(view: Callable[..., parlour.View]) -> None:
    with pytest.raises(AssertionError, match="can tell by view"):
        hunt.at_every_step(Walk(changed(RULES, view=view), {}, 3, Random(1)))


def test_a_stacked_deck_is_caught() -> None:
    with pytest.raises(AssertionError, match=r"PAR-1\.1"):
        checks.at_every_step(Walk(changed(RULES, set_up=stacked), {}, 3, Random(1)))
