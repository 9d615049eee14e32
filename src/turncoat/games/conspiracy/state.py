"""The state of Conspiracy: what lies where, who knows what, and what players can answer."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from turncoat.kernel.box import Action
from turncoat.kernel.flow import Play, Section

CHAIN_WHOLE_BOARD = "whole board"
CHAIN_NEWLY_REVEALED = "pointed at by newly revealed coins"


def _cost(default: int, what: str, lowest: int = 1) -> Meta:
    """The label of an option that counts action points."""
    return Meta(
        ge=lowest,
        le=6,
        title=what,
        description=f"Action points; {default} in the rules as written.",
        extra_json_schema={"rule": "CON-OP.8"},
    )


class Options(Struct, frozen=True):
    """CON-OP: what the players agree on before they begin."""

    columns: Annotated[
        int,
        Meta(
            ge=2,
            le=5,
            title="Columns",
            description="Columns of the board; one fewer than players keeps elbow room scarce.",
            extra_json_schema={"rule": "CON-OP.2"},
        ),
    ] = 3
    marks: Annotated[
        bool,
        Meta(
            title="Progress marks",
            description="Whoever wants to win must have marked half of the goal on an earlier turn.",
            extra_json_schema={"rule": "CON-OP.3"},
        ),
    ] = True
    chain: Annotated[
        Literal["whole board", "pointed at by newly revealed coins"],
        Meta(
            title="Chain reaction",
            description="Which coins a reveal can turn over with it.",
            extra_json_schema={"rule": "CON-OP.7"},
        ),
    ] = "whole board"
    action_points: Annotated[int, _cost(2, "Action points a turn")] = 2
    place_coin_cost: Annotated[int, _cost(1, "Cost of Place Coin")] = 1
    reveal_coin_cost: Annotated[int, _cost(1, "Cost of Reveal Coin")] = 1
    attack_coin_cost: Annotated[int, _cost(1, "Cost of Attack Coin")] = 1
    reveal_tile_cost: Annotated[int, _cost(2, "Cost of Reveal Tile")] = 2
    advance_column_cost: Annotated[int, _cost(2, "Cost of Advance Column")] = 2
    rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            title="Round limit",
            description="After so many rounds the player nearest to the goal wins; 0 is no limit. Not in the "
            "original game.",
            extra_json_schema={"rule": "CON-OP.9"},
        ),
    ] = 0


# --- answers ----------------------------------------------------------------------------------


class ChooseGoal(Action, frozen=True, tag="goal"):
    """CON-S.5: note a suit and a number of the three coins drawn."""

    phrase: ClassVar[str] = "goal {suit} and {number}"

    suit: str
    number: int


class Now(Action, frozen=True, tag="now"):
    """CON-O.4.g: take your turn in this gap."""

    phrase: ClassVar[str] = "now"


class Wait(Action, frozen=True, tag="wait"):
    """CON-O.4.g: let others go first."""

    phrase: ClassVar[str] = "wait"


class Place(Action, frozen=True, tag="place"):
    """CON-5.a: place a coin, after laying one tile under it if you like."""

    phrase: ClassVar[str] = "place {coin} on {space} pointing {direction} with {tile}"
    briefs: ClassVar[tuple[str, ...]] = (
        "place {coin} on {space} pointing {direction}",
        "place {coin} {space} {direction}",
        "place {coin} {space} {direction} with {tile}",
    )

    coin: str
    space: str
    direction: str
    tile: str | None = None


class RevealCoin(Action, frozen=True, tag="reveal"):
    """CON-5.b: turn a supported coin symbol side up, giving a coin away."""

    phrase: ClassVar[str] = "reveal {space} giving {gift} to {to}"

    space: str
    gift: str
    to: int


class AttackCoin(Action, frozen=True, tag="attack"):
    """CON-5.c: place a coin against another one, giving a coin away."""

    phrase: ClassVar[str] = (
        "attack with {coin} on {space} pointing {direction} with {tile} giving {gift} to {to} and {aim}"
    )
    briefs: ClassVar[tuple[str, ...]] = (
        "attack with {coin} on {space} pointing {direction} giving {gift} to {to}",
        "attack with {coin} on {space} pointing {direction} giving {gift} to {to} and {aim}",
        "attack with {coin} on {space} pointing {direction} with {tile} giving {gift} to {to}",
        "attack {coin} {space} {direction} giving {gift} to {to}",
    )

    coin: str
    space: str
    direction: str
    gift: str
    to: int
    tile: str | None = None
    aim: str = "hit"


class Remove(Action, frozen=True, tag="remove"):
    """CON-5.c.iv.c: give a second coin away, so that the coin you hit leaves the board."""

    phrase: ClassVar[str] = "remove giving {gift} to {to}"

    gift: str
    to: int


class TurnBack(Action, frozen=True, tag="turn_back"):
    """CON-5.c.iv.b: leave the coin you hit on the board, number side up."""

    phrase: ClassVar[str] = "turn back"


class RevealTile(Action, frozen=True, tag="turn_up"):
    """CON-5.d: turn a tile face up, giving a coin away."""

    phrase: ClassVar[str] = "turn up {cell} giving {gift} to {to}"

    cell: str
    gift: str
    to: int


class AdvanceColumn(Action, frozen=True, tag="advance"):
    """CON-5.e: roll for a column."""

    phrase: ClassVar[str] = "advance {column}"

    column: str


class Stop(Action, frozen=True, tag="stop"):
    """CON-5: leave the remaining action points unspent."""

    phrase: ClassVar[str] = "stop"


class Save(Action, frozen=True, tag="save"):
    """CON-6: keep a coin for your next turn."""

    phrase: ClassVar[str] = "save {coin}"

    coin: str


class SaveNothing(Action, frozen=True, tag="save_nothing"):
    """CON-6: put all coins into the bag."""

    phrase: ClassVar[str] = "save nothing"


class Mark(Action, frozen=True, tag="mark"):
    """CON-9: mark a tile of the Present that shows half of your goal."""

    phrase: ClassVar[str] = "mark {cell}"

    cell: str


class MarkNothing(Action, frozen=True, tag="mark_nothing"):
    """CON-9.a: keep your progress to yourself."""

    phrase: ClassVar[str] = "mark nothing"


class Claim(Action, frozen=True, tag="claim"):
    """CON-10: disclose your goal and win."""

    phrase: ClassVar[str] = "claim"


class Decline(Action, frozen=True, tag="decline"):
    """CON-R30: go on playing."""

    phrase: ClassVar[str] = "decline"


ConspiracyAction = (
    ChooseGoal
    | Now
    | Wait
    | Place
    | RevealCoin
    | AttackCoin
    | Remove
    | TurnBack
    | RevealTile
    | AdvanceColumn
    | Stop
    | Save
    | SaveNothing
    | Mark
    | MarkNothing
    | Claim
    | Decline
)

ACTIONS: tuple[type[ConspiracyAction], ...] = (
    ChooseGoal,
    Now,
    Wait,
    Place,
    RevealCoin,
    AttackCoin,
    Remove,
    TurnBack,
    RevealTile,
    AdvanceColumn,
    Stop,
    Save,
    SaveNothing,
    Mark,
    MarkNothing,
    Claim,
    Decline,
)


# --- what lies on the table -------------------------------------------------------------------


class LyingCoin(Struct, frozen=True):
    """A coin on the board.

    Attributes:
        coin: Which one it is; its suit is a secret while the number side is up.
        direction: Where it points.
        symbol_up: Whether the symbol side is up.
        known: The seats that have seen the hidden side during this stay on the board, as bits.
    """

    coin: str
    direction: str
    symbol_up: bool
    known: int


class LyingTile(Struct, frozen=True):
    """A tile on the board.

    Attributes:
        tile: Which one it is; a secret while it lies face down.
        face_up: Whether it lies face up.
        known: The seats that have seen its face during this stay on the board, as bits.
    """

    tile: str
    face_up: bool
    known: int


class GivenCoin(Struct, frozen=True):
    """A coin that waits for its receiver's next turn, and who gave it."""

    coin: str
    giver: int


class Goal(Struct, frozen=True):
    """CON-S.5: a suit and a number."""

    suit: str
    number: int


class Match(Section[ConspiracyAction], tag="match"):
    """The whole game: goals, then round after round."""


class Round(Section[ConspiracyAction], tag="round"):
    """One round.

    Attributes:
        left: Players of the determined order who have not had their turn, the next one first.
        free: Players with a saved spiral who have not had their turn, ascending.
        first: CON-O.5: the first player.
    """

    left: list[int] = []
    free: list[int] = []
    first: int = 0


class Turn(Section[ConspiracyAction], tag="turn"):
    """One player's turn.

    Attributes:
        seat: Whose turn it is.
        hand: Coins in hand, as they came.
        points: Action points left.
    """

    seat: int
    hand: list[str] = []
    points: int = 0


class Hit(Section[ConspiracyAction], tag="hit"):
    """CON-5.c.iv: a coin that lies symbol side up has been hit.

    Attributes:
        seat: Who attacked.
        target: The position of the coin that was hit.
    """

    seat: int
    target: int


class Conspiracy(Play[Match | Round | Turn | Hit, ConspiracyAction]):
    """A game of Conspiracy. Lists are by seat.

    Attributes:
        options: What was agreed on.
        goals: Secret goals; None until they have been noted.
        goal_coins: The coins drawn for the goal.
        held: Tiles held, in alphabetical order.
        unused: Tiles that were not dealt (five players).
        bag: Coins in the bag.
        tiles: Tiles on the board by cell.
        coins: Coins on the board by position.
        saved: The coin saved.
        gifts: Coins received that wait for the next turn, as they came.
        marks: The cell of the own mark; -1 is none.
        marked_in: The round in which that mark was put there.
        ever_marked: Every tile a player has marked in this game, as they were marked; marks speak of goals.
        round: The present round, from 1.
        disclosed: Seats whose goal has been laid open.
        winners: Who has won, once the game is over.
    """

    options: Options
    goals: list[Goal | None]
    goal_coins: list[tuple[str, ...]]
    held: list[list[str]]
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
