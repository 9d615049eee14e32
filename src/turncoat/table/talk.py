"""Which messages players may send, and what promises follow from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET, Struct
from msgspec.structs import replace

from turncoat.games import AnyRuleset, ruleset
from turncoat.kernel.acts import no_answers
from turncoat.kernel.boxes import Action
from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Answer, Fate, Judged, Message, Pledge, Say
from turncoat.table import offers
from turncoat.table.holders import Happened, Heard, hearers_of, reach
from turncoat.table.offers import OfferState
from turncoat.table.record import Header, Hearers, Spoken
from turncoat.table.table import OVER, Game, Pledged, Table, TableState, answers_in
from turncoat.table.table_events import PledgeJudged
from turncoat.table.talk_grammar import never_sealed

LONGEST_MESSAGE = 4000
"""The most characters in a message."""

LONGEST_PLEDGE = 1000
"""The most answers that one promise can cover."""

MOST_PLEDGES = 50
"""The most open promises of one seat."""


_AN_ID = re.compile(r"[\w.-]{1,60}", re.ASCII)
_A_NAME = re.compile(r"[^\x00-\x1f\x7f]{1,80}")


class Meanwhile(NamedTuple):
    """A table together with the changes in a draft."""

    table: Table
    state: TableState
    talk: Sequence[Spoken]
    happened: Sequence[Happened]


def said(message: Message, at: int, after: int, meanwhile: Meanwhile) -> tuple[Spoken, list[Pledged]]:
    """A message in the form for the record, and the promises that it makes.

    Raises:
        NotAllowed: it may not be said, or answers what cannot be answered (any more).
    """
    table, state, talk, _ = meanwhile
    answer, sender = message.said, message.sender
    offer = None
    if answer.about is not UNSET or answer.answer is not UNSET:
        offer = _offer(message, meanwhile)
    if offer is not None and sender is not None:
        message = Message(sender, offers.in_full(sender, answer, offer.message, table.never_seen))
    check(message, table.header, state)
    hearers = hearers_of(message, state.seats) if offer is None else offer.hearers
    made = []
    if offer is not None and answer.about is not UNSET and answer.answer is Answer.AGREE:
        given = offers.given_for(offer.message, table.never_seen)
        made += _pledged(offer.message, given, hearers, answer.about - 1, meanwhile)
    made += _pledged(message, message.said.promise, hearers, len(table.talk) + len(talk), meanwhile)
    return Spoken(at, after, message, hearers), made


def numbered(say: Say, heard: Heard) -> Say:
    """The same with the number that the offer has in the record, where the speaker has numbered what was heard.

    Raises:
        NotAllowed: the speaker has heard no such message.
    """
    if say.about is UNSET:
        return say
    if not 1 <= say.about <= len(heard.places):
        raise NotAllowed(offers.NO_SUCH, field="about")
    return replace(say, about=heard.places[say.about - 1] + 1)


def _offer(answer: Message, meanwhile: Meanwhile) -> Spoken:
    """The offer that a message answers, if it can still be answered."""
    table, state, talk, _ = meanwhile
    about, seat = answer.said.about, answer.sender
    if about is UNSET or answer.said.answer is UNSET or seat is None:
        raise NotAllowed("Say which offer you answer, by its number, and whether you agree.", field="about")
    place, before = about - 1, len(table.talk)
    if not 0 <= place < before + len(talk):
        raise NotAllowed(offers.NO_SUCH, field="about")
    offer = table.talk[place] if place < before else talk[place - before]
    if not reach(offer.hearers, seat, state.seats[seat].holder):
        raise NotAllowed(offers.NO_SUCH, field="about")
    standing = table.offer_state(place) if place < before else OfferState.OPEN
    if standing is OfferState.OPEN and offers.is_offer(offer.message):
        standing = _since(offer, place, meanwhile)
    if standing is not None and standing is not OfferState.OPEN:
        raise NotAllowed(offers.WHY_NOT[standing], field="about")
    return offer


def _since(offer: Spoken, place: int, meanwhile: Meanwhile) -> OfferState:
    """The state of an offer after the changes in the draft."""
    table, state, talk, happened = meanwhile
    if (answer := answers_in(talk, 0).get(place)) is not None:
        return offers.answered(offer.message, talk[answer].message)
    gone = state.phase in OVER or offers.overtaken(offer, happened, table.passed)
    return OfferState.OVERTAKEN if gone else OfferState.OPEN


def _pledged(
    message: Message, pledge: Pledge | None, hearers: Hearers | None, place: int, meanwhile: Meanwhile
) -> list[Pledged]:
    """The promise that the sender of the message at this place has made."""
    if pledge is None or message.sender is None:
        return []
    check_promise(pledge, message.sender, meanwhile.state)
    return [Pledged(message.sender, message.said.to, meanwhile.table.rules.held(pledge), hearers, place)]


def check(message: Message, header: Header, state: TableState) -> None:
    """Check a message; raises a refusal that says what is wrong with it.

    Raises:
        NotAllowed: the table's talk setting does not permit it, it names a seat that is not there, it is empty or
            too long, or it promises what cannot be promised.
    """
    said, seats = message.said, header.seats
    if header.talk == "none":
        raise NotAllowed("This table is played without talk.", field="text")
    if header.talk == "public" and said.to:
        raise NotAllowed("At this table there is no private talk: write to everybody.", field="to")
    if any(not 0 <= seat < seats or seat == message.sender for seat in said.to):
        raise NotAllowed(f"Choose other players of this table (in data, seats 0 to {seats - 1}).", field="to")
    if not (said.text.strip() or said.promise or said.request or said.offer or said.answer or said.point):
        raise NotAllowed("Write something first.", field="text")
    if len(said.text) > LONGEST_MESSAGE:
        raise NotAllowed(f"A message has at most {LONGEST_MESSAGE} characters.", field="text")
    if said.point is not UNSET and not (_AN_ID.fullmatch(said.point.at) and _A_NAME.fullmatch(said.point.name)):
        raise NotAllowed(
            "Choose something on the board to point at (in data: its id, and a name of 1 to 80 characters)."
        )
    if said.promise is not None:
        check_promise(said.promise, message.sender, state)
        _check_judgeable(said.promise, header)


def check_promise(promise: Pledge, sender: int | None, state: TableState) -> None:
    """Check a promise of the speaker, who can promise only their own answers.

    Raises:
        NotAllowed: it is somebody else's, for too long, or too many are open.
    """
    if promise.who != sender:
        raise NotAllowed("You can promise only what you do yourself.", field="promise.who")
    if not 1 <= promise.times <= LONGEST_PLEDGE:
        raise NotAllowed(f"A promise must be for 1 to {LONGEST_PLEDGE} answers.", field="promise.times")
    holder = (sender, state.seats[sender].holder)
    known = (pledge for pledge in state.pledges if pledge.hearers is None or holder in pledge.hearers)
    mine = [pledged for pledged in known if pledged.sender == sender and pledged.state.fate is Fate.OPEN]
    if len(mine) >= MOST_PLEDGES:
        raise NotAllowed(
            f"{MOST_PLEDGES} of your promises are still open; wait until one is kept or broken.", field="promise"
        )


def _check_judgeable(promise: Pledge, header: Header) -> None:
    """Refuse a promise of an action that no reveal shows, because it would always count as broken."""
    if promise.act in never_sealed(header.game, ruleset(header.game).read_options(header.options), header.seats):
        raise NotAllowed(
            f"Nobody could see later whether you {promise.act}, so you cannot promise it. "
            "You can offer it in exchange for something.",
            field="promise.act",
        )


def settle(state: TableState, rules: AnyRuleset, game: Game, event: Event) -> list[Pledged]:
    """Judge promises by the events that all players have seen; returns those judged now.

    Promises that were judged before are removed from the table.
    """
    still = [pledge for pledge in state.pledges if pledge.state.fate is Fate.OPEN]
    rules.judge([pledge.state for pledge in still], game, event)
    judged = [pledge for pledge in still if pledge.state.fate is not Fate.OPEN]
    if judged or rules.revealed(event):
        state.pledges = still
    return judged


def void(state: TableState, seat: int) -> list[Pledged]:
    """Somebody else answers for a seat from now on: what was promised there can no longer be judged."""
    gone = [pledge for pledge in state.pledges if pledge.sender == seat and pledge.state.fate is Fate.OPEN]
    for pledge in gone:
        pledge.state.fate = Fate.VOID
    return gone


def judged(pledged: Pledged, at: int) -> tuple[Happened, tuple[int, Judged]]:
    """The event that tells the hearers of a promise its result, and the result as stored with its message."""
    audience = tuple(sorted({pledged.sender, *pledged.to})) if pledged.to else None
    fate = pledged.state.fate
    event = PledgeJudged(pledged.sender, pledged.to, pledged.state.pledge, fate)
    return Happened(at, audience, event, pledged.hearers), (pledged.said, Judged(fate, at))


def would_break(rules: AnyRuleset, view: Struct | None, pledge: Pledge, action: Action) -> bool:
    """Whether an answer would break the open promise of the player who gives it, as far as that player can see."""
    if rules.held(pledge).by_turn:
        comes_to = rules.acts.would(action, view) if rules.acts is not None and view is not None else ()
        return not pledge.will and any(map(pledge.covers, comes_to))
    shown = rules.revealed is not no_answers and (rules.shown is None or action.__class__ in rules.shown)
    return shown and pledge.broken_by(action)
