"""The state of Conspiracy: where each piece lies, and who knows it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from turncoat.games.conspiracy.actions import ConspiracyAction, Suit
from turncoat.games.conspiracy.options import Options
from turncoat.kernel import Play, Section


class LyingCoin(Struct, frozen=True):
    """A coin on the board.

    Attributes:
        coin: The id of the coin; its suit is secret while the number side is up.
        known: The seats that have seen the hidden side during this stay on the board, as bits.
    """

    coin: str
    direction: str
    symbol_up: bool
    known: int


class LyingTile(Struct, frozen=True):
    """A tile on the board.

    Attributes:
        tile: The id of the tile, secret while it lies face down.
        known: The seats that have seen its face during this stay on the board, as bits.
    """

    tile: str
    face_up: bool
    known: int


class GivenCoin(Struct, frozen=True):
    """A gift that waits for its receiver's next turn: the coin and its giver."""

    coin: str
    giver: int


class SeenTile(Struct, frozen=True):
    """A tile that other players saw go to a player who has laid no tile since, so the player must still hold it.

    Attributes:
        known: The seats that saw it go, as bits.
    """

    tile: str
    known: int


BY_NUMBER = -1
"""Stands for the giver if everybody knows the number of a coin and only its owner knows the suit."""


class SeenCoin(Struct, frozen=True):
    """A coin that must still be in hand, because no coin that could be it has left the hand.

    Attributes:
        giver: The player who gave it and knows it; ``BY_NUMBER``: it was saved, and everybody saw its number.
    """

    coin: str
    giver: int


class Goal(Struct, frozen=True):
    """CON-S.5: a suit and a number.

    Attributes:
        suit: The suit.
        number: The number.
    """

    suit: Suit
    number: int


class Match(Section[ConspiracyAction], tag="match"):
    """The whole game: goals, then round after round."""


class Round(Section[ConspiracyAction], tag="round"):
    """One round.

    Attributes:
        left: Players of the determined order who have not had their turn, the next one first.
        free: Players with a saved spiral who have not had their turn, ascending.
    """

    left: list[int] = []
    free: list[int] = []
    first: int = 0


class Turn(Section[ConspiracyAction], tag="turn"):
    """One player's turn.

    Attributes:
        hand: Coins in hand, as they came.
        seen: Coins in hand that others know, or of which they know the number.
    """

    seat: int
    hand: list[str] = []
    points: int = 0
    seen: tuple[SeenCoin, ...] = ()


class Hit(Section[ConspiracyAction], tag="hit"):
    """CON-5.c.iv: an attack has hit a symbol-side coin. ``target``: the position of the coin that was hit."""

    seat: int
    target: int


class Conspiracy(Play[Match | Round | Turn | Hit, ConspiracyAction]):
    """A game of Conspiracy. Lists are by seat; the view explains the fields that it has, too.

    Attributes:
        goals: Secret goals; None until they have been noted.
        held: Tiles held, in alphabetical order.
        seen: Those of them that others know to be held.
        unused: Tiles that were not dealt (five players).
        tiles: Tiles on the board by cell.
        coins: Coins on the board by position.
        marks: The cell of each player's mark; -1 is none.
        ever_marked: Every tile that a player has marked in this game, in order, because marks tell something about
            goals.
        disclosed: Seats that have disclosed their goal.
    """

    options: Options
    goals: list[Goal | None]
    goal_coins: list[tuple[str, ...]]
    held: list[list[str]]
    seen: list[tuple[SeenTile, ...]]
    unused: list[str]
    bag: list[str]
    tiles: dict[int, LyingTile]
    coins: dict[int, LyingCoin]
    saved: list[str | None]
    gifts: list[list[GivenCoin]]
    marks: list[int]
    marked_in: list[int]
    ever_marked: list[tuple[str, ...]]
    round: int = 0
    disclosed: list[int] = []
    winners: list[int] = []


Coins = Mapping[int, LyingCoin]
"""Coins on the board by position."""
