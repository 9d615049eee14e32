"""DUN-5: the answers about alliances."""

from __future__ import annotations

from turncoat.kernel import Action


class Allow(Action, rule="DUN-5.2.1"):
    """DUN-DK-25: how much spice the ally may use."""

    phrase = "allow {spice} spice"
    clause = "let your ally use {spice} {word:spice}"

    spice: int


class Permit(Action, rule="DUN-5.2.4"):
    """DUN-DK-25: lend an advantage to the ally, or take it back."""

    phrase = "permit {advantage} {switch}"
    clause = "turn {advantage} {switch}"

    advantage: str
    switch: str


class PermitRevivals(Action, rule="DUN-6.6.3"):
    """DUN-DK-25: how many extra revivals the ally may have at this faction's expense."""

    phrase = "permit {forces} extra revivals"
    clause = "pay for up to {forces} more revivals"

    forces: int


class Give(Action, rule="DUN-6.6.4"):
    """DUN-DK-26: give spice to the ally."""

    phrase = "give {spice} spice"
    clause = "give {spice} {word:spice}"

    spice: int
