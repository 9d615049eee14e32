"""THR-17.4: the GM takes the last step back, as long as nothing that was hidden has come out since."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec.structs import replace

from turncoat.games.thrice.actions import ThriceAction, Undo
from turncoat.games.thrice.events import Combatant, ThriceEvent
from turncoat.games.thrice.state import LastStep, Thrice, master, members
from turncoat.kernel import Boxes, Chance, Message, Section, Tell, box
from turncoat.kernel.play import reopen

NOTHING_TO_UNDO: Boxes[ThriceAction] = Boxes()
"""THR-17.4: no step can be taken back."""

THE_LAST_STEP: Boxes[ThriceAction] = Boxes(box(Undo))
"""THR-17.4: the last step can be taken back."""

STAYS = frozenset({"chance", "requests", "standing_orders", "last_step"})
"""What is not taken back: how often seats were asked, and what they have ordered."""

_pack = msgspec.msgpack.Encoder().encode


class TakenBack(ThriceEvent, rule="THR-17.4", stage="Turn", weight=2, tone="title"):
    """The GM has taken back the last step.

    Attributes:
        who: The combatant whose step it was; -1: the GM has overruled or led several opponents.
        what: The type of its action, such as ``engage``.
        turned: The combatants who take part again, or no more.
    """

    says = Message("The GM takes back the last step of {who}.")
    own = Message("The GM takes back what the GM has done last.")

    who: Combatant
    what: str
    turned: tuple[Combatant, ...] = ()

    def sentences(self) -> tuple[Message, ...]:
        """THR-17.4: whose step it was."""
        return (self.own if self.who < 0 else self.says,)


def remember(game: Thrice, who: int, action: ThriceAction) -> None:
    """Keep the combat as it was before a step; dice, orders and sealed answers are left out.

    Args:
        game: The combat.
        who: The combatant who takes the step; -1 is the GM.
        action: The step.
    """
    if game.options.gm_overrules:
        before = replace(game, chance=Chance(b""), standing_orders=[], last_step=None)
        game.last_step = LastStep(who, str(action.__struct_config__.tag), _pack(before), _pack(game.clues))


def forget(game: Thrice) -> None:
    """Dice have fallen, or a round is over: the last step stays."""
    game.last_step = None


def undo_boxes(game: Thrice, section: Section[ThriceAction], seat: int) -> Boxes[ThriceAction]:
    """THR-17.4: the GM may undo the last step, as long as nobody has learnt anything about the opponents from it."""
    last = game.last_step
    if last is None or seat != master(game) or last.clues != _pack(game.clues):
        return NOTHING_TO_UNDO
    return THE_LAST_STEP


def undo(game: Thrice, section: Section[ThriceAction], seat: int, action: ThriceAction, tell: Tell) -> None:
    """THR-17.4: all is as before the step, and the question before it is asked again; answers go back unopened."""
    last = game.last_step
    assert last is not None
    reopen(section)
    before = _decoder().decode(last.before)
    turned = members(game.active ^ before.active)
    for name in Thrice.__struct_fields__:
        if name not in STAYS:
            setattr(game, name, getattr(before, name))
    forget(game)
    tell.all(TakenBack, last.who, last.what, turned)


@cache
def _decoder() -> msgspec.msgpack.Decoder[Thrice]:
    return msgspec.msgpack.Decoder(Thrice)
