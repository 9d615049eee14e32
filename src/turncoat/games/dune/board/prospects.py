"""DUN-4.8: what a plan can come to against everything that the foe may have planned, as far as is known.

The foe's plans are worked out by the rule that narrows one's own (``plan_limits``), from the cards that may be there;
who dies and what explodes is decided by the rules of resolution themselves.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from turncoat.games.dune.actions import Plan, Voice
from turncoat.games.dune.actions.battle import DIAL, HERO, PLAY, WEAPON
from turncoat.games.dune.cards import CHEAP_HERO, KIND, WORTHLESS, of_kind
from turncoat.games.dune.known import Shadow
from turncoat.games.dune.leaders import available, strength
from turncoat.games.dune.plan import foe as other_side
from turncoat.games.dune.plan import most_dialled
from turncoat.games.dune.plan_limits import PLAN_QUESTIONS, Choices, Shape, all_plans, narrowed, obeying
from turncoat.games.dune.promises import made_by
from turncoat.games.dune.resolution import explodes, struck
from turncoat.games.dune.sections import Battle


class Clash(Struct, frozen=True):
    """How it may go with one pair of the foe's cards.

    Attributes:
        explodes: Whether everything is gone.
        mine: Own strength.
        low: The foe's least strength.
        high: The foe's greatest.
        i_die: Whether the own hero dies.
        he_dies: Whether the foe's does.
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
        sure: Cards that are in it for certain.
        maybe: Cards that may be in it, those for certain included.
    """

    sure: tuple[str, ...]
    maybe: tuple[str, ...]

    def holds(self, kind: str) -> bool:
        """Whether it holds a card of a kind for certain."""
        return bool(of_kind(self.sure, kind))

    def may_hold(self, kind: str) -> bool:
        """Whether it may."""
        return bool(of_kind(self.maybe, kind))


def hand_of(shadow: Shadow, seat: int) -> Hand:
    """DUN-2.9.1: what the viewer knows of a hand: cards that are known, and what the others may be."""
    view, one = shadow.view, shadow.view.factions[seat]
    unseen = view.own.unseen if view.own is not None else {}
    more = tuple(unseen) if one.cards > len(one.known) else ()
    sure = list(one.known)
    for fact in view.hand_facts:
        if fact.seat == seat and not fact.most:
            more = tuple(card for card in more if fact.kind not in (card, KIND[card]))
    return Hand(tuple(sure), tuple(dict.fromkeys((*sure, *more))))


class Prospects:
    """A plan against everything the foe may bring.

    Args:
        shadow: What is known.
        seat: The combatant who plans.
        plan: The plan.
    """

    def __init__(self, shadow: Shadow, seat: int, plan: Plan) -> None:
        self.shadow, self.seat, self.plan = shadow, seat, plan
        self.game, self.battle = shadow.game, shadow.battle()
        self.foe = other_side(self.battle, seat)
        self.hand = hand_of(shadow, self.foe)

    @cached_property
    def open_to_foe(self) -> tuple[Shape, ...]:
        """DK-18: the plans that the foe may have made or may make."""
        game, battle = self.game, self.battle
        leaders = available(game, self.foe, battle.territory)
        heroes = (*leaders, CHEAP_HERO) if self.hand.may_hold(CHEAP_HERO) else leaders
        shape = all_plans(most_dialled(game, battle, self.foe), heroes, self.hand.maybe)
        shapes = (shape,) if battle.commanded != self.foe else self._obedient(shape, battle.voice)
        for promise in made_by(game, self.foe, *PLAN_QUESTIONS):
            shapes = narrowed(shapes, promise) if self._can_be_kept(promise.yes) else shapes
        if not leaders:
            shapes = (*shapes, Shape(shape.low, shape.high, (None,)))
        return tuple(self._as_shown(one) for one in shapes)

    def _can_be_kept(self, yes: bool) -> bool:
        """DUN-7.12.4: an order may have made a promise void; then nothing can be concluded from it."""
        return not yes or self.battle.commanded != self.foe

    def _obedient(self, shape: Shape, order: Voice | None) -> tuple[Shape, ...]:
        """DUN-6.4.5: what is left under the Voice; a card that may be missing need not be played."""
        if order is None or (order.order == PLAY and not self.hand.holds(order.kind)):
            return (shape,)
        return obeying(shape, order)

    def _as_shown(self, shape: Shape) -> Shape:
        """DUN-6.2.3: what Prescience has shown; a worthless card was shown as none (R-88)."""
        view = self.shadow.view.battle
        seen = view.answer if view is not None else None
        if seen is None or seen.of != self.shadow.faction(self.foe):
            return shape
        if seen.element == DIAL and seen.dial is not None:
            return replace(shape, low=seen.dial, high=seen.dial)
        if seen.element == HERO:
            return replace(shape, heroes=(seen.hero,))
        slot = "weapons" if seen.element == WEAPON else "defences"
        cards: Choices = (seen.card,)
        return replace(shape, weapons=cards) if slot == "weapons" else replace(shape, defences=cards)

    @cached_property
    def clashes(self) -> tuple[Clash, ...]:
        """Every way it may go, for each pair of kinds of cards and each hero of the foe."""
        found: dict[Clash, None] = {}
        for shape in self.open_to_foe:
            for hero in shape.heroes or (None,):
                weapons, defences = (kinds(shape.weapons), kinds(shape.defences)) if hero else ((None,), (None,))
                for weapon in weapons:
                    for defence in defences:
                        found[self._clash(shape, Plan(0, hero, weapon, defence))] = None
        return tuple(found)

    def _clash(self, shape: Shape, theirs: Plan) -> Clash:
        battle = self._with(theirs)
        i_die, he_dies = (struck(battle, one) for one in (self.seat, self.foe))
        mine = self.plan.dial + (0 if i_die else strength(self.plan.hero))
        extra = 0 if he_dies else strength(theirs.hero)
        bang = explodes(self.game, battle)
        return Clash(bang, mine, shape.low + extra, shape.high + extra, i_die, he_dies)

    def _with(self, theirs: Plan) -> Battle:
        battle = self.battle
        return Battle(
            battle.territory, battle.aggressor, battle.defender, plans={self.seat: self.plan, self.foe: theirs}
        )

    # --- what follows ---------------------------------------------------------------------------

    @property
    def ties(self) -> bool:
        """DUN-4.8.16: whether equal totals win."""
        return self.seat == self.battle.aggressor

    @property
    def fights(self) -> tuple[Clash, ...]:
        """Those without an explosion."""
        return tuple(one for one in self.clashes if not one.explodes)

    @property
    def may_win(self) -> bool:
        """Whether it can be won."""
        return any(one.mine > one.low or (self.ties and one.mine == one.low) for one in self.fights)

    @property
    def may_lose(self) -> bool:
        """Whether it can be lost."""
        return any(one.high > one.mine or (not self.ties and one.mine == one.high) for one in self.fights)

    @property
    def may_explode(self) -> bool:
        """Whether everything may be gone."""
        return any(one.explodes for one in self.clashes)


def kinds(cards: Choices) -> Choices:
    """One card of each kind; worthless cards are as good as none."""
    found: dict[str, str | None] = {}
    for card in cards:
        kind = KIND[card] if card else WORTHLESS
        found.setdefault(kind, card)
    return tuple(found.values())
