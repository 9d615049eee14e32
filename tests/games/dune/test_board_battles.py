"""What a battle plan might do is what it does, whatever the other side plays (DUN-1.5)."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.dune.seen import NAMES, PRESETS, SEEDS, Asked, moments
from tests.kit import says

from turncoat.games.dune.actions import PASS
from turncoat.games.dune.battle import Call, Plan
from turncoat.games.dune.battle.events import BattleDecided, Exploded, ForcesLost, NobodyWon
from turncoat.games.dune.battle.outlook import Prospects
from turncoat.games.dune.battle.plan import foe
from turncoat.games.dune.board import outlook
from turncoat.games.dune.events import Paid
from turncoat.games.dune.known import Shadow
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune, faction_id
from turncoat.kernel import Event, clone, play
from turncoat.kernel.events import Listener


def key(game: Dune) -> str:
    """The decision that is open; empty once the game is over."""
    now = play.decision(game)
    return "" if now is None else now.key


def resolved(one: Asked, plan: Plan, luck: Random) -> list[Event]:
    """The battle with this plan and any plan of the foe; nobody calls treachery."""
    game, heard = clone(one.game), Listener()
    play.submit(game, one.seat, plan, heard)
    for seat in play.waiting(game) if key(game) == "battle.plans" else ():
        boxes = play.boxes(game, seat)
        play.submit(game, seat, boxes.nth(luck.randrange(boxes.count)), heard)
    while key(game) == "battle.treachery":
        play.submit(game, play.waiting(game)[0], PASS, heard)
    return [event for _, event in heard.heard]


@pytest.mark.parametrize("seed", [*SEEDS, 11])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_battle_goes_as_it_might(seed: int, preset: str) -> None:
    """DUN-4.8.14 to DUN-4.8.16: what happens is always one of the things that were said to be possible."""
    luck, fought = Random(seed), 0
    for moment in moments(seed, turns=4, preset=preset):
        if moment.key != "battle.plans":
            continue
        for _ in range(6):
            plan = moment.boxes.nth(luck.randrange(moment.boxes.count))
            assert isinstance(plan, Plan)
            prospects = Prospects(Shadow(moment.view), moment.seat, plan)
            events, me = resolved(moment, plan, luck), faction_id(moment.game, moment.seat)
            lines = " ".join(outlook(moment.view, plan, NAMES))
            if any(isinstance(event, Exploded) for event in events):
                assert prospects.may_explode
            for event in events:
                if isinstance(event, BattleDecided):
                    mine, theirs = event.totals if event.winner == me else event.totals[::-1]
                    fitting = [c for c in prospects.fights if c.mine == mine and c.low <= theirs <= c.high]
                    assert fitting, (plan, mine, theirs, prospects.clashes)
                    won = event.winner == me
                    assert prospects.may_win if won else prospects.may_lose
                    assert ("You lose, whatever" not in lines) if won else ("You win, whatever" not in lines)
                    fought += 1
    assert fought


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_lost_in_a_battle(seed: int) -> None:
    """DUN-4.8.17, DUN-4.8.18: the winner loses what was dialled, the loser everything there."""
    luck = Random(seed)
    for moment in moments(seed, turns=4):
        if moment.key != "battle.plans":
            continue
        plan = moment.boxes.nth(luck.randrange(moment.boxes.count))
        assert isinstance(plan, Plan)
        lines, me = outlook(moment.view, plan, NAMES), faction_id(moment.game, moment.seat)
        events = resolved(moment, plan, luck)
        decided = next((event for event in events if isinstance(event, BattleDecided)), None)
        lost = sum(event.forces for event in events if isinstance(event, ForcesLost) and event.faction == me)
        if decided is not None and decided.winner == me:
            assert lost == plan.dial
            assert any(line.startswith(f"If you win, you lose {plan.dial} of") for line in lines)
        elif decided is not None:
            assert any(line.startswith("If you lose, you lose all your forces there") for line in lines)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_call_brings_what_it_was_said_to_bring(seed: int) -> None:
    """DUN-4.8.12: no losses, the traitor's strength in spice, everything of the other side lost."""
    for moment in moments(seed, turns=4):
        if moment.key != "battle.treachery":
            continue
        game = clone(moment.game)
        battle = next(section for section in game.stack if isinstance(section, Battle))
        other = foe(battle, moment.seat) if moment.seat in (battle.aggressor, battle.defender) else None
        hero = battle.plans[other].hero if other is not None else None
        if other is None or hero is None:
            continue
        game.traitors[moment.seat] = (*game.traitors[moment.seat], hero)
        lines = outlook(RULES.view(game, moment.seat), Call(), NAMES)
        heard = Listener()
        for seat in play.asked(game):
            if seat != moment.seat:
                play.submit(game, seat, PASS)
        play.submit(game, moment.seat, Call(), heard)
        assert not any(isinstance(event, NobodyWon) for _, event in heard.heard)
        lost = sum(event.forces for _, event in heard.heard if isinstance(event, ForcesLost))
        won = sum(event.spice for event in map(_event, heard.heard) if isinstance(event, Paid) and not event.payer)
        says(lines[0], f"with {won} spice", f"{lost} force")


def _event(heard: tuple[object, Event]) -> Event:
    return heard[1]


# --- planted faults -----------------------------------------------------------------------------


def test_a_blind_eye_to_cards_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The detector sees that a foe played what was said to be impossible."""
    monkeypatch.setattr("turncoat.games.dune.battle.outlook.struck", lambda battle, seat: False)
    with pytest.raises(AssertionError):
        test_a_battle_goes_as_it_might(SEEDS[0], "rulebook")
