"""DUN-4.5 to DUN-4.7: answers of Bidding, Revival, Shipment and Movement."""

from __future__ import annotations

from turncoat.games.dune.actions.opening import Forces
from turncoat.kernel import Action

# --- bidding and revival ---------------------------------------------------------------------


class Bid(Action, rule="DUN-4.5.4"):
    """DK-09: the whole bid in spice, and how much of it the ally pays."""

    phrase = "bid {amount} with {help} from the ally"
    briefs = ("bid {amount}",)

    amount: int
    help: int = 0


class TakeByKarama(Action, rule="DUN-7.11.1", tag="take"):
    """DK-09: take the card on auction for a Karama card."""

    phrase = "take the card for karama"
    clause = "take the card for {card:karama}"


class Revive(Action, rule="DUN-4.6.2"):
    """DK-10: forces, forces at the ally's expense, and one leader."""

    phrase = "revive {forces} and {extra} at the ally's expense and {leader}"
    briefs = ("revive {forces}", "revive {forces} and {leader}")

    forces: int
    extra: int = 0
    leader: str | None = None


# --- shipment and movement -------------------------------------------------------------------


class Ship(Action, rule="DUN-4.7.2"):
    """DK-11: forces from off-planet reserves; the ally may pay a part; a Karama card may lower the price."""

    phrase = "ship {forces} to {to} with {help} from the ally {karama}"
    closed = "You have no reserves that you could ship and pay for"
    briefs = (
        "ship {forces} to {to}",
        "ship {forces} to {to} with {help} from the ally",
        "ship {forces} to {to} by {karama}",
    )

    forces: int
    to: str
    help: int = 0
    karama: str | None = None


class Rally(Action, rule="DUN-6.1.2"):
    """DK-11: forces from reserves on the planet (DUN-6.1.2)."""

    phrase = "rally {forces} to {to}"

    forces: int
    to: str


class Transfer(Action, rule="DUN-6.5.2"):
    """DK-11: forces from one territory to a location of another by ship (DUN-6.5.2 b)."""

    phrase = "transfer {forces} to {to} with {help} from the ally"
    closed = "You cannot ship forces from one territory to another"
    briefs = ("transfer {forces} to {to}",)

    forces: Forces
    to: str
    help: int = 0


class Withdraw(Action, rule="DUN-6.5.2"):
    """DK-11: forces from one territory back to the reserves (DUN-6.5.2 c)."""

    phrase = "withdraw {forces} with {help} from the ally"
    closed = "You cannot bring forces back to the reserves"
    briefs = ("withdraw {forces}",)

    forces: Forces
    help: int = 0


class Accompany(Action, rule="DUN-6.4.3"):
    """DK-12: one force to the middle of the map."""

    phrase = "accompany"
    clause = "send a force along"


class Move(Action, rule="DUN-4.7.6"):
    """DK-13: forces of one territory to one location."""

    phrase = "move {forces} to {to}"

    forces: Forces
    to: str


class UseHajr(Action, rule="DUN-7.10.1", tag="hajr"):
    """DK-14: the card and an extra move."""

    phrase = "hajr {forces} to {to}"
    closed = "The extra move is made in your own turn, before your move"
    clause = "play {card:hajr} and move {forces} to {to}"

    forces: Forces
    to: str
