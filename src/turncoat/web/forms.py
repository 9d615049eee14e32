"""Reads the data of the pages' forms; ``composer`` and the templates make those forms.

A form arrives as a mapping from field names to all values that were sent under that name. What comes out is plain data
or a struct that others check; what cannot be read is refused with one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from msgspec import Struct

from turncoat.bots import seat_names
from turncoat.kernel.boxes import Action, Box, Boxes
from turncoat.kernel.errors import BadSetup, Unreadable
from turncoat.kernel.promise import Answer, Pledge, Say
from turncoat.kernel.space import Amounts, Between, Id, OneOf, Order, Some, Space, Value, settled
from turncoat.table.deadline import Deadline
from turncoat.table.pace import Pace
from turncoat.table.talk_grammar import TalkGrammar
from turncoat.web.controls import encode
from turncoat.web.entries import ALONE, Entry, Joined, entries
from turncoat.web.form import Form, first
from turncoat.web.pace_form import read_deadline, read_pace

OPTION = "option."
"""In the form for a new table, the names of a game's options begin with this."""


def read_answer(form: Form, *offered: Boxes[Action], shared: Joined = ALONE) -> dict[str, object]:
    """Read an answer as plain data for ``Ruleset.read_action``: ``{"type": "attack", "target": 2}``.

    Args:
        form: The form's data: ``act``, and ``<act>.<field>`` for each field.
        offered: The possible answers that the form showed.
        shared: The actions that shared a card with another.

    Raises:
        Unreadable: nothing was picked, or a field of what was picked is missing.
    """
    key = first(form, "act")
    for boxes in offered:
        for entry in entries(boxes, shared):
            if entry.key == key:
                return _answer(form, entry)
    open_now = tuple(entry.key for boxes in offered for entry in entries(boxes, shared))
    if not key:
        raise Unreadable("Choose an action first.", field="act", choices=open_now)
    return {"type": key.partition("~")[0]}


def _answer(form: Form, entry: Entry) -> dict[str, object]:
    """The answer, with the fields of the box that fits it best."""
    form = _with_digits(form, entry)
    read = {name: read_field(form, f"{entry.key}.{name}", name, space) for name, space in entry.fields}

    def misses(box: Box[Action]) -> int:
        return sum(not space.has(settled(space, read[name])) for name, space in box.fields)

    best = min(entry.boxes, key=misses)
    return {"type": best.tag, **{name: read[name] for name, _ in best.fields}}


DIGITS = "digits"
"""The field of a form in which all numbers of an answer are written as one digit each."""


def _with_digits(form: Form, entry: Entry) -> Form:
    """The form with the numbers that were written as digits; 0 is 10 where a number may be 10.

    Raises:
        Unreadable: there are more or fewer digits than numbers.
    """
    typed = first(form, f"{entry.key}.{DIGITS}").strip()
    if not typed:
        return form
    numbers = [(name, space.high) for name, space in entry.fields if isinstance(space, Between)]
    if len(typed) != len(numbers) or not (typed.isascii() and typed.isdecimal()):
        raise Unreadable(f"Write {len(numbers)} digits, one for each number.", field=DIGITS)
    meant = {
        f"{entry.key}.{name}": ("10" if digit == "0" and high == TEN else digit,)
        for (name, high), digit in zip(numbers, typed, strict=True)
    }
    return {**form, **meant}


TEN = 10
"""The number that the digit 0 stands for."""


def read_field(form: Form, control: str, field: str, space: Space) -> Value:
    """Read the value of one field of an answer.

    Raises:
        Unreadable: it is missing or not of the right kind.
    """
    if isinstance(space, OneOf):
        return _one(form, control, field, space)
    if isinstance(space, Between):
        return _number(first(form, control), field)
    if isinstance(space, Some):
        sent = set(form.get(control, ()))
        return tuple(value for value in space.values if encode(value) in sent)
    if isinstance(space, Amounts):
        amounts = {key: _number(first(form, f"{control}.{key}", "0") or "0", field) for key, _ in space.caps}
        return {key: number for key, number in amounts.items() if number}
    if isinstance(space, Order):
        return _order(form, control, field, space)
    return first(form, control)


def _called(field: str) -> str:
    """The name of a field as the first word of a sentence."""
    return field.replace("_", " ").capitalize()


def _one(form: Form, control: str, field: str, space: OneOf) -> Id:
    known = {encode(value): value for value in space.values}
    sent = first(form, control)
    if sent not in known:
        raise Unreadable(
            f"{_called(field)}: choose one on the board or from the list.", field=field, choices=tuple(known)
        )
    return known[sent]


def _number(text: str, field: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Unreadable(f"{_called(field)}: write a whole number.", field=field) from None


def _order(form: Form, control: str, field: str, space: Order) -> tuple[Id, ...]:
    places = [_number(first(form, f"{control}.{place}", "0") or "0", field) for place in range(len(space.values))]
    named = sorted(place for place in places if place)
    if named != list(range(1, len(named) + 1)):
        raise Unreadable(f"{_called(field)}: give each number from 1 to {len(named)} once.", field=field)
    if len(named) < space.low:
        wanted = f"all {space.low} of them" if space.low == len(places) else f"at least {space.low} of them"
        raise Unreadable(f"{_called(field)}: give a number to {wanted}.", field=field)
    return tuple(space.values[places.index(place)] for place in named)


def text_field(to: Sequence[int]) -> str:
    """The name of the form field for a message to these seats (none: to all): ``text.1,4``."""
    return ".".join(["text", *([",".join(map(str, to))] if to else [])])


def read_say(form: Form, talk_grammar: TalkGrammar, own: int) -> Say:
    """Read a message from a form.

    Args:
        form: Has ``to`` for each seat that hears it (none: everybody); words in the field that belongs to these seats
            (``text_field``); ``kind`` (``say``, ``promise``, ``request``; or ``agree``, ``no``, ``counter`` to the
            offer with the number ``about``; a counter is a request as well; ``promise not`` is not to do something, and
            so on). A promise or request also has ``act`` and its fields (one that is left empty stands for any),
            ``times`` and, for a request, ``who``; and, if something is offered for it, ``offer.act`` and its fields,
            ``offer.<act>.<field>``, and ``offer.will`` (``yes`` or ``no``).
        talk_grammar: Knows the actions that players can promise.
        own: The seat of the player who sends the message.

    Raises:
        Unreadable: there is nothing in it, its words were written to others, or a seat is to do something to itself.
    """
    to = tuple(sorted({_number(seat, "to") for seat in form.get("to", ())}))
    own_field = text_field(to)
    if any(name != own_field and name.partition(".")[0] == "text" for name in form):
        raise Unreadable("You wrote this message to other people, so it was not sent.", field="to")
    kind, _, negated = first(form, "kind", "say").partition(" ")
    will, text = negated != "not", first(form, own_field)
    if kind == "say":
        if not text and not first(form, "point"):
            raise Unreadable("Write something first.", field="text")
        return Say(to, text)
    if kind in (Answer.AGREE, Answer.NO):
        return Say(to, text, about=_number(first(form, "about"), "about"), answer=Answer(kind))
    if kind == "promise":
        return Say(to, text, promise=_pledge(form, own, talk_grammar, will=will))
    wish = _pledge(form, _number(first(form, "who"), "who"), talk_grammar, will=will)
    returned = first(form, "offer.will", "yes") == "yes"
    offer = _pledge(form, own, talk_grammar, "offer.", will=returned) if first(form, "offer.act") else None
    if kind == Answer.COUNTER:
        about = _number(first(form, "about"), "about")
        return Say(to, text, request=wish, offer=offer, about=about, answer=Answer.COUNTER)
    return Say(to, text, request=wish, offer=offer)


def _pledge(form: Form, who: int, talk_grammar: TalkGrammar, prefix: str = "", *, will: bool) -> Pledge:
    key = first(form, f"{prefix}act")
    if not key:
        raise Unreadable("Choose what the promise is about.", field="act")
    fields: dict[str, Value] = {}
    act = key
    for entry in entries(talk_grammar.boxes):
        if entry.key == key:
            act = entry.boxes[0].tag
            sent = {field: f"{prefix}{key}.{field}" for field, _ in entry.fields}
            given = {field: space for field, space in entry.fields if first(form, sent[field])}
            fields = {field: read_field(form, sent[field], field, space) for field, space in given.items()}
    pledge = Pledge(who, act, fields, will, _number(first(form, f"{prefix}times", "1") or "1", "times"))
    talk_grammar.check(pledge)
    return pledge


LEADS, PLAYS, LED_BY_A_BOT = "leads", "plays", "bot"
"""What the host does in a game with a leader: leads it, or plays while a friend or a bot leads."""


class Setup(Struct, frozen=True):
    """What the form for a new table asks for; the options have yet to be checked by the rules.

    Attributes:
        options: The options of the game as the reader typed them.
        deadline: The deadline of every decision.
        talk: The talk that is allowed: ``full`` (public and private), ``public`` or ``none``.
        pace: The other agreements about time.
        listed: Whether the table appears in the public list of open tables.
        programs: Whether programs may take seats.
        name: The host's name at the table; empty: the host does not play.
        bots: The number of seats for bots.
        start: Whether to begin the game at once.
        part: The host's role: ``LEADS``, ``PLAYS`` or ``LED_BY_A_BOT``.
    """

    game: str
    title: str
    seats: int
    options: dict[str, object]
    deadline: Deadline
    talk: Literal["full", "public", "none"]
    pace: Pace
    listed: bool
    programs: bool
    name: str
    bots: int
    bot: str
    start: bool
    part: str = PLAYS


def read_setup(form: Form) -> Setup:
    """Read the form for a new table.

    Raises:
        BadSetup: naming the field that is wrong.
    """
    options: dict[str, object] = {
        name.removeprefix(OPTION): first(form, name) for name in form if name.startswith(OPTION) and first(form, name)
    }
    talk = first(form, "talk", "full")
    if talk not in ("full", "public", "none"):
        raise BadSetup(
            "Talk must be full, public (nothing is private) or none.", field="talk", choices=("full", "public", "none")
        )
    return Setup(
        first(form, "game"),
        first(form, "title"),
        _whole(form, "seats"),
        options,
        read_deadline(form),
        cast("Literal['full', 'public', 'none']", talk),
        read_pace(form),
        first(form, "listed") == "yes",
        first(form, "no_programs") != "yes",
        "" if first(form, "watches") == "yes" else first(form, "name") or seat_names(1)[0],
        _whole(form, "bots"),
        first(form, "bot"),
        first(form, "start") == "yes",
        _part(form),
    )


def _part(form: Form) -> str:
    part = first(form, "part", PLAYS)
    if part not in (LEADS, PLAYS, LED_BY_A_BOT):
        raise BadSetup(
            f"Part must be {LEADS}, {PLAYS} or {LED_BY_A_BOT}, not {part[:20]!r}.",
            field="part",
            choices=(LEADS, PLAYS, LED_BY_A_BOT),
        )
    return part


def _whole(form: Form, field: str) -> int:
    text = first(form, field, "0") or "0"
    if not text.isdecimal() or len(text) > LONGEST_NUMBER:
        raise BadSetup(f"{_called(field)} must be a whole number, not {text[:20]!r}.", field=field)
    return int(text)


LONGEST_NUMBER = 9
"""Digits of a number in a form."""
