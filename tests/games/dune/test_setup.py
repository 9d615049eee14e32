"""DUN-1, DUN-3: factions, seats, setup."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, SIX, Table, amounts, fid, leader
from tests.kit import sure

from turncoat.games.dune.alliances import Allow, Give
from turncoat.games.dune.facts import FACTS, FORCES, LEADER_IDS, LEADERS_OF, STRENGTH
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.setup import KeepTraitor, PlaceForces, Predict
from turncoat.games.dune.setup.events import (
    CardReceived,
    CardsDealt,
    FactionsTaken,
    ForcesPlaced,
    PredictionMade,
    PredictionNoted,
    TraitorsChosen,
    TraitorsDealt,
    TraitorsKept,
)
from turncoat.games.dune.shared.cards import TREACHERY_CARDS
from turncoat.games.dune.shared.map import LOCATION_IDS, STRONGHOLDS, TERRITORY_IDS
from turncoat.kernel.errors import BadSetup


def begun(**options: object) -> Table:
    """A table of six that has been set up by defaults."""
    return Table(**options).until("storm.dial")  # type: ignore[arg-type]


def test_twenty_forces_and_five_leaders_each() -> None:
    """DUN-TC-001, DUN-1.1.2: on the map, in reserve and in the tanks, twenty together.

    The audit looks at every step.
    """
    table = begun()
    for seat in range(6):
        on_map = sum(number for _, number in table.game.forces[seat])
        assert on_map + table.game.reserves[seat] + table.game.tanks[seat] == FORCES
    table.game.reserves[0] += 1
    assert RULES.audit(table.game) == [f"DUN-1.1.2: {fid(ATR)} has 21 forces instead of 20."]


def test_six_factions_with_leaders_of_fixed_strength() -> None:
    """DUN-1.1.1, DUN-1.1.3."""
    assert len(FACTS.factions) == 6
    assert all(len(leaders) == 5 for leaders in LEADERS_OF)
    assert STRENGTH[leader("Stilgar")] == 7


def test_the_components() -> None:
    """DUN-1.3.1, DUN-2.1.1: 33 treachery cards, 21 spice cards, 42 territories in 18 sectors, five strongholds."""
    table = begun()
    assert len(TREACHERY_CARDS) == 33
    assert len(table.game.spice_deck) == 21
    assert (len(TERRITORY_IDS), len(STRONGHOLDS), len(set(LOCATION_IDS))) == (42, 5, len(LOCATION_IDS))


def test_hands_and_their_limits() -> None:
    """DUN-TC-002, DUN-2.4.1, DUN-6.3.3: four cards for most, eight for the Harkonnen."""
    full = "Shield, Snooper, Baliset, Kulon"
    seven = "Shield, Snooper, Lasgun, Karama, Karama, Cheap Hero, Hajr"
    table = Table("bidding", hands={ATR: full, HAR: seven}, deck="Maula Pistol")
    view = table.view(None)
    assert [faction.limit for faction in view.factions] == [4, 8, 4, 4, 4, 4]
    assert view.auction is not None
    assert view.auction.total == 5


def test_traitors_are_dealt() -> None:
    """DUN-TC-017, DUN-3.2.1: thirty cards, four to each, six left over, all different."""
    game = Table().game
    dealt = [card for cards in game.dealt for card in cards]
    assert (len(dealt), len(game.undealt)) == (24, 6)
    assert sorted([*dealt, *game.undealt]) == sorted(LEADER_IDS)


def test_one_traitor_is_kept() -> None:
    """DUN-TC-018, DUN-3.2.2, DUN-6.3.1, DUN-DK-01: others see only that it is done; the Harkonnen keep four unasked."""
    table = Table()
    assert table.asked() == [ATR, FRE, EMP, GUI, BG]
    (mine,) = table.told(TraitorsDealt, FRE)
    table.do(FRE, KeepTraitor(mine.leaders[2]))
    table.cannot(FRE, KeepTraitor(next(one for one in LEADER_IDS if one not in mine.leaders)))
    table.time_up()
    assert [kept.leaders for kept in table.told(TraitorsKept, FRE)] == [(mine.leaders[2],)]
    assert len(table.game.traitors[HAR]) == 4
    assert table.told(TraitorsKept) == []
    assert table.told(TraitorsChosen)[0].numbers == (1, 4, 1, 1, 1, 1)


def test_the_default_keeps_the_strongest_stranger() -> None:
    """DUN-DK-01, DUN-2.8.1."""
    table = Table().time_up()
    for faction in (ATR, FRE, EMP, GUI, BG):
        (kept,), dealt = table.game.traitors[faction], table.game.dealt[faction]
        strangers = [one for one in dealt if one not in LEADERS_OF[faction]]
        assert STRENGTH[kept] == max(STRENGTH[stranger] for stranger in strangers)


def test_own_leaders_that_were_dealt_are_safe() -> None:
    """DUN-TC-019, DUN-3.2.3: whoever returned a card still knows that nobody else holds it."""
    table = Table("mentat", stops="W-11", traitors={EMP: "Caid"})
    game = table.game
    bashar = leader("Bashar")
    game.dealt[EMP] = (*game.dealt[EMP][:1], bashar, *game.dealt[EMP][2:])
    own = sure(table.view(EMP).own)
    assert bashar in own.dealt
    assert bashar not in own.traitors


@pytest.mark.parametrize(
    ("forces", "legal"),
    [
        ("Sietch Tabr 13: 4, False Wall South 3: 3, False Wall West 16: 3", True),
        ("Sietch Tabr 13: 4, False Wall South 3: 3, False Wall West 16: 2", False),
        ("Arrakeen 9: 10", False),
    ],
)
def test_the_fremen_place_ten_forces(forces: str, legal: bool) -> None:
    """DUN-TC-020, DUN-3.3.2, DUN-DK-02."""
    table = Table().until("setup.placement")
    assert table.asked() == [FRE]
    assert table.legal(FRE, PlaceForces(amounts(forces))) is legal


def test_forces_and_spice_at_the_start() -> None:
    """DUN-3.3.1: as printed; by default all ten Fremen stand in Sietch Tabr (DUN-DK-02)."""
    table = begun()
    assert [table.spice(one) for one in SIX] == [10, 10, 3, 10, 5, 5]
    assert table.forces(ATR, "Arrakeen") == table.forces(HAR, "Carthag") == table.forces(FRE, "Sietch Tabr") == 10
    assert (table.forces(GUI, "Tuek's Sietch"), table.forces(BG, "Polar Sink"), table.reserves(EMP)) == (5, 1, 20)
    assert len(table.told(ForcesPlaced)) == 7


@pytest.mark.parametrize(("who", "turn", "legal"), [(BG, 4, False), (HAR, 0, False), (HAR, 11, False), (HAR, 4, True)])
def test_the_prediction(who: int, turn: int, legal: bool) -> None:
    """DUN-TC-021, DUN-3.4.1, DUN-6.4.1, DUN-DK-03: another faction and one of the turns (DUN-R-90).

    Nobody else sees it.
    """
    table = Table().until("setup.prediction")
    assert table.legal(BG, Predict(fid(who), turn)) is legal
    if legal:
        table.do(BG, Predict(fid(who), turn))
        assert len(table.told(PredictionMade)) == 1
        assert table.told(PredictionNoted) == []
        own = sure(table.view(BG).own)
        assert own.prediction is not None
        assert table.view(HAR).prediction is None


def test_the_order_of_setup() -> None:
    """DUN-TC-022, DUN-3.4.1, DUN-R-23: the prediction follows the forces and comes before the cards."""
    kinds = [event.__class__ for _, event in begun().listener.heard]
    assert kinds.index(ForcesPlaced) < kinds.index(PredictionMade) < kinds.index(CardsDealt)
    assert kinds.index(FactionsTaken) < kinds.index(TraitorsDealt)


def test_cards_at_the_start() -> None:
    """DUN-TC-023, DUN-3.5.1, DUN-6.3.2: one each, two for the Harkonnen; faces for their owners alone."""
    table = begun()
    assert [len(hand) for hand in table.game.hands] == [1, 2, 1, 1, 1, 1]
    assert len(table.told(CardReceived, HAR)) == 2
    assert table.told(CardReceived) == []
    assert [faction.cards for faction in table.view(None).factions] == [1, 2, 1, 1, 1, 1]


def test_four_players() -> None:
    """DUN-TC-024, DUN-1.2.1: without Guild and Emperor twenty traitor cards are dealt or left, and the bank is paid."""
    table = Table("bidding", factions=(ATR, HAR, FRE, BG), deck="Shield")
    assert sum(len(cards) for cards in table.game.dealt) + len(table.game.undealt) == 20
    game = table.game
    assert game.seat_by_faction[EMP] == game.seat_by_faction[GUI] == -1


@pytest.mark.parametrize(
    ("factions", "sentence"),
    [
        ("seers,seers", "2 different factions"),
        ("seers", "2 different factions"),
        ("seers,worms", "There is no faction worms"),
    ],
)
def test_factions_that_cannot_be_taken(factions: str, sentence: str) -> None:
    """DUN-1.2.1, DUN-O-03: nobody plays a faction twice."""
    with pytest.raises(BadSetup, match=sentence):
        RULES.start(RULES.read_options({"factions": factions}), 2, bytes(32), Table().listener)


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_players(seats: int) -> None:
    """DUN-O-01, DUN-1.2.1."""
    with pytest.raises(BadSetup, match="2 to 6 players"):
        RULES.start(RULES.read_options({}), seats, bytes(32), Table().listener)


def test_factions_and_seats_are_public() -> None:
    """DUN-3.1.1, DUN-O-03, DUN-O-04: drawn unless the table says otherwise."""
    (taken,) = Table().told(FactionsTaken)
    assert taken.factions == tuple(map(fid, SIX))
    assert taken.circle == (0, 1, 2, 3, 4, 5)
    drawn = {Table(seating="random").script().game.circle, begun(seating="random").game.circle}
    assert all(sorted(circle) == [0, 1, 2, 3, 4, 5] for circle in drawn)


def test_nobody_can_give_anything_away() -> None:
    """DUN-TC-016, DUN-2.10.2: no gift to anybody but an ally, and that only by rules of sections 5 and 6."""
    table = Table("mentat", stops="W-11", hands={ATR: "Shield"})
    table.cannot(EMP, Give(1)).cannot(ATR, Allow(1))
    assert all(len(list(table.beside(one))) == 0 for one in SIX)


def test_every_purse_is_public() -> None:
    """DUN-TC-014, DUN-2.9.1, DUN-R-80: exactly, at any time."""
    table = Table("mentat", stops="W-11", spice={EMP: 17})
    assert table.view(ATR).factions[EMP].spice == 17
    assert table.view(None).factions[EMP].spice == 17
