"""What is foreseen is what happens: every sentence is held against what the game does when the answer is given."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace
from tests.games.dune.seen import NAMES, PRESETS, SEEDS, Asked, answers, moments

from turncoat.games.dune.actions import PASS, DuneAction
from turncoat.games.dune.advantages import CARD_INCOME, has
from turncoat.games.dune.battle.plan import can_meet
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.bidding.events import CardSold
from turncoat.games.dune.board import outlook
from turncoat.games.dune.drawing.outlook import storm_range
from turncoat.games.dune.events import Paid
from turncoat.games.dune.facts import FACTION_IDS
from turncoat.games.dune.known import Shadow
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.revival.events import ForcesRevived, LeaderRevived
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.shared.forces import full_strongholds, occupants
from turncoat.games.dune.shared.map import BORDERING, LOCATION, POLE, SECTOR_OF, TERRITORY_OF
from turncoat.games.dune.shipment import Move, Ship, Transfer, UseHajr, Withdraw
from turncoat.games.dune.shipment.board import way
from turncoat.games.dune.shipment.events import Shipped, Transferred
from turncoat.games.dune.shipment.movement import range_of_move
from turncoat.games.dune.spice_blow import Ride
from turncoat.games.dune.state import Dune, faction_id
from turncoat.games.dune.storm import Dial, UseWeatherControl
from turncoat.games.dune.storm.events import StormMoved, StormStruck
from turncoat.games.dune.text import DuneNames
from turncoat.games.dune.text import skin as worn
from turncoat.kernel import Event, Tell, clone, play
from turncoat.kernel.events import SILENCE, Listener

Journey = Ship | Move | Ride | UseHajr | Transfer


def given(one: Asked, action: DuneAction) -> tuple[Dune, list[Event]]:
    """The game after the answer, and what everybody heard."""
    game, heard = clone(one.game), Listener()
    play.submit(game, one.seat, action, heard)
    return game, [event for audience, event in heard.heard if audience is None]


def passed(game: Dune, until: type[Event]) -> list[Event]:
    """Everybody passes until something happens."""
    heard = Listener()
    while not any(isinstance(event, until) for _, event in heard.heard):
        play.submit(game, play.waiting(game)[0], PASS, heard)
    return [event for _, event in heard.heard]


def first_payment(events: list[Event], faction: str, rules: tuple[str, ...]) -> list[Paid]:
    """What a faction and its ally pay at once, by the rule that makes them."""
    return [event for event in events if isinstance(event, Paid) and event.payer and event.rule in rules]


def price_in(lines: list[str]) -> int:
    found = re.search(r"[Ii]t costs (\d+) spice", " ".join(lines))
    return int(found[1]) if found else 0


# --- shipments ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_price_of_a_shipment(seed: int, preset: str) -> None:
    """DUN-4.7.2, DUN-4.7.4, DUN-6.5.3, DUN-7.11.2: the price, who is paid, what is left."""
    seen = 0
    for one, action, lines in answers(Ship, seed, 3, preset):
        game, events = given(one, action)
        (shipped,) = [event for event in events if isinstance(event, Shipped)]
        paid = first_payment(events, faction_id(game, one.seat), ("DUN-4.7.4", "DUN-5.2.2"))
        assert price_in(lines) == shipped.spice == sum(event.spice for event in paid)
        for event in paid:
            assert (NAMES.label("faction", event.to) if event.to else "the bank") in lines[1].partition("paid to")[2]
        own = sum(event.spice for event in paid if event.payer == faction_id(game, one.seat))
        left = one.game.spice[one.seat] - own
        if own:
            assert (f"You keep {left} spice." if left else "That is all your spice.") in lines
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_the_price_of_a_transfer(seed: int) -> None:
    """DUN-6.5.2, DUN-6.5.3: across the planet and back home."""
    found: list[tuple[Asked, Transfer | Withdraw, list[str]]] = [*answers(Transfer, seed), *answers(Withdraw, seed)]
    for one, action, lines in found:
        _, events = given(one, action)
        (moved,) = [event for event in events if isinstance(event, Transferred)]
        assert price_in(lines) == moved.spice


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_met_on_arrival(seed: int) -> None:
    """DUN-4.8.1: a battle is foreseen where forces of strangers can be met, and nowhere else."""
    battles = 0
    found: list[tuple[Asked, Journey, list[str]]] = [
        *answers(Ship, seed),
        *answers(Move, seed),
        *answers(Ride, seed),
    ]
    for one, action, lines in found:
        game, _ = given(one, action)
        territory = TERRITORY_OF[LOCATION[action.to]]
        foes = [
            other
            for other in occupants(game, territory)
            if other not in (one.seat, game.ally[one.seat])
            and territory != POLE
            and can_meet(game, one.seat, other, territory)
        ]
        told = [line for line in lines if line.startswith("Battle in")]
        assert len(told) == len(foes)
        for other in foes:
            assert any(line.endswith(f"of {NAMES.label('faction', faction_id(game, other))}.") for line in told)
        battles += len(told)
    assert battles


@pytest.mark.parametrize("seed", SEEDS)
def test_the_next_storm_is_foreseen(seed: int) -> None:
    """DUN-4.1.2, DUN-4.1.5: "whatever is dialled" and "if 3 or more is dialled" are what dials can do."""
    for one, action, lines in answers(Ship, seed):
        ahead = (SECTOR_OF[LOCATION[action.to]] - one.game.storm) % 18
        low, high = storm_range(one.game)
        assert (low, high) == (2, 6)
        told = next((line for line in lines if line.startswith("Open to the storm")), "")
        if told:
            assert ("whatever" in told) == (ahead <= low)
            assert ahead <= high
            assert ahead <= low or f"if {ahead} or more" in told


# --- moves --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_way_of_a_move(seed: int) -> None:
    """DUN-4.7.7, DUN-4.7.8: neighbours one after the other, outside the storm, not too many, to the very goal."""
    far = 0
    found: list[tuple[Asked, Move | UseHajr, list[str]]] = [*answers(Move, seed), *answers(UseHajr, seed)]
    for one, action, lines in found:
        game, seat, goal = one.game, one.seat, LOCATION[action.to]
        steps = range_of_move(game, seat, game.forces[seat])
        for origin in map(LOCATION.__getitem__, action.forces):
            entered = way(origin, goal, steps, game.storm, full_strongholds(game, seat))
            assert len(entered) <= steps
            assert not entered or entered[-1] == TERRITORY_OF[goal]
            line = [TERRITORY_OF[origin], *entered]
            assert all(other in BORDERING[before] for before, other in pairwise(line))
            assert not set(entered) & full_strongholds(game, seat)
            if entered:
                with pytest.raises(LookupError):
                    way(origin, goal, len(entered) - 1, game.storm, full_strongholds(game, seat))
            far += len(entered) > 1
        assert f"can move up to {steps}" in " ".join(lines) or lines[0].startswith("The forces stay within")
    assert far or seed not in (1, 2)


def test_there_is_no_way_through_the_storm() -> None:
    """DUN-2.1.5: the storm sector is entered by nobody."""
    with pytest.raises(LookupError):
        way(LOCATION["great-flat/14"], LOCATION["greater-flat/15"], 1, 15)


# --- bids and revivals --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_bid_costs_if_it_wins(seed: int, preset: str) -> None:
    """DUN-4.5.6, DUN-6.6.2, DUN-O-17: the price, who is paid, and that nothing is paid behind a Karama card."""
    for one, action, lines in answers(Bid, seed, 1, preset):
        if one.game.promises:
            continue
        game, _ = given(one, action)
        events = passed(game, CardSold)
        place = next(number for number, event in enumerate(events) if isinstance(event, CardSold))
        sold = events[place]
        assert isinstance(sold, CardSold)
        paid = [event for event in events[place + 1 :] if isinstance(event, Paid) and event.rule == "DUN-4.5.6"]
        ally = game.ally[one.seat]
        kept = action.help if has(game, ally, CARD_INCOME) else 0
        assert price_in(lines) == sum(event.spice for event in paid) + kept == sold.amount
        if sold.karama:
            assert any("the card pays" in line for line in lines)
        held = len(game.hands[one.seat])
        bonus = any("you draw one more" in line for line in lines)
        assert any(f"Your hand has {held - bonus} card" in line for line in lines) or sold.karama


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_revival_costs(seed: int) -> None:
    """DUN-4.6.2, DUN-4.6.4: free ones, paid ones, leaders; reserves and tanks afterwards."""
    for one, action, lines in answers(Revive, seed, 6):
        game, events = given(one, action)
        own = [event for event in events if isinstance(event, ForcesRevived | LeaderRevived)]
        cost = sum(event.spice for event in own if event.faction == faction_id(game, one.seat))
        assert price_in(lines) == cost + 2 * action.extra
        if action.forces or action.leader:
            told = f"{game.reserves[one.seat]} force"
            assert told in lines[-1] or len(events) > 4
            assert f"{one.game.tanks[one.seat] - action.forces - action.extra} in the tanks" in lines[-1]
        else:
            assert action.extra or lines == ["You revive nobody."]


# --- storm --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_storm_destroys(seed: int) -> None:
    """DUN-4.1.4, DUN-4.1.5, DUN-7.14.1: Weather Control does what was foreseen, word for word."""
    for moment in moments(seed, turns=4):
        if moment.key == "storm.window":
            game = clone(moment.game)
            game.hands[moment.seat] = (*game.hands[moment.seat], "weather-control")
            view = RULES.view(game, moment.seat)
            for sectors in (0, 4, 10):
                trial, heard = clone(game), Listener()
                lines = outlook(view, UseWeatherControl(sectors), NAMES)
                play.submit(trial, moment.seat, UseWeatherControl(sectors), heard)
                told = [event.say(NAMES) for _, event in heard.heard if isinstance(event, StormMoved | StormStruck)]
                assert list(lines[: len(told)]) == told
                first = NAMES.label("faction", faction_id(trial, trial.order[0]))
                assert f"{first} is first in this turn." in lines


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_dial_can_do(seed: int) -> None:
    """DUN-4.1.2, DUN-4.1.3: every sum that the other dial can make, with the losses it brings."""
    for one, action, lines in answers(Dial, seed, 1):
        if one.game.storm < 0:
            continue
        assert [int(line.partition(" ")[0]) for line in lines] == [action.number + other for other in (1, 2, 3)]
        for other in (1, 2, 3):
            game, heard = clone(one.game), Listener()
            for seat in play.asked(game):
                if seat != one.seat:
                    play.submit(game, seat, Dial(other))
            play.submit(game, one.seat, action, heard)
            while not any(isinstance(event, StormMoved) for _, event in heard.heard):
                play.submit(game, play.waiting(game)[0], PASS, heard)
            struck = [event for _, event in heard.heard if isinstance(event, StormStruck)]
            assert ("destroys nothing" in lines[other - 1]) == (not struck)
            for event in struck:
                for faction in event.forces:
                    assert NAMES.label("faction", faction) in lines[other - 1]


# --- everything ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("skin", ["dune", "neutral"])
@pytest.mark.parametrize("preset", PRESETS)
def test_everything_that_can_be_answered_can_be_foreseen(seed: int, preset: str, skin: str) -> None:
    """DUN-1.5: sentences that end, for every legal answer, worked out from what the seat sees."""
    luck, names = Random(seed), DuneNames((), worn(skin))
    for moment in moments(seed, turns=4, preset=preset):
        for action in moment.some(luck):
            lines = outlook(moment.view, action, names)
            assert all(line.endswith((".", ".”")) for line in lines), lines
            assert all(line[0].isupper() or line[0].isdecimal() for line in lines), lines
            assert not any(f" {faction} " in line for line in lines for faction in FACTION_IDS), lines


def test_spectators_foresee_nothing() -> None:
    one = next(moment for moment in moments(3) if moment.key == "auction.bid")
    assert outlook(RULES.view(one.game, None), Bid(1), NAMES) == ()
    assert SILENCE.listening is False


# --- planted faults -----------------------------------------------------------------------------


def test_a_wrong_price_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The detector sees a price that is not the game's."""
    right = Shadow.after

    def dearer(self: Shadow, move: Callable[[Dune, Tell], object]) -> tuple[Dune, list[Event]]:
        game, events = right(self, move)
        return game, [replace(event, spice=event.spice + 1) if isinstance(event, Paid) else event for event in events]

    monkeypatch.setattr(Shadow, "after", dearer)
    with pytest.raises(AssertionError):
        test_the_price_of_a_shipment(1, "rulebook")
