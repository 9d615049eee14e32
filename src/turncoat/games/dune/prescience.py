"""DUN-6.2.3, DUN-6.2.4: Prescience: one element of the opposing plan is seen before one plans."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Pass, Plan, Prescience
from turncoat.games.dune.actions.battle import DIAL, ELEMENTS, HERO, WEAPON
from turncoat.games.dune.alliance import PRESCIENCE, lends
from turncoat.games.dune.cards import KIND, WORTHLESS
from turncoat.games.dune.events.battle import ElementSeen, PrescienceUsed
from turncoat.games.dune.factions import of
from turncoat.games.dune.knowledge import known_hand, note
from turncoat.games.dune.plan import foe, side_of
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import NOBODY, Dune, faction_id, seats_of
from turncoat.kernel import Boxes, OneOf, Pending, Tell, box

PRESCIENCE_PREVENTED = "K-03"
DEMANDS: Boxes[DuneAction] = Boxes(box(Pass, "DUN-6.2.3"), box(Prescience, element=OneOf(ELEMENTS, "element")))
"""DK-17: none, or an element."""


def seer(game: Dune, battle: Battle) -> int:
    """DUN-6.2.3, DUN-6.2.4: the seat with Prescience, if it or its ally fights in this battle; -1: nobody."""
    return next(
        (seat for seat in seats_of(game) if of(game, seat).has_prescience() and side_of(game, battle, seat) != NOBODY),
        NOBODY,
    )


def foreseers(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DK-17: the seers as combatant, or their fighting ally by permission; nobody while K-03 is in force."""
    seat = seer(game, battle)
    if seat == NOBODY or PRESCIENCE_PREVENTED in battle.lifted:
        return ()
    side = side_of(game, battle, seat)
    return (side,) if side == seat or lends(game, game.factions[seat], PRESCIENCE, side) else ()


def element_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DK-17: none, or an element."""
    return DEMANDS


def foresee(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.2.3: the demand is public; the opponent seals first."""
    ((seat, action),) = pending.answers.items()
    if not isinstance(action, Prescience):
        return
    battle.prescience = action
    battle.foreseen = foe(battle, seat)
    tell.all(PrescienceUsed, faction_id(game, seat), faction_id(game, battle.foreseen), action.element)


def questioned(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-4.8.8: the side that must seal its plan first; nobody without a question."""
    return () if battle.foreseen == NOBODY else (battle.foreseen,)


def shown_to(game: Dune, battle: Battle) -> tuple[int, ...]:
    """R-89: who sees the answer: the asking combatant, and the seers in their ally's battle."""
    asker = foe(battle, battle.foreseen)
    return tuple(sorted({asker, seer(game, battle)}))


def show_element(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.2.3, DUN-4.8.8: the asking side sees the element; the plan can no longer be changed."""
    plan = pending.answers[battle.foreseen]
    assert isinstance(plan, Plan)
    battle.plans[battle.foreseen] = plan
    audience, seen = shown_to(game, battle), the_answer(game, battle)
    tell.only(audience, ElementSeen, seen.of, seen.element, dial=seen.dial, hero=seen.hero, card=seen.card)
    for card in (seen.hero, seen.card):
        if card in KIND:
            unaware = [one for one in audience if card not in known_hand(game, one, battle.foreseen)]
            note(game, unaware, battle.foreseen, card)


def the_answer(game: Dune, battle: Battle) -> ElementSeen:
    """DUN-6.2.3, R-88: the element that was asked for; a worthless card in the slot is none."""
    assert battle.prescience is not None
    plan, element = battle.plans[battle.foreseen], battle.prescience.element
    of_whom = faction_id(game, battle.foreseen)
    if element == DIAL:
        return ElementSeen(of_whom, element, dial=plan.dial)
    if element == HERO:
        return ElementSeen(of_whom, element, hero=plan.hero)
    card = plan.weapon if element == WEAPON else plan.defence
    useful = None if card is None or KIND[card] == WORTHLESS else card
    return ElementSeen(of_whom, element, card=useful)


def answer_for(game: Dune, battle: Battle, seat: int | None) -> ElementSeen | None:
    """R-89: what a seat has been shown of the opposing plan; None: nothing."""
    if battle.foreseen not in battle.plans or seat not in shown_to(game, battle):
        return None
    return the_answer(game, battle)
