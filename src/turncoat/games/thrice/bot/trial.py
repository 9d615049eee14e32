"""What an answer would do, tried on an imagined combat with the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.thrice.actions import (
    Advance,
    Attack,
    Disengage,
    Engage,
    Gather,
    Lock,
    Swipe,
    ThriceAction,
)
from turncoat.games.thrice.bot.world import World, face
from turncoat.games.thrice.skills import DISENGAGE, INTERCEPT
from turncoat.games.thrice.state import Thrice
from turncoat.games.thrice.tricks import TRICK_ACTIONS, carry_out, coins_on, trick_of, use_coin
from turncoat.games.thrice.zones import advance, disengage, engage, gather
from turncoat.kernel import Box, Boxes, Order, Some, clone
from turncoat.kernel.events import SILENCE

MOVES = (Engage, Advance, Gather, Disengage)
"""THR-9: what moves somebody about."""


def after(game: Thrice, who: int, action: ThriceAction, price: int = 0) -> Thrice:
    """The combat after a trick or a move; attacks are left to the odds.

    Args:
        game: The combat before, which is left alone.
        who: Who acts.
        action: A trick or a move.
        price: The advantage that it costs.
    """
    other = clone(game)
    if who < other.players:
        other.advantage[who] -= price
    match action:
        case Engage():
            engage(other, who, action.target, SILENCE)
        case Advance():
            advance(other, who, SILENCE)
        case Gather():
            use_coin(other, INTERCEPT, who)
            gather(other, who, action.targets, SILENCE)
        case Disengage():
            use_coin(other, DISENGAGE, who)
            disengage(other, who, SILENCE)
        case _:
            carry_out(other, who, action, SILENCE)
    return other


def worth_trying(game: Thrice, boxes: Boxes[ThriceAction], kinds: tuple[type[ThriceAction], ...]) -> list[ThriceAction]:
    """The answers of these types, without those that are plainly pointless: a lock on a coin that is not there."""
    found = [action for one in boxes.boxes if one.action in kinds for action in _answers(one)]
    return [action for action in found if not isinstance(action, Lock) or bites(game, action)]


def _answers(one: Box[ThriceAction]) -> Iterator[ThriceAction]:
    """The answers of a box; where any number can be named, all of them."""
    many = [(name, space) for name, space in one.fields if isinstance(space, Some | Order)]
    if many:
        first = one.nth(0)
        plain = {name: getattr(first, name) for name, _ in one.fields}
        yield one.action(**plain | {name: space.values for name, space in many})
        return
    for index in range(one.count()):
        yield one.nth(index)


def bites(game: Thrice, action: Lock) -> bool:
    """THR-13.5: whether a lock keeps a coin from being used."""
    return action.trick in game.coins and bool(coins_on(game, action.trick, action.to))


def tricks_open(world: World, boxes: Boxes[ThriceAction]) -> list[ThriceAction]:
    """The tricks that can be activated; of opponents between whom there is no difference only one as receiver."""
    found: dict[object, ThriceAction] = {}
    faces: dict[int, object] = {}
    for action in worth_trying(world.game, boxes, TRICK_ACTIONS):
        to = int(getattr(action, "to", -1))
        if to not in faces:
            faces[to] = face(world, world.game, to)
        found.setdefault((trick_of(action), getattr(action, "skill", getattr(action, "token", "")), faces[to]), action)
    return list(found.values())


def attack_on(targets: tuple[int, ...], boxes: Boxes[ThriceAction]) -> ThriceAction | None:
    """The answer that attacks exactly these, if there is one."""
    if len(targets) == 1:
        return boxes.settle(Attack(targets[0]))
    for first in targets:
        others = tuple(one for one in targets if one != first)
        if (found := boxes.settle(Swipe(first, others))) is not None:
            return found
    return None
