"""Deals again everything that a seat of Loyalty may not know, consistent with what it knows."""

from __future__ import annotations

from turncoat.games.loyalty.state import Loyalty
from turncoat.kernel import Chance, clone, draw, play, shuffle


def redeal(game: Loyalty, seat: int | None, key: bytes) -> Loyalty:
    """LOY-1.3: deal again the cards that the seat neither holds nor has looked at; nothing once all are shown.

    Nothing that happens on the map depends on a card before the end, so every deal of the same deck agrees with all
    that the seat can deduce.
    """
    other = clone(game)
    chance = Chance(key)
    other.chance = Chance(key)
    if game.result is None:
        deal_again(other, seat, chance)
        answer_again(other, seat, chance)
    return other


def deal_again(game: Loyalty, seat: int | None, chance: Chance) -> None:
    """LOY-1.3, LOY-14.4: shuffle the cards that the seat has not seen."""
    seats = [other for other in range(len(game.cards)) if other != seat]
    rest = [place for place, who in enumerate(game.looked) if seat not in who]
    hidden = [game.cards[other] for other in seats] + [game.unused[place] for place in rest]
    shuffle(chance, hidden)
    for other in seats:
        game.cards[other] = hidden.pop()
    for place in rest:
        game.unused[place] = hidden.pop()


def answer_again(game: Loyalty, seat: int | None, chance: Chance) -> None:
    """LOY-1.3: replace the secret answers and standing orders of others."""
    now = play.pending(game)
    for other in range(len(game.cards)):
        if other != seat:
            game.standing_orders[other] = {}
            if now is not None and other in now.answers:
                now.answers[other] = play.boxes(game, other).sample(lambda sides: draw(chance, sides))
