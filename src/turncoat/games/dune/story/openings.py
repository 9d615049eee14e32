"""What the events of setup, Storm, Spice Blow, Nexus and Charity do to the past (DUN-3, DUN-4.1 to DUN-4.4)."""

from __future__ import annotations

from typing import cast

from turncoat.games.dune.alliance import dissolve, form
from turncoat.games.dune.cards import TERRITORY_OF_CARD, WORM
from turncoat.games.dune.events import setup, spice_blow, storm
from turncoat.games.dune.forces import kill, kill_all, march, muster
from turncoat.games.dune.map import (
    LOCATION,
    LOCATIONS_IN,
    LOCATIONS_OF,
    NOWHERE,
    SHIELD_WALL,
    TERRITORY,
    TERRITORY_IDS,
    TERRITORY_OF,
)
from turncoat.games.dune.promises import entered
from turncoat.games.dune.sections import Nexus, SpiceBlow, Storm
from turncoat.games.dune.spice import bloom, remove_spice
from turncoat.games.dune.state import seat_of
from turncoat.games.dune.storm import exposed
from turncoat.games.dune.story.past import BLANK, Handlers, Past

CARD_OF_TERRITORY = {territory: card for card, territory in TERRITORY_OF_CARD.items()}


# --- setup ----------------------------------------------------------------------------------------


def placed(past: Past, one: setup.ForcesPlaced) -> None:
    """DUN-3.3.1, DUN-3.3.2: starting forces and starting spice."""
    seat = past.seat(one.faction)
    past.game.spice[seat] += one.spice
    for place, number in one.forces.items():
        muster(past.game, seat, LOCATION[place], number)


def dealt(past: Past, one: setup.CardsDealt) -> None:
    """DUN-3.5.1: treachery cards, nobody knows which."""
    del past.game.treachery[: sum(one.numbers)]
    past.game.hands = [(BLANK,) * number for number in one.numbers]


# --- storm ----------------------------------------------------------------------------------------


def began(past: Past, one: storm.TurnBegan) -> None:
    """DUN-1.4.1: a turn."""
    past.game.turn = one.turn


def dialled(past: Past, one: storm.StormDialled) -> None:
    """DUN-4.1.3: the sum of the dials is the movement."""
    section = past.section(Storm)
    if section is not None:
        seats = (past.seat(faction) for faction in one.factions)
        section.dials = dict(zip(seats, one.numbers, strict=True))
        section.movement = sum(one.numbers)


def controlled(past: Past, one: storm.WeatherControlled) -> None:
    """DUN-7.14.1: somebody says how far the storm moves."""
    section = past.section(Storm)
    if section is not None:
        section.movement = one.sectors


def destroyed(past: Past, one: storm.WallDestroyed) -> None:
    """DUN-7.9.2, DUN-7.9.3: the Shield Wall is gone, and everybody on it."""
    past.game.wall = False
    kill_all(past.game, LOCATIONS_OF[SHIELD_WALL])


def stormed(past: Past, one: storm.StormMoved) -> None:
    """DUN-4.1.4: the storm moves; there is no more to come."""
    past.game.storm = one.storm
    section = past.section(Storm)
    if section is not None:
        section.movement = -1


def struck(past: Past, one: storm.StormStruck) -> None:
    """DUN-4.1.5: forces in the open die, spice is blown away; O-26: those that have just rallied."""
    game = past.game
    if one.rule == "DUN-O-26":
        for faction, number in one.forces.items():
            kill(game, past.seat(faction), past.landed, number)
        return
    kill_all(game, [place for place in LOCATIONS_IN[one.sector] if exposed(game, TERRITORY_OF[place])])
    remove_spice(game, LOCATIONS_IN[one.sector])


def ordered(past: Past, one: storm.OrderDetermined) -> None:
    """DUN-4.1.6: storm order."""
    past.game.order = tuple(past.seat(faction) for faction in one.factions)


# --- spice blow -----------------------------------------------------------------------------------


def blew(past: Past, one: spice_blow.SpiceBlew) -> None:
    """DUN-4.2.1: a territory card; spice comes up."""
    game, territory = past.game, TERRITORY[one.territory]
    game.spice_deck.pop()
    game.spice_discards.append(CARD_OF_TERRITORY[territory])
    game.latest = territory
    if one.spice:
        bloom(game, LOCATION[one.location], one.spice)


def set_aside(past: Past, one: spice_blow.WormSetAside) -> None:
    """DUN-4.2.4: a worm of the first turn."""
    past.game.spice_deck.pop()
    past.game.aside = one.worms


def worm(past: Past, one: spice_blow.WormStruck) -> None:
    """DUN-4.2.2, DUN-4.2.3: a worm devours all but those it spares."""
    game, phase = past.game, past.section(SpiceBlow)
    game.spice_deck.pop()
    game.spice_discards.append(WORM)
    if phase is not None:
        phase.worms += 1
        phase.devoured = game.latest
    if game.latest != NOWHERE:
        places, eaten = LOCATIONS_OF[game.latest], {past.seat(faction) for faction in one.forces}
        kill_all(game, places, set(range(len(game.factions))) - eaten)
        remove_spice(game, places)


def shuffled(past: Past, one: spice_blow.SpiceDeckShuffled) -> None:
    """DUN-4.2.4, DUN-4.2.5: worms that were set aside, or all discards, are back in the deck."""
    game = past.game
    if one.rule == "DUN-4.2.4":
        game.aside = 0
    else:
        game.spice_discards = []
    game.spice_deck = [BLANK] * one.cards


def ridden(past: Past, one: spice_blow.WormRidden) -> None:
    """DUN-6.1.7: a ride; the Nexus is over."""
    past.close()
    phase = past.section(SpiceBlow)
    if phase is not None:
        phase.rides = max(0, (phase.rides or phase.worms) - 1)
    seat, goal = past.seat(one.faction), LOCATION[one.to]
    march(past.game, seat, [(LOCATION[place], number) for place, number in one.forces.items()], goal)
    entered(past.game, seat, TERRITORY_IDS[TERRITORY_OF[goal]])


# --- Nexus and Charity ----------------------------------------------------------------------------


def opened(past: Past, one: spice_blow.NexusOpened) -> None:
    """DUN-4.2.6: a Nexus; as many rides as worms come after it."""
    phase = past.section(SpiceBlow)
    if phase is not None:
        phase.rides = phase.worms
    past.open(Nexus())


def proposed(past: Past, one: spice_blow.AllianceProposed) -> None:
    """DUN-4.3.2: a proposal."""
    nexus = past.section(Nexus)
    if nexus is not None:
        nexus.proposals.append((past.seat(one.faction), past.seat(one.to)))


def withdrawn(past: Past, one: spice_blow.ProposalWithdrawn) -> None:
    """DUN-4.3.2: a proposal is withdrawn."""
    nexus = past.section(Nexus)
    if nexus is not None:
        nexus.proposals.remove((past.seat(one.faction), past.seat(one.to)))


def allied(past: Past, one: spice_blow.AllianceFormed) -> None:
    """DUN-4.3.3: their other proposals are void; both are bound."""
    pair = [seat_of(past.game, faction) for faction in one.factions]
    form(past.game, pair[0], pair[1])
    nexus = past.section(Nexus)
    if nexus is not None:
        nexus.bound += pair
        nexus.proposals = [both for both in nexus.proposals if both[0] not in pair]


def broken(past: Past, one: spice_blow.AllianceBroken) -> None:
    """DUN-4.3.2: an alliance is over."""
    dissolve(past.game, past.seat(one.faction))


def charity(past: Past, one: spice_blow.CharityGiven) -> None:
    """DUN-4.4.1: spice from the bank."""
    past.game.spice[past.seat(one.faction)] += one.spice


HANDLERS: Handlers = cast("Handlers", {
    setup.ForcesPlaced: placed,
    setup.CardsDealt: dealt,
    storm.TurnBegan: began,
    storm.StormDialled: dialled,
    storm.WeatherControlled: controlled,
    storm.WallDestroyed: destroyed,
    storm.StormMoved: stormed,
    storm.StormStruck: struck,
    storm.OrderDetermined: ordered,
    spice_blow.SpiceBlew: blew,
    spice_blow.WormSetAside: set_aside,
    spice_blow.WormStruck: worm,
    spice_blow.SpiceDeckShuffled: shuffled,
    spice_blow.WormRidden: ridden,
    spice_blow.NexusOpened: opened,
    spice_blow.AllianceProposed: proposed,
    spice_blow.ProposalWithdrawn: withdrawn,
    spice_blow.AllianceFormed: allied,
    spice_blow.AllianceBroken: broken,
    spice_blow.CharityGiven: charity,
})  # fmt: skip
"""What these events do."""
