"""What a mentat says: it looks for allies in a Nexus, for peace before shipments, and names a price at auctions.

DUN-7.12: talk binds nobody; binding agreements, such as payments for something, are answers and not talk.
"""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.acts import Ally, Buy, Enter, War
from turncoat.games.dune.alliances.bot import COURTEOUS, Diplomat
from turncoat.games.dune.bots.victory import SHIPPED_AT_MOST, Others, defaulter
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
PEACE = (
    "No battle between us this turn.",
    "We do not attack you if you do not attack us.",
    "Our leaders live longer if we leave each other alone.",
    "A turn of peace between us.",
    "Let the others fight each other.",
    "We keep away from your forces, you keep away from ours.",
    "A battle between us helps only the rest.",
    "You need not guard against us if we need not guard against you.",
    "Peace between us this turn, and both of us grow.",
)
PRICE = (
    "Leave the cards of this turn to us, and we do not attack you.",
    "Our price for these cards is peace.",
    "Do not bid, and you are safe from us.",
    "You keep your spice, we keep the peace.",
    "We want these cards. Peace, if you pass.",
    "Pass in this auction, and we do not attack you.",
    "Peace is cheaper than a card.",
    "Save your spice this turn. We save our forces.",
    "No bids from you, no battles from us.",
)

ALLY, LAND, WAR, BUY = tag_of(Ally), tag_of(Enter), tag_of(War), tag_of(Buy)

FAIR = 1.5
"""The most value that a bot gives up for a seat that promises the same in return and keeps every promise."""

UNSURE = -0.01
"""The cost of a promise for a later turn."""

DANGEROUS = 3
"""The bot asks a seat to stay away if the seat can bring this many forces."""

MOST = 2
"""The most seats that the bot asks for an alliance in a Nexus, for peace, and to stay away in a turn."""

TERM, PARTNERS = 1, 1
"""For how many turns the bot promises peace, and to how many seats at a time.

With peace for two turns with two seats each, talking bots won less: 47 % of 240 games (docs/playing/promises.md).
"""

EVEN = 0.5
"""The bot makes no peace with a seat if it would beat it in a battle for its stronghold with more than this
probability."""

FAITHLESS = 0.45
"""The bot makes no peace with a seat that keeps promises with less than this probability."""

CHEAP = 3
"""The bot leaves the cards of a turn to others in return for peace if it would pay at most this for one."""

LATE = 2
"""In this many last turns the bot makes no peace with a seat that wins if nobody else does."""


class Envoy:
    """Talks for one seat.

    Args:
        bargainer: The promises and requests that the seat knows.
        diplomat: Judges possible allies.

    Attributes:
        bid: How much the bot would pay for the card on auction.
    """

    lines: ClassVar[dict[str, tuple[str, ...]]] = {ALLY: ALLIANCE, LAND: BORDER, WAR: PEACE, BUY: PRICE}

    def __init__(self, bargainer: Bargainer, diplomat: Diplomat) -> None:
        self.bargainer, self.diplomat = bargainer, diplomat
        self.bid = 0

    def talk(self, world: World, boxes: Boxes[DuneAction], best: float, without: dict[int, float]) -> list[Say]:
        """Answer requests, and ask for what would help.

        Args:
            world: The table as the bot's seat sees it.
            boxes: The legal answers.
            best: The value of the best shipment.
            without: For each territory, the value of the best shipment to another one; empty: there is no shipment now.
        """
        says = self.bargainer.replies(lambda offer: self.worth(world, offer, best, without))
        phase = world.view.phase[-1] if world.view.phase else ""
        if phase == "nexus":
            return [*says, *self._seek_ally(world)]
        if "bidding" in world.view.phase:
            return [*says, *self._name_price(world), *self._make_peace(world)]
        if any(box.action is Ship for box in boxes.boxes):
            return [*says, *self._make_peace(world), *self._keep_out(world)]
        return says

    # --- what offers are worth --------------------------------------------------------------------

    def worth(self, world: World, offer: Offer, best: float, without: dict[int, float]) -> Worth:
        """DUN-4.3, DUN-4.7: how much a request is worth to the bot: an alliance, or peace at a border."""
        request = offer.request
        if request.act == ALLY and request.will:
            return Worth(self._as_ally(world, offer))
        if request.act == WAR and not request.will:
            return Worth(
                0.0 if self._is_peace(offer.price, offer.sender, world.me) and self.fits(world, offer) else -1.0
            )
        if request.act == BUY and not request.will:
            return Worth(0.0 if self._is_peace(offer.price, offer.sender, world.me) and self.bid <= CHEAP else -1.0)
        place = TERRITORY.get(str(request.fields.get("place", "")))
        if request.act != LAND or request.will or place is None:
            return Worth(None)
        gain = without.get(place, best) - best if without else UNSURE
        fair = offer.price is not None and offer.price.act == LAND and not offer.price.will
        gain += FAIR * self.bargainer.credit(offer.sender) if fair else 0.0
        own = None if fair or gain >= 0 else self._border(world)
        return Worth(gain, None if own is None else Counter(self._spare(offer.sender, own)))

    def _as_ally(self, world: World, offer: Offer) -> float | None:
        """How much better off the bot is with this ally; None: no alliance can be made now."""
        if (world.view.phase[-1] if world.view.phase else "") != "nexus":
            return None
        seat, named = offer.sender, offer.request.fields.get("to")
        free = world.ally[world.me] == world.ally[seat] == NOBODY
        if not free or named != seat or self.sworn - {seat}:
            return -1.0
        trust = self.bargainer.credit(seat)
        return self.diplomat.wanted(world, seat) * trust + COURTEOUS - self.diplomat.alone(world)

    def fits(self, world: World, offer: Offer) -> bool:
        """DUN-4.8: whether peace suits the bot: with few seats, for few turns, and with nobody who is about to win."""
        seat, request = offer.sender, offer.request
        return request.fields == {"whom": seat} and request.times <= TERM and self._suits(world, seat)

    def _suits(self, world: World, seat: int) -> bool:
        return (
            seat not in world.friends
            and len(at_peace(self.bargainer) - {seat}) < PARTNERS
            and self.bargainer.credit(seat) >= FAITHLESS
            and not near_victory(world, seat)
            and not could_take(world, seat)
        )

    @staticmethod
    def _is_peace(price: Pledge | None, who: int, whom: int) -> bool:
        return (
            price is not None
            and (price.who, price.act, price.will) == (who, WAR, False)
            and (price.fields.get("whom") == whom)
        )

    @property
    def sworn(self) -> frozenset[int]:
        """The seat with which an alliance was agreed in this Nexus."""
        return frozenset(held.who for held in self.bargainer.taken if held.state.pledge.act == ALLY)

    # --- what it asks for -------------------------------------------------------------------------

    def _seek_ally(self, world: World) -> list[Say]:
        """DUN-4.3.2: ask the best free seat for an alliance, if the bot is better off with it."""
        if world.ally[world.me] != NOBODY or self.sworn:
            return []
        free = [seat for seat in world.seats if seat != world.me and world.ally[seat] == NOBODY]
        free = [seat for seat in free if self._may_ask(seat, ALLY)]
        ranked = sorted(free, key=lambda seat: -self.diplomat.wanted(world, seat) * self.bargainer.credit(seat))
        if not ranked or self.diplomat.wanted(world, ranked[0]) + COURTEOUS < self.diplomat.alone(world):
            return []
        seat = ranked[0]
        return self._ask(seat, Pledge(seat, ALLY, {"to": world.me}), Pledge(world.me, ALLY, {"to": seat}))

    def _make_peace(self, world: World) -> list[Say]:
        """DUN-4.8: offer a turn without battles to the strongest seat with which peace suits the bot."""
        held = at_peace(self.bargainer)
        fit = [seat for seat in world.seats if seat != world.me and seat not in held and self._suits(world, seat)]
        fit = [seat for seat in fit if self._may_ask(seat, WAR) and not self.bargainer.lately(seat, WAR, TERM)]
        if not fit:
            return []
        seat = max(fit, key=lambda seat: self.diplomat.power(world, seat) * self.bargainer.credit(seat))
        return self._ask(seat, no_war(seat, world.me), no_war(world.me, seat))

    def _name_price(self, world: World) -> list[Say]:
        """DUN-4.5: ask the richest rival with room for a card to buy none, in return for peace."""
        auction = world.view.auction
        if auction is None or self.bid <= CHEAP or self.bargainer.approached(BUY):
            return []
        held = at_peace(self.bargainer)
        fit = [seat for seat in world.seats if seat not in (world.me, *held) and self._suits(world, seat)]
        fit = [
            seat
            for seat in fit
            if self._may_ask(seat, BUY) and world.faction(seat).spice <= world.faction(world.me).spice
        ]
        if not fit:
            return []
        seat = max(fit, key=lambda seat: (world.faction(seat).spice, -seat))
        return self._ask(seat, Pledge(seat, BUY, {}, will=False), no_war(world.me, seat))

    def _keep_out(self, world: World) -> list[Say]:
        """DUN-4.7: ask a seat that can still ship and take a stronghold to leave it alone."""
        own = self._border(world)
        if own is None:
            return []
        others = Others(world)
        strong = {seat: others.could_bring(seat) for seat in others.foes if self._may_ask(seat, LAND)}
        seat = max(strong, key=lambda seat: (strong[seat], -seat), default=NOBODY)
        if seat == NOBODY or strong[seat] < DANGEROUS:
            return []
        theirs = next((place for place in world.forces[seat] if TERRITORY_OF[place] in STRONGHOLDS), None)
        price = None if theirs is None else self._spare(world.me, theirs)
        return self._ask(seat, self._spare(seat, own), price)

    def _border(self, world: World) -> int | None:
        """The bot's stronghold with the fewest forces."""
        held = {place: number for place, number in world.forces[world.me].items() if TERRITORY_OF[place] in STRONGHOLDS}
        return min(held, key=lambda place: (held[place], place), default=None)

    def _spare(self, seat: int, place: int) -> Pledge:
        """The promise of a seat not to enter the territory of a place."""
        return Pledge(seat, LAND, {"place": TERRITORY_IDS[TERRITORY_OF[place]]}, will=False)

    def _may_ask(self, seat: int, act: str) -> bool:
        """Whether the bot may still ask: not twice for the same in a turn, and not too many seats."""
        asked = self.bargainer.approached(act)
        return seat not in asked and len(asked) < MOST and self.bargainer.listens(seat)

    def _ask(self, seat: int, request: Pledge, price: Pledge | None) -> list[Say]:
        return self.bargainer.propose(seat, self.lines[request.act], request, price)


def no_war(who: int, whom: int) -> Pledge:
    """A seat's promise not to attack another one in this turn."""
    return Pledge(who, WAR, {"whom": whom}, will=False, times=TERM)


def near_victory(world: World, seat: int) -> bool:
    """DUN-4.10: whether a seat lacks only one stronghold, or wins soon if nobody else does."""
    side = world.side(seat)
    late = world.view.turn > world.view.options.turns - LATE
    return world.held(side) >= world.needed(side) - 1 or (late and defaulter(world) in side)


def could_take(world: World, seat: int) -> bool:
    """DUN-4.8: whether the bot would rather take a stronghold from this seat than keep peace with it."""
    others, own = Others(world), world.faction(world.me)
    force = min(own.reserves, own.spice, SHIPPED_AT_MOST)
    held = [number for place, number in world.stand[seat].items() if place in STRONGHOLDS]
    return any(others.wins(world.me, force, seat, number) > EVEN for number in held)


def at_peace(bargainer: Bargainer) -> frozenset[int]:
    """The seats that the bot has promised not to attack."""
    pledges = [held.state.pledge for held in bargainer.given]
    whom = [pledge.fields.get("whom") for pledge in pledges if pledge.act == WAR and not pledge.will]
    return frozenset(seat for seat in whom if isinstance(seat, int))


def trusted(bargainer: Bargainer) -> dict[int, float]:
    """The seats that have promised not to attack the bot, each with the probability of keeping it."""
    pledges = [held.state.pledge for held in bargainer.taken]
    foes = {
        promise.who
        for promise in pledges
        if promise.act == WAR and not promise.will and promise.fields.get("whom") == bargainer.seat
    }
    return {seat: bargainer.credit(seat) for seat in sorted(foes)}


def spared(bargainer: Bargainer, world: World) -> frozenset[int]:
    """Territories that the bot has promised not to enter, unless it wins by entering or stops a winner."""
    if near_victory(world, world.me):
        return frozenset()
    pledges = [held.state.pledge for held in bargainer.given]
    places = [TERRITORY.get(str(pledge.fields.get("place", ""))) for pledge in pledges if pledge.act == LAND]
    calm = [seat for seat in at_peace(bargainer) if not near_victory(world, seat)]
    theirs = frozenset(
        territory for seat in calm for territory in world.stand[seat] if territory not in world.stand[world.me]
    )
    return theirs | frozenset(place for place in places if place is not None)


def buys_nothing(bargainer: Bargainer) -> bool:
    """Whether the bot has promised to buy no card."""
    return any(held.state.pledge.act == BUY and not held.state.pledge.will for held in bargainer.given)
