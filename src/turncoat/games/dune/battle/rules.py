"""DUN-4.8: the Battle Phase: battle after battle, and each one step by step."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.advantages import CALL_FOR_ALLY, has, use_up
from turncoat.games.dune.anytime import ask, window
from turncoat.games.dune.battle import Call, ChooseBattle, Discard
from turncoat.games.dune.battle.events import (
    BattleByTreachery,
    BattleChosen,
    BattleDecided,
    CardsKept,
    Exploded,
    ForcesLost,
    NobodyCalled,
    NobodyWon,
    TreacheryCalled,
)
from turncoat.games.dune.battle.plan import (
    PLAN_QUESTIONS,
    announce_heroes,
    battles_of,
    cards_in,
    combatants,
    contested,
    engaged,
    foe,
    not_sealed,
    plan_boxes,
    reveal,
    side_of,
    weakest_plan,
)
from turncoat.games.dune.battle.voice_and_prescience import (
    DEMANDS,
    command,
    foresee,
    foreseers,
    helper,
    in_battle,
    in_battle_window,
    lift,
    questioned,
    show_element,
    voice_boxes,
    voices,
)
from turncoat.games.dune.facts import LEADER_NUMBER
from turncoat.games.dune.sections import Battle, Battles
from turncoat.games.dune.shared.cards import CHEAP_HERO, KIND, LASGUN, SHIELD, STOPPED_BY
from turncoat.games.dune.shared.forces import kill, kill_all, stacks_in
from turncoat.games.dune.shared.hands import discard
from turncoat.games.dune.shared.leaders import died, strength, tie, untie_all
from turncoat.games.dune.shared.map import LOCATIONS_OF, PRINTED_SPICE, TERRITORY, TERRITORY_IDS
from turncoat.games.dune.shared.spice import pay, remove_spice
from turncoat.games.dune.state import NOBODY, Dune, Stacks, faction_id, faction_ids, seat_of
from turncoat.games.dune.truthtrance.promises import drop
from turncoat.kernel import LEAVE, Box, Boxes, Exit, OneOf, Pending, Some, Tell, always, box, flow, never, shut

# --- battle after battle -------------------------------------------------------------------------


def next_chooser(game: Dune) -> int:
    """DUN-4.8.2: the first player in storm order who has a battle; -1: none is left (DUN-R-52)."""
    places = contested(game)
    return next((seat for seat in game.order if any(battles_of(game, seat, places))), NOBODY) if places else NOBODY


def skip_peace(game: Dune, battles: Battles, tell: Tell) -> Exit | None:
    """DUN-4.8.1: end the phase if there is no battle."""
    return None if next_chooser(game) != NOBODY else LEAVE


def chooser(game: Dune, battles: Battles) -> tuple[int, ...]:
    """DUN-4.8.2: the chooser continues as long as he has battles; DUN-4.8.3: until no battle is left.

    The chooser must be one of the fighters; the survivor keeps fighting until one remains (DUN-4.8.3).
    """
    battles.chooser = next_chooser(game)
    return () if battles.chooser == NOBODY else (battles.chooser,)


def battle_boxes(game: Dune, battles: Battles, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-15: one of the player's battles: a territory and an opponent."""
    found: list[Box[DuneAction]] = []
    for territory, foes in battles_of(game, seat, contested(game)):
        where, whom = OneOf((TERRITORY_IDS[territory],), "territory"), OneOf(faction_ids(game, foes), "faction")
        found.append(box(ChooseBattle, territory=where, faction=whom))
    return Boxes(*found)


def first_battle(game: Dune, battles: Battles, seat: int) -> DuneAction:
    """DUN-DK-15: the first territory as the facts list them, the first opponent in storm order."""
    return battle_boxes(game, battles, seat).nth(0)


def start_battle(game: Dune, battles: Battles, pending: Pending[DuneAction], tell: Tell) -> Battle:
    """DUN-4.8.2, DUN-4.8.19: the chooser is the aggressor; these two dial the next storm.

    The two become the storm dialers, whatever the outcome. Moving in first has no influence on who is aggressor.
    """
    ((aggressor, action),) = pending.answers.items()
    assert isinstance(action, ChooseBattle)
    defender = seat_of(game, action.faction)
    game.fighters = (aggressor, defender)
    tell.all(BattleChosen, faction_id(game, aggressor), action.faction, action.territory)
    return Battle(territory=TERRITORY[action.territory], aggressor=aggressor, defender=defender)


def finish(game: Dune, battles: Battles, tell: Tell) -> None:
    """DUN-4.8.10: free all leaders that were tied to a territory."""
    untie_all(game)


# --- treachery is called -------------------------------------------------------------------------


CALL_OR_PASS: Boxes[DuneAction] = Boxes(box(Pass, "DUN-4.8.11"), box(Call))
NO_TRAITOR: Boxes[DuneAction] = Boxes(box(Pass, "DUN-4.8.11"), closed=shut(Call))
"""DUN-DK-19: call, or pass; without the traitor card of the opposing hero, pass."""


def callers(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-DK-19: the combatants, and a player who may call for an ally, whatever traitors they hold.

    Nobody is asked if the hero is a Cheap Hero or there is none (DUN-2.9.3).
    """
    friend = helper(game, battle)
    able = (*combatants(battle), friend) if has(game, friend, CALL_FOR_ALLY) else combatants(battle)
    return tuple(seat for seat in able if suspect(game, battle, seat) in LEADER_NUMBER)


def suspect(game: Dune, battle: Battle, seat: int) -> str:
    """The hero whom a seat could call a traitor; empty: none."""
    return battle.plans[foe(battle, side_of(game, battle, seat))].hero or ""


def call_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-19: call, only with the traitor card of the opposing hero; or pass."""
    return CALL_OR_PASS if suspect(game, battle, seat) in game.traitors[seat] else NO_TRAITOR


def call(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.8.11, DUN-6.3.5: all calls are shown together; a call for an ally makes the ally the calling side."""
    for seat in pending.asked:
        if isinstance(pending.answers[seat], Call):
            side, traitor = side_of(game, battle, seat), suspect(game, battle, seat)
            battle.calls.append(side)
            if (seat, traitor) not in game.shown_traitors:
                game.shown_traitors = (*game.shown_traitors, (seat, traitor))
            tell.all(TreacheryCalled, faction_id(game, seat), faction_id(game, side), traitor)
    if not battle.calls:
        tell.all(NobodyCalled)


# --- how a battle goes ---------------------------------------------------------------------------


def resolve(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.12 to DUN-4.8.16: which of the four results a battle has; treachery is checked first (DUN-R-64)."""
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
    """DUN-4.8.10, DUN-R-56: tie each used leader to the territory; without DUN-O-27 not the leader of a lone caller."""
    for seat in combatants(battle):
        hero = battle.plans[seat].hero
        free = battle.calls == [seat] and not game.options.leaders_stay
        if hero in LEADER_NUMBER and not free:
            tie(game, hero, battle.territory)


# --- treachery ----------------------------------------------------------------------------------


def betrayed(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.12: the calling side wins without losses, gets the traitor's strength in spice and may keep all cards.

    It may even keep a Cheap Hero (DUN-7.6.3). Weapons have no effect; no explosion happens. The traitor card stays with
    its owner and can be called again if the leader returns. See DUN-R-66.
    """
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
    """DUN-4.8.14, DUN-R-63: a Lasgun and a Shield in the two plans; with DUN-O-18 also both in one plan."""
    plans = [battle.plans[seat] for seat in combatants(battle)]
    armed = [one for one, plan in enumerate(plans) if plan.weapon is not None and KIND[plan.weapon] == LASGUN]
    shielded = [one for one, plan in enumerate(plans) if plan.defence is not None and KIND[plan.defence] == SHIELD]
    return any(one != other or game.options.own_explosion for one in armed for other in shielded)


def explode(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.14: remove everybody's forces in the territory, all heroes, the played cards and the spice there."""
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
    """DUN-4.8.15 to DUN-4.8.18: weapons kill, the higher total wins, and the winner gets the strength of all killed."""
    killed = [seat for seat in combatants(battle) if struck(battle, seat)]
    totals = {seat: total(battle, seat) for seat in combatants(battle)}
    for seat in killed:
        hero_dies(game, battle, seat, "DUN-4.8.15", tell)
    winner = battle.winner = stronger(battle, totals)
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


def stronger(battle: Battle, totals: Mapping[int, int]) -> int:
    """DUN-4.8.16: the higher total wins, also with every force dialled and lost; a tie goes to the aggressor."""
    aggressor, defender = combatants(battle)
    return defender if totals[defender] > totals[aggressor] else aggressor


def struck(battle: Battle, seat: int) -> bool:
    """DUN-4.8.15, DUN-7.2.1, DUN-7.3.1: whether a hero dies; a wrong defence or a worthless card does not help."""
    weapon, defence = battle.plans[foe(battle, seat)].weapon, battle.plans[seat].defence
    kind = KIND.get(weapon or "")
    if kind in STOPPED_BY:
        return KIND.get(defence or "") != STOPPED_BY[kind]
    return kind == LASGUN


def total(battle: Battle, seat: int) -> int:
    """DUN-4.8.16: the dial, and the strength of a hero who survives (Cheap Hero 0)."""
    plan = battle.plans[seat]
    return plan.dial + (0 if struck(battle, seat) else strength(plan.hero))


def discard_after(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-4.8.17, DUN-4.8.18, DUN-7.6.3: discard the loser's cards and a Cheap Hero; the winner may keep the rest.

    See DUN-R-67.
    """
    winner, loser = battle.winner, foe(battle, battle.winner)
    cheap = [card for card in cards_in(battle.plans[winner]) if card == CHEAP_HERO]
    discard(game, winner, cheap, "DUN-7.6.3", tell)
    discard(game, loser, cards_in(battle.plans[loser]), "DUN-4.8.18", tell)


# --- losses -------------------------------------------------------------------------------------


def hero_dies(game: Dune, battle: Battle, seat: int, rule: str, tell: Tell) -> None:
    """DUN-2.5.2: leaders die only through weapons, explosions and treachery, not because their side lost."""
    hero = battle.plans[seat].hero
    if hero in LEADER_NUMBER:
        died(game, hero, rule, tell)


def fallen_of(game: Dune, battle: Battle, seat: int) -> Stacks:
    """DUN-4.8.18, DUN-R-54: the loser loses all forces in the territory; with DUN-O-10 those that could be met."""
    if game.options.battle_scope == "territory":
        return stacks_in(game, seat, battle.territory)
    return engaged(game, battle, seat)


def lose_all(game: Dune, battle: Battle, seat: int, rule: str, tell: Tell) -> None:
    """DUN-4.8.9, DUN-4.8.18: all the loser's forces in the territory go to the tanks.

    Nobody else's forces take part or are harmed, except by ``explode``; the loser's leader, if alive, goes home.
    """
    bury(game, battle, seat, fallen_of(game, battle, seat), rule, tell)


def bury(game: Dune, battle: Battle, seat: int, stacks: Stacks, rule: str, tell: Tell) -> None:
    """Send forces of a combatant to the tanks."""
    for place, number in stacks:
        kill(game, seat, place, number)
    lost = sum(number for _, number in stacks)
    if lost:
        tell.all(ForcesLost, faction_id(game, seat), TERRITORY_IDS[battle.territory], lost, rule=rule)


def pay_dial(game: Dune, battle: Battle, stacks: Stacks, tell: Tell) -> None:
    """DUN-4.8.17, DUN-R-68: the winner loses the dialled forces, from locations with the least printed spice first."""
    left, dead = battle.plans[battle.winner].dial, []
    for place, number in sorted(stacks, key=lambda stack: (PRINTED_SPICE[stack[0]], stack[0])):
        dead.append((place, min(left, number)))
        left -= dead[-1][1]
    bury(game, battle, battle.winner, tuple(stack for stack in dead if stack[1]), "DUN-4.8.17", tell)


# --- afterwards ----------------------------------------------------------------------------------


def keeper(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-DK-20: the winner, if there are cards to keep."""
    return (battle.winner,) if battle.winner != NOBODY and battle.played else ()


def discard_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-20: any of the played cards."""
    cards = Some(battle.played, 0, len(battle.played), "card")
    return Boxes(box(Discard, cards=cards))


keep_all = always(Discard(()))
"""DUN-DK-20: discard nothing."""


def keep_or_discard(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-7.1.1: all still know a card that is kept, since the plans were shown."""
    action = pending.answers[battle.winner]
    assert isinstance(action, Discard)
    discard(game, battle.winner, action.cards, "DUN-4.8.17", tell)
    kept = tuple(card for card in battle.played if card not in action.cards)
    if kept:
        tell.all(CardsKept, faction_id(game, battle.winner), kept)


def end_battle(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-7.11.4, DUN-7.12.3: end the preventions of this battle and the promises about its plans."""
    for entry in battle.lifted:
        use_up(game, entry, tell)
    drop(game, *PLAN_QUESTIONS)


BATTLES = flow(
    Battles,
    peace=skip_peace,
    window=window("DUN-W-7"),  # start of the Battle Phase if a battle exists; made for Truthtrance, Ghola
    choose=ask(battle_boxes, start_battle, default=first_battle, asked=chooser, until=never),
    finish=finish,
)

BATTLE = flow(
    Battle,
    preventions=lift,
    heroes=announce_heroes,
    voice=ask(voice_boxes, command, asked=voices, repeated=True, act=in_battle),
    prescience=ask(always(DEMANDS), foresee, asked=foreseers, repeated=True, act=in_battle),
    window=window("DUN-W-8", act=in_battle_window),  # made for DUN-K-03, DUN-K-05, DUN-K-17, Truthtrance, Ghola
    first_plan=ask(plan_boxes, show_element, default=weakest_plan, asked=questioned, act=in_battle),
    plans=ask(plan_boxes, reveal, default=weakest_plan, asked=not_sealed, act=in_battle),
    treachery=ask(call_boxes, call, asked=callers, repeated=True, act=in_battle),  # DUN-R-65: sealed
    resolve=resolve,
    discards=ask(discard_boxes, keep_or_discard, default=keep_all, asked=keeper, repeated=True),
    end=end_battle,
    after=window("DUN-W-9"),  # after each battle; made for Ghola
)
"""DUN-4.8.4: the steps of a battle, in this order; ``BATTLES`` chooses it before."""
