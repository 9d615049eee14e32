"""DUN-4.8.12 to DUN-4.8.18: treachery, explosion, weapons, strength, losses."""

from __future__ import annotations

from turncoat.games.dune.cards import CHEAP_HERO, KIND, LASGUN, SHIELD, STOPPED_BY
from turncoat.games.dune.events.battle import BattleByTreachery, BattleDecided, Exploded, ForcesLost, NobodyWon
from turncoat.games.dune.facts import LEADER_NUMBER
from turncoat.games.dune.forces import kill, kill_all, stacks_in
from turncoat.games.dune.hands import discard
from turncoat.games.dune.leaders import died, strength, tie
from turncoat.games.dune.map import LOCATIONS_OF, PRINTED_SPICE, TERRITORY_IDS
from turncoat.games.dune.meetings import engaged
from turncoat.games.dune.plan import cards_in, combatants, foe
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.spice import pay, remove_spice
from turncoat.games.dune.state import NOBODY, Dune, Stacks, faction_id, faction_ids
from turncoat.kernel import Tell


def resolve(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.12 to DUN-4.8.16: which of the four ways it goes; treachery before all (R-64)."""
    battle.resolved = True
    tie_heroes(game, battle)
    if len(battle.calls) == len(combatants(battle)):
        both_betrayed(game, battle, tell)
    elif battle.calls:
        betrayed(game, battle, tell)
    elif explodes(game, battle):
        explode(game, battle, tell)
    else:
        fight(game, battle, tell)


def tie_heroes(game: Dune, battle: Battle) -> None:
    """DUN-4.8.10, R-56: a leader who was used is tied; without O-27 not that of a lone caller."""
    for seat in combatants(battle):
        hero = battle.plans[seat].hero
        free = battle.calls == [seat] and not game.options.leaders_stay
        if hero in LEADER_NUMBER and not free:
            tie(game, hero, battle.territory)


# --- treachery ----------------------------------------------------------------------------------


def betrayed(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.12: the calling side wins: no losses, the traitor's strength in spice, all cards kept if one likes."""
    (battle.winner,) = battle.calls
    loser = foe(battle, battle.winner)
    battle.played = cards_in(battle.plans[battle.winner])
    tell.all(BattleByTreachery, faction_id(game, battle.winner), faction_id(game, loser))
    hero_dies(game, battle, loser, "DUN-4.8.12", tell)
    pay(game, NOBODY, battle.winner, strength(battle.plans[loser].hero), "DUN-4.8.12", tell)
    tell.still()
    lose_all(game, battle, loser, "DUN-4.8.12", tell)
    tell.still()
    discard(game, loser, cards_in(battle.plans[loser]), "DUN-4.8.12", tell)


def both_betrayed(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.13: both sides called: both lose heroes, forces and cards; nobody wins, nobody gets spice."""
    tell.all(NobodyWon, _both(game, battle))
    fallen = [fallen_of(game, battle, seat) for seat in combatants(battle)]
    for seat, stacks in zip(combatants(battle), fallen, strict=True):
        hero_dies(game, battle, seat, "DUN-4.8.13", tell)
        bury(game, battle, seat, stacks, "DUN-4.8.13", tell)
        discard(game, seat, cards_in(battle.plans[seat]), "DUN-4.8.13", tell)


# --- explosion ----------------------------------------------------------------------------------


def explodes(game: Dune, battle: Battle) -> bool:
    """DUN-4.8.14, R-63: a Lasgun and a Shield in the two plans; with O-18 also both in one plan."""
    plans = [battle.plans[seat] for seat in combatants(battle)]
    armed = [one for one, plan in enumerate(plans) if plan.weapon is not None and KIND[plan.weapon] == LASGUN]
    shielded = [one for one, plan in enumerate(plans) if plan.defence is not None and KIND[plan.defence] == SHIELD]
    return any(one != other or game.options.own_explosion for one in armed for other in shielded)


def explode(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.14: all forces of everybody in the territory, all heroes, cards played and spice there are gone."""
    places = LOCATIONS_OF[battle.territory]
    lost = {faction_id(game, seat): number for seat, number in kill_all(game, places).items()}
    tell.all(Exploded, TERRITORY_IDS[battle.territory], lost, remove_spice(game, places))
    for seat in combatants(battle):
        hero_dies(game, battle, seat, "DUN-4.8.14", tell)
        discard(game, seat, cards_in(battle.plans[seat]), "DUN-4.8.14", tell)
    tell.all(NobodyWon, _both(game, battle), rule="DUN-4.8.14")


def _both(game: Dune, battle: Battle) -> tuple[str, str]:
    one, other = faction_ids(game, combatants(battle))
    return one, other


# --- weapons and strength -----------------------------------------------------------------------


def fight(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.15 to DUN-4.8.18: weapons kill heroes, the higher total wins, ties go to the aggressor."""
    killed = [seat for seat in combatants(battle) if struck(battle, seat)]
    totals = {seat: total(battle, seat) for seat in combatants(battle)}
    for seat in killed:
        hero_dies(game, battle, seat, "DUN-4.8.15", tell)
    winner = battle.winner = max(combatants(battle), key=totals.__getitem__)
    loser, played = foe(battle, winner), cards_in(battle.plans[winner])
    battle.played = tuple(card for card in played if card != CHEAP_HERO)
    both = (totals[winner], totals[loser])
    tell.all(BattleDecided, faction_id(game, winner), faction_id(game, loser), both)
    worth = sum(strength(battle.plans[seat].hero) for seat in killed)
    pay(game, NOBODY, winner, worth, "DUN-4.8.17", tell)
    tell.still()
    paying = engaged(game, battle, winner)
    lose_all(game, battle, loser, "DUN-4.8.18", tell)
    pay_dial(game, battle, paying, tell)
    tell.still()
    discard_after(game, battle, tell)


def struck(battle: Battle, seat: int) -> bool:
    """DUN-4.8.15, DUN-7.2.1, DUN-7.3.1: whether the opposing weapon kills a seat's hero."""
    weapon, defence = battle.plans[foe(battle, seat)].weapon, battle.plans[seat].defence
    kind = KIND.get(weapon or "")
    if kind in STOPPED_BY:
        return KIND.get(defence or "") != STOPPED_BY[kind]
    return kind == LASGUN


def total(battle: Battle, seat: int) -> int:
    """DUN-4.8.16: the dial, and the strength of a hero who survives."""
    plan = battle.plans[seat]
    return plan.dial + (0 if struck(battle, seat) else strength(plan.hero))


def discard_after(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.17, DUN-4.8.18, DUN-7.6.3: the loser's cards and a Cheap Hero are gone; the winner may keep the rest."""
    winner, loser = battle.winner, foe(battle, battle.winner)
    cheap = [card for card in cards_in(battle.plans[winner]) if card == CHEAP_HERO]
    discard(game, winner, cheap, "DUN-7.6.3", tell)
    discard(game, loser, cards_in(battle.plans[loser]), "DUN-4.8.18", tell)


# --- losses -------------------------------------------------------------------------------------


def hero_dies(game: Dune, battle: Battle, seat: int, rule: str, tell: Tell) -> None:
    """DUN-2.5.2: a leader who was the hero goes to the tanks; a Cheap Hero is but a card."""
    hero = battle.plans[seat].hero
    if hero in LEADER_NUMBER:
        died(game, hero, rule, tell)


def fallen_of(game: Dune, battle: Battle, seat: int) -> Stacks:
    """DUN-4.8.18, R-54: what a loser loses: all forces in the territory; with O-10 those that could be met."""
    if game.options.battle_scope == "territory":
        return stacks_in(game, seat, battle.territory)
    return engaged(game, battle, seat)


def lose_all(game: Dune, battle: Battle, seat: int, rule: str, tell: Tell) -> None:
    """DUN-4.8.18: all the loser's forces in the territory go to the tanks."""
    bury(game, battle, seat, fallen_of(game, battle, seat), rule, tell)


def bury(game: Dune, battle: Battle, seat: int, stacks: Stacks, rule: str, tell: Tell) -> None:
    """Forces of a combatant go to the tanks."""
    for place, number in stacks:
        kill(game, seat, place, number)
    lost = sum(number for _, number in stacks)
    if lost:
        tell.all(ForcesLost, faction_id(game, seat), TERRITORY_IDS[battle.territory], lost, rule=rule)


def pay_dial(game: Dune, battle: Battle, stacks: Stacks, tell: Tell) -> None:
    """DUN-4.8.17, R-68: the winner loses what was dialled, from locations with the least printed spice first."""
    left, dead = battle.plans[battle.winner].dial, []
    for place, number in sorted(stacks, key=lambda one: (PRINTED_SPICE[one[0]], one[0])):
        dead.append((place, min(left, number)))
        left -= dead[-1][1]
    bury(game, battle, battle.winner, tuple(one for one in dead if one[1]), "DUN-4.8.17", tell)
