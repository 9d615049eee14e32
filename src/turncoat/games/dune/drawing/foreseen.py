"""What sentences on what an answer would come to are made of: who, how many, what for."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.dune.events import Paid
from turncoat.games.dune.known import Shadow
from turncoat.games.dune.shared.map import LOCATION_IDS, TERRITORY_IDS
from turncoat.games.dune.state import NOBODY, Dune
from turncoat.games.dune.view_parts import DuneView, OwnView
from turncoat.kernel import Event, Names, amount, listed

Lines = list[str]
"""Sentences."""


class Foresight:
    """A view with what is needed to speak of it.

    Args:
        view: What is known; of a seat.
        names: What things are called.

    Attributes:
        shadow: The view as a position.
        game: Likewise; it is never changed.
        seat: The viewer.
        own: What the viewer alone knows.
    """

    def __init__(self, view: DuneView, names: Names) -> None:
        assert view.own is not None
        self.view, self.names = view, names
        self.shadow = Shadow(view)
        self.game: Dune = self.shadow.game
        self.seat = self.shadow.seat
        self.own: OwnView = view.own

    # --- words ----------------------------------------------------------------------------------

    def who(self, seat: int) -> str:
        """The faction of a seat, as it is called; ``the bank`` for nobody."""
        return self.called(self.shadow.faction(seat))

    def called(self, faction: str) -> str:
        """What a faction is called; ``the bank`` for none."""
        return self.names.label("faction", faction) if faction else "the bank"

    def all_of(self, seats: Iterable[int]) -> str:
        """Several factions, as they are called."""
        return listed([self.who(seat) for seat in seats])

    def place(self, place: int) -> str:
        """What a location is called."""
        return self.names.label("location", LOCATION_IDS[place])

    def land(self, territory: int) -> str:
        """What a territory is called."""
        return self.names.label("territory", TERRITORY_IDS[territory])

    def leader(self, leader: str) -> str:
        """What a leader is called."""
        return self.names.label("leader", leader)

    def cards(self, cards: Iterable[str]) -> str:
        """Several cards, as they are called."""
        return listed([self.names.label("card", card) for card in cards])

    def spice(self, amount: int) -> str:
        """So much spice."""
        return f"{amount} {self.names.label('word', 'spice')}"

    @property
    def worm(self) -> str:
        """What a worm is called."""
        return self.names.label("word", "worm")

    # --- payments -------------------------------------------------------------------------------

    def payments(self, happened: Iterable[Event], cost: int) -> Lines:
        """DUN-2.3: who pays how much to whom, and what is left."""
        paid = [one for one in happened if isinstance(one, Paid) and one.payer]
        mine, helper = self.shadow.faction(self.seat), self.game.ally[self.seat]
        own, ally = (sum(one.spice for one in paid if (one.payer == mine) is me) for me in (True, False))
        stays = max(0, cost - own - ally) if helper != NOBODY else 0
        if not paid:
            due = f"It costs {self.spice(cost)}" if cost else "It costs nothing"
            return [f"{due}, which {self.who(helper)} would pay to itself." if stays else f"{due}."]
        to = listed(list(dict.fromkeys(self.called(one.to) for one in paid)))
        shares = f": {own} from you, {ally + stays} from {self.who(helper)}" if ally + stays else ""
        left = self.game.spice[self.seat] - own
        kept = self.kept(left) if own else "You pay nothing yourself."
        return [f"It costs {self.spice(own + ally + stays)}, paid to {to}{shares}.", kept]

    def kept(self, left: int) -> str:
        """How much one would still have."""
        return f"You keep {self.spice(left)}." if left else f"That is all your {self.names.label('word', 'spice')}."


def forces(number: int) -> str:
    """So many forces."""
    return amount(number, "force")
