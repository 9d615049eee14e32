"""DUN-5: alliances: what allies lend each other, and how an alliance is made and broken."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.dune.actions import NOTHING, DuneAction
from turncoat.games.dune.advantages import EXTRA_REVIVALS, GIFTS, PRESCIENCE, has, lendable, prevented
from turncoat.games.dune.alliances import Allow, Give, Permit, PermitRevivals
from turncoat.games.dune.alliances.events import Allowed, Given, Permitted
from turncoat.games.dune.shared.spice import free_spice, pledged_for_ally
from turncoat.games.dune.state import NOBODY, Dune, faction_id
from turncoat.kernel import Between, Box, Boxes, Closed, OneOf, Section, Tell, box

ON, OFF = "on", "off"
NO_GIFTS = "A Karama card prevents gifts in this phase (DUN-K-10)"
NONE_FREE = "You own no spice that is not pledged"

MOST_REVIVALS = 3
"""The most extra revivals that an ally pays for (DUN-6.6.3)."""


def form(game: Dune, one: int, other: int) -> None:
    """DUN-5.1.1 to DUN-5.1.2: exactly two seats are allied, until one of them breaks it in a Nexus (``dissolve``).

    Alliances and their members are public (``nexus.ally_now`` tells all); allies keep separate hands, spice, forces,
    plans and secrets. All permissions are on, allowances are 0; the throne's (Emperor's) help with revivals stands at 3
    (DUN-5.2.4).
    """
    for seat, ally in ((one, other), (other, one)):
        game.ally[seat] = ally
        game.allowance[seat] = 0
        game.lent[seat] = lendable(game.factions[seat])
        game.extra_revivals[seat] = MOST_REVIVALS if game.factions[seat] == EXTRA_REVIVALS.owner else 0


def dissolve(game: Dune, seat: int) -> None:
    """DUN-5.2.4: breaking switches everything off, on both sides."""
    for member in (seat, game.ally[seat]):
        game.ally[member] = NOBODY
        game.allowance[member] = game.extra_revivals[member] = 0
        game.lent[member] = ()


def alliance_boxes(game: Dune, section: Section[DuneAction], seat: int) -> Boxes[DuneAction]:
    """DUN-DK-25, DUN-DK-26: allowance, permissions, gifts."""
    if game.ally[seat] == NOBODY:
        return NOTHING
    faction = game.factions[seat]
    gift = free_spice(game, seat) if faction == GIFTS.owner else 0
    least, stopped = pledged_for_ally(game, seat), prevented(game, GIFTS)
    return offers(faction, least, game.spice[seat], game.lent[seat], gift=gift, stopped=stopped)


@lru_cache(maxsize=4096)
def offers(
    faction: int, least: int, spice: int, lent: tuple[str, ...], *, gift: int, stopped: bool
) -> Boxes[DuneAction]:
    """DUN-DK-25, DUN-DK-26: how a faction can help its ally; ``least`` is already pledged (DUN-5.2.1).

    If ``stopped``, DUN-K-10 prevents the throne (Emperor) from giving spice to its ally. The prevention ends with the
    present phase.
    """
    found: list[Box[DuneAction]] = [box(Allow, spice=Between(least, spice))]
    for advantage in lendable(faction):
        switch = OneOf((OFF if advantage in lent else ON,), "switch")
        found.append(box(Permit, advantage=OneOf((advantage,), "advantage"), switch=switch))
    if faction != GIFTS.owner:
        return Boxes(*found)
    found.append(box(PermitRevivals, forces=Between(0, MOST_REVIVALS)))
    if stopped:
        return Boxes(*found, closed=(Closed(Give, "DUN-7.11.3", NO_GIFTS),))
    found.append(box(Give, spice=Between(1, gift)))
    return Boxes(*found, closed=() if gift else (Closed(Give, "DUN-2.3.2", NONE_FREE),))


def allow(game: Dune, section: Section[DuneAction], seat: int, action: Allow, tell: Tell) -> None:
    """DUN-5.2.1: set how much spice the ally may put into bids and shipments.

    The allowance is changeable anytime, never below what is pledged (``offers``); the bidder decides how much of it a
    bid contains (``covered``); the share is deducted from the helper only if the bid wins (``pay_for_card``).
    """
    game.allowance[seat] = action.spice
    tell.only((seat, game.ally[seat]), Allowed, faction_id(game, seat), action.spice)


def permit(game: Dune, section: Section[DuneAction], seat: int, action: Permit, tell: Tell) -> None:
    """DUN-5.2.4: lend an advantage or take it back (DUN-R-20)."""
    rest = tuple(advantage for advantage in game.lent[seat] if advantage != action.advantage)
    game.lent[seat] = (*rest, action.advantage) if action.switch == ON else rest
    number = int(action.switch == ON)
    audience = (seat, game.ally[seat])
    tell.only(audience, Permitted, faction_id(game, seat), action.advantage, number)


def permit_revivals(game: Dune, section: Section[DuneAction], seat: int, action: PermitRevivals, tell: Tell) -> None:
    """Set how many extra revivals the faction pays for (DUN-6.6.3)."""
    game.extra_revivals[seat] = action.forces
    audience = (seat, game.ally[seat])
    tell.only(audience, Permitted, faction_id(game, seat), "extra-revivals", action.forces, rule="DUN-6.6.3")


def give(game: Dune, section: Section[DuneAction], seat: int, action: Give, tell: Tell) -> None:
    """DUN-6.6.4, DUN-2.10.2: give spice to the ally, at once.

    There are no other deals (DUN-2.10.2): no gifts or exchanges of cards, forces or leaders, no binding promises; spice
    passes between players only as sections 5 and 6 provide. The game never pauses for negotiations, and ignores offers
    by automated players.
    """
    ally = game.ally[seat]
    game.spice[seat] -= action.spice
    game.spice[ally] += action.spice
    tell.all(Given, faction_id(game, seat), faction_id(game, ally), action.spice)


def sharing(game: Dune, seat: int) -> tuple[int, ...]:
    """The seats that see what a seat foresees: that seat, and with DUN-O-14 its ally while prescience is lent.

    See DUN-R-24.
    """
    ally = game.ally[seat]
    lent = game.options.lend_all_foresight and has(game, ally, PRESCIENCE)
    return tuple(sorted((seat, ally))) if lent else (seat,)
