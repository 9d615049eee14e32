"""Asks for an answer field by field, and lists the values that are still possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from turncoat.kernel.boxes import Action, Box, Boxes, make, typed
from turncoat.kernel.errors import Refusal, Unreadable
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.lexicon import Token, cut, either, plain
from turncoat.kernel.phrase import leading
from turncoat.kernel.place import Fault, Place
from turncoat.kernel.space import Amounts, Between, Names, OneOf, Order, Some, Space, Value, Words, in_words, settled
from turncoat.web.controls import Noting

SHORT = 60
"""The most characters of a field's choices in its prompt."""

MANY, FIRST = 30, 12
"""If there are more than ``MANY`` choices, only the first ones are listed until the person asks for all."""


def begun(said: str, boxes: Boxes[Action]) -> list[Box[Action]]:
    """The boxes of the actions that begin with a line's words; only exact matches, if there are any."""
    kinds = dict.fromkeys(box.action for box in boxes.boxes if box.fields)
    called = [kind for kind in kinds if is_called(kind, said)]
    meant = [kind for kind in called if first_words(kind) == plain(said)] or called
    return [box for box in boxes.boxes if box.action in meant]


def cut_short(said: str, boxes: Boxes[Action]) -> list[Box[Action]]:
    """The boxes of the one action whose first words begin with this text, such as ``giv``; none if two do."""
    kinds = {box.action for box in boxes.boxes if first_words(box.action).startswith(plain(said))}
    return [box for box in boxes.boxes if box.action in kinds and box.fields] if len(kinds) == 1 and said else []


def is_called(kind: type[Action], said: str) -> bool:
    """Whether these words are the beginning of an answer."""
    return bool(said) and f"{first_words(kind)} ".startswith(f"{plain(said)} ")


def first_words(kind: type[Action]) -> str:
    """The words with which an answer begins, before its first field."""
    return leading(kind) or plain(typed(kind))


def read(said: str, boxes: Boxes[Action], names: Names) -> Action:
    """The answer that a line means; its first words can be left out if only one answer fits.

    This does not hold for an answer that takes any text, because every mistyped line would fit it. If a line is only a
    number and no answer fits, the reason is about the only answer with choices.

    Raises:
        Refusal: the line is not an answer.
    """
    grammar = Grammar(boxes, names)
    try:
        return grammar.read(said)
    except Refusal:
        several = dict.fromkeys(box.action for box in boxes.boxes if box.fields)
        free = {box.action for box in boxes.boxes if any(isinstance(space, Words) for _, space in box.fields)}
        first = [*filter(None, map(leading, several))]
        meant = [one for kind in several if kind not in free for one in _read(grammar, f"{leading(kind)} {said}")]
        if len(meant) == 1:
            return meant[0]
        if len(several) == len(first) == 1 and said.isdigit():
            return grammar.read(f"{first[0]} {said}")
        raise


def _read(grammar: Grammar[Action], said: str) -> Iterator[Action]:
    """The answer that a line means; None if it is not an answer."""
    with suppress(Refusal):
        yield grammar.read(said)


def widest(spaces: Iterable[Space]) -> list[Space]:
    """The spaces that no other space contains: of 1 to 7 and 1 to 3 only 1 to 7 is shown."""
    found = list(dict.fromkeys(spaces))
    return [one for one in found if not any(other is not one and _within(one, other) for other in found)]


def _within(one: Space, other: Space) -> bool:
    """Whether every number or amount of one space is in the other."""
    if isinstance(one, Between) and isinstance(other, Between):
        return other.low <= one.low and one.high <= other.high
    if not (isinstance(one, Amounts) and isinstance(other, Amounts)):
        return False
    caps = dict(other.caps)
    return one.high <= other.high and all(most <= caps.get(key, 0) for key, most in one.caps)


class Filling:
    """An answer that the person fills in field by field.

    Args:
        boxes: Everything that can be answered now.
        alike: The boxes of the chosen action.

    Attributes:
        left: The boxes that fit the values chosen so far.
    """

    def __init__(self, boxes: Boxes[Action], alike: list[Box[Action]], names: Names) -> None:
        self.boxes, self.left, self.names = boxes, alike, names
        self.values: dict[str, Value] = {}
        self._listed, self._all = "", False
        self._skip()

    @property
    def field(self) -> str:
        """The next field to fill in; empty when all are filled."""
        return next((name for name, _ in self.left[0].fields if name not in self.values), "")

    @property
    def asked(self) -> str:
        """The name of the field in the prompt."""
        return self.field.replace("_", " ")

    @property
    def choices(self) -> tuple[str, ...]:
        """The values that the field can still have, if there are few enough to list."""
        spaces = widest(self._spaces())
        return tuple(dict.fromkeys(words for space in spaces for words in in_words(space, self.names)))

    @property
    def words(self) -> Iterator[str]:
        """The names from which a value of the field is made."""
        for space in self._spaces():
            keys = [key for key, _ in space.caps] if isinstance(space, Amounts) else getattr(space, "values", ())
            yield from (self.names.label(space.domain, key) for key in keys)

    def prompt(self) -> tuple[str, str]:
        """The prompt for the field; a long list of values is printed before it, once."""
        every, new = self._noted(), self.field != self._listed
        choices = f"{', '.join(every)}{self._example()}"
        if len(choices) <= SHORT:
            return "", f"{self.asked} ({choices}) > "
        if len(every) > MANY and not self._all:
            choices = f"{', '.join(every[:FIRST])} or {len(every) - FIRST} more; ? lists them all"
        self._listed, self._all = self.field, False
        return f"  {self.asked}: {choices}" if new else "", f"{self.asked} > "

    def _example(self) -> str:
        """An example of a list or of amounts, printed after the possible values."""
        space = self._spaces()[0]
        if not isinstance(space, Amounts | Some | Order) or space.count() < 2:
            return ""
        place = Place(self.field, [space], self.names, self.left[0].tag)
        return f"; for example {place.write(space.nth(space.count() // 2), False, False)}"

    def _noted(self) -> list[str]:
        """The possible values, each with its note: ``Stilgar (7), Chani (6)``."""
        names = self.names
        values = {value: space for space in self._spaces() if isinstance(space, OneOf) for value in space.values}
        if not values or not isinstance(names, Noting):
            return [*self.choices]
        notes = [(names.label(space.domain, one), names.note(space.domain, one)) for one, space in values.items()]
        return [f"{label} ({note})" if note else label for label, note in notes]

    def list_again(self) -> None:
        """List all possible values of the field with the next prompt, no matter how many."""
        self._listed, self._all = "", True

    def take(self, said: str) -> None:
        """Give a value to the field that is asked for.

        Raises:
            Unreadable: the field cannot have this value; the sentence names the possible ones.
        """
        field, why = self.field, list[str]()
        meant = next(self._meant(cut(said), said, why), None)
        if meant is None:
            wanted = why[0] if len(why) == 1 else f"must be {either(self.choices)}"
            end = "" if wanted.endswith("?") else "."
            raise Unreadable(f"{self.asked} {wanted}{end}", field=field, choices=self.choices)
        self.left = [box for box in self.left if self._space(box).has(settled(self._space(box), meant))]
        self.values[field] = meant
        self._skip()

    def action(self) -> Action:
        """The answer, once all fields have a value.

        Raises:
            Refusal: its values do not go together.
        """
        made = make(self.left[0].action, self.values)
        found = self.boxes.settle(made)
        if found is None:
            raise self.boxes.refusal(made, self.names)
        return found

    def _space(self, box: Box[Action]) -> Space:
        """The possible values of the field, without values that another field has taken if they must differ."""
        space, field = box.space(self.field), self.field
        others = [self.values[name] for name in box.distinct if field in box.distinct and name in self.values]
        if not isinstance(space, OneOf) or not others:
            return space
        return OneOf(tuple(one for one in space.values if one is None or one not in others), space.domain)

    def _spaces(self) -> list[Space]:
        return [self._space(box) for box in self.left]

    def _meant(self, said: list[Token], text: str, why: list[str]) -> Iterator[Value]:
        """The legal values that these words could mean; ``why`` collects reasons for values that are not legal."""
        for kind in dict.fromkeys(map(type, self._spaces())):
            spaces = [space for space in self._spaces() if isinstance(space, kind)]
            place = Place(self.field, spaces, self.names)
            try:
                meanings = place.read(said, text) if said else []
            except Fault as fault:
                why.append(fault.wanted)
                continue
            yield from (value for value, _ in meanings if any(one.has(settled(one, value)) for one in spaces))

    def _skip(self) -> None:
        """Fill in fields that have only one possible value."""
        while field := self.field:
            only = self._spaces()
            if any(space.count() != 1 or space.nth(0) != only[0].nth(0) for space in only):
                return
            self.values[field] = only[0].nth(0)
