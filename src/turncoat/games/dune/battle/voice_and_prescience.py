"""DUN-6.2.3, DUN-6.3.5, DUN-6.4.4: Voice, Prescience and calls for an ally, and how Karama restricts them."""

from __future__ import annotations

from functools import cache

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.advantages import CALL_FOR_ALLY, ENTRIES, PRESCIENCE, VOICE, has
from turncoat.games.dune.anytime import act_with, at_once
from turncoat.games.dune.battle import DIAL, DO_NOT_PLAY, ELEMENTS, HERO, ORDERS, WEAPON, Plan, Prescience, Voice
from turncoat.games.dune.battle.events import ElementSeen, OrderVoid, PrescienceUsed, VoiceUsed
from turncoat.games.dune.battle.plan import (
    ABOUT_DEFENCE,
    ABOUT_HERO,
    ABOUT_PLAN,
    ABOUT_WEAPON,
    PLAN_QUESTIONS,
    combatants,
    foe,
    owner_at,
    side_of,
)
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.sections import Battle, Sections
from turncoat.games.dune.shared.cards import KIND, VOICE_KINDS, WORTHLESS
from turncoat.games.dune.shared.hands import known_hand, note
from turncoat.games.dune.state import NOBODY, Dune, Promise, faction_id
from turncoat.games.dune.truthtrance.events import PromiseLapsed
from turncoat.games.dune.truthtrance.promises import made_by
from turncoat.kernel import Boxes, OneOf, Pending, Section, Tell, box, within
from turncoat.kernel.play import reopen


def voices(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-DK-16, DUN-6.4.6: the player who may give an order, once in its own battle or its ally's (DUN-R-62).

    The sisters (Bene Gesserit) may use the Voice in a battle of the ally, against the ally's opponent.
    """
    seat = owner_at(game, battle, VOICE)
    return (seat,) if has(game, seat, VOICE) else ()


@cache
def orders(kinds: tuple[str, ...]) -> Boxes[DuneAction]:
    """DUN-DK-16: no order, or an order about one of these kinds."""
    return Boxes(box(Pass, "DUN-6.4.4"), box(Voice, order=OneOf(ORDERS, "order"), kind=OneOf(kinds, "kind")))


def voice_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DUN-6.4.4, DUN-DK-16: the six kinds of cards; with DUN-O-28 worthless cards as well (DUN-R-59)."""
    return orders(VOICE_KINDS if game.options.voice_kinds == "six" else (*VOICE_KINDS, WORTHLESS))


def command(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.4.5: the order is public, and binding as far as it can be obeyed."""
    ((seat, action),) = pending.answers.items()
    if not isinstance(action, Voice):
        return
    battle.voice = action
    battle.commanded = foe(battle, side_of(game, battle, seat))
    speaker_id, target_id = faction_id(game, seat), faction_id(game, battle.commanded)
    tell.all(VoiceUsed, speaker_id, target_id, action.order, action.kind)
    release(game, battle.commanded, action, tell)


def release(game: Dune, seat: int, order: Voice, tell: Tell) -> None:
    """DUN-7.12.4, DUN-R-94: drop a promise that the order clearly forbids; all can see why.

    A promise is dropped publicly if the reason is public, silently if it depends on something hidden (DUN-7.12.4).
    """
    for promise in made_by(game, seat, *PLAN_QUESTIONS):
        if forbidden(promise, order):
            game.promises.remove(promise)
            tell.all(PromiseLapsed, faction_id(game, seat), promise.question, promise.about)


def forbidden(promise: Promise, order: Voice) -> bool:
    """Whether keeping a promise would mean playing the kind that an order forbids."""
    names_it = promise.question in (ABOUT_HERO, ABOUT_PLAN, ABOUT_WEAPON, ABOUT_DEFENCE) and promise.about == order.kind
    return order.order == DO_NOT_PLAY and promise.yes and names_it


DEMANDS: Boxes[DuneAction] = Boxes(box(Pass, "DUN-6.2.3"), box(Prescience, element=OneOf(ELEMENTS, "element")))
"""DUN-DK-17: no demand, or an element."""


def foreseers(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-DK-17: the seers as combatant, or their fighting ally by permission; nobody while DUN-K-03 is in force.

    There is one Prescience per battle (DUN-6.2.4).
    """
    seat = owner_at(game, battle, PRESCIENCE)
    side = NOBODY if seat == NOBODY else side_of(game, battle, seat)
    return (side,) if has(game, side, PRESCIENCE) else ()


def foresee(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.2.3: the demand is public; the opponent seals first (DUN-R-60)."""
    ((seat, action),) = pending.answers.items()
    if not isinstance(action, Prescience):
        return
    battle.prescience = action
    battle.foreseen = foe(battle, seat)
    tell.all(PrescienceUsed, faction_id(game, seat), faction_id(game, battle.foreseen), action.element)


def questioned(game: Dune, battle: Battle) -> tuple[int, ...]:
    """The side that must seal its plan first; nobody if there is no demand (DUN-4.8.8)."""
    return () if battle.foreseen == NOBODY else (battle.foreseen,)


def shown_to(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DUN-6.2.4, DUN-R-89: who sees the answer: the asking combatant, and the seers in their ally's battle."""
    asker = foe(battle, battle.foreseen)
    return tuple(sorted({asker, owner_at(game, battle, PRESCIENCE)}))


def show_element(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.2.3, DUN-4.8.8: the asking side sees the element; the plan can no longer be changed."""
    plan = pending.answers[battle.foreseen]
    assert isinstance(plan, Plan)
    battle.plans[battle.foreseen] = plan
    audience, seen = shown_to(game, battle), the_answer(game, battle)
    tell.only(audience, ElementSeen, seen.of, seen.element, dial=seen.dial, hero=seen.hero, card=seen.card)
    for card in (seen.hero, seen.card):
        if card in KIND:
            unaware = [seat for seat in audience if card not in known_hand(game, seat, battle.foreseen)]
            note(game, unaware, battle.foreseen, card)


def the_answer(game: Dune, battle: Battle) -> ElementSeen:
    """DUN-6.2.3, DUN-R-88: the demanded element; a worthless card counts as none, which is a complete answer."""
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
    """DUN-R-89: what a seat was shown of the opposing plan; None: nothing."""
    if battle.foreseen not in battle.plans or seat not in shown_to(game, battle):
        return None
    return the_answer(game, battle)


def helper(game: Dune, battle: Battle) -> int:
    """DUN-6.3.5: who may call treachery for an ally (``battle.rules.call``) in this battle; -1: nobody (DUN-R-69)."""
    seat = owner_at(game, battle, CALL_FOR_ALLY)
    return NOBODY if seat in combatants(battle) else seat


def concerns(game: Dune, battle: Battle, entry: str) -> bool:
    """DUN-7.11.3: whether some player could use the advantage in this battle."""
    advantage = ENTRIES[entry]
    return (helper(game, battle) if advantage is CALL_FOR_ALLY else owner_at(game, battle, advantage)) != NOBODY


def lift(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-7.11.4: put preventions that waited for such a battle in force."""
    battle.lifted = [entry for entry in TAKE_EFFECT if entry in game.prevented and concerns(game, battle, entry)]


def has_sealed(battle: Battle, seat: int) -> bool:
    """Whether a combatant has sealed a plan."""
    return seat in battle.plans or (battle.pending is not None and seat in battle.pending.answers)


def prevent_here(game: Dune, battle: Battle, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-DK-21: Karama during a battle prevents an advantage for the rest of it."""
    assert isinstance(action, Prevent)
    started = at_once(game, battle, seat, action, tell)
    if action.entry in TAKE_EFFECT and concerns(game, battle, action.entry):
        TAKE_EFFECT[action.entry](game, battle, tell)
    return started


def silence(game: Dune, battle: Battle, tell: Tell) -> None:
    """No Voice in this battle; an earlier order is void if the opponent has not sealed (DUN-K-17)."""
    if battle.at("voice"):
        battle.lifted.append(VOICE.entry)
        reopen(battle)
    elif battle.voice is not None and not has_sealed(battle, battle.commanded):
        battle.lifted.append(VOICE.entry)
        battle.voice, battle.commanded = None, NOBODY
        tell.all(OrderVoid, faction_id(game, owner_at(game, battle, VOICE)), VOICE.entry)


def blind(game: Dune, battle: Battle, tell: Tell) -> None:
    """No Prescience in this battle; an unanswered demand is void and not replaced (DUN-K-03)."""
    if battle.at("voice", "prescience"):
        battle.lifted.append(PRESCIENCE.entry)
        if battle.at("prescience"):
            reopen(battle)
    elif battle.prescience is not None and not has_sealed(battle, battle.foreseen):
        battle.lifted.append(PRESCIENCE.entry)
        battle.prescience, battle.foreseen = None, NOBODY
        tell.all(OrderVoid, faction_id(game, owner_at(game, battle, PRESCIENCE)), PRESCIENCE.entry)
        if battle.at("first_plan"):
            reopen(battle)


def hush(game: Dune, battle: Battle, tell: Tell) -> None:
    """No calls for an ally in this battle; a call that is sealed but not yet shown does not count (DUN-K-05)."""
    if battle.resolved:
        return
    battle.lifted.append(CALL_FOR_ALLY.entry)
    friend = helper(game, battle)
    if battle.at("treachery") and battle.pending is not None and friend in battle.pending.asked:
        battle.pending.asked.remove(friend)
        battle.pending.answers.pop(friend, None)


TAKE_EFFECT = {VOICE.entry: silence, PRESCIENCE.entry: blind, CALL_FOR_ALLY.entry: hush}
"""The effect of each prevention that is played during a battle."""

in_battle = act_with({Prevent: prevent_here})
"""Carry out an action beside a decision of an unresolved battle."""


def in_battle_window(
    game: Dune, section: Section[DuneAction], seat: int, action: DuneAction, tell: Tell
) -> Sections | None:
    """DUN-2.7.1: after an action in DUN-W-8, open the window again for everybody without a standing order to pass."""
    started = in_battle(game, within(game, Battle), seat, action, tell)
    reopen(section)
    return started
