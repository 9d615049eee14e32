"""Offers and their answers: who can agree to what, who hears of it, and what is promised by it (TRU-14)."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from tests.table.tables import NAMES, Sitting, header

from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.promise import Answer, Fate, Message, Pledge, Say
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.export import exported
from turncoat.table.offers import OfferState
from turncoat.table.record import SeatKind
from turncoat.table.replay import replay
from turncoat.table.table_view import MessageView, messages_after, table_view
from turncoat.table.verify import verify

ANNA, BEN, CLARA = range(3)
WISH = Pledge(BEN, "attack", {"target": CLARA})
PRICE = Pledge(ANNA, "support", {"target": BEN})
GIFT = Pledge(ANNA, "give", {"to": BEN, "coins": 1})


def offered(offer: Pledge | None = PRICE, to: tuple[int, ...] = (BEN,), before: int = 0) -> Sitting:
    """Anna asks Ben, after so many whispers that Ben does not hear."""
    sitting = Sitting(header(options={"rounds": 4})).begun()
    for _ in range(before):
        sitting.say(ANNA, "between us", (CLARA,))
    return said(sitting, ANNA, Say(to, request=WISH, offer=offer))


def said(sitting: Sitting, seat: int, say: Say) -> Sitting:
    """A seat says something; numbers are those that it knows."""
    draft = Draft(sitting.table)
    draft.speak(seat, sitting.table.state.seats[seat].holder, say, sitting.now)
    draft.accept()
    sitting.now += 1
    return sitting


def reply(sitting: Sitting, seat: int, answer: Answer, about: int = 1) -> Sitting:
    return said(sitting, seat, Say(about=about, answer=answer))


def refusal(sitting: Sitting, seat: int, say: Say) -> NotAllowed:
    found = sitting.refused(lambda draft: draft.speak(seat, sitting.table.state.seats[seat].holder, say, sitting.now))
    assert isinstance(found, NotAllowed)
    return found


def heard(sitting: Sitting, seat: int | None) -> list[MessageView]:
    return messages_after(sitting.table, seat, 0)


def test_agreeing_makes_both_promises_in_the_same_moment() -> None:
    """TRU-14.2: what was asked is promised by who agrees, what was offered by who has asked."""
    sitting = reply(offered(), BEN, Answer.AGREE)
    assert [(one.promised, one.fate, one.offer) for one in heard(sitting, ANNA)] == [
        (PRICE, Fate.OPEN, OfferState.AGREED),
        (WISH, Fate.OPEN, None),
    ]
    assert [(one.sender, one.pledge) for one in table_view(sitting.table, BEN).pledges] == [(ANNA, PRICE), (BEN, WISH)]
    sitting.answer(ANNA, "support 1").answer(BEN, "loot").answer(CLARA, "pass")
    fates = [(one.fate, one.judged) for one in heard(sitting, BEN)]
    assert fates == [(Fate.KEPT, sitting.now), (Fate.BROKEN, sitting.now)]


@pytest.mark.parametrize("to", [(BEN,), (BEN, CLARA), ()])
def test_an_answer_is_heard_by_those_who_heard_the_offer(to: tuple[int, ...]) -> None:
    sitting = offered(to=to)
    reply(sitting, BEN, Answer.AGREE)
    for seat in (None, ANNA, BEN, CLARA):
        hears = not to or seat in (ANNA, *to)
        assert len(heard(sitting, seat)) == (2 if hears else 0)
        assert len(table_view(sitting.table, seat).pledges) == (2 if hears else 0)


def test_everybody_counts_the_messages_that_they_have_heard_themselves() -> None:
    """The number of an offer tells nobody how much others whisper."""
    sitting = offered(before=3)
    assert refusal(sitting, BEN, Say(about=4, answer=Answer.AGREE)).field == "about"
    reply(sitting, BEN, Answer.AGREE, about=1)
    assert [one.message.said.about for one in heard(sitting, BEN)] == [UNSET, 1]
    assert [one.message.said.about for one in heard(sitting, ANNA)] == [UNSET] * 4 + [4]


@pytest.mark.parametrize(
    ("seat", "say", "why"),
    [
        (CLARA, Say(about=1, answer=Answer.AGREE), "You have heard no message with this number."),
        (BEN, Say(about=2, answer=Answer.AGREE), "You have heard no message with this number."),
        (BEN, Say(text="yes", about=1), "Say which offer you answer"),
        (BEN, Say(answer=Answer.AGREE), "Say which offer you answer"),
        (ANNA, Say(about=1, answer=Answer.AGREE), "This offer was made to somebody else"),
        (BEN, Say((CLARA,), about=1, answer=Answer.AGREE), "Everybody who heard the offer hears your answer"),
        (
            BEN,
            Say(about=1, answer=Answer.AGREE, promise=Pledge(BEN, "loot")),
            "When you answer an offer, you can promise only",
        ),
        (BEN, Say(about=1, answer=Answer.AGREE, request=Pledge(ANNA, "loot")), "To ask for something else"),
        (BEN, Say(about=1, answer=Answer.COUNTER), "Say what the player"),
        (BEN, Say(about=1, answer=Answer.COUNTER, request=Pledge(CLARA, "loot")), "Say what the player"),
    ],
)
def test_nobody_answers_for_another_or_what_was_not_asked(seat: int, say: Say, why: str) -> None:
    assert refusal(offered(), seat, say).sentence.startswith(why)


@pytest.mark.parametrize(
    ("seat", "answer", "state"),
    [
        (BEN, Answer.AGREE, OfferState.AGREED),
        (BEN, Answer.NO, OfferState.REFUSED),
        (ANNA, Answer.NO, OfferState.WITHDRAWN),
    ],
)
def test_what_was_answered_cannot_be_agreed_to(seat: int, answer: Answer, state: OfferState) -> None:
    sitting = reply(offered(), seat, answer)
    assert heard(sitting, BEN)[0].offer is state
    assert refusal(sitting, BEN, Say(about=1, answer=Answer.AGREE)).field == "about"
    assert len(sitting.table.state.pledges) == (2 if answer is Answer.AGREE else 0)


def test_two_quick_agreements_make_one() -> None:
    """Also where both arrive before either is stored."""
    sitting = offered()
    draft = Draft(sitting.table)
    draft.speak(BEN, 1, Say(about=1, answer=Answer.AGREE), sitting.now)
    with pytest.raises(NotAllowed, match="already agreed to"):
        draft.speak(BEN, 1, Say(about=1, answer=Answer.AGREE), sitting.now)
    draft.accept()
    assert len(sitting.table.state.pledges) == 2


def test_a_counter_is_an_offer_of_its_own_instead_of_the_first() -> None:
    wish = Pledge(ANNA, "attack", {"target": CLARA})
    sitting = said(offered(), BEN, Say(about=1, answer=Answer.COUNTER, request=wish, offer=WISH))
    assert [one.offer for one in heard(sitting, ANNA)] == [OfferState.COUNTERED, OfferState.OPEN]
    assert "Another offer" in refusal(sitting, BEN, Say(about=1, answer=Answer.AGREE)).sentence
    reply(sitting, ANNA, Answer.AGREE, about=2)
    assert [one.pledge for one in table_view(sitting.table, BEN).pledges] == [WISH, wish]


def test_what_the_reveal_has_settled_is_overtaken() -> None:
    sitting = offered()
    sitting.everybody("loot")
    assert heard(sitting, BEN)[0].offer is OfferState.OVERTAKEN
    assert "too late" in refusal(sitting, BEN, Say(about=1, answer=Answer.AGREE)).sentence


@pytest.mark.parametrize("seat", [ANNA, BEN])
def test_whoever_left_is_not_held_to_what_was_asked(seat: int) -> None:
    sitting = offered()
    sitting.perform(kept.SeatTaken(sitting.now, seat, NAMES[seat], SeatKind.BOT, "schemer", by="another"))
    assert sitting.table.offer_state(0) is OfferState.OVERTAKEN


def test_what_can_no_longer_be_judged_is_void() -> None:
    """Somebody else answers for the seat; or the game is over, as for what was promised for longer."""
    sitting = reply(offered(), BEN, Answer.AGREE)
    sitting.perform(kept.SeatTaken(sitting.now, BEN, NAMES[BEN], SeatKind.BOT, "schemer", by="another"))
    assert [one.fate for one in heard(sitting, ANNA)] == [Fate.OPEN, Fate.VOID]
    sitting.everybody("loot").say(ANNA, promise=Pledge(ANNA, "pass", times=9)).to_the_end()
    last = heard(sitting, ANNA)[-1]
    assert (last.fate, last.judged) == (Fate.VOID, sitting.now)


def test_a_price_is_promised_with_the_rest_of_the_deal() -> None:
    """TRU-4.2: everybody sees a gift, though no reveal shows it; by the end of the round it is made or it is not."""
    sitting = reply(offered(GIFT), BEN, Answer.AGREE)
    assert [one.promised for one in heard(sitting, ANNA)] == [GIFT, WISH]
    sitting.everybody("pass")
    assert [one.fate for one in heard(sitting, ANNA)] == [Fate.BROKEN, Fate.BROKEN]
    sitting = said(Sitting().begun(), ANNA, Say((BEN,), request=Pledge(BEN, "give", {"to": ANNA}), offer=PRICE))
    reply(sitting, BEN, Answer.AGREE)
    sitting.answer(BEN, "give 1 to 0")
    assert [one.fate for one in heard(sitting, ANNA)] == [Fate.OPEN, Fate.KEPT]


def test_what_nothing_shows_is_agreed_to_without_a_promise() -> None:
    """CON-6: which coin somebody saves is not shown."""
    sitting = Sitting(header(game="conspiracy")).begun()
    save = Pledge(BEN, "save", {"coin": "S1"})
    reply(said(sitting, ANNA, Say((BEN,), request=save)), BEN, Answer.AGREE)
    assert [one.promised for one in heard(sitting, ANNA)] == [None, None]


def test_a_record_with_answers_plays_again_and_tells_no_number_of_others() -> None:
    """TRU-R24: what leaves counts only the talk that is in it."""
    sitting = reply(offered(before=2), BEN, Answer.AGREE).to_the_end()
    again = replay(sitting.record())
    assert (again.fates, again.answers) == (sitting.table.fates, sitting.table.answers)
    for seat in (ANNA, BEN):
        taken = exported(sitting.record(), seat)
        assert verify(taken) == []
        assert [one.message.said.about for one in taken.talk][-1] == (3 if seat == ANNA else 1)
        assert replay(taken).fates[len(taken.talk) - 1].fate is Fate.BROKEN
    assert exported(sitting.record(), CLARA).talk == sitting.table.talk[:2]


def test_an_offer_with_its_own_promise_promises_that_alone() -> None:
    sitting = Sitting().begun()
    said(sitting, ANNA, Say((BEN,), promise=Pledge(ANNA, "loot"), request=WISH, offer=PRICE))
    reply(sitting, BEN, Answer.AGREE)
    assert [one.pledge for one in table_view(sitting.table, BEN).pledges] == [Pledge(ANNA, "loot"), WISH]


def test_only_who_has_heard_the_offer_can_answer_it() -> None:
    """TRU-14.1: it was made to a person; whoever takes the seat has heard nothing."""
    sitting = offered()
    sitting.perform(kept.SeatTaken(sitting.now, BEN, NAMES[BEN], SeatKind.PERSON, by="another"))
    found = sitting.refused(lambda draft: draft.say(Message(BEN, Say(about=1, answer=Answer.AGREE)), sitting.now))
    assert found.field == "about"
