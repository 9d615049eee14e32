"""DUN-4.5 to DUN-4.7: answers of Bidding, Revival, Shipment and Movement."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.actions.opening import Forces
from turncoat.kernel.box import Action

# --- bidding and revival ---------------------------------------------------------------------


class Bid(Action, frozen=True, tag="bid"):
    """DK-09: the whole bid in spice, and how much of it the ally pays."""

    phrase: ClassVar[str] = "bid {amount} with {help} from the ally"
    briefs: ClassVar[tuple[str, ...]] = ("bid {amount}",)

    amount: int
    help: int = 0


class TakeByKarama(Action, frozen=True, tag="take"):
    """DK-09: take the card on auction for a Karama card."""

    phrase: ClassVar[str] = "take the card for karama"
    clause: ClassVar[str] = "take the card for {card:karama}"


class Revive(Action, frozen=True, tag="revive"):
    """DK-10: forces, forces at the ally's expense, and one leader."""

    phrase: ClassVar[str] = "revive {forces} and {extra} at the ally's expense and {leader}"
    briefs: ClassVar[tuple[str, ...]] = ("revive {forces}", "revive {forces} and {leader}")

    forces: int
    extra: int = 0
    leader: str | None = None


# --- shipment and movement -------------------------------------------------------------------


class Ship(Action, frozen=True, tag="ship"):
    """DK-11: forces from off-planet reserves; the ally may pay a part; a Karama card may lower the price."""

    phrase: ClassVar[str] = "ship {forces} to {to} with {help} from the ally {karama}"
    briefs: ClassVar[tuple[str, ...]] = (
        "ship {forces} to {to}",
        "ship {forces} to {to} with {help} from the ally",
        "ship {forces} to {to} by {karama}",
    )

    forces: int
    to: str
    help: int = 0
    karama: str | None = None


class Rally(Action, frozen=True, tag="rally"):
    """DK-11: forces from reserves on the planet (DUN-6.1.2)."""

    phrase: ClassVar[str] = "rally {forces} to {to}"

    forces: int
    to: str


class Transfer(Action, frozen=True, tag="transfer"):
    """DK-11: forces from one territory to a location of another by ship (DUN-6.5.2 b)."""

    phrase: ClassVar[str] = "transfer {forces} to {to} with {help} from the ally"
    briefs: ClassVar[tuple[str, ...]] = ("transfer {forces} to {to}",)

    forces: Forces
    to: str
    help: int = 0


class Withdraw(Action, frozen=True, tag="withdraw"):
    """DK-11: forces from one territory back to the reserves (DUN-6.5.2 c)."""

    phrase: ClassVar[str] = "withdraw {forces} with {help} from the ally"
    briefs: ClassVar[tuple[str, ...]] = ("withdraw {forces}",)

    forces: Forces
    help: int = 0


class Accompany(Action, frozen=True, tag="accompany"):
    """DK-12: one force to the middle of the map."""

    phrase: ClassVar[str] = "accompany"
    clause: ClassVar[str] = "send a force along"


class Move(Action, frozen=True, tag="move"):
    """DK-13: forces of one territory to one location."""

    phrase: ClassVar[str] = "move {forces} to {to}"

    forces: Forces
    to: str


class UseHajr(Action, frozen=True, tag="hajr"):
    """DK-14: the card and an extra move."""

    phrase: ClassVar[str] = "hajr {forces} to {to}"
    clause: ClassVar[str] = "play {card:hajr} and move {forces} to {to}"

    forces: Forces
    to: str
