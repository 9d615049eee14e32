"""DUN-4.7.2 to DUN-4.7.4, DUN-6.1.2, DUN-6.5.2: the possible shipments of each faction, and their prices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import (
    ALLYS_HALF_PRICE,
    DESERT_RESERVES,
    HALF_PRICE,
    SHIPPING_INCOME,
    TRANSFERS,
    has,
    owner_of,
    takes_place,
)
from turncoat.games.dune.sections import FactionTurn
from turncoat.games.dune.shared.cards import KARAMA
from turncoat.games.dune.shared.forces import by_territory, closed_to, kill, march, muster, recall
from turncoat.games.dune.shared.hands import use
from turncoat.games.dune.shared.map import (
    IS_STRONGHOLD,
    LOCATION,
    LOCATION_IDS,
    LOCATIONS,
    NOWHERE,
    RALLY_AREA,
    SECTOR_OF,
    TERRITORY_IDS,
    TERRITORY_OF,
)
from turncoat.games.dune.shared.spice import pay
from turncoat.games.dune.shipment import Rally, Ship, Transfer, Withdraw
from turncoat.games.dune.shipment.events import Rallied, Shipped, Transferred
from turncoat.games.dune.state import NOBODY, Dune, Stacks, faction_id
from turncoat.games.dune.storm.events import StormStruck
from turncoat.games.dune.storm.rules import exposed
from turncoat.games.dune.truthtrance.promises import entered
from turncoat.kernel import Action, Amounts, Between, Box, Closed, OneOf, Tell, box, shut
from turncoat.kernel.space import Space


class Rate(Struct, frozen=True):
    """A price: this much spice for this many forces."""

    spice: int
    forces: int

    def price(self, forces: int) -> int:
        """The price of this many forces, rounded up once, on the total."""
        return -(-forces * self.spice // self.forces)


FULL, HALF = (Rate(1, 1), Rate(2, 1)), (Rate(1, 2), Rate(1, 1))
"""DUN-4.7.2, DUN-6.5.3: the prices for strongholds and for all other places, the Polar Sink included."""
HOMEWARD = Rate(1, 2)
"""DUN-6.5.3: the price of going back to the reserves, rounded up (``Rate.price``; DUN-R-51), paid to the bank
(``pay_for_shipment``)."""
FREE = Rate(0, 1)
"""DUN-6.1.1: the price of a free shipment."""

RESERVES = "reserves"
"""DUN-4.7.2: the unit shown beside the number of forces shipped."""

Freighting = type[Ship] | type[Rally] | type[Transfer] | type[Withdraw]


class Freight(Struct, frozen=True):
    """One kind of shipment that a faction may choose.

    Attributes:
        goals: Its possible destinations, in the order of the facts; empty: the reserves.
        most: The largest number of forces that can be shipped.
        stacks: The locations where the forces stand; empty: they are in reserve.
        karama: The card that is played with it, if any.
    """

    kind: Freighting
    rule: str
    rate: Rate
    goals: tuple[int, ...]
    most: int
    stacks: Stacks = ()
    karama: str | None = None


class Terms(Struct, frozen=True):
    """Numbers of forces for which the ally can pay the same shares.

    Attributes:
        least: The smallest share of the ally, in spice.
        share: The greatest share of the ally.
    """

    low: int
    high: int
    least: int
    share: int


@lru_cache(maxsize=4096)
def payable(rate: Rate, most: int, own: int, helped: int) -> tuple[Terms, ...]:
    """DUN-2.3.1, DUN-5.2.2: the numbers of forces that the faction and its ally together can pay for.

    No player can commit to pay more than they own plus permitted help; amounts are non-negative integers (DUN-2.3.1).
    The allowance may cover any part of the ally's shipment price (DUN-5.2.2).
    """
    found: list[Terms] = []
    for forces in range(1, most + 1):
        cost = rate.price(forces)
        least, share = max(0, cost - own), min(helped, cost)
        if least > share:
            break
        last = found[-1] if found else None
        if last is not None and (last.least, last.share) == (least, share):
            found[-1] = Terms(last.low, forces, least, share)
        else:
            found.append(Terms(forces, forces, least, share))
    return tuple(found)


class Load:
    """One kind of shipment with all numbers that can be paid for; its boxes are made only when they are read."""

    def __init__(self, freight: Freight, own: int, helped: int) -> None:
        self.freight = freight
        self.terms = payable(freight.rate, freight.most, own, helped)
        ways = sum([self._numbers(terms) * (terms.share - terms.least + 1) for terms in self.terms])
        self.count = ways * (1 if freight.kind is Withdraw else len(freight.goals))
        self._made: tuple[Box[DuneAction], ...] | None = None

    def _numbers(self, terms: Terms) -> int:
        if not self.freight.stacks:
            return terms.high - terms.low + 1
        return self._amounts(terms).count()

    def _amounts(self, terms: Terms) -> Amounts:
        caps = tuple([(LOCATION_IDS[place], number) for place, number in self.freight.stacks])
        return Amounts(caps, terms.low, terms.high, "location")

    @property
    def boxes(self) -> tuple[Box[DuneAction], ...]:
        """A box for each of the terms."""
        if self._made is None:
            self._made = tuple([self._box(terms) for terms in self.terms]) if self.count else ()
        return self._made

    def _box(self, terms: Terms) -> Box[DuneAction]:
        freight = self.freight
        fields: dict[str, Space] = {
            "forces": self._amounts(terms) if freight.stacks else Between(terms.low, terms.high, RESERVES)
        }
        if freight.kind is not Withdraw:
            fields["to"] = aims(freight.goals)
        if freight.kind is not Rally:
            fields["help"] = Between(terms.least, terms.share)
        if freight.kind is Ship:
            fields["karama"] = WITH_KARAMA if freight.karama else WITHOUT_KARAMA
        return box(freight.kind, freight.rule, distinct=(), **fields)

    def nth(self, index: int) -> DuneAction:
        """The answer with this number, as the boxes number it."""
        for one in self.boxes:
            size = one.count()
            if index < size:
                return one.nth(index)
            index -= size
        raise IndexError(index)


WITH_KARAMA, WITHOUT_KARAMA = OneOf((KARAMA,), "card"), OneOf((None,), "card")


@lru_cache(maxsize=1024)
def aims(goals: tuple[int, ...]) -> OneOf:
    """The choice of one of these locations."""
    return OneOf(tuple(LOCATION_IDS[place] for place in goals), "location")


@lru_cache(maxsize=4096)
def landings(shut: frozenset[int], storm: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """DUN-2.1.2, DUN-2.1.5 to DUN-2.1.7: the places where forces can land: strongholds, and all others.

    No forces are brought into a territory with forces of the owner's ally, the Polar Sink excepted; passing through is
    allowed (DUN-2.1.7). Where a territory spans several sectors the location is named (DUN-2.1.2).
    """
    calm = [place for place in LOCATIONS if SECTOR_OF[place] != storm or storm < 0]
    free = [place for place in calm if TERRITORY_OF[place] not in shut]
    return (
        tuple(place for place in free if IS_STRONGHOLD[TERRITORY_OF[place]]),
        tuple(place for place in free if not IS_STRONGHOLD[TERRITORY_OF[place]]),
    )


def pays_half(game: Dune, seat: int) -> bool:
    """DUN-6.5.3, DUN-6.5.5: whether a seat ships at half the price, by its own or its ally's advantage.

    The carriers' (Guild's) ally ships at their rate and may transfer, never withdraw; no other discount can be granted.
    DUN-K-13 prevents the first, DUN-K-14 the second.
    """
    return has(game, seat, HALF_PRICE) or has(game, seat, ALLYS_HALF_PRICE)


def rate_to(territory: int, *, half: bool) -> Rate:
    """DUN-4.7.2, DUN-6.5.3: the price of forces that are shipped into a territory (DUN-R-40)."""
    stronghold, elsewhere = HALF if half else FULL
    return stronghold if IS_STRONGHOLD[territory] else elsewhere


def freights(game: Dune, seat: int, stacks: Stacks) -> tuple[Freight, ...]:
    """DUN-4.7.2, DUN-6.1.3, DUN-6.5.2: all shipments that a seat may choose with its forces in these positions.

    The nomads (Fremen) rally and cannot ship reserves anywhere else, neither with the carriers as ally nor with Karama
    (DUN-R-43). DUN-K-12 prevents transfers and withdrawals.
    """
    half = pays_half(game, seat)
    found = list(rallies(game, seat) if has(game, seat, DESERT_RESERVES) else from_space(game, seat, half=half))
    if has(game, seat, TRANSFERS):
        found += transfers(game, seat, stacks, half=half)
        if seat == owner_of(game, TRANSFERS):
            found += withdrawals(game, stacks)
    return tuple(found)


def from_space(game: Dune, seat: int, *, half: bool) -> tuple[Freight, ...]:
    """DUN-4.7.2: reserves to one location; with Karama at half the price (DUN-7.11.2, DUN-R-45, DUN-R-47).

    Karama is not for rallies or transfers; the ally's share may be used with it, and the bank is paid (``land``).
    """
    most = game.reserves[seat]
    if not most:
        return ()
    places = landings(closed_to(game, seat), game.storm)
    rates, rule = (HALF, "DUN-6.5.3") if half else (FULL, "DUN-4.7.2")
    found = [Freight(Ship, rule, rate, goals, most) for rate, goals in zip(rates, places, strict=True)]
    if KARAMA in game.hands[seat]:
        found += [
            Freight(Ship, "DUN-7.11.2", rate, goals, most, karama=KARAMA)
            for rate, goals in zip(HALF, places, strict=True)
        ]
    return tuple(found)


def rallies(game: Dune, seat: int) -> tuple[Freight, ...]:
    """DUN-6.1.2: reserves to a location near the Great Flat, free of charge; DUN-O-26: into the storm, too.

    See DUN-R-39.

    The reserves of the nomads (Fremen) are on the planet. Bringing them into play is free.
    It is not a shipment from space: nothing is paid, Guild earns nothing, Bene Gesserit sends no companion (DUN-6.1.1).
    """
    storm = NOWHERE if game.options.rally_into_storm else game.storm
    goals = near_the_flat(closed_to(game, seat), storm)
    return (Freight(Rally, "DUN-6.1.2", FREE, goals, game.reserves[seat]),)


@lru_cache(maxsize=4096)
def near_the_flat(shut: frozenset[int], storm: int) -> tuple[int, ...]:
    """DUN-6.1.2: the locations of the rally area that can be entered."""
    places = landings(shut, storm)
    return tuple(
        sorted(place for places_there in places for place in places_there if TERRITORY_OF[place] in RALLY_AREA)
    )


def transfers(game: Dune, seat: int, stacks: Stacks, *, half: bool) -> Iterator[Freight]:
    """DUN-6.5.2 b): forces of one territory to one location of another, priced by the destination (DUN-R-85)."""
    places = landings(closed_to(game, seat), game.storm)
    for own in liftable(stacks, game.storm):
        home, most = TERRITORY_OF[own[0][0]], sum([number for _, number in own])
        for rate, goals in zip(HALF if half else FULL, places, strict=True):
            elsewhere = tuple([place for place in goals if TERRITORY_OF[place] != home])
            yield Freight(Transfer, "DUN-6.5.2", rate, elsewhere, most, own)


def withdrawals(game: Dune, stacks: Stacks) -> Iterator[Freight]:
    """DUN-6.5.2 c), DUN-6.5.5: forces of one territory back to the reserves, only for the carriers themselves.

    Nobody but the carriers (Guild) can bring forces from Dune back to the reserves (DUN-4.7.3).
    """
    for own in liftable(stacks, game.storm):
        yield Freight(Withdraw, "DUN-6.5.2", HOMEWARD, (), sum([number for _, number in own]), own)


def liftable(stacks: Stacks, storm: int) -> list[Stacks]:
    """Stacks outside the storm sector, by territory (DUN-2.1.5)."""
    return by_territory(tuple([stack for stack in stacks if SECTOR_OF[stack[0]] != storm or storm < 0]))


SHUT_WAYS = (*shut(Ship), *shut(Transfer), *shut(Withdraw, rule="DUN-4.7.3"))
SHIPS_NOTHING = Closed(Ship, "DUN-6.1.3", "Your reserves are on the planet and are never shipped")


def shut_ways(game: Dune, seat: int, opened: tuple[type[Action], ...]) -> tuple[Closed, ...]:
    """Why each other kind of shipment is closed to a faction."""
    ways = (SHIPS_NOTHING, *SHUT_WAYS[1:]) if has(game, seat, DESERT_RESERVES) else SHUT_WAYS
    return tuple(way for way in ways if way.action not in opened)


def chosen(game: Dune, seat: int, action: Ship | Transfer | Withdraw) -> Freight:
    """The kind of shipment of an answer."""
    karama, goal = getattr(action, "karama", None), LOCATION.get(getattr(action, "to", ""))
    return next(
        freight
        for freight in freights(game, seat, game.forces[seat])
        if isinstance(action, freight.kind) and freight.karama == karama and (goal is None or goal in freight.goals)
    )


def could_ship(game: Dune, seat: int) -> bool:
    """DUN-2.9.3: whether a seat might ship something, by public knowledge."""
    ally, rallies = game.ally[seat], has(game, seat, DESERT_RESERVES)
    if game.reserves[seat] and rallies:
        return True
    if game.spice[seat] + (0 if ally == NOBODY else game.spice[ally]) == 0:
        return False
    across = has(game, seat, TRANSFERS) or has(game, ally, TRANSFERS)
    if across and liftable(game.forces[seat], game.storm):
        return True
    return game.reserves[seat] > 0 and not rallies


def land(game: Dune, seat: int, action: Ship, tell: Tell) -> None:
    """DUN-4.7.2, DUN-7.11.2: ship forces from off-planet reserves, perhaps with a Karama card."""
    cost = chosen(game, seat, action).rate.price(action.forces)
    if action.karama is not None:
        use(game, seat, action.karama, "DUN-7.11.2", tell)
    muster(game, seat, LOCATION[action.to], action.forces)
    tell.all(Shipped, faction_id(game, seat), action.forces, action.to, cost)
    pay_for_shipment(game, seat, cost, action.help, tell, to_bank=action.karama is not None)


def lift(game: Dune, seat: int, action: Transfer | Withdraw, tell: Tell) -> None:
    """DUN-6.5.2: ship forces across the planet, or back to the reserves."""
    cost = chosen(game, seat, action).rate.price(sum(action.forces.values()))
    origins = [(LOCATION[place], number) for place, number in action.forces.items()]
    goal = action.to if isinstance(action, Transfer) else ""
    if goal:
        march(game, seat, origins, LOCATION[goal])
    else:
        for place, number in origins:
            recall(game, seat, place, number)
    tell.all(Transferred, faction_id(game, seat), action.forces, goal, cost)
    pay_for_shipment(game, seat, cost, action.help, tell)


def rally(game: Dune, seat: int, action: Rally, tell: Tell) -> None:
    """DUN-6.1.2: bring reserves of the desert onto the map; DUN-O-26: in the storm they die where a storm kills."""
    place = LOCATION[action.to]
    muster(game, seat, place, action.forces)
    tell.all(Rallied, faction_id(game, seat), action.forces, action.to)
    if SECTOR_OF[place] == game.storm and exposed(game, TERRITORY_OF[place]):
        tell.still()
        kill(game, seat, place, action.forces)
        where = (TERRITORY_IDS[TERRITORY_OF[place]],)
        tell.all(StormStruck, game.storm, {faction_id(game, seat): action.forces}, 0, where, rule="DUN-O-26")


def pay_for_shipment(game: Dune, seat: int, cost: int, help_: int, tell: Tell, *, to_bank: bool = False) -> None:
    """DUN-4.7.4: the carriers get the price if another faction ships, the bank what they pay for their ally; DUN-K-15.

    It all goes to the bank if nobody plays the carriers (Guild; DUN-6.5.1), if they ship themselves, or with a Karama
    card (DUN-R-44). An ally's share goes where the rest goes, except a share that the carriers pay.
    """
    ally = game.ally[seat]
    paid = owner_of(game, SHIPPING_INCOME)
    paid = NOBODY if to_bank or paid == seat else paid
    due = cost - help_ if ally == paid else cost
    if paid != NOBODY and due and not takes_place(game, SHIPPING_INCOME, tell):
        paid = NOBODY
    pay(game, seat, paid, cost - help_, "DUN-4.7.4", tell)
    if help_:
        pay(game, ally, NOBODY if ally == paid else paid, help_, "DUN-5.2.2", tell)


def arrive(game: Dune, turn: FactionTurn, place: int) -> None:
    """Note that forces have come into a territory from elsewhere."""
    territory = TERRITORY_OF[place]
    turn.entered.append(territory)
    entered(game, turn.seat, TERRITORY_IDS[territory])
