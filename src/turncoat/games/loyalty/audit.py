"""What must be true of every state of Loyalty; each sentence names its rule."""

from __future__ import annotations

from turncoat.games.loyalty.majority import victory_points
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import FACTIONS, Loyalty, Turn
from turncoat.kernel import play


def audit(game: Loyalty) -> list[str]:
    """Every invariant that does not hold, as a sentence with the number of its rule."""
    return [sentence for sentence, sound in (*_cards(game), *_pieces(game), *_money(game), *_end(game)) if not sound]


def _cards(game: Loyalty) -> list[tuple[str, bool]]:
    deck = [*game.cards, *game.unused]
    halves = [deck.count(faction) for faction in FACTIONS]
    return [
        (f"LOY-4.2: the deck holds {halves} cards of the factions", halves[0] == halves[1] == len(deck) / 2),
        ("LOY-4.3: a team has no member", all(faction in game.cards for faction in FACTIONS)),
        ("LOY-14.4: somebody looked at a card twice", all(len(set(who)) == len(who) for who in game.looked)),
    ]


def _pieces(game: Loyalty) -> list[tuple[str, bool]]:
    seats, size, options = len(game.coins), game.map.size, game.options
    banners = len(colours(options)) or seats
    rows = [*game.citizens, *game.priests]
    whole = len(game.citizens) == len(game.priests) == len(game.militia) == size
    marker = options.track_length
    return [
        ("LOY-2.1: a place has no row of units", whole),
        ("LOY-2.1: a row has the wrong length", all(len(row) == seats for row in rows)),
        ("LOY-14.1b: a row of militia has the wrong length", all(len(row) == banners for row in game.militia)),
        ("LOY-6.6: a number of units is negative", all(min(row) >= 0 for row in (*rows, *game.militia))),
        ("LOY-6.4: a priest was made on a road", _no_more_priests(game)),
        ("LOY-5.7: a marker is off its track", all(-marker <= track <= marker for track in game.tracks)),
        ("LOY-14.1a: a player has an unknown colour", all(0 <= colour < banners for colour in game.colours)),
        ("LOY-7.2: more victory points than the board has", sum(victory_points(game)) <= sum(game.map.worth)),
    ]


def _no_more_priests(game: Loyalty) -> bool:
    """Check that a map that is still being built has no priests."""
    return bool(game.turn) or game.options.start_priests > 0 or not any(map(any, game.priests))


def _money(game: Loyalty) -> list[tuple[str, bool]]:
    held = sum(game.coins) + sum(game.pots)
    lying = [sum(row[seat] for row in game.purses) for seat in range(len(game.coins))]
    return [
        (f"LOY-1.2: players and pots hold {held} coins, the stock gave {game.drawn}", held == game.drawn),
        ("LOY-8.5: a player has fewer than 0 coins", min((*game.coins, *game.pots, 0)) >= 0),
        ("LOY-14.8: coins on the map are not those of the players", not game.purses or lying == game.coins),
        ("LOY-14.8: a number of coins on the map is negative", all(min(row) >= 0 for row in game.purses)),
    ]


def _end(game: Loyalty) -> list[tuple[str, bool]]:
    limit, options, result = game.options.round_limit, game.options, game.result
    turns = [section for section in game.stack if isinstance(section, Turn)]
    checks = [
        ("LOY-13.12: the game is over without a result", play.over(game) == (result is not None)),
        ("LOY-9.1: more actions than a turn has", all(turn.used <= options.turn_actions for turn in turns)),
        (
            "LOY-8.5: more failed requests than a turn allows",
            all(turn.failed <= options.request_limit for turn in turns),
        ),
        ("LOY-13.13: the round limit is exceeded", not limit or game.turn <= limit * len(game.coins)),
        ("LOY-13.7: a final round without a trigger", not game.faction or 0 < game.trigger <= game.turn),
    ]
    if result is not None:
        teams = {game.cards[seat] for seat in result.winners}
        checks.append(("LOY-4.4: both teams have won", len(teams) <= 1))
        checks.append(
            ("LOY-13.12: the result has other victory points than the map", list(result.vp) == victory_points(game))
        )
    return checks
