"""All tricks by everybody and against everybody, in random combats that are watched; and planted faults."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.games.thrice.story import Table, sheet

from turncoat.games.thrice import attack, clues, end, tricks, zones
from turncoat.games.thrice.actions import Build
from turncoat.games.thrice.events import Activated, Locked, Neutralized, Struck
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.skills import TRICKS
from turncoat.games.thrice.state import Thrice
from turncoat.kernel import play
from turncoat.kernel.events import Listener

RICH = sheet(wealth=10)


def random_combats(profile: str, number: int, **options: object) -> list[Listener]:
    """Combats with everything bought at random, every step of them sound."""
    found = []
    for luck in range(number):
        chance, listener = Random(luck), Listener()
        chosen = RULES.read_options({"profile": profile, "starting_wealth": 10, "round_limit": 9} | options)
        game = RULES.start(chosen, 4, chance.randbytes(32), listener)
        while not play.over(game):
            seat = play.waiting(game)[0]
            play.submit(game, seat, play.boxes(game, seat).sample(chance.randrange), listener)
            assert RULES.audit(game) == []
        found.append(listener)
    return found


@pytest.mark.parametrize("profile", ["explained", "sheet"])
def test_every_trick_by_everybody_for_everybody(profile: str) -> None:
    """THR-11.2, THR-14.2, THR-14.4: paid, bought or for a turn, for oneself and for others."""
    seen: Counter[tuple[str, str, bool]] = Counter()
    for listener in random_combats(profile, 20):
        for _, event in listener.heard:
            if isinstance(event, Activated):
                how = "paid" if event.price else "turn" if event.whole_turn else "bought"
                seen[event.trick, how, event.giver == event.to] += 1
    wanted = {(trick, how) for trick in TRICKS[profile] for how in ("paid", "turn", "bought")}
    assert {(trick, how) for trick, how, _ in seen} == wanted
    shared = {"lock", "neutralize", "flank"} if profile == "sheet" else set()
    for trick in set(TRICKS[profile]) - shared:
        assert any(own for one, _, own in seen if one == trick)
        assert any(not own for one, _, own in seen if one == trick)


def test_locks_and_neutralizing_on_both_sides() -> None:
    """THR-13.5, THR-13.6: every trick of everybody can be locked; coins, tokens and locks can go."""
    locked: set[tuple[str, bool]] = set()
    gone: set[str] = set()
    for listener in random_combats("sheet", 25):
        locked |= {(event.trick, event.who < 3) for _, event in listener.heard if isinstance(event, Locked)}
        gone |= {event.token for _, event in listener.heard if isinstance(event, Neutralized)}
    assert locked == {(trick, side) for trick in TRICKS["sheet"] for side in (True, False)}
    assert {"counter", "flank", "intercept", "swipe", "lock on swipe", "weapon token"} <= gone


def test_everybody_hits_everybody() -> None:
    """THR-10.2: each character each opponent, and the other way round."""
    table = Table(3, zones="off", character_condition_start=15, enemy_condition_start=99)
    for number in range(6):
        for who in range(3):
            table.go(who).hit(who, table.foe(number))
        for foe in table.foes:
            table.blow(foe, (foe + number) % 3, 10, 10)
    hits = {(event.attacker, event.target) for event in table.heard(Struck)}
    assert all((who, foe) in hits and (foe, who) in hits for who in range(3) for foe in table.foes)


# --- planted faults ---------------------------------------------------------------------------


def told_wrongly(game: Thrice, who: int, total: int, hit: bool) -> None:
    SAW(game, who, total, not hit)


SAW = clues.saw_defence
FAULTS: dict[str, tuple[object, str, object, str, dict[str, object]]] = {
    "a wound without an end": (end, "leave_combat", lambda game, who: None, r"THR-15\.5", {}),
    "an engagement that never dissolves": (zones, "_take_out", lambda game, leaving: None, r"THR-(9|15)\.", {}),
    "strengthening without end": (tricks, "MOST_CONDITION", 99, r"THR-12\.6", {"trick_cost": 0}),
    "false evidence": (clues, "saw_defence", told_wrongly, r"THR-1\.3", {}),
    "a combat that goes on alone": (attack, "decided", lambda game: False, r"THR-15\.4", {}),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """THR-15.5, THR-9.5, THR-12.6, THR-1.3, THR-15.4: the audit of random combats names the rule that is broken."""
    place, what, instead, rule, options = FAULTS[name]
    monkeypatch.setattr(place, what, instead)
    with pytest.raises(AssertionError, match=rule):
        random_combats("explained", 30, **options)


def test_coins_that_stay_with_the_helpless_are_caught() -> None:
    """THR-11.6."""
    table = Table(advantage=9)
    table.game.coins["bleed"] = (1 << 1, 0, 0, 0, *[0] * 6)
    table.game.condition[1] = 0
    table.game.active &= ~2
    table.game.free &= ~2
    assert any("THR-11.6" in sentence for sentence in RULES.audit(table.game))


def test_spending_too_much_is_caught() -> None:
    """THR-5.2, THR-5.1."""
    table = Table(sheets=[RICH], build=Build(0, 0, {"weapon A": 3}))
    table.game.wealth = 2
    table.game.removed = 0
    assert any("THR-5.2" in sentence for sentence in RULES.audit(table.game))
    table.game.removed = 1
    assert any("THR-5.1" in sentence for sentence in RULES.audit(table.game))
