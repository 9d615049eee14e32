"""LOY-13: games that can never end any more, whatever anybody does. For whoever tries out rules."""

from __future__ import annotations

from turncoat.games.loyalty.campaign import TICK_PRICE, locked
from turncoat.games.loyalty.map import CAPITAL
from turncoat.games.loyalty.state import FACTIONS, POPE, Loyalty


def endless(game: Loyalty) -> str:
    """Why no end of LOY-13 can be reached any more, as a sentence; empty as long as one might be."""
    options = game.options
    if game.result is not None or game.faction or options.round_limit or not game.turn:
        return ""
    if not any(map(any, (*game.citizens, *game.priests))):
        return (
            "nobody has a citizen or a priest left, so that nothing can be owned or campaigned for (LOY-13.2, LOY-13.7)"
        )
    if options.revolution_end or options.military_end:
        return ""
    if all(ticks_needed(game, faction) is None for faction in FACTIONS):
        return "too many cities are locked for the other faction, whichever faction it is (LOY-13.7)"
    return "" if options.taxes or affordable(game) else "the coins do not suffice to lock enough cities (LOY-13.7)"


def affordable(game: Loyalty) -> bool:
    """LOY-10.5.1: whether all coins together could pay for the ticks that are missing, where no tax brings more."""
    ticks = sum(game.coins) // TICK_PRICE
    return any(needed is not None and needed <= ticks for needed in (ticks_needed(game, one) for one in FACTIONS))


def ticks_needed(game: Loyalty, faction: str) -> int | None:
    """LOY-13.7: the fewest ticks after which enough cities are completely loyal; None where they cannot be."""
    options, needed = game.options, game.options.lock_cities_needed
    missing = {city: _missing(game, city, faction) for city in range(game.map.city_count)}
    possible = {city: ticks for city, ticks in missing.items() if ticks is not None}
    if len(possible) < needed or (options.lock_capital_required and CAPITAL not in possible):
        return None
    first = [possible.pop(CAPITAL)] if options.lock_capital_required else []
    return sum((first + sorted(possible.values()))[:needed])


def _missing(game: Loyalty, city: int, faction: str) -> int | None:
    """LOY-5.7, LOY-11.1: how far a marker is from an end; LOY-14.6: riots may bring it to the middle for nothing."""
    end, marker = game.options.track_length, game.tracks[city] if faction == POPE else -game.tracks[city]
    if marker == -end and locked(game, city):
        return None
    return end - (max(0, marker) if game.options.riots else marker)
