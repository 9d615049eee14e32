"""An answer as a series of small choices from a fixed list of codes, for learning agents and similar programs.

First comes the type of the answer, then one field after the other, in the order of the action's fields. Each choice is
a whole number below :attr:`Codes.width`, with the same meaning in every position of a game with the same players and
options:

* for the type of the answer, its place in ``rules.actions``;
* for a value, its place among the ids of its kind, plus ``FIRST``. Seats are counted from the own seat: the next to the
  left is 1;
* ``THAT_IS_ALL`` ends a set, an order or amounts; ``NONE`` is "none of them";
* for a number, the number plus ``FIRST``. A number that is too large takes several rungs: ``width - 1`` stands for that
  much, and the next rung for what is beyond it. If the numbers begin below 0, the smallest is ``FIRST``.

Members of a set and keys of amounts come in the order of their codes, so that each answer has only one path. A free
text is always empty. A step with a single choice is skipped, except the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar, cast

from msgspec import Struct

from turncoat.kernel.boxes import Action, Box, Boxes, completions, make, tag_of
from turncoat.kernel.lexicon import Listing
from turncoat.kernel.space import Amounts, Between, Id, Names, OneOf, Order, Some, Space, Value, Words, id_of, settled

A = TypeVar("A", bound=Action)

THAT_IS_ALL = 0
"""The code that ends a set, an order or amounts."""

NONE = 1
"""The code of "none of them"."""

FIRST = 2
"""The code of the first id of a kind, and of the number 0."""

LEAST_WIDTH = 32
"""The smallest number of codes, so that most numbers need one step."""


class Codes:
    """The meaning of each code, for games with these answers, ids and seats.

    Attributes:
        tags: The types of answers, by code.
        ids: The ids of each kind, in the order of their codes.
        seats: The number of seats.
        width: The number of codes.
    """

    def __init__(self, actions: Iterable[type[Action]], ids: Mapping[str, Iterable[Id]], seats: int) -> None:
        self.tags = tuple(tag_of(action) for action in actions)
        self.ids = {kind: tuple(values) for kind, values in ids.items()}
        self.seats = seats
        self.width = max(LEAST_WIDTH, len(self.tags), *(FIRST + len(values) for values in self.ids.values()))
        self._places = {kind: {value: at for at, value in enumerate(values)} for kind, values in self.ids.items()}
        self._by_seat = {kind for kind, values in self.ids.items() if values == tuple(range(seats))}

    def code(self, kind: str, value: Id, own: int) -> int:
        """The code of an id, for this seat.

        Raises:
            LookupError: if the ids of this kind do not list it.
        """
        if value is None:
            return NONE
        place = self._places.get(kind, {}).get(value)
        if place is None:
            raise LookupError(f"{value!r} has no code: the names of the game do not list it among the ids of {kind!r}")
        return FIRST + ((place - own) % self.seats if kind in self._by_seat else place)

    def id(self, kind: str, code: int, own: int) -> Id:
        """The id with this code, for this seat."""
        if code == NONE:
            return None
        place = code - FIRST
        return self.ids[kind][(place + own) % self.seats if kind in self._by_seat else place]


class Rung(Struct, frozen=True):
    """One step of the ladder: what is chosen next.

    Attributes:
        tag: The type of the answer; empty while the type is being chosen.
        field: The field; empty while the type is being chosen.
        chosen: The codes of the members chosen so far in this field.
        of: For amounts, the code of the key whose number is being chosen; else ``None``.
        past: The number that has the code ``FIRST``.
    """

    tag: str = ""
    field: str = ""
    chosen: tuple[int, ...] = ()
    of: int | None = None
    past: int = 0


class Foothold(Generic[A]):
    """The state of a ladder after some choices, with everything found from there."""

    __slots__ = ("answer", "further", "live", "numbers", "open", "rung", "values")

    def __init__(self, live: list[Box[A]], rung: Rung, values: dict[str, Value], numbers: dict[int, int]) -> None:
        self.live, self.rung, self.values, self.numbers = live, rung, values, numbers
        self.open: tuple[int, ...] | None = None
        self.answer: A | None = None
        self.further: dict[int, Foothold[A]] = {}


class Ladder(Generic[A]):
    """Builds an answer from the boxes by one choice after the other. Every series of choices leads to a legal answer.

    Attributes:
        boxes: The possible answers.
        start: The state where it begins. Another ladder with the same boxes and seat that starts there reuses
            everything found before.
        taken: The codes chosen so far.
    """

    def __init__(self, boxes: Boxes[A], codes: Codes, own: int, start: Foothold[A] | None = None) -> None:
        if not boxes:
            raise ValueError("there is nothing to choose: the boxes are empty")
        self.boxes, self.codes, self.own = boxes, codes, own
        self.taken: list[int] = []
        self.start = self._at = start or Foothold[A](list(boxes.boxes), Rung(), {}, {})

    @property
    def rung(self) -> Rung:
        """What is chosen next."""
        return self._at.rung

    @property
    def done(self) -> bool:
        """Whether the answer is complete."""
        return bool(self.rung.tag) and not self.rung.field

    @property
    def answer(self) -> A:
        """The answer.

        Raises:
            ValueError: if it is not complete yet.
        """
        at = self._at
        if not self.done:
            raise ValueError(f"the answer is not complete: its {at.rung.field or 'type'} is still to be chosen")
        if at.answer is None:
            at.answer = make(at.live[0].action, at.values)
        return at.answer

    @property
    def open(self) -> tuple[int, ...]:
        """The codes that can be chosen now, ascending; empty when the answer is complete."""
        if (at := self._at).open is None:
            at.open = () if self.done else tuple(sorted({code for box in at.live for code in self._offers(box)}))
        return at.open

    def take(self, code: int) -> None:
        """Choose a code, and go on to the next step with a choice.

        Raises:
            ValueError: if this code cannot be chosen here.
        """
        if code not in self.open:
            raise ValueError(f"code {code} cannot be chosen here; choose one of {', '.join(map(str, self.open))}")
        self.taken.append(code)
        below = self._at
        if code in below.further:
            self._at = below.further[code]
            return
        self._put(code)
        while len(self.open) == 1:
            self._put(self.open[0])
        below.further[code] = self._at

    def towards(self, answer: A) -> int:
        """The next code on the path to this answer.

        Raises:
            ValueError: if the answer cannot be reached from here.
        """
        target = self.boxes.settle(answer)
        live = [box for box in self._at.live if target is not None and box.has(target)]
        if target is None or self.done or not live:
            raise ValueError("this answer cannot be reached from here")
        code = self._step(live[0], target)
        if code not in self.open:
            raise ValueError("this answer cannot be reached from here")
        return code

    def said(self, code: int, names: Names) -> str:
        """A code in words: ``attack``, ``target: Barney``, ``coins: 3``."""
        rung = self.rung
        if not rung.tag:
            return self.codes.tags[code].replace("_", " ")
        field, space = rung.field.replace("_", " "), self._at.live[0].space(rung.field)
        if rung.of is not None or (self._counted(space) and code != NONE):
            of = "" if rung.of is None else f" {self._called(space, rung.of, names)}"
            return f"{field}{of}: {rung.past + code - FIRST}{' or more' if code == self.codes.width - 1 else ''}"
        return f"{field}: {'that is all' if code == THAT_IS_ALL else self._called(space, code, names)}"

    def _called(self, space: Space, code: int, names: Names) -> str:
        return names.label(space.domain, self.codes.id(space.domain, code, self.own))

    # --- what a box offers ----------------------------------------------------------------------

    def _offers(self, box: Box[A]) -> Iterable[int]:
        """The codes that this box allows now."""
        rung = self.rung
        if not rung.tag:
            return (self.codes.tags.index(box.tag),)
        space = box.space(rung.field)
        if isinstance(space, Words):
            return (THAT_IS_ALL,)
        if isinstance(space, Between):
            return self._digits(range(space.low, space.high + 1))
        if isinstance(space, OneOf):
            free = [value for value in space.values if self._leaves_enough(box, value)]
            if not self._counted(space):
                return [self._code(space, value) for value in free]
            none = [NONE] if None in free and rung.past <= 0 else []
            return [*none, *self._digits(value for value in free if isinstance(value, int))]
        if isinstance(space, Amounts):
            return self._amounts(space)
        return self._set(space) if isinstance(space, Some) else self._row(space)

    def _code(self, space: Space, value: Id) -> int:
        return self.codes.code(space.domain, value, self.own)

    def _digits(self, numbers: Iterable[int]) -> set[int]:
        """The codes for these numbers."""
        past = self.rung.past
        return {self._digit(number) for number in numbers if number >= past}

    def _digit(self, number: int) -> int:
        """The code of a number, or of a first part of it if it is large."""
        return min(FIRST + number - self.rung.past, self.codes.width - 1)

    def _counted(self, space: Space) -> bool:
        """Whether the values of a space are plain numbers and not ids."""
        if not isinstance(space, OneOf) or space.domain in self.codes.ids:
            return isinstance(space, Between)
        return all(value is None or isinstance(value, int) for value in space.values)

    def _leaves_enough(self, box: Box[A], value: Id) -> bool:
        """Whether the fields that must differ can all be filled after this value."""
        if not box.distinct:
            return True
        used = tuple(taken for name in box.distinct if (taken := self._at.values.get(name)) is not None)
        if self.rung.field in box.distinct and value is not None:
            if value in used:
                return False
            used = (*used, value)
        return completions(box.fields[len(self._at.values) + 1 :], box.distinct, used) > 0

    def _set(self, space: Some) -> list[int]:
        """The codes for the next member of a set, in ascending order, and for its end."""
        chosen = self.rung.chosen
        codes = sorted(self._code(space, value) for value in space.values)
        if not set(chosen) <= set(codes):
            return []
        later = [code for code in codes if not chosen or code > chosen[-1]]
        missing = max(0, space.low - len(chosen))
        members = later[: len(later) - missing + 1] if missing else later
        found = [THAT_IS_ALL] if not missing else []
        return found + (members if len(chosen) < space.high else [])

    def _row(self, space: Order) -> list[int]:
        """The codes for the next member of an order, and for its end."""
        codes = [self._code(space, value) for value in space.values]
        among = {self._code(space, value) for value in space.among}
        chosen = self.rung.chosen
        left = list(codes)
        for code in chosen:
            if code not in left:
                return []
            left.remove(code)
        missing = bool(among) and not among & set(chosen)
        if missing and len(chosen) == space.high - 1:
            left = [code for code in left if code in among]
        if missing and not among & set(left):
            return []
        ends = [THAT_IS_ALL] if len(chosen) >= space.low and not missing else []
        return ends + (left if len(chosen) < space.high else [])

    def _amounts(self, space: Amounts) -> Iterable[int]:
        """The codes for the next key of amounts in ascending order, for their end, or for a number."""
        caps = sorted((self._code(space, id_of(key)), cap) for key, cap in space.caps)
        known, done = dict(caps), self._at.numbers
        if any(number > known.get(code, 0) for code, number in done.items()):
            return ()
        total, of = sum(done.values()), self.rung.of
        if of is not None:
            rest = sum(cap for code, cap in caps if code > of)
            return self._digits(range(max(1, space.low - total - rest), min(known.get(of, 0), space.high - total) + 1))
        found = [THAT_IS_ALL] if space.low <= total <= space.high else []
        if total >= space.high:
            return found
        for place, (code, cap) in enumerate(caps):
            most = total + sum(cap for _, cap in caps[place:])
            if cap and most >= space.low and code > max(done, default=0):
                found.append(code)
        return found

    # --- going on -------------------------------------------------------------------------------

    def _put(self, code: int) -> None:
        """Carry out one choice."""
        at, rung = self._at, self.rung
        live = [box for box in at.live if code in self._offers(box)]
        self._at = at = Foothold(live, rung, at.values, at.numbers)
        space = live[0].space(rung.field) if rung.tag else None
        if space is None:
            at.rung = Rung(self.codes.tags[code])
            self._next_field()
        elif rung.of is not None or (self._counted(space) and code != NONE):
            self._number(code, rung.past + code - FIRST)
        elif isinstance(space, Words):
            self._fill("")
        elif isinstance(space, OneOf | Between):
            self._fill(self.codes.id(space.domain, code, self.own))
        elif code == THAT_IS_ALL:
            self._end(space)
        elif isinstance(space, Amounts):
            at.rung = Rung(rung.tag, rung.field, rung.chosen, code)
        else:
            at.rung = Rung(rung.tag, rung.field, (*rung.chosen, code))

    def _number(self, code: int, number: int) -> None:
        """Choose a number, or a part of one that is too large for one step."""
        at, rung = self._at, self.rung
        if code == self.codes.width - 1:
            at.rung = Rung(rung.tag, rung.field, rung.chosen, rung.of, number)
        elif rung.of is not None:
            at.numbers = {**at.numbers, rung.of: number}
            at.rung = Rung(rung.tag, rung.field, (*rung.chosen, rung.of))
        else:
            self._fill(number)

    def _end(self, space: Amounts | Some | Order) -> None:
        """Complete a set, an order or amounts."""
        if isinstance(space, Amounts):
            given = self._at.numbers.items()
            self._fill({str(self.codes.id(space.domain, code, self.own)): number for code, number in given})
        else:
            self._fill(tuple(self.codes.id(space.domain, code, self.own) for code in self.rung.chosen))

    def _fill(self, value: Value) -> None:
        """Give the field its value."""
        at, name = self._at, self.rung.field
        at.live = [box for box in at.live if box.space(name).has(settled(box.space(name), value))]
        at.values = {**at.values, name: cast("Value", settled(at.live[0].space(name), value))}
        at.numbers = {}
        self._next_field()

    def _next_field(self) -> None:
        """Go on to the next field, if there is one."""
        at = self._at
        fields, place = at.live[0].fields, len(at.values)
        name = fields[place][0] if place < len(fields) else ""
        spaces = [box.space(name) for box in at.live] if name else []
        past = min((_least(space) for space in spaces if self._counted(space)), default=0)
        at.rung = Rung(at.rung.tag, name, past=min(0, past))

    # --- the path to an answer ------------------------------------------------------------------

    def _step(self, box: Box[A], answer: A) -> int:
        """The code that leads to an answer in this box."""
        rung = self.rung
        if not rung.tag:
            return self.codes.tags.index(box.tag)
        space, value = box.space(rung.field), getattr(answer, rung.field)
        if isinstance(space, Words):
            return THAT_IS_ALL
        if isinstance(value, dict):
            wanted = {self._code(space, id_of(key)): number for key, number in value.items()}
            if rung.of is not None:
                return self._digit(wanted.get(rung.of, 0))
            return min(set(wanted) - set(self._at.numbers), default=THAT_IS_ALL)
        if isinstance(value, tuple):
            codes = [self._code(space, member) for member in value]
            row = sorted(codes) if isinstance(space, Some) else codes
            return row[len(rung.chosen)] if len(rung.chosen) < len(row) else THAT_IS_ALL
        return self._digit(value) if self._counted(space) and value is not None else self._code(space, value)


def _least(space: Space) -> int:
    """The smallest number in a space."""
    if isinstance(space, Between):
        return space.low
    values = space.values if isinstance(space, OneOf) else ()
    return min((value for value in values if isinstance(value, int)), default=0)


def codes_of(actions: Iterable[type[Action]], names: Listing, view: Struct, seats: int) -> Codes:
    """The codes of a game: for all ids that its names list, also without a view as at the beginning."""
    return Codes(actions, {**names.ids(view), **names.ids(None)}, seats)
