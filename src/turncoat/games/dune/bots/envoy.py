"""What a mentat says: it looks for allies before a Nexus, and keeps others out of its strongholds while it can.

DUN-7.12: talk binds nobody; a promise that a rule makes binding, such as payment for something, is an answer and no
talk.
"""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.acts import Ally, Enter
from turncoat.games.dune.alliances.bot import COURTEOUS, Diplomat
from turncoat.games.dune.bots.victory import Others
from turncoat.games.dune.bots.world import World
from turncoat.games.dune.shared.map import STRONGHOLDS, TERRITORY, TERRITORY_IDS, TERRITORY_OF
from turncoat.games.dune.shipment import Ship
from turncoat.games.dune.state import NOBODY
from turncoat.kernel import Boxes, tag_of
from turncoat.kernel.bargaining import Bargainer, Counter, Offer, Worth
from turncoat.kernel.promise import Pledge, Say

ALLIANCE = (
    "Let us be allies.",
    "Together we hold more than each alone.",
    "Propose an alliance to us, and we propose one to you.",
    "Your strength and ours could win this.",
    "Alone neither of us gets far.",
    "An alliance now, before others make theirs.",
    "We would fight at your side.",
    "Share the victory with us.",
    "The others fear the two of us together.",
)
BORDER = (
    "Keep out of this place, and we keep out of yours.",
    "If we keep apart, we both avoid a battle.",
    "Go to another place, and so do we.",
    "This place is ours. There are others to take.",
    "A battle here would please only our rivals.",
    "Leave this place to us.",
    "Spare our stronghold this turn.",
    "Let us not waste leaders on each other.",
    "Stay out of this place, and we respect your places.",
)

ALLY, LAND = tag_of(Ally), tag_of(Enter)

PEACE = 1.5
"""A bot leaves out a landing worth up to this much for a seat that promises the same and keeps every promise."""

UNSURE = -0.01
"""The cost of a promise for a later turn."""

DANGEROUS = 3
"""A seat that can bring this many forces is asked to stay away."""

MOST = 2
"""The bot asks this many seats for an alliance in a Nexus, and this many to stay away in a turn."""


class Envoy:
    """Speaks for one seat.

    Args:
        bargainer: The words that were given.
        diplomat: Judges allies.
    """

    lines: ClassVar[dict[str, tuple[str, ...]]] = {ALLY: ALLIANCE, LAND: BORDER}

    def __init__(self, bargainer: Bargainer, diplomat: Diplomat) -> None:
        self.bargainer, self.diplomat = bargainer, diplomat

    def talk(self, world: World, boxes: Boxes[DuneAction], best: float, without: dict[int, float]) -> list[Say]:
        """Answer what was asked, and ask for what would help.

        Args:
            world: The table.
            boxes: What may be answered.
            best: What the best shipment is worth.
            without: What the best one is worth that does not go to a territory, by territory; empty: none is made now.
        """
        says = self.bargainer.replies(lambda offer: self.worth(world, offer, best, without))
        phase = world.view.phase[-1] if world.view.phase else ""
        if phase == "nexus":
            return [*says, *self._seek_ally(world)]
        if any(box.action is Ship for box in boxes.boxes):
            return [*says, *self._keep_out(world)]
        return says

    # --- what offers are worth --------------------------------------------------------------------

    def worth(self, world: World, offer: Offer, best: float, without: dict[int, float]) -> Worth:
        """DUN-4.3, DUN-4.7: the worth of an alliance is what the ally would bring, of a border what lies behind it."""
        request = offer.request
        if request.act == ALLY and request.will:
            return Worth(self._as_ally(world, offer))
        place = TERRITORY.get(str(request.fields.get("place", "")))
        if request.act != LAND or request.will or place is None:
            return Worth(None)
        gain = without.get(place, best) - best if without else UNSURE
        fair = offer.price is not None and offer.price.act == LAND and not offer.price.will
        gain += PEACE * self.bargainer.credit(offer.sender) if fair else 0.0
        own = None if fair or gain >= 0 else self._border(world)
        return Worth(gain, None if own is None else Counter(self._spare(offer.sender, own)))

    def _as_ally(self, world: World, offer: Offer) -> float | None:
        """How much better off one is with this ally; None: no alliance can be made now."""
        if (world.view.phase[-1] if world.view.phase else "") != "nexus":
            return None
        seat, named = offer.sender, offer.request.fields.get("to")
        free = world.ally[world.me] == world.ally[seat] == NOBODY
        if not free or named != seat or self.sworn - {seat}:
            return -1.0
        trust = self.bargainer.credit(seat)
        return self.diplomat.wanted(world, seat) * trust + COURTEOUS - self.diplomat.alone(world)

    @property
    def sworn(self) -> frozenset[int]:
        """With whom an alliance was agreed in this Nexus."""
        return frozenset(held.who for held in self.bargainer.taken if held.state.pledge.act == ALLY)

    # --- what it asks for -------------------------------------------------------------------------

    def _seek_ally(self, world: World) -> list[Say]:
        """DUN-4.3.2: the best of those who are free, if one is better off with an ally."""
        if world.ally[world.me] != NOBODY or self.sworn:
            return []
        free = [seat for seat in world.seats if seat != world.me and world.ally[seat] == NOBODY]
        free = [seat for seat in free if self._may_ask(seat, ALLY)]
        ranked = sorted(free, key=lambda seat: -self.diplomat.wanted(world, seat) * self.bargainer.credit(seat))
        if not ranked or self.diplomat.wanted(world, ranked[0]) + COURTEOUS < self.diplomat.alone(world):
            return []
        seat = ranked[0]
        return self._ask(seat, Pledge(seat, ALLY, {"to": world.me}), Pledge(world.me, ALLY, {"to": seat}))

    def _keep_out(self, world: World) -> list[Say]:
        """DUN-4.7: who is still to ship and could take a stronghold is asked to leave it alone."""
        own = self._border(world)
        if own is None:
            return []
        others = Others(world)
        strong = {seat: others.could_bring(seat) for seat in others.foes if self._may_ask(seat, LAND)}
        seat = max(strong, key=lambda one: (strong[one], -one), default=NOBODY)
        if seat == NOBODY or strong[seat] < DANGEROUS:
            return []
        theirs = next((place for place in world.forces[seat] if TERRITORY_OF[place] in STRONGHOLDS), None)
        price = None if theirs is None else self._spare(world.me, theirs)
        return self._ask(seat, self._spare(seat, own), price)

    def _border(self, world: World) -> int | None:
        """The own stronghold with the fewest forces."""
        held = {place: number for place, number in world.forces[world.me].items() if TERRITORY_OF[place] in STRONGHOLDS}
        return min(held, key=lambda place: (held[place], place), default=None)

    def _spare(self, seat: int, place: int) -> Pledge:
        """The promise of a seat not to enter the territory of a place."""
        return Pledge(seat, LAND, {"place": TERRITORY_IDS[TERRITORY_OF[place]]}, will=False)

    def _may_ask(self, seat: int, act: str) -> bool:
        """Nobody is asked twice for the like in a turn, and not many."""
        asked = self.bargainer.approached(act)
        return seat not in asked and len(asked) < MOST

    def _ask(self, seat: int, request: Pledge, price: Pledge | None) -> list[Say]:
        return self.bargainer.propose(seat, self.lines[request.act], request, price)


def spared(bargainer: Bargainer) -> frozenset[int]:
    """Territories that the bot has promised not to enter."""
    pledges = [held.state.pledge for held in bargainer.given]
    places = [TERRITORY.get(str(pledge.fields.get("place", ""))) for pledge in pledges if pledge.act == LAND]
    return frozenset(place for place in places if place is not None)
