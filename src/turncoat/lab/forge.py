"""Forged answers: they look like answers and must all be refused."""

from __future__ import annotations

import msgspec
from msgspec import structs

from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.chance import Chance, draw, pick
from turncoat.kernel.flows import Play

ODD: tuple[object, ...] = (-1, 99, 10**9, "", "nobody", None, (), ("nobody",), {}, {"nobody": 1})
"""Values that no field is asked for, or hardly any."""

FORGERIES = 6
"""So many are tried for each position."""


def forged(rules: AnyRuleset, game: Play[object, Action], seat: int, chance: Chance) -> list[Action]:
    """Answers of the right types that are not in the boxes of this seat.

    There are none where the rules make something of a bad answer instead of refusing it.
    """
    step = play.decision(game)
    if step is None or not _refuses(rules, game, seat):
        return []
    boxes, beside = play.boxes(game, seat), play.beside(game, seat)
    near = [known.sample(lambda sides: draw(chance, sides)) for known in _everybodys(game) if known]
    found = [one for action in near for one in (action, _bent(action, chance))]
    found = [action for action in found if action not in boxes and action not in beside]
    return [pick(chance, found) for _ in range(FORGERIES)] if found else []


def _everybodys(game: Play[object, Action]) -> list[Boxes[Action]]:
    seats = range(len(game.requests))
    return [known for seat in seats for known in (play.boxes(game, seat), play.beside(game, seat))]


def _refuses(rules: AnyRuleset, game: Play[object, Action], seat: int) -> bool:
    """Whether bad answers of this seat are refused: some rules turn them into another answer."""
    step = play.decision(game)
    if step is None or step.mend is None or seat not in play.asked(game):
        return True
    trial = rules.clone(game)
    return step.mend(trial, trial.stack[-1], seat, None) is None


def _bent(action: Action, chance: Chance) -> Action:
    """The same answer with one field set to something odd, of a type that a field of it may have."""
    fields = structs.fields(action)
    if not fields:
        return action
    field = pick(chance, fields)
    fitting = [value for value in ODD if _fits(value, field.type)]
    return structs.replace(action, **{field.name: pick(chance, fitting)}) if fitting else action


def _fits(value: object, kind: object) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
