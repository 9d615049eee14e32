"""The form for whatever a seat may answer: all six spaces, and back again."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from turncoat.drawing.scene import Card
from turncoat.kernel.boxes import Action, Boxes, Closed, box
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.promise import Pledge, Say
from turncoat.kernel.space import PLAIN, Amounts, Between, OneOf, Order, Some, Value, Words
from turncoat.table.talk_grammar import TalkGrammar
from turncoat.web.composer import Composer, compose, in_words
from turncoat.web.controls import Control, choices_of, control_of, options_of
from turncoat.web.forms import read_answer, read_say


class Plan(Action):
    """XYZ-1.2: everything at once."""

    phrase = "send {leader} with {dial} to {places}"

    leader: str | None
    dial: int
    places: tuple[int, ...]
    troops: dict[str, int]
    losses: tuple[str, ...]
    note: str


class Move(Action):
    """XYZ-2: go there."""

    phrase = "move to {to}"

    to: int


class Rest(Action):
    """XYZ-3: stay."""


PLANS: Boxes[Action] = Boxes(
    box(
        Plan,
        "XYZ-1",
        leader=OneOf((None, "ann", "bob"), "leader"),
        dial=Between(0, 7),
        places=Some((3, 5, 8), 1, 2, "place"),
        troops=Amounts((("guards", 3), ("elite", 2)), 0, 4),
        losses=Order(("ann", "bob", "ann")),
        note=Words(40),
    ),
    box(Move, "XYZ-2", to=OneOf((1, 2), "seat")),
    box(Move, "XYZ-2", to=OneOf((4,), "seat")),
    closed=(Closed(Rest, "XYZ-3", "Nobody rests in a storm"),),
)


def sent(composer: Composer) -> dict[str, list[str]]:
    """What a browser sends of a form that is filled like this."""
    picked = next(option for option in composer.options if option.picked)
    form = {"act": [picked.key]}
    for control in picked.controls:
        form.update(_sent(control))
    return form


def _sent(control: Control) -> dict[str, list[str]]:
    if control.kind in {"one", "some"}:
        return {control.name: [choice.value for choice in control.choices if choice.picked]}
    if control.kind == "amounts":
        counted = zip(control.choices, control.amounts, strict=True)
        return {f"{control.name}.{choice.value}": [str(number)] for choice, number in counted}
    if control.kind == "order":
        return {f"{control.name}.{place}": [str(number)] for place, number in enumerate(control.amounts)}
    return {control.name: [control.value]}


def as_data(action: Action) -> dict[str, object]:
    return {"type": action.__struct_config__.tag, **msgspec.structs.asdict(action)}


@pytest.mark.parametrize("trial", range(60))
def test_every_answer_survives_the_form_in_all_six_spaces(trial: int) -> None:
    action = PLANS.sample(Random(trial).randrange)
    assert read_answer(sent(compose(PLANS, PLAIN, {}, action)), PLANS) == as_data(action)


def test_a_form_that_loses_a_field_is_noticed() -> None:
    """The check above sees a planted fault: one control is not sent."""
    action = PLANS.nth(PLANS.boxes[0].count() - 1)
    form = sent(compose(PLANS, PLAIN, {}, action))
    form["plan.places"] = []
    assert read_answer(form, PLANS) != as_data(action)


def test_two_boxes_of_one_action_have_two_keys() -> None:
    composer = compose(PLANS, PLAIN, {})
    assert [option.key for option in composer.options] == ["plan", "move", "move~2"]
    assert read_answer({"act": ["move~2"], "move~2.to": ["4"]}, PLANS) == {"type": "move", "to": 4}


def test_seats_that_can_be_tapped_are_those_of_any_open_action() -> None:
    assert compose(PLANS, PLAIN, {}).seats == {1, 2, 4}


def test_a_closed_action_is_shown_with_its_reason_and_rule() -> None:
    (shut,) = compose(PLANS, PLAIN, {}).shut
    assert (shut.tag, shut.why, shut.rule) == ("rest", "Nobody rests in a storm", "XYZ-3")


def test_an_action_without_a_card_is_shown_by_what_it_says_about_itself() -> None:
    card = compose(PLANS, PLAIN, {}).options[1].card
    assert (card.title, card.help, card.rule) == ("Move", "go there.", "XYZ-2")


def test_a_game_gives_its_cards_their_order_and_look() -> None:
    cards = {"rest": Card("Rest", "rest", "Stay."), "move": Card("March", "move", "Go.")}
    assert [one.card.title for one in compose(PLANS, PLAIN, cards).hand(cards)] == ["Rest", "March", "March", "Plan"]


def test_an_answer_is_said_as_its_phrase() -> None:
    assert in_words(Move(2), PLAIN, PLANS) == "move to 2"
    assert in_words(PLANS.nth(0), PLAIN, PLANS) == "send none with 0 to 3"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "Choose an action first."),
        ({"act": ["move"]}, "To: choose one on the board or from the list."),
        ({"act": ["move"], "move.to": ["9"]}, "To: choose one on the board or from the list."),
        ({"act": ["plan"], "plan.leader": ["ann"], "plan.dial": ["many"]}, "Dial: write a whole number."),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(form: dict[str, list[str]], sentence: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_answer(form, PLANS)
    assert refused.value.sentence == sentence


def test_an_order_must_name_every_place_once() -> None:
    form = sent(compose(PLANS, PLAIN, {}, PLANS.nth(0))) | {"plan.losses.0": ["2"], "plan.losses.1": ["2"]}
    with pytest.raises(Unreadable, match="give each number from 1 to 3 once"):
        read_answer(form, PLANS)


def talk_grammar() -> TalkGrammar:
    """What seat 1 of five can talk about."""
    speaker = TalkGrammar(PLAIN, 5, 1)
    speaker.learn(PLANS)
    return speaker


def test_a_promise_can_leave_open_whom_it_is_about() -> None:
    """TRU-14.1: a promise is talk; TRU-14.2: it binds nobody."""
    fields: dict[str, Value] = {"to": 2}
    form = {"kind": ["promise not"], "act": ["move"], "move.to": ["2"], "times": ["3"], "to": ["5", "4"]}
    assert read_say(form, talk_grammar(), 1) == Say((4, 5), "", promise=Pledge(1, "move", fields, will=False, times=3))
    form |= {"move.to": [""]}
    assert read_say(form, talk_grammar(), 1).promise == Pledge(1, "move", {}, will=False, times=3)
    form |= {"kind": ["request not"], "who": ["2"], "text.4,5": ["Please."]}
    assert read_say(form, talk_grammar(), 1) == Say(
        (4, 5), "Please.", request=Pledge(2, "move", {}, will=False, times=3)
    )


def test_what_is_offered_for_a_request_is_read_with_its_fields() -> None:
    """TRU-14.1: an offer is what the speaker would do in return; with a promise there is none."""
    form = {"kind": ["request"], "who": ["2"], "act": ["move"], "move.to": ["1"], "offer.act": ["move"]}
    asked = Pledge(2, "move", {"to": 1})
    assert read_say(form, talk_grammar(), 1) == Say((), "", request=asked, offer=Pledge(1, "move"))
    named = form | {"offer.move.to": ["2"]}
    assert read_say(named, talk_grammar(), 1).offer == Pledge(1, "move", {"to": 2})
    assert read_say(form | {"offer.act": [""]}, talk_grammar(), 1).offer is None
    promise = form | {"kind": ["promise"], "move.to": ["2"]}
    assert read_say(promise, talk_grammar(), 1) == Say((), "", promise=Pledge(1, "move", {"to": 2}))


def test_nobody_is_asked_to_do_something_to_themselves() -> None:
    form = {"kind": ["request"], "who": ["2"], "act": ["move"], "move.to": ["2"]}
    with pytest.raises(Unreadable, match=r"2 cannot move to 2: that is the same seat\."):
        read_say(form, talk_grammar(), 1)


class Grouped:
    """Names that know what belongs together."""

    def label(self, domain: str, value: int | str | None) -> str:
        """Called by its id."""
        return str(value)

    def group(self, domain: str, value: int | str | None) -> str:
        """Numbers under Rock, the rest under nothing."""
        return "Rock" if isinstance(value, str) and value[-1].isdecimal() else ""


def test_long_lists_have_headings_and_keep_their_numbers() -> None:
    """A list is read by its headings and in the order of the alphabet; script goes by the numbers of the boxes."""
    space = OneOf(("mesa 10", "open", "mesa 9", "cave 1"), "place")
    control = control_of("go.to", "to", space, Grouped(), None, filled=False)
    assert [choice.value for choice in control.choices] == ["mesa 10", "open", "mesa 9", "cave 1"]
    groups = {group: [(number, choice.value) for number, choice in members] for group, members in control.groups}
    assert groups == {"Rock": [(3, "cave 1"), (2, "mesa 9"), (0, "mesa 10")], "": [(1, "open")]}
    plain = control_of("go.to", "to", space, PLAIN, None, filled=False)
    assert [group for group, _ in plain.groups] == [""]


def test_long_lists_are_escaped_and_know_what_is_picked() -> None:
    """Made once, for whoever looks; names may hold anything."""
    space = OneOf(("a<b", "c", "mesa 9"), "place")
    control = control_of("go.to", "to", space, Grouped(), "c", filled=False)
    html = choices_of(control)
    assert '<option data-choice data-n="0" value="a&lt;b">a&lt;b</option>' in html
    assert '<option data-choice data-n="1" value="c" selected>c</option>' in html
    assert '<optgroup label="Rock"><option data-choice data-n="2" value="mesa 9">mesa 9</option></optgroup>' in html
    assert choices_of(control) is html
    assert 'value="mesa 9" selected' in choices_of(control, "mesa 9")
    assert options_of(control.choices).count("<option") == 3
