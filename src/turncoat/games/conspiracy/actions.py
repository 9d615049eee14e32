"""What players can answer (CON-D1 to CON-D6), and how they say it."""

from __future__ import annotations

from typing import Annotated, ClassVar, get_args

from turncoat.games.conspiracy.geometry import DIRECTIONS, NUMBERS, SPACE_NAMES
from turncoat.kernel import Action, Kind, Message

Space = Annotated[str, Kind("space")]
Cell = Annotated[str, Kind("cell")]
Suit = Annotated[str, Kind("suit")]
Column = Annotated[str, Kind("column")]
"""CON-G: a column, by its notation."""

Spot = Annotated[str, Kind("place")]
"""CON-G: a space or a cell as it is called in a sentence: ``space c2F1.NW``."""


class ChooseGoal(Action, rule="CON-S.5", tag="goal"):
    """CON-S.5: note a suit and a number of the three coins drawn."""

    phrase = "note {suit} and {number}"

    suit: str
    number: int


class Now(Action, rule="CON-O.4.g"):
    """CON-O.4.g: take your turn in this gap."""

    phrase = "now"
    clause = "go now"


class Wait(Action, rule="CON-O.4.g"):
    """CON-O.4.g: let others go first."""

    phrase = "wait"


class Spending(Action):
    """CON-5: the actions that cost action points.

    Attributes:
        title: The action's name in the rulebook's table of actions.
        cost: The option with its cost in action points.
        coins: The number of coins in hand that it needs.
    """

    title: ClassVar[str] = ""
    cost: ClassVar[str] = ""
    coins: ClassVar[int] = 1


class Place(Spending, rule="CON-5.a", title="Place Coin", cost="place_coin_cost"):
    """CON-5.a: place a coin, after laying one tile under it if you like."""

    phrase = "place {coin} on {space} pointing {direction} with {tile}"
    briefs = (
        "place {coin} on {space} pointing {direction}",
        "place {coin} {space} {direction}",
        "place {coin} {space} {direction} with {tile}",
    )
    says = Message("Place Coin")
    closed = "From no free space can a coin point at a coin, a face-up tile or an empty Present"

    coin: str
    space: Space
    direction: str
    tile: str | None = None


class RevealCoin(Spending, rule="CON-5.b", tag="reveal", title="Reveal Coin", cost="reveal_coin_cost"):
    """CON-5.b: turn a supported coin symbol side up, giving a coin away."""

    phrase = "reveal {space} giving {gift} to {to}"
    says = Message("Reveal Coin on {space}")
    closed = "No coin can be revealed now: the numbers that point at each coin are not enough"

    space: Space
    gift: str
    to: int


class AttackCoin(Spending, rule="CON-5.c", tag="attack", title="Attack Coin", cost="attack_coin_cost", coins=2):
    """CON-5.c: place a coin against another one, giving a coin away."""

    phrase = "attack with {coin} on {space} pointing {direction} with {tile} giving {gift} to {to} and {aim}"
    briefs = (
        "attack with {coin} on {space} pointing {direction} giving {gift} to {to}",
        "attack with {coin} on {space} pointing {direction} giving {gift} to {to} and {aim}",
        "attack with {coin} on {space} pointing {direction} with {tile} giving {gift} to {to}",
        "attack {coin} {space} {direction} giving {gift} to {to}",
    )
    says = Message("Attack Coin against the coin on {target}")
    closed = "From no free space can a coin point at another coin"

    coin: str
    space: Space
    direction: str
    gift: str
    to: int
    tile: str | None = None
    aim: str = "hit"

    @property
    def target(self) -> Spot:
        """CON-5.c.ii: the space at which the coin points."""
        return SPACE_NAMES[NUMBERS[self.space] + DIRECTIONS[self.direction]]


class Remove(Action, rule="CON-5.c.iv.c"):
    """CON-5.c.iv.c: give a second coin away, so that the coin you hit leaves the board."""

    phrase = "remove giving {gift} to {to}"

    gift: str
    to: int


class TurnBack(Action, rule="CON-5.c.iv.b"):
    """CON-5.c.iv.b: leave the coin you hit on the board, number side up."""

    phrase = "turn back"


class RevealTile(Spending, rule="CON-5.d", tag="turn_up", title="Reveal Tile", cost="reveal_tile_cost"):
    """CON-5.d: turn a tile face up, giving a coin away."""

    phrase = "turn up {cell} giving {gift} to {to}"
    says = Message("Reveal Tile on {cell}")
    closed = "No tile has two coins on it that lie symbol side up"

    cell: Cell
    gift: str
    to: int


class AdvanceColumn(
    Spending, rule="CON-5.e", tag="advance", title="Advance Column", cost="advance_column_cost", coins=0
):
    """CON-5.e: roll for a column."""

    phrase = "advance {column}"
    says = Message("Advance Column in column {column}")

    column: str


class Stop(Action, rule="CON-5"):
    """CON-5: leave the remaining action points unspent."""

    phrase = "stop"


class Save(Action, rule="CON-6"):
    """CON-6: keep a coin for your next turn."""

    phrase = "save {coin}"

    coin: str


class SaveNothing(Action, rule="CON-6"):
    """CON-6: put all coins into the bag."""

    phrase = "save nothing"


class Mark(Action, rule="CON-9.b"):
    """CON-9: mark a tile of the Present that shows half of your goal."""

    phrase = "mark {cell}"
    closed = "No tile in the Present shows the suit or the number of your goal"

    cell: Cell


class MarkNothing(Action, rule="CON-9.a"):
    """CON-9.a: keep your progress to yourself."""

    phrase = "mark nothing"


class Claim(Action, rule="CON-10"):
    """CON-10: disclose your goal and win."""

    phrase = "claim"
    closed = "The Present does not show both halves of your goal on two different tiles"


class Decline(Action, rule="CON-R30"):
    """CON-R30: go on playing."""

    phrase = "decline"


Chosen = Place | RevealCoin | AttackCoin | RevealTile | AdvanceColumn

SPENDING: tuple[type[Chosen], ...] = get_args(Chosen)
"""CON-5: the table of actions, in the order of the rules."""

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
