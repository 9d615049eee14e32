"""DUN-4.2: the Spice Blow: territory cards, worms, and what they devour; then the Nexus and the rides."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import (
    WORM_PROTECTION,
    WORM_RIDES,
    WORM_SURVIVAL,
    has,
    owner_of,
    prevented,
    takes_place,
)
from turncoat.games.dune.anytime import act_with, ask, at_once, window
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.sections import Nexus, Sections, SpiceBlow
from turncoat.games.dune.shared.cards import TERRITORY_OF_CARD, WORM
from turncoat.games.dune.shared.forces import kill_all, march, outside_storm
from turncoat.games.dune.shared.hands import forget_spice
from turncoat.games.dune.shared.map import (
    BLOOM,
    LOCATION,
    LOCATION_IDS,
    LOCATIONS_OF,
    NOWHERE,
    SECTOR_OF,
    TERRITORY_IDS,
    TERRITORY_OF,
)
from turncoat.games.dune.shared.spice import bloom, remove_spice
from turncoat.games.dune.shipment.movement import gathering_boxes, ride_goals
from turncoat.games.dune.spice_blow import Ride
from turncoat.games.dune.spice_blow.events import SpiceBlew, SpiceDeckShuffled, WormRidden, WormSetAside, WormStruck
from turncoat.games.dune.state import Dune, faction_id, seats_of
from turncoat.games.dune.storm.rules import by_faction
from turncoat.games.dune.truthtrance.promises import entered
from turncoat.kernel import Boxes, Pending, Tell, flow, never, shuffle
from turncoat.kernel.play import reopen


def draw_spice(game: Dune, tell: Tell) -> str:
    """DUN-4.2.5: draw the top card; if there is none, the discards become the new deck (DUN-R-10).

    Drawn cards form the discard pile. If the deck is empty, the discards are shuffled into a new deck; the latest
    territory card stays known.
    """
    if not game.spice_deck:
        game.spice_deck, game.spice_discards = game.spice_discards, []
        shuffle(game.chance, game.spice_deck)
        tell.all(SpiceDeckShuffled, len(game.spice_deck))
    forget_spice(game)
    return game.spice_deck.pop()


def blow(game: Dune, phase: SpiceBlow, tell: Tell) -> None:
    """DUN-4.2.1, DUN-4.2.2: turn cards over until a territory card appears (DUN-R-13).

    In turn 1 worms are set aside, do nothing and cause no Nexus (DUN-4.2.4).
    """
    while (card := draw_spice(game, tell)) == WORM:
        if game.turn == 1:
            game.aside += 1
            tell.all(WormSetAside, game.aside)
        else:
            game.spice_discards.append(card)
            worm(game, phase, tell)
        tell.still()
    game.spice_discards.append(card)
    spice_comes_up(game, TERRITORY_OF_CARD[card], tell)
    shuffle_worms(game, tell)


def spice_comes_up(game: Dune, territory: int, tell: Tell) -> None:
    """DUN-4.2.1: put spice on the marked location, none if it is in the storm (DUN-R-09).

    The amount is added to spice already there. Even in the storm the card becomes the latest territory card.
    """
    place, amount = BLOOM[territory]
    if SECTOR_OF[place] == game.storm:
        amount = 0
    if amount:
        bloom(game, place, amount)
    game.latest = territory
    tell.all(SpiceBlew, TERRITORY_IDS[territory], LOCATION_IDS[place], amount)


def worm(game: Dune, phase: SpiceBlow, tell: Tell) -> None:
    """DUN-4.2.2, DUN-4.2.3: destroy everything in the territory of the latest card; each worm allows one more ride.

    A second or later worm strikes the same territory again and only adds one more ride (DUN-4.2.3).

    See DUN-R-12, DUN-R-14.
    """
    phase.worms += 1
    phase.devoured = game.latest
    if game.latest == NOWHERE:
        tell.all(WormStruck, "", {}, 0)
        return
    places = LOCATIONS_OF[game.latest]
    spared = protected(game)
    takes_place(game, WORM_SURVIVAL, tell)
    lost, spice = kill_all(game, places, spared), remove_spice(game, places)
    tell.all(WormStruck, TERRITORY_IDS[game.latest], by_faction(game, lost), spice)


def protected(game: Dune) -> tuple[int, ...]:
    """DUN-6.1.6, DUN-6.1.8: the seats whose forces worms do not devour (DUN-R-84).

    With permission the nomads' (Fremen's) ally is not devoured either, but cannot ride. The spice there is destroyed
    all the same.
    """
    return tuple(seat for seat in seats_of(game) if has(game, seat, WORM_SURVIVAL) or has(game, seat, WORM_PROTECTION))


def shuffle_worms(game: Dune, tell: Tell) -> None:
    """DUN-4.2.4: shuffle worms that were set aside into the deck (DUN-R-11)."""
    if game.aside:
        game.spice_deck += [WORM] * game.aside
        game.aside = 0
        shuffle(game.chance, game.spice_deck)
        tell.all(SpiceDeckShuffled, len(game.spice_deck), rule="DUN-4.2.4")


def nexus(game: Dune, phase: SpiceBlow, tell: Tell) -> Nexus | None:
    """DUN-4.2.6: begin a single Nexus if at least one worm came, with as many rides as worms."""
    phase.rides = phase.worms
    return Nexus() if phase.worms else None


# --- rides --------------------------------------------------------------------------------------


def riders(game: Dune, phase: SpiceBlow) -> tuple[int, ...]:
    """DUN-6.1.7: who may ride, once per worm, with forces in the devoured territory outside the storm (DUN-R-15)."""
    seat = owner_of(game, WORM_RIDES)
    if not has(game, seat, WORM_RIDES) or not phase.rides or phase.devoured == NOWHERE:
        return ()
    return (seat,) if outside_storm(game, seat, phase.devoured) else ()


def ride_boxes(game: Dune, phase: SpiceBlow, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-08: send forces of the devoured territory to one location elsewhere, or none."""
    stacks = outside_storm(game, seat, phase.devoured)
    return gathering_boxes(Ride, ((stacks, ride_goals(game, seat, phase.devoured)),))


def ride(game: Dune, phase: SpiceBlow, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.1.7: the worm does nothing where it arrives; the next ride may have another destination."""
    phase.rides -= 1
    ((seat, action),) = pending.answers.items()
    if isinstance(action, Ride):
        march(game, seat, [(LOCATION[place], number) for place, number in action.forces.items()], LOCATION[action.to])
        tell.all(WormRidden, faction_id(game, seat), action.forces, action.to)
        entered(game, seat, TERRITORY_IDS[TERRITORY_OF[LOCATION[action.to]]])


def prevent_ride(game: Dune, phase: SpiceBlow, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """Prevent a ride that is about to be decided, with all others of the phase (DUN-K-07)."""
    started = at_once(game, phase, seat, action, tell)
    if prevented(game, WORM_RIDES):
        reopen(phase)
    return started


SPICE_BLOW = flow(
    SpiceBlow,
    window=window("DUN-W-2"),  # before the first spice card of the turn; made for DUN-K-06
    blow=blow,
    nexus=nexus,
    rides=ask(ride_boxes, ride, asked=riders, until=never, act=act_with({Prevent: prevent_ride})),
)
