"""DUN-2.6: what can be done at any time beside an open decision: Truthtrance, Karama, Ghola, permissions, gifts.

Every decision from the first storm on is written ``decide(..., beside=anytime, act=at_once)``. A phase that offers more
beside its decision adds its own boxes and actions: ``beside=beside_with(own_boxes)``, ``act=act_with(own_deeds)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from turncoat.games.dune.actions import (
    NOTHING,
    Allow,
    DuneAction,
    GholaForces,
    GholaLeader,
    Give,
    Permit,
    PermitRevivals,
    Prevent,
)
from turncoat.games.dune.alliance import alliance_boxes, allow, give, permit, permit_revivals
from turncoat.games.dune.cards import GHOLA, KARAMA, TRUTHTRANCE
from turncoat.games.dune.ghola import ghola_boxes, ghola_for_forces, ghola_for_leader
from turncoat.games.dune.karama import prevent, prevent_boxes
from turncoat.games.dune.questions import QUESTIONS
from turncoat.games.dune.sections import Battle, Sections
from turncoat.games.dune.state import Dune
from turncoat.games.dune.truthtrance import ask, ask_boxes
from turncoat.kernel import Action, Boxes, Section, Tell
from turncoat.kernel.boxes import Closed

AnySection = Section[DuneAction]
Deed = Callable[[Dune, AnySection, int, DuneAction, Tell], Sections | None]
"""Carries out an action beside a decision; may start a section, which suspends the decision."""
S = TypeVar("S", bound=AnySection)
A = TypeVar("A", bound=Action)

ANYTIME_CARDS = (TRUTHTRANCE, KARAMA, GHOLA)
SEALED = "Your plan is sealed: take it back first, or wait until the battle is resolved"


def deed(kind: type[A], carry_out: Callable[[Dune, AnySection, int, A, Tell], Sections | None]) -> Deed:
    """A deed for one type of action."""

    def act(game: Dune, section: AnySection, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
        assert isinstance(action, kind)
        return carry_out(game, section, seat, action, tell)

    return act


DEEDS: dict[type[DuneAction], Deed] = {
    Prevent: deed(Prevent, prevent),
    GholaForces: deed(GholaForces, ghola_for_forces),
    GholaLeader: deed(GholaLeader, ghola_for_leader),
    Allow: deed(Allow, allow),
    Permit: deed(Permit, permit),
    PermitRevivals: deed(PermitRevivals, permit_revivals),
    Give: deed(Give, give),
    **{kind: deed(kind, ask) for kind in QUESTIONS},
}
"""DUN-2.6.1: what each anytime action does."""


def sealed(game: Dune, seat: int) -> bool:
    """DUN-2.6.3: whether a combatant's plan is sealed and its battle not yet resolved."""
    for section in reversed(game.stack):
        if isinstance(section, Battle):
            handed_in = section.step == "plans" and section.pending is not None and seat in section.pending.answers
            return not section.resolved and (seat in section.plans or handed_in)
    return False


def anytime(game: Dune, section: AnySection, seat: int) -> Boxes[DuneAction]:
    """DUN-2.6.1: what this seat can do now beside the decision."""
    found = alliance_boxes(game, section, seat)
    if not any(card in game.hands[seat] for card in ANYTIME_CARDS):
        return found
    if sealed(game, seat):
        shut = tuple(Closed(kind, "DUN-2.6.3", SEALED) for kind in (Prevent, GholaForces, GholaLeader, *QUESTIONS))
        return found + Boxes(closed=shut)
    for boxes in (prevent_boxes, ghola_boxes, ask_boxes):
        more = boxes(game, section, seat)
        if more is not NOTHING:
            found = found + more
    return found


def at_once(game: Dune, section: AnySection, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-2.6.2: an anytime action is carried out in order of arrival and never undone."""
    return DEEDS[action.__class__](game, section, seat, action, tell)


def beside_with(own: Callable[[Dune, S, int], Boxes[DuneAction]]) -> Callable[[Dune, S, int], Boxes[DuneAction]]:
    """What a phase offers beside its decision, together with everything that is possible at any time."""

    def boxes(game: Dune, section: S, seat: int) -> Boxes[DuneAction]:
        more = own(game, section, seat)
        always = anytime(game, section, seat)
        return always if more is NOTHING else more + always

    return boxes


def act_with(
    own: dict[type[DuneAction], Callable[[Dune, S, int, DuneAction, Tell], Sections | None]],
) -> Callable[[Dune, S, int, DuneAction, Tell], Sections | None]:
    """Carries out what a phase offers beside its decision, and everything that is possible at any time."""

    def act(game: Dune, section: S, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
        doing = own.get(action.__class__)
        return doing(game, section, seat, action, tell) if doing else at_once(game, section, seat, action, tell)

    return act
