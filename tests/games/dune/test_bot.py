"""The mentat at a table of Dune: what it does in positions where it is clear what is right."""

from __future__ import annotations

from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, SIX, Table, card, clash, fid, leader, place, plan

from turncoat.games.dune.actions import NOTHING, DuneAction, Pass
from turncoat.games.dune.battle import Call, Discard, Plan, Prescience, Voice
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.bot import POLICIES, Mentat
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.setup import KeepTraitor
from turncoat.games.dune.shared.map import TERRITORY
from turncoat.games.dune.shipment import Move, Rally, Ship
from turncoat.games.dune.spice_blow import Propose
from turncoat.games.dune.storm import UseWeatherControl
from turncoat.games.dune.storm.rules import FURTHEST
from turncoat.games.dune.truthtrance import AskEntry, AskHero, AskTraitor, Reply
from turncoat.kernel import Chance
from turncoat.kernel.promise import Answer, Message, Pledge, Say
from turncoat.lab.batches import Batch, run


def mentat(table: Table, faction: int, key: int = 1) -> Mentat:
    return Mentat(table.seat(faction), len(table.game.factions), Chance(bytes([key]) * 32))


def answer(table: Table, faction: int) -> DuneAction:
    """What a mentat that plays this faction answers; it must be legal."""
    chosen = mentat(table, faction).answer(table.view(faction), table.boxes(faction))
    assert chosen in table.boxes(faction)
    return chosen


def move(table: Table, faction: int) -> DuneAction | None:
    """What it does beside the decision, if anything; it must be legal."""
    chosen = mentat(table, faction).beside(table.view(faction), table.beside(faction))
    assert chosen is None or chosen in table.beside(faction)
    return chosen


def test_there_is_a_policy_for_each_faction() -> None:
    """DUN-1.1.1."""
    assert set(POLICIES) == {fid(faction) for faction in SIX}


# --- supplies -------------------------------------------------------------------------------------


def test_the_strongest_leader_of_somebody_else_is_kept() -> None:
    """DUN-3.2.2."""
    table = Table()
    kept = answer(table, EMP)
    assert isinstance(kept, KeepTraitor)
    assert not kept.leader.startswith(fid(EMP))


def test_whoever_sees_the_card_bids_for_good_ones_alone() -> None:
    """DUN-6.2.1, DUN-4.5.4."""
    assert answer(Table("bidding", deck="Lasgun", first=ATR), ATR) == Bid(1)
    assert answer(Table("bidding", deck="Kulon", first=ATR), ATR) == Pass()


def test_nobody_bids_against_an_ally() -> None:
    """DUN-5.2.1: it would only make the card dearer."""
    table = Table("bidding", first=HAR, allies=((HAR, FRE),), spice={FRE: 30}).do(HAR, Bid(1))
    assert answer(table, FRE) == Pass()


def test_a_bid_is_never_more_than_the_purse_less_what_ships() -> None:
    """DUN-4.5.4: the throne keeps seven spice."""
    table = Table("bidding", first=EMP, spice={EMP: 7})
    assert answer(table, EMP) == Pass()


def test_free_forces_are_revived_and_a_leader_where_none_lives() -> None:
    """DUN-4.6.2, DUN-4.6.4."""
    gone = "Thufir Hawat, Lady Jessica, Gurney Halleck, Duncan Idaho, Dr. Wellington Yueh"
    table = Table("revival", tanks={ATR: 5}, dead=gone, first=ATR, spice={ATR: 12})
    revived = answer(table, ATR)
    assert isinstance(revived, Revive)
    assert revived.forces >= 2
    assert revived.leader in (leader("Thufir Hawat"), leader("Lady Jessica"))


# --- shipment and movement ------------------------------------------------------------------------


def test_a_third_stronghold_is_taken_where_that_wins() -> None:
    """DUN-4.10.2: the last to act finds the third one empty."""
    table = Table("shipment_and_movement", forces={EMP: "Arrakeen 9: 6, Carthag 10: 6"}, first=GUI, spice={EMP: 8})
    while table.asked() != [EMP]:
        table.time_up()
    shipped = answer(table, EMP)
    assert isinstance(shipped, Ship)
    assert shipped.to in {place(name) for name in ("Habbanya Sietch", "Sietch Tabr", "Tuek's Sietch")}


def test_an_obvious_win_of_somebody_else_is_stopped() -> None:
    """DUN-4.10.2: three strongholds with one force each; the last to act must go to one of them."""
    held = ("Arrakeen 9", "Carthag 10", "Tuek's Sietch 4")
    table = Table(
        "shipment_and_movement",
        forces={HAR: ", ".join(f"{name}: 1" for name in held)},
        first=GUI,
        spice={EMP: 20},
    )
    while table.asked() != [EMP]:
        table.time_up()
    shipped = answer(table, EMP)
    assert isinstance(shipped, Ship)
    assert shipped.to in map(place, held)


def test_nobody_is_stopped_who_is_not_winning() -> None:
    """The planted opposite: with one stronghold alone the same foe is not worth a strong attack on ten forces."""
    table = Table("shipment_and_movement", forces={HAR: "Arrakeen 9: 10"}, first=GUI, spice={EMP: 4})
    while table.asked() != [EMP]:
        table.time_up()
    shipped = answer(table, EMP)
    assert not (isinstance(shipped, Ship) and shipped.to == place("Arrakeen 9"))


def test_spice_beside_the_own_forces_is_gone_for() -> None:
    """DUN-4.9.1: the nomads cross two territories for it."""
    table = Table(
        "shipment_and_movement",
        forces={FRE: "Sietch Tabr 13: 10"},
        fields="Rock Outcroppings 13: 10",
        first=FRE,
        storm=1,
    )
    found = answer(table, FRE)
    if isinstance(found, Rally | Pass):
        table.do(FRE, found)
        found = answer(table, FRE)
    assert isinstance(found, Move)


# --- storm ----------------------------------------------------------------------------------------


def test_weather_control_saves_an_army() -> None:
    """DUN-7.14.1: ten forces lie ahead of the storm; the card is not played for nothing."""
    position = {"hands": {EMP: "Weather Control"}, "storm": 1, "fighters": (ATR, HAR), "stops": "W-1"}
    table = Table("storm", forces={EMP: "South Mesa 4: 10"}, **position)  # type: ignore[arg-type]
    table.time_up()
    used = move(table, EMP)
    assert isinstance(used, UseWeatherControl)
    assert used.sectors < 3 or used.sectors == FURTHEST
    calm = Table("storm", forces={EMP: "Arrakeen 9: 10"}, **position)  # type: ignore[arg-type]
    assert move(calm.time_up(), EMP) is None


# --- battle ---------------------------------------------------------------------------------------


def test_a_hero_who_is_known_as_a_traitor_stays_at_home() -> None:
    """DUN-4.8.11: without the notice the strongest of them leads."""
    table = clash(ATR, HAR, traitors={HAR: "Thufir Hawat, Lady Jessica, Gurney Halleck, Duncan Idaho"})
    table.planned({})
    best = answer(table, ATR)
    assert isinstance(best, Plan)
    assert best.hero is not None
    table.game.shown_traitors = ((table.seat(HAR), best.hero),)
    other = answer(table, ATR)
    assert isinstance(other, Plan)
    assert other.hero != best.hero


def test_prescience_finds_the_defence() -> None:
    """DUN-6.2.3: against poison a Snooper, against a projectile a Shield."""
    for weapon, defence in (("Chaumas", "Snooper"), ("Maula Pistol", "Shield")):
        table = clash(ATR, EMP, hands={ATR: "Snooper, Shield", EMP: weapon})
        assert answer(table, ATR) == Prescience("weapon")
        table.do(ATR, Prescience("weapon")).do(EMP, plan(3, "Hasimir Fenring", weapon))
        planned_ = answer(table, ATR)
        assert isinstance(planned_, Plan)
        assert planned_.defence == card(defence)


def test_the_voice_forbids_what_is_known() -> None:
    """DUN-6.4.4: a poison weapon that all have seen."""
    table = clash(BG, EMP, hands={EMP: "Chaumas", BG: "Shield"}, known={EMP: "Chaumas"})
    assert answer(table, BG) == Voice("do-not-play", "poison")


def test_a_traitor_is_called() -> None:
    """DUN-4.8.12."""
    table = clash(HAR, EMP, traitors={HAR: "Hasimir Fenring"})
    table.planned({HAR: plan(0, "Feyd Rautha"), EMP: plan(5, "Hasimir Fenring")})
    assert answer(table, HAR) == Call()


def test_the_winner_throws_worthless_cards_away() -> None:
    """DUN-7.5.1: there is no other way to get rid of them."""
    table = clash(HAR, EMP, hands={HAR: "Kulon, Shield"})
    table.planned({HAR: plan(9, "Feyd Rautha", "Kulon", "Shield"), EMP: plan(0, "Bashar")})
    while table.key == "battle.treachery":
        table.passes(*table.asked())
    assert answer(table, HAR) == Discard((card("Kulon"),))


def test_truthtrance_asks_about_the_own_hero() -> None:
    """DUN-TT-F2: whoever may be betrayed asks first."""
    table = clash(EMP, HAR, hands={EMP: "Truthtrance"}, traitors={HAR: "Hasimir Fenring"})
    table.planned({})
    asked = move(table, EMP)
    assert isinstance(asked, AskTraitor)
    assert asked.faction == fid(HAR)
    assert asked.leader.startswith(fid(EMP))


def test_an_order_that_hurts_is_prevented_where_much_is_at_stake() -> None:
    """DUN-K-17: two strongholds are held, this would be the third."""
    table = clash(
        HAR,
        BG,
        where="Habbanya Sietch 16",
        size=6,
        forces={HAR: "Habbanya Sietch 16: 6, Arrakeen 9: 1, Carthag 10: 1"},
        hands={HAR: "Karama, Maula Pistol"},
    )
    table.do(BG, Voice("do-not-play", "projectile"))
    assert move(table, HAR) == Prevent("K-17")


# --- questions and alliances ----------------------------------------------------------------------


def test_an_intention_is_answered_as_it_is_intended() -> None:
    """DUN-TT-B1, DUN-7.12.3: the plan that follows keeps the answer."""
    for name in ("Hasimir Fenring", "Bashar"):
        table = clash(HAR, EMP, hands={HAR: "Truthtrance"}).do(HAR, AskHero(fid(EMP), leader(name)))
        said = answer(table, EMP)
        table.do(EMP, said)
        chosen = answer(table, EMP)
        assert isinstance(chosen, Plan)
        assert said == Reply("yes" if chosen.hero == leader(name) else "no")


def test_nobody_is_promised_a_visit() -> None:
    """DUN-TT-M1: "no" is an answer, too; it binds to nothing but staying away."""
    table = Table("shipment_and_movement", hands={HAR: "Truthtrance"}, first=ATR)
    table.do(HAR, AskEntry(fid(EMP), "east-city"))
    assert answer(table, EMP) == Reply("no")


def test_a_proposal_is_accepted_where_it_helps() -> None:
    """DUN-4.3.3: one stronghold each, and nobody else near."""
    table = Table(
        "nexus", forces={HAR: "Carthag 10: 10, Arrakeen 9: 5", ATR: "Tuek's Sietch 4: 8, Habbanya Sietch 16: 8"}
    )
    table.do(ATR, Propose(fid(HAR)))
    assert move(table, HAR) == Propose(fid(ATR))


def talks(bot: Mentat, table: Table, faction: int) -> list[Say]:
    return bot.talk(table.view(faction), table.boxes(faction))


def peace(table: Table, one: int, other: int) -> Pledge:
    return Pledge(table.seat(one), "war", {"whom": table.seat(other)}, will=False)


def test_before_it_ships_it_offers_peace() -> None:
    """DUN-4.8.2: for this turn; nobody is asked twice in a turn, and two seats at most."""
    table = Table("shipment_and_movement", first=ATR)
    bot = mentat(table, ATR)
    offers = [said for _ in range(4) for said in talks(bot, table, ATR) if said.request and said.request.act == "war"]
    assert len({said.to for said in offers}) == len(offers) == 2
    for said in offers:
        assert said.request is not None
        assert said.offer == Pledge(table.seat(ATR), "war", {"whom": said.to[0]}, will=False)
        assert said.request == Pledge(said.to[0], "war", {"whom": table.seat(ATR)}, will=False)


def at_peace(table: Table, faction: int, other: int) -> Mentat:
    """A mentat that has agreed to peace with somebody who ships."""
    bot = mentat(table, faction)
    offer = Say((bot.seat,), request=peace(table, faction, other), offer=peace(table, other, faction))
    bot.read(Message(table.seat(other), offer, 1))
    (said,) = bot.reply(table.view(faction), NOTHING)
    assert said.answer is Answer.AGREE
    return bot


def test_whoever_is_at_peace_goes_elsewhere() -> None:
    """DUN-4.7.2, DUN-4.8.2: by its word it enters no place where the other one stands, as long as nobody wins by it."""
    for strong, spares in (("Tuek's Sietch 4: 14", True), ("Tuek's Sietch 4: 14, Carthag 10: 6", False)):
        table = Table("shipment_and_movement", first=ATR, spice={ATR: 20}, forces={GUI: strong})
        bot = at_peace(table, ATR, GUI) if spares else mentat(table, ATR)
        bot.answer(table.view(ATR), table.boxes(ATR))
        assert (TERRITORY["smugglers-haven"] in bot.policy(table.view(ATR)).spared) is spares


def test_no_peace_with_whoever_is_about_to_win() -> None:
    """DUN-4.10.2: two strongholds of three."""
    table = Table("shipment_and_movement", first=ATR, forces={HAR: "Carthag 10: 10, Arrakeen 9: 5"})
    bot = mentat(table, ATR)
    offer = Say((bot.seat,), request=peace(table, ATR, HAR), offer=peace(table, HAR, ATR))
    bot.read(Message(table.seat(HAR), offer, 1))
    (said,) = bot.reply(table.view(ATR), NOTHING)
    assert said.answer is Answer.NO


def test_at_an_auction_it_offers_peace_for_no_bid() -> None:
    """DUN-4.5.6: to a rival with no more spice; who can pay little agrees and passes, whatever the card."""
    table = Table("bidding", deck="Lasgun", first=ATR, spice={ATR: 20, EMP: 2})
    rich, poor = mentat(table, ATR), mentat(table, EMP)
    (asked,) = [said for said in talks(rich, table, ATR) if said.request and said.request.act == "buy"]
    assert asked.offer == peace(table, ATR, next(one for one in SIX if table.seat(one) == asked.to[0]))
    wish = Pledge(table.seat(EMP), "buy", {}, will=False)
    poor.read(Message(table.seat(ATR), Say((poor.seat,), request=wish, offer=peace(table, ATR, EMP)), 1))
    (said,) = poor.reply(table.view(EMP), NOTHING)
    assert said.answer is Answer.AGREE
    table.do(ATR, Bid(1))
    while EMP not in table.asked():
        table.passes(*table.asked())
    assert poor.answer(table.view(EMP), table.boxes(EMP)) == Pass()


# --- whole games ----------------------------------------------------------------------------------


def test_mentats_are_clearly_better_than_chance() -> None:
    """Two mentats among four who answer at random win nearly always; seats rotate."""
    bots = ("mentat", "random", "random", "mentat", "random", "random")
    tally = run(Batch("dune", {}, bots, 6, "better"))
    assert tally.errors == 0
    assert tally.kinds["mentat"].wins >= 4.5
