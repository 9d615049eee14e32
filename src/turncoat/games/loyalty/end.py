"""LOY-13: the three ends, the final round, the winners, and games that can no longer end."""

from __future__ import annotations

from turncoat.games.loyalty.campaign import TICK_PRICE, locked, locked_for
from turncoat.games.loyalty.events.war import CardsShown, FinalRoundBegan, GameEnded
from turncoat.games.loyalty.majority import last_place, victory_points
from turncoat.games.loyalty.map import CAPITAL
from turncoat.games.loyalty.state import FACTIONS, KING, POPE, Loyalty, Result, Sections, Turn, active, round_of
from turncoat.kernel import GAME_OVER, Exit, Tell


def checkpoint(game: Loyalty, section: Sections, tell: Tell) -> Exit | None:
    """LOY-2.7, LOY-13.1: look for Revolution, then Military, then the Diplomacy trigger (LOY-R38, LOY-R39, LOY-R52).

    See LOY-O25.

    A checkpoint follows every action that is completely resolved, and taxes and riots; only then the end of the game is
    checked.
    """
    points = victory_points(game)
    if game.options.revolution_end and max(points) >= game.map.majority:
        return revolution(game, points, tell)
    if game.options.military_end and 0 in points:
        ruined = the_ruined(game, points)
        if ruined:
            return military(game, ruined, points, tell)
    if False in game.landed:
        game.landed = [had or own > 0 for had, own in zip(game.landed, points, strict=True)]
    if not game.faction:
        look_for_diplomacy(game, tell)
    return None


def other_team(faction: str) -> str:
    """The other team."""
    return KING if faction == POPE else POPE


def members(game: Loyalty, faction: str) -> list[int]:
    """LOY-4.1: the seats whose card is of this faction: their team for the whole game, as no card ever changes."""
    return [seat for seat, card in enumerate(game.cards) if card == faction]


def best(game: Loyalty, faction: str, points: list[int]) -> tuple[int, ...]:
    """LOY-13.10: the members of this team with the most victory points.

    If it has no members, the other team's are counted (LOY-R36). Only these players win; the rest of the team loses
    (LOY-4.4). See LOY-R35.
    """
    team = members(game, faction) or members(game, other_team(faction))
    most = max(points[seat] for seat in team)
    tied = [seat for seat in team if points[seat] == most]
    return tuple(tied if game.options.vp_tie == "shared" else ladder(game, tied))


def ladder(game: Loyalty, tied: list[int]) -> list[int]:
    """LOY-O23: ties go to more coins, then more citizens on the map, then more priests; then players share."""

    def rank(seat: int) -> tuple[int, int, int]:
        citizens = sum(row[seat] for row in game.citizens)
        return game.coins[seat], citizens, sum(row[seat] for row in game.priests)

    top = max(map(rank, tied))
    return [seat for seat in tied if rank(seat) == top]


def revolution(game: Loyalty, points: list[int], tell: Tell) -> Exit:
    """LOY-13.2, LOY-13.3: a player with more than half of all victory points wins alone.

    The cards and the last place do not matter. More than half (``Map.majority``) is 21 on the small board, 39
    on the large one. The game is over at once.
    """
    return finish(game, "revolution", "", (points.index(max(points)),), points, "LOY-13.2", tell)


def the_ruined(game: Loyalty, points: list[int]) -> tuple[int, ...]:
    """LOY-13.4: the players who have lost all their victory points (LOY-R37)."""
    return tuple(seat for seat, own in enumerate(points) if not own and game.landed[seat])


def military(game: Loyalty, ruined: tuple[int, ...], points: list[int], tell: Tell) -> Exit:
    """LOY-13.4, LOY-13.5: the team of the ruined player has lost, also if a member caused the ruin (LOY-R51, LOY-O24).

    If players of both teams are ruined at the same checkpoint, nobody wins (LOY-13.6).
    """
    teams = {game.cards[seat] for seat in ruined}
    if len(teams) == 1:
        (lost,) = teams
        return finish(game, "military", lost, best(game, other_team(lost), points), points, "LOY-13.5", tell)
    lost, winners = "", tuple[int, ...]()
    if game.options.mutual_ruin == "actor_loses":
        lost = game.cards[active(game)]
        winners = best(game, other_team(lost), points)
    return finish(game, "mutual_ruin", lost, winners, points, "LOY-13.6", tell)


def look_for_diplomacy(game: Loyalty, tell: Tell) -> None:
    """LOY-13.7: enough cities, the capital among them, are completely loyal to one faction; this is never taken back.

    Three are enough, or as many as ``options`` say; then the final round begins (``close_turn``). See LOY-O7,
    LOY-O20, LOY-14.3, LOY-R31.
    """
    options, tracks = game.options, game.tracks
    if options.track_length not in tracks and -options.track_length not in tracks:
        return
    for faction in FACTIONS:
        loyal = [city for city in range(game.map.city_count) if locked_for(game, city) == faction]
        if len(loyal) >= options.lock_cities_needed and (CAPITAL in loyal or not options.lock_capital_required):
            game.faction, game.trigger = faction, game.turn
            tell.all(FinalRoundBegan, active(game), faction, tuple(game.map.cities[city] for city in loyal))
            return


def close_turn(game: Loyalty, turn: Turn, tell: Tell) -> Exit | None:
    """LOY-13.8: after everybody's last turn the game ends by diplomacy; LOY-13.13: or at the round limit.

    The turn with the trigger is finished; then everybody has one more turn, the player who triggered it last.
    ``checkpoint`` still checks for Revolution and Military and never takes the trigger back. See LOY-O21, LOY-O37,
    LOY-R32, LOY-R33, LOY-R48.
    """
    seats, options = len(game.coins), game.options
    more = seats if options.final_round == "all" else seats - 1
    if game.faction and game.turn >= game.trigger + more:
        return diplomacy(game, tell)
    if options.round_limit and game.turn % seats == 0 and round_of(game) >= options.round_limit:
        return finish(game, "unfinished", "", (), victory_points(game), "LOY-13.13", tell)
    return None


def diplomacy(game: Loyalty, tell: Tell) -> Exit:
    """LOY-13.9, LOY-4.6: the best of its team win; with a member in last place the other team wins (LOY-R34, LOY-O22).

    This is the twist: the other team's best win even if that team has a member in last place too.
    """
    points, faction = victory_points(game), game.faction
    own, others = members(game, faction), members(game, other_team(faction))
    last = set(last_place(points))
    if not own or not others or not last & set(own):
        return finish(game, "diplomacy", faction, best(game, faction, points), points, "LOY-13.9", tell)
    verdict = game.options.last_place_both_teams if last & set(others) else "opposing"
    if verdict == "none":
        return finish(game, "diplomacy", faction, (), points, "LOY-13.9", tell)
    if verdict == "original":
        return finish(game, "diplomacy", faction, best(game, faction, points), points, "LOY-13.9", tell)
    return finish(game, "diplomacy", faction, best(game, other_team(faction), points), points, "LOY-4.6", tell)


def finish(
    game: Loyalty, end: str, faction: str, winners: tuple[int, ...], points: list[int], rule: str, tell: Tell
) -> Exit:
    """LOY-13.12: write down the result; LOY-13.11: all cards are shown (LOY-R47)."""
    ruined = the_ruined(game, points) if end in ("military", "mutual_ruin") else ()
    result = game.result = Result(end, faction, winners, last_place(points), ruined, rule == "LOY-4.6", tuple(points))
    tell.all(CardsShown, tuple(game.cards), tuple(game.unused))
    tell.all(GameEnded, result, rule=rule)
    return GAME_OVER


def endless(game: Loyalty) -> str:
    """A sentence on why no end of LOY-13 can be reached any more; empty if one can be (LOY-O26)."""
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
    """LOY-10.5.1: whether all players' coins together could pay for the missing ticks, if no tax brings more."""
    ticks = sum(game.coins) // TICK_PRICE
    return any(
        needed is not None and needed <= ticks for needed in (ticks_needed(game, faction) for faction in FACTIONS)
    )


def ticks_needed(game: Loyalty, faction: str) -> int | None:
    """LOY-13.7: the fewest ticks after which enough cities are completely loyal; None if that is impossible."""
    options, needed = game.options, game.options.lock_cities_needed
    missing = {city: _missing(game, city, faction) for city in range(game.map.city_count)}
    possible = {city: ticks for city, ticks in missing.items() if ticks is not None}
    if len(possible) < needed or (options.lock_capital_required and CAPITAL not in possible):
        return None
    first = [possible.pop(CAPITAL)] if options.lock_capital_required else []
    return sum((first + sorted(possible.values()))[:needed])


def _missing(game: Loyalty, city: int, faction: str) -> int | None:
    """The distance of a marker from an end (LOY-5.7, LOY-11.1); LOY-14.6: riots may bring it to the middle free.

    See LOY-O30.
    """
    end, marker = game.options.track_length, game.tracks[city] if faction == POPE else -game.tracks[city]
    if marker == -end and locked(game, city):
        return None
    return end - (max(0, marker) if game.options.riots else marker)
