"""DUN-4.8: answers of the Battle Phase."""

from __future__ import annotations

from typing import ClassVar

from turncoat.kernel.box import Action

PLAY, DO_NOT_PLAY = ORDERS = ("play", "do-not-play")
"""DUN-6.4.4: the two orders of the Voice."""
HERO, DIAL, WEAPON, DEFENCE = ELEMENTS = ("hero", "dial", "weapon", "defence")
"""DUN-6.2.3: what can be asked for."""


class ChooseBattle(Action, frozen=True, tag="fight"):
    """DK-15: where, and against whom."""

    phrase: ClassVar[str] = "fight {faction} in {territory}"

    territory: str
    faction: str


class Voice(Action, frozen=True, tag="voice"):
    """DK-16: the opponent must, or must not, play a kind of card."""

    phrase: ClassVar[str] = "voice {order} {kind}"
    clause: ClassVar[str] = "command: {order} {kind}"

    order: str
    kind: str


class Prescience(Action, frozen=True, tag="prescience"):
    """DK-17: which element of the opposing plan is seen."""

    phrase: ClassVar[str] = "foresee {element}"
    clause: ClassVar[str] = "ask for the {element}"

    element: str


class Plan(Action, frozen=True, tag="plan"):
    """DK-18: how many forces are risked, who leads them, and which cards go with them."""

    phrase: ClassVar[str] = "dial {dial}, {hero}, {weapon}, {defence}"
    clause: ClassVar[str] = "dial {dial} with {hero}, {weapon} and {defence}"

    dial: int
    hero: str | None
    weapon: str | None
    defence: str | None


class Call(Action, frozen=True, tag="call"):
    """DK-19: the opposing hero is a traitor."""

    phrase: ClassVar[str] = "call treachery"


class Discard(Action, frozen=True, tag="discard"):
    """DK-20: which of the cards played the winner gives up."""

    phrase: ClassVar[str] = "discard {cards}"

    cards: tuple[str, ...]
