"""DUN-4.8.11: treachery calls, sealed and simultaneous."""

from __future__ import annotations

from turncoat.games.dune.actions import Call, DuneAction, Pass
from turncoat.games.dune.events.battle import NobodyCalled, TreacheryCalled
from turncoat.games.dune.factions import of
from turncoat.games.dune.facts import LEADER_NUMBER
from turncoat.games.dune.plan import combatants, foe, side_of
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import NOBODY, Dune, faction_id, seats_of
from turncoat.games.dune.windows import ONLY_PASS
from turncoat.kernel import Boxes, Pending, Tell, box

CALL_FOR_ALLY_PREVENTED = "K-05"
CALL_OR_PASS: Boxes[DuneAction] = Boxes(box(Pass, "DUN-4.8.11"), box(Call))
"""DK-19: call, or pass."""


def helper(game: Dune, battle: Battle) -> int:
    """DUN-6.3.5: who may call treachery for an ally in this battle; -1: nobody."""
    return next(
        (
            seat
            for seat in seats_of(game)
            if of(game, seat).calls_for_ally() and side_of(game, battle, seat) not in (seat, NOBODY)
        ),
        NOBODY,
    )


def callers(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DK-19: the combatants, and who may call for an ally, whatever traitors they hold.

    Nobody is asked about a Cheap Hero, or where there is no hero (DUN-2.9.3); K-05 silences the ally.
    """
    friend = () if CALL_FOR_ALLY_PREVENTED in battle.lifted else (helper(game, battle),)
    return tuple(
        seat
        for seat in (*combatants(battle), *friend)
        if seat != NOBODY and suspect(game, battle, seat) in LEADER_NUMBER
    )


def suspect(game: Dune, battle: Battle, seat: int) -> str:
    """The hero whom a seat could call a traitor; empty: there is none."""
    return battle.plans[foe(battle, side_of(game, battle, seat))].hero or ""


def call_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DK-19: call, only with the traitor card of the opposing hero; or pass."""
    return CALL_OR_PASS if suspect(game, battle, seat) in game.traitors[seat] else ONLY_PASS


def call(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.8.11: all calls are shown together; a traitor who has been shown is known to all."""
    for seat in pending.asked:
        if isinstance(pending.answers[seat], Call):
            side, traitor = side_of(game, battle, seat), suspect(game, battle, seat)
            battle.calls.append(side)
            if (seat, traitor) not in game.shown_traitors:
                game.shown_traitors = (*game.shown_traitors, (seat, traitor))
            tell.all(TreacheryCalled, faction_id(game, seat), faction_id(game, side), traitor)
    if not battle.calls:
        tell.all(NobodyCalled)
