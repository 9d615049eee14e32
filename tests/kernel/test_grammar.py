"""Answers in words: what is written is understood, and what is not understood is explained."""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.strategies import Called, action_type, any_boxes, called

from turncoat.kernel.boxes import Action, Boxes, Closed, box
from turncoat.kernel.errors import NotAllowed, Refusal, Unreadable
from turncoat.kernel.grammar import LONGEST, Grammar, read, write
from turncoat.kernel.ruleset import SeatNames
from turncoat.kernel.space import PLAIN, Amounts, Between, Id, Names, OneOf, Order, Some, Words


class Attack(Action):
    phrase: ClassVar[str] = "attack {target}"

    target: int


class Defend(Action):
    phrase: ClassVar[str] = "defend"


class Give(Action):
    phrase: ClassVar[str] = "give {coins} to {to}"

    to: int
    coins: int


class Ship(Action):
    phrase: ClassVar[str] = "ship {forces} to {territory}"

    forces: dict[str, int]
    territory: str


class Discard(Action):
    phrase: ClassVar[str] = "discard {cards}"

    cards: tuple[str, ...]


class Fall(Action):
    phrase: ClassVar[str] = "lose {militia}"

    militia: tuple[int, ...]


class CallTraitor(Action):
    leader: str
    loudly: int


class Ask(Action):
    phrase: ClassVar[str] = "ask {who}: {question}"

    who: int
    question: str


class Plan(Action):
    phrase: ClassVar[str] = "plan {weapon} {defence}"

    weapon: str | None
    defence: str | None


class DuneNames(SeatNames):
    """Names of seats, places and cards, of which two are called alike."""

    known: ClassVar[dict[object, str]] = {
        "sietch": "Sietch Tabr",
        "arrakeen": "Arrakeen",
        "arsunt": "Arsunt",
        "shield_1": "Shield",
        "shield_2": "Shield",
        "snooper": "Snooper",
        "rock": "Rock and Ridge",
        "chaumas": "Chaumas",
    }

    def label(self, domain: str, value: int | str | None) -> str:
        return self.known.get(value) or super().label(domain, value)


NAMES: Names = DuneNames(["Agatha", "Barney", "Celeste", "Ann", "Anna"])
SEATS = OneOf((0, 1, 2, 3, 4), "seat")
PLACES = OneOf(("sietch", "arrakeen", "arsunt", "rock"), "territory")
BOXES: Boxes[Action] = Boxes(
    box(Attack, "TRU-3.2", target=SEATS),
    box(Defend, "TRU-3.4"),
    box(Give, "TRU-4.1", to=SEATS, coins=Between(1, 3, "coins")),
    box(Ship, "DUN-4.7.2", forces=Amounts((("force", 5), ("fedaykin", 2)), 1, 7, "force"), territory=PLACES),
    box(Discard, "DUN-4.8.17", cards=Some(("shield_1", "shield_2", "snooper"), 0, 3, "card")),
    box(Fall, "LOY-10.2.8", militia=Order((1, 1, 2), domain="seat")),
    box(CallTraitor, "DUN-4.8.11", leader=OneOf(("piter",), "leader"), loudly=Between(0, 1)),
    box(Ask, "DUN-7.12.1", who=SEATS, question=Words(40)),
    box(
        Plan,
        "DUN-4.8.7",
        distinct=("weapon", "defence"),
        weapon=OneOf(("chaumas", "snooper", None), "card"),
        defence=OneOf(("snooper", "shield_1", "shield_2", None), "card"),
    ),
)
SAID: dict[str, Action] = {
    "attack agatha": Attack(0),
    "ATTACK   Agatha": Attack(0),
    "attack ag": Attack(0),
    "att barn": Attack(1),
    "attack ann": Attack(3),
    "attack anna": Attack(4),
    "def": Defend(),
    "give 2 to barney": Give(1, 2),
    "ship 3 force, 1 fedaykin to sietch tabr": Ship({"force": 3, "fedaykin": 1}, "sietch"),
    "ship 3 force and 1 fed to arr": Ship({"force": 3, "fedaykin": 1}, "arrakeen"),
    "ship 1 fedaykin to rock and ridge": Ship({"fedaykin": 1}, "rock"),
    "ship 0 fedaykin, 1 force to rock": Ship({"force": 1}, "rock"),
    "discard nothing": Discard(()),
    "discard shield": Discard(("shield_1",)),
    "discard shield #2": Discard(("shield_2",)),
    "discard snooper, shield and shield": Discard(("shield_1", "shield_2", "snooper")),
    "lose barney, celeste, and barney": Fall((1, 2, 1)),
    "call traitor leader piter loudly 1": CallTraitor("piter", 1),
    'ask celeste: do you hold, say, a "Shield"?': Ask(2, 'do you hold, say, a "Shield"?'),
    'ask celeste: "two  spaces"': Ask(2, "two  spaces"),
    "plan none shield": Plan(None, "shield_1"),
    "plan snooper none": Plan("snooper", None),
}


@pytest.mark.parametrize("text", SAID)
def test_what_players_write_is_understood(text: str) -> None:
    """Capitals, spaces and the rest of a name do not matter as long as there is no doubt."""
    assert read(text, BOXES, NAMES) == SAID[text]


WRITTEN: dict[str, Action] = {
    "attack Agatha": Attack(0),
    "give 2 to Barney": Give(1, 2),
    "ship 3 force and 1 fedaykin to Rock and Ridge": Ship({"force": 3, "fedaykin": 1}, "rock"),
    "discard Shield, Shield #2 and Snooper": Discard(("shield_1", "shield_2", "snooper")),
    "discard nothing": Discard(()),
    "call traitor leader piter loudly 0": CallTraitor("piter", 0),
    "ask Ann: why?": Ask(3, "why?"),
    'ask "Ann": ""': Ask(3, ""),
    "plan none Shield #2": Plan(None, "shield_2"),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_an_answer_is_written_as_its_phrase_says_it(text: str) -> None:
    """Quotation marks are only set where something would be misread without."""
    assert write(WRITTEN[text], BOXES, NAMES) == text


OPEN = "attack, defend, give, ship, discard, lose, call traitor, ask or plan"
REFUSED: dict[str, tuple[str, str]] = {
    "attack zork": (
        "target",
        "attack: target must be Agatha, Barney, Celeste, Ann or Anna, not “zork” (TRU-3.2).",
    ),
    "attack a": ("target", "attack: target could be Agatha, Ann or Anna: write more of the name (TRU-3.2)."),
    "attack": ("target", "attack: target is missing: Agatha, Barney, Celeste, Ann or Anna (TRU-3.2)."),
    "defend agatha": ("", "defend: “agatha” is too much (TRU-3.4)."),
    "give two to barney": ("coins", "give: coins must be a whole number, not “two” (TRU-4.1)."),
    "give 2 zork": ("to", "give: to must be Agatha, Barney, Celeste, Ann or Anna, not “zork” (TRU-4.1)."),
    "give to barney": ("coins", "give: coins is missing before “to barney”: 1 to 3 (TRU-4.1)."),
    "give 2": ("to", "give: to is missing: Agatha, Barney, Celeste, Ann or Anna (TRU-4.1)."),
    "attack celste": ("target", "attack: target cannot be “celste”; did you mean Celeste? (TRU-3.2)"),
    "atack barney": ("type", "There is no “atack”; did you mean attack?"),
    "give 2 to": ("to", "give: to is missing: Agatha, Barney, Celeste, Ann or Anna (TRU-4.1)."),
    "give 9 to barney": ("coins", "give: coins must be 1 to 3 (TRU-4.1)."),
    "ship force to arrakeen": ("forces", "ship: forces must be a whole number, not “force” (DUN-4.7.2)."),
    "plan snooper snooper": ("defence", "plan: Snooper cannot be both weapon and defence (DUN-4.8.7)."),
    "zork": (
        "type",
        f"“zork” is nothing that you can do now; choose {OPEN}.",
    ),
    "": (
        "type",
        f"There is nothing to read; choose {OPEN}.",
    ),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_understood_is_explained_in_one_sentence(text: str) -> None:
    """The sentence names the field, the choices and the rule."""
    with pytest.raises(Refusal) as refused:
        read(text, BOXES, NAMES)
    assert (refused.value.field, refused.value.sentence) == REFUSED[text]


def test_a_closed_action_is_refused_with_its_reason() -> None:
    """TRU-3.3: who has no coin is told so, not that the word is unknown."""
    shut = Closed(Attack, "TRU-3.3", "Attack needs at least 1 coin in your Supply")
    boxes: Boxes[Action] = Boxes(box(Defend, "TRU-3.4"), closed=(shut,))
    with pytest.raises(NotAllowed, match="Attack needs at least 1 coin") as refused:
        read("attack barney", boxes, NAMES)
    assert refused.value.rule == "TRU-3.3"


def test_two_actions_that_begin_alike_must_be_written_out() -> None:
    """A cut word that could be two actions is refused, a whole word is not."""

    class Defy(Action):
        phrase: ClassVar[str] = "defy"

    boxes: Boxes[Action] = Boxes(box(Defend, "TRU-3.4"), box(Defy, "TRU-0"))
    with pytest.raises(Unreadable) as refused:
        read("def", boxes)
    assert refused.value.sentence == "This could mean “defend” or “defy”: write it out."
    assert read("defy", boxes) == Defy()


def test_a_text_that_is_far_too_long_is_not_read() -> None:
    with pytest.raises(Unreadable, match=f"at most {LONGEST} characters"):
        read("attack " * LONGEST, BOXES, NAMES)


def test_nobody_who_is_not_asked_is_read() -> None:
    nothing: Boxes[Action] = Boxes()
    with pytest.raises(Unreadable, match="you are not asked anything"):
        read("attack agatha", nothing)


def test_an_answer_that_is_no_longer_legal_is_still_written() -> None:
    """The log of a game may speak of what cannot be answered any more."""
    nothing: Boxes[Action] = Boxes()
    assert write(Give(1, 9), nothing) == "give 9 to 1"
    assert write(Ship({"force": 2}, "rock"), nothing, NAMES) == "ship 2 force to Rock and Ridge"
    assert write(Discard(("snooper",)), nothing, NAMES) == "discard Snooper"


def test_what_may_be_answered_and_what_may_be_done_beside_it_are_read_together() -> None:
    """TRU-4.1: a gift is written like any answer."""
    both = Boxes[Action](box(Defend, "TRU-3.4")) + Boxes[Action](box(Give, "TRU-4.1", to=SEATS, coins=Between(1, 1)))
    assert read("give 1 to ann", both, NAMES) == Give(3, 1)
    assert read("defend", both, NAMES) == Defend()


def test_one_thing_alone_needs_no_name() -> None:
    """With nothing but ordinary forces in reserve, the number says it all."""
    boxes: Boxes[Action] = Boxes(box(Ship, "DUN-4.7.2", forces=Amounts((("force", 5),), 1, 5), territory=PLACES))
    assert read("ship 3 to arsunt", boxes, NAMES) == Ship({"force": 3}, "arsunt")


@given(any_boxes, st.data())
def test_every_answer_survives_writing_and_reading(boxes: Boxes[Action], data: st.DataObject) -> None:
    """For boxes of every shape, whatever the ids are called."""
    action = boxes.nth(data.draw(st.integers(0, boxes.count - 1)))
    grammar = Grammar(boxes, PLAIN)
    assert grammar.read(grammar.write(action)) == action


@given(any_boxes, called, st.data())
def test_every_answer_survives_names_that_are_hard_to_read(
    boxes: Boxes[Action], names: Called, data: st.DataObject
) -> None:
    """Names that hold commas, quotation marks, words of the phrase or nothing, and things called alike."""
    action = boxes.nth(data.draw(st.integers(0, boxes.count - 1)))
    grammar = Grammar(boxes, names)
    assert grammar.read(grammar.write(action)) == action


@given(any_boxes, st.text(alphabet=st.sampled_from('go stay,"#1 3a to and nothing'), max_size=30))
def test_whatever_is_written_is_read_or_refused(boxes: Boxes[Action], text: str) -> None:
    """Nothing but a legal answer or a refusal ever comes out."""
    try:
        answer = read(text, boxes)
    except Refusal:
        return
    assert answer in boxes


@given(any_boxes, st.text(max_size=12), st.data())
def test_free_text_survives(boxes: Boxes[Action], words: str, data: st.DataObject) -> None:
    """What a player asks is kept letter by letter."""
    grammar = Grammar(Boxes[Action](box(Ask, "DUN-7.12.1", who=SEATS, question=Words(12))), NAMES)
    action = Ask(data.draw(st.integers(0, 4)), words)
    assert grammar.read(grammar.write(action)) == action


GO = action_type("go", 3, "{verb} {first} with {second} and {third}")
LISTED = action_type("go", 3, "{first}, {second} {verb} {third}")
NONE_AND_0 = box(GO, "TST-1", first=OneOf((None,)), second=Order((None, 0), 1, 2), third=Order((None, 0, 1), 0, 2))
TWO_SUMS = box(
    LISTED,
    "TST-2",
    first=Amounts((("2", 1), ("7", 0), ("arrakeen", 1)), 1, 2),
    second=Amounts((("2", 1), ("7", 2), ("arrakeen", 2)), 2, 3),
    third=OneOf((None,)),
)
HELD: list[tuple[Boxes[Action], Names, str]] = [
    (Boxes(NONE_AND_0), PLAIN, 'go "none" with ("none") and ("0" and "none")'),
    (Boxes(TWO_SUMS), Called(["to"]), '(1 "to" #3), (1 "to", 1 "to" #2 and 1 "to" #3) go "to"'),
]


@pytest.mark.parametrize(("boxes", "names", "text"), HELD)
def test_two_lists_that_would_run_together_stand_between_brackets(
    boxes: Boxes[Action], names: Names, text: str
) -> None:
    """Where the word between two lists is one that lists are made with."""
    grammar = Grammar(boxes, names)
    assert text in [grammar.write(action) for action in boxes]
    for action in boxes:
        assert grammar.read(grammar.write(action)) == action


@pytest.mark.parametrize("text", ["discard (shield and snooper)", "discard ( Snooper, shield )"])
def test_brackets_may_always_hold_a_list(text: str) -> None:
    assert read(text, BOXES, NAMES) == Discard(("shield_1", "snooper"))


def test_a_name_may_hold_brackets() -> None:
    """They are part of the name where the name is known with them."""
    boxes = Boxes[Action](box(Discard, "DUN-4.8.17", cards=Some(("a", "b", "c"), 0, 3)))
    grammar = Grammar(boxes, Called(["(Fox)", "Shield (large)", "Fox"]))
    for action in boxes:
        assert grammar.read(grammar.write(action)) == action
    assert grammar.read("discard shield (large)") == Discard(("b",))


def test_a_writer_without_quotation_marks_is_caught() -> None:
    """The planted fault: names are written as they are, even where they would be misread."""
    boxes = Boxes[Action](box(Discard, "DUN-4.8.17", cards=Some(("a", "b"), 0, 2)))
    grammar = Grammar(boxes, Called(["Rock and Ridge", "nothing"]))
    action = Discard(("a", "b"))
    assert grammar.read(grammar.write(action)) == action
    with pytest.raises(Refusal):
        grammar.read(grammar.patterns[0].write(action, quoted=False))


@pytest.mark.parametrize("row", [(1, 1, 2), (1, 2, 1), (2, 1, 1)])
def test_rows_of_players_who_are_called_alike(row: tuple[int, ...]) -> None:
    """LOY-10.2.8: two militia of one Ann and one of the other, in every order."""
    boxes = Boxes[Action](box(Fall, "LOY-10.2.8", militia=Order((1, 1, 2), domain="seat")))
    grammar = Grammar(boxes, SeatNames(["Barney", "Ann", "Ann"]))
    assert grammar.read(grammar.write(Fall(row))) == Fall(row)
    assert grammar.read("lose ann, ann and ann") == Fall((1, 1, 2))


class CountingNames(SeatNames):
    """Names that tell one from many."""

    def counted(self, domain: str, value: Id, number: int) -> str:
        name = self.label(domain, value)
        return name.removesuffix("s") if number == 1 else name


def test_one_is_not_called_as_many_are() -> None:
    """What is written says ``1 priest``; both ways of saying it are understood."""
    clergy = Amounts((("priests", 5), ("priors", 2)), 1, 7, "unit")
    crowd: Boxes[Action] = Boxes(box(Ship, "", forces=clergy, territory=PLACES))
    grammar = Grammar(crowd, CountingNames(()))
    ship = Ship({"priests": 1, "priors": 2}, "rock")
    assert grammar.write(ship) == "ship 1 priest and 2 priors to rock"
    for said in ("1 priest and 2 priors", "1 priests, 2 prior", "1 prie and 2 prio"):
        assert grammar.read(f"ship {said} to rock") == ship
    with pytest.raises(Unreadable, match="write more of the name"):
        grammar.read("ship 1 pri to rock")


class Strike(Action):
    phrase: ClassVar[str] = "attack {target}"
    clause: ClassVar[str] = "go and strike {target}"

    target: int


def test_a_clause_calls_seats_by_name() -> None:
    """What is said after "will" names what the boxes name."""
    boxes = Boxes(box(Strike, "T-1", target=OneOf((1, 2), "seat")))
    assert Grammar(boxes, SeatNames(("Agatha", "Barney", "Celeste"))).say(Strike(2)) == "go and strike Celeste"
