"""The form controls for the fields of an answer, made from the sets of possible values.

Long lists of choices are made only once.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, Protocol, TypeGuard, runtime_checkable

from markupsafe import Markup
from msgspec import Struct

from turncoat.kernel.lexicon import spoken
from turncoat.kernel.space import Amounts, Between, Id, Names, OneOf, Order, Some, Space, Value, Words, id_of

OPTION = Markup('<option value="{}">{}</option>')
CHOSEN = Markup('<option value="{}" selected>{}</option>')
CHOICE = Markup('<option data-choice data-n="{}" value="{}"{}>{}</option>')
HEADING = Markup('<optgroup label="{}">{}</optgroup>')
SELECTED, NOT = Markup(" selected"), Markup("")


def choices_of(control: Control, entered: str = "") -> Markup:
    """The choices of a drop-down list under headings; the one that was chosen or typed before is selected."""
    return _grouped(control.name, control.choices, entered)


@lru_cache(maxsize=512)
def options_of(choices: tuple[Choice, ...]) -> Markup:
    """The choices of a drop-down list in order."""
    return Markup("").join(OPTION.format(choice.value, choice.label) for choice in choices)


@lru_cache(maxsize=512)
def picked_of(choices: tuple[Choice, ...]) -> Markup:
    """The choices of a drop-down list, with the chosen ones selected."""
    marked = (CHOSEN if choice.picked else OPTION for choice in choices)
    return Markup("").join(
        text.format(choice.value, choice.label) for text, choice in zip(marked, choices, strict=True)
    )


@lru_cache(maxsize=512)
def _grouped(name: str, choices: tuple[Choice, ...], entered: str) -> Markup:
    made = Markup("")
    for group, members in Control(name, "", "", "one", "", choices).groups:
        inside = Markup("").join(
            CHOICE.format(
                number, choice.value, SELECTED if choice.picked or entered == choice.value else NOT, choice.label
            )
            for number, choice in members
        )
        made += HEADING.format(group, inside) if group else inside
    return made


Kind = Literal["one", "number", "some", "amounts", "order", "words"]


@runtime_checkable
class Grouping(Names, Protocol):
    """Names that also provide headings for long lists."""

    def group(self, domain: str, value: Id) -> str:
        """The heading of a value in a long list; empty: it has none."""


@runtime_checkable
class Noting(Names, Protocol):
    """Names that also provide a note for each value in a list."""

    def note(self, domain: str, value: Id) -> str:
        """A word or number that is shown small after the value's name, such as a leader's strength; empty: none."""


def _grouping(names: Names) -> TypeGuard[Grouping]:
    return _has(type(names), Grouping)


def _noting(names: Names) -> TypeGuard[Noting]:
    return _has(type(names), Noting)


@cache
def _has(kind: type, protocol: type) -> bool:
    """Whether names of a class have that; asked once of each, since Python 3.11 takes long to answer."""
    return issubclass(kind, protocol)


class Choice(Struct, frozen=True):
    """One value that a player can choose.

    Attributes:
        value: The value in the form's data.
        picked: Whether it is chosen.
        one: For numbers of things: its name after the number 1.
        many: For numbers of things: its name after any other number.
        group: Its heading in a long list; empty: none.
        note: The note that is shown small after its label; empty: none.
    """

    value: str
    label: str
    picked: bool = False
    one: str = ""
    many: str = ""
    group: str = ""
    note: str = ""


class Control(Struct, frozen=True):
    """The form control with which a player fills one field of an answer.

    Attributes:
        name: The name of the form field.
        field: The name of the answer's field.
        label: The label of the control.
        kind: The kind of control, such as a list or a number field.
        domain: The kind of things to choose from (``"seat"``: the player can tap them on the board).
        choices: The things to choose from, to count or to put in order.
        low: The smallest number, or the fewest choices.
        high: The greatest number, the most choices, or the greatest length of a text.
        caps: If things are counted: the greatest number of each.
        value: The number or text in the control.
        amounts: If things are counted: the number of each. For an order: the place of each choice, from 1.
    """

    name: str
    field: str
    label: str
    kind: Kind
    domain: str
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    caps: tuple[int, ...] = ()
    value: str = ""
    amounts: tuple[int, ...] = ()

    @property
    def noted(self) -> bool:
        """Whether all choices have notes."""
        return all(choice.note for choice in self.choices)

    @property
    def several(self) -> bool:
        """Whether the choices have more than one heading."""
        return len({choice.group for choice in self.choices if choice.group}) > 1

    @property
    def groups(self) -> tuple[tuple[str, tuple[tuple[int, Choice], ...]], ...]:
        """A long list by its headings, in the order in which they come up; under each its choices with their numbers.

        Under each heading, the choices are in alphabetical order.
        """
        found: dict[str, list[tuple[int, Choice]]] = {}
        for number, choice in enumerate(self.choices):
            found.setdefault(choice.group, []).append((number, choice))
        return tuple((group, tuple(sorted(own, key=_by_label) if group else own)) for group, own in found.items())


def _by_label(numbered: tuple[int, Choice]) -> tuple[str, int]:
    """A key for alphabetical order, in which numbers at the end of names are compared as numbers."""
    words, _, last = numbered[1].label.rpartition(" ")
    return (words, int(last)) if last.isdecimal() else (numbered[1].label, 0)


def encode(value: Id) -> str:
    """A value as it is written in the form's data."""
    return "" if value is None else str(value)


def control_of(
    name: str, field: str, space: Space, names: Names, value: Value, *, filled: bool, given: bool = False
) -> Control:
    """The kind of control for a field of an answer.

    Args:
        name: The name of the form field.
        field: The name of the answer's field.
        space: The possible values.
        names: The names of the things to choose from.
        value: The value that is already chosen.
        filled: Whether to choose an only value, and to distribute a fixed total, in advance.
        given: Whether ``None`` as ``value`` means that the player chose "none"; otherwise nothing is chosen yet.
    """
    label, domain = field.replace("_", " ").capitalize(), space.domain
    heading = names.group if _grouping(names) else _nothing
    note = names.note if _noting(names) else _nothing

    def choices(values: tuple[Id, ...], picked: tuple[Id, ...]) -> tuple[Choice, ...]:
        return tuple(
            Choice(
                encode(value),
                names.label(domain, value),
                value in picked,
                group=heading(domain, value),
                note=note(domain, value),
            )
            for value in values
        )

    if isinstance(space, OneOf):
        picked: tuple[Id, ...] = ()
        if not isinstance(value, tuple | dict) and (given or value is not None):
            picked = (value,)
        if not picked and filled and len(space.values) == 1:
            picked = space.values
        return Control(name, field, label, "one", domain, choices(space.values, picked))
    if isinstance(space, Between):
        number = value if isinstance(value, int) else space.low
        return Control(name, field, label, "number", domain, (), space.low, space.high, value=str(number))
    if isinstance(space, Some):
        chosen = value if isinstance(value, tuple) else ()
        return Control(name, field, label, "some", domain, choices(space.values, chosen), space.low, space.high)
    if isinstance(space, Amounts):
        shared = value if isinstance(value, dict) else _from_the_front(space) if filled else {}
        tag = name.partition(".")[0].partition("~")[0]
        kinds = tuple(_kind(key, domain, names, tag, note(domain, id_of(key))) for key, _ in space.caps)
        caps = tuple(cap for _, cap in space.caps)
        amounts = tuple(shared.get(key, 0) for key, _ in space.caps)
        return Control(name, field, label, "amounts", domain, kinds, space.low, space.high, caps, amounts=amounts)
    if isinstance(space, Order):
        return _order(name, label, space, choices(space.values, ()), value)
    text = value if isinstance(value, str) else ""
    return Control(name, field, label, "words", domain, (), 0, _longest(space), value=text)


def _nothing(domain: str, value: Id) -> str:
    return ""


def _kind(key: str, domain: str, names: Names, tag: str, note: str) -> Choice:
    """A thing of which the player chooses a number."""
    one, many = (spoken(names, domain, id_of(key), number, tag) for number in (1, 2))
    return Choice(key, names.label(domain, id_of(key)), one=one, many=many, note=note)


def _from_the_front(space: Amounts) -> dict[str, int]:
    """A fixed total, distributed to the first things up to their limits; zeros if the total is not fixed."""
    shared: dict[str, int] = {}
    left = space.high if space.low == space.high else 0
    for key, cap in space.caps:
        shared[key] = min(left, cap)
        left -= shared[key]
    return shared


def _order(name: str, label: str, space: Order, choices: tuple[Choice, ...], value: Value) -> Control:
    """A control that gives each choice its place, from 1; 0 for a choice that is left out."""
    whole = space.values if space.low == len(space.values) else space.values[: len(space.values) == 1]
    order = value if isinstance(value, tuple) else whole
    left = list(range(1, len(order) + 1))
    places = []
    for one in space.values:
        place = next((place for place in left if order[place - 1] == one), 0)
        if place:
            left.remove(place)
        places.append(place)
    field = name.rpartition(".")[2]
    return Control(name, field, label, "order", space.domain, choices, space.low, space.high, amounts=tuple(places))


def _longest(space: Words) -> int:
    return space.longest
