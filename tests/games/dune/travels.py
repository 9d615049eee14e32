"""Shipment and Movement as a story: the phase, and shipments in the names of the rulebook."""

from __future__ import annotations

from tests.games.dune.story import HAR, Table, amounts, place

from turncoat.games.dune.shipment import Ship, Transfer, Withdraw


def phase(first: int = HAR, **position: object) -> Table:
    """Shipment and Movement; a faction is first in storm order."""
    return Table("shipment_and_movement", first=first, **position)  # type: ignore[arg-type]


def ship(forces: int, to: str, help_: int = 0, karama: str | None = None) -> Ship:
    """A shipment from the reserves."""
    return Ship(forces, place(to), help_, karama)


def transfer(forces: str, to: str, help_: int = 0) -> Transfer:
    """A shipment across the planet."""
    return Transfer(amounts(forces), place(to), help_)


def withdraw(forces: str, help_: int = 0) -> Withdraw:
    """A shipment back to the reserves."""
    return Withdraw(amounts(forces), help_)


def most(table: Table, faction: int, to: str) -> int:
    """How many forces a faction can ship somewhere."""
    return max((number for number in range(1, 21) if table.legal(faction, ship(number, to))), default=0)
