"""DUN-4.10: Mentat: finds the winners."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from turncoat.games.dune.advantages import PREDICTION, owner_of
from turncoat.games.dune.anytime import window
from turncoat.games.dune.facts import CARRIERS, NOMADS, SCHEMERS, SEERS, THRONE
from turncoat.games.dune.mentat.events import GameEnded, PredictionFulfilled, SecretsOpened, StrongholdsCounted
from turncoat.games.dune.sections import Mentat
from turncoat.games.dune.shared.forces import holder, occupants
from turncoat.games.dune.shared.hands import returned
from turncoat.games.dune.shared.map import RIDGE_HAVEN, SMUGGLERS_HAVEN, STRONGHOLDS, TERRITORY_IDS, WEST_HAVEN
from turncoat.games.dune.shared.spice import named
from turncoat.games.dune.state import NOBODY, Dune, Result, faction_id, faction_ids, seats_of
from turncoat.kernel import GAME_OVER, Exit, Tell, flow

ALONE, TOGETHER = 3, 4
"""DUN-4.10.2, DUN-4.10.3: strongholds that win."""
PAIR = 2


def side(game: Dune, seat: int) -> tuple[int, ...]:
    """DUN-5.1.1, DUN-5.4.1: a faction with its ally, ascending. Victory of allies: they win together (DUN-4.10.3).

    An alliance joins exactly two factions, a faction has at most one ally: ``Dune.ally`` holds one seat for each.
    """
    ally = game.ally[seat]
    return (seat,) if ally == NOBODY else tuple(sorted((seat, ally)))


def holders(game: Dune) -> tuple[int, ...]:
    """DUN-4.10.1: who holds each stronghold; -1: nobody (DUN-R-72)."""
    return tuple(holder(game, territory) for territory in STRONGHOLDS)


def held_by(side_: tuple[int, ...], held: tuple[int, ...]) -> int:
    """How many of these strongholds belong to a side (DUN-4.10.1)."""
    return sum(seat in side_ for seat in held)


def strongholds(game: Dune, side_: tuple[int, ...]) -> int:
    """How many strongholds a side holds (DUN-4.10.1)."""
    return held_by(side_, holders(game))


def needed(game: Dune, side_: tuple[int, ...]) -> int:
    """DUN-4.10.2, DUN-4.10.3: strongholds that a side needs (DUN-O-06); allies have a rule of their own."""
    if len(side_) == PAIR:
        return TOGETHER
    return game.options.two_player_strongholds if len(game.factions) == PAIR else ALONE


def check(game: Dune, phase: Mentat, tell: Tell) -> Exit | None:
    """DUN-4.10.2 to DUN-4.10.10: the first rule by which a side wins, or the next turn (DUN-R-73, DUN-O-02)."""
    held = holders(game)
    names = tuple(named(game, seat) for seat in held)
    tell.all(StrongholdsCounted, tuple(TERRITORY_IDS[stronghold] for stronghold in STRONGHOLDS), names)
    tell.still()
    result = by_strongholds(game, held)
    if result is None and game.turn == game.options.turns:  # DUN-1.4.1: ten, or as agreed
        result = specially(game) or by_most_strongholds(game, held)
    if result is None:
        return None
    game.result = predicted(game, result, tell)
    announce(game, tell)
    return GAME_OVER


def by_strongholds(game: Dune, held: tuple[int, ...]) -> Result | None:
    """DUN-4.10.2, DUN-4.10.3, DUN-6.4.2: the first faction in storm order whose side holds enough strongholds.

    The sisters (Bene Gesserit) can also win in all ordinary ways.
    """
    for members in dict.fromkeys(side(game, seat) for seat in game.order):
        if held_by(members, held) >= needed(game, members):
            return Result("DUN-4.10.3" if len(members) == PAIR else "DUN-4.10.2", members)
    return None


def specially(game: Dune) -> Result | None:
    """DUN-4.10.5 to DUN-4.10.7: special victories after the last turn, the nomads' first (DUN-O-09)."""
    rule, seat = special_winner(game, free=desert_is_free(game, lambda territory: occupants(game, territory)))
    return Result(rule, side(game, seat)) if rule else None


def special_winner(game: Dune, *, free: bool) -> tuple[str, int]:
    """DUN-4.10.5 to DUN-4.10.7: the winner after the last turn if nobody won by strongholds, and the rule.

    ``free``: no strangers are in the desert.
    """
    nomads, carriers = game.seat_by_faction[NOMADS], game.seat_by_faction[CARRIERS]
    if nomads != NOBODY and free:
        return "DUN-4.10.5", nomads
    if carriers != NOBODY:
        return "DUN-4.10.6", carriers  # DUN-6.5.4
    default = nomads != NOBODY and game.options.nomads_by_default
    return ("DUN-4.10.7", nomads) if default else ("", NOBODY)


def desert_is_free(game: Dune, there: Callable[[int], Iterable[int]]) -> bool:
    """DUN-6.1.10, DUN-4.10.5: only the nomads are in two of the havens, and none of the great powers in the third.

    The special victory of the nomads (Fremen): Sietch Tabr and Habbanya Sietch are free of every other faction's
    forces, and Tuek's Sietch is free of Harkonnen, Atreides and Emperor. Fremen need not be there himself (DUN-4.10.5).
    """
    strangers = {*there(WEST_HAVEN), *there(RIDGE_HAVEN)} - {game.seat_by_faction[NOMADS]}
    grasping = {game.factions[seat] for seat in there(SMUGGLERS_HAVEN)} & {SCHEMERS, SEERS, THRONE}
    return not strangers and not grasping


def by_most_strongholds(game: Dune, held: tuple[int, ...]) -> Result:
    """DUN-4.10.8: the side with most strongholds wins; nobody if DUN-O-08 is off.

    Ties go to the side that is first in storm order. A side is an allied pair, placed by its earlier member, or a
    single faction.
    """
    if not game.options.most_strongholds:
        return Result("DUN-4.10.8", ())
    sides = dict.fromkeys(side(game, seat) for seat in game.order)
    return Result("DUN-4.10.8", max(sides, key=lambda members: held_by(members, held)))


PREDICTABLE = ("DUN-4.10.2", "DUN-4.10.3", "DUN-4.10.8")
"""DUN-4.10.4, DUN-4.10.9: victories that a prediction can take."""


def predicted(game: Dune, result: Result, tell: Tell) -> Result:
    """DUN-4.10.4: a prediction that comes true wins alone, even if the sisters or their ally are among the winners."""
    known = game.prediction
    if known is None or result.rule not in PREDICTABLE or known.turn != game.turn or known.seat not in result.winners:
        return result
    sisters = owner_of(game, PREDICTION)
    winner = faction_id(game, known.seat)
    tell.all(PredictionFulfilled, faction_id(game, sisters), winner, known.turn)
    return Result("DUN-4.10.4", (sisters,), result.winners)


def announce(game: Dune, tell: Tell) -> None:
    """DUN-4.10, DUN-O-13: announce the winners, then show all secrets."""
    result = game.result
    assert result is not None
    tell.all(GameEnded, faction_ids(game, result.winners), rule=result.rule)
    tell.still()
    if game.options.reveal_at_end:
        for seat in seats_of(game):
            held = game.hands[seat], game.traitors[seat], returned(game, seat)
            tell.all(SecretsOpened, faction_id(game, seat), *held)


MENTAT = flow(
    Mentat,
    window=window("DUN-W-11"),  # before victory is checked
    check=check,
)
