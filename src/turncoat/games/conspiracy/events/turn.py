"""Events after a hand is full (CON-5 to CON-10), and the public part of an action.

Promises bind nobody (CON-I.5); the public part of actions shows whether a promise was kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from turncoat.games.conspiracy.actions import (
    SPENDING,
    AttackCoin,
    Chosen,
    ConspiracyAction,
    Place,
    RevealCoin,
    RevealTile,
    Spot,
    Stop,
    Suit,
)
from turncoat.games.conspiracy.events import Coin, ConspiracyEvent, Face, Number, Tile
from turncoat.kernel import Event, Kind, Message, Seat, Seats
from turncoat.kernel.promise import HIDDEN

Direction = Annotated[str, Kind("direction")]


class ActionChosen(ConspiracyEvent, rule="CON-5"):
    """A player spends action points; the secret parts of the answer are replaced."""

    says = Message("{seat} chooses {action}.")

    seat: Seat
    action: Chosen


class CoinGiven(ConspiracyEvent, rule="CON-5.g"):
    """A player gave a coin to another; the event does not show which coin."""

    says = Message("{giver} gives a coin to {to}.")

    giver: Seat
    to: Seat


class GiftSeen(ConspiracyEvent, rule="CON-5.g", private=True):
    """For giver and receiver only: which coin was given."""

    says = Message("The coin given by {giver} to {to} is {coin}.")

    giver: Seat
    to: Seat
    coin: Coin


class TileLaid(ConspiracyEvent, rule="CON-5.a.iii"):
    """A tile was laid on the board, face down."""

    says = Message("{seat} lays a tile on {cell}.")

    seat: Seat
    cell: Spot


class OwnTileLaid(ConspiracyEvent, rule="CON-5.a.iii", private=True):
    """Which tile a player has laid face down; only that player learns it."""

    says = Message("The tile you laid on {cell} is {tile}.")

    seat: Seat
    cell: Spot
    tile: Tile


class CoinPlaced(ConspiracyEvent, rule="CON-5.a.ii", card="place", brief="places a coin"):
    """A coin was placed number side up."""

    says = Message("{seat} places a {number} on {space} pointing {direction}.")

    seat: Seat
    space: Spot
    number: Number
    direction: Direction


class OwnCoinPlaced(ConspiracyEvent, rule="CON-5.a.ii", private=True):
    """Which coin a player has placed face down; only that player learns it."""

    says = Message("The coin you placed on {space} is {coin}.")

    seat: Seat
    space: Spot
    coin: Coin


class EffectRolled(ConspiracyEvent, rule="CON-U.2"):
    """The two rolls for an unexpected effect, and the cell they name.

    ``column_dice`` ends with the roll that counts; earlier rolls named no column. ``hit`` says whether a
    tile lies there.

    Attributes:
        row_die: The die roll that decides the row.
    """

    says = Message(
        "Unexpected effect: the dice show {dice}, which name {cell}.",
        without=("hit", "Unexpected effect: the dice show {dice}, which name {cell}; no tile lies there."),
    )

    seat: Seat
    column_dice: tuple[int, ...]
    row_die: int
    cell: Spot
    hit: bool

    @property
    def dice(self) -> tuple[Face, ...]:
        """All dice, in the order in which they were rolled."""
        return (*self.column_dice, self.row_die)


class TileTurned(ConspiracyEvent, rule="CON-U.3.c"):
    """An unexpected effect turned a tile over; everybody knows ``tile``, because it was or is face up."""

    says = Message("The tile {tile} on {cell} is turned face {face_up:up|down}.")

    cell: Spot
    tile: Tile
    face_up: bool


class CoinRevealed(ConspiracyEvent, rule="CON-5.b.vi", card="reveal", brief="reveals a coin"):
    """A coin was turned symbol side up; ``chain`` says whether a chain reaction did it."""

    says = Message(
        "The {number} on {space} is revealed in a chain reaction; its suit is {suit}.",
        without=("chain", "The {number} on {space} is revealed; its suit is {suit}."),
    )

    space: Spot
    number: Number
    suit: Suit
    chain: bool


class AttackJudged(ConspiracyEvent, rule="CON-5.c.iii.b", weight=3, card="attack", brief="attacks"):
    """An attack was judged. ``strength`` is None for a spiral that counts as high as its player wishes.

    ``against`` is the number to reach; 0 if nothing protects the target.

    Attributes:
        space: Where the attacking coin lies.
    """

    says = Message(
        "{seat}'s attack on the coin on {target} {success:succeeds|fails} with {strength} "
        "against a protection of {against}."
    )
    wild = Message(
        "{seat}'s attack on the coin on {target} {success:succeeds|fails} with a spiral "
        "against a protection of {against}."
    )

    seat: Seat
    space: Spot
    target: Spot
    strength: int | None
    against: int
    success: bool

    def sentences(self) -> Iterable[Message]:
        """CON-C.7: a wild spiral has no number."""
        return (self.wild if self.strength is None else self.says,)


class AttackVoid(ConspiracyEvent, rule="CON-R18"):
    """The unexpected effect removed the attacking coin or the target before they were compared.

    Attributes:
        space: Where the attacking coin lay.
    """

    says = Message(
        "{seat}'s attack on the coin on {target} has no effect, because one of the two coins has left the board."
    )

    seat: Seat
    space: Spot
    target: Spot


class CoinTurnedBack(ConspiracyEvent, rule="CON-5.c.iv.b"):
    """A coin that was hit was turned back to its number side."""

    says = Message("The coin on {space} is turned back; its number side shows {number}.")

    space: Spot
    number: Number


class TileRevealed(ConspiracyEvent, rule="CON-5.d.iv.b", weight=1, card="turn_up", brief="reveals a tile"):
    """A tile was turned face up; ``support`` is the sum of its coins, ``stays`` says whether that was enough."""

    says = Message(
        "{seat} reveals the tile {tile} on {cell} with a support of {support}: it {stays:stays face up|does not stay}."
    )

    seat: Seat
    cell: Spot
    tile: Tile
    support: int
    stays: bool


class Stopped(ConspiracyEvent, rule="CON-5"):
    """A player left action points unspent."""

    says = Message("{seat} stops with {points:action point} left.")

    seat: Seat
    points: int


class CoinSaved(ConspiracyEvent, rule="CON-6", stage="Save"):
    """A player saved a coin; everybody sees its number."""

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
    """A player marked a tile of the Present; the event does not say which half of the goal it shows."""

    says = Message("{seat} marks the tile {tile} on {cell}.")

    seat: Seat
    cell: Spot
    tile: Tile


class GoalDisclosed(ConspiracyEvent, rule="CON-10", stage="Victory", weight=3):
    """A goal was disclosed; ``halves`` says how many of its halves the Present shows on different tiles."""

    says = Message("{seat} discloses the goal, {suit} and {number}; tiles of the Present show {halves} of these 2.")

    seat: Seat
    suit: Suit
    number: int
    halves: int


class GameEnded(ConspiracyEvent, rule="CON-Q.3", stage="Victory", weight=5, ends=True):
    """The game has ended; its winners are named."""

    says = Message("{winners} {winners:wins|share the victory} in round {round}.")

    winners: Seats
    round: int


SHOWN: tuple[type[Chosen | Stop], ...] = (*SPENDING, Stop)
"""CON-D3: the answers that everybody sees; promises can be about them."""


def as_shown(action: ConspiracyAction) -> ConspiracyAction:
    """CON-I.6: the answer as everybody may see it, without coins and without the tile laid (CON-R20)."""
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
    """CON-D3: the answers that an event shows, by seat."""
    if isinstance(event, ActionChosen):
        return {event.seat: event.action}
    return {event.seat: Stop()} if isinstance(event, Stopped) else {}
