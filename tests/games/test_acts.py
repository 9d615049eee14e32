"""What everybody sees to be done judges promises in every game, whatever answer brought it about; a turn ends them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from turncoat.games import game_ids, ruleset
from turncoat.games.conspiracy.events import RoundBegan as ConspiracyRound
from turncoat.games.conspiracy.events.turn import CoinGiven
from turncoat.games.dune.alliances.events import Given as SpiceGiven
from turncoat.games.dune.battle.events import BattleChosen
from turncoat.games.dune.bidding.events import CardSold
from turncoat.games.dune.mentat.events import GameEnded as DuneEnded
from turncoat.games.dune.shipment.events import Accompanied, Moved, Rallied, Shipped, Transferred
from turncoat.games.dune.spice_blow.events import AllianceBroken, AllianceFormed, WormRidden
from turncoat.games.dune.state import faction_id
from turncoat.games.dune.storm.events import TurnBegan as DuneTurn
from turncoat.games.loyalty.events import Given as CoinsGiven
from turncoat.games.loyalty.events import Moved as UnitsMoved
from turncoat.games.loyalty.events import TurnBegan as LoyaltyTurn
from turncoat.games.loyalty.events.war import Advanced, AttackAnnounced
from turncoat.games.thrice.events import Activated, CombatEnded, Declared, FellHelpless, Intercepted
from turncoat.games.thrice.events import RoundBegan as ThriceRound
from turncoat.games.truce.events import GameEnded as TruceEnded
from turncoat.games.truce.events import GiftGiven
from turncoat.games.truce.events import RoundBegan as TruceRound
from turncoat.kernel.chance import KEY_BYTES
from turncoat.kernel.events import SILENCE, Event
from turncoat.kernel.promise import Fate, Pledge

SEATS = {"truce": 4, "conspiracy": 4, "loyalty": 4, "thrice": 4, "dune": 6}
OPEN, KEPT, BROKEN, VOID = Fate.OPEN, Fate.KEPT, Fate.BROKEN, Fate.VOID
ME, BEN, CLARA = range(3)
TRUCE_ENDED = TruceEnded((ME,), (1, 1, 1, 1), (0, 0, 0, 0))


@cache
def begun(game: str) -> Any:
    rules = ruleset(game)
    return rules.start(rules.read_options({}), SEATS[game], bytes(KEY_BYTES), SILENCE)


def fate(game: str, pledge: Pledge, *events: Event) -> Fate:
    """What becomes of a promise when this happens."""
    rules = ruleset(game)
    held = rules.held(pledge)
    for event in events:
        rules.judge([held], begun(game), event)
    return held.fate


def faction(seat: int) -> str:
    return faction_id(begun("dune"), seat)


WE, BENS, CLARAS = map(faction, (ME, BEN, CLARA))


def will(act: str, times: int = 1, **fields: Any) -> Pledge:
    return Pledge(ME, act, fields, times=times)


def will_not(act: str, times: int = 1, **fields: Any) -> Pledge:
    return Pledge(ME, act, fields, will=False, times=times)


NOT_THERE = will_not("enter", place="arrakeen")
TURN_2, TURN_3 = DuneTurn(2), DuneTurn(3)


@pytest.mark.parametrize(
    ("pledge", "events", "what"),
    [
        (will("ally", to=BEN), [AllianceFormed((WE, BENS))], KEPT),
        (will("ally", to=BEN), [AllianceFormed((CLARAS, WE)), TURN_2], BROKEN),
        (will("ally", times=2, to=BEN), [TURN_2], OPEN),
        (will_not("forsake", times=2, ally=BEN), [TURN_2, AllianceBroken(WE, BENS)], BROKEN),
        (will_not("forsake", times=2, ally=BEN), [TURN_2, AllianceBroken(BENS, WE), TURN_3], KEPT),
        (NOT_THERE, [Shipped(WE, 3, "arrakeen/10", 3)], BROKEN),
        (NOT_THERE, [Rallied(WE, 3, "arrakeen/10")], BROKEN),
        (NOT_THERE, [Transferred(WE, {"carthag/11": 1}, "arrakeen/10", 1)], BROKEN),
        (NOT_THERE, [Moved(WE, {"carthag/11": 1}, "arrakeen/10", False)], BROKEN),
        (NOT_THERE, [WormRidden(WE, {"carthag/11": 1}, "arrakeen/10")], BROKEN),
        (NOT_THERE, [Transferred(WE, {"carthag/11": 1}, "", 1), TURN_2], KEPT),
        (NOT_THERE, [Shipped(BENS, 3, "arrakeen/10", 3), TURN_2], KEPT),
        (will_not("enter", place=Accompanied.middle), [Accompanied(WE)], BROKEN),
        (will_not("war", whom=BEN), [BattleChosen(WE, BENS, "arrakeen")], BROKEN),
        (will_not("war", whom=BEN), [BattleChosen(BENS, WE, "arrakeen"), TURN_2], KEPT),
        (will_not("buy"), [CardSold(WE, 1, False)], BROKEN),
        (will("hand", spice=3, to=BEN), [SpiceGiven(WE, BENS, 4)], KEPT),
        (will("hand", spice=3, to=BEN), [SpiceGiven(WE, BENS, 2), TURN_2], BROKEN),
        (will_not("buy"), [DuneTurn(1)], OPEN),
        (will_not("buy"), [DuneEnded(())], KEPT),
    ],
)
def test_dune_judges_alliances_places_attacks_and_prices(pledge: Pledge, events: list[Event], what: Fate) -> None:
    """DUN-2.10.1: talk is free, and what is done is seen: DUN-4.3.3, DUN-4.7, DUN-4.8.2, DUN-4.5.6, DUN-6.6.4."""
    assert fate("dune", pledge, *events) is what


ATTACK = AttackAnnounced(ME, "O1", "S1", (BEN, CLARA), 2)
ROUND_2 = LoyaltyTurn(ME, 5, 2)


@pytest.mark.parametrize(
    ("pledge", "events", "what"),
    [
        (will_not("war", whom=BEN), [ATTACK], BROKEN),
        (will_not("war", whom=CLARA), [ATTACK], BROKEN),
        (will_not("war", whom=3), [ATTACK, ROUND_2], KEPT),
        (will_not("war", times=2, whom=3), [LoyaltyTurn(BEN, 2, 1), ROUND_2], OPEN),
        (will_not("enter", place="S1"), [ATTACK], BROKEN),
        (will_not("enter", place="S1"), [UnitsMoved(ME, "O1", "S1", {"militia": 1})], BROKEN),
        (will_not("enter", place="S1"), [Advanced(ME, "O1", "S1", {"militia": 1})], BROKEN),
        (will("give", to=BEN, coins=2), [CoinsGiven(ME, BEN, 2)], KEPT),
        (will("give", to=BEN, coins=2), [CoinsGiven(ME, CLARA, 2), ROUND_2], BROKEN),
    ],
)
def test_loyalty_judges_wars_places_and_prices(pledge: Pledge, events: list[Event], what: Fate) -> None:
    """LOY-10.2.5, LOY-10.1.1, LOY-8.9: an attack on two players is one on each of them."""
    assert fate("loyalty", pledge, *events) is what


@pytest.mark.parametrize(
    ("pledge", "events", "what"),
    [
        (will("strike", target=4), [Declared(ME, (5, 4), False)], KEPT),
        (will("strike", target=4), [Declared(ME, (4,), True), ThriceRound(2)], BROKEN),
        (will("strike", target=4), [FellHelpless(4), ThriceRound(2)], VOID),
        (will("strike", target=4), [FellHelpless(ME)], VOID),
        (will("help", to=BEN), [Activated(ME, "aim", BEN, 1, False)], KEPT),
        (will("help", to=BEN), [Activated(ME, "aim", ME, 1, False), ThriceRound(2)], BROKEN),
        (will("shield", whom=BEN), [Intercepted(ME, BEN)], KEPT),
        (will("shield", whom=BEN), [Intercepted(ME, CLARA), CombatEnded("victory", 1)], BROKEN),
    ],
)
def test_thrice_judges_blows_and_help_and_nothing_about_who_is_out(
    pledge: Pledge, events: list[Event], what: Fate
) -> None:
    """THR-10.1, THR-11.2, THR-12.5; THR-15.4: who is helpless takes no part any more."""
    assert fate("thrice", pledge, *events) is what


@pytest.mark.parametrize(
    ("game", "pledge", "events", "what"),
    [
        ("truce", will("give", to=BEN, coins=2), [GiftGiven(ME, BEN, 3)], KEPT),
        ("truce", will("give", to=BEN, coins=2), [GiftGiven(ME, BEN, 1), TruceRound(2, 10, 1)], BROKEN),
        (
            "truce",
            will_not("give", to=BEN),
            [GiftGiven(ME, CLARA, 1), TRUCE_ENDED],
            KEPT,
        ),
        ("conspiracy", will("favour", to=BEN), [CoinGiven(ME, BEN)], KEPT),
        ("conspiracy", will("favour", to=BEN), [CoinGiven(ME, CLARA), ConspiracyRound(2, ())], BROKEN),
    ],
)
def test_a_price_is_paid_in_the_round_or_the_word_is_broken(
    game: str, pledge: Pledge, events: list[Event], what: Fate
) -> None:
    """TRU-4.2, CON-5.g: everybody sees who gives; who gives 3 coins has given 2."""
    assert fate(game, pledge, *events) is what


@pytest.mark.parametrize("game", game_ids())
def test_every_game_names_what_can_be_promised_with_the_reader_s_words(game: str) -> None:
    rules = ruleset(game)
    assert rules.acts is not None
    boxes = rules.acts.boxes(begun(game))
    assert {*boxes.tags} == rules.acts.tags
    assert all(box.action.phrase and box.rule for box in boxes.boxes)
