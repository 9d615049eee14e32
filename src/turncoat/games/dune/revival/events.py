"""DUN-4.6: the events of Revival."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.dune.events import DuneEvent, Faction, Leader, Spice
from turncoat.kernel import Message


class RevivalEvent(DuneEvent, stage="revival", does="revives"):
    """Anything that can happen in Revival."""


class ForcesRevived(RevivalEvent, rule="DUN-4.6.2"):
    """Forces came back: how many in all, how many at the ally's expense, and the owner's price."""

    says = Message("{faction} revives {forces:force} for {spice}.")
    helped = Message("{faction} revives {forces:force} and pays {spice}; the ally pays for {extra} of the forces.")
    free = Message("{faction} revives {forces:force} free of charge.")
    free_and_helped = Message(
        "{faction} revives {forces:force} free of charge; the ally pays for {extra} of the forces."
    )

    faction: Faction
    forces: int
    extra: int
    spice: Spice

    def sentences(self) -> Iterator[Message]:
        """DUN-4.6.2, DUN-6.6.3: some are free, others are paid for, by the owner or the ally."""
        if self.spice:
            yield self.helped if self.extra else self.says
        else:
            yield self.free_and_helped if self.extra else self.free


class LeaderRevived(RevivalEvent, rule="DUN-4.6.4", tone=""):
    """A leader came back, with the price."""

    says = Message("{faction} revives {leader} for {spice}.")

    faction: Faction
    leader: Leader
    spice: Spice
