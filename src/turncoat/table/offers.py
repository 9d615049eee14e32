"""Offers: what somebody asks of a seat, with what is given for it, and what that seat answers.

A message that asks a seat for something is an offer. The seat that is asked can agree, say no, or ask for something
else; who has asked can take it back. When a player agrees to it, both promises are made at once. How an offer stands
follows from the talk and from what everybody has seen, so that nothing more is stored and a replay finds the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from msgspec.structs import replace

from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Answer, Message, Pledge, Say
from turncoat.table.holders import Happened
from turncoat.table.record import Spoken
from turncoat.table.table_events import SeatChanged


class OfferState(StrEnum):
    """The states of an offer."""

    OPEN = "open"
    AGREED = "agreed"
    REFUSED = "refused"
    COUNTERED = "countered"
    WITHDRAWN = "withdrawn"
    OVERTAKEN = "overtaken"
    """The player asked has acted without agreeing, somebody has left a seat, or the game is over."""


NO_SUCH = "You have heard no message with this number."
"""The refusal of an answer to a message that is no offer."""

WHY_NOT = {
    OfferState.AGREED: "Somebody has already agreed to this offer.",
    OfferState.REFUSED: "This offer was refused already; make one of your own.",
    OfferState.COUNTERED: "Another offer was made instead of this one; answer that one.",
    OfferState.WITHDRAWN: "This offer was withdrawn.",
    OfferState.OVERTAKEN: "It is too late to answer this offer: the player asked has acted, their turn is over, "
    "somebody has left a seat, or the game has ended.",
}
"""For each state, the refusal of an answer to an offer in that state."""


def is_offer(message: Message) -> bool:
    """Whether a message asks a seat for something, so that the seat can agree."""
    return message.said.request is not None and message.sender is not None


def answered(offer: Message, answer: Message) -> OfferState:
    """The state of an offer after an answer to it."""
    if answer.said.answer is Answer.AGREE:
        return OfferState.AGREED
    if answer.said.answer is Answer.COUNTER:
        return OfferState.COUNTERED
    return OfferState.WITHDRAWN if answer.sender == offer.sender else OfferState.REFUSED


def overtaken(offer: Spoken, happened: Sequence[Happened], passed: Callable[[Pledge, Event], bool]) -> bool:
    """Whether the moment for an offer is over, as everybody has seen, or a seat has changed hands.

    Args:
        offer: The offer.
        happened: All events of the table so far.
        passed: Tells whether an event makes a request too late (``Ruleset.passed``).
    """
    request, asker = offer.message.said.request, offer.message.sender
    assert request is not None
    for event in _since(happened, offer.at):
        if isinstance(event, SeatChanged) and event.seat in (asker, request.who):
            return True
        if passed(request, event):
            return True
    return False


def _since(happened: Sequence[Happened], at: int) -> Iterator[Event]:
    """The public events after this time, the latest first."""
    for event in reversed(happened):
        if event.at <= at:
            return
        if event.audience is None:
            yield event.event


def in_full(speaker: int, said: Say, offer: Message, never_seen: frozenset[str]) -> Say:
    """An answer with everything that it says: to whom the offer was made, and what is promised by agreeing.

    Args:
        speaker: The seat that answers.
        said: The answer.
        offer: The offer that it answers.
        never_seen: Actions that the game never shows, so that a promise of one cannot be judged.

    Raises:
        NotAllowed: this seat cannot answer so.
    """
    request, asker = offer.said.request, offer.sender
    if request is None or asker is None:
        raise NotAllowed("This message is not an offer, so you cannot agree to it or refuse it.", field="about")
    if speaker != request.who and (speaker != asker or said.answer is not Answer.NO):
        raise NotAllowed("This offer was made to somebody else; only that player can answer it.", field="about")
    everybody = {asker, *offer.said.to} - {speaker} if offer.said.to else set()
    if said.to and set(said.to) != everybody:
        raise NotAllowed("Everybody who heard the offer hears your answer: do not name anybody.", field="to")
    promise = request if said.answer is Answer.AGREE and request.act not in never_seen else None
    if said.promise not in (None, promise):
        raise NotAllowed("When you answer an offer, you can promise only what you were asked for.", field="promise")
    _check_request(said, asker)
    return replace(said, to=tuple(sorted(everybody)), promise=promise)


def _check_request(said: Say, asker: int) -> None:
    counter = said.answer is Answer.COUNTER
    if counter and (said.request is None or said.request.who != asker):
        raise NotAllowed("Say what the player who made the offer should do instead.", field="request")
    if not counter and (said.request is not None or said.offer is not None):
        raise NotAllowed('To ask for something else, make a counter-offer (in data: "counter").', field="answer")


def given_for(offer: Message, never_seen: frozenset[str]) -> Pledge | None:
    """What the asker promises in the moment in which somebody agrees to the offer; None: nothing that can be judged."""
    given = offer.said.offer
    return given if given is not None and offer.said.promise is None and given.act not in never_seen else None
