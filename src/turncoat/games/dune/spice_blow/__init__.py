"""DUN-4.2, DUN-4.3: the answers of Spice Blow and Nexus."""

from __future__ import annotations

from turncoat.games.dune.shared.map import Forces
from turncoat.kernel import Action

# --- Nexus -----------------------------------------------------------------------------------


class Done(Action, rule="DUN-4.3.2"):
    """DUN-DK-07: do nothing more in this Nexus."""

    phrase = "done"
    clause = "be done with this Nexus"


class Break(Action, rule="DUN-4.3.2"):
    """DUN-DK-07: leave the alliance."""

    phrase = "break the alliance"


class Propose(Action, rule="DUN-4.3.2"):
    """DUN-DK-07: propose an alliance."""

    phrase = "propose to {faction}"

    faction: str


class Unpropose(Action, rule="DUN-4.3.2"):
    """DUN-DK-07: withdraw a proposal."""

    phrase = "withdraw from {faction}"
    clause = "take back the proposal to {faction}"

    faction: str


class Ride(Action, rule="DUN-6.1.7"):
    """DUN-DK-08: ride the worm."""

    phrase = "ride {forces} to {to}"

    forces: Forces
    to: str
