"""An answer put together one small choice at a time.

First the type of the answer, then one field after the other, in the order of the action's fields: a value of
``OneOf`` and ``Between`` at once, sets and rows member by member, amounts one number after the other. A
rung never offers what could not be completed to a legal answer, so that nobody who climbs gets stuck: a
player with a menu, a learning agent with a mask.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from turncoat.kernel.boxes import Action, Box, Boxes, completions, make
from turncoat.kernel.space import (
    PLAIN,
    Amounts,
    Between,
    Id,
    Names,
    OneOf,
    Order,
    Some,
    Value,
    Words,
    id_of,
    settled,
)

A = TypeVar("A", bound=Action)


class Choice(Struct, frozen=True):
    """One thing that can be chosen on a rung.

    Attributes:
        field: The field it belongs to; empty while the type of the answer is chosen.
        value: The tag of the type, a value, a number, a text; ``None`` is "none of them".
        key: Of what ``value`` is the number, where amounts are chosen.
        enough: No further members: the set or row is complete. ``value`` means nothing then.
        domain: Where the name of the value is looked up.
    """

    field: str
    value: Id
    key: str = ""
    enough: bool = False
    domain: str = ""

    def label(self, names: Names = PLAIN) -> str:
        """The choice in words: ``Agatha``, ``3 Carthag``, ``that is all``."""
        if self.enough:
            return "that is all"
        if self.key:
            return f"{self.value} {names.label(self.domain, id_of(self.key))}"
        return names.label(self.domain, self.value) if self.field else str(self.value)


class Ladder(Generic[A]):
    """Climbs from nothing to an answer that lies in the boxes.

    Members of a set may be chosen in any order, so that more than one climb can lead to the same answer.

    Attributes:
        boxes: What the answer may be.
        picks: What has been chosen so far. "That is all" is not among them where nothing else was left.
    """

    def __init__(self, boxes: Boxes[A]) -> None:
        self.boxes = boxes
        self._restart()

    def _restart(self) -> None:
        self.picks: list[Choice] = []
        self._alike: list[Box[A]] = []
        self._live: list[Box[A]] = []
        self._values: dict[str, Value] = {}
        self._here: list[Choice] = []

    @property
    def done(self) -> bool:
        """Whether the answer is complete."""
        return bool(self._alike) and len(self._values) == len(self._alike[0].fields)

    @property
    def field(self) -> str:
        """The field that is being chosen; empty while the type of the answer is, and when all is done."""
        return self._alike[0].fields[len(self._values)][0] if self._alike and not self.done else ""

    @property
    def answer(self) -> A | None:
        """The answer, once it is complete."""
        return self._live[0].settle(make(self._live[0].action, self._values)) if self.done else None

    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen on this rung; nothing when all is done."""
        if self.done:
            return ()
        if not self._alike:
            return tuple(Choice("", tag) for tag in self.boxes.tags)
        return _merged([choice for box in self._live for choice in self._next(box)])

    def options(self) -> tuple[Choice, ...]:
        """All that this rung can offer, whatever was chosen before: the places of a mask."""
        if not self.field:
            return self.choices()
        return _merged([choice for box in self._alike for choice in self._all(box)])

    def mask(self) -> tuple[bool, ...]:
        """For each of the ``options``, whether it can be chosen."""
        legal = set(self.choices())
        return tuple(option in legal for option in self.options())

    def choose(self, index: int) -> None:
        """Choose by number, as ``choices`` gives them, and go on to the next rung.

        Raises:
            IndexError: if there is no such choice.
        """
        known = self.choices()
        if not 0 <= index < len(known):
            raise IndexError(f"choice {index} does not exist here; there are {len(known)}, numbered from 0")
        self._put(known[index])

    def take(self, choice: Choice) -> None:
        """Choose one of the ``choices``.

        Raises:
            ValueError: if it is not one of them.
        """
        if choice not in self.choices():
            raise ValueError(f"{choice.label()} cannot be chosen here")
        self._put(choice)

    def write(self, text: str) -> None:
        """Fill in the field of free text that is being chosen.

        Raises:
            ValueError: if no such field is being chosen, or the text is too long for it.
        """
        spaces = [box.space(self.field) for box in self._live] if self.field else []
        if not any(isinstance(space, Words) and space.has(text) for space in spaces):
            raise ValueError(f"{self.field or 'nothing here'} does not take a text of {len(text)} characters")
        self._put(Choice(self.field, text))

    def undo(self) -> None:
        """Take back the last choice; nothing happens where there is none."""
        kept = self.picks[:-1]
        self._restart()
        for choice in kept:
            self._put(choice)

    def _put(self, choice: Choice) -> None:
        self.picks.append(choice)
        if not self._alike:
            self._alike = self._live = [box for box in self.boxes.boxes if box.tag == choice.value]
        elif choice.enough:
            self._finish()
        else:
            self._live = [box for box in self._live if self._admits(box, choice)]
            self._here.append(choice)
        while self.field and self._complete():
            self._finish()

    def _admits(self, box: Box[A], choice: Choice) -> bool:
        space = box.space(self.field)
        return space.has(choice.value) if isinstance(space, Words) else choice in self._next(box)

    def _complete(self) -> bool:
        """Whether there is nothing more to choose for this field."""
        space = self._live[0].space(self.field)
        if isinstance(space, Amounts):
            return len(self._here) == len(self._keys())
        if isinstance(space, Some | Order):
            return all(choice.enough for choice in self.choices())
        return bool(self._here)

    def _finish(self) -> None:
        """Go on to the next field."""
        name, here = self.field, self._here
        space = self._live[0].space(name)
        value: Value
        if isinstance(space, Amounts):
            value = {choice.key: choice.value for choice in here if isinstance(choice.value, int) and choice.value}
        elif isinstance(space, Some | Order):
            value = tuple(choice.value for choice in here)
        else:
            value = here[0].value
        self._live = [box for box in self._live if box.space(name).has(settled(box.space(name), value))]
        self._values[name] = value
        self._here = []

    def _keys(self) -> list[str]:
        """What amounts of this field are given of, one after the other."""
        spaces = [box.space(self.field) for box in self._alike]
        return list(dict.fromkeys(key for space in spaces if isinstance(space, Amounts) for key, _ in space.caps))

    def _all(self, box: Box[A]) -> list[Choice]:
        """What a box could offer here, whatever was chosen before."""
        name, space = self.field, box.space(self.field)
        if isinstance(space, Amounts):
            key = self._keys()[len(self._here)]
            top = dict(space.caps).get(key, 0)
            return [Choice(name, number, key, domain=space.domain) for number in range(top + 1)]
        if isinstance(space, Between):
            return [Choice(name, number, domain=space.domain) for number in range(space.low, space.high + 1)]
        if isinstance(space, Words):
            return [Choice(name, "", domain=space.domain)]
        members = [Choice(name, value, domain=space.domain) for value in dict.fromkeys(space.values)]
        return members if isinstance(space, OneOf) else [*members, Choice(name, None, enough=True)]

    def _next(self, box: Box[A]) -> list[Choice]:
        """What a box offers here after what was chosen before."""
        space = box.space(self.field)
        offered = self._all(box)
        if isinstance(space, OneOf):
            return [choice for choice in offered if self._leaves_enough(box, choice.value)]
        if isinstance(space, Amounts):
            return [choice for choice in offered if self._can_add_up(space, choice)]
        if isinstance(space, Some | Order):
            return [choice for choice in offered if self._can_follow(space, choice)]
        return offered

    def _leaves_enough(self, box: Box[A], value: Id) -> bool:
        """Whether the fields that must differ can still all be filled after this value."""
        used = tuple(taken for name in box.distinct if (taken := self._values.get(name)) is not None)
        if self.field in box.distinct and value is not None:
            if value in used:
                return False
            used = (*used, value)
        return completions(box.fields[len(self._values) + 1 :], box.distinct, used) > 0

    def _can_add_up(self, space: Amounts, choice: Choice) -> bool:
        """Whether the numbers of the keys still to come can bring the sum within its limits."""
        caps = dict(space.caps)
        total = sum(one.value for one in (*self._here, choice) if isinstance(one.value, int))
        rest = sum(caps.get(key, 0) for key in self._keys()[len(self._here) + 1 :])
        return total <= space.high and total + rest >= space.low

    def _can_follow(self, space: Some | Order, choice: Choice) -> bool:
        """Whether a set or row may get this member, or may end here."""
        size, among = len(self._here), space.among if isinstance(space, Order) else ()
        missing = bool(among) and not any(one.value in among for one in self._here)
        if choice.enough:
            return size >= space.low and not missing
        if missing and size == space.high - 1 and choice.value not in among:
            return False
        chosen = sum(one.value == choice.value for one in self._here)
        return size < space.high and chosen < space.values.count(choice.value)


def _merged(found: list[Choice]) -> tuple[Choice, ...]:
    """What several boxes offer: each once, "that is all" last."""
    return tuple(sorted(dict.fromkeys(found), key=lambda choice: choice.enough))
