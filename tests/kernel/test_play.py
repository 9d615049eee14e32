"""Playing: handing in, taking back, doing something beside, running out of time."""

from __future__ import annotations

import msgspec
import pytest
from tests.kernel.games import REST, Bell, Bidding, Nod, Pay, Rest, Ring, Say, Tiny, TinyAction, bidding, start

from turncoat.kernel import play
from turncoat.kernel.boxes import NOTHING, Boxes
from turncoat.kernel.cloning import clone
from turncoat.kernel.errors import NotAllowed, NotYours, OutOfDate, Refusal, Unreadable
from turncoat.kernel.events import Listener
from turncoat.kernel.ruleset import SeatNames
from turncoat.kernel.standing_order import ConditionalOrder, Like

ALL = (0, 1, 2)


def test_answers_are_sealed_until_all_are_in() -> None:
    game = start(bidding(*ALL))
    play.submit(game, 0, Say(2))
    play.submit(game, 2, Say(1))
    assert play.waiting(game) == [1]
    assert game.log == ["bidding"]
    play.submit(game, 1, REST)
    assert game.log[1] == "revealed 0 Say(number=2), 1 Rest(), 2 Say(number=1); missed []"
    assert play.over(game)


def test_an_answer_may_be_changed_and_taken_back_until_all_are_in() -> None:
    game = start(bidding(0, 1))
    play.submit(game, 0, Say(1))
    play.submit(game, 0, Say(3))
    assert play.answer_of(game, 0) == Say(3)
    play.withdraw(game, 0)
    assert play.answer_of(game, 0) is None
    assert play.waiting(game) == [0, 1]
    with pytest.raises(NotYours, match="no answer to withdraw"):
        play.withdraw(game, 0)


def test_the_members_of_a_set_may_come_in_any_order() -> None:
    """What is accepted is returned as it is kept."""
    game = start(bidding(*ALL))
    assert play.submit(game, 0, Nod((2, 1))) == Nod((1, 2))
    assert play.answer_of(game, 0) == Nod((1, 2))


REFUSED: list[tuple[int, TinyAction, type[Refusal], str]] = [
    (0, Say(4), NotAllowed, r"^say: number must be 0 to 3 \(TNY-1\)\.$"),
    (0, Nod((0,)), NotAllowed, r"^nod to: seats must be at least 1 of Barney, Celeste \(TNY-2\)\.$"),
    (0, Nod((1, 1)), NotAllowed, "nod to: seats"),
    (0, Ring("gong"), NotAllowed, r"^ring: kind must be nothing, bell"),
    (1, Ring("bell"), NotAllowed, r"^The bell is not yours \(TNY-4\)\.$"),
    (2, Say(1), NotYours, "You are not asked anything now"),
    (2, Pay(9), NotAllowed, r"^pay: coins must be 1 to 3 \(TNY-5\)\.$"),
    (3, Say(1), NotYours, "There is no seat 3 at this table; the seats are 0 to 2"),
    (-1, Say(1), NotYours, "There is no seat -1"),
]


@pytest.mark.parametrize(("seat", "action", "kind", "sentence"), REFUSED)
def test_a_refusal_leaves_everything_as_it_was(
    seat: int, action: TinyAction, kind: type[Refusal], sentence: str
) -> None:
    """Whatever is wrong with an answer, the state is the same to the byte and nobody hears of it."""
    game = start(bidding(0, 1))
    play.submit(game, 0, Say(2))
    before, heard = msgspec.json.encode(game), Listener()
    with pytest.raises(kind, match=sentence):
        play.submit(game, seat, action, heard, names=SeatNames(["Agatha", "Barney", "Celeste"]))
    assert msgspec.json.encode(game) == before
    assert heard.heard == []


def test_an_answer_to_an_earlier_question_is_refused_with_the_present_one() -> None:
    game = start(bidding(0), bidding(0, 1))
    play.submit(game, 0, Say(1), request=1)
    before = clone(game)
    with pytest.raises(OutOfDate, match="earlier question") as refused:
        play.submit(game, 0, Say(2), request=1)
    assert refused.value.request == 2
    assert game == before
    play.submit(game, 0, Say(2), request=2)


def test_requests_are_numbered_for_each_seat_alone() -> None:
    """A common counter would tell everybody how often the others were asked something secret."""
    game = start(bidding(0), bidding(0, 1))
    assert game.requests == [1, 0, 0]
    play.submit(game, 0, REST)
    assert game.requests == [2, 1, 0]


def test_nothing_is_asked_once_the_game_is_over() -> None:
    game = start(bidding(0))
    play.submit(game, 0, REST)
    assert play.over(game)
    assert (play.asked(game), play.waiting(game), play.pending(game), play.decision(game)) == ([], [], None, None)
    assert play.boxes(game, 0) == NOTHING
    assert play.beside(game, 0) == NOTHING
    assert play.answer_of(game, 0) is None
    for attempt in (
        lambda: play.submit(game, 0, REST),
        lambda: play.time_up(game),
        lambda: play.withdraw(game, 0),
        lambda: play.default_of(game, 0),
    ):
        with pytest.raises(NotYours):
            attempt()


def test_only_those_asked_have_something_to_answer() -> None:
    game = start(bidding(0, 1))
    assert play.boxes(game, 0).tags == ("say", "nod", "rest")
    assert play.boxes(game, 2) == NOTHING
    assert play.default_of(game, 1) == REST
    with pytest.raises(NotYours):
        play.default_of(game, 2)


def test_nonsense_is_refused_unless_the_rules_make_an_answer_of_it() -> None:
    """Here they do not; TRU-O7 is where they do."""
    game = start(bidding(0, 1))
    before = clone(game)
    with pytest.raises(Unreadable, match="gibberish"):
        play.submit_unreadable(game, 0, Unreadable("gibberish"))
    assert game == before


# --- beside a decision ------------------------------------------------------------------------------


def test_something_beside_the_decision_happens_at_once() -> None:
    """Also from a seat that is not asked, and as often as it likes."""
    game, heard = start(bidding(0, 1)), Listener()
    play.submit(game, 2, Pay(1), heard)
    play.submit(game, 2, Pay(1), heard)
    assert game.purses == [3, 3, 1]
    assert len(heard.heard) == 2
    assert play.beside(game, 2).tags == ("pay",)
    assert play.beside(game, 3) == NOTHING


def test_an_answer_that_became_illegal_goes_back_to_its_owner() -> None:
    """He is asked again, under a new number; the others' answers stay."""
    game = start(bidding(*ALL))
    play.submit(game, 0, Say(3))
    play.submit(game, 1, Say(3))
    play.submit(game, 0, Pay(1))
    assert play.waiting(game) == [0, 2]
    assert game.requests == [2, 1, 1]
    assert play.answer_of(game, 1) == Say(3)


def test_a_section_can_begin_beside_a_decision_and_suspends_it() -> None:
    """While it is played nobody can answer the decision below; afterwards it goes on with its answers."""
    game = start(bidding(0, 2))
    play.submit(game, 2, Say(1))
    play.submit(game, 0, Ring("bell"))
    assert play.waiting(game) == [1]
    with pytest.raises(NotYours):
        play.submit(game, 0, Say(1))
    play.submit(game, 1, REST)
    assert play.waiting(game) == [0]
    assert play.answer_of(game, 2) == Say(1)


def test_what_the_section_changed_is_looked_at_when_the_decision_goes_on() -> None:
    """The bell costs two coins: who had sealed three must answer again, who had sealed one need not."""
    game = start(bidding(*ALL))
    play.submit(game, 1, Say(3))
    play.submit(game, 2, Say(1))
    play.submit(game, 0, Ring("dear"))
    play.submit(game, 1, REST)
    assert play.waiting(game) == [0, 1]
    assert game.requests == [1, 3, 1]


def test_a_decision_can_be_asked_anew() -> None:
    """All answers go back; everybody has a new request."""
    game = start(bidding(*ALL))
    play.submit(game, 1, Say(3))
    play.submit(game, 0, Ring("reopen"))
    assert play.waiting(game) == [0, 1, 2]
    assert game.requests == [2, 2, 2]


def test_an_action_beside_can_end_the_section_or_the_game() -> None:
    game = start(bidding(*ALL), bidding(1))
    play.submit(game, 0, Ring("leave"))
    assert play.asked(game) == [1]
    other = start(bidding(*ALL), bidding(1))
    play.submit(other, 0, Ring("over"))
    assert play.over(other)
    assert other.log == ["bidding", "over"]


# --- standing orders --------------------------------------------------------------------------------


def test_offers_are_named_by_section_and_step() -> None:
    assert play.repeated_questions(start(bidding(0))) == ["bidding.say"]


def test_a_standing_order_answers_from_now_on_until_it_is_cancelled() -> None:
    game = start(bidding(0, 1), bidding(0, 1), bidding(0, 1))
    play.order_standing(game, 1, "bidding.say", REST)
    assert play.waiting(game) == [0]
    play.submit(game, 0, REST)
    assert play.waiting(game) == [0]
    play.order_standing(game, 1, "bidding.say")
    play.submit(game, 0, REST)
    assert play.waiting(game) == [0, 1]


def test_a_decision_for_which_all_have_standing_orders_closes_at_once() -> None:
    game = start(bidding(0), bidding(0), bidding(0))
    play.order_standing(game, 0, "bidding.say", Say(1))
    assert play.over(game)
    assert game.log.count("revealed 0 Say(number=1); missed []") == 3


def test_the_first_legal_answer_of_a_standing_order_is_given() -> None:
    """DUN-2.7.3: "call treachery if possible and pass otherwise"."""
    game = start(bidding(0, 1), bidding(0, 1), purses=(1, 3))
    play.order_standing(game, 0, "bidding.say", Say(3), Say(1), REST)
    assert play.answer_of(game, 0) == Say(1)


def test_where_no_standing_order_is_legal_the_seat_is_asked() -> None:
    game = start(bidding(0, 1), bidding(0, 1), purses=(1, 3))
    play.order_standing(game, 0, "bidding.say", Say(3))
    assert play.waiting(game) == [0, 1]


def test_a_standing_order_steps_in_when_an_answer_went_back() -> None:
    """Nobody needs to be woken who has said what is to be done then."""
    game = start(bidding(*ALL))
    play.order_standing(game, 0, "bidding.say", Say(3), REST)
    play.submit(game, 0, Pay(1))
    assert play.answer_of(game, 0) == REST
    assert game.requests[0] == 1


def test_a_standing_order_does_not_replace_an_answer_on_file() -> None:
    game = start(bidding(0, 1))
    play.submit(game, 0, Say(2))
    play.order_standing(game, 0, "bidding.say", REST)
    assert play.answer_of(game, 0) == Say(2)


def test_a_guarded_order_holds_once_what_it_names_is_not_possible() -> None:
    """DUN-2.7.3: "pass an auction above an amount": rest, unless a 2 can still be said."""
    game = start(bidding(0, 1), bidding(0, 1), bidding(0, 1))
    play.order_standing(game, 0, "bidding.say", REST, unless=(Like("say", {"number": 2}),))
    assert play.waiting(game) == [0, 1]
    play.submit(game, 0, Pay(2))
    assert play.waiting(game) == [0, 1]
    for seat in (0, 1):
        play.submit(game, seat, REST)
    assert play.answer_of(game, 0) == REST
    assert play.waiting(game) == [1]
    play.order_standing(game, 0, "bidding.say")
    play.submit(game, 1, REST)
    assert play.waiting(game) == [0, 1]


def test_any_of_what_an_order_names_is_enough_to_be_asked() -> None:
    game = start(bidding(0, 1), purses=(2, 2))
    play.order_standing(game, 0, "bidding.say", REST, unless=(Like("say", {"number": 3}), Like("say", {"number": 2})))
    assert play.waiting(game) == [0, 1]
    play.order_standing(game, 0, "bidding.say", REST, unless=(Like("say", {"number": 3}), Like("ring")))
    assert play.answer_of(game, 0) == REST


def test_a_guarded_order_is_kept_with_the_game() -> None:
    """A copy and a stored position have it; one without guards is stored as it always was."""
    game = start(bidding(0, 1))
    play.order_standing(game, 0, "bidding.say", REST, unless=(Like("say", {"number": 2}),))
    play.order_standing(game, 1, "bidding.say", Say(9))
    assert clone(game) == game
    stored = msgspec.json.encode(game.standing_orders)
    assert b'{"bidding.say":[{"type":"say","number":9}]}' in stored
    read = msgspec.json.decode(stored, type=list[dict[str, tuple[Say | Rest, ...] | ConditionalOrder[Say | Rest]]])
    assert msgspec.json.encode(read) == stored
    assert read[0]["bidding.say"] == game.standing_orders[0]["bidding.say"]


def test_a_guard_needs_an_answer() -> None:
    game = start(bidding(0, 1))
    play.order_standing(game, 0, "bidding.say", Say(9))
    with pytest.raises(NotAllowed, match="A standing order needs an answer"):
        play.order_standing(game, 0, "bidding.say", unless=(Like("say"),))
    assert game.standing_orders[0] == {"bidding.say": (Say(9),)}


def test_standing_orders_are_for_offers_only() -> None:
    game = start(bidding(0))
    with pytest.raises(
        NotYours, match=r"There is no repeated question bell\.answer; you can leave standing orders for bidding\.say"
    ):
        play.order_standing(game, 0, "bell.answer", REST)
    with pytest.raises(NotYours, match="There is no seat 7"):
        play.order_standing(game, 7, "bidding.say", REST)


# --- time -------------------------------------------------------------------------------------------


def test_when_time_is_up_defaults_are_put_in_for_those_who_are_missing() -> None:
    game = start(bidding(*ALL))
    play.submit(game, 1, Say(2))
    play.time_up(game)
    assert game.log[1] == "revealed 0 Rest(), 1 Say(number=2), 2 Rest(); missed [0, 2]"


def test_time_runs_out_for_the_section_that_suspends_first() -> None:
    """The decision below keeps waiting."""
    game = start(bidding(0, 2))
    play.submit(game, 0, Ring("bell"))
    play.time_up(game)
    assert game.log[-1] == "answered"
    assert play.waiting(game) == [0, 2]


# --- the two doors ----------------------------------------------------------------------------------


def lowest(boxes: Boxes[TinyAction]) -> TinyAction:
    """A policy that needs no chance."""
    return boxes.nth(boxes.count - 1)


def through_the_front(game: Tiny) -> Tiny:
    """The same game with every answer handed in and checked."""
    while not play.over(game):
        seat = play.waiting(game)[0]
        play.submit(game, seat, lowest(play.boxes(game, seat)), Listener())
    return game


def clone_plan(plan: list[Bidding]) -> list[Bidding]:
    """Sections for two games."""
    return [bidding(*one.asked) for one in plan]


def test_a_play_out_goes_on_from_any_moment() -> None:
    """Answers that are in stay; a suspended decision is played to its end."""
    game = start(bidding(0, 2), bidding(0))
    play.submit(game, 2, Say(1))
    play.submit(game, 0, Ring("bell"))
    other = clone(game)
    play.play_out(game, lowest)
    assert game.log[3] == "revealed 0 Rest(), 2 Say(number=1); missed []"
    assert through_the_front(other) == game


def test_running_a_game_that_waits_changes_nothing() -> None:
    game = start(bidding(0))
    before = clone(game)
    play.run(game)
    assert game == before


def test_a_bell_needs_nobody_else() -> None:
    """A section can be in the plan as well as start beside a decision."""
    game = start(Bell(seat=2))
    assert play.waiting(game) == [2]
