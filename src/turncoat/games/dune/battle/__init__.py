"""DUN-4.8: the answers of the Battle Phase."""

from __future__ import annotations

from turncoat.kernel import Action

PLAY, DO_NOT_PLAY = ORDERS = ("play", "do-not-play")
"""The two orders of the Voice (DUN-6.4.4)."""
HERO, DIAL, WEAPON, DEFENCE = ELEMENTS = ("hero", "dial", "weapon", "defence")
"""What Prescience can ask for (DUN-6.2.3)."""


class ChooseBattle(Action, rule="DUN-4.8.2", tag="fight"):
    """DUN-DK-15: choose a battle: the place and the opponent."""

    phrase = "fight {faction} in {territory}"

    territory: str
    faction: str


class Voice(Action, rule="DUN-6.4.4"):
    """DUN-DK-16: the opponent must, or must not, play a kind of card."""

    phrase = "voice {order} {kind}"
    clause = "command: {order} {kind}"

    order: str
    kind: str


class Prescience(Action, rule="DUN-6.2.3"):
    """DUN-DK-17: which element of the opposing plan is seen."""

    phrase = "foresee {element}"
    clause = "ask for the {element}"

    element: str


class Plan(Action, rule="DUN-4.8.5"):
    """DUN-DK-18: how many forces are risked, who leads them, and which cards go with them."""

    phrase = "dial {dial}, {hero}, {weapon}, {defence}"
    clause = "dial {dial} with {hero}, {weapon} and {defence}"

    dial: int
    hero: str | None
    weapon: str | None
    defence: str | None


class Call(Action, rule="DUN-4.8.11"):
    """DUN-DK-19: the opposing hero is a traitor."""

    phrase = "call treachery"


class Discard(Action, rule="DUN-4.8.17"):
    """DUN-DK-20: which of the cards played the winner gives up."""

    phrase = "discard {cards}"

    cards: tuple[str, ...]
