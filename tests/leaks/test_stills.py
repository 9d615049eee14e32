"""What is seen between two steps holds nothing that the eyes may not know: the others' secrets are dealt again there.

Promise: no leak. Stories show what the rules had in hand after each step, also while nobody is asked.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from tests.conformance.walk import Walk, tables, worth_a_look
from tests.planted import changed

from turncoat.games import AnyRuleset, game_ids, ruleset
from turncoat.games.truce.state import Truce
from turncoat.games.truce.view import TruceView, view
from turncoat.kernel import play
from turncoat.kernel.still import Reel, Watcher

WALKS = 6
"""So many games of each kind are watched."""

MOVES = 60
"""After so many moves a game is left."""

CLOSELY = 12
"""So many stills are looked at one by one; later ones ever more rarely."""


def watched(rules: AnyRuleset, luck: int) -> list[str]:
    """What a random game shows between its steps that somebody may not know."""
    found: list[str] = []
    agreed = tables(rules)
    seats, options = agreed[luck * len(agreed) // WALKS]
    chance = Random(luck)

    def look(seat: int | None) -> Any:
        seen = 0

        def compare(game: Any) -> object:
            nonlocal seen
            seen += 1
            shown = rules.view(game, seat)
            if worth_a_look(seen, CLOSELY):
                other = rules.redeal(game, seat, chance.randbytes(32))
                if rules.view(other, seat) != shown:
                    found.append(f"{game.stack[-1] if game.stack else 'the end'}: seat {seat} is shown too much")
            return None

        return compare

    viewer = (None, *range(seats))
    walk = Walk(rules, options, seats, chance, listener=Watcher(*(Reel(look(seat), seat) for seat in viewer)))
    while not play.over(walk.game) and len(walk.moves) < MOVES and not found:
        walk.move()
    return found


@pytest.mark.parametrize("luck", range(WALKS))
@pytest.mark.parametrize("game", game_ids())
def test_nothing_hidden_is_seen_between_two_steps(game: str, luck: int) -> None:
    """Whatever is dealt again, the still is the same."""
    assert watched(ruleset(game), luck) == []


def test_a_hand_in_a_still_is_noticed() -> None:
    """The detector sees a planted fault: a view that shows what the others have sealed, while a step waits."""

    def open_view(game: Truce, seat: int | None) -> TruceView:
        now = play.pending(game)
        sealed = [repr(answer) for one, answer in (now.answers if now else {}).items() if one != seat]
        return view(game, seat) if not sealed else msgspec.structs.replace(view(game, seat), removed=hash(str(sealed)))

    assert any(watched(changed(ruleset("truce"), view=open_view), luck) for luck in range(WALKS))
