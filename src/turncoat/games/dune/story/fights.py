"""What the events of battles do to the past (DUN-4.8)."""

from __future__ import annotations

from typing import cast

from turncoat.games.dune.actions import Plan, Prescience, Voice
from turncoat.games.dune.cards import CHEAP_HERO
from turncoat.games.dune.events import battle as happened
from turncoat.games.dune.facts import LEADER_NUMBER
from turncoat.games.dune.forces import kill, kill_all
from turncoat.games.dune.knowledge import holds_none, note_all
from turncoat.games.dune.leaders import available, died, tie
from turncoat.games.dune.map import LOCATIONS_OF, PRINTED_SPICE, TERRITORY
from turncoat.games.dune.meetings import engaged
from turncoat.games.dune.plan import cards_in, combatants, learn_from_order
from turncoat.games.dune.preventions import lift
from turncoat.games.dune.resolution import fallen_of
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.spice import remove_spice
from turncoat.games.dune.state import NOBODY, Stacks
from turncoat.games.dune.story.past import Handlers, Past
from turncoat.games.dune.voice import VOICE_PREVENTED
from turncoat.kernel.events import SILENCE


def chosen(past: Past, one: happened.BattleChosen) -> None:
    """DUN-4.8.2: aggressor and defender; of whoever has no leader something will be announced (DUN-4.8.4)."""
    past.end_battle()
    aggressor, defender = past.seat(one.aggressor), past.seat(one.defender)
    territory = TERRITORY[one.territory]
    battle = Battle(territory=territory, aggressor=aggressor, defender=defender)
    lift(past.game, battle, SILENCE)
    past.open(battle)
    past.game.fighters = (aggressor, defender)
    past.unannounced = tuple(seat for seat in (aggressor, defender) if not available(past.game, seat, territory))


def no_hero(past: Past, one: happened.NoHero) -> None:
    """DUN-4.8.4: nobody can lead, so there is no Cheap Hero in that hand."""
    seat = past.seat(one.faction)
    later = past.unannounced[past.unannounced.index(seat) + 1 :]
    past.unannounced = past.unannounced[: past.unannounced.index(seat)]
    past.settle_heroes()
    past.unannounced = later
    holds_none(past.game, seat, CHEAP_HERO)


def voiced(past: Past, one: happened.VoiceUsed) -> None:
    """DUN-6.4.5: an order."""
    battle = past.section(Battle)
    if battle is not None:
        battle.voice, battle.commanded = Voice(one.order, one.kind), past.seat(one.to)


def foreseen(past: Past, one: happened.PrescienceUsed) -> None:
    """DUN-6.2.3: a question about the plan; the answer is not for everybody."""
    battle = past.section(Battle)
    if battle is not None:
        battle.prescience, battle.foreseen = Prescience(one.element), past.seat(one.of)


def void(past: Past, one: happened.OrderVoid) -> None:
    """DUN-7.11.3: an order, or a question, is void."""
    battle = past.section(Battle)
    if battle is None:
        return
    battle.lifted.append(one.entry)
    if one.entry == VOICE_PREVENTED:
        battle.voice, battle.commanded = None, NOBODY
    else:
        battle.prescience, battle.foreseen = None, NOBODY


def revealed(past: Past, one: happened.PlansRevealed) -> None:
    """DUN-4.8.8, DUN-7.1.1: both plans face up, and their cards known to be in those hands."""
    battle = past.section(Battle)
    if battle is None:
        return
    plans = zip(one.dials, one.heroes, one.weapons, one.defences, strict=True)
    battle.plans = {past.seat(faction): Plan(*plan) for faction, plan in zip(one.factions, plans, strict=True)}
    battle.revealed = True
    learn_from_order(past.game, battle)
    for seat in combatants(battle):
        note_all(past.game, seat, cards_in(battle.plans[seat]))


def called(past: Past, one: happened.TreacheryCalled) -> None:
    """DUN-4.8.11: a traitor is shown, and known from now on."""
    battle, shown = past.section(Battle), (past.seat(one.faction), one.leader)
    if battle is not None:
        battle.calls.append(past.seat(one.side))
    if shown not in past.game.shown_traitors:
        past.game.shown_traitors = (*past.game.shown_traitors, shown)


# --- how it ends ----------------------------------------------------------------------------------


def exploded(past: Past, one: happened.Exploded) -> None:
    """DUN-4.8.14: everything in the territory is gone, and nothing is left to be decided."""
    battle = past.section(Battle)
    if battle is not None:
        battle.resolved = True
    places = LOCATIONS_OF[TERRITORY[one.territory]]
    kill_all(past.game, places)
    remove_spice(past.game, places)


def killed(past: Past, one: happened.LeaderKilled) -> None:
    """DUN-2.5.2: a leader is in the tanks."""
    died(past.game, one.leader, one.rule, SILENCE)


def won(past: Past, one: happened.BattleDecided | happened.BattleByTreachery) -> None:
    """DUN-4.8.12, DUN-4.8.16: who won; what both will lose, as they stand now."""
    battle, seat = past.section(Battle), past.seat(one.winner)
    if battle is None:
        return
    battle.winner = seat
    decided(past, battle)
    cards = cards_in(battle.plans[seat])
    betrayed = isinstance(one, happened.BattleByTreachery)
    battle.played = tuple(card for card in cards if betrayed or card != CHEAP_HERO)
    past.fallen[seat] = dialled(battle.plans[seat].dial, engaged(past.game, battle, seat))


def nobody_won(past: Past, one: happened.NobodyWon) -> None:
    """DUN-4.8.13, DUN-4.8.14: no winner."""
    battle = past.section(Battle)
    if battle is not None:
        decided(past, battle)


def decided(past: Past, battle: Battle) -> None:
    """DUN-4.8.10, R-56: the heroes are tied; without O-27 not that of a lone caller."""
    battle.resolved = True
    past.fallen = {seat: fallen_of(past.game, battle, seat) for seat in combatants(battle)}
    for seat in combatants(battle):
        hero = battle.plans[seat].hero
        free = battle.calls == [seat] and not past.game.options.leaders_stay
        if hero in LEADER_NUMBER and not free:
            tie(past.game, hero, battle.territory)


def dialled(dial: int, stacks: Stacks) -> Stacks:
    """DUN-4.8.17, R-68: what the winner loses: where the least spice is printed first."""
    dead: list[tuple[int, int]] = []
    for place, number in sorted(stacks, key=lambda one: (PRINTED_SPICE[one[0]], one[0])):
        dead.append((place, min(dial, number)))
        dial -= dead[-1][1]
    return tuple(one for one in dead if one[1])


def lost(past: Past, one: happened.ForcesLost) -> None:
    """DUN-4.8.17, DUN-4.8.18: forces of a combatant go to the tanks."""
    seat = past.seat(one.faction)
    for place, number in past.fallen.pop(seat, ()):
        kill(past.game, seat, place, number)


HANDLERS: Handlers = cast("Handlers", {
    happened.BattleChosen: chosen,
    happened.NoHero: no_hero,
    happened.VoiceUsed: voiced,
    happened.PrescienceUsed: foreseen,
    happened.OrderVoid: void,
    happened.PlansRevealed: revealed,
    happened.TreacheryCalled: called,
    happened.Exploded: exploded,
    happened.LeaderKilled: killed,
    happened.BattleDecided: won,
    happened.BattleByTreachery: won,
    happened.NobodyWon: nobody_won,
    happened.ForcesLost: lost,
})  # fmt: skip
"""What these events do."""
