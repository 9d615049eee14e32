"""DUN-7.11.3 in a battle: what K-03, K-05 and K-17 prevent, and when it is too late for that.

A prevention is *lifted out* for a battle in which it matters, and is used up when that battle ends; one that matters in
no battle of the phase, or comes too late for this one, waits for the next.
"""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Prevent
from turncoat.games.dune.anytime import act_with, at_once
from turncoat.games.dune.events.battle import OrderVoid
from turncoat.games.dune.karama import prevented
from turncoat.games.dune.prescience import PRESCIENCE_PREVENTED, seer
from turncoat.games.dune.sections import Battle, Sections
from turncoat.games.dune.state import NOBODY, Dune, faction_id
from turncoat.games.dune.treachery import CALL_FOR_ALLY_PREVENTED, helper
from turncoat.games.dune.voice import VOICE_PREVENTED, speaker
from turncoat.kernel import Tell
from turncoat.kernel.play import reopen

OWNER = {PRESCIENCE_PREVENTED: seer, CALL_FOR_ALLY_PREVENTED: helper, VOICE_PREVENTED: speaker}
"""Who would have the advantage in a battle, by entry."""
VOICE, PRESCIENCE, FIRST_PLAN, TREACHERY = "voice", "prescience", "first_plan", "treachery"
"""Steps of a battle."""


def concerns(game: Dune, battle: Battle, entry: str) -> bool:
    """DUN-7.11.3: whether somebody could have the advantage in this battle."""
    return OWNER[entry](game, battle) != NOBODY


def lift(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-7.11.4: preventions that have waited for such a battle are in force in it."""
    battle.lifted = [entry for entry in OWNER if prevented(game, entry) and concerns(game, battle, entry)]


def has_sealed(battle: Battle, seat: int) -> bool:
    """Whether a combatant's plan is in."""
    return seat in battle.plans or (battle.pending is not None and seat in battle.pending.answers)


def prevent_here(game: Dune, battle: Battle, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DK-21: Karama during a battle: what is still to come is prevented in it."""
    assert isinstance(action, Prevent)
    started = at_once(game, battle, seat, action, tell)
    if action.entry in OWNER and concerns(game, battle, action.entry):
        TAKE_EFFECT[action.entry](game, battle, tell)
    return started


def silence(game: Dune, battle: Battle, tell: Tell) -> None:
    """K-17: no Voice in this battle; an order already given is void if the opponent has not sealed."""
    if battle.step == VOICE:
        battle.lifted.append(VOICE_PREVENTED)
        reopen(battle)
    elif battle.voice is not None and not has_sealed(battle, battle.commanded):
        battle.lifted.append(VOICE_PREVENTED)
        battle.voice, battle.commanded = None, NOBODY
        tell.all(OrderVoid, faction_id(game, speaker(game, battle)), VOICE_PREVENTED)


def blind(game: Dune, battle: Battle, tell: Tell) -> None:
    """K-03: no Prescience in this battle; a question not yet answered lapses and is not replaced."""
    if battle.step in (VOICE, PRESCIENCE):
        battle.lifted.append(PRESCIENCE_PREVENTED)
        if battle.step == PRESCIENCE:
            reopen(battle)
    elif battle.prescience is not None and not has_sealed(battle, battle.foreseen):
        battle.lifted.append(PRESCIENCE_PREVENTED)
        battle.prescience, battle.foreseen = None, NOBODY
        tell.all(OrderVoid, faction_id(game, seer(game, battle)), PRESCIENCE_PREVENTED)
        if battle.step == FIRST_PLAN:
            reopen(battle)


def hush(game: Dune, battle: Battle, tell: Tell) -> None:
    """K-05: nobody calls for an ally in this battle; a call that is sealed but not yet shown does not count."""
    if battle.resolved:
        return
    battle.lifted.append(CALL_FOR_ALLY_PREVENTED)
    friend = helper(game, battle)
    if battle.step == TREACHERY and battle.pending is not None and friend in battle.pending.asked:
        battle.pending.asked.remove(friend)
        battle.pending.answers.pop(friend, None)


TAKE_EFFECT = {VOICE_PREVENTED: silence, PRESCIENCE_PREVENTED: blind, CALL_FOR_ALLY_PREVENTED: hush}
"""What a prevention does when it is played during a battle, by entry."""

in_battle = act_with({Prevent: prevent_here})
"""What is done beside a decision of a battle that is not resolved."""


def in_battle_window(game: Dune, battle: Battle, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-2.7.1: what was done in W-8 opens the window again for everybody without a standing pass."""
    started = in_battle(game, battle, seat, action, tell)
    reopen(battle)
    return started
