"""The table at one moment, as a view has it or as a story has come to it. The drawings know nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from turncoat.games.loyalty.actions import AskToAttack, AskToMove, Attack, LoyaltyAction, Move, Numbers
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.options import Options, colours
from turncoat.games.loyalty.state import KING, MILITIA, POPE, Leave, Result
from turncoat.games.loyalty.view import (
    BattleView,
    CityView,
    LoyaltyView,
    PaymentView,
    PlaceView,
    ProposalView,
    RequestView,
)


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


class Position(Struct, frozen=True, kw_only=True):
    """The table at one moment. Rows are by seat.

    Attributes:
        options: What was agreed on.
        places: All places, cities first, the capital as the first of them.
        cities: What only cities have.
        coins: Coins owned.
        worn: LOY-14.1: the colour of each player; empty without colours.
        vp: Victory points.
        last: Who is in last place.
        needed: Victory points that bring a revolution.
        active: Whose turn it is.
        round: The present round; 0 before the first turn.
        actions_left: Actions the active player still has; None where a story does not tell.
        requests_left: Requests that can still fail; None where a story does not tell.
        homes: Homes taken so far.
        leaves: Standing permissions.
        request: The request that is open.
        battle: The attack that is being resolved.
        proposal: What the parties of a defence are asked to agree to.
        payment: The payment that is being made.
        faction: The faction that triggered the final round.
        turns_left: Turns that follow in the final round.
        result: How the game ended.
        shown: Everybody's cards, once they are open.
        unused: The unused cards, once they are open.
        looked: For each unused card who has looked at it.
        deck: How many cards of each faction there are.
        card: The reader's own card; None for a spectator and in a story.
        seen: Unused cards the reader has looked at, by place.
        march: Units on their way.
        lit: What happens where: a word for the style sheet, by place.
    """

    options: Options
    places: tuple[PlaceView, ...]
    cities: tuple[CityView, ...]
    coins: Row
    worn: tuple[str, ...]
    vp: Row
    last: tuple[int, ...]
    needed: int
    active: int | None = None
    round: int = 0
    actions_left: int | None = None
    requests_left: int | None = None
    homes: tuple[str, ...] = ()
    leaves: tuple[Leave, ...] = ()
    request: RequestView | None = None
    battle: BattleView | None = None
    proposal: ProposalView | None = None
    payment: PaymentView | None = None
    faction: str = ""
    turns_left: int | None = None
    result: Result | None = None
    shown: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    looked: tuple[tuple[int, ...], ...] = ()
    deck: int = 0
    card: str | None = None
    seen: Mapping[int, str] = field(default_factory=dict)
    march: March | None = None
    lit: Mapping[str, str] = field(default_factory=dict)

    @property
    def colours(self) -> tuple[str, ...]:
        """LOY-14.1: the names of all colours; empty without colours."""
        return colours(self.options)

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.coins)

    def place(self, name: str) -> PlaceView:
        """A place by its name."""
        return next(one for one in self.places if one.name == name)

    def banner(self, seat: int) -> int:
        """LOY-14.1b: the place of a player's militia in a row."""
        return self.colours.index(self.worn[seat]) if self.worn else seat

    def won_over(self, faction: str) -> tuple[str, ...]:
        """LOY-13.7: the cities whose marker is at the end of a faction."""
        end = self.options.track_length * (1 if faction == POPE else -1)
        return tuple(one.name for one in self.cities if one.marker == end)


def lean(marker: int) -> str:
    """LOY-5.7: the faction a marker leans towards; empty in the middle."""
    return POPE if marker > 0 else KING if marker < 0 else ""


def position(view: LoyaltyView) -> Position:
    """The table as a view has it."""
    over = view.result is not None
    return Position(
        options=view.options,
        places=view.places,
        cities=view.cities,
        coins=view.coins,
        worn=view.colours,
        vp=view.vp,
        last=view.last if view.turn else (),
        needed=view.needed,
        active=view.active,
        round=view.round,
        actions_left=view.actions_left if view.active is not None else None,
        requests_left=view.requests_left if view.active is not None else None,
        homes=view.homes,
        leaves=view.leaves,
        request=view.request,
        battle=view.battle,
        proposal=view.proposal,
        payment=view.payment,
        faction=view.faction,
        turns_left=view.turns_left,
        result=view.result,
        shown=view.cards,
        unused=view.unused,
        looked=view.looked,
        deck=view.deck,
        card=None if over else view.card,
        seen={} if over else view.seen,
        march=marching(view),
    )


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
