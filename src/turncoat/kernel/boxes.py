"""Actions and boxes: the one description of what is legal.

A *box* is an action type with a space for each of its fields. What a seat may answer is a tuple of boxes, ``Boxes``.
The server's check, the web form, the terminal menu, sampling, counting, the masks for learning agents and the JSON
Schema are all made from these and from nothing else. A limit that depends on another field needs a second box, never a
hidden condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from math import prod
from types import MappingProxyType
from typing import ClassVar, Generic, TypeVar, cast

from msgspec import Struct

from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.lexicon import either, listed
from turncoat.kernel.message import Says
from turncoat.kernel.space import PLAIN, Id, Names, OneOf, Space, Value, in_words, settled

Below = Callable[[int], int]
"""Draws a random number from ``0 .. n - 1``: ``Below(n)``."""


class Action(Says, frozen=True, tag=True, forbid_unknown_fields=True):
    """An answer: ``class Attack(Action, rule="TRU-3.3")``. Subclasses name the fields.

    Attributes:
        usual_rule: The rule that allows it.
        field_rules: The rules of fields that have a rule of their own.
        closed: The reason why it is closed, if the reason is always the same; without a full stop.
        phrase: How a player types it, ``"give {coins} to {to}"``.
        briefs: Shorter phrases that a player can type as well; missing fields have their defaults.
        offered: Whether players can choose it; False for an action that only stands for their answer.
        needless: Fields of other answers that are accepted here and ignored.
        clause: Its words after "will", if the phrase does not fit there; ``{card:karama}`` is the table's name for that
            card.
        named: Fields that a promise to do it must name: without them nearly anything would keep it.
        says: Its words in the sentence of an event, ``Message("attacks {target}")``.
    """

    closed: ClassVar[str] = ""
    offered: ClassVar[bool] = True
    phrase: ClassVar[str] = ""
    clause: ClassVar[str] = ""
    briefs: ClassVar[tuple[str, ...]] = ()
    needless: ClassVar[tuple[str, ...]] = ()
    named: ClassVar[tuple[str, ...]] = ()
    field_rules: ClassVar[Mapping[str, str]] = MappingProxyType({})


A = TypeVar("A", bound=Action)
A_co = TypeVar("A_co", bound=Action, covariant=True)


class Box(Struct, Generic[A_co], frozen=True):
    """An action type with one space for each of its fields.

    Attributes:
        action: The type of the answer.
        rule: The rule that allows it.
        fields: Name and space of each field, in the order of the action's fields.
        distinct: Fields whose values must differ from each other (``None`` may repeat); ``OneOf`` only.
    """

    action: type[A_co]
    rule: str
    fields: tuple[tuple[str, Space], ...] = ()
    distinct: tuple[str, ...] = ()

    @property
    def tag(self) -> str:
        """The type of the action in the API."""
        return tag_of(self.action)

    def space(self, name: str) -> Space:
        """The space of a field.

        Raises:
            KeyError: if the action has no such field.
        """
        return dict(self.fields)[name]

    def count(self) -> int:
        """How many answers the box holds."""
        if self.distinct:
            return completions(self.fields, self.distinct, ())
        ways = 1
        for _, space in self.fields:
            ways *= space.count()
        return ways

    def nth(self, index: int) -> A_co:
        """The answer with this number, ``0 .. count() - 1``."""
        values: dict[str, Value] = {}
        if not self.distinct:
            for name, space in reversed(self.fields):
                index, number = divmod(index, space.count())
                values[name] = space.nth(number)
            return make(self.action, values)
        used: tuple[Id, ...] = ()
        for place, (name, space) in enumerate(self.fields):
            rest = self.fields[place + 1 :]
            if name not in self.distinct:
                after = completions(rest, self.distinct, used)
                number, index = divmod(index, after)
                values[name] = space.nth(number)
                continue
            for value in _free(space, used):
                taken = used if value is None else (*used, value)
                after = completions(rest, self.distinct, taken)
                if index < after:
                    values[name], used = value, taken
                    break
                index -= after
        return make(self.action, values)

    def has(self, action: Action) -> bool:
        """Whether the answer is in the box."""
        return action.__class__ is self.action and not self.faults(action)

    def settle(self, action: Action) -> A_co | None:
        """The answer in its fixed form, if sets and amounts came in another order; None if it is not in the box."""
        if action.__class__ is not self.action:
            return None
        if not self.faults(action):
            return action
        values = {name: settled(space, getattr(action, name)) for name, space in self.fields}
        made = make(self.action, cast("dict[str, Value]", values))
        return made if self.has(made) else None

    def faults(self, action: Action) -> list[str]:
        """The fields because of which an answer of this type is not in the box."""
        wrong = [name for name, space in self.fields if not space.has(getattr(action, name))]
        seen: set[object] = set()
        for name in self.distinct:
            value = getattr(action, name)
            if value is not None and name not in wrong and value in seen:
                wrong.append(name)
            seen.add(value)
        return wrong


class Closed(Struct, frozen=True):
    """An action that is closed now, with the reason, for pages and refusals.

    The reason may use only what the seat knows.
    """

    action: type[Action]
    rule: str
    why: str

    def refusal(self, choices: tuple[str, ...]) -> NotAllowed:
        """The refusal of the action, with the actions that are open."""
        tag = tag_of(self.action)
        return NotAllowed(f"{self.why} ({self.rule}).", rule=self.rule, field="type", choices=choices, about=tag)


def shut(*actions: type[Action], rule: str = "") -> tuple[Closed, ...]:
    """Closed actions, for the reason that they give themselves.

    Raises:
        TypeError: if one gives none.
    """
    for action in actions:
        if not action.closed:
            name = action.__name__
            raise TypeError(
                f'{name} does not say why it is closed: give it closed = "..." or write Closed({name}, ...)'
            )
    return tuple([Closed(action, rule or action.usual_rule, action.closed) for action in actions])


def _free(space: Space, used: tuple[Id, ...]) -> list[Id]:
    """Values of a distinct field that no earlier field has used."""
    values = cast("OneOf", space).values
    return [value for value in values if value is None or value not in used]


@lru_cache(maxsize=65536)
def completions(fields: tuple[tuple[str, Space], ...], distinct: tuple[str, ...], used: tuple[Id, ...]) -> int:
    """How many ways there are to fill the other fields after these values."""
    if not distinct:
        return prod(space.count() for _, space in fields)
    if not fields:
        return 1
    (name, space), rest = fields[0], fields[1:]
    if name not in distinct:
        return space.count() * completions(rest, distinct, used)
    return sum(completions(rest, distinct, used if value is None else (*used, value)) for value in _free(space, used))


def box(action: type[A], rule: str = "", *, distinct: tuple[str, ...] = (), **fields: Space) -> Box[A]:
    """Make a box; the fields have the names that they have in the action.

    It has the rule of the action if no other is given.

    Raises:
        TypeError: if the fields are not exactly those of the action, or other than ``OneOf`` must be distinct.
    """
    wanted = action.__struct_fields__
    if fields.keys() != set(wanted):
        raise TypeError(f"{action.__name__} has the fields {wanted}, not {tuple(fields)}")
    if distinct and any(not isinstance(fields.get(name), OneOf) for name in distinct):
        raise TypeError(f"{action.__name__}: only OneOf fields can be distinct, not all of {distinct}")
    return Box(action, rule or action.usual_rule, tuple([(name, fields[name]) for name in wanted]), distinct)


def make(action: type[A], values: dict[str, Value]) -> A:
    """Build an answer from its field values."""
    return action(**values)


def tag_of(action: type[Action]) -> str:
    """The type of an action in the API (``"attack"``)."""
    return cast("str", action.__struct_config__.tag)


LISTED = 4096
"""Boxes with at most this many answers cache them, so that drawing one is fast."""


class Boxes(Generic[A]):
    """All legal answers of a seat. It never changes; build it once and keep it.

    No answer may lie in two boxes. ``closed`` explains the actions that are not open.
    """

    def __init__(self, *boxes: Box[A], closed: tuple[Closed, ...] = ()) -> None:
        self._closed = closed
        sizes = [box.count() for box in boxes]
        self.count = sum(sizes)
        """How many different answers there are."""
        self._boxes = tuple([box for box, size in zip(boxes, sizes, strict=True) if size])
        self._sizes = [size for size in sizes if size]
        self._known: dict[int, A] = {}

    drawn: A | None = None
    """The answer that was drawn last, which need not be checked again."""

    @property
    def boxes(self) -> tuple[Box[A], ...]:
        """The boxes that contain an answer."""
        return self._boxes

    @property
    def closed(self) -> tuple[Closed, ...]:
        """The closed actions, with reasons."""
        return self._closed

    def __bool__(self) -> bool:
        return self.count > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Boxes) and self.boxes == other.boxes and self.closed == other.closed

    def __add__(self, others: Boxes[A]) -> Boxes[A]:
        """Both together: the legal answers and the optional actions."""
        return Boxes(*self.boxes, *others.boxes, closed=self.closed + others.closed)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Boxes({', '.join(map(repr, self.boxes))})"

    @cached_property
    def answers(self) -> tuple[A, ...]:
        """All answers if there are at most ``LISTED`` of them, else empty."""
        return tuple(self) if self.count <= LISTED else ()

    def __iter__(self) -> Iterator[A]:
        for box in self.boxes:
            for index in range(box.count()):
                yield box.nth(index)

    def nth(self, index: int) -> A:
        """The answer with this number, ``0 .. count - 1``.

        Raises:
            IndexError: if there are fewer.
        """
        found = self._known.get(index)
        return self._made(index) if found is None else found

    def _made(self, index: int) -> A:
        rest = index
        for box, size in zip(self._boxes, self._sizes, strict=True):
            if rest < size:
                made = box.nth(rest)
                if self.count <= LISTED:
                    self._known[index] = made
                return made
            rest -= size
        raise IndexError(index)

    def sample(self, below: Below) -> A:
        """A random answer, each equally likely."""
        self.drawn = self.nth(below(self.count))
        return self.drawn

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and any(box.has(action) for box in self.boxes)

    def settle(self, action: A) -> A | None:
        """The answer in its fixed form: sets in the order of the choices, no zeros; None if it is not legal."""
        kind = action.__class__
        for box in self.boxes:
            if box.action is kind and (made := box.settle(action)) is not None:
                return made
        return None

    def check(self, action: Action, names: Names = PLAIN) -> None:
        """Accept a legal answer silently; refuse any other.

        Raises:
            NotAllowed: with the field, the choices (called by their names) and the rule.
        """
        if action not in self:
            raise self.refusal(action, names)

    def refusal(self, action: Action, names: Names = PLAIN) -> NotAllowed:
        """The refusal of an answer that is not legal, as ``check`` raises it."""
        kind, tag = action.__class__, tag_of(action.__class__)
        alike = [box for box in self.boxes if box.action is kind]
        if not alike:
            for shut in self.closed:
                if shut.action is kind:
                    return shut.refusal(self.tags)
            wrong = f"“{typed(kind)}” is not possible now" if kind.offered else f"Nobody can answer “{tag}”"
            sentence = f"{wrong}; {self.instead}."
            return NotAllowed(sentence, field="type", choices=self.tags, about=tag)
        order = action.__struct_fields__
        nearest = min(alike, key=lambda box: (len(found := box.faults(action)), -order.index(found[0])))
        faults = nearest.faults(action)
        field = faults[0]
        near = [box for box in alike if box.faults(action) == faults]
        choices = tuple(dict.fromkeys(text for box in near for text in in_words(box.space(field), names)))
        if nearest.space(field).has(getattr(action, field)):
            same = getattr(action, field)
            fields = " and ".join(name.replace("_", " ") for name in nearest.distinct if getattr(action, name) == same)
            called = in_words(OneOf((same,), nearest.space(field).domain), names)[0]
            sentence = f"{typed(kind)}: {called} cannot be both {fields} ({nearest.rule})."
            return NotAllowed(sentence, rule=nearest.rule, field=field, choices=choices, about=tag)
        rule = kind.field_rules.get(field, nearest.rule)
        given = f" here{_elsewhere(alike, action, field, names)}" if len(near) < len(alike) else ""
        missing = "is missing; it " if getattr(action, field) is None else ""
        called = field.replace("_", " ")
        sentence = f"{typed(kind)}: {called} {missing}must be {either(choices)}{given} ({rule})."
        return NotAllowed(sentence, rule=rule, field=field, choices=choices, about=tag)

    def speak_of(self, kind: type[Action]) -> bool:
        """Whether an action of this type is open, or closed with a reason."""
        return any(box.action is kind for box in self.boxes) or any(closed.action is kind for closed in self.closed)

    @property
    def tags(self) -> tuple[str, ...]:
        """The types of the open actions, each once, in order."""
        return tuple(dict.fromkeys(box.tag for box in self.boxes))

    @property
    def typed(self) -> tuple[str, ...]:
        """The first words of all open actions as a player types them, each once, in order."""
        return tuple(dict.fromkeys(typed(box.action) for box in self.boxes))

    @property
    def instead(self) -> str:
        """The end of a sentence that says which answers are possible instead."""
        verb = "write" if "choose" in self.typed else "choose"
        return f"{verb} {listed(self.typed, last='or')}" if self.typed else "you are not asked anything"


def typed(action: type[Action]) -> str:
    """The words with which an action begins when a player types it: its phrase up to its first field, or its name."""
    return action.phrase.partition("{")[0].strip(" :(") or tag_of(action).replace("_", " ")


def _elsewhere(alike: list[Box[A]], action: Action, field: str, names: Names) -> str:
    """The value that another field needs for the given value to be legal, if only that one must change."""
    value, wanted = getattr(action, field), dict[str, list[str]]()
    for one in alike:
        space, faults = one.space(field), one.faults(action)
        if isinstance(space, OneOf) and space.has(value) and len(faults) == 1:
            name = f"for {names.label(space.domain, value)}, {faults[0].replace('_', ' ')}"
            wanted.setdefault(name, []).extend(in_words(one.space(faults[0]), names))
    return "".join(f"; {name} must be {either(dict.fromkeys(words))}" for name, words in wanted.items())


NOTHING: Boxes[Action] = Boxes()
"""The boxes of a seat that is asked nothing."""
