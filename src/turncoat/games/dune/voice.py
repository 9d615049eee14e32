"""DUN-6.4.4 to DUN-6.4.6: the Voice: an order to play, or not to play, a kind of card."""

from __future__ import annotations

from functools import cache

from turncoat.games.dune.actions import DuneAction, Pass, Voice
from turncoat.games.dune.actions.battle import DO_NOT_PLAY, ORDERS
from turncoat.games.dune.cards import VOICE_KINDS, WORTHLESS
from turncoat.games.dune.events.anytime import PromiseLapsed
from turncoat.games.dune.events.battle import VoiceUsed
from turncoat.games.dune.factions import of
from turncoat.games.dune.plan import foe, side_of
from turncoat.games.dune.plan_limits import DEFENCE, HERO, PLAN_QUESTIONS, WEAPON, WHOLE_PLAN
from turncoat.games.dune.promises import made_by
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import NOBODY, Dune, Promise, faction_id, seats_of
from turncoat.kernel import Boxes, OneOf, Pending, Tell, box

VOICE_PREVENTED = "K-17"


def speaker(game: Dune, battle: Battle) -> int:
    """DUN-6.4.4, DUN-6.4.6: who may use the Voice in this battle, its own or its ally's; -1: nobody."""
    return next(
        (seat for seat in seats_of(game) if of(game, seat).has_voice() and side_of(game, battle, seat) != NOBODY),
        NOBODY,
    )


def voices(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DK-16: who is asked for an order, once in a battle; nobody while K-17 is in force."""
    seat = speaker(game, battle)
    return () if seat == NOBODY or VOICE_PREVENTED in battle.lifted else (seat,)


@cache
def orders(kinds: tuple[str, ...]) -> Boxes[DuneAction]:
    """DK-16: none, or an order and one of these kinds."""
    return Boxes(
        box(Pass, "DUN-6.4.4"),
        box(Voice, order=OneOf(ORDERS, "order"), kind=OneOf(kinds, "kind")),
    )


def voice_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DK-16: the six kinds; with O-28 worthless cards as well (R-59)."""
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
    """DUN-7.12.4, R-94: a promise that the order plainly forbids to keep lapses, and all can see why."""
    for promise in made_by(game, seat, *PLAN_QUESTIONS):
        if forbidden(promise, order):
            game.promises.remove(promise)
            tell.all(PromiseLapsed, faction_id(game, seat), promise.question, promise.about)


def forbidden(promise: Promise, order: Voice) -> bool:
    """Whether keeping a promise would break an order: to play the very kind that must not be played."""
    names_it = promise.question in (HERO, WHOLE_PLAN, WEAPON, DEFENCE) and promise.about == order.kind
    return order.order == DO_NOT_PLAY and promise.yes and names_it
