"""What players can answer (CON-D1 to CON-D6), and how they say it."""

from __future__ import annotations

from typing import ClassVar

from turncoat.kernel.box import Action


class ChooseGoal(Action, frozen=True, tag="goal"):
    """CON-S.5: note a suit and a number of the three coins drawn."""

    phrase: ClassVar[str] = "note {suit} and {number}"

    suit: str
    number: int


class Now(Action, frozen=True, tag="now"):
    """CON-O.4.g: take your turn in this gap."""

    phrase: ClassVar[str] = "now"
    clause: ClassVar[str] = "go now"


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
