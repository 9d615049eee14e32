"""DUN-4.1: the Storm Phase: dials, storm cards, and the storm on its way."""

from __future__ import annotations

from turncoat.games.dune.actions import NOTHING, DuneAction
from turncoat.games.dune.anytime import anytime, ask, beside_with, everybody, in_window, window
from turncoat.games.dune.facts import SECTORS
from turncoat.games.dune.sections import Sections, Storm
from turncoat.games.dune.setup.rules import aside
from turncoat.games.dune.shared.cards import ATOMICS, WEATHER
from turncoat.games.dune.shared.forces import at, kill_all
from turncoat.games.dune.shared.hands import use
from turncoat.games.dune.shared.map import (
    LOCATIONS_IN,
    LOCATIONS_OF,
    OPEN_SAND,
    SECTOR_OF,
    SHIELD_WALL,
    TERRITORY_IDS,
    TERRITORY_OF,
    WALLED,
    first_after,
    near_the_wall,
)
from turncoat.games.dune.shared.spice import remove_spice
from turncoat.games.dune.state import Dune, faction_id, faction_ids, seats_of
from turncoat.games.dune.storm import Dial, UseAtomics, UseWeatherControl
from turncoat.games.dune.storm.events import (
    OrderDetermined,
    StormDialled,
    StormMoved,
    StormStruck,
    WallDestroyed,
    WeatherControlled,
)
from turncoat.kernel import Between, Box, Boxes, Closed, Pending, Tell, box, flow
from turncoat.kernel.play import reopen

FIRST_DIALS: Boxes[DuneAction] = Boxes(box(Dial, number=Between(0, 20)))
LATER_DIALS: Boxes[DuneAction] = Boxes(box(Dial, "DUN-4.1.2", number=Between(1, 3)))
"""DUN-4.1.2: the numbers that the last two combatants can dial in later turns (``dialers``)."""
TOO_FAR = Closed(UseAtomics, "DUN-7.9.1", "You have no forces on the Shield Wall or next to it")
WALL_GONE = Closed(UseAtomics, "DUN-7.9.1", "The Shield Wall is gone already")
FURTHEST = 10
"""DUN-7.14.1: how far Weather Control can move the storm."""


def dialers(game: Dune, storm: Storm) -> tuple[int, ...]:
    """DUN-4.1.1, DUN-4.1.2: who dials: the last two combatants; before any battle, the first and the last seat.

    See DUN-R-02, DUN-R-04.

    The markers of the first and the last seat flank sector 0 (DUN-4.1.1).

    Later these are the two combatants of the most recent battle, of this or any earlier turn (DUN-4.1.2).
    """
    return game.fighters or (game.circle[0], game.circle[-1])


def dial_boxes(game: Dune, storm: Storm, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-04: 0 to 20 in turn 1, later 1 to 3."""
    return FIRST_DIALS if game.storm < 0 else LATER_DIALS


def random_dial(game: Dune, storm: Storm, seat: int) -> DuneAction:
    """DUN-DK-04: drawn at random."""
    boxes = dial_boxes(game, storm, seat)
    return boxes.nth(aside(game, seat, boxes.count))


def reveal_dials(game: Dune, storm: Storm, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.1.3: show both dials together; the storm moves by their sum."""
    for seat, action in pending.answers.items():
        assert isinstance(action, Dial)
        storm.dials[seat] = action.number
    storm.movement = sum(storm.dials.values())
    seats = tuple(pending.asked)
    numbers = tuple(storm.dials[seat] for seat in seats)
    tell.all(StormDialled, faction_ids(game, seats), numbers)


# --- storm cards --------------------------------------------------------------------------------


def storm_card_boxes(game: Dune, storm: Storm, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-05: Family Atomics near the Shield Wall; Weather Control, 0 to 10."""
    found: list[Box[DuneAction]] = []
    closed: tuple[Closed, ...] = ()
    if ATOMICS in game.hands[seat]:
        if game.wall and may_use_atomics(game, seat):
            found.append(box(UseAtomics))
        else:
            closed = (TOO_FAR if game.wall else WALL_GONE,)
    if WEATHER in game.hands[seat]:
        found.append(box(UseWeatherControl, sectors=Between(0, FURTHEST)))
    return Boxes(*found, closed=closed) if found or closed else NOTHING


def may_use_atomics(game: Dune, seat: int) -> bool:
    """DUN-7.9.1: only with forces on the Shield Wall or near it (``near_the_wall``); in the window of ``STORM``."""
    near = near_the_wall(game.storm)
    return any(place in near for place, _ in game.forces[seat])


def watchers(game: Dune, storm: Storm) -> range | tuple[int, ...]:
    """DUN-4.1.3: who is asked in window DUN-W-1, from turn 2 on (DUN-R-07)."""
    return everybody("DUN-W-1")(game, storm) if game.storm >= 0 else ()


def play_storm_card(game: Dune, storm: Storm, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-4.1.3: after Family Atomics others can still play a card, after Weather Control nobody (DUN-R-06)."""
    if isinstance(action, UseAtomics):
        blow_up(game, seat, tell)
        reopen(storm)
        return None
    if isinstance(action, UseWeatherControl):
        use(game, seat, WEATHER, "DUN-7.14.1", tell)
        storm.movement = action.sectors
        tell.all(WeatherControlled, faction_id(game, seat), action.sectors)
        if storm.pending is not None:
            storm.pending.due = True
        return None
    return in_window(game, storm, seat, action, tell)


def blow_up(game: Dune, seat: int, tell: Tell) -> None:
    """DUN-7.9.2 to DUN-7.9.4: send all forces on the Shield Wall to the tanks, whoever owns them.

    The card goes to the discard pile and is left out of every later reshuffle (``draw_treachery``). From now on, also
    while this storm moves, Arrakeen, Carthag and the Imperial Basin have no protection (``exposed``); the Shield Wall
    stays rock that can be entered.
    """
    use(game, seat, ATOMICS, "DUN-7.9.4", tell)
    game.wall = False
    lost = kill_all(game, LOCATIONS_OF[SHIELD_WALL])
    tell.all(WallDestroyed, faction_id(game, seat), by_faction(game, lost))


def by_faction(game: Dune, lost: dict[int, int]) -> dict[str, int]:
    """Losses by the factions' ids instead of seats."""
    return {faction_id(game, seat): number for seat, number in lost.items()}


# --- the storm ----------------------------------------------------------------------------------


def move_storm(game: Dune, storm: Storm, tell: Tell) -> None:
    """DUN-4.1.1, DUN-4.1.4: place the storm in turn 1 (DUN-R-97); later it strikes every sector it enters (DUN-R-03).

    It starts from the uppermost wedge of the map, the one with Carthag (``options``, DUN-O-05); only the sector of
    placement is struck (DUN-4.1.1). Later the sector from which it starts is not struck, even if the storm stays there
    (DUN-4.1.4). Sectors are numbered counterclockwise, in the storm's direction. See DUN-O-21.
    """
    start, sectors = game.storm, storm.movement
    storm.movement = -1
    if start < 0:
        game.storm = (game.options.first_sector + sectors) % SECTORS
        struck = [game.storm]
    else:
        game.storm = (start + sectors) % SECTORS
        struck = [(start + step) % SECTORS for step in range(1, sectors + 1)]
        if not sectors and game.options.still_storm == "strikes":
            struck = [start]
    rule = "DUN-4.1.1" if start < 0 else "DUN-4.1.4"
    tell.all(StormMoved, start, sectors, game.storm, rule=rule)
    tell.still()
    for sector in struck:
        strike(game, sector, tell)


def strike(game: Dune, sector: int, tell: Tell) -> None:
    """DUN-4.1.5, DUN-6.1.5: kill forces in the open, whoever owns them, and remove the spice (DUN-R-08).

    The nomads (Fremen) have no protection against storms.
    """
    places = [place for place in LOCATIONS_IN[sector] if exposed(game, TERRITORY_OF[place])]
    hit = {place for place, _ in game.fields if SECTOR_OF[place] == sector}
    hit |= {place for place in places if any(at(game, seat, place) for seat in seats_of(game))}
    lost, spice = kill_all(game, places), remove_spice(game, LOCATIONS_IN[sector])
    if lost or spice:
        territories = tuple(TERRITORY_IDS[TERRITORY_OF[place]] for place in sorted(hit))
        tell.all(StormStruck, sector, by_faction(game, lost), spice, territories)


def exposed(game: Dune, territory: int) -> bool:
    """DUN-2.1.3, DUN-7.9.3: whether a storm kills there; behind the Shield Wall only once that is gone."""
    return territory in OPEN_SAND or (territory in WALLED and not game.wall)


def determine_order(game: Dune, storm: Storm, tell: Tell) -> None:
    """DUN-2.2.3, DUN-4.1.6: the First Player is the owner of the next marker ahead of the storm.

    Then it goes seat by seat, counterclockwise. Players act one after the other in storm order: each acts before the
    next one is asked, as in ``next_faction``.
    """
    first = first_after(game.storm, len(game.circle))
    game.order = (*game.circle[first:], *game.circle[:first])
    tell.all(OrderDetermined, faction_ids(game, game.order))


def dial_beside(game: Dune, storm: Storm, seat: int) -> Boxes[DuneAction]:
    """DUN-2.6.1, DUN-R-93: nobody can play a card before the storm has been placed for the first time."""
    return NOTHING if game.storm < 0 else anytime(game, storm, seat)


STORM = flow(
    Storm,
    dial=ask(dial_boxes, reveal_dials, default=random_dial, asked=dialers, beside=dial_beside),
    window=window("DUN-W-1", asked=watchers, beside=beside_with(storm_card_boxes), act=play_storm_card),
    move=move_storm,
    first_player=determine_order,
)
