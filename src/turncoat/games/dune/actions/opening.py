"""DUN-3, DUN-4.1 to DUN-4.3: answers of setup, Storm, Spice Blow and Nexus, and to pass."""

from __future__ import annotations

from turncoat.kernel import Action

Forces = dict[str, int]
"""How many forces from or to each location, by its id, without zeros."""


class Pass(Action, rule="DUN-2.7.1"):
    """DUN-2.7.1: nothing, this time."""

    phrase = "pass"


# --- setup -----------------------------------------------------------------------------------


class KeepTraitor(Action, rule="DUN-3.2.2", tag="keep"):
    """DK-01: the traitor card that is kept."""

    phrase = "keep {leader}"

    leader: str


class PlaceForces(Action, rule="DUN-3.3.2", tag="place"):
    """DK-02: where the forces of the desert stand at the start."""

    phrase = "place {forces}"

    forces: Forces


class Predict(Action, rule="DUN-3.4.1"):
    """DK-03: who will win, and in which turn."""

    phrase = "predict {faction} in turn {turn}"

    faction: str
    turn: int


# --- storm -----------------------------------------------------------------------------------


class Dial(Action, rule="DUN-4.1.1"):
    """DK-04: a number for the storm."""

    phrase = "dial {number}"

    number: int


class UseAtomics(Action, rule="DUN-7.9.1", tag="atomics"):
    """DK-05: blow up the Shield Wall."""

    phrase = "use atomics"
    clause = "blow up {territory:shield-wall}"


class UseWeatherControl(Action, rule="DUN-7.14.1", tag="weather"):
    """DK-05: how many sectors the storm moves."""

    phrase = "weather control {sectors}"
    clause = "move the storm {sectors}"

    sectors: int


# --- Nexus -----------------------------------------------------------------------------------


class Done(Action, rule="DUN-4.3.2"):
    """DK-07: no more to do in this Nexus."""

    phrase = "done"
    clause = "be done with this Nexus"


class Break(Action, rule="DUN-4.3.2"):
    """DK-07: leave the alliance."""

    phrase = "break the alliance"


class Propose(Action, rule="DUN-4.3.2"):
    """DK-07: propose an alliance."""

    phrase = "propose to {faction}"

    faction: str


class Unpropose(Action, rule="DUN-4.3.2"):
    """DK-07: withdraw a proposal."""

    phrase = "withdraw from {faction}"
    clause = "take back the proposal to {faction}"

    faction: str


class Ride(Action, rule="DUN-6.1.7"):
    """DK-08: ride the worm."""

    phrase = "ride {forces} to {to}"

    forces: Forces
    to: str
