"""DUN-4.8.12 to DUN-4.8.18: treachery, explosion, weapons, strength, losses."""

from __future__ import annotations

from turncoat.games.dune.events.battle import BattleDecided, ForcesLost
from turncoat.games.dune.forces import kill, outside_storm, stacks_in
from turncoat.games.dune.leaders import strength, tie
from turncoat.games.dune.map import PRINTED_SPICE, TERRITORY_IDS
from turncoat.games.dune.plan import combatants, foe
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune, faction_id
from turncoat.kernel.events import Tell


def resolve(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.12 to DUN-4.8.16: which of the four ways it goes."""
    totals = {seat: battle.plans[seat].dial + strength(battle.plans[seat].hero) for seat in combatants(battle)}
    battle.winner = max(combatants(battle), key=totals.__getitem__)
    loser = foe(battle, battle.winner)
    tell.all(
        BattleDecided,
        "DUN-4.8.16",
        faction_id(game, battle.winner),
        faction_id(game, loser),
        (totals[battle.winner], totals[loser]),
    )
    for seat in combatants(battle):
        hero = battle.plans[seat].hero
        if hero is not None:
            tie(game, hero, battle.territory)
    lose_all(game, battle, loser, tell)
    pay_dial(game, battle, tell)


def lose_all(game: Dune, battle: Battle, seat: int, tell: Tell) -> None:
    """DUN-4.8.18: all the loser's forces in the territory go to the tanks."""
    stacks = stacks_in(game, seat, battle.territory)
    for place, number in stacks:
        kill(game, seat, place, number)
    lost = sum(number for _, number in stacks)
    tell.all(ForcesLost, "DUN-4.8.18", faction_id(game, seat), TERRITORY_IDS[battle.territory], lost)


def pay_dial(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.17, R-68: the winner loses what was dialled, from locations with the least printed spice first."""
    left = battle.plans[battle.winner].dial
    stacks = outside_storm(game, battle.winner, battle.territory)
    for place, number in sorted(stacks, key=lambda one: (PRINTED_SPICE[one[0]], one[0])):
        dying = min(left, number)
        if dying:
            kill(game, battle.winner, place, dying)
            left -= dying
    lost = battle.plans[battle.winner].dial
    if lost:
        tell.all(ForcesLost, "DUN-4.8.17", faction_id(game, battle.winner), TERRITORY_IDS[battle.territory], lost)
