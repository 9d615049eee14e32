"""How a bot plays Dune: each section decides its own answers; this module has the differences between factions."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, get_args

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.acts import ACTS, seen, turn_over
from turncoat.games.dune.alliances.bot import Diplomat
from turncoat.games.dune.battle import Call, ChooseBattle, Discard, Plan, Prescience, Voice
from turncoat.games.dune.battle.bot import call, choose, discard, foresee, plan, voice
from turncoat.games.dune.bidding import Bid, TakeByKarama
from turncoat.games.dune.bidding.bot import Bidder
from turncoat.games.dune.bots.envoy import ALLY, Envoy, buys_nothing, spared, trusted
from turncoat.games.dune.bots.ground import Ground
from turncoat.games.dune.bots.world import World
from turncoat.games.dune.facts import LEADERS_OF, STRENGTH
from turncoat.games.dune.karama.bot import Karama
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.revival.bot import ghola, revive
from turncoat.games.dune.setup import KeepTraitor, PlaceForces, Predict
from turncoat.games.dune.shared.cards import KARAMA
from turncoat.games.dune.shipment import Accompany, Move, Rally, Ship, Transfer, UseHajr, Withdraw
from turncoat.games.dune.shipment.bot import Traveller
from turncoat.games.dune.spice_blow import Done, Ride
from turncoat.games.dune.storm import Dial
from turncoat.games.dune.storm.bot import dial, storm_card
from turncoat.games.dune.truthtrance import Reply
from turncoat.games.dune.truthtrance.bot import ask, reply
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Bot, Boxes, Chance, Event, draw, tag_of
from turncoat.kernel.bargaining import Bargainer
from turncoat.kernel.promise import Message, Say

Below = Callable[[int], int]
"""A function that returns a random number below the given one."""
UNSEEN = frozenset(map(tag_of, get_args(DuneAction)))
"""Actions that others see only by their effects, so no promise about them can be judged."""
HAJR_WORTH = 4.0
"""An extra move must improve the position by at least this much."""
FEW_RESERVES = 2


class Policy:
    """How a faction plays. The class itself plays with values that are common to all factions.

    Args:
        below: Returns a random number below the given one.

    Attributes:
        greed: The value of strongholds to it, as a factor on their usual value.
        eager: The value of cards to it.
        kept: Spice it keeps for shipping when it bids.
        sociable: How much it likes to have allies.
        own_end: Its value of a game that ends without a winner by strongholds.
        effort: How much it thinks, as a share of the usual.
        spared: Territories that it has promised not to enter.
        trusted: The seats that have promised it peace, each with the probability of keeping it.
        buys: Whether it buys cards; if not, it has promised to buy none.
    """

    greed: ClassVar[float] = 1.0
    eager: ClassVar[float] = 1.0
    kept: ClassVar[int] = 4
    sociable: ClassVar[float] = 1.0
    own_end: ClassVar[float] = 0.0

    def __init__(self, below: Below, effort: float = 1.0) -> None:
        self.below, self.effort = below, effort
        self.diplomat = Diplomat(below, self.sociable)
        self.spared: frozenset[int] = frozenset()
        self.trusted: dict[int, float] = {}
        self.buys = True
        self.answers: dict[type[DuneAction], Callable[[World, Boxes[DuneAction]], DuneAction]] = {
            KeepTraitor: self.keep,
            PlaceForces: self.place,
            Predict: self.predict,
            Dial: lambda world, boxes: dial(world, boxes, below(1000)),
            Done: lambda world, boxes: Done(),
            Ride: lambda world, boxes: self.traveller(world).ride(boxes),
            Bid: self.bid,
            TakeByKarama: self.bid,
            Revive: lambda world, boxes: revive(world, boxes, self.saved(world) // 2),
            **dict.fromkeys((Ship, Rally, Transfer, Withdraw), self.ship),
            Accompany: self.accompany,
            Move: self.move,
            ChooseBattle: choose,
            Voice: voice,
            Prescience: foresee,
            Plan: plan,
            Call: lambda world, boxes: call(boxes),
            Discard: discard,
            Reply: self.reply,
        }

    def answer(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """Decide an answer by the kinds of answers that are possible."""
        for box in boxes.boxes:
            if (decide := self.answers.get(box.action)) is not None:
                return decide(world, boxes)
        return boxes.nth(0)

    def beside(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """Choose an optional action, or none."""
        for way in (self._with_karama, self._by_phase, ghola, self.diplomat.support):
            if (found := way(world, boxes)) is not None:
                return found
        return None

    def _by_phase(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """Decide an answer that belongs to one phase only."""
        match world.view.phase[-1] if world.view.phase else "":
            case "nexus":
                return self.diplomat.in_nexus(world, boxes)
            case "storm":
                return storm_card(world, boxes)
            case "battle" if world.view.battle is not None and not world.view.battle.resolved:
                return ask(world, boxes)
            case "faction_turn" if any(box.action is UseHajr for box in boxes.boxes):
                return self.hajr(world, boxes)
        return None

    def _with_karama(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """DUN-DK-21."""
        return Karama(world).best(boxes) if KARAMA in world.own.hand else None

    # --- setup ----------------------------------------------------------------------------------

    def keep(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-DK-01: keep the strongest leader of another faction."""
        own = LEADERS_OF[world.factions[world.me]]

        def rank(answer: DuneAction) -> tuple[bool, int]:
            leader = answer.leader if isinstance(answer, KeepTraitor) else ""
            return leader not in own, STRENGTH[leader]

        return max(boxes, key=rank)

    def place(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-DK-02: place forces anywhere that is legal."""
        return boxes.sample(self.below)

    def predict(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-DK-03: predict any faction and turn."""
        return boxes.sample(self.below)

    # --- supplies -------------------------------------------------------------------------------

    def saved(self, world: World) -> int:
        """The spice that this bot does not spend on bids and revivals, so that it can ship."""
        return self.kept

    def bid(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-DK-09: bid or pass."""
        if not self.buys and Pass() in boxes:
            return Pass()
        return self.bidder(world).bid(boxes)

    def bidder(self, world: World) -> Bidder:
        """The values that decide how much this faction bids."""
        return Bidder(world, self.eager, self.saved(world))

    # --- shipment and movement ------------------------------------------------------------------

    def traveller(self, world: World) -> Traveller:
        """The part that finds shipments and moves."""
        return Traveller(world, Ground(world, self.greed, self.own_end, self.trusted), self.spared, self.effort)

    def ship(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-DK-11: ship or pass."""
        return self.traveller(world).ship(boxes)

    def accompany(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-DK-12: send a force along if it has reserves to spare."""
        return Accompany() if world.faction(world.me).reserves > FEW_RESERVES else Pass()

    def move(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-DK-13: move or pass."""
        found = self.traveller(world).move(boxes)
        return found if found is not None else (Pass() if Pass() in boxes else boxes.nth(0))

    def hajr(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """DUN-DK-14: make an extra move if it is worth the card."""
        traveller = self.traveller(world)
        found = traveller.move(boxes, UseHajr)
        worthwhile = isinstance(found, UseHajr) and traveller.gain(found) > HAJR_WORTH
        return found if worthwhile else None

    # --- questions ------------------------------------------------------------------------------

    def reply(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-DK-23: answer a Truthtrance question."""
        auction = world.view.auction
        may_bid = auction is not None and auction.bid < self.bidder(world).limit()
        return reply(world, boxes, may_bid=may_bid)


HOME, OUTPOST = "west-haven/13", "false-wall-south/4"
AT_HOME, TOGETHER = 6, 10
"""How many of the ten forces begin in the haven: usually, and if all stay together."""


class Nomads(Policy):
    """DUN-6.1: decisions that the nomads (Fremen) make differently."""

    eager: ClassVar[float] = 0.9
    kept: ClassVar[int] = 0
    greed: ClassVar[float] = 1.1
    own_end: ClassVar[float] = -10.0

    def place(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-DK-02: place most forces in the haven, some near the spice of the south."""
        wanted = PlaceForces({OUTPOST: TOGETHER - AT_HOME, HOME: AT_HOME})
        return boxes.settle(wanted) or super().place(world, boxes)


class Seers(Policy):
    """DUN-6.2: the seers see the cards, so they value good ones more and poor ones not at all."""

    eager: ClassVar[float] = 1.15
    kept: ClassVar[int] = 4
    greed: ClassVar[float] = 1.35


class Schemers(Policy):
    """DUN-6.3: every purchase brings two cards, and the hand holds eight."""

    eager: ClassVar[float] = 1.35
    kept: ClassVar[int] = 3
    greed: ClassVar[float] = 0.95


class Throne(Policy):
    """DUN-6.6: decisions that the throne (Emperor) makes differently."""

    eager: ClassVar[float] = 1.1
    kept: ClassVar[int] = 7
    greed: ClassVar[float] = 1.05


class Carriers(Policy):
    """DUN-6.5: the carriers are paid for the shipments of others, and win if nobody else does."""

    eager: ClassVar[float] = 1.0
    kept: ClassVar[int] = 5
    greed: ClassVar[float] = 0.7

    def ship(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-6.5.2: ship as usual; or send useless forces back to the reserves."""
        traveller = self.traveller(world)
        found = traveller.ship(boxes)
        if not isinstance(found, Pass):
            return found
        home = max(traveller.homeward(boxes), key=lambda move: move[0], default=None)
        return home[1] if home is not None and home[0] > traveller.now + 1.0 else found


LIKELY = {"schemers": 5, "throne": 4, "nomads": 4, "seers": 3, "carriers": 2}
"""How often the bot predicts each faction."""
TURNS = {2: 4, 3: 4, 4: 4, 5: 3, 6: 3, 7: 3, 8: 3, 9: 2, 10: 3}
"""How often the bot predicts each turn."""


class Sisters(Policy):
    """DUN-6.4: decisions that the sisters (Bene Gesserit) make differently."""

    eager: ClassVar[float] = 1.0
    kept: ClassVar[int] = 3
    sociable: ClassVar[float] = 1.1
    greed: ClassVar[float] = 1.35

    def predict(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-DK-03: predict a faction that is strong early, in a turn in which games often end."""
        pool = [answer for answer in boxes for _ in range(_weight(answer))]
        return pool[self.below(len(pool))] if pool else super().predict(world, boxes)


def _weight(answer: DuneAction) -> int:
    return LIKELY[answer.faction] * TURNS.get(answer.turn, 1) if isinstance(answer, Predict) else 0


POLICIES: dict[str, type[Policy]] = {
    "seers": Seers,
    "schemers": Schemers,
    "nomads": Nomads,
    "throne": Throne,
    "carriers": Carriers,
    "sisters": Sisters,
}
"""The policy of each faction."""


class Mentat(Bot[DuneView, DuneAction]):
    """The bot “mentat”. It uses only its view, which keeps complete notes, so that the bot need not."""

    _policy: Policy | None = None

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        super().__init__(seat, seats, chance)
        self.bargainer = Bargainer(seat, seats, self._below, UNSEEN, ACTS.tags)
        self._envoy: Envoy | None = None
        self._heard: list[Event | Message] = []

    def _below(self, sides: int) -> int:
        return draw(self.chance, sides)

    def hear(self, event: Event) -> None:
        """DUN-4.3.3, DUN-4.7: see from alliances and journeys whether players keep their promises."""
        self._heard.append(event)

    def read(self, message: Message) -> None:
        """DUN-7.12: note what was said; it binds nobody."""
        self._heard.append(message)

    def talk(self, view: DuneView, boxes: Boxes[DuneAction]) -> list[Say]:
        """DUN-7.12: answer offers, look for allies, and ask others to stay out of its strongholds."""
        if view.own is None or not view.turn:
            return []
        world, policy = World(view), self.policy(view)
        envoy = self._envoy_of(world, policy)
        envoy.bid = policy.bidder(world).limit()
        ships = self.bargainer.waits and any(box.action is Ship for box in boxes.boxes)
        best, without = policy.traveller(world).landings(boxes) if ships else (0.0, dict[int, float]())
        says = envoy.talk(world, boxes, best, without)
        policy.diplomat.sworn = envoy.sworn
        return says

    def reply(self, view: DuneView, boxes: Boxes[DuneAction]) -> list[Say]:
        """DUN-7.12: answer an offer at any time."""
        if view.own is None or not view.turn:
            return []
        world, policy = World(view), self.policy(view)
        envoy = self._envoy_of(world, policy)
        envoy.bid = policy.bidder(world).limit()
        says = self.bargainer.replies(lambda offer: envoy.worth(world, offer, 0.0, {}))
        policy.diplomat.sworn = envoy.sworn
        return says

    def _envoy_of(self, world: World, policy: Policy) -> Envoy:
        """The part that talks, after it has heard everything so far."""
        self._judge(world)
        if self._envoy is None:
            self._envoy = Envoy(self.bargainer, policy.diplomat)
        return self._envoy

    def _judge(self, world: World) -> None:
        """Take in all events in order; DUN-4.3: agreed alliances end with the turn."""
        heard, self._heard = self._heard, []
        for said in heard:
            if isinstance(said, Message):
                self.bargainer.read(said)
                continue
            over = turn_over(said)
            self.bargainer.saw(seen(said, world.seat), turn_over=over)
            if over:
                self.bargainer.forget_offers(ALLY)

    def policy(self, view: DuneView) -> Policy:
        """The policy of its faction, set when it is first needed."""
        if self._policy is None:
            faction = view.factions[self.seat].faction
            self._policy = POLICIES[faction](self._below, self.effort)
        return self._policy

    def beside(self, view: DuneView, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """Choose an optional action: cards, questions, alliances."""
        return self.policy(view).beside(World(view), boxes) if boxes else None

    def answer(self, view: DuneView, boxes: Boxes[DuneAction]) -> DuneAction:
        """The best answer that it can find; if only one answer is possible, it gives that at once."""
        if boxes.count == 1:
            return boxes.nth(0)
        world, policy, word = World(view), self.policy(view), self.bargainer
        self._judge(world)
        policy.spared, policy.trusted, policy.buys = spared(word, world), trusted(word), not buys_nothing(word)
        return policy.answer(world, boxes)


BOTS = {"mentat": Mentat}
