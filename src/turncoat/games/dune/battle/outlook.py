"""DUN-4.8: what an order, a demand, a plan or a call would lead to in a battle."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import CALL_FOR_ALLY, has
from turncoat.games.dune.battle import DIAL, HERO, PLAY, WEAPON, Call, ChooseBattle, Discard, Plan, Prescience, Voice
from turncoat.games.dune.battle.events import ForcesLost
from turncoat.games.dune.battle.plan import (
    PLAN_QUESTIONS,
    Choices,
    Shape,
    all_plans,
    cards_in,
    most_dialled,
    narrowed,
    obeying,
    side_of,
)
from turncoat.games.dune.battle.plan import foe as other_side
from turncoat.games.dune.battle.rules import betrayed, explodes, stronger, struck
from turncoat.games.dune.drawing.outlook import Foresight, Lines, forces
from turncoat.games.dune.facts import LEADER_NUMBER
from turncoat.games.dune.known import Shadow
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.shared.cards import CHEAP_HERO, KIND, LASGUN, SHIELD, WORTHLESS, of_kind
from turncoat.games.dune.shared.leaders import available, strength
from turncoat.games.dune.shared.map import TERRITORY
from turncoat.games.dune.state import Dune
from turncoat.games.dune.truthtrance.promises import made_by
from turncoat.kernel import Tell, within


class Clash(Struct, frozen=True):
    """The possible results if the foe plays this pair of cards.

    Attributes:
        low: The opponent's least strength.
        high: The opponent's greatest strength.
    """

    explodes: bool
    mine: int
    low: int
    high: int
    i_die: bool
    he_dies: bool


class Hand(Struct, frozen=True):
    """What is known of a foe's hand.

    Attributes:
        sure: Cards that the foe certainly holds.
        maybe: Cards that the foe may hold, those of ``sure`` included.
    """

    sure: tuple[str, ...]
    maybe: tuple[str, ...]

    def holds(self, kind: str) -> bool:
        """Whether the foe certainly holds a card of this kind."""
        return bool(of_kind(self.sure, kind))

    def may_hold(self, kind: str) -> bool:
        """Whether the foe may hold a card of this kind, by what this seat knows."""
        return bool(of_kind(self.maybe, kind))


def hand_of(shadow: Shadow, seat: int) -> Hand:
    """DUN-2.9.1: what the viewer knows of a hand: known cards, and what the others may be."""
    view, faction = shadow.view, shadow.view.factions[seat]
    unseen = view.own.unseen if view.own is not None else {}
    more = tuple(unseen) if faction.cards > len(faction.known) else ()
    for fact in view.hand_facts:
        if fact.seat == seat and not fact.most:
            more = tuple(card for card in more if fact.kind not in (card, KIND[card]))
    return Hand(faction.known, tuple(dict.fromkeys((*faction.known, *more))))


class Prospects:
    """A plan compared with everything that the foe may play."""

    def __init__(self, shadow: Shadow, seat: int, plan: Plan) -> None:
        self.shadow, self.seat, self.plan = shadow, seat, plan
        self.game, self.battle = shadow.game, shadow.battle()
        self.foe = other_side(self.battle, seat)
        self.hand = hand_of(shadow, self.foe)

    @cached_property
    def open_to_foe(self) -> tuple[Shape, ...]:
        """DUN-DK-18: the plans that the foe may have made or may still make."""
        game, battle = self.game, self.battle
        leaders = available(game, self.foe, battle.territory)
        heroes = (*leaders, CHEAP_HERO) if self.hand.may_hold(CHEAP_HERO) else leaders
        shape = all_plans(most_dialled(game, battle, self.foe), heroes, self.hand.maybe)
        shapes = (shape,) if battle.commanded != self.foe else self._obedient(shape, battle.voice)
        for promise in made_by(game, self.foe, *PLAN_QUESTIONS):
            shapes = narrowed(shapes, promise) if self._can_be_kept(promise.yes) else shapes
        if not leaders:
            shapes = (*shapes, Shape(shape.low, shape.high, (None,)))
        return tuple(self._as_shown(shape) for shape in shapes)

    def _can_be_kept(self, yes: bool) -> bool:
        """DUN-7.12.4: an order may have made a promise void; then the promise says nothing about the plan."""
        return not yes or self.battle.commanded != self.foe

    def _obedient(self, shape: Shape, order: Voice | None) -> tuple[Shape, ...]:
        """DUN-6.4.5: the plans left under the Voice; a foe who may lack the card need not play it."""
        if order is None or (order.order == PLAY and not self.hand.holds(order.kind)):
            return (shape,)
        return obeying(shape, order)

    def _as_shown(self, shape: Shape) -> Shape:
        """DUN-6.2.3: the plans left after what Prescience has shown; a worthless card is shown as none (DUN-R-88)."""
        view = self.shadow.view.battle
        seen = view.answer if view is not None else None
        if seen is None or seen.of != self.shadow.faction(self.foe):
            return shape
        if seen.element == DIAL and seen.dial is not None:
            return replace(shape, low=seen.dial, high=seen.dial)
        if seen.element == HERO:
            return replace(shape, heroes=(seen.hero,))
        cards: Choices = (seen.card,)
        return replace(shape, weapons=cards) if seen.element == WEAPON else replace(shape, defences=cards)

    @cached_property
    def clashes(self) -> tuple[Clash, ...]:
        """Every possible result, for each pair of kinds of cards and each hero of the foe."""
        found: dict[Clash, None] = {}
        for shape in self.open_to_foe:
            for hero in shape.heroes or (None,):
                weapons, defences = (kinds(shape.weapons), kinds(shape.defences)) if hero else ((None,), (None,))
                for weapon in weapons:
                    for defence in defences:
                        found[self._clash(shape, Plan(0, hero, weapon, defence))] = None
        return tuple(found)

    def _clash(self, shape: Shape, theirs: Plan) -> Clash:
        battle = replace(self.battle, plans={self.seat: self.plan, self.foe: theirs})
        i_die, he_dies = (struck(battle, seat) for seat in (self.seat, self.foe))
        mine = self.plan.dial + (0 if i_die else strength(self.plan.hero))
        extra = 0 if he_dies else strength(theirs.hero)
        bang = explodes(self.game, battle)
        return Clash(bang, mine, shape.low + extra, shape.high + extra, i_die, he_dies)

    # --- what follows ---------------------------------------------------------------------------

    def wins(self, mine: int, theirs: int) -> bool:
        """DUN-4.8.16: whether this total beats the other."""
        return stronger(self.battle, {self.seat: mine, self.foe: theirs}) == self.seat

    @property
    def fights(self) -> tuple[Clash, ...]:
        """The possible outcomes without an explosion."""
        return tuple(clash for clash in self.clashes if not clash.explodes)

    @property
    def may_win(self) -> bool:
        """Whether the plan may win."""
        return any(self.wins(fight.mine, fight.low) for fight in self.fights)

    @property
    def may_lose(self) -> bool:
        """Whether the plan may lose."""
        return not all(self.wins(fight.mine, fight.high) for fight in self.fights)

    @property
    def may_explode(self) -> bool:
        """Whether everything may explode."""
        return any(clash.explodes for clash in self.clashes)


def kinds(cards: Choices) -> Choices:
    """One card of each kind; worthless cards count as none."""
    found: dict[str, str | None] = {}
    for card in cards:
        kind = KIND[card] if card else WORTHLESS
        found.setdefault(kind, card)
    return tuple(found.values())


def foreseen(seen: Foresight, action: DuneAction) -> Lines:
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
    mine, theirs = (most_dialled(seen.game, battle, side) for side in (seat, foe))
    return [
        f"Your {forces(mine)} against {forces(theirs)} of {seen.who(foe)}. You win if both are equally strong.",
        f"{best(seen, seat, battle)} {best(seen, foe, battle)}",
    ]


def best(seen: Foresight, seat: int, battle: Battle) -> str:
    """DUN-4.8.6: the strongest leader who can fight there."""
    there = available(seen.game, seat, battle.territory)
    whose = "Your" if seat == seen.seat else "Their"
    if not there:
        return f"{whose} leaders are all dead or fight elsewhere."
    leader = max(there, key=strength)
    return f"{whose} strongest leader is {seen.leader(leader)} ({strength(leader)})."


def order(seen: Foresight, action: Voice) -> Lines:
    """DUN-6.4.5: what is known of the foe's cards of the kind in the order."""
    battle = seen.shadow.battle()
    foe = other_side(battle, side_of(seen.game, battle, seen.seat))
    hand, kind = hand_of(seen.shadow, foe), seen.names.label("kind", action.kind)
    if not hand.may_hold(action.kind):
        return [f"{seen.who(foe)} holds no {kind}, as you know: the order changes nothing."]
    if action.order != PLAY:
        return [f"{seen.who(foe)} cannot play any {kind} in this battle."]
    if hand.holds(action.kind):
        return [f"You know that {seen.who(foe)} holds one; it must be played, if a leader or Cheap Hero is."]
    return [f"If {seen.who(foe)} holds none, the order changes nothing, and everybody learns of it."]


def demand(seen: Foresight, action: Prescience) -> Lines:
    """DUN-6.2.3, DUN-4.8.8: the opponent seals first; the demand is public."""
    foe = seen.who(other_side(seen.shadow.battle(), seen.seat))
    return [
        f"{foe} must seal a plan first and cannot change it then.",
        f"You see the {action.element} of that plan, and everybody knows that you have seen it.",
    ]


# --- plans --------------------------------------------------------------------------------------


def planned(seen: Foresight, plan: Plan) -> Lines:
    """DUN-4.8.12 to DUN-4.8.18: own strength, the foe's strength, losses, and possible traitors."""
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
    """DUN-4.8.15, DUN-4.8.16: the strength of dial and hero, and what is left if the hero dies."""
    worth = strength(plan.hero)
    if not worth:
        return f"Strength {plan.dial}."
    whole = f"Strength {plan.dial + worth}: {plan.dial} and {seen.leader(str(plan.hero))} ({worth})"
    dies = {fight.i_die for fight in prospects.fights}
    if dies == {True}:
        return f"{whole}; the leader dies, which leaves {plan.dial}."
    safe = "nothing they can play kills the leader."
    return f"{whole}; {plan.dial} if the leader is killed." if True in dies else f"{whole}; {safe}"


def their_strength(seen: Foresight, prospects: Prospects) -> str:
    """The foe's greatest strength, with the effect of the player's weapon and without it."""
    them = seen.who(prospects.foe)
    alive = [fight.high for fight in prospects.fights if not fight.he_dies]
    dead = [fight.high for fight in prospects.fights if fight.he_dies]
    if alive and dead:
        return f"{them} can bring up to {max(alive)}, or {max(dead)} if your weapon strikes."
    if dead:
        return f"Your weapon strikes for certain: {them} can bring up to {max(dead)}."
    return f"{them} can bring up to {max(alive, default=0)}."


def verdict(prospects: Prospects) -> str:
    """Whether the battle is won or lost for certain, traitors aside."""
    if not prospects.fights:
        return "Nobody can win this."
    if not prospects.may_lose:
        return "You win, whatever they play."
    if not prospects.may_win:
        return "You lose, whatever they play."
    best = max(prospects.fights, key=lambda clash: clash.mine - clash.low)
    worst = min(prospects.fights, key=lambda clash: clash.mine - clash.high)
    tie = "win" if prospects.wins(0, 0) else "lose"
    return (
        f"It can go either way: {best.mine} against {best.low} at best, {worst.mine} against {worst.high} at worst; "
        f"you {tie} if both are equally strong."
    )


def danger(seen: Foresight, plan: Plan, prospects: Prospects) -> Lines:
    """DUN-4.8.14, DUN-O-18: whether everything may explode because of this plan."""
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
    """DUN-4.8.17, DUN-4.8.18, DUN-7.6.3: the losses in victory and in defeat."""
    there = most_dialled(seen.game, prospects.battle, seen.seat)
    cards = cards_in(plan)
    cheap = [card for card in cards if card == CHEAP_HERO]
    lines: Lines = []
    if prospects.may_win:
        gone = f" {seen.cards(cheap)} is discarded." if cheap else ""
        lines.append(f"If you win, you lose {plan.dial} of {forces(there)}.{gone}")
    if prospects.may_lose:
        gone = f", and {seen.cards(cards)}" if cards else ""
        lines.append(f"If you lose, you lose all your forces there{gone}.")
    return lines


def trust(seen: Foresight, hero: str | None, foe: int) -> Lines:
    """DUN-4.8.11, DUN-6.3.5: whether a faction that could call the hero a traitor may hold his card."""
    if hero not in LEADER_NUMBER or hero in seen.own.dealt:
        return [f"{seen.leader(hero)} is nobody’s traitor: you were dealt his card."] if hero in LEADER_NUMBER else []
    ally = seen.game.ally[foe]
    callers = [foe] + ([ally] if has(seen.game, ally, CALL_FOR_ALLY) else [])
    for caller in callers:
        if hero in seen.view.factions[caller].shown_traitors:
            return [f"{seen.leader(hero)} is a traitor of {seen.who(caller)}, as all know."]
    held_elsewhere = any(hero in faction.shown_traitors for faction in seen.view.factions)
    if held_elsewhere or all(hero in seen.view.factions[caller].cleared for caller in callers):
        return [f"{seen.leader(hero)} is no traitor of theirs, as all know."]
    return [f"{seen.leader(hero)} may be a traitor."]


# --- after the reveal ---------------------------------------------------------------------------


def called(seen: Foresight) -> Lines:
    """DUN-4.8.12, DUN-4.8.13: what a call leads to, if the other side does not call as well."""

    def calls(there: Dune, tell: Tell) -> None:
        battle = within(there, Battle)
        battle.calls = [side_of(there, battle, seen.seat)]
        for seat in (battle.aggressor, battle.defender):
            there.hands[seat] = (*there.hands[seat], *cards_in(battle.plans[seat]))
        betrayed(there, battle, tell)

    battle = seen.shadow.battle()
    side = side_of(seen.game, battle, seen.seat)
    foe = other_side(battle, side)
    hero = str(battle.plans[foe].hero)
    lost = sum(event.forces for event in seen.shadow.after(calls)[1] if isinstance(event, ForcesLost))
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
