"""Options that cannot go together: one sentence that names both."""

from __future__ import annotations

from turncoat.games.loyalty.custom import BadMap, custom_map
from turncoat.games.loyalty.map import SMALL, outer_cities
from turncoat.games.loyalty.options import SAMPLE_MAP, Options, colours

LONGEST_NAME = 20
MOST_COLOURS = 12


def conflicts(options: Options, seats: int) -> str:
    """The first thing that is wrong with these options for so many players; empty if nothing is."""
    found = (
        _pairs(options),
        _board(options, seats),
        _colours(options) if options.factions else "",
    )
    return next((sentence for sentence in found if sentence), "")


def _pairs(options: Options) -> str:
    if options.riots and not options.city_economy:
        return "riots: needs city_economy, because only cities with a pot can be broke (LOY-O30, LOY-O29)."
    if options.lock_peek and not options.track_lock:
        return "lock_peek: needs track_lock, because without locks nobody ever locks a city (LOY-O19, LOY-O18)."
    if not (options.start_citizens or options.start_spoke_citizens or options.start_priests):
        return (
            "start_citizens, start_spoke_citizens and start_priests: one must be more than 0, "
            "because otherwise nobody could ever own or recruit anything (LOY-O9)."
        )
    return ""


def _board(options: Options, seats: int) -> str:
    if options.board_mode != "custom":
        return _wheel(options, seats)
    try:
        cities = custom_map(options).cities
    except BadMap as fault:
        return f"custom_board: {fault} (LOY-O3)."
    outer = len(cities) - 1
    if outer < seats:
        homes = "1 outer city" if outer == 1 else f"{outer} outer cities"
        return f"custom_board: the map has {homes} and cannot seat {seats} players (LOY-O3)."
    if options.lock_cities_needed > len(cities):
        return (
            f"lock_cities_needed: {options.lock_cities_needed} cities must be loyal, "
            f"but custom_board has only {len(cities)} (LOY-O20, LOY-O3)."
        )
    return ""


def _wheel(options: Options, seats: int) -> str:
    if options.custom_board.split() != SAMPLE_MAP.split():
        return (
            f"custom_board: a map is written down, but board_mode is {options.board_mode}; "
            "choose custom, or leave the map out (LOY-O3, LOY-O2)."
        )
    if outer_cities(options, seats) < seats:
        return f"board_size: small has {SMALL} homes, too few for {seats} players; choose large or auto (LOY-O1)."
    return ""


def _colours(options: Options) -> str:
    names = colours(options)
    if not 2 <= len(names) <= MOST_COLOURS:
        return f"faction_colours: factions need 2 to {MOST_COLOURS} names with commas between them (LOY-O33, LOY-O32)."
    if len(set(names)) < len(names):
        return "faction_colours: two colours have the same name (LOY-O33)."
    if any(len(name) > LONGEST_NAME for name in names):
        return f"faction_colours: a name has at most {LONGEST_NAME} characters (LOY-O33)."
    return ""
