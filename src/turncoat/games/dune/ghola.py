"""DUN-7.8: Tleilaxu Ghola: a leader or a few forces back from the dead, at any time."""

from __future__ import annotations

from turncoat.games.dune.actions import NOTHING, DuneAction, GholaForces, GholaLeader
from turncoat.games.dune.cards import GHOLA
from turncoat.games.dune.events.anytime import GholaUsed
from turncoat.games.dune.forces import revive
from turncoat.games.dune.hands import use
from turncoat.games.dune.leaders import comes_back, dead
from turncoat.games.dune.state import Dune, faction_id
from turncoat.kernel import Between, Boxes, OneOf, Section, Tell, box


def ghola_boxes(game: Dune, section: Section[DuneAction], seat: int) -> Boxes[DuneAction]:
    """DK-24: one dead leader, or one to three dead forces (O-20)."""
    if GHOLA not in game.hands[seat]:
        return NOTHING
    most = min(game.options.ghola_forces, game.tanks[seat])
    return Boxes(
        box(GholaForces, forces=Between(1, most)),
        box(GholaLeader, leader=OneOf(dead(game, seat), "leader")),
    )


def ghola_for_forces(game: Dune, section: Section[DuneAction], seat: int, action: GholaForces, tell: Tell) -> None:
    """DUN-7.8.1: free, at once, without regard to the limits of revival."""
    use(game, seat, GHOLA, "DUN-7.8.1", tell)
    revive(game, seat, action.forces)
    tell.all(GholaUsed, faction_id(game, seat), None, action.forces)


def ghola_for_leader(game: Dune, section: Section[DuneAction], seat: int, action: GholaLeader, tell: Tell) -> None:
    """DUN-7.8.1: a leader who comes back during a Battle Phase may fight at once."""
    use(game, seat, GHOLA, "DUN-7.8.1", tell)
    comes_back(game, action.leader)
    tell.all(GholaUsed, faction_id(game, seat), action.leader, 0)
