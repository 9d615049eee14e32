"""Which advantages of others a mentat prevents with Karama (DUN-DK-21); each must be worth the card's price."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.games.dune import advantages
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import ENTRIES, Advantage, has
from turncoat.games.dune.battle import DO_NOT_PLAY, Plan
from turncoat.games.dune.battle.bot import Planner, against, free_plans
from turncoat.games.dune.bots.ground import FORCE, SPICE
from turncoat.games.dune.bots.victory import DISTANCE, Clock, clock
from turncoat.games.dune.bots.world import World
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.shared.cards import KARAMA, KIND, WORM
from turncoat.games.dune.shared.map import IS_CITY_LOCATION, STRONGHOLDS, TERRITORY
from turncoat.games.dune.state import NOBODY
from turncoat.games.dune.truthtrance.bot import intended
from turncoat.kernel import Boxes, OneOf

PRICE, SECOND, FULL_HAND = 3.0, 0.5, 0.7
"""The value of the card to its owner; and its share if the owner has another one, or a full hand."""
NEARNESS = {-1: 0.5, 0: 0.4, 1: 0.25, 2: 0.08}
"""The probability that a side that lacks this many strongholds wins in this turn."""
REMOTE, ALARM = 0.03, 35.0
"""The probability that a side that lacks more strongholds wins, and the cost of its victory."""
RIVALRY = 0.25
"""The value of another faction's force or spice, as a share of the bot's own."""
WORM_NEXT = 0.25
"""The probability that the next spice card is a worm."""
PEEK = 0.25
"""How much Prescience lowers the prospects in a battle, as a share of the prize."""
STACK = 6
"""The number of forces in one place that are worth carrying elsewhere."""
POOR, RICH = 4, 8
"""An ally with at most this much spice needs gifts; a giver has at least this much."""
FREIGHT = 7
"""The most spice that the bot expects a faction to pay for a shipment."""


class Karama:
    """Judges what the bot can prevent.

    Args:
        world: The table as the bot's seat sees it.
    """

    def __init__(self, world: World) -> None:
        self.world, self.time = world, clock(world)

    def best(self, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """DUN-DK-21: the best prevention, if it is worth the card."""
        if KARAMA not in self.world.own.hand:
            return None
        worth = [(self.value(entry), entry) for entry in offered(boxes)]
        value, entry = max(worth, default=(0.0, ""))
        return Prevent(entry) if value > price(self.world, self.time) else None

    def value(self, entry: str) -> float:
        """The value of preventing an entry now."""
        seat = self.hostile(ENTRIES[entry].owner)
        return 0.0 if seat == NOBODY else VALUES[ENTRIES[entry]](self, seat)

    # --- how dangerous others are ---------------------------------------------------------------

    def hostile(self, faction: int) -> int:
        """The seat of a hostile faction in play; -1: it is not in play or is friendly."""
        seat = self.world.seat_of(faction)
        return NOBODY if seat in self.world.friends else seat

    def danger(self, seat: int) -> float:
        """The cost of a side's nearness to victory; 0 if the bot has predicted that victory."""
        world = self.world
        side, foreseen = world.side(seat), world.own.prediction
        if world.me in side or (foreseen and foreseen.turn == world.view.turn and foreseen.seat in side):
            return 0.0
        missing = max(-1, world.needed(side) - world.held(side))
        return NEARNESS.get(missing, REMOTE) * ALARM

    def to_come(self, seat: int) -> bool:
        """Whether a seat has yet to act in this phase."""
        return seat in self.world.later

    # --- Spice Blow -----------------------------------------------------------------------------

    def survival(self, seat: int) -> float:
        """The nomads' forces where the next worm would strike (DUN-K-06)."""
        world = self.world
        there = world.stand[seat].get(TERRITORY.get(world.view.latest, -1), 0)
        known = world.own.spice_card
        chance = float(known == WORM) if known else WORM_NEXT
        return chance * (there * FORCE * RIVALRY + 0.3 * self.danger(seat)) if there else 0.0

    def rides(self, seat: int) -> float:
        """An army of the nomads that could ride anywhere (DUN-K-07)."""
        world = self.world
        if not world.view.rides:
            return 0.0
        army = min(1.0, world.stand[seat].get(TERRITORY.get(world.view.devoured, -1), 0) / STACK)
        return army * (1.0 + 0.4 * self.danger(seat))

    # --- Bidding --------------------------------------------------------------------------------

    def sight(self, seat: int) -> float:
        """The seers would not see the next card, for which they could pay (DUN-K-01)."""
        auction = self.world.view.auction
        if auction is None or auction.number >= auction.total:
            return 0.0
        faction = self.world.faction(seat)
        return 0.6 + 0.08 * self.danger(seat) if faction.cards < faction.limit and faction.spice > POOR else 0.0

    def bonus(self, seat: int) -> float:
        """The schemers have the highest bid, and room for two cards (DUN-K-04)."""
        auction = self.world.view.auction
        if auction is None or self.world.seat(auction.high) != seat:
            return 0.0
        faction = self.world.faction(seat)
        return 1.2 + 0.25 * self.danger(seat) if faction.cards + 1 < faction.limit else 0.0

    def payment(self, seat: int) -> float:
        """The highest bid, if it would be paid to the throne (DUN-K-09)."""
        auction = self.world.view.auction
        if auction is None or auction.backed or self.world.seat(auction.high) in (NOBODY, seat):
            return 0.0
        return self._income(seat, auction.bid)

    def _income(self, seat: int, spice: float) -> float:
        return SPICE * RIVALRY * spice + min(0.4, spice / 30) * self.danger(seat)

    # --- the throne's ally ----------------------------------------------------------------------

    def gifts(self, seat: int) -> float:
        """A poor ally of the rich throne still has to ship or bid (DUN-K-10)."""
        ally = self.world.ally[seat]
        if ally == NOBODY or self.world.faction(seat).spice < RICH or self.world.faction(ally).spice > POOR:
            return 0.0
        return 0.4 * self.danger(seat) if self.to_come(ally) and self._shipping() else 0.0

    def revivals(self, seat: int) -> float:
        """Forces that the throne would pay for (DUN-K-11)."""
        ally = self.world.ally[seat]
        if ally == NOBODY or not self.to_come(ally):
            return 0.0
        forces = min(3, self.world.faction(seat).spice // 2, max(0, self.world.faction(ally).tanks - 2))
        return forces * (FORCE * RIVALRY + 0.1 * self.danger(seat))

    def _shipping(self) -> bool:
        return "shipment_and_movement" in self.world.view.phase

    # --- Shipment and Movement ------------------------------------------------------------------

    def spice_sight(self, seat: int) -> float:
        """The seers would not see where spice comes up next (DUN-K-02)."""
        return 0.0 if self.time.left == 0 else 0.4 + 0.03 * self.danger(seat)

    def range(self, seat: int) -> float:
        """Nomads without ornithopters are two territories away from a stronghold of others (DUN-K-08)."""
        world = self.world
        if not self.to_come(seat) or any(IS_CITY_LOCATION[place] for place in world.forces[seat]):
            return 0.0
        armies = [number for territory, number in world.stand[seat].items() if self._two_away(seat, territory)]
        return 0.4 * self.danger(seat) * min(1.0, max(armies, default=0) / STACK)

    def _two_away(self, seat: int, start: int) -> bool:
        return any(DISTANCE[start][goal] == 2 and goal not in self.world.stand[seat] for goal in STRONGHOLDS)

    def transfers(self, seat: int) -> float:
        """The carriers, or their ally, could bring an army anywhere (DUN-K-12)."""
        armed = [
            member for member in self.world.side(seat) if max(self.world.forces[member].values(), default=0) >= STACK
        ]
        return max([0.4 * self.danger(member) for member in armed if self.to_come(member)], default=0.0)

    def own_rate(self, seat: int) -> float:
        """The carriers would pay the full price, and could land fewer forces (DUN-K-13)."""
        return self._dear(seat)

    def ally_rate(self, seat: int) -> float:
        """The carriers' ally would pay the full price (DUN-K-14)."""
        ally = self.world.ally[seat]
        return 0.0 if ally == NOBODY or self._rallies(ally) else self._dear(ally)

    def _rallies(self, seat: int) -> bool:
        return has(self.world.game, seat, advantages.DESERT_RESERVES)

    def _dear(self, seat: int) -> float:
        """The damage to a faction that still has to ship if its forces cost twice as much."""
        faction = self.world.faction(seat)
        fewer = min(faction.reserves, 2 * faction.spice) - min(faction.reserves, faction.spice)
        return 0.45 * self.danger(seat) * min(1.0, fewer / STACK) if self.to_come(seat) else 0.0

    def freight(self, seat: int) -> float:
        """The amount that the next factions would pay to the carriers for shipments (DUN-K-15)."""
        world = self.world
        if not self._shipping():
            return 0.0
        payers = [other for other in (world.me, *world.later) if other != seat and not self._rallies(other)]
        due = [min(world.faction(payer).spice, world.faction(payer).reserves, FREIGHT) for payer in payers[:2]]
        return self._income(seat, 0.6 * max(due, default=0))

    def companion(self, seat: int) -> float:
        """One force of the sisters that would come along free (DUN-K-16)."""
        here = self._shipping() and self.world.faction(seat).reserves > 0
        return 0.3 + 0.03 * self.danger(seat) if here else 0.0

    # --- Battle ---------------------------------------------------------------------------------

    def prescience(self, seat: int) -> float:
        """A demand to see the bot's plan, which is not sealed yet (DUN-K-03)."""
        planner, battle, world = against(self.world), self.world.view.battle, self.world
        if planner is None or battle is None or world.seat(battle.foreseen) != world.me:
            return 0.0
        return 0.0 if world.me in map(world.seat, battle.sealed) else PEEK * planner.stake.win

    def treachery(self, seat: int) -> float:
        """The foe's ally could call treachery for it, and may hold the card of the bot's hero (DUN-K-05)."""
        planner = against(self.world)
        if planner is None or self.world.ally[planner.foe.seat] != seat:
            return 0.0
        lost = planner.stake.win + planner.stake.thrift * planner.stake.forces
        return self.world.suspicion(seat, intended(self.world, planner).hero or "") * lost

    def voice(self, seat: int) -> float:
        """How much an order of the Voice would spoil the bot's best plan (DUN-K-17)."""
        planner, battle, world = against(self.world), self.world.view.battle, self.world
        if planner is None or battle is None or not battle.order or world.seat(battle.commanded) != world.me:
            return 0.0
        way, kind = battle.order
        if not any(KIND[card] == kind for card in world.own.hand):
            return 0.0
        return self._spoilt(planner, TERRITORY[battle.territory], way, kind)

    def _spoilt(self, planner: Planner, territory: int, way: str, kind: str) -> float:
        plans = list(free_plans(self.world, planner.foe.seat, territory))
        obeying = [plan for plan in plans if plays(plan, kind) != (way == DO_NOT_PLAY)]
        return planner.value(planner.best(plans)) - max(map(planner.value, obeying), default=0.0)


VALUES: dict[Advantage, Callable[[Karama, int], float]] = {
    advantages.CARD_SIGHT: Karama.sight,
    advantages.SPICE_SIGHT: Karama.spice_sight,
    advantages.PRESCIENCE: Karama.prescience,
    advantages.BONUS_CARD: Karama.bonus,
    advantages.CALL_FOR_ALLY: Karama.treachery,
    advantages.WORM_SURVIVAL: Karama.survival,
    advantages.WORM_RIDES: Karama.rides,
    advantages.DESERT_RANGE: Karama.range,
    advantages.CARD_INCOME: Karama.payment,
    advantages.GIFTS: Karama.gifts,
    advantages.EXTRA_REVIVALS: Karama.revivals,
    advantages.TRANSFERS: Karama.transfers,
    advantages.HALF_PRICE: Karama.own_rate,
    advantages.ALLYS_HALF_PRICE: Karama.ally_rate,
    advantages.SHIPPING_INCOME: Karama.freight,
    advantages.COMPANION: Karama.companion,
    advantages.VOICE: Karama.voice,
}
"""DUN-7.11.3: the value of preventing each faction's advantage, if that faction is no ally."""


def price(world: World, time: Clock) -> float:
    """The value of a Karama card to its owner with this many turns left."""
    faction, held = world.faction(world.me), world.own.hand.count(KARAMA)
    return PRICE * time.thrift * (SECOND if held > 1 else 1.0) * (FULL_HAND if faction.cards >= faction.limit else 1.0)


def offered(boxes: Boxes[DuneAction]) -> tuple[str, ...]:
    """The advantages that this answer can prevent now."""
    for box in boxes.boxes:
        if box.action is Prevent:
            entries = box.space("entry")
            assert isinstance(entries, OneOf)
            return tuple(map(str, entries.values))
    return ()


def plays(plan: Plan, kind: str) -> bool:
    """Whether a plan plays a kind of card."""
    return kind in (KIND.get(plan.weapon or ""), KIND.get(plan.defence or ""), plan.hero)
