"""DUN-3: the answers before the first turn."""

from __future__ import annotations

from turncoat.games.dune.shared.map import Forces
from turncoat.kernel import Action

# --- setup -----------------------------------------------------------------------------------


class KeepTraitor(Action, rule="DUN-3.2.2", tag="keep"):
    """DUN-DK-01: keep a traitor card."""

    phrase = "keep {leader}"

    leader: str


class PlaceForces(Action, rule="DUN-3.3.2", tag="place"):
    """DUN-DK-02: place the nomads' forces."""

    phrase = "place {forces}"

    forces: Forces


class Predict(Action, rule="DUN-3.4.1"):
    """DUN-DK-03: predict who will win, and in which turn."""

    phrase = "predict {faction} in turn {turn}"

    faction: str
    turn: int
