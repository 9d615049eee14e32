"""Checks for every step of every game, and illegal answers that must be refused."""

from __future__ import annotations

import msgspec
from msgspec import Struct, structs

from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.chance import KEY_BYTES, Chance, draw, pick
from turncoat.kernel.flows import Play

Game = Play[object, Action]


class Wrong(Exception):
    """A check failed; the message says which."""

    def __init__(self, check: str, sentence: str) -> None:
        super().__init__(sentence)
        self.check, self.sentence = check, sentence


def check_position(rules: AnyRuleset, game: Game, chance: Chance) -> None:
    """Check everything about a position that does not need further play.

    Raises:
        Wrong: names the failed check.
    """
    check_audit(rules, game)
    check_encoding(rules, game)
    check_clone(rules, game)
    check_waiting(game)
    check_secrets(rules, game, chance)


def check_audit(rules: AnyRuleset, game: Game) -> None:
    """Raises ``Wrong`` with the faults that the game's audit finds."""
    if found := rules.audit(game):
        raise Wrong("audit", "; ".join(found))


def check_encoding(rules: AnyRuleset, game: Game) -> None:
    """Check that a position can be written and read without change."""
    written = rules.encode(game)
    back = rules.decode(written)
    if back != game or rules.encode(back) != written:
        raise Wrong("encoding", "a position that was saved and loaded is not the same")


def check_clone(rules: AnyRuleset, game: Game) -> None:
    """Check that a clone is equal and shares nothing that can change."""
    copy = rules.clone(game)
    if copy != game:
        raise Wrong("clone", "a clone is not equal")
    if shared := _shared(game, copy, "game"):
        raise Wrong("clone", f"a clone shares {shared}")


def _shared(struct: object, other: object, path: str) -> str:
    """The place where two positions share something that can change; empty: none. Frozen parts may be shared."""
    mutable = isinstance(struct, list | dict) or (isinstance(struct, Struct) and not struct.__struct_config__.frozen)
    if mutable and struct is other:
        return path
    if isinstance(struct, Struct) and struct.__struct_config__.frozen:
        return ""
    if isinstance(struct, Struct):
        pairs = [(f"{path}.{name}", getattr(struct, name), getattr(other, name)) for name in struct.__struct_fields__]
    elif isinstance(struct, list) and isinstance(other, list):
        pairs = [(f"{path}[{index}]", *both) for index, both in enumerate(zip(struct, other, strict=True))]
    elif isinstance(struct, dict) and isinstance(other, dict):
        pairs = [(f"{path}[{key!r}]", struct[key], other[key]) for key in struct]
    else:
        return ""
    return next((found for where, left, right in pairs if (found := _shared(left, right, where))), "")


def check_waiting(game: Game) -> None:
    """Check that all who are asked can answer, that defaults are legal, and that the game does not wait for nobody."""
    step = play.decision(game)
    if step is None:
        raise Wrong("stall", "the game is not over and nothing is asked")
    for seat in play.asked(game):
        boxes = play.boxes(game, seat)
        if not boxes:
            raise Wrong("stall", f"seat {seat} is asked at {step.key} and has nothing to answer")
        if play.default_of(game, seat) not in boxes:
            raise Wrong("default", f"the default of seat {seat} at {step.key} is not legal")
    if not play.waiting(game) and not (step.hold and step.hold(game, game.stack[-1])):
        raise Wrong("stall", f"everybody has answered {step.key} and the game does not go on")


def check_secrets(rules: AnyRuleset, game: Game, chance: Chance) -> None:
    """Check that dealing hidden things again changes nothing that a seat sees."""
    seat = draw(chance, len(game.requests) + 1)
    who = None if seat == len(game.requests) else seat
    key = bytes(draw(chance, 256) for _ in range(KEY_BYTES))
    other = rules.redeal(game, who, key)
    whose = "a spectator" if who is None else f"seat {who}"
    if rules.view(other, who) != rules.view(game, who):
        raise Wrong("leak", f"the view of {whose} shows what is hidden from it")
    if who is None:
        return
    if play.boxes(other, who) != play.boxes(game, who) or play.beside(other, who) != play.beside(game, who):
        raise Wrong("leak", f"the boxes of {whose} depend on what is hidden from it")


def check_end(rules: AnyRuleset, game: Game) -> None:
    """Check the end: there is a winner, everybody has a score, the last position is sound."""
    check_audit(rules, game)
    check_encoding(rules, game)
    if not rules.winners(game) and not rules.winnerless:
        raise Wrong("end", "the game is over and nobody has won")
    if len(rules.scores(game)) != len(game.requests):
        raise Wrong("end", "not everybody has a score")


ODD: tuple[object, ...] = (-1, 99, 10**9, "", "nobody", None, (), ("nobody",), {}, {"nobody": 1})
"""Values that hardly any field accepts."""

FORGERIES = 6
"""How many illegal answers are tried in each position."""


def forged(rules: AnyRuleset, game: Play[object, Action], seat: int, chance: Chance) -> list[Action]:
    """Illegal answers of the right types for this seat.

    There are none if the rules accept bad answers in another form.
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
    """Whether the rules refuse bad answers of this seat; some rules turn them into another answer."""
    step = play.decision(game)
    if step is None or step.mend is None or seat not in play.asked(game):
        return True
    trial = rules.clone(game)
    return step.mend(trial, trial.stack[-1], seat, None) is None


def _bent(action: Action, chance: Chance) -> Action:
    """The same answer with one field set to an odd value of the right type."""
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
