"""DUN-2.3: spice: the bank, payments, help between allies, and spice on the map."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.dune.events import Paid
from turncoat.games.dune.sections import Auction
from turncoat.games.dune.shared.forces import altered
from turncoat.games.dune.state import NOBODY, Dune, faction_id, playing
from turncoat.kernel import Tell


def pay(game: Dune, payer: int, to: int, amount: int, rule: str, tell: Tell) -> None:
    """DUN-2.3.1: pay spice at once; ``NOBODY`` is the bank, which never runs out.

    Nothing happens if the amount is 0 or a seat would pay itself (DUN-R-80). No player can promise more than they own
    plus permitted help: see ``bidding.rules.covered``, ``shipping.payable``, ``revival.rules.choices``.
    """
    if not amount or payer == to:
        return
    if payer != NOBODY:
        game.spice[payer] -= amount
    else:
        game.bank += amount
    if to != NOBODY:
        game.spice[to] += amount
    else:
        game.bank -= amount
    tell.all(Paid, named(game, payer), named(game, to), amount, rule=rule)


def named(game: Dune, seat: int) -> str:
    """The faction of a seat; empty for the bank."""
    return "" if seat == NOBODY else faction_id(game, seat)


def pledged(game: Dune, seat: int) -> int:
    """DUN-2.3.2: what a seat would have to pay if the highest bid won now; nothing with Karama (DUN-O-17)."""
    auction = _running(game)
    if auction is not None and auction.high == seat and not auction.backed:
        return auction.bid - auction.help
    return pledged_for_ally(game, seat)


def pledged_for_ally(game: Dune, seat: int) -> int:
    """DUN-5.2.1: how much of its ally's highest bid a seat would pay."""
    auction = _running(game)
    if auction is None or auction.high == NOBODY or game.ally[auction.high] != seat:
        return 0
    return auction.help


def _running(game: Dune) -> Auction | None:
    """The auction that is still open: nothing is pledged once a card is sold."""
    auction = playing(game, Auction)
    return auction if auction is not None and auction.turn != NOBODY else None


def free_spice(game: Dune, seat: int) -> int:
    """DUN-2.3.2: the spice that a seat can spend or give away: everything that is not pledged (DUN-R-31)."""
    return max(0, game.spice[seat] - pledged(game, seat))


def help_for(game: Dune, seat: int) -> int:
    """DUN-5.2.1, DUN-5.2.3: the most that the ally would pay for a seat: its allowance, as far as it has spice.

    Allies cannot share other payments, except that the throne helps with revivals.
    """
    ally = game.ally[seat]
    return 0 if ally == NOBODY else min(game.allowance[ally], game.spice[ally])


def spice_at(game: Dune, place: int) -> int:
    """How much spice lies in a location."""
    return next((amount for where, amount in game.fields if where == place), 0)


def bloom(game: Dune, place: int, amount: int) -> None:
    """Put new spice on a location."""
    game.fields = altered(game.fields, place, amount)
    game.bank += amount


def remove_spice(game: Dune, places: Iterable[int]) -> int:
    """Remove all spice in these locations; returns the amount."""
    struck = frozenset(places)
    gone = sum(amount for place, amount in game.fields if place in struck)
    if gone:
        game.fields = tuple(field for field in game.fields if field[0] not in struck)
        game.bank -= gone
    return gone


def collect(game: Dune, seat: int, place: int, amount: int) -> None:
    """DUN-4.9.1: collect spice from the map."""
    game.fields = altered(game.fields, place, -amount)
    game.spice[seat] += amount
