"""The table at one moment, as a view has it or as a story has come to it. The drawings know nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct, field

from turncoat.games.dune.facts import FACTION_IDS
from turncoat.games.dune.known import Shadow
from turncoat.games.dune.view_parts import DuneView, FactionView

OFF_PLANET, TANKS = "off-planet", "tanks"
"""Where forces come from or go to that are not on the map."""


class March(Struct, frozen=True):
    """Forces on their way.

    Attributes:
        faction: Whose they are.
        number: How many.
        origin: A location, ``OFF_PLANET`` or ``TANKS``.
        to: Likewise.
        kind: How they go.
    """

    faction: str
    number: int
    origin: str
    to: str
    kind: Literal["ship", "rally", "move", "ride", "transfer", "withdraw", "die", "revive"]


class Moment(Struct, frozen=True, dict=True):
    """The table at one moment.

    Attributes:
        view: The position. In a story it is the position of that time, and nothing of it is for one seat alone.
        told: Whether it belongs to a story: nothing can be tapped, nobody's own cards are shown.
        marches: Forces on their way.
        lit: What happens where, as a word for the style sheet, by territory or location (``"blow"``, ``"worm"``,
            ``"battle"``, ``"explosion"``).
        swept: Sectors that the storm has passed over in this moment, in order.
        speaking: What happens to whom, as a word for the style sheet, by faction (``"bids"``, ``"traitor"``).
    """

    view: DuneView
    told: bool = False
    marches: tuple[March, ...] = ()
    lit: Mapping[str, str] = field(default_factory=dict)
    swept: tuple[int, ...] = ()
    speaking: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def known(self) -> Shadow:
        """What is known, as a position that the rules can be asked about."""
        return Shadow(self.view)

    @property
    def own(self) -> str:
        """The reader's faction; empty for a spectator and in a story."""
        view = self.view
        return "" if view.seat is None or self.told or view.own is None else view.factions[view.seat].faction

    def faction(self, name: str) -> FactionView:
        """What is known of a faction in play."""
        return next(one for one in self.view.factions if one.faction == name)

    @property
    def factions(self) -> tuple[str, ...]:
        """The factions in play, in the order of the rulebook."""
        present = {one.faction for one in self.view.factions}
        return tuple(one for one in FACTION_IDS if one in present)
