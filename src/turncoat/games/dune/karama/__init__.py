"""DUN-7.11, DUN-7.8: the answers that play Karama and Ghola cards."""

from __future__ import annotations

from turncoat.kernel import Action


class Prevent(Action, rule="DUN-7.11.3"):
    """DUN-DK-21: play Karama against an advantage."""

    phrase = "prevent {entry}"

    entry: str


class GholaForces(Action, rule="DUN-7.8.1"):
    """DUN-DK-24: forces back from the tanks."""

    phrase = "ghola for {forces} forces"
    clause = "bring back {forces} by {card:ghola}"

    forces: int


class GholaLeader(Action, rule="DUN-7.8.1"):
    """DUN-DK-24: bring a leader back from the tanks."""

    phrase = "ghola for {leader}"
    clause = "bring back {leader} by {card:ghola}"

    leader: str
