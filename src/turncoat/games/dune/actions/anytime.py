"""DUN-2.6: what is done at any time, but for Truthtrance."""

from __future__ import annotations

from typing import ClassVar

from turncoat.kernel.box import Action


class Prevent(Action, frozen=True, tag="prevent"):
    """DK-21: play Karama against an advantage."""

    phrase: ClassVar[str] = "prevent {entry}"

    entry: str


class GholaForces(Action, frozen=True, tag="ghola_forces"):
    """DK-24: forces back from the tanks."""

    phrase: ClassVar[str] = "ghola for {forces} forces"
    clause: ClassVar[str] = "bring back {forces} by {card:ghola}"

    forces: int


class GholaLeader(Action, frozen=True, tag="ghola_leader"):
    """DK-24: a leader back from the tanks."""

    phrase: ClassVar[str] = "ghola for {leader}"
    clause: ClassVar[str] = "bring back {leader} by {card:ghola}"

    leader: str


class Allow(Action, frozen=True, tag="allow"):
    """DK-25: how much spice the ally may use."""

    phrase: ClassVar[str] = "allow {spice} spice"
    clause: ClassVar[str] = "let your ally use {spice} {word:spice}"

    spice: int


class Permit(Action, frozen=True, tag="permit"):
    """DK-25: lend an advantage to the ally, or take it back."""

    phrase: ClassVar[str] = "permit {advantage} {switch}"
    clause: ClassVar[str] = "turn {advantage} {switch}"

    advantage: str
    switch: str


class PermitRevivals(Action, frozen=True, tag="permit_revivals"):
    """DK-25: how many extra revivals the ally may have at one's expense."""

    phrase: ClassVar[str] = "permit {forces} extra revivals"
    clause: ClassVar[str] = "pay for up to {forces} more revivals"

    forces: int


class Give(Action, frozen=True, tag="give"):
    """DK-26: spice for the ally."""

    phrase: ClassVar[str] = "give {spice} spice"
    clause: ClassVar[str] = "give {spice} {word:spice}"

    spice: int
