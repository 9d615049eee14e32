"""DUN-4.3, DUN-5: Nexus and alliances; DUN-4.4: Charity."""

from __future__ import annotations

from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, SIX, Table, fid
from tests.kit import sure

from turncoat.games.dune.actions import DONE, PASS
from turncoat.games.dune.alliances import Allow, Permit, PermitRevivals
from turncoat.games.dune.alliances.events import Allowed, Permitted
from turncoat.games.dune.bidding.events import CardForeseen
from turncoat.games.dune.events import CharityGiven
from turncoat.games.dune.shipment.events import SpiceCardForeseen
from turncoat.games.dune.spice_blow import Break, Propose, Unpropose
from turncoat.games.dune.spice_blow.events import AllianceBroken, AllianceFormed, ProposalWithdrawn


def nexus(**position: object) -> Table:
    return Table("nexus", **position)  # type: ignore[arg-type]


def propose(table: Table, one: int, other: int) -> Table:
    return table.do(one, Propose(fid(other)))


def allied(table: Table) -> list[tuple[str, ...]]:
    """The pairs that have been formed."""
    return [event.factions for event in table.told(AllianceFormed)]


def test_alliances_only_in_a_nexus() -> None:
    """DUN-TC-059, DUN-4.3.1, DUN-5.1.1: nowhere else can one be made or broken."""
    table = Table("mentat", stops="W-11", allies=((EMP, HAR),))
    table.cannot(ATR, Propose(fid(GUI))).cannot(EMP, Break())


def test_two_proposals_make_an_alliance() -> None:
    """DUN-TC-060, DUN-4.3.3, DUN-DK-07: at once, and both are bound for the rest of this Nexus."""
    table = propose(propose(nexus(), ATR, GUI), GUI, ATR)
    assert allied(table) == [(fid(GUI), fid(ATR))]
    assert table.asked() == [HAR, FRE, EMP, BG]
    table.cannot(ATR, Break())
    assert table.view(None).factions[ATR].ally == fid(GUI)


def test_break_and_ally_anew() -> None:
    """DUN-TC-061, DUN-4.3.4, DUN-R-91: one-sided; whoever is left stands alone and may propose again."""
    table = nexus(allies=((EMP, HAR),)).do(EMP, Break())
    propose(propose(table, EMP, BG), BG, EMP)
    assert table.game.ally[EMP] == BG
    assert table.game.ally[HAR] == -1
    table.can(HAR, Propose(fid(ATR)))
    assert [broken.ally for broken in table.told(AllianceBroken)] == [fid(HAR)]


def test_other_proposals_are_void() -> None:
    """DUN-TC-062, DUN-4.3.3."""
    table = propose(propose(propose(nexus(), ATR, GUI), ATR, FRE), GUI, ATR)
    assert table.view(None).proposals == ()
    propose(table, FRE, ATR)
    assert len(allied(table)) == 1


def test_a_proposal_to_a_bound_faction_stays_open_and_lapses() -> None:
    """DUN-4.3.2, DUN-4.3.5: made before or after they were bound, it can be withdrawn and comes to nothing."""
    table = propose(propose(propose(nexus(), FRE, ATR), ATR, GUI), GUI, ATR)
    assert table.view(None).proposals == ((fid(FRE), fid(ATR)),)
    propose(table, HAR, GUI).do(FRE, Unpropose(fid(ATR)))
    assert table.view(None).proposals == ((fid(HAR), fid(GUI)),)
    for faction in (FRE, EMP, HAR, BG):
        table.do(faction, DONE)
    assert table.view(None).proposals == ()
    assert len(allied(table)) == 1


def test_whoever_has_an_ally_breaks_first() -> None:
    """DUN-TC-063, DUN-4.3.2, DUN-R-82: others may propose to him, and their proposal stays open (DUN-4.3.4)."""
    table = nexus(allies=((EMP, HAR),)).cannot(EMP, Propose(fid(BG)))
    propose(table, BG, EMP).do(EMP, Break())
    assert allied(propose(table, EMP, BG)) == [(fid(EMP), fid(BG))]


def test_a_proposal_can_be_withdrawn() -> None:
    """DUN-4.3.2, DUN-R-17."""
    table = propose(nexus(), ATR, GUI).do(ATR, Unpropose(fid(GUI)))
    assert len(table.told(ProposalWithdrawn)) == 1
    assert allied(propose(table, GUI, ATR)) == []


def test_done_can_be_taken_back_and_lapses_when_the_ally_leaves() -> None:
    """DUN-4.3.2, DUN-4.3.5."""
    table = nexus(allies=((EMP, HAR),)).do(HAR, DONE).do(ATR, DONE)
    assert table.asked() == [FRE, EMP, GUI, BG]
    propose(table, ATR, FRE)
    table.do(EMP, Break())
    assert HAR in table.asked()


def test_the_nexus_ends_when_all_are_done() -> None:
    """DUN-4.3.5: proposals are void then."""
    table = propose(nexus(), ATR, GUI)
    for faction in SIX:
        table.do(faction, DONE)
    assert table.view(None).proposals == ()
    assert table.key != "nexus.alliances"
    assert propose(nexus(), ATR, GUI).time_up().key != "nexus.alliances"


def test_two_players_do_not_ally() -> None:
    """DUN-O-07, DUN-R-19: unless the table says so."""
    pair = {"factions": (ATR, HAR), "spice_deck": "worm, Old Gap", "latest": "South Mesa"}
    assert Table("spice_blow", **pair).key != "nexus.alliances"  # type: ignore[arg-type]
    assert Table("spice_blow", two_player_alliances=True, **pair).key == "nexus.alliances"  # type: ignore[arg-type]


def test_permissions_of_a_new_alliance() -> None:
    """DUN-5.2.4, DUN-R-20: everything is lent, three extra revivals, no allowance; breaking switches it all off."""
    table = propose(propose(nexus(), EMP, FRE), FRE, EMP)
    emperor, fremen = table.view(EMP).own, table.view(FRE).own
    assert emperor is not None
    assert fremen is not None
    assert fremen.lent == ("worm-protection", "free-revivals") == emperor.borrowed
    assert (emperor.extra_revivals, emperor.allowance, fremen.helped) == (3, 0, 0)
    broken = nexus(allies=((EMP, FRE),)).do(FRE, Break())
    own = sure(broken.view(EMP).own)
    assert (own.extra_revivals, own.borrowed) == (0, ())


def test_permissions_are_for_the_two_allies() -> None:
    """DUN-DK-25, DUN-5.1.2, DUN-5.2.1: nobody else sees an allowance or a permission."""
    table = Table("mentat", stops="W-11", allies=((EMP, FRE),))
    table.do(EMP, Allow(4), PermitRevivals(1)).do(FRE, Permit("free-revivals", "off"))
    own = sure(table.view(FRE).own)
    assert (own.helped, own.lent) == (4, ("worm-protection",))
    assert len(table.told(Allowed, FRE)) == 1
    assert len(table.told(Permitted, EMP)) == 2
    assert table.told(Allowed, ATR) == []
    assert table.told(Permitted) == []
    table.cannot(EMP, Allow(11))


def test_allies_keep_their_secrets() -> None:
    """DUN-5.1.2, DUN-2.10.1: separate hands, which allies do not see."""
    table = Table("mentat", stops="W-11", allies=((EMP, FRE),), hands={EMP: "Shield"})
    assert table.view(FRE).factions[EMP].known == ()


def test_allies_do_not_fight() -> None:
    """DUN-5.3.3, DUN-5.3.1: they share no territory, and if they do, they keep the peace."""
    table = Table("battles", forces={EMP: "Arrakeen 9: 2", FRE: "Arrakeen 9: 2"}, allies=((EMP, FRE),))
    assert not table.key.startswith("battle")


def test_foresight_is_lent_for_battles_alone() -> None:
    """DUN-O-14, DUN-6.2.5, DUN-R-24: with the option the ally sees auctions and the spice card, too."""

    def foreseen(**options: object) -> tuple[int, int]:
        table = Table("bidding", allies=((ATR, GUI),), deck="Shield", spice_deck="Old Gap", **options)  # type: ignore[arg-type]
        cards = len(table.told(CardForeseen, GUI))
        table.until("faction_turn.ship")
        return cards, len(table.told(SpiceCardForeseen, GUI))

    assert foreseen() == (0, 0)
    assert foreseen(lend_all_foresight=True) == (1, 1)


def test_what_the_ally_foresaw_is_noted() -> None:
    """DUN-O-14, DUN-2.9.1."""
    table = Table("bidding", allies=((ATR, GUI),), deck="Shield", spice_deck="Old Gap", lend_all_foresight=True)
    auction = sure(table.view(GUI).auction)
    assert auction.card == "shield"
    table.until("faction_turn.ship")
    own = sure(table.view(GUI).own)
    assert own.spice_card == "spice-old-gap"


def test_charity() -> None:
    """DUN-TC-064, DUN-4.4.1, DUN-R-21: whoever owns 0 or 1 is topped up to 2, unasked."""
    table = Table("nexus", spice={ATR: 0, HAR: 1, FRE: 2, EMP: 7}).time_up()
    assert [table.spice(one) for one in (ATR, HAR, FRE, EMP)] == [2, 2, 2, 7]
    assert [one.spice for one in table.told(CharityGiven)] == [2, 1]


def test_nothing_is_asked_of_whoever_is_not_in_the_nexus() -> None:
    """DUN-2.9.4: a refused answer changes nothing."""
    table = propose(propose(nexus(), ATR, GUI), GUI, ATR)
    table.refused(ATR, DONE)
    table.refused(HAR, PASS)
