"""Deals again everything that a seat of Truce may not know, consistent with what it knows."""

from __future__ import annotations

from turncoat.games.truce.choices import action_boxes
from turncoat.games.truce.state import Round, Truce
from turncoat.kernel import Chance, clone, draw, play


def redeal(game: Truce, seat: int | None, key: bytes) -> Truce:
    """TRU-12.3: a submitted action is secret; that somebody has submitted one is public unless TRU-O5 hides it."""
    other = clone(game)
    other.chance = Chance(key)
    now = play.pending(other)
    if now is None:
        return other
    chance = Chance(key)
    round_ = other.stack[-1]
    assert isinstance(round_, Round)
    rivals = [other for other in now.asked if other != seat]
    filed = {rival for rival in rivals if rival in now.answers}
    if not game.options.show_submitted:
        filed = {rival for rival in rivals if draw(chance, 2)}
        if filed == set(rivals) and (seat is None or seat in now.answers) and game.options.reveal == "table":
            filed.discard(rivals[0])
    for rival in rivals:
        now.answers.pop(rival, None)
        if rival in filed:
            now.answers[rival] = action_boxes(other, round_, rival).sample(lambda sides: draw(chance, sides))
    return other
