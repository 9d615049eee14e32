"""DUN-5.2: events between allies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from turncoat.games.dune.events import DuneEvent, Faction, Spice
from turncoat.kernel import Kind, Message


class Allowed(DuneEvent, rule="DUN-5.2.1", private=True):
    """DUN-5.2.1, only for the two allies: how much spice the ally may use."""

    says = Message("{faction} pays up to {spice} for bids and shipments of the ally.")

    faction: Faction
    spice: Spice


class Permitted(DuneEvent, rule="DUN-5.2.4", private=True):
    """DUN-5.2.4, only for the two allies: whether an advantage is lent; how many extra revivals the ally may have."""

    says = Message("{faction} lends the ally an advantage: {advantage}.")
    no_longer = Message("{faction} no longer lends the ally an advantage: {advantage}.")
    revivals = Message("{faction} pays for up to {number:extra revival} of the ally.")

    faction: Faction
    advantage: Annotated[str, Kind("advantage")]
    number: int

    def sentences(self) -> Iterator[Message]:
        """DUN-5.2.4: an advantage is lent or no longer lent; DUN-6.6.3: how many extra revivals the ally may have."""
        if self.advantage == "extra-revivals":
            yield self.revivals
        else:
            yield self.says if self.number else self.no_longer


class Given(DuneEvent, rule="DUN-6.6.4", tone="gift"):
    """DUN-6.6.4: one ally gave spice to the other."""

    says = Message("{faction} gives {spice} to {to}.")

    faction: Faction
    to: Faction
    spice: Spice
