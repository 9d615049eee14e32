"""Boxes of one action made one form: what can be picked, and which picks go together."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import cast

import msgspec
import pytest
from tests.games.conspiracy.story import WORDS, moments

from turncoat.drawing.scene import Card
from turncoat.games.conspiracy.board import CARDS
from turncoat.games.conspiracy.rules import RULES
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes, Closed, box
from turncoat.kernel.space import PLAIN, Between, OneOf, Space
from turncoat.web.composer import Option, compose
from turncoat.web.entries import entries, rows_of, together
from turncoat.web.forms import read_answer


class Lay(Action):
    """XYZ-1: lay a coin on a space, over a tile if you like."""

    phrase = "lay {coin} on {space} over {tile}"
    briefs = ("lay {coin} on {space}", "lay {coin}")

    coin: str
    space: str
    tile: str | None = None


class Step(Action):
    """XYZ-2: go there."""

    phrase = "step to {to}"

    to: int


class Pay(Action):
    """XYZ-3: pay somebody."""

    phrase = "pay {coins} to {to}"

    coins: int
    to: int


def lay(
    coins: str, spaces: str, tiles: tuple[str | None, ...] = (None,), distinct: tuple[str, ...] = ()
) -> Boxes[Action]:
    """One box of laying."""
    fields = {
        "coin": OneOf(tuple(coins.split()), "coin"),
        "space": OneOf(tuple(spaces.split()), "space"),
        "tile": OneOf(tiles, "tile"),
    }
    return Boxes(box(Lay, "XYZ-1", distinct=distinct, **fields))


def keys(boxes: Boxes[Action]) -> list[str]:
    """What the entries of a form are called."""
    return [entry.key for entry in entries(boxes)]


def rows(option: Option) -> list[list[list[int]]]:
    """Which choices of an option go together."""
    return cast("list[list[list[int]]]", rows_of(option.together))


def test_boxes_of_one_action_with_several_plain_fields_are_one_entry() -> None:
    """What depends on another pick is a second box; a player sees one action."""
    (entry,) = entries(lay("a b", "x") + lay("b c", "y z", ("t",)))
    assert (entry.key, len(entry.boxes)) == ("lay", 2)
    assert dict(entry.fields) == {
        "coin": OneOf(("a", "b", "c"), "coin"),
        "space": OneOf(("x", "y", "z"), "space"),
        "tile": OneOf((None, "t"), "tile"),
    }


def test_boxes_with_one_field_stay_entries_of_their_own_and_limits_of_numbers_are_united() -> None:
    """Two lists of places have nothing in common that a form could show as one; a number has its limits by row."""
    steps: Boxes[Action] = Boxes(
        box(Step, "XYZ-2", to=OneOf((1, 2), "seat")), box(Step, "XYZ-2", to=OneOf((4,), "seat"))
    )
    pays: Boxes[Action] = Boxes(
        box(Pay, "XYZ-3", coins=Between(1, 3), to=OneOf((1,), "seat")),
        box(Pay, "XYZ-3", coins=Between(1, 5), to=OneOf((2,), "seat")),
    )
    assert keys(steps) == ["step", "step~2"]
    (pay,) = entries(pays)
    assert dict(pay.fields)["coins"] == Between(1, 5)


def test_boxes_that_want_different_picks_to_differ_are_not_mixed() -> None:
    """``distinct`` holds for a whole entry."""
    assert keys(lay("a b", "x") + lay("a b", "y", distinct=("coin", "space"))) == ["lay", "lay~2"]


def test_a_lone_box_with_a_number_says_that_picks_must_differ() -> None:
    """A plan with a dial: the same card cannot be picked twice, and script is told."""
    fields: dict[str, Space] = {
        "coin": OneOf(("a", "b"), "coin"),
        "space": OneOf(("a", "b"), "coin"),
        "tile": Between(0, 3),
    }
    for distinct in ((), ("coin", "space")):
        (entry,) = entries(Boxes(box(Lay, "XYZ-1", distinct=distinct, **fields)))
        assert bool(together(entry)) is bool(distinct)


def test_the_order_is_that_of_the_first_box_of_each_action() -> None:
    """Boxes of an action need not lie side by side."""
    step: Boxes[Action] = Boxes(box(Step, "XYZ-2", to=OneOf((1,), "seat")))
    assert keys(lay("a", "x") + step + lay("b", "y")) == ["lay", "step"]


def test_places_are_listed_in_order_and_other_values_as_they_come() -> None:
    """``c1F1.NE`` comes before ``c2F1.NW`` whichever box names it; coins stay in the order of the hand."""
    (entry,) = entries(lay("b", "c2F1.NW c1F1.SE") + lay("a", "c1F1.NE"))
    fields = dict(entry.fields)
    assert fields["space"] == OneOf(("c1F1.NE", "c1F1.SE", "c2F1.NW"), "space")
    assert fields["coin"] == OneOf(("b", "a"), "coin")


def test_rows_say_exactly_which_picks_go_together() -> None:
    """Each row is one box, as the numbers of choices; an answer is legal where it lies in a row."""
    boxes = lay("a b", "x") + lay("b c", "y", ("t", "u"))
    (option,) = compose(boxes, PLAIN, {}).options
    assert rows(option) == [[[0, 1], [0], [0]], [[1, 2], [1], [1, 2]]]
    assert legal(option) == {tuple(msgspec.structs.astuple(action)) for action in every(boxes)}


def legal(option: Option) -> set[tuple[str | None, ...]]:
    """All answers that the rows of an option allow, where fields that must differ do."""
    values = [[choice.value or None for choice in control.choices] for control in option.controls]
    found = {
        tuple(values[place][number] for place, number in enumerate(picks))
        for row in rows(option)
        for picks in product(*row)
    }
    names = option.names.split()
    return {one for one in found if len({one[names.index(name)] for name in option.distinct}) == len(option.distinct)}


def every(boxes: Boxes[Action]) -> list[Action]:
    return [box.nth(number) for box in boxes.boxes for number in range(box.count())]


def test_a_form_of_conspiracy_allows_what_its_boxes_allow_and_nothing_else() -> None:
    """CON-5: at every decision of a game, pick by pick; each answer that can be picked is read back as it was meant."""
    compared, rng = 0, Random(5)
    for game, _ in moments(2, decisions=120):
        seat = play.waiting(game)[0]
        boxes = cast("Boxes[Action]", play.boxes(game, seat))
        for entry, option in zip(entries(boxes), compose(boxes, WORDS, CARDS).options, strict=True):
            answers = [box.nth(number) for box in entry.boxes for number in range(box.count())]
            if option.together and len(answers) < 4000:
                made = {tuple(str(v) if v is not None else None for v in msgspec.structs.astuple(a)) for a in answers}
                assert reordered(option, legal(option), answers[0]) == made
                compared += 1
            action = rng.choice(answers)
            form = {control.name: [shown(getattr(action, control.field))] for control in option.controls}
            assert RULES.read_action(read_answer({"act": [option.key], **form}, boxes)) == action
    assert compared > 50


def reordered(option: Option, picks: set[tuple[str | None, ...]], like: Action) -> set[tuple[str | None, ...]]:
    """Picks in the order in which an action has its fields."""
    fields = [control.field for control in option.controls]
    return {tuple(pick[fields.index(name)] for name in like.__struct_fields__) for pick in picks}


def shown(value: object) -> str:
    """A value as a form writes it."""
    return "" if value is None else str(value)


def test_an_answer_that_no_row_allows_is_caught() -> None:
    """The comparison above sees a planted fault: a row that lacks one of its choices."""
    (option,) = compose(lay("a b", "x") + lay("b c", "y", ("t",)), PLAIN, {}).options
    poorer = msgspec.structs.replace(option, together="[[[0],[0],[0]],[[1,2],[1],[1]]]")
    assert legal(poorer) != legal(option)


def test_short_phrases_come_with_what_they_take_for_granted() -> None:
    """What is picked in the usual way need not be said: that no tile is laid."""
    (option,) = compose(lay("a", "x"), PLAIN, {}).options
    assert msgspec.json.decode(option.briefs)[0] == ["lay {lay.coin} on {lay.space}", {"lay.tile": ""}]


def test_phrases_that_leave_out_what_has_no_default_are_none() -> None:
    """``lay a`` does not say where: it is a way of typing and no sentence."""
    (option,) = compose(lay("a", "x"), PLAIN, {}).options
    assert len(msgspec.json.decode(option.briefs)) == 1


SHUT = (Closed(Step, "XYZ-2", "No way"),)


@pytest.mark.parametrize(
    ("coins", "closed", "lone"), [("a b", (), True), ("a b", SHUT, False), ("a", (), True), ("a", SHUT, True)]
)
def test_one_kind_of_action_needs_no_choosing(coins: str, closed: tuple[Closed, ...], lone: bool) -> None:
    """With nothing else, open or shut, the card is chosen from the start; one answer alone is chosen in any case."""
    cards = {"lay": Card("Lay", "card", "")}
    composer = compose(Boxes(*lay(coins, "x").boxes, closed=closed), PLAIN, cards)
    assert (composer.lone, composer.only) == (lone, coins == "a")


def test_long_lists_are_written_once() -> None:
    """What script reads is short; whoever reads it has it in full."""
    where = tuple(f"place {number}" for number in range(60))
    boxes: Boxes[Action] = Boxes(
        *(
            box(Send, "XYZ-4", troops=Between(number, number), to=OneOf(where), help=Between(0, number))
            for number in range(1, 20)
        )
    )
    (option,) = compose(boxes, PLAIN, {}).options
    assert len(option.together) < 2500
    assert option.together.count("59") == 1
    assert all(row[1] == list(range(60)) for row in rows_of(option.together))
    assert [row[0] for row in rows_of(option.together)] == [{"low": one, "high": one} for one in range(1, 20)]


class Send(Action):
    """XYZ-4: troops to a place, with help."""

    phrase = "send {troops} to {to} with {help}"

    troops: int
    to: str
    help: int = 0
