"""DUN-4.7: the answers of Shipment and Movement."""

from __future__ import annotations

from turncoat.games.dune.shared.map import Forces
from turncoat.kernel import Action

# --- shipment and movement -------------------------------------------------------------------


class Ship(Action, rule="DUN-4.7.2"):
    """DUN-DK-11: forces from off-planet reserves; the ally may pay a part; a Karama card may lower the price."""

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
    """DUN-DK-11: forces from reserves on the planet (DUN-6.1.2)."""

    phrase = "rally {forces} to {to}"

    forces: int
    to: str


class Transfer(Action, rule="DUN-6.5.2"):
    """DUN-DK-11: forces from one territory to a location of another by ship (DUN-6.5.2 b)."""

    phrase = "transfer {forces} to {to} with {help} from the ally"
    closed = "You cannot ship forces from one territory to another"
    briefs = ("transfer {forces} to {to}",)

    forces: Forces
    to: str
    help: int = 0


class Withdraw(Action, rule="DUN-6.5.2"):
    """DUN-DK-11: forces from one territory back to the reserves (DUN-6.5.2 c)."""

    phrase = "withdraw {forces} with {help} from the ally"
    closed = "You cannot bring forces back to the reserves"
    briefs = ("withdraw {forces}",)

    forces: Forces
    help: int = 0


class Accompany(Action, rule="DUN-6.4.3"):
    """DUN-DK-12: one force to the middle of the map."""

    phrase = "accompany"
    clause = "send a force along"


class Move(Action, rule="DUN-4.7.6"):
    """DUN-DK-13: forces of one territory to one location."""

    phrase = "move {forces} to {to}"

    forces: Forces
    to: str


class UseHajr(Action, rule="DUN-7.10.1", tag="hajr"):
    """DUN-DK-14: play the card and make an extra move."""

    phrase = "hajr {forces} to {to}"
    closed = "The extra move is made in your own turn, before your move"
    clause = "play {card:hajr} and move {forces} to {to}"

    forces: Forces
    to: str
