"""DUN-5: alliances: what allies lend each other, and how an alliance is made and broken."""

from __future__ import annotations

from turncoat.games.dune.actions import NOTHING, Allow, DuneAction, Give, Permit, PermitRevivals
from turncoat.games.dune.events.anytime import Allowed, Given, Permitted
from turncoat.games.dune.facts import CARRIERS, NOMADS, SEERS, THRONE
from turncoat.games.dune.karama import prevented
from turncoat.games.dune.spice import free_spice, pledged
from turncoat.games.dune.state import NOBODY, Dune, faction_id
from turncoat.kernel.box import Box, Boxes, box
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Section
from turncoat.kernel.space import Between, OneOf

WORM_PROTECTION, FREE_REVIVALS, PRESCIENCE, GUILD_SHIPPING = (
    "worm-protection",
    "free-revivals",
    "battle-prescience",
    "guild-shipping",
)
LENT_BY: dict[int, tuple[str, ...]] = {
    NOMADS: (WORM_PROTECTION, FREE_REVIVALS),
    SEERS: (PRESCIENCE,),
    CARRIERS: (GUILD_SHIPPING,),
}
"""DUN-5.2.4: the advantages that each faction can lend."""
ON, OFF = "on", "off"
EXTRA_REVIVALS = 3
"""DUN-6.6.3: extra revivals that can be paid for at most."""


def form(game: Dune, one: int, other: int) -> None:
    """DUN-5.2.4: two seats are allied: all permissions are on, allowances are 0."""
    for seat, ally in ((one, other), (other, one)):
        game.ally[seat] = ally
        game.allowance[seat] = 0
        game.lent[seat] = LENT_BY.get(game.factions[seat], ())
        game.extra_revivals[seat] = EXTRA_REVIVALS if game.factions[seat] == THRONE else 0


def dissolve(game: Dune, seat: int) -> None:
    """DUN-5.2.4: breaking switches everything off, on both sides."""
    for one in (seat, game.ally[seat]):
        game.ally[one] = NOBODY
        game.allowance[one] = game.extra_revivals[one] = 0
        game.lent[one] = ()


def lends(game: Dune, faction: int, advantage: str, to: int) -> bool:
    """Whether a faction in play, by its number, is the ally of a seat and lends it an advantage."""
    lender = game.seat_by_faction[faction]
    return lender != NOBODY and game.ally[lender] == to and advantage in game.lent[lender]


def alliance_boxes(game: Dune, section: Section[DuneAction], seat: int) -> Boxes[DuneAction]:
    """DK-25, DK-26: allowance, permissions, gifts."""
    if game.ally[seat] == NOBODY:
        return NOTHING
    found: list[Box[DuneAction]] = [box(Allow, "DUN-5.2.1", spice=Between(_least(game, seat), game.spice[seat]))]
    faction = game.factions[seat]
    for advantage in LENT_BY.get(faction, ()):
        switch = OFF if advantage in game.lent[seat] else ON
        found.append(
            box(Permit, "DUN-5.2.4", advantage=OneOf((advantage,), "advantage"), switch=OneOf((switch,), "switch"))
        )
    if faction == THRONE:
        found.append(box(PermitRevivals, "DUN-6.6.3", forces=Between(0, EXTRA_REVIVALS)))
        if not prevented(game, "K-10"):
            found.append(box(Give, "DUN-6.6.4", spice=Between(1, free_spice(game, seat))))
    return Boxes(*found)


def _least(game: Dune, seat: int) -> int:
    """DUN-5.2.1: an allowance is never below what is pledged for the ally."""
    return min(game.spice[seat], pledged(game, seat) if game.allowance[seat] else 0)


def allow(game: Dune, section: Section[DuneAction], seat: int, action: Allow, tell: Tell) -> None:
    """DUN-5.2.1: how much spice the ally may put into bids and shipments."""
    game.allowance[seat] = action.spice
    tell.only((seat, game.ally[seat]), Allowed, "DUN-5.2.1", faction_id(game, seat), action.spice)


def permit(game: Dune, section: Section[DuneAction], seat: int, action: Permit, tell: Tell) -> None:
    """DUN-5.2.4: an advantage is lent or taken back."""
    rest = tuple(one for one in game.lent[seat] if one != action.advantage)
    game.lent[seat] = (*rest, action.advantage) if action.switch == ON else rest
    number = int(action.switch == ON)
    audience = (seat, game.ally[seat])
    tell.only(audience, Permitted, "DUN-5.2.4", faction_id(game, seat), action.advantage, number)


def permit_revivals(game: Dune, section: Section[DuneAction], seat: int, action: PermitRevivals, tell: Tell) -> None:
    """DUN-6.6.3: how many extra revivals are paid for at most."""
    game.extra_revivals[seat] = action.forces
    audience = (seat, game.ally[seat])
    tell.only(audience, Permitted, "DUN-6.6.3", faction_id(game, seat), "extra-revivals", action.forces)


def give(game: Dune, section: Section[DuneAction], seat: int, action: Give, tell: Tell) -> None:
    """DUN-6.6.4: spice for the ally, at once."""
    ally = game.ally[seat]
    game.spice[seat] -= action.spice
    game.spice[ally] += action.spice
    tell.all(Given, "DUN-6.6.4", faction_id(game, seat), faction_id(game, ally), action.spice)
