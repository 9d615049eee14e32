"""The composer: a form for whatever a seat may answer, made from its boxes and from nothing else.

Every space has native controls, so that the form works without script; script adds only the tapping of the board.
``turncoat.web.forms`` reads what comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Any, Literal

import msgspec
from msgspec import Struct

from turncoat.drawing.scene import Card
from turncoat.kernel.box import Action, Boxes, tag_of
from turncoat.kernel.space import Amounts, Between, Id, Names, OneOf, Order, Some, Space, Value, Words, id_of
from turncoat.web.entries import ALONE, Entry, Joined, entries, together

Kind = Literal["one", "number", "some", "amounts", "order", "words"]

LONG_LIST = 8
"""From so many choices on, a list is a drop-down instead of buttons."""


class Choice(Struct, frozen=True):
    """One value that can be picked."""

    value: str
    label: str
    picked: bool = False


class Control(Struct, frozen=True):
    """What one field of an answer is picked with.

    Attributes:
        name: Name of the form field.
        field: Name of the answer's field.
        label: What is asked, in words.
        kind: Which control it is.
        domain: What the values are ids of (``"seat"``: they can be tapped on the board).
        choices: What can be picked; for amounts and orders, what is counted or ordered.
        low: The least number, or how many must be picked.
        high: The greatest number, how many may be picked, or the longest text.
        caps: For amounts: the greatest number of each choice.
        value: What is in the control: a number or a text.
        amounts: For amounts: the number of each choice. For an order: the place of each choice, from 1.
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


class Option(Struct, frozen=True):
    """An action that can be picked.

    Attributes:
        key: Value of the form field ``act``.
        tag: Name of the action on the wire.
        card: How it is shown.
        rule: The rule that allows it.
        phrase: The answer in words, with the names of controls in braces (``"attack {attack.target}"``).
        controls: One for each field.
        distinct: Form fields that must differ.
        picked: It is the answer on file.
        together: Where what can be picked depends on the other picks: as JSON, one row for each box and in it, for each
            control, the numbers of the choices (from 0) or the limits that go together. Empty: everything goes with
            everything.
        phrases: Where actions share a card: as JSON, the phrase of each of these rows.
        briefs: Shorter phrases, as JSON: each with what must be picked in the controls that it leaves out.
    """

    key: str
    tag: str
    card: Card
    rule: str
    phrase: str
    controls: tuple[Control, ...]
    distinct: tuple[str, ...] = ()
    picked: bool = False
    together: str = ""
    phrases: str = ""
    briefs: str = ""

    @property
    def names(self) -> str:
        """The form fields in their order, for script."""
        return " ".join(control.name for control in self.controls)


class Shut(Struct, frozen=True):
    """An action that is not open now, and why."""

    tag: str
    card: Card
    why: str
    rule: str
    key: str = ""


class Composer(Struct, frozen=True):
    """Everything that can be picked, and everything that cannot."""

    options: tuple[Option, ...]
    shut: tuple[Shut, ...] = ()

    def hand(self, order: Iterable[str]) -> tuple[Option | Shut, ...]:
        """All cards, open or not, in the order in which the game shows them."""
        place = {tag: number for number, tag in enumerate(order)}
        return tuple(sorted((*self.options, *self.shut), key=lambda one: place.get(one.tag, len(place))))

    @property
    def titles(self) -> tuple[str, ...]:
        """What can be done, or could be: each card's title once."""
        return tuple(dict.fromkeys(one.card.title for one in self.options or self.shut))

    @property
    def lone(self) -> bool:
        """Whether there is one kind of action and no other: it needs no choosing."""
        return len(self.options) == 1 and not self.shut

    @property
    def seats(self) -> frozenset[int]:
        """Seats that some answer can be aimed at."""
        controls = [control for option in self.options for control in option.controls if control.domain == "seat"]
        return frozenset(int(choice.value) for control in controls for choice in control.choices if choice.value)

    @property
    def places(self) -> dict[str, frozenset[str]]:
        """By domain, everything that some answer can be aimed at besides seats."""
        found: dict[str, set[str]] = {}
        for option in self.options:
            for control in option.controls:
                if control.domain and control.domain != "seat":
                    found.setdefault(control.domain, set()).update(one.value for one in control.choices if one.value)
        return {domain: frozenset(values) for domain, values in found.items()}


def encode(value: Id) -> str:
    """A value as a form writes it."""
    return "" if value is None else str(value)


def compose(
    boxes: Boxes[Any],
    names: Names,
    cards: Mapping[str, Card],
    filed: Action | None = None,
    shared: Joined = ALONE,
) -> Composer:
    """The form for these boxes, filled with the answer on file; ``shared`` says which actions share a card."""
    known = entries(boxes, shared)
    options = tuple(_option(one, names, cards, filed if _holds(one, filed) else None) for one in known)
    open_now = {one.tag for one in options}
    shut = tuple(
        Shut(tag_of(one.action), card_of(one.action, cards), one.why, one.rule)
        for one in boxes.closed
        if shared.get(tag_of(one.action)) not in open_now
    )
    return Composer(options, shut)


def _holds(entry: Entry, filed: Action | None) -> bool:
    return filed is not None and any(one.has(filed) for one in entry.boxes)


def card_of(action: type[Action], cards: Mapping[str, Card]) -> Card:
    """How an action is shown: the game's own card, or one made from what the action says about itself."""
    tag = tag_of(action)
    if tag in cards:
        return cards[tag]
    rule, _, words = (action.__doc__ or "").strip().partition("\n")[0].partition(": ")
    return Card(tag.replace("_", " ").capitalize(), "card", words or rule, rule if words else "")


def in_words(action: Action, names: Names, boxes: Boxes[Action]) -> str:
    """An answer as its phrase says it: ``"attack Agatha"``."""
    domains = {
        name: space.domain for one in boxes.boxes if one.action is action.__class__ for name, space in one.fields
    }
    values = msgspec.structs.asdict(action)
    said = {name: _said(value, domains.get(name, ""), names) for name, value in values.items()}
    return (action.phrase or tag_of(action.__class__)).format(**said)


def _said(value: Value, domain: str, names: Names) -> str:
    if isinstance(value, dict):
        return " and ".join(f"{number} {names.label(domain, id_of(key))}" for key, number in value.items()) or "nothing"
    if isinstance(value, tuple):
        return ", ".join(names.label(domain, one) for one in value) or "nothing"
    return names.label(domain, value)


def _option(entry: Entry, names: Names, cards: Mapping[str, Card], filed: Action | None) -> Option:
    key, tag = entry.key, entry.key.partition("~")[0]
    one = next((one for one in entry.boxes if one.tag == tag), entry.boxes[0])
    values: dict[str, Value] = msgspec.structs.asdict(filed) if filed is not None else {}
    card = next((cards[name] for name in (key, tag) if name in cards), None) or card_of(one.action, cards)
    controls = tuple(
        _called(_control(f"{key}.{name}", name, space, names, values.get(name), filled=len(entry.boxes) == 1), card)
        for name, space in entry.fields
    )
    several = len({each.tag for each in entry.boxes}) > 1
    phrases = [_keyed(each.action.phrase or each.tag, key) for each in entry.boxes] if several else []
    return Option(
        key,
        tag,
        card,
        one.rule,
        _keyed(one.action.phrase or one.tag, key),
        controls,
        tuple(f"{key}.{name}" for name in one.distinct),
        filed is not None,
        together(entry),
        msgspec.json.encode(phrases).decode() if several else "",
        "" if several else _briefs(one.action, key),
    )


def _called(control: Control, card: Card) -> Control:
    """The control with the label that the card gives it, if it gives one."""
    label = card.labels.get(control.field)
    return msgspec.structs.replace(control, label=label) if label else control


def _keyed(phrase: str, key: str) -> str:
    """A phrase with the names of controls in its braces."""
    return "".join(text + (f"{{{key}.{name}}}" if name else "") for text, name, _, _ in Formatter().parse(phrase))


def _briefs(action: type[Action], key: str) -> str:
    """The phrases that leave out fields with their usual values, for script."""
    made = []
    for brief in action.briefs:
        named = {name for _, name, _, _ in Formatter().parse(brief)}
        usual = {one.name: one.default for one in msgspec.structs.fields(action) if one.name not in named}
        if usual and all(value is None or isinstance(value, (int, str)) for value in usual.values()):
            made.append((_keyed(brief, key), {f"{key}.{name}": encode(value) for name, value in usual.items()}))
    return msgspec.json.encode(made).decode() if made else ""


def _control(name: str, field: str, space: Space, names: Names, value: Value, *, filled: bool) -> Control:
    """What a field is picked with; ``filled``: what has one value only has it, and exact numbers are shared out."""
    label, domain = field.replace("_", " ").capitalize(), space.domain

    def choices(values: tuple[Id, ...], picked: tuple[Id, ...]) -> tuple[Choice, ...]:
        return tuple(Choice(encode(one), names.label(domain, one), one in picked) for one in values)

    if isinstance(space, OneOf):
        picked: tuple[Id, ...] = () if value is None or isinstance(value, tuple | dict) else (value,)
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
        counted = value if isinstance(value, dict) else _from_the_front(space) if filled else {}
        kinds = tuple(Choice(key, names.label(domain, id_of(key))) for key, _ in space.caps)
        caps = tuple(cap for _, cap in space.caps)
        amounts = tuple(counted.get(key, 0) for key, _ in space.caps)
        return Control(name, field, label, "amounts", domain, kinds, space.low, space.high, caps, amounts=amounts)
    if isinstance(space, Order):
        return _order(name, label, space, choices(space.values, ()), value)
    text = value if isinstance(value, str) else ""
    return Control(name, field, label, "words", domain, (), 0, _longest(space), value=text)


def _from_the_front(space: Amounts) -> dict[str, int]:
    """The exact number shared out from the front; nothing where there is no exact number."""
    shared: dict[str, int] = {}
    left = space.high if space.low == space.high else 0
    for key, cap in space.caps:
        shared[key] = min(left, cap)
        left -= shared[key]
    return shared


def _order(name: str, label: str, space: Order, choices: tuple[Choice, ...], value: Value) -> Control:
    """The place of each choice, from 1; 0 for one that is not named."""
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
