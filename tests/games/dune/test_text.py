"""Every event is a sentence in the names of the skin; every decision is a question."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs
from tests.conformance.walk import Walk
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, amounts, clash, fid, leader, place, plan

from turncoat.games import ruleset
from turncoat.games.dune.advantages import ENTRIES
from turncoat.games.dune.alliances import Allow, Give, Permit, PermitRevivals
from turncoat.games.dune.battle import Prescience, Voice
from turncoat.games.dune.battle import events as in_battle
from turncoat.games.dune.bidding import Bid, TakeByKarama
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.setup.events import PredictionNoted
from turncoat.games.dune.shipment import Accompany, Move, Rally, Ship, UseHajr, Withdraw
from turncoat.games.dune.shipment import events as happened
from turncoat.games.dune.spice_blow.events import WormStruck
from turncoat.games.dune.storm.events import StormStruck
from turncoat.games.dune.text import QUESTIONS as ASKED_AT
from turncoat.games.dune.text import SKINS, DuneNames, skin
from turncoat.games.dune.truthtrance import QUESTIONS
from turncoat.games.dune.truthtrance.events import Asked, PromiseLapsed, Put
from turncoat.kernel import Event, grammar, play
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.events import Listener
from turncoat.kernel.play import decisions_of

NAMES = DuneNames(["Agatha", "Barney", "Celeste", "Desmond", "Emmett", "Flora"])
NEUTRAL = DuneNames(["Agatha", "Barney", "Celeste", "Desmond", "Emmett", "Flora"], skin("neutral"))


def test_the_neutral_skin_says_no_proper_name() -> None:
    """DUN-O-30: names of the usual skin do not occur in the sentences of the other."""
    walk = Walk(ruleset("dune"), {"preset": "treachery-online"}, 6, Random(1))
    assert sum(1 for _ in walk.steps()) > 100
    said = {event.say(NEUTRAL) for _, event in walk.listener.heard}
    usual = {*skin().faction.values(), *skin().leader.values()}
    assert {sentence for sentence in said if any(name in sentence for name in usual)} == set()


def test_every_event_has_a_sentence() -> None:
    """Also those that chance has not brought."""
    assert all(kind.speaks() and kind.__doc__ for kind in RULES.events)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            StormStruck(3, {fid(HAR): 2}, 5, ()),
            "The storm in sector 3 destroys 2 forces of Harkonnen and 5 spice.",
        ),
        (WormStruck("old-gap", {}, 0), "A sandworm appears in Old Gap and devours nothing."),
        (PredictionNoted("sisters", fid(HAR), 4), "You predict that Harkonnen wins in turn 4."),
        (Asked(fid(EMP), fid(FRE), "ask_card", "karama", 0), None),
        (PromiseLapsed(fid(FRE), "ask_break", ""), None),
    ],
)
def test_some_sentences(event: Event, sentence: str | None) -> None:
    """As they are read."""
    assert (
        event.say(NAMES) == sentence
        if sentence
        else event.say(NAMES).startswith(("Emperor asks Fremen", "Fremen can no longer"))
    )


def test_every_question_of_the_closed_list_has_words() -> None:
    """DUN-7.12.2."""
    for question in QUESTIONS:
        words = Put(tag_of(question), "shield", 3).say(NAMES)
        assert words.endswith("?") or tag_of(question) == "ask_freely"
    assert Put("ask_card", "karama").say(NAMES) == "Do you hold a card of this kind: Karama?"


def test_every_decision_is_a_question() -> None:
    """DUN-8."""
    keys = {step.key for step in decisions_of(Table().game.__class__)}
    assert keys == set(ASKED_AT)
    assert all(RULES.question(key)[-1] in "?." for key in keys)


def test_a_skin_changes_nothing_but_names() -> None:
    """DUN-O-30: the same answers give the same position and the same events; both skins name the same things."""
    games = []
    for name in SKINS:
        listener = Listener()
        game = RULES.start(RULES.read_options({"skin": name, "turns": 2}), 4, bytes(32), listener)
        while not play.over(game):
            play.time_up(game, listener)
        game.options = structs.replace(game.options, skin="dune")
        games.append((RULES.encode(game), listener.heard))
    assert games[0] == games[1]
    one, other = (structs.asdict(skin(name)) for name in SKINS)
    assert {table: set(names) for table, names in one.items()} == {table: set(names) for table, names in other.items()}
    assert NEUTRAL.label("faction", fid(FRE)) == "Nomads"


def test_what_is_worth_seeing_where_a_plan_is_made() -> None:
    """DUN-2.5.1, DUN-2.4: the strength of leaders and the kinds of cards; nothing that their names say already."""
    names = DuneNames(("Agatha",))
    assert (names.note("leader", "throne-5"), names.note("leader", "cheap-hero")) == ("2", "0")
    assert (names.note("card", "projectile-1"), names.note("card", "worthless-3")) == (
        "projectile weapon",
        "worthless card",
    )
    assert {names.note("card", card) for card in ("lasgun", "karama")} == {""}
    assert names.note("leader", None) == names.note("faction", "throne") == ""


def test_forces_are_moved_from_a_place_and_put_at_it() -> None:
    """DUN-4.7.6, DUN-3.3.2: the word that follows a number depends on what is done."""
    names = DuneNames(("Agatha",))
    assert names.there("location", "east-city/9", "move") == "from Arrakeen 9"
    assert names.there("location", "east-city/9", "place") == "at Arrakeen 9"
    assert names.there("card", "lasgun", "move") == ""


# --- auctions, revivals, allies and Karama --------------------------------------------------------


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
        "Atreides pays up to 2 spice for bids and shipments of the ally.",
        "Harkonnen bids 3; the ally pays 1 of it.",
        "Emperor passes.",
        "Atreides passes.",
        "Harkonnen gets the card for 3 spice.",
        "Harkonnen pays 2 spice to Emperor.",
        "Atreides pays 1 spice to Emperor.",
        "Harkonnen draws one more treachery card.",
        "Emperor opens the auction of card 2.",
        "You see the card on auction: Shield.",
        "Emperor passes.",
    ]
    assert "Nobody bids: the auction ends, and 2 cards go back on the deck." in told(table)


def test_karama_is_told() -> None:
    """DUN-7.11.1, DUN-7.11.3, DUN-O-17."""
    table = Table("bidding", first=ATR, hands={ATR: "Karama", BG: "Karama"}, karama_bids=True)
    table.do(BG, Prevent("K-09")).do(ATR, TakeByKarama())
    assert told(table)[3:] == [
        "Bene Gesserit uses Karama.",
        "Bene Gesserit prevents the advantage K-09 of Emperor (the next payment for a card).",
        "Atreides uses Karama.",
        "Atreides gets the card with Karama.",
        "Harkonnen opens the auction of card 2.",
        "You see the card on auction: Maula Pistol.",
    ]
    table = Table("bidding", first=ATR, hands={ATR: "Karama"}, karama_bids=True).do(ATR, Bid(11))
    assert told(table)[-1] == "Atreides shows Karama as cover for the bid."


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
        "Harkonnen revives 4 forces and pays 2 spice; the ally pays for 1 of the forces.",
    ]


def test_what_allies_do_for_each_other_is_told() -> None:
    """DUN-5.2.4, DUN-6.6.3, DUN-6.6.4."""
    table = Table("bidding", first=ATR, allies=((EMP, ATR), (FRE, HAR)))
    table.do(EMP, Give(2), PermitRevivals(1)).do(FRE, Permit("free-revivals", "off"))
    table.do(ATR, Permit("battle-prescience", "off"), Permit("battle-prescience", "on"))
    assert told(table)[-5:] == [
        "Emperor gives 2 spice to Atreides.",
        "Emperor pays for up to 1 extra revival of the ally.",
        "Fremen no longer lends the ally an advantage: free revivals.",
        "Atreides no longer lends the ally an advantage: Prescience in battles.",
        "Atreides lends the ally an advantage: Prescience in battles.",
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


# --- Shipment and Movement ------------------------------------------------------------------------


def test_a_phase_is_told() -> None:
    """DUN-4.7.1 to DUN-4.7.9: one sentence after the other, in the order in which it happened."""
    table = Table(
        "shipment_and_movement",
        first=HAR,
        spice_deck="Old Gap",
        hands={HAR: "Hajr"},
        forces={HAR: "Pasty Mesa 4: 2, Pasty Mesa 5: 3", GUI: "Old Gap 9: 2"},
    )
    table.do(HAR, UseHajr(amounts("Pasty Mesa 4: 2, Pasty Mesa 5: 1"), place("Tuek's Sietch")))
    table.do(HAR, Ship(1, place("Arrakeen"))).do(BG, Accompany())
    table.do(HAR, Move(amounts("Pasty Mesa 5: 2"), place("Pasty Mesa 6")))
    table.do(FRE, Rally(4, place("The Great Flat"))).time_up(2)
    while table.asked() != [GUI]:
        table.time_up()
    table.do(GUI, Withdraw(amounts("Old Gap 9: 1")))
    assert [event.say(NAMES) for _, event in table.listener.heard if isinstance(event, happened.TravelEvent)] == [
        "You see the next spice card: Old Gap.",
        "Harkonnen moves 2 forces from Pasty Mesa 4 and 1 from Pasty Mesa 5 to Tuek's Sietch 4 with Hajr.",
        "Harkonnen ships 1 force to Arrakeen 9 for 1 spice.",
        "Bene Gesserit sends 1 force to Polar Sink with the shipment.",
        "Harkonnen moves 2 forces from Pasty Mesa 5 to Pasty Mesa 6.",
        "Fremen rallies 4 forces in The Great Flat 14.",
        "Spacing Guild ships 1 force from Old Gap 9 to the reserves for 1 spice.",
    ]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (happened.SpiceCardForeseen("worm"), "You see the next spice card: sandworm."),
        (happened.SpiceCardForeseen(""), "You may see the next spice card, but the spice deck is empty."),
        (
            happened.Transferred("carriers", {"old-gap/9": 3}, "east-city/9", 2),
            "Spacing Guild ships 3 forces from Old Gap 9 to Arrakeen 9 for 2 spice.",
        ),
        (
            happened.AlliesParted("throne", "old-gap", 1),
            "Emperor loses 1 force in Old Gap, where the ally is.",
        ),
    ],
)
def test_other_events(event: Event, sentence: str) -> None:
    """DUN-6.2.2, DUN-6.5.2, DUN-5.3.2."""
    assert event.say(NAMES) == sentence


def test_what_can_be_typed() -> None:
    """DUN-DK-11, DUN-DK-14: all that can be shipped or moved has words, and short ones where nothing is special."""
    table = Table(
        "shipment_and_movement",
        first=GUI,
        forces={GUI: "Pasty Mesa 4: 2, Pasty Mesa 5: 2"},
        hands={GUI: "Karama, Hajr"},
        allies=((GUI, ATR),),
    )
    boxes, chance = table.do(ATR, Allow(3)).boxes(GUI), Random(1)
    assert grammar.read("ship 3 to arrakeen 9", boxes, NAMES) == Ship(3, place("Arrakeen"))
    assert grammar.read("ship 3 to arrakeen 9 with 1 from the ally", boxes, NAMES) == Ship(3, place("Arrakeen"), 1)
    assert grammar.read("ship 3 to arrakeen 9 by karama", boxes, NAMES) == Ship(3, place("Arrakeen"), 0, "karama")
    for _ in range(40):
        for open_now in (boxes, table.beside(GUI)):
            answer = open_now.sample(chance.randrange)
            assert grammar.read(grammar.write(answer, open_now, NAMES), open_now, NAMES) == answer


# --- battles --------------------------------------------------------------------------------------


def test_a_battle_is_told() -> None:
    """DUN-4.8.4 to DUN-4.8.18: one sentence after the other, in the order in which it in_battle."""
    table = clash(ATR, EMP, allies=((BG, ATR),), hands={EMP: "Shield, Kulon", ATR: "Crysknife"}, stops="W-9")
    table.do(BG, Voice("do-not-play", "shield")).do(ATR, Prescience("weapon"))
    table.do(EMP, plan(3, "Bashar", "Kulon")).fought({ATR: plan(4, "Duncan Idaho", "Crysknife")})
    table.time_up()
    assert [event.say(NAMES) for _, event in table.listener.heard if isinstance(event, in_battle.BattleEvent)] == [
        "Atreides attacks Emperor in Tsimpo.",
        "Bene Gesserit uses the Voice: Emperor must not play any Shield.",
        "Atreides uses Prescience: Emperor seals a plan first and shows the weapon.",
        "Emperor shows you the weapon: no card.",
        "Atreides dials 4, led by Duncan Idaho, with Crysknife. Emperor dials 3, led by Bashar, with Kulon.",
        "Nobody calls treachery.",
        "Bashar of Emperor is dead.",
        "Atreides beats Emperor with strength 6 to 3.",
        "Emperor loses 10 forces in Tsimpo.",
        "Atreides loses 4 forces in Tsimpo.",
        "Atreides keeps Crysknife.",
    ]


def test_an_explosion_is_told() -> None:
    """DUN-4.8.14."""
    event = in_battle.Exploded("red-chasm", {"throne": 1, "seers": 3}, 8)
    gone = "1 force of Emperor, 3 forces of Atreides and 8 spice"
    assert event.say(NAMES) == f"Everything in Red Chasm explodes, with {gone}."
    bare = in_battle.Exploded("east-city", {"throne": 1, "seers": 3}, 0)
    told = "Everything in Arrakeen explodes, with 1 force of Emperor and 3 forces of Atreides."
    assert bare.say(NAMES) == told


def test_what_karama_stops_is_named_without_a_code() -> None:
    """DUN-7.11.3."""
    assert NAMES.label("stopped", "K-03") == "Atreides: Prescience in a battle"
