"""DUN-4.6: Revival: forces and leaders come back from the tanks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import EXTRA_REVIVALS, FREE_REVIVALS, has
from turncoat.games.dune.anytime import ask, window
from turncoat.games.dune.facts import LEADER_NUMBER, LEADERS_OF
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.revival.events import ForcesRevived, LeaderRevived
from turncoat.games.dune.sections import Revival
from turncoat.games.dune.shared.forces import revive
from turncoat.games.dune.shared.leaders import comes_back, dead, living, strength
from turncoat.games.dune.shared.spice import free_spice, pay
from turncoat.games.dune.state import NOBODY, Dune, faction_id, facts_of
from turncoat.kernel import Between, Box, Boxes, OneOf, Pending, Tell, box, flow, never

ORDINARY = 3
"""DUN-4.6.2: the most forces revived each turn without help."""
PRICE = 2
"""DUN-4.6.2, DUN-6.6.3: spice for each force that is not free."""


def line_up(game: Dune, revival: Revival, tell: Tell) -> None:
    """DUN-4.6.1: factions revive in storm order."""
    revival.left = list(game.order)


def revivers(game: Dune, revival: Revival) -> tuple[int, ...]:
    """DUN-4.6.1: the next faction in storm order; all at once with DUN-O-25.

    A faction that has nobody to revive is not asked.

    Each faction makes one revival decision: a number of forces and, if allowed, one leader (DUN-4.6.1).

    See DUN-R-34.
    """
    found = tuple(seat for seat in revival.left if game.tanks[seat] or revivable(game, seat))
    return found if game.options.revival_order == "together" else found[:1]


# --- what can be revived ------------------------------------------------------------------------


def free_forces(game: Dune, seat: int) -> int:
    """DUN-4.6.2, DUN-6.1.9: the number of free forces; all three for the nomads' ally, with their permission."""
    return ORDINARY if has(game, seat, FREE_REVIVALS) else facts_of(game, seat).free_revivals


def sponsor(game: Dune, seat: int) -> int:
    """DUN-6.6.3: the ally who may pay for extra forces; -1: none, or DUN-K-11 prevents it."""
    ally = game.ally[seat]
    return ally if has(game, ally, EXTRA_REVIVALS) else NOBODY


def extra_forces(game: Dune, seat: int) -> int:
    """DUN-6.6.3: extra forces within the ally's permission and spice (DUN-R-37).

    The ally of the throne (Emperor) may get up to three more, at the throne's expense (DUN-4.6.3). The permission sets
    the maximum, beyond the ally's own three; the ally's own revival decision says how many it uses, at most half of the
    throne's unpledged spice (DUN-6.6.3).
    """
    payer = sponsor(game, seat)
    if payer == NOBODY:
        return 0
    return min(game.extra_revivals[payer], free_spice(game, payer) // PRICE)


@lru_cache(maxsize=4096)
def choices(dead: int, spice: int, free: int, extra: int, leaders: tuple[str, ...]) -> Boxes[DuneAction]:
    """DUN-DK-10: every combination of forces, extra forces and one leader that the player can pay for."""
    together: dict[int, list[str | None]] = {}
    for leader in (None, *leaders):
        rest = spice - strength(leader)
        if rest >= 0:
            together.setdefault(min(ORDINARY, dead, free + rest // PRICE), []).append(leader)
    return Boxes(*(tank for most, who in together.items() for tank in within_tanks(dead, most, extra, tuple(who))))


def within_tanks(dead: int, most: int, extra: int, leaders: tuple[str | None, ...]) -> Iterator[Box[DuneAction]]:
    """DUN-6.6.3: ordinary and extra forces together are at most the dead forces.

    A player can take extra ones without using all three ordinary ones.
    """
    whom = OneOf(leaders, "leader")
    easy = min(most, dead - extra)
    if easy >= 0:
        yield box(Revive, forces=Between(0, easy), extra=Between(0, extra), leader=whom)
    for forces in range(max(0, easy + 1), most + 1):
        rest = Between(0, dead - forces)
        yield box(Revive, forces=Between(forces, forces), extra=rest, leader=whom)


def revival_boxes(game: Dune, revival: Revival, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-10: forces in the tanks that a faction can pay, extra ones at its ally's cost, at most one leader."""
    free, extra = free_forces(game, seat), extra_forces(game, seat)
    return choices(game.tanks[seat], game.spice[seat], free, extra, revivable(game, seat))


def free_only(game: Dune, revival: Revival, seat: int) -> DuneAction:
    """DUN-DK-10: free revivals only."""
    return Revive(min(free_forces(game, seat), ORDINARY, game.tanks[seat]))


# --- what is revived ----------------------------------------------------------------------------


def revive_them(game: Dune, revival: Revival, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.6.2 to DUN-4.6.5: first the revivals that each player pays for, then the extra forces.

    The extra forces are limited by what the ally can still pay (DUN-O-25).
    """
    chosen: dict[int, Revive] = {}
    for seat in pending.asked:
        action = pending.answers[seat]
        assert isinstance(action, Revive)
        chosen[seat] = action
        revive_leader(game, seat, action.leader, tell)
    costs = {seat: ordinary(game, seat, action.forces, tell) for seat, action in chosen.items()}
    for seat, action in chosen.items():
        extra = sponsored(game, seat, action.extra, tell)
        if action.forces + extra:
            total = action.forces + extra
            tell.all(ForcesRevived, faction_id(game, seat), total, extra, costs[seat])
        revival.left.remove(seat)


def revive_leader(game: Dune, seat: int, leader: str | None, tell: Tell) -> None:
    """DUN-4.6.4: once open, the revival of leaders stays open: one a turn, for spice equal to his strength."""
    game.revival_open[seat] = game.revival_open[seat] or opens_revival(game, seat)
    if leader is not None:
        comes_back(game, leader)
        tell.all(LeaderRevived, faction_id(game, seat), leader, strength(leader))
        pay(game, seat, NOBODY, strength(leader), "DUN-4.6.4", tell)


def ordinary(game: Dune, seat: int, forces: int, tell: Tell) -> int:
    """DUN-4.6.2: move forces to the reserves, the first ones free; return the price of the others."""
    cost = PRICE * max(0, forces - free_forces(game, seat))
    revive(game, seat, forces)
    pay(game, seat, NOBODY, cost, "DUN-4.6.2", tell)
    return cost


def sponsored(game: Dune, seat: int, extra: int, tell: Tell) -> int:
    """DUN-6.6.3: revive extra forces at the ally's expense, paid to the bank; return how many."""
    extra = min(extra, extra_forces(game, seat))
    if extra:
        revive(game, seat, extra)
        pay(game, sponsor(game, seat), NOBODY, PRICE * extra, "DUN-6.6.3", tell)
    return extra


REVIVAL = flow(
    Revival,
    window=window("DUN-W-5"),  # start of Revival; made for DUN-K-11, DUN-K-02
    order=line_up,
    revivals=ask(revival_boxes, revive_them, default=free_only, asked=revivers, repeated=True, until=never),
)


def revivable(game: Dune, seat: int) -> tuple[str, ...]:
    """DUN-4.6.5: dead leaders who have died the fewest times among all five, if revival is or becomes open now.

    Living leaders count, too: one who died a second time waits until all others have died again. See DUN-R-36.
    """
    if not game.revival_open[seat] and not opens_revival(game, seat):
        return ()
    own = LEADERS_OF[game.factions[seat]]
    fewest = min(game.deaths[LEADER_NUMBER[leader]] for leader in own)
    return tuple(leader for leader in dead(game, seat) if game.deaths[LEADER_NUMBER[leader]] == fewest)


def opens_revival(game: Dune, seat: int) -> bool:
    """DUN-4.6.4: whether the revival of leaders opens for a seat now (DUN-O-19, DUN-R-35)."""
    own = LEADERS_OF[game.factions[seat]]
    if game.options.leader_revival == "no_living_leader":
        return not living(game, seat)
    return all(game.deaths[LEADER_NUMBER[leader]] for leader in own)
