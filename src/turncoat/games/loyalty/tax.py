"""LOY-12: taxes; LOY-14.5 and LOY-14.6: city economies and riots."""

from __future__ import annotations

from turncoat.games.loyalty.campaign import locked
from turncoat.games.loyalty.coins import earn
from turncoat.games.loyalty.events.war import Rioted, Taxed
from turncoat.games.loyalty.majority import owner, religious_control
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.state import Loyalty, Turn, active
from turncoat.kernel import Tell


def tax_early(game: Loyalty, turn: Turn, tell: Tell) -> None:
    """LOY-O28: collect taxes at the start of the turn, if that was agreed."""
    if game.options.tax_timing == "start":
        tax(game, tell)


def tax_late(game: Loyalty, turn: Turn, tell: Tell) -> None:
    """LOY-12.1: collect taxes at the end of the turn (LOY-R40)."""
    if game.options.tax_timing == "end":
        tax(game, tell)


def tax(game: Loyalty, tell: Tell) -> None:
    """LOY-12.1, LOY-12.2: the active player receives the income of every city that they may tax (LOY-R41).

    Several players can tax the same city in one round, because taxes are not recorded. See LOY-O27.
    """
    if not game.options.taxes:
        return
    seat = active(game)
    right = owner if game.options.tax_right == "ownership" else religious_control  # LOY-14.9
    for city, printed in enumerate(game.map.income):
        if right(game, city) == seat:
            coins = min(printed, game.pots[city]) if game.pots else printed
            earn(game, seat, coins, city)
            tell.all(Taxed, seat, game.map.cities[city], coins)


def riots(game: Loyalty, turn: Turn, tell: Tell) -> None:
    """LOY-14.6: after the last turn of a round, every city whose pot has been empty for long enough riots (LOY-R42)."""
    if not game.options.riots or game.turn % len(game.coins):
        return
    for city, pot in enumerate(game.pots):
        game.broke[city] = 0 if pot else game.broke[city] + 1
        if game.broke[city] >= game.options.riot_patience:
            riot(game, city, tell)


def riot(game: Loyalty, city: int, tell: Tell) -> None:
    """LOY-14.6: every army in the city loses 1 militia; a marker that is not locked moves a tick towards the middle."""
    before: Row = game.militia[city]
    game.militia[city] = tuple([max(0, number - 1) for number in before])
    marker = game.tracks[city]
    if marker and not locked(game, city):
        game.tracks[city] -= 1 if marker > 0 else -1
    hit = tuple([who for who, number in enumerate(before) if number])
    tell.all(Rioted, game.map.cities[city], hit, game.tracks[city])
