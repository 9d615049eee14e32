"""DUN-4.7.2, DUN-6.1.2, DUN-6.5.2: the shipments that factions can choose from. Factions put them together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from turncoat.games.dune.actions import Rally, Ship, Transfer, Withdraw
from turncoat.games.dune.alliance import GUILD_SHIPPING, lends
from turncoat.games.dune.cards import KARAMA
from turncoat.games.dune.facts import CARRIERS
from turncoat.games.dune.fares import FREE, FULL, HALF, HOMEWARD, Freight, landings
from turncoat.games.dune.forces import by_territory, closed_to
from turncoat.games.dune.karama import prevented
from turncoat.games.dune.map import NOWHERE, RALLY_AREA, SECTOR_OF, TERRITORY_OF
from turncoat.games.dune.state import Dune, Stacks

TRANSFERS_PREVENTED, PRICE_PREVENTED, RATE_PREVENTED = "K-12", "K-13", "K-14"
"""DUN-7.11.3: transfers; the carriers' own half price; the Guild rate of their ally."""


def from_space(game: Dune, seat: int, *, half: bool) -> tuple[Freight, ...]:
    """DUN-4.7.2: reserves to one location; with Karama at Guild rate (DUN-7.11.2)."""
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
    """DUN-6.1.2: reserves to a location near the Great Flat, free of charge; O-26: into the storm, too."""
    storm = NOWHERE if game.options.rally_into_storm else game.storm
    goals = near_the_flat(closed_to(game, seat), storm)
    return (Freight(Rally, "DUN-6.1.2", FREE, goals, game.reserves[seat]),)


@lru_cache(maxsize=4096)
def near_the_flat(shut: frozenset[int], storm: int) -> tuple[int, ...]:
    """DUN-6.1.2: the locations of the rally area that can be entered."""
    places = landings(shut, storm)
    return tuple(sorted(place for one in places for place in one if TERRITORY_OF[place] in RALLY_AREA))


def transfers(game: Dune, seat: int, stacks: Stacks, *, half: bool) -> Iterator[Freight]:
    """DUN-6.5.2 b): forces of one territory to one location of another, priced by the destination; K-12."""
    if prevented(game, TRANSFERS_PREVENTED):
        return
    places = landings(closed_to(game, seat), game.storm)
    for own in liftable(stacks, game.storm):
        home, most = TERRITORY_OF[own[0][0]], sum([number for _, number in own])
        for rate, goals in zip(HALF if half else FULL, places, strict=True):
            elsewhere = tuple([place for place in goals if TERRITORY_OF[place] != home])
            yield Freight(Transfer, "DUN-6.5.2", rate, elsewhere, most, own)


def withdrawals(game: Dune, stacks: Stacks) -> Iterator[Freight]:
    """DUN-6.5.2 c): forces of one territory back to the reserves; K-12."""
    if not prevented(game, TRANSFERS_PREVENTED):
        for own in liftable(stacks, game.storm):
            yield Freight(Withdraw, "DUN-6.5.2", HOMEWARD, (), sum([number for _, number in own]), own)


def liftable(stacks: Stacks, storm: int) -> list[Stacks]:
    """DUN-2.1.5: stacks outside the storm sector, by territory."""
    return by_territory(tuple([one for one in stacks if SECTOR_OF[one[0]] != storm or storm < 0]))


def ships_with_carriers(game: Dune, seat: int) -> bool:
    """DUN-6.5.5: whether the carriers lend their advantages to a seat."""
    return lends(game, CARRIERS, GUILD_SHIPPING, seat)


def at_guild_rate(game: Dune, seat: int) -> bool:
    """DUN-6.5.5: whether the carriers' ally ships at half the price; K-14."""
    return ships_with_carriers(game, seat) and not prevented(game, RATE_PREVENTED)
