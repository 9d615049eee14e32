"""DUN-4.5, DUN-4.6, DUN-5 and DUN-7.11 in words: every event has a sentence of its own."""

from __future__ import annotations

from tests.games.dune.story import ATR, BG, EMP, FRE, HAR, Table, leader

from turncoat.games.dune.advantages import ENTRIES
from turncoat.games.dune.alliances import Allow, Give, Permit, PermitRevivals
from turncoat.games.dune.bidding import Bid, TakeByKarama
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.text import DuneNames, skin
from turncoat.kernel import grammar

NAMES = DuneNames(["Agatha", "Barney", "Celeste", "Desmond", "Emmett", "Flora"])
NEUTRAL = DuneNames(["Agatha", "Barney", "Celeste", "Desmond", "Emmett", "Flora"], skin("neutral"))


def told(table: Table) -> list[str]:
    """What has happened in auctions and between allies, told to somebody who hears all of it."""
    within = ("bidding.events", "revival.events", "events", "karama.events", "alliances.events", "truthtrance.events")
    parts = [f"turncoat.games.dune.{one}" for one in within]
    return [event.say(NAMES) for _, event in table.listener.heard if event.__class__.__module__ in parts]


def test_an_auction_is_told() -> None:
    """DUN-4.5.1 to DUN-4.5.9."""
    table = Table("bidding", first=HAR, factions=(HAR, EMP, ATR), deck="Lasgun, Shield, Hajr", allies=((HAR, ATR),))
    table.do(ATR, Allow(2)).do(HAR, Bid(3, 1)).passes(EMP, ATR).passes(EMP, ATR, HAR)
    assert told(table)[:14] == [
        "3 cards will be auctioned.",
        "Harkonnen opens the auction of card 1.",
        "You see the card on auction: Lasgun.",
        "Atreides allows the ally up to 2 spice.",
        "Harkonnen bids 3, 1 of it from the ally.",
        "Emperor passes.",
        "Atreides passes.",
        "Harkonnen gets the card for 3 spice.",
        "Harkonnen pays 2 spice to Emperor.",
        "Atreides pays 1 spice to Emperor.",
        "Harkonnen draws one more card.",
        "Emperor opens the auction of card 2.",
        "You see the card on auction: Shield.",
        "Emperor passes.",
    ]
    assert "Nobody bids: 2 cards go back on the deck." in told(table)


def test_karama_is_told() -> None:
    """DUN-7.11.1, DUN-7.11.3, DUN-O-17."""
    table = Table("bidding", first=ATR, hands={ATR: "Karama", BG: "Karama"}, karama_bids=True)
    table.do(BG, Prevent("K-09")).do(ATR, TakeByKarama())
    assert told(table)[3:] == [
        "Bene Gesserit uses Karama.",
        "Bene Gesserit prevents K-09 Emperor - the next payment for a card.",
        "Atreides uses Karama.",
        "Atreides gets the card with Karama.",
        "Harkonnen opens the auction of card 2.",
        "You see the card on auction: Maula Pistol.",
    ]
    table = Table("bidding", first=ATR, hands={ATR: "Karama"}, karama_bids=True).do(ATR, Bid(11))
    assert told(table)[-1] == "Atreides backs the bid with Karama."


def test_revivals_are_told() -> None:
    """DUN-4.6.2, DUN-4.6.4, DUN-6.6.3."""
    lost = "Feyd Rautha, Beast Rabban, Piter de Vries, Captain Iakin Nefud, Umman Kudu"
    table = Table("revival", first=FRE, tanks={FRE: 3, HAR: 7}, allies=((HAR, EMP),), dead=lost)
    table.do(FRE, Revive(1)).do(HAR, Revive(3, 1, leader("Umman Kudu")))
    assert told(table)[:6] == [
        "Fremen revives 1 force free of charge.",
        "Harkonnen revives Umman Kudu for 1 spice.",
        "Harkonnen pays 1 spice to the bank.",
        "Harkonnen pays 2 spice to the bank.",
        "Emperor pays 2 spice to the bank.",
        "Harkonnen revives 4 forces for 2 spice, 1 of them at the ally's expense.",
    ]


def test_what_allies_do_for_each_other_is_told() -> None:
    """DUN-5.2.4, DUN-6.6.3, DUN-6.6.4."""
    table = Table("bidding", first=ATR, allies=((EMP, ATR), (FRE, HAR)))
    table.do(EMP, Give(2), PermitRevivals(1)).do(FRE, Permit("free-revivals", "off"))
    table.do(ATR, Permit("battle-prescience", "off"), Permit("battle-prescience", "on"))
    assert told(table)[-5:] == [
        "Emperor gives 2 spice to Atreides.",
        "Emperor pays up to 1 extra revival of the ally.",
        "Fremen no longer lends: free revivals.",
        "Atreides no longer lends: Prescience in battles.",
        "Atreides lends the ally: Prescience in battles.",
    ]


def test_every_prevention_has_a_name_that_can_be_typed() -> None:
    """DUN-7.11.3: and be cut short to its number."""
    for entry in ENTRIES:
        assert NAMES.label("prevention", entry).startswith(f"{entry} ")
        assert "{" not in NEUTRAL.label("prevention", entry)
    table = Table("bidding", first=ATR, hands={BG: "Karama"})
    assert grammar.read("prevent K-09", table.beside(BG), NAMES) == Prevent("K-09")
    for answer in table.beside(BG):
        assert grammar.read(grammar.write(answer, table.beside(BG), NAMES), table.beside(BG), NAMES) == answer
