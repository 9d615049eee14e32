"""DUN-4.6: Revival: forces and leaders come back from the tanks."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Revive
from turncoat.games.dune.anytime import anytime, at_once
from turncoat.games.dune.events.bidding import ForcesRevived
from turncoat.games.dune.factions import of
from turncoat.games.dune.forces import revive
from turncoat.games.dune.leaders import opens_revival
from turncoat.games.dune.sections import Revival
from turncoat.games.dune.state import Dune, faction_id
from turncoat.games.dune.windows import everybody, in_window, pass_boxes, passing, shut
from turncoat.kernel.box import Boxes, box
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending, decide, flow
from turncoat.kernel.space import Between, OneOf


def line_up(game: Dune, revival: Revival, tell: Tell) -> None:
    """DUN-4.6.1: in storm order."""
    revival.left = list(game.order)


def reviver(game: Dune, revival: Revival) -> tuple[int, ...]:
    """DUN-4.6.1: the next in storm order; all at once with O-25."""
    if not revival.left:
        return ()
    return tuple(revival.left) if game.options.revival_order == "together" else (revival.left[0],)


def revival_boxes(game: Dune, revival: Revival, seat: int) -> Boxes[DuneAction]:
    """DK-10: forces within tanks and money, extra forces at the ally's expense, one leader."""
    free = min(of(game, seat).free_revivals(game, seat), game.tanks[seat])
    nobody = OneOf((None,), "leader")
    return Boxes(box(Revive, "DUN-4.6.2", forces=Between(0, free), extra=Between(0, 0), leader=nobody))


def free_revivals(game: Dune, revival: Revival, seat: int) -> DuneAction:
    """DK-10: free revivals only."""
    return Revive(min(of(game, seat).free_revivals(game, seat), game.tanks[seat]))


def revive_them(game: Dune, revival: Revival, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.6.2 to DUN-4.6.5: forces go to the reserves, a leader comes back, the bank is paid."""
    for seat in pending.asked:
        action = pending.answers[seat]
        assert isinstance(action, Revive)
        game.revival_open[seat] = game.revival_open[seat] or opens_revival(game, seat)
        revive(game, seat, action.forces)
        tell.all(ForcesRevived, "DUN-4.6.2", faction_id(game, seat), action.forces, 0, 0)
        revival.left.remove(seat)


def all_revived(game: Dune, revival: Revival) -> bool:
    """DUN-4.6.1: everybody has decided."""
    return not revival.left


flow(
    Revival,
    window=decide(pass_boxes, shut, default=passing, asked=everybody("W-5"), offer=True, beside=anytime, act=in_window),
    order=line_up,
    revivals=decide(
        revival_boxes,
        revive_them,
        default=free_revivals,
        asked=reviver,
        offer=True,
        until=all_revived,
        beside=anytime,
        act=at_once,
    ),
)
