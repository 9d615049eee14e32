"""What can happen once a hand is full, CON-5 to CON-10, and what of an action everybody sees.

Promises bind nobody (CON-I.5); whether one was kept is judged from that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from turncoat.games.conspiracy.actions import (
    SPENDING,
    AttackCoin,
    Cell,
    Chosen,
    ConspiracyAction,
    Place,
    RevealCoin,
    RevealTile,
    Space,
    Stop,
    Suit,
)
from turncoat.games.conspiracy.events import Coin, ConspiracyEvent, Face, Number, Tile
from turncoat.kernel import Event, Kind, Message, Seat, Seats
from turncoat.kernel.promise import HIDDEN

Direction = Annotated[str, Kind("direction")]


class ActionChosen(ConspiracyEvent, rule="CON-5"):
    """A player spends action points; what nobody else may see of the answer is hidden in it."""

    says = Message("{seat} chooses {action}.")

    seat: Seat
    action: Chosen


class CoinGiven(ConspiracyEvent, rule="CON-5.g"):
    """A coin changed hands; which one is not shown."""

    says = Message("{giver} gives a coin to {to}.")

    giver: Seat
    to: Seat


class GiftSeen(ConspiracyEvent, rule="CON-5.g", private=True):
    """For giver and receiver: the coin that changed hands."""

    says = Message("The coin given by {giver} to {to} is {coin}.")

    giver: Seat
    to: Seat
    coin: Coin


class TileLaid(ConspiracyEvent, rule="CON-5.a.iii"):
    """A tile was laid on the board, face down."""

    says = Message("{seat} lays a tile on {cell}.")

    seat: Seat
    cell: Cell


class OwnTileLaid(ConspiracyEvent, rule="CON-5.a.iii", private=True):
    """Which tile a player has laid face down; only that player learns it."""

    says = Message("The tile you laid on {cell} is {tile}.")

    seat: Seat
    cell: Cell
    tile: Tile


class CoinPlaced(ConspiracyEvent, rule="CON-5.a.ii", card="place", brief="places a coin"):
    """A coin was placed number side up."""

    says = Message("{seat} places a {number} on {space} pointing {direction}.")

    seat: Seat
    space: Space
    number: Number
    direction: Direction


class OwnCoinPlaced(ConspiracyEvent, rule="CON-5.a.ii", private=True):
    """Which coin a player has placed face down; only that player learns it."""

    says = Message("The coin you placed on {space} is {coin}.")

    seat: Seat
    space: Space
    coin: Coin


class EffectRolled(ConspiracyEvent, rule="CON-U.2"):
    """The two rolls for an unexpected effect, and the cell they name.

    ``column_dice`` ends with the roll that counts; more than one if some named no column. ``hit`` says whether a
    tile lies there.

    Attributes:
        row_die: What was rolled for the row.
    """

    says = Message(
        "Unexpected effect: the dice show {dice}, which is {cell}.",
        without=("hit", "Unexpected effect: the dice show {dice}, which is {cell}, where no tile lies."),
    )

    seat: Seat
    column_dice: tuple[int, ...]
    row_die: int
    cell: Cell
    hit: bool

    @property
    def dice(self) -> tuple[Face, ...]:
        """All dice, in the order in which they were rolled."""
        return (*self.column_dice, self.row_die)


class TileTurned(ConspiracyEvent, rule="CON-U.3.c"):
    """An unexpected effect turned a tile over; ``tile`` is known to all, as it was or is face up."""

    says = Message("{tile} on {cell} is turned face {face_up:up|down}.")

    cell: Cell
    tile: Tile
    face_up: bool


class CoinRevealed(ConspiracyEvent, rule="CON-5.b.vi", card="reveal", brief="reveals a coin"):
    """A coin was turned symbol side up; ``chain`` says whether a chain reaction did it."""

    says = Message(
        "The {number} on {space} is revealed in a chain reaction: {suit}.",
        without=("chain", "The {number} on {space} is revealed: {suit}."),
    )

    space: Space
    number: Number
    suit: Suit
    chain: bool


class AttackJudged(ConspiracyEvent, rule="CON-5.c.iii.b", weight=3, card="attack", brief="attacks"):
    """An attack was compared. ``strength`` is None for a spiral that counts as high as its player wishes.

    ``against`` is the number to reach; 0 if nothing protects the target.

    Attributes:
        space: Where the attacking coin lies.
    """

    says = Message("{seat}'s attack on {target} {success:succeeds|fails}: {strength} against {against}.")
    wild = Message("{seat}'s attack on {target} {success:succeeds|fails}: a wild spiral against {against}.")

    seat: Seat
    space: Space
    target: str
    strength: int | None
    against: int
    success: bool

    def sentences(self) -> Iterable[Message]:
        """CON-C.7: a wild spiral has no number."""
        return (self.wild if self.strength is None else self.says,)


class AttackVoid(ConspiracyEvent, rule="CON-R18"):
    """The unexpected effect swept attacker or target away before they could be compared.

    Attributes:
        space: Where the attacking coin lay.
    """

    says = Message("{seat}'s attack on {target} is void: one of the two coins has left the board.")

    seat: Seat
    space: Space
    target: str


class CoinTurnedBack(ConspiracyEvent, rule="CON-5.c.iv.b"):
    """A coin that was hit was turned back to its number side."""

    says = Message("The coin on {space} is turned back to its {number}.")

    space: Space
    number: Number


class TileRevealed(ConspiracyEvent, rule="CON-5.d.iv.b", weight=1, card="turn_up", brief="reveals a tile"):
    """A tile was turned face up; ``support`` is what its coins came to, ``stays`` whether that was enough."""

    says = Message("{seat} reveals {tile} on {cell} with {support}: it {stays:stays face up|does not stay}.")

    seat: Seat
    cell: Cell
    tile: Tile
    support: int
    stays: bool


class Stopped(ConspiracyEvent, rule="CON-5"):
    """A player left action points unspent."""

    says = Message("{seat} stops with {points:action point} left.")

    seat: Seat
    points: int


class CoinSaved(ConspiracyEvent, rule="CON-6", stage="Save"):
    """A player saved a coin; its number is seen by all."""

    says = Message("{seat} saves a {number}.")

    seat: Seat
    number: Number


class OwnCoinSaved(ConspiracyEvent, rule="CON-6", stage="Save", private=True):
    """Which coin a player has saved; only that player learns it."""

    says = Message("The coin you saved is {coin}.")

    seat: Seat
    coin: Coin


class HandDiscarded(ConspiracyEvent, rule="CON-8", stage="Save"):
    """How many coins a player put into the bag at the end of the turn."""

    says = Message("{seat} discards {coins:no coins|# coin|# coins}; the bag holds {bag}.")

    seat: Seat
    coins: int
    bag: int


class TileMarked(ConspiracyEvent, rule="CON-9", stage="Mark", card="mark", brief="marks"):
    """A player marked a tile of the Present; which half of the goal it meets is not said."""

    says = Message("{seat} marks {tile} on {cell}.")

    seat: Seat
    cell: Cell
    tile: Tile


class GoalDisclosed(ConspiracyEvent, rule="CON-10", stage="Victory", weight=3):
    """A goal was laid open, with the number of its halves that the Present shows on different tiles."""

    says = Message("{seat}'s goal is {suit} and {number}; the Present shows {halves} of these 2 on tiles.")

    seat: Seat
    suit: Suit
    number: int
    halves: int


class GameEnded(ConspiracyEvent, rule="CON-Q.3", stage="Victory", weight=5, ends=True):
    """The game has ended, with its winners."""

    says = Message("{winners} {winners:wins|share the victory} in round {round}.")

    winners: Seats
    round: int


SHOWN: tuple[type[Chosen | Stop], ...] = (*SPENDING, Stop)
"""CON-D3: the answers that everybody sees, and that promises can be about."""


def as_shown(action: ConspiracyAction) -> ConspiracyAction:
    """CON-I.6: the answer as everybody may see it: neither coins nor the tile that is laid (CON-R20)."""
    match action:
        case AttackCoin():
            laid = None if action.tile is None else HIDDEN
            return replace(action, coin=HIDDEN, gift=HIDDEN, tile=laid, aim=HIDDEN)
        case Place():
            return replace(action, coin=HIDDEN, tile=None if action.tile is None else HIDDEN)
        case RevealCoin() | RevealTile():
            return replace(action, gift=HIDDEN)
    return action


def revealed(event: Event) -> dict[int, ConspiracyAction]:
    """CON-D3: what an event shows to have been answered, by seat."""
    if isinstance(event, ActionChosen):
        return {event.seat: event.action}
    return {event.seat: Stop()} if isinstance(event, Stopped) else {}
