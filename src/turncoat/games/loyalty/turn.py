"""LOY-9: the course of a turn, and the game as a whole."""

from __future__ import annotations

from turncoat.games.loyalty.deed import new_deed
from turncoat.games.loyalty.end import checkpoint, close_turn
from turncoat.games.loyalty.events import TurnBegan
from turncoat.games.loyalty.factions import free_to_switch, staying, switch_boxes, switch_freely
from turncoat.games.loyalty.prepare import prepare
from turncoat.games.loyalty.state import Deed, Loyalty, Match, Turn, active, round_of
from turncoat.games.loyalty.tax import riots, tax_early, tax_late
from turncoat.kernel import Exit, Tell, decide, each, flow


def new_match() -> Match:
    """LOY-3, LOY-9: the whole game, as a section to play."""
    return Match()


def next_turn(game: Loyalty, match: Match, tell: Tell) -> Turn:
    """LOY-3.2: the next player clockwise, even without units (LOY-6.7); the game goes on until one of its ends."""
    game.turn += 1
    tell.all(TurnBegan, active(game), game.turn, round_of(game))
    return Turn()


def check_riots(game: Loyalty, turn: Turn, tell: Tell) -> Exit | None:
    """LOY-9.3: the checkpoint after riots.

    Taxes need none: they move neither units nor markers, so that nothing can be found that was not there before.
    """
    return checkpoint(game, turn, tell) if game.options.riots else None


def next_action(game: Loyalty, turn: Turn, tell: Tell) -> Deed | None:
    """LOY-9.1: as many actions as a turn has; a request that fails uses none (LOY-8.5)."""
    return new_deed() if turn.used < game.options.turn_actions else None


MATCH = flow(Match, preparation=prepare, turns=each(next_turn))

TURN = flow(
    Turn,
    tax_early=tax_early,
    colour=decide(switch_boxes, switch_freely, default=staying, asked=free_to_switch),
    actions=each(next_action),
    tax_late=tax_late,
    riots=riots,
    check_riots=check_riots,
    close=close_turn,
)
