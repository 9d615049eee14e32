"""LOY-10.2.8 and LOY-10.2.10: the defenders agree, all of them, on how losses are shared."""

from __future__ import annotations

from turncoat.games.loyalty.actions import Agree, LeaveIt, LoyaltyAction, Numbers, Object, Propose
from turncoat.games.loyalty.events_war import LossesAgreed, LossesProposed
from turncoat.games.loyalty.state import Battle, Loyalty, Parley
from turncoat.kernel import LEAVE, Amounts, Boxes, Exit, Pending, Tell, box, decide, flow

LEAVE_IT, OBJECT = LeaveIt(), Object()

CONSENT: Boxes[LoyaltyAction] = Boxes(box(Agree), box(Object))


def named_first(caps: tuple[tuple[str, int], ...], total: int) -> Numbers:
    """LOY-10.2.8: without agreement the losses fall on one after the other, in the order given."""
    losses: Numbers = {}
    for who, number in caps:
        hit = min(total, number)
        if hit:
            losses[who] = hit
        total -= hit
    return losses


def speaker_of(game: Loyalty, parley: Parley) -> tuple[int, ...]:
    """LOY-D5: whoever has the word."""
    return (parley.speaker,)


def proposal_boxes(game: Loyalty, parley: Parley, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-10.2.8: any way of sharing the losses; the order of equal militia says no more than how many fall."""
    rule = "LOY-10.2.10" if parley.civilians else "LOY-10.2.8"
    domain = "colour" if game.colours and not parley.civilians else "seat"
    return Boxes(
        box(Propose, rule, losses=Amounts(parley.caps, parley.total, parley.total, domain)), box(LeaveIt, rule)
    )


def proposing_nothing(game: Loyalty, parley: Parley, seat: int) -> LoyaltyAction:
    """LOY-D5: whoever lets the time go by proposes nothing."""
    return LEAVE_IT


def propose(game: Loyalty, parley: Parley, pending: Pending[LoyaltyAction], tell: Tell) -> Exit | None:
    """LOY-10.2.8: the proposal is made to all others of the defence."""
    answer = pending.answers[parley.speaker]
    if not isinstance(answer, Propose):
        return LEAVE
    parley.terms = answer.losses
    rule = "LOY-10.2.10" if parley.civilians else "LOY-10.2.8"
    tell.all(LossesProposed, parley.speaker, answer.losses, rule=rule)
    return None


def others(game: Loyalty, parley: Parley) -> tuple[int, ...]:
    """LOY-10.2.8: everybody else of the defence must consent."""
    return tuple(seat for seat in parley.parties if seat != parley.speaker)


def consent_boxes(game: Loyalty, parley: Parley, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-10.2.8: agree or not."""
    return CONSENT


def objecting(game: Loyalty, parley: Parley, seat: int) -> LoyaltyAction:
    """LOY-D5: whoever lets the time go by does not consent."""
    return OBJECT


def agree(game: Loyalty, parley: Parley, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-10.2.8: it holds if nobody objects."""
    against = tuple([seat for seat in pending.asked if isinstance(pending.answers[seat], Object)])
    battle = game.stack[-2]
    assert isinstance(battle, Battle)
    if not against:
        battle.terms = parley.terms
    rule = "LOY-10.2.10" if parley.civilians else "LOY-10.2.8"
    tell.all(LossesAgreed, parley.terms, against, rule=rule)


PARLEY = flow(
    Parley,
    propose=decide(proposal_boxes, propose, default=proposing_nothing, asked=speaker_of, offer=True),
    consent=decide(consent_boxes, agree, default=objecting, asked=others, offer=True),
)
