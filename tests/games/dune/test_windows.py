"""DUN-2.6 to DUN-2.8: what can be done at any time, windows, stops, standing orders, deadlines."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest
from tests.games.dune.story import ATR, EMP, FRE, GUI, HAR, KEY, SIX, Table, fid
from tests.kit import sure

from turncoat.games.dune.actions import PASS
from turncoat.games.dune.alliances import Give
from turncoat.games.dune.anytime import KEYS, NEXUS_WINDOW
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.events import CardUsed
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.options import WINDOWS
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.sections import Battle, BattleStep, FactionStep, FactionTurn, Mentat
from turncoat.games.dune.storm import Dial, UseAtomics
from turncoat.games.dune.truthtrance import AskCard
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE

PLACES = {
    "W-1": "storm",
    "W-2": "spice_blow",
    "W-4": "bidding",
    "W-5": "revival",
    "W-6": "shipment_and_movement",
    "W-7": "battles",
    "W-10": "collection",
    "W-11": "mentat",
}
"""The windows at the beginning of a phase; DUN-W-3 is the Nexus; DUN-W-8 and DUN-W-9 belong to each battle."""
FIGHT = {HAR: "Tsimpo 10: 3", EMP: "Tsimpo 10: 3"}


@pytest.mark.parametrize("window", PLACES)
def test_a_window_opens_for_everybody(window: str) -> None:
    """DUN-W-1 to DUN-W-11, DUN-2.7.1, DUN-R-81, DUN-R-100: one stop is enough for all to be asked.

    Then all must pass.
    """
    table = Table(PLACES[window], stops=window, forces=FIGHT, fighters=(HAR, EMP))
    if window == "W-1":
        table.do(HAR, Dial(1)).do(EMP, Dial(1))
    assert table.key == KEYS[window]
    assert table.asked() == list(SIX)
    for faction in SIX:
        table.do(faction, PASS)
    assert table.key != KEYS[window] or window == "W-4"


@pytest.mark.parametrize("window", PLACES)
def test_a_window_without_a_stop_closes_at_once(window: str) -> None:
    """DUN-2.7.2, DUN-DK-06: standing passes are given in every window but DUN-W-1 (DUN-O-12).

    Nobody is asked anything.
    """
    table = Table(PLACES[window], stops="", forces=FIGHT, fighters=(HAR, EMP))
    if window == "W-1":
        table.do(HAR, Dial(1)).do(EMP, Dial(1))
    assert table.key != KEYS[window]


def test_stops_by_default() -> None:
    """DUN-O-12, DUN-2.7.2: DUN-W-1 alone; each player's stops are his own secret."""
    game = RULES.start(RULES.read_options({}), 6, KEY, SILENCE)
    own = sure(RULES.view(game, 0).own)
    assert own.stops == ("W-1",)
    play.order_standing(game, 0, KEYS["W-1"], PASS)
    play.order_standing(game, 0, KEYS["W-6"])
    own, other = sure(RULES.view(game, 0).own), sure(RULES.view(game, 1).own)
    assert (own.stops, other.stops) == (("W-6",), ("W-1",))
    assert set(KEYS) == set(WINDOWS)
    assert NEXUS_WINDOW in KEYS


def test_what_is_done_opens_the_window_again() -> None:
    """DUN-2.7.1: for everybody who has not given a standing pass."""
    table = Table("mentat", stops="W-11", hands={GUI: "Karama"})
    play.order_standing(table.game, ATR, KEYS["W-11"], PASS)
    table.passes(HAR, FRE).do(GUI, Prevent("K-10"))
    assert table.asked() == [HAR, FRE, EMP, GUI, 5]


def test_six_passive_players_are_asked_nothing_in_vain() -> None:
    """DUN-2.7.3, DUN-2.9.3, DUN-2.8.1: with standing orders left once, every question that is left is a choice."""
    game = RULES.start(RULES.read_options({"turns": 3}), 6, KEY, SILENCE)
    for seat in range(6):
        for key in play.repeated_questions(game):
            if key not in ("nexus.alliances", "revival.revivals", "battle.discards"):
                play.order_standing(game, seat, key, PASS)
    asked: Counter[str] = Counter()
    while not play.over(game):
        now = sure(play.decision(game))
        for seat in play.waiting(game):
            choice = play.boxes(game, seat).count + play.beside(game, seat).count
            assert choice > 1, f"{now.key} asks seat {seat} for a click that decides nothing"
        asked[now.key.partition(".")[0]] += game.turn > 0
        play.time_up(game)
    assert not [key for key in asked if "window" in key]
    assert set(asked) <= {"setup", "storm", "nexus", "revival", "faction_turn", "battles", "battle"}


def test_a_standing_order_can_have_several_answers() -> None:
    """DUN-2.7.3: pass an auction above an amount: bid as long as it is cheap enough, and pass otherwise."""
    table = Table("storm", fighters=(HAR, EMP), deck="Shield")
    play.order_standing(table.game, ATR, "auction.bid", Bid(1), Bid(2), PASS)
    table.until("auction.bid")
    auction = sure(table.view(None).auction)
    high = {auction.high}
    assert fid(ATR) in high or auction.bidder != fid(ATR)


def test_everything_has_a_default() -> None:
    """DUN-2.8.1, DUN-O-11, DUN-R-92: a whole game is played by deadlines alone; no card is spent on it."""
    listener = Table().listener
    game = RULES.start(RULES.read_options({}), 6, KEY, listener)
    while not play.over(game):
        play.time_up(game, listener)
        assert RULES.audit(game) == []
    assert not [event for _, event in listener.heard if isinstance(event, CardUsed)]


def test_defaults_at_random_are_their_owners_alone() -> None:
    """DUN-DK-03, DUN-DK-04, DUN-R-99: they are made of what the owner knows, so that others cannot foresee them."""
    table = Table("storm", fighters=(HAR, EMP), hands={HAR: "Shield"})
    before = play.default_of(table.game, HAR)
    table.game.hands[EMP] = ("lasgun",)
    assert play.default_of(table.game, HAR) == before
    dials = set()
    for turn in range(1, 9):
        table.game.turn = turn
        dials.add(play.default_of(table.game, HAR))
    assert dials == {Dial(1), Dial(2), Dial(3)}


def test_nothing_can_be_played_before_the_first_storm() -> None:
    """DUN-2.6.1, DUN-R-93."""
    table = Table().until("storm.dial")
    table.game.hands[ATR] = ("karama", "truthtrance")
    assert table.beside(ATR).count == 0


def test_anytime_actions_in_order_of_arrival() -> None:
    """DUN-2.6.2, DUN-R-87: each is carried out at once and undone by none that follows."""
    table = Table("mentat", stops="W-11", hands={GUI: "Karama", HAR: "Truthtrance"}, allies=((EMP, FRE),))
    table.do(EMP, Give(2)).do(GUI, Prevent("K-10")).do(HAR, AskCard(fid(GUI), "karama"))
    assert table.spice(FRE) == 12
    table.cannot(EMP, Give(1))


def test_a_refused_answer_changes_nothing() -> None:
    """DUN-2.9.4: it is told to its sender alone."""
    table = Table("mentat", stops="W-11")
    told = len(table.listener.heard)
    table.refused(ATR, Dial(3))
    table.refused(ATR, UseAtomics())
    assert len(table.listener.heard) == told


def test_the_faults_of_a_default_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """DUN-2.9.3, DUN-R-100: the fault is planted: a window asks only those who hold a card."""
    steps = Mentat.table_of_contents
    monkeypatch.setattr(steps["window"], "asked", lambda game, _: [seat for seat in range(6) if game.hands[seat]])
    table = Table("mentat", stops="W-11", hands={GUI: "Karama"})
    assert table.asked() != list(SIX)


def test_steps_are_called_in_code_as_in_their_flow() -> None:
    """DUN-4.7, DUN-4.8.4: what a section can be asked to be at is what its flow says."""
    battle = [step for part in get_args(BattleStep) for step in get_args(part)]
    assert sorted(battle) == sorted(name for name in Battle.table_of_contents if name)
    assert sorted(get_args(FactionStep)) == sorted(name for name in FactionTurn.table_of_contents if name)
