"""The answers that a seat may give now, as a numbered menu in words."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from msgspec import Struct

from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes, tag_of
from turncoat.kernel.errors import NotAllowed, OutOfDate
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.schema import AnswerData
from turncoat.kernel.space import Words
from turncoat.server.mail.seat_words import offered
from turncoat.server.mail.turn_text import menu as forms_of
from turncoat.table.table import Table

MOST_NUMBERED = 60
"""How many answers of a menu have a number."""

MOST_OF_A_KIND = 30
"""How many answers of one kind have a number; where there are more, a form says how they are written."""


class Choice(Struct, frozen=True):
    """One answer of a menu.

    Attributes:
        number: Its number: send this with the id of the menu.
        words: The answer in words: you can send these instead of the number.
        action: The answer as data.
    """

    number: int
    words: str
    action: AnswerData


class Form(Struct, frozen=True):
    """A kind of answer with too many possibilities for numbers: you write it in words.

    Attributes:
        how: How to write it, and the possible words for each place.
        example: One of these answers.
    """

    how: str
    example: str


class Closed(Struct, frozen=True):
    """A kind of answer that is not possible now.

    Attributes:
        type: The kind of answer.
        why: The reason.
        rule: The number of the rule.
    """

    type: str
    why: str
    rule: str


class Menu(Struct, frozen=True):
    """All answers that a seat may give now, and its optional actions.

    Attributes:
        id: The id of this menu; the menu gets another id when the possible answers change.
        choices: The answers with a number.
        forms: How to write all other answers.
        closed: The answers that are not possible now.
    """

    id: str
    choices: tuple[Choice, ...]
    forms: tuple[Form, ...]
    closed: tuple[Closed, ...]


def menu_of(table: Table, seat: int) -> Menu:
    """The menu of a seat; empty if the seat can do nothing."""
    own, beside = offered(table, seat)
    boxes = own + beside
    grammar, choices, forms = Grammar(boxes, table.names), list[Choice](), list[Form]()
    for alike in _kinds(boxes):
        if _is_short(alike) and len(choices) + alike.count <= MOST_NUMBERED:
            first = len(choices) + 1
            choices += [
                Choice(number, grammar.write(action), table.rules.write_action(action))
                for number, action in enumerate(alike, first)
            ]
        else:
            forms.append(Form(next(forms_of(alike, table.names)), grammar.write(alike.nth(alike.count // 2))))
    closed = tuple(Closed(tag_of(shut.action), shut.why, shut.rule) for shut in boxes.closed)
    request = 0 if table.game is None else table.game.requests[seat]
    lines = [str(request), *(item.words for item in choices), *(item.how for item in forms)]
    return Menu(sha256("\n".join(lines).encode()).hexdigest()[:8], tuple(choices), tuple(forms), closed)


def chosen(table: Table, seat: int, number: int, menu: str) -> AnswerData:
    """The answer with this number.

    Raises:
        OutOfDate: the menu has changed, or the call names no menu.
        NotAllowed: it has no such number.
    """
    present = menu_of(table, seat)
    if menu != present.id:
        request = 0 if table.game is None else table.game.requests[seat]
        said = "The menu has changed" if menu else "Give the id of the menu that has this number"
        raise OutOfDate(f"{said}: call what_may_i_do again.", request)
    if not 1 <= number <= len(present.choices):
        numbers = f"from 1 to {len(present.choices)}" if present.choices else "none"
        raise NotAllowed(f"The numbers of this menu are {numbers}.", field="number")
    return present.choices[number - 1].action


def is_asked(table: Table, seat: int) -> bool:
    """Whether the seat has to answer, or has a sealed answer that it can change."""
    return table.game is not None and seat in play.asked(table.game)


def _kinds(boxes: Boxes[Action]) -> Iterator[Boxes[Action]]:
    for kind in dict.fromkeys(box.action for box in boxes.boxes):
        yield Boxes(*(box for box in boxes.boxes if box.action is kind))


def _is_short(alike: Boxes[Action]) -> bool:
    """Whether all answers of a kind can be listed: they are few, and none contains free text."""
    free = any(isinstance(space, Words) for box in alike.boxes for _, space in box.fields)
    return alike.count <= MOST_OF_A_KIND and not free
