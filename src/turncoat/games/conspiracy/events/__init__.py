"""Events from the start of a round until the hand is full.

One event tells all players, another what only one seat learns (CON-I.6).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from turncoat.games.conspiracy.actions import Spot, Suit
from turncoat.games.conspiracy.pieces import SUITS
from turncoat.kernel import Event, Kind, Message, Says, Seat, Seats

Coin = Annotated[str, Kind("coin")]
Tile = Annotated[str, Kind("tile")]
Number = Annotated[int, Kind("rank")]
Face = Annotated[int, Kind("face")]
Side = Annotated[str, Kind("side")]


class ConspiracyEvent(Event, stage="Action"):
    """Anything that can happen in Conspiracy.

    Attributes:
        card: The tag of the action whose card the ledger shows for it.
        brief: The short text of the ledger for it, after the player's name.
    """

    card: ClassVar[str] = ""
    brief: ClassVar[str] = ""


class GoalCoinsDrawn(ConspiracyEvent, rule="CON-S.4", stage="Preparation", private=True):
    """The three coins from which the goal is chosen, and the tiles dealt."""

    says = Message("You draw {coins}; you hold the tiles {tiles}.")

    seat: Seat
    coins: tuple[Coin, ...]
    tiles: tuple[Tile, ...]


class GoalNoted(ConspiracyEvent, rule="CON-S.5", stage="Preparation", private=True):
    """A player has noted a secret goal; only that player learns which."""

    says = Message("Your secret goal is the suit {suit} and the number {number}.")

    seat: Seat
    suit: Suit
    number: int


class GoalsNoted(ConspiracyEvent, rule="CON-S.6", stage="Preparation"):
    """Everybody has a secret goal; all coins are in the bag."""

    says = Message("Everybody has noted a secret goal; {bag:no coins|# coin|# coins} go into the bag.")

    bag: int


class Saved(Says):
    """The number that a player has saved."""

    says = Message("{seat} has saved a {number}")

    seat: Seat
    number: Number


class RoundBegan(ConspiracyEvent, rule="CON-Q.1", stage="Order"):
    """A round begins. ``saved`` is the number each player shows; None is no coin."""

    says = Message("Round {round}. {shown}.", without=("shown", "Round {round}. Nobody has saved a coin."))

    round: int
    saved: tuple[int | None, ...]

    @property
    def shown(self) -> tuple[Saved, ...]:
        """The players who have saved a coin, with its number."""
        return tuple(Saved(seat, number) for seat, number in enumerate(self.saved) if number is not None)


class Roll(Says):
    """What one player has rolled, as a clause of a sentence."""

    says = Message("{seat} rolls {face}")

    seat: Seat
    face: Face


class RolledOff(ConspiracyEvent, rule="CON-R05", stage="Order"):
    """Tied players rolled one die each to break the tie.

    Attributes:
        faces: What each tied player rolled.
    """

    says = Message("To break a tie, {rolls}.")

    seats: Seats
    faces: tuple[int, ...]

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The roll of each player, in the order of the seats."""
        return tuple(map(Roll, self.seats, self.faces))


class OrderDetermined(ConspiracyEvent, rule="CON-O.1", stage="Order"):
    """The determined order, the players who are free, and the first player.

    Attributes:
        first: The seat of the first player.
    """

    says = Message("The order of turns is {order}.")
    may_jump_in = Message("{free} may jump in before any turn.")

    order: Seats
    free: Seats
    first: int

    def sentences(self) -> Iterable[Message]:
        """CON-O.4: free players are named."""
        return (self.says, self.may_jump_in) if self.free else (self.says,)


class GapAnswered(ConspiracyEvent, rule="CON-O.4.g", stage="Order"):
    """Which free players wanted the next turn and which waited."""

    says = Message("{now} {now:wants|want} the next turn.", without=("now", "{wait} {wait:waits|wait}."))

    now: Seats
    wait: Seats


class SuitRoll(Says):
    """The die of a suit."""

    says = Message("{suit} {face} (success)", without=("counts", "{suit} {face}"))

    suit: Suit
    face: Face
    counts: bool


class ColumnRolled(ConspiracyEvent, rule="CON-M.3", stage="Time", card="advance", brief="pushes a column"):
    """The four dice for a column, in the order of suits.

    ``highest`` is the best face-up tile of each suit in its Future (0: none), ``successes`` says which dice count.

    Attributes:
        dice: What was rolled for each suit.
    """

    says = Message("The dice for column {column}: {rolls}; the column {advances:advances|stays}.")

    column: str
    dice: tuple[int, ...]
    highest: tuple[int, ...]
    successes: tuple[bool, ...]
    advances: bool

    @property
    def rolls(self) -> tuple[SuitRoll, ...]:
        """The dice of all suits."""
        return tuple(map(SuitRoll, SUITS, self.dice, self.successes))


class ColumnAdvanced(ConspiracyEvent, rule="CON-M.5.c", stage="Time"):
    """Every tile in the Future of a column moved up one row with its coins; ``cells`` is where they lay."""

    says = Message(
        "Column {column} advances: {cells:the tile|the tiles} on {cells} {cells:moves|move} 1 row towards the Present."
    )

    column: str
    cells: tuple[Spot, ...]


class TurnBegan(ConspiracyEvent, rule="CON-1", stage="Draw"):
    """A player's turn begins; ``took_back`` says whether a saved coin went into the hand."""

    says = Message(
        "{seat}'s turn begins; the saved coin goes back into the hand.", without=("took_back", "{seat}'s turn begins.")
    )

    seat: Seat
    took_back: bool


class CoinsDrawn(ConspiracyEvent, rule="CON-2", stage="Draw"):
    """How many coins a player drew, and how many are left in the bag."""

    says = Message("{seat} draws {coins:no coins|# coin|# coins}; the bag holds {bag}.")

    seat: Seat
    coins: int
    bag: int


class HandDrawn(ConspiracyEvent, rule="CON-2", stage="Draw", private=True):
    """Which coins a player has drawn; only that player learns it."""

    says = Message("You draw {coins}.")

    seat: Seat
    coins: tuple[Coin, ...]


class MandatoryAdvancement(ConspiracyEvent, rule="CON-3", stage="Draw"):
    """The bag held too few coins: all columns advance once."""

    says = Message("The bag holds too few coins to draw, so all columns advance{passes:|| (time # in this draw)}.")

    seat: Seat
    passes: int


class GiftsTaken(ConspiracyEvent, rule="CON-4", stage="Draw"):
    """Coins that others had given went into a player's hand."""

    says = Message("{seat} takes {coins:no coins|# coin|# coins} given by others into the hand.")

    seat: Seat
    coins: int


class TileTaken(ConspiracyEvent, rule="CON-M.5.a"):
    """A tile went from the board to a player. ``tile`` is None if it lay face down."""

    says = Message(
        "{seat} takes the tile {tile} from {cell}.", without=("tile", "{seat} takes the face-down tile from {cell}.")
    )

    seat: Seat
    cell: Spot
    tile: Tile | None


class TileReceived(ConspiracyEvent, rule="CON-M.5.a", private=True):
    """Which tile a player took from the board face down."""

    says = Message("The tile from {cell} is {tile}.")

    seat: Seat
    cell: Spot
    tile: Tile


class Bagged(Says):
    """A coin that went into the bag."""

    says = Message("the {side} from {space}")

    side: Side
    space: Spot


class CoinsBagged(ConspiracyEvent, rule="CON-5.d.iv.d"):
    """Coins went from these spaces to the bag; ``shown`` is the side that was up: a number or a suit.

    Attributes:
        spaces: Where the coins lay.
        bag: How many coins are in the bag now.
    """

    says = Message("Coins go into the bag: {coins}.")

    spaces: tuple[str, ...]
    shown: tuple[str, ...]
    bag: int

    @property
    def coins(self) -> tuple[Bagged, ...]:
        """The coins that went into the bag, each with its space."""
        return tuple(map(Bagged, self.shown, self.spaces))


class MarkReturned(ConspiracyEvent, rule="CON-M.5.a.iii"):
    """The tile under a mark left the Present, and the mark went back."""

    says = Message("The tile under {seat}'s mark on {cell} is gone; {seat} takes the mark back.")

    seat: Seat
    cell: Spot
