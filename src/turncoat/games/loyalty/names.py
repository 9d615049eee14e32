"""What things are called in Loyalty, alone and after a number."""

from __future__ import annotations

from turncoat.kernel import SeatNames
from turncoat.kernel.space import Id, id_of

SINGULAR = {"citizens": "citizen", "priests": "priest", "militia": "militia"}
"""LOY-2.3: one unit of each kind."""

_COUNTED = {
    "price": "{coins} to {name}",
    "place": "{coins} in {name}",
    **dict.fromkeys(("seat", "colour", "fallen"), "of {name}"),
}
"""What is said after a number: prices, coins that lie somewhere, losses by their owner."""


class LoyaltyNames(SeatNames):
    """Players, factions and victims by name; places and units are called by their ids."""

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("victim", "2 priests")`` is ``"Celeste's priests"``."""
        if domain == "faction":
            return str(value).capitalize()
        if domain in ("victim", "fallen") and isinstance(value, str):
            seat, _, kind = value.partition(" ")
            return f"{super().label('seat', id_of(seat))}'s {kind}"
        return super().label("seat" if domain == "price" else domain, value)

    def counted(self, domain: str, value: Id, number: int) -> str:
        """What so many of it are called: ``counted("price", 0, 2)`` is ``"coins to Agatha"``."""
        name = self.label(domain, value)
        if domain in _COUNTED:
            return _COUNTED[domain].format(coins="coin" if number == 1 else "coins", name=name)
        if number != 1 or domain not in ("unit", "victim"):
            return name
        owner, gap, kind = name.rpartition(" ")
        return f"{owner}{gap}{SINGULAR.get(kind, kind)}"
