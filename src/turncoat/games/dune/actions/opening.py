"""DUN-3, DUN-4.1 to DUN-4.3: answers of setup, Storm, Spice Blow and Nexus, and to pass."""

from __future__ import annotations

from typing import ClassVar

from turncoat.kernel.box import Action

Forces = dict[str, int]
"""How many forces from or to each location, by its id, without zeros."""


class Pass(Action, frozen=True, tag="pass"):
    """DUN-2.7.1: nothing, this time."""

    phrase: ClassVar[str] = "pass"


# --- setup -----------------------------------------------------------------------------------


class KeepTraitor(Action, frozen=True, tag="keep"):
    """DK-01: the traitor card that is kept."""

    phrase: ClassVar[str] = "keep {leader}"

    leader: str


class PlaceForces(Action, frozen=True, tag="place"):
    """DK-02: where the forces of the desert stand at the start."""

    phrase: ClassVar[str] = "place {forces}"

    forces: Forces


class Predict(Action, frozen=True, tag="predict"):
    """DK-03: who will win, and in which turn."""

    phrase: ClassVar[str] = "predict {faction} in turn {turn}"

    faction: str
    turn: int


# --- storm -----------------------------------------------------------------------------------


class Dial(Action, frozen=True, tag="dial"):
    """DK-04: a number for the storm."""

    phrase: ClassVar[str] = "dial {number}"

    number: int


class UseAtomics(Action, frozen=True, tag="atomics"):
    """DK-05: blow up the Shield Wall."""

    phrase: ClassVar[str] = "use atomics"
    clause: ClassVar[str] = "blow up {territory:shield-wall}"


class UseWeatherControl(Action, frozen=True, tag="weather"):
    """DK-05: how many sectors the storm moves."""

    phrase: ClassVar[str] = "weather control {sectors}"
    clause: ClassVar[str] = "move the storm {sectors}"

    sectors: int


# --- Nexus -----------------------------------------------------------------------------------


class Done(Action, frozen=True, tag="done"):
    """DK-07: no more to do in this Nexus."""

    phrase: ClassVar[str] = "done"
    clause: ClassVar[str] = "be done with this Nexus"


class Break(Action, frozen=True, tag="break"):
    """DK-07: leave the alliance."""

    phrase: ClassVar[str] = "break the alliance"


class Propose(Action, frozen=True, tag="propose"):
    """DK-07: propose an alliance."""

    phrase: ClassVar[str] = "propose to {faction}"

    faction: str


class Unpropose(Action, frozen=True, tag="unpropose"):
    """DK-07: withdraw a proposal."""

    phrase: ClassVar[str] = "withdraw from {faction}"
    clause: ClassVar[str] = "take back the proposal to {faction}"

    faction: str


class Ride(Action, frozen=True, tag="ride"):
    """DK-08: ride the worm."""

    phrase: ClassVar[str] = "ride {forces} to {to}"

    forces: Forces
    to: str
