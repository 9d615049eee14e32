"""DUN-5.2: what allies can do for each other: allowance, permissions, gifts."""

from __future__ import annotations

from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, fid
from tests.kit import sure

from turncoat.games.dune.advantages import FORESIGHT, JOURNEYS, REVIVALS, WORMS
from turncoat.games.dune.alliances import Allow, Give, Permit, PermitRevivals
from turncoat.games.dune.alliances.events import Allowed, Given, Permitted
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.spice_blow import Break, Propose
from turncoat.games.dune.view_parts import OwnView

PAIRS = ((EMP, ATR), (FRE, HAR), (GUI, BG))


def allied(phase: str = "bidding", **position: object) -> Table:
    return Table(phase, **{"first": ATR, "allies": PAIRS, **position})  # type: ignore[arg-type]


def own(table: Table, faction: int) -> OwnView:
    return sure(table.view(faction).own)


def test_what_is_lent_when_an_alliance_begins() -> None:
    """DUN-5.2.4, DUN-5.2.1: DUN-R-20: all permissions are on, the Emperor pays three revivals, allowances are 0."""
    table = allied()
    assert own(table, FRE).lent == own(table, HAR).borrowed == (WORMS, REVIVALS)
    assert own(table, ATR).lent == (FORESIGHT,)
    assert own(table, GUI).lent == (JOURNEYS,)
    assert own(table, HAR).lent == own(table, BG).lent == own(table, EMP).lent == ()
    assert (own(table, EMP).extra_revivals, own(table, ATR).sponsored, own(table, HAR).sponsored) == (3, 3, 0)
    assert own(table, ATR).helped == 0


def test_breaking_switches_everything_off() -> None:
    """DUN-5.2.4, DUN-4.3.2."""
    table = allied("nexus").do(EMP, Allow(4)).do(ATR, Break())
    for faction in (EMP, ATR):
        shown = own(table, faction)
        assert (shown.lent, shown.borrowed, shown.helped, shown.sponsored) == ((), (), 0, 0)
        table.cannot(faction, Allow(0))
    table.do(ATR, Propose(fid(EMP))).do(EMP, Propose(fid(ATR)))
    assert own(table, ATR).helped == 0
    assert own(table, ATR).sponsored == 3


def test_an_allowance_helps_with_bids() -> None:
    """DUN-5.2.1: the helper decides how much, the bidder how much of it is used; only the two know the allowance."""
    table = allied().do(EMP, Allow(4))
    assert table.told(Allowed, ATR) == table.told(Allowed, EMP) == [Allowed(fid(EMP), 4)]
    assert table.told(Allowed, HAR) == table.told(Allowed, None) == []
    assert own(table, ATR).helped == 4
    table.can(ATR, Bid(14, 4)).do(EMP, Allow(0)).cannot(ATR, Bid(14, 4))


def test_an_allowance_is_within_ones_spice() -> None:
    """DUN-5.2.1."""
    table = allied(spice={EMP: 3})
    assert "spice must be 0 to 3" in str(table.refused(EMP, Allow(4)))


def test_allowances_are_for_allies() -> None:
    """DUN-5.2.1, DUN-2.10.2: nobody without ally can allow, permit or give anything."""
    table = Table("bidding", first=ATR)
    for faction in (ATR, EMP):
        for action in (Allow(1), Give(1), PermitRevivals(1), Permit(FORESIGHT, "off")):
            table.cannot(faction, action)


def test_permissions_are_switched_by_the_lender() -> None:
    """DUN-5.2.4, DUN-DK-25: at any time, as often as he likes; nobody else hears of it."""
    table = allied().do(FRE, Permit(WORMS, "off"))
    assert own(table, HAR).borrowed == (REVIVALS,)
    table.cannot(FRE, Permit(WORMS, "off")).do(FRE, Permit(WORMS, "on"))
    assert set(own(table, HAR).borrowed) == {WORMS, REVIVALS}
    assert len(table.told(Permitted, HAR)) == 2
    assert table.told(Permitted, ATR) == table.told(Permitted, None) == []
    table.cannot(HAR, Permit(WORMS, "on")).cannot(FRE, Permit(FORESIGHT, "on"))


def test_the_emperor_permits_extra_revivals() -> None:
    """DUN-6.6.3: from none to three."""
    table = allied("revival", tanks={ATR: 8})
    assert "forces must be 0 to 3" in str(table.refused(EMP, PermitRevivals(4)))
    table.do(EMP, PermitRevivals(0)).cannot(ATR, Revive(3, 1))
    assert table.told(Permitted, ATR) == [Permitted(fid(EMP), "extra-revivals", 0, rule="DUN-6.6.3")]
    assert table.told(Permitted, HAR) == []
    table.cannot(FRE, PermitRevivals(1))


def test_gifts_of_the_emperor() -> None:
    """DUN-6.6.4, DUN-DK-26: to the ally, at once, and openly; nobody else can give anything (DUN-2.10.2)."""
    table = allied().do(EMP, Give(10))
    assert (table.spice(EMP), table.spice(ATR)) == (0, 20)
    assert table.told(Given, None) == [Given(fid(EMP), fid(ATR), 10)]
    assert "not pledged" in str(table.refused(EMP, Give(1)))
    for faction in (ATR, FRE, HAR, GUI, BG):
        table.cannot(faction, Give(1))


def test_prices_cannot_be_lowered() -> None:
    """DUN-TC-108, DUN-6.6.2: the Emperor has no choice that lowers the price of a card."""
    table = allied()
    kinds = {type(action).__name__ for action in table.beside(EMP)}
    assert kinds == {"Allow", "Give", "PermitRevivals"}
