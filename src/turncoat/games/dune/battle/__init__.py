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
    """DUN-DK-16: command the opponent to play, or not to play, a kind of card."""

    phrase = "voice {order} {kind}"
    clause = "command: {order} {kind}"

    order: str
    kind: str


class Prescience(Action, rule="DUN-6.2.3"):
    """DUN-DK-17: ask to see an element of the opposing plan."""

    phrase = "foresee {element}"
    clause = "ask for the {element}"

    element: str


class Plan(Action, rule="DUN-4.8.5"):
    """DUN-DK-18: the forces to dial, the leader, and the cards."""

    phrase = "dial {dial}, {hero}, {weapon}, {defence}"
    clause = "dial {dial} with {hero}, {weapon} and {defence}"

    dial: int
    hero: str | None
    weapon: str | None
    defence: str | None


class Call(Action, rule="DUN-4.8.11"):
    """DUN-DK-19: call the opposing hero a traitor."""

    phrase = "call treachery"
    closed = "The opposing leader is not a traitor of yours"


class Discard(Action, rule="DUN-4.8.17"):
    """DUN-DK-20: the played cards that the winner gives up."""

    phrase = "discard {cards}"

    cards: tuple[str, ...]
