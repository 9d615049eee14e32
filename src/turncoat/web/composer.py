"""The composer: a form for whatever a seat may answer, made from its boxes and from nothing else.

Every space has native controls, so that the form works without script; script adds only the tapping of the board.
``turncoat.web.forms`` reads the form when the player sends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any

import msgspec
from msgspec import Struct

from turncoat.drawing.scene import Card, Ready
from turncoat.kernel.boxes import Action, Boxes, tag_of
from turncoat.kernel.lexicon import spoken
from turncoat.kernel.phrase import clause_of
from turncoat.kernel.space import Id, Names, OneOf, Value, id_of
from turncoat.web.controls import Control, control_of, encode
from turncoat.web.entries import ALONE, Entry, Joined, entries, together


class Option(Struct, frozen=True):
    """An action that the player can choose in the form.

    Attributes:
        key: The value of the form field ``act`` that chooses this action.
        tag: The name of the action in data.
        phrase: The answer in words, with the names of form fields in braces (``"attack {attack.target}"``).
        controls: The controls of the form, one for each field of the action.
        distinct: Form fields whose values must differ.
        picked: Whether it is the answer that the player has submitted.
        together: Where what can be picked depends on the other picks: as JSON, one row for each box and in it, for each
            control, the numbers of the choices (from 0) or the limits that go together. Empty: all choices can be
            combined.
        phrases: If several actions share a card: as JSON, the phrase for each of these rows.
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
        """The names of the form fields in order, for the script."""
        return " ".join(control.name for control in self.controls)


class Shut(Struct, frozen=True):
    """An action that is not possible now, with the reason."""

    tag: str
    card: Card
    why: str
    rule: str
    key: str = ""


class Composer(Struct, frozen=True):
    """The form for an answer: all actions that are possible now, and those that are not.

    Attributes:
        options: The actions that are possible now.
        shut: The actions that are not possible now.
        only: Whether only one answer is possible, so that the form has it chosen already.
    """

    options: tuple[Option, ...]
    shut: tuple[Shut, ...] = ()
    only: bool = False

    def hand(self, order: Iterable[str]) -> tuple[Option | Shut, ...]:
        """All actions, possible or not, in the order in which the game shows its cards."""
        place = {tag: number for number, tag in enumerate(order)}
        return tuple(sorted((*self.options, *self.shut), key=lambda entry: place.get(entry.tag, len(place))))

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the possible actions, each once; if none is possible, the titles of the impossible ones."""
        return tuple(dict.fromkeys(entry.card.title for entry in self.options or self.shut))

    @property
    def headings(self) -> tuple[str, ...]:
        """The titles of what can be done, each group once; if nothing is open, a sentence or the only closed action."""
        found = tuple(dict.fromkeys(entry.card.group or entry.card.title for entry in self.options or self.shut))
        return found if self.options or len(found) == 1 else ("Not possible now",)

    @property
    def groups(self) -> tuple[tuple[str, tuple[Option, ...]], ...]:
        """The possible actions by the group of their cards, in order of first appearance."""
        found: dict[str, list[Option]] = {}
        for option in self.options:
            found.setdefault(option.card.group, []).append(option)
        return tuple((group, tuple(options)) for group, options in found.items())

    @property
    def reasons(self) -> tuple[tuple[tuple[str, ...], Shut], ...]:
        """Why actions are not possible: each reason once, with the titles of the actions that it concerns."""
        found: dict[tuple[str, str], list[Shut]] = {}
        for shut in self.shut:
            found.setdefault((shut.why, shut.rule), []).append(shut)
        return tuple((tuple(dict.fromkeys(shut.card.title for shut in alike)), alike[0]) for alike in found.values())

    @property
    def lone(self) -> bool:
        """Whether the player has no choice of action: only one action exists, or only one answer is possible."""
        return self.only or (len(self.options) == 1 and not self.shut)

    @property
    def seats(self) -> frozenset[int]:
        """The seats that a player can choose as a target."""
        controls = [control for option in self.options for control in option.controls if control.domain == "seat"]
        return frozenset(int(choice.value) for control in controls for choice in control.choices if choice.value)

    @property
    def places(self) -> dict[str, frozenset[str]]:
        """For each kind of thing except seats, those that a player can choose; ``unit`` has the things to count."""
        found: dict[str, set[str]] = {}
        for option in self.options:
            for control in option.controls:
                if control.kind == "number" and control.domain:
                    found.setdefault("unit", set()).add(control.domain)
                elif control.domain and control.domain != "seat":
                    found.setdefault(control.domain, set()).update(
                        choice.value for choice in control.choices if choice.value
                    )
        return {domain: frozenset(values) for domain, values in found.items()}


def compose(
    boxes: Boxes[Any],
    names: Names,
    cards: Mapping[str, Card],
    filed: Action | None = None,
    shared: Joined = ALONE,
) -> Composer:
    """The form for these boxes, filled with the answer on file; ``shared`` says which actions share a card."""
    known = entries(boxes, shared)
    options = tuple(_option(entry, names, cards, filed, picked=_holds(entry, filed)) for entry in known)
    open_now = {option.tag for option in options}
    shut = tuple(
        Shut(tag_of(closed.action), card_of(closed.action, cards), closed.why, closed.rule)
        for closed in boxes.closed
        if shared.get(tag_of(closed.action)) not in open_now and not card_of(closed.action, cards).quiet
    )
    return Composer(options, shut, boxes.count == 1)


class Prepared(Struct, frozen=True):
    """A ready-made answer that the player gives with one button.

    Attributes:
        title: The title of the answer.
        words: A description of the answer.
        fields: The form fields that the button sends, with their values.
        values: The things that the answer chooses, each with its kind.
    """

    title: str
    words: str
    fields: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]


def prepared(ready: Iterable[Ready], boxes: Boxes[Any], shared: Joined = ALONE) -> tuple[Prepared, ...]:
    """The ready-made answers that are possible now, as forms."""
    known = entries(boxes, shared)
    return tuple(
        Prepared(
            choice.title, choice.words, tuple(_filled(entry.key, choice.action)), tuple(_picked(entry, choice.action))
        )
        for choice in ready
        for entry in known
        if _holds(entry, choice.action)
    )


def _filled(key: str, action: Action) -> Iterator[tuple[str, str]]:
    """The form fields from which ``turncoat.web.forms`` reads this answer."""
    yield "act", key
    for name, value in msgspec.structs.asdict(action).items():
        if isinstance(value, dict):
            yield from ((f"{key}.{name}.{kind}", str(number)) for kind, number in value.items())
        else:
            yield from ((f"{key}.{name}", encode(item)) for item in (value if isinstance(value, tuple) else (value,)))


def _picked(entry: Entry, action: Action) -> Iterator[tuple[str, str]]:
    """The things that an answer chooses, each with its kind."""
    for name, space in entry.fields:
        if isinstance(space, OneOf):
            yield space.domain, encode(getattr(action, name))


def _holds(entry: Entry, filed: Action | None) -> bool:
    return filed is not None and any(box.has(filed) for box in entry.boxes)


def card_of(action: type[Action], cards: Mapping[str, Card]) -> Card:
    """How an action is shown: the game's own card, or one made from what the action says about itself."""
    tag = tag_of(action)
    if tag in cards:
        return cards[tag]
    rule, _, words = (action.__doc__ or "").strip().partition("\n")[0].partition(": ")
    return Card(tag.replace("_", " ").capitalize(), "card", words or rule, rule if words else "")


def in_words(action: Action, names: Names, boxes: Boxes[Action]) -> str:
    """An answer in the words that follow "You will": ``"attack Agatha"``."""
    domains = {
        name: space.domain for box in boxes.boxes if box.action is action.__class__ for name, space in box.fields
    }
    values = msgspec.structs.asdict(action)
    tag = tag_of(action.__class__)
    said = {name: _said(value, domains.get(name, ""), names, tag) for name, value in values.items()}
    brief = next((brief for brief, usual in _shorter(action.__class__) if usual.items() <= values.items()), None)
    return (brief or clause_of(action.__class__, names)).format(**said)


def _said(value: Value, domain: str, names: Names, tag: str) -> str:
    if isinstance(value, dict):
        parts = [f"{number} {spoken(names, domain, id_of(key), number, tag)}" for key, number in value.items()]
        return " and ".join(parts) or "nothing"
    if isinstance(value, tuple):
        return ", ".join(names.label(domain, one) for one in value) or "nothing"
    return names.label(domain, value)


def _option(entry: Entry, names: Names, cards: Mapping[str, Card], filed: Action | None, *, picked: bool) -> Option:
    key, tag = entry.key, entry.key.partition("~")[0]
    box = next((box for box in entry.boxes if box.tag == tag), entry.boxes[0])
    values = _alike(entry, filed) if picked else _usual(entry) | _alike(entry, filed)
    card = next((cards[name] for name in (key, tag) if name in cards), None) or card_of(box.action, cards)
    controls = tuple(
        _called(
            control_of(
                f"{key}.{name}",
                name,
                space,
                names,
                values.get(name),
                filled=len(entry.boxes) == 1,
                given=name in values,
            ),
            card,
        )
        for name, space in entry.fields
    )
    several = len({each.tag for each in entry.boxes}) > 1
    phrases = [_keyed(clause_of(each.action, names), key) for each in entry.boxes] if several else []
    return Option(
        key,
        tag,
        card,
        box.rule,
        _keyed(clause_of(box.action, names), key),
        controls,
        tuple(f"{key}.{name}" for name in box.distinct),
        picked,
        together(entry),
        msgspec.json.encode(phrases).decode() if several else "",
        "" if several else _briefs(box.action, key),
    )


def _alike(entry: Entry, filed: Action | None) -> dict[str, Value]:
    """What an answer on file has in the fields of this form, also if only another form of the same action holds it."""
    if filed is None or all(box.action is not filed.__class__ for box in entry.boxes):
        return {}
    values: dict[str, Value] = msgspec.structs.asdict(filed)
    if _holds(entry, filed):
        return values
    return {name: values[name] for name, space in entry.fields if name in values and space.has(values[name])}


def _usual(entry: Entry) -> dict[str, Value]:
    """The usual values with which a new form begins."""
    usual = {name: value for box in entry.boxes for name, value in _defaults(box.action)}
    plain = {name for name, space in entry.fields if isinstance(space, OneOf) and usual.get(name) in space.values}
    return {name: value for name, value in usual.items() if name in plain}


@cache
def _defaults(action: type[Action]) -> tuple[tuple[str, Value], ...]:
    """The usual values of an action's fields; computed once."""
    return tuple((field.name, field.default) for field in msgspec.structs.fields(action))


def _called(control: Control, card: Card) -> Control:
    """The control with the label that the action's card gives it, if any."""
    label = card.labels.get(control.field)
    return msgspec.structs.replace(control, label=label) if label else control


def _keyed(phrase: str, key: str) -> str:
    """A phrase whose braces contain the names of form fields."""
    return "".join(text + (f"{{{key}.{name}}}" if name else "") for text, name, _, _ in Formatter().parse(phrase))


def _briefs(action: type[Action], key: str) -> str:
    """Shorter phrases, which omit fields with their usual values, as JSON for the script."""
    made = [
        (_keyed(brief, key), {f"{key}.{name}": encode(value) for name, value in usual.items()})
        for brief, usual in _shorter(action)
    ]
    return msgspec.json.encode(made).decode() if made else ""


@cache
def _shorter(action: type[Action]) -> tuple[tuple[str, dict[str, Id]], ...]:
    """Shorter phrases, which omit fields with their usual values, each with those values."""
    made = list[tuple[str, dict[str, Id]]]()
    for brief in () if action.clause else action.briefs:
        named = {name for _, name, _, _ in Formatter().parse(brief)}
        usual = {field.name: field.default for field in msgspec.structs.fields(action) if field.name not in named}
        if usual and all(value is None or isinstance(value, (int, str)) for value in usual.values()):
            made.append((brief, usual))
    return tuple(made)
