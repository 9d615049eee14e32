"""The table at one moment, with who is on the way and where something happens. The drawings know nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from turncoat.games.loyalty.actions import AskToAttack, AskToMove, Attack, LoyaltyAction, Move, Numbers
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import KING, MILITIA, POPE
from turncoat.games.loyalty.view import LoyaltyView


class March(Struct, frozen=True):
    """Units on their way, or about to go.

    Attributes:
        seat: Whose they are.
        units: How many of each kind.
        origin: Where they come from.
        to: Where they go.
        arrived: Whether they are there.
        kind: ``move``, ``ask`` or ``attack``.
    """

    seat: int
    units: Numbers
    origin: str
    to: str
    arrived: bool
    kind: str


class Picture(Struct, frozen=True):
    """The table at one moment.

    Attributes:
        now: What is seen.
        march: Units on their way.
        lit: What happens where: a word for the style sheet, by place.
    """

    now: LoyaltyView
    march: March | None = None
    lit: Mapping[str, str] = field(default_factory=dict)


def banner(now: LoyaltyView, seat: int) -> int:
    """LOY-14.1b: the place of a player's militia in a row."""
    return colours(now.options).index(now.colours[seat]) if now.colours else seat


def won_over(now: LoyaltyView, faction: str) -> tuple[str, ...]:
    """LOY-13.7: the cities whose marker is at the end of a faction."""
    end = now.options.track_length * (1 if faction == POPE else -1)
    return tuple(one.name for one in now.cities if one.marker == end)


def lean(marker: int) -> str:
    """LOY-5.7: the faction a marker leans towards; empty in the middle."""
    return POPE if marker > 0 else KING if marker < 0 else ""


def marching(view: LoyaltyView) -> March | None:
    """Who attacks, or what somebody asks leave for, as a view has it."""
    if view.battle is not None:
        one = view.battle
        return March(one.attacker, {MILITIA: one.force}, one.origin, one.field, False, "attack") if one.force else None
    if view.request is not None and view.request.action is not None and view.active is not None:
        return declared(view.active, view.request.action)
    return None


def declared(seat: int, action: LoyaltyAction) -> March | None:
    """LOY-8.5a: who wants to go where; None: nobody does."""
    match action:
        case Move() | AskToMove():
            kind = "move" if isinstance(action, Move) else "ask"
            return March(seat, action.units, action.origin, action.to, False, kind)
        case Attack() | AskToAttack():
            return March(seat, {MILITIA: action.militia}, action.origin, action.to, False, "attack")
    return None
