"""What an order, a demand, a plan or a call would come to in a battle."""

from __future__ import annotations

from turncoat.games.dune.actions import (
    Call,
    ChooseBattle,
    Discard,
    DuneAction,
    Plan,
    Prescience,
    Voice,
)
from turncoat.games.dune.actions.battle import PLAY
from turncoat.games.dune.board.foreseen import Foresight, Lines, forces
from turncoat.games.dune.board.prospects import Prospects, hand_of
from turncoat.games.dune.cards import CHEAP_HERO, KIND, LASGUN, SHIELD
from turncoat.games.dune.events.battle import ForcesLost
from turncoat.games.dune.factions import of
from turncoat.games.dune.facts import LEADER_NUMBER
from turncoat.games.dune.leaders import available, strength
from turncoat.games.dune.map import TERRITORY
from turncoat.games.dune.plan import cards_in, most_dialled, side_of
from turncoat.games.dune.plan import foe as other_side
from turncoat.games.dune.resolution import betrayed
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import NOBODY, Dune
from turncoat.kernel import Tell


def battles(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-4.8: sentences on the answers of a battle."""
    match action:
        case ChooseBattle():
            return challenge(seen, action)
        case Voice():
            return order(seen, action)
        case Prescience():
            return demand(seen, action)
        case Plan():
            return planned(seen, action)
        case Call():
            return called(seen)
        case Discard():
            return kept(seen, action)
    return []


# --- before plans -------------------------------------------------------------------------------


def challenge(seen: Foresight, action: ChooseBattle) -> Lines:
    """DUN-4.8.2, DUN-4.8.5, DUN-4.8.6: forces and leaders of both sides."""
    seat, foe = seen.seat, seen.shadow.seat_of(action.faction)
    battle = Battle(TERRITORY[action.territory], seat, foe)
    mine, theirs = (most_dialled(seen.game, battle, one) for one in (seat, foe))
    return [
        f"Your {forces(mine)} against {forces(theirs)} of {seen.who(foe)}. You win if both are equally strong.",
        f"{best(seen, seat, battle)} {best(seen, foe, battle)}",
    ]


def best(seen: Foresight, seat: int, battle: Battle) -> str:
    """DUN-4.8.6: the strongest leader who can be there."""
    there = available(seen.game, seat, battle.territory)
    whose = "Your" if seat == seen.seat else "Their"
    if not there:
        return f"{whose} leaders are all dead or fight elsewhere."
    leader = max(there, key=strength)
    return f"{whose} strongest leader is {seen.leader(leader)} ({strength(leader)})."


def order(seen: Foresight, action: Voice) -> Lines:
    """DUN-6.4.5: what is known of the cards that the order is about."""
    battle = seen.shadow.battle()
    foe = other_side(battle, side_of(seen.game, battle, seen.seat))
    hand, kind = hand_of(seen.shadow, foe), seen.names.label("kind", action.kind)
    if action.order != PLAY:
        if not hand.may_hold(action.kind):
            return [f"{seen.who(foe)} holds no {kind}, as you know: the order changes nothing."]
        return [f"{seen.who(foe)} cannot play any {kind} in this battle."]
    if hand.holds(action.kind):
        return [f"{seen.who(foe)} holds it, as you know, and must play it if anybody leads."]
    if not hand.may_hold(action.kind):
        return [f"{seen.who(foe)} holds no {kind}, as you know: the order changes nothing."]
    return [f"If {seen.who(foe)} holds none, the order changes nothing, and everybody learns of it."]


def demand(seen: Foresight, action: Prescience) -> Lines:
    """DUN-6.2.3, DUN-4.8.8: the opponent seals first; the demand is public."""
    foe = seen.who(other_side(seen.shadow.battle(), seen.seat))
    return [
        f"{foe} must seal a plan first and cannot change it then.",
        f"You see its {action.element}, and everybody knows that you have seen it.",
    ]


# --- plans --------------------------------------------------------------------------------------


def planned(seen: Foresight, plan: Plan) -> Lines:
    """DUN-4.8.12 to DUN-4.8.18: own strength, what the foe can bring, what is lost, who may be a traitor."""
    prospects = Prospects(seen.shadow, seen.seat, plan)
    return [
        own_strength(seen, plan, prospects),
        their_strength(seen, prospects),
        verdict(prospects),
        *danger(seen, plan, prospects),
        *losses(seen, plan, prospects),
        *trust(seen, plan.hero, prospects.foe),
    ]


def own_strength(seen: Foresight, plan: Plan, prospects: Prospects) -> str:
    """DUN-4.8.15, DUN-4.8.16: dial and hero, and what is left if he dies."""
    worth = strength(plan.hero)
    if not worth:
        return f"Strength {plan.dial}."
    whole = f"Strength {plan.dial + worth}: {plan.dial} and {seen.leader(str(plan.hero))} ({worth})"
    dies = {one.i_die for one in prospects.fights}
    if dies == {True}:
        return f"{whole}; the leader dies, which leaves {plan.dial}."
    safe = "nothing they can play kills the leader."
    return f"{whole}; {plan.dial} if the leader is killed." if True in dies else f"{whole}; {safe}"


def their_strength(seen: Foresight, prospects: Prospects) -> str:
    """The most that the foe can bring, with the own weapon and without its effect."""
    them = seen.who(prospects.foe)
    alive = [one.high for one in prospects.fights if not one.he_dies]
    dead = [one.high for one in prospects.fights if one.he_dies]
    if alive and dead:
        return f"{them} can bring up to {max(alive)}, or {max(dead)} if your weapon strikes."
    if dead:
        return f"Your weapon strikes for certain: {them} can bring up to {max(dead)}."
    return f"{them} can bring up to {max(alive, default=0)}."


def verdict(prospects: Prospects) -> str:
    """Whether it is won or lost, as far as can be said; traitors aside."""
    if not prospects.fights:
        return "Nobody can win this."
    if not prospects.may_lose:
        return "You win, whatever they play."
    if not prospects.may_win:
        return "You lose, whatever they play."
    best = max(prospects.fights, key=lambda one: one.mine - one.low)
    worst = min(prospects.fights, key=lambda one: one.mine - one.high)
    tie = "win" if prospects.ties else "lose"
    return (
        f"It can go either way: {best.mine} against {best.low} at best, {worst.mine} against {worst.high} at worst; "
        f"you {tie} if both are equally strong."
    )


def danger(seen: Foresight, plan: Plan, prospects: Prospects) -> Lines:
    """DUN-4.8.14, O-18: whether everything may explode because of this plan."""
    where = seen.land(prospects.battle.territory)
    if not prospects.may_explode:
        return []
    kinds = [KIND[card] for card in (plan.weapon, plan.defence) if card]
    if LASGUN not in kinds and SHIELD not in kinds:
        return []
    if not prospects.fights:
        return [f"Everything in {where} explodes: all forces, both leaders, all cards."]
    return [f"{seen.cards([LASGUN])} and {seen.cards([SHIELD])} may meet: then everything in {where} explodes."]


def losses(seen: Foresight, plan: Plan, prospects: Prospects) -> Lines:
    """DUN-4.8.17, DUN-4.8.18, DUN-7.6.3: what victory and defeat cost."""
    there = most_dialled(seen.game, prospects.battle, seen.seat)
    cards = cards_in(plan)
    cheap = [card for card in cards if card == CHEAP_HERO]
    lines: Lines = []
    if prospects.may_win:
        gone = f" {seen.cards(cheap)} is discarded." if cheap else ""
        lines.append(f"Won: you lose {plan.dial} of {forces(there)}.{gone}")
    if prospects.may_lose:
        gone = f", and {seen.cards(cards)}" if cards else ""
        lines.append(f"Lost: all of yours there{gone}.")
    return lines


def trust(seen: Foresight, hero: str | None, foe: int) -> Lines:
    """DUN-4.8.11, DUN-6.3.5: whether the hero may be a traitor of whoever could call him one."""
    if hero not in LEADER_NUMBER or hero in seen.own.dealt:
        return [f"{seen.leader(hero)} is nobody’s traitor: you were dealt his card."] if hero in LEADER_NUMBER else []
    ally = seen.game.ally[foe]
    callers = [foe] + ([ally] if ally != NOBODY and of(seen.game, ally).calls_for_ally() else [])
    for one in callers:
        if hero in seen.view.factions[one].shown_traitors:
            return [f"{seen.leader(hero)} is a traitor of {seen.who(one)}, as all know."]
    held_elsewhere = any(hero in one.shown_traitors for one in seen.view.factions)
    if held_elsewhere or all(hero in seen.view.factions[one].cleared for one in callers):
        return [f"{seen.leader(hero)} is no traitor of theirs, as all know."]
    return [f"{seen.leader(hero)} may be a traitor."]


# --- after the reveal ---------------------------------------------------------------------------


def called(seen: Foresight) -> Lines:
    """DUN-4.8.12, DUN-4.8.13: what a call brings, if the other side does not call as well."""

    def calls(there: Dune, tell: Tell) -> None:
        battle = next(one for one in there.stack if isinstance(one, Battle))
        battle.calls = [side_of(there, battle, seen.seat)]
        for seat in (battle.aggressor, battle.defender):
            there.hands[seat] = (*there.hands[seat], *cards_in(battle.plans[seat]))
        betrayed(there, battle, tell)

    battle = seen.shadow.battle()
    side = side_of(seen.game, battle, seen.seat)
    foe = other_side(battle, side)
    hero = str(battle.plans[foe].hero)
    lost = sum(one.forces for one in seen.shadow.after(calls)[1] if isinstance(one, ForcesLost))
    winner = "You win" if side == seen.seat else f"{seen.who(side)} wins"
    theirs = f"{seen.who(foe)} loses {seen.leader(hero)}, {forces(lost)} and all cards played."
    return [
        f"{winner} without losses and with {seen.spice(strength(hero))}; {theirs}",
        "If they call a traitor as well, both sides lose everything there.",
    ]


def kept(seen: Foresight, action: Discard) -> Lines:
    """DUN-4.8.17, DUN-7.1.1: everybody knows what the winner keeps."""
    battle = seen.shadow.battle()
    rest = [card for card in battle.played if card not in action.cards]
    if not rest:
        return ["You keep none of the cards that you played."]
    return [f"You keep {seen.cards(rest)}, and everybody knows that you hold {'it' if len(rest) == 1 else 'them'}."]
