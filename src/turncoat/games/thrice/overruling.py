"""THR-17.3: what the GM may do between turns, if the table has agreed that the GM may overrule; everybody sees it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from turncoat.games.thrice import clues
from turncoat.games.thrice.actions import Admit, Dismiss, Heal, HoldBack, Hurt, Settle, ThriceAction, Undo, Wave
from turncoat.games.thrice.end import SETTLED, decided, finish, wound
from turncoat.games.thrice.events import Combatant, ThriceEvent
from turncoat.games.thrice.leading import NOBODY, lead, lead_boxes
from turncoat.games.thrice.skills import MOST_CONDITION
from turncoat.games.thrice.state import Band, Lead, Round, Thrice, enemies, master, members
from turncoat.games.thrice.taking_back import remember, undo, undo_boxes
from turncoat.games.thrice.zones import leave_combat
from turncoat.kernel import Between, Box, Boxes, Exit, Message, OneOf, Some, Tell, box
from turncoat.kernel.play import reopen

Way = Literal["hurt", "healed", "dismissed", "admitted"]


class Overruled(ThriceEvent, rule="THR-17.3", stage="Turn", weight=2, tone="title"):
    """The GM has overruled in this ``way``; ``change`` is the change of a combatant's condition, or 0."""

    hurt = Message("The GM takes {change} off the condition of {who}.")
    healed = Message("The GM adds {change} to the condition of {who}.")
    dismissed = Message("The GM lets {who} leave the combat.")
    admitted = Message("The GM lets {who} come in.")

    who: Combatant
    way: Way
    change: int = 0

    def sentences(self) -> tuple[Message, ...]:
        """THR-17.3: what the GM has done."""
        said = {"hurt": self.hurt, "healed": self.healed, "dismissed": self.dismissed, "admitted": self.admitted}
        return (said[self.way],)


def overrule_boxes(game: Thrice, round_: Round, seat: int) -> Boxes[ThriceAction]:
    """THR-17.3: the ways to overrule, between turns and only for the GM (THR-O26)."""
    if not game.options.gm_overrules or seat != master(game):
        return NOBODY
    weak = [(who, room) for who in members(game.active) if (room := room_of(game, who))]
    return undo_boxes(game, round_, seat) + overrule_boxes_for(game.active, game.fled, enemies(game), tuple(weak))


def room_of(game: Thrice, who: int) -> int:
    """THR-17.3: how much condition can be added: characters up to 15 (THR-12.6), opponents up to their start."""
    if who < game.players:
        return max(0, MOST_CONDITION - game.condition[who])
    return max(0, clues.wear(game, who))


@lru_cache(maxsize=1024)
def overrule_boxes_for(active: Band, fled: Band, foes: Band, weak: tuple[tuple[int, int], ...]) -> Boxes[ThriceAction]:
    """THR-17.3: those who take part, those who have left, the opponents, and how much condition each can get.

    One opponent at least stays when others are kept back: without any the combat is over.
    """
    whom = OneOf(members(active), "combatant")
    here, gone = members(active & foes), members(fled & foes)
    found: list[Box[ThriceAction]] = [
        box(Hurt, who=whom, loss=Between(1, MOST_CONDITION)),
        *(box(Heal, who=OneOf((who,), "combatant"), gain=Between(1, most)) for who, most in weak),
        box(Dismiss, who=whom),
        *([box(Admit, who=OneOf(members(fled), "combatant"))] if fled else []),
        *([box(HoldBack, who=Some(here, 1, len(here) - 1, "combatant"))] if len(here) > 1 else []),
        *([box(Wave, who=Some(gone, 1, len(gone), "combatant"))] if gone else []),
        box(Settle),
    ]
    return Boxes(*found)


def overrule(game: Thrice, round_: Round, seat: int, action: ThriceAction, tell: Tell) -> Exit | None:
    """THR-17.3: carry it out at once; then the rules decide again who has the next turn."""
    if isinstance(action, Undo):
        undo(game, round_, seat, action, tell)
        return None
    reopen(round_)
    remember(game, -1, action)
    match action:
        case Hurt():
            tell.all(Overruled, action.who, "hurt", action.loss)
            wound(game, action.who, action.loss, tell)
        case Heal():
            game.condition[action.who] += action.gain
            tell.all(Overruled, action.who, "healed", action.gain)
        case Dismiss():
            dismiss(game, (action.who,), tell)
        case HoldBack():
            dismiss(game, action.who, tell)
        case Admit():
            admit(game, (action.who,), tell)
        case Wave():
            admit(game, action.who, tell)
        case _:
            return finish(game, tell, SETTLED)
    return finish(game, tell) if decided(game) else None


def dismiss(game: Thrice, whom: tuple[int, ...], tell: Tell) -> None:
    """THR-17.3: they leave the combat as if they had fled."""
    for who in whom:
        game.fled |= 1 << who
        leave_combat(game, who)
        tell.all(Overruled, who, "dismissed")


def admit(game: Thrice, whom: tuple[int, ...], tell: Tell) -> None:
    """THR-17.3: put the newcomers into the distant zone, if there are zones."""
    for who in whom:
        bit = 1 << who
        game.fled &= ~bit
        game.active |= bit
        if game.zones:
            game.distant |= bit
        else:
            game.free |= bit
        tell.all(Overruled, who, "admitted")


def beside_boxes(game: Thrice, round_: Round, seat: int) -> Boxes[ThriceAction]:
    """THR-8.6, THR-17.3: the GM's optional actions beside the question who is next: lead several, or overrule."""
    return lead_boxes(game, round_, seat) + overrule_boxes(game, round_, seat)


def act_beside(game: Thrice, round_: Round, seat: int, action: ThriceAction, tell: Tell) -> Lead | Exit | None:
    """THR-8.6, THR-17.3: carry out such an action."""
    if isinstance(action, Hurt | Heal | Dismiss | HoldBack | Admit | Wave | Settle | Undo):
        return overrule(game, round_, seat, action, tell)
    return lead(game, round_, seat, action, tell)
