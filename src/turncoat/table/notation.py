"""Writes a finished record as a text that people can read, with a header and moves, and reads it back.

The header stands between ``---`` and ``...``, one key to a line, each value as JSON, which is YAML too. In the movetext
every entry has a line of its own: its number, whose answer it is to which of that seat's questions, the milliseconds
since the entry before, and the move in the notation of the game. Talk, and entries that are not moves, are in square
brackets. Text in braces is for human readers; the program ignores it.
"""

from __future__ import annotations

import re
from typing import TypeVar, cast

import msgspec

from turncoat.games import game_of, ruleset
from turncoat.kernel.boxes import Action
from turncoat.kernel.errors import UNREADABLE, BadSetup, Refusal, Unreadable
from turncoat.kernel.misread import in_words
from turncoat.kernel.notation import Notation
from turncoat.table import deadline as deadlines
from turncoat.table.record import Answered, AnyEntry, Header, Json, Record, Secret, Spoken
from turncoat.table.replay import fresh, steps
from turncoat.table.table import Table

OPENING, CLOSING = "---", "..."

LATEST = 2**53
"""The latest possible time, in milliseconds since the epoch."""

_ENCODER = msgspec.json.Encoder(order="deterministic")
_MOVE = re.compile(r"(?P<number>[0-9]{1,9})\. (?:(?P<seat>[0-9]{1,3})/(?P<request>[0-9]{1,9}) )?(?P<rest>.*)")
_TIME = re.compile(r"(?P<later>[+-][0-9]{1,15})ms (?P<rest>.*)")
_REMARK = re.compile(r"\{[^{}]*\}")

T = TypeVar("T")


def notation_of(game: str) -> Notation[Action]:
    """The notation in which a game's moves are written.

    Raises:
        BadSetup: there is no such game, or it has no notation.
    """
    found = game_of(game).notation
    if found is None:
        raise BadSetup(f"{ruleset(game).title} has no notation of its own.", field="notation")
    return found


# --- writing ----------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Write a finished record as text; ``read`` gives the same record back.

    Raises:
        BadSetup: the game has no notation, or its secrets are still sealed.
        Refusal: the record does not replay.
    """
    notation = notation_of(record.header.game)
    table = fresh(record)
    lines = [*_header_lines(record, notation.name, table), ""]
    talk = list(record.talk)
    now, told = record.header.created, 0
    for number, entry in enumerate(steps(table, record)):
        while talk and talk[0].after <= number:
            lines.append(_bracketed("said", msgspec.to_builtins(talk.pop(0))))
        lines.append(_entry_line(number + 1, entry, now, notation, table))
        lines += _remarks(table, told)
        now, told = entry.at, len(table.happened)
    lines += [_bracketed("said", msgspec.to_builtins(spoken)) for spoken in talk]
    return "\n".join(lines) + "\n"


def _header_lines(record: Record, name: str, table: Table) -> list[str]:
    assert record.secret is not None
    agreed = cast("Json", msgspec.to_builtins(record.header))
    values: Json = {
        "GameType": table.rules.title,
        "Notation": name,
        **{_key(field): value for field, value in agreed.items()},
        "Seed": record.secret.seed,
        "Salt": record.secret.salt,
        "Chain": record.chain,
    }
    return [OPENING, *(f"{key}: {_json(value)}" for key, value in values.items()), CLOSING]


def _key(field: str) -> str:
    return field.capitalize()


def _json(value: object) -> str:
    """JSON on one line: characters that would end the line are escaped."""
    text = _ENCODER.encode(value).decode()
    return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text)


def _bracketed(tag: str, data: object) -> str:
    return f"[{tag} {_json(data)}]"


def _entry_line(number: int, entry: AnyEntry, now: int, notation: Notation[Action], table: Table) -> str:
    later = f"{entry.at - now:+d}ms " if entry.at != now else ""
    if isinstance(entry, Answered):
        move = notation.write(table.rules.read_action(entry.action))
        return f"{number}. {entry.seat + 1}/{entry.request} {later}{move}"
    data = cast("Json", msgspec.to_builtins(entry))
    fields = {name: value for name, value in data.items() if name not in ("at", "type")}
    return f"{number}. {later}{_bracketed(data['type'], fields)}"


def _remarks(table: Table, told: int) -> list[str]:
    """The events since an earlier point, in sentences: dice, draws and all facts that were secret then."""
    lines = []
    for happened in table.happened[told:]:
        if isinstance(happened.event, table.rules.events):
            sentence = happened.event.say(table.names)
            if happened.audience is not None and len(happened.audience) == 1:
                sentence = f"For {table.names.label('seat', happened.audience[0])}: {sentence}"
            words = "".join(sign if sign.isprintable() else " " for sign in f"{sentence} {happened.event.rule}")
            lines.append(f"    {{{words.replace('{', '(').replace('}', ')')}}}")
    return lines


# --- reading ----------------------------------------------------------------------------------


def is_notation(data: bytes) -> bool:
    """Whether the contents of a file look like a record in this notation."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[: len(OPENING)] == OPENING.encode()


def read(data: bytes) -> Record:
    """Read the record in a text.

    Raises:
        Unreadable: one sentence naming the line.
        BadSetup: the header holds a game or a deadline that cannot be.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise _wrong(line, "it is not UTF-8 text") from None
    lines = list(enumerate(re.split(r"\r\n|\r|\n", text), 1))
    header, rest = _split(lines)
    record = _record(header)
    _read_moves(record, rest)
    return record


def _wrong(line: int, why: str) -> Unreadable:
    return Unreadable(f"Line {line} of the notation cannot be read: {why.rstrip('.')}.", field=f"line {line}")


Numbered = list[tuple[int, str]]


def _split(lines: Numbered) -> tuple[dict[str, tuple[int, object]], Numbered]:
    """The values of the header with their line numbers, and the movetext."""
    filled = [(number, line.strip()) for number, line in lines if line.strip()]
    if not filled or filled[0][1] != OPENING:
        raise _wrong(filled[0][0] if filled else 1, f"a record begins with {OPENING} and a header")
    values: dict[str, tuple[int, object]] = {}
    for place, (number, line) in enumerate(filled[1:], 1):
        if line == CLOSING:
            return values, filled[place + 1 :]
        key, colon, value = line.partition(":")
        if not colon or not key.isalnum() or key in values:
            raise _wrong(
                number, f"the header has one KEY: VALUE to a line, each key once, up to the {CLOSING} that closes it"
            )
        try:
            values[key] = (number, msgspec.json.decode(value))
        except UNREADABLE:
            raise _wrong(number, f"the value of {key} is not JSON") from None
    raise _wrong(filled[-1][0], f"the {CLOSING} that closes the header is missing")


def _record(values: dict[str, tuple[int, object]]) -> Record:
    fields = {name: _value(values, _key(name), msgspec.UNSET) for name in Header.__struct_fields__}
    data = {name: value for name, value in fields.items() if value is not msgspec.UNSET}
    try:
        header = msgspec.convert(data, Header)
    except msgspec.ValidationError as fault:
        raise _wrong(_line_of(values, str(fault)), in_words(fault, Header)) from None
    deadlines.check(header.deadline)
    secret = {name: _value(values, _key(name), "") for name in Secret.__struct_fields__}
    try:
        opened = msgspec.convert(secret, Secret)
    except msgspec.ValidationError as fault:
        raise _wrong(_line_of(values, str(fault)), in_words(fault, Secret)) from None
    return Record(header, secret=opened, chain=str(_value(values, "Chain", "")))


def _value(values: dict[str, tuple[int, object]], key: str, otherwise: object) -> object:
    return values[key][1] if key in values else otherwise


def _line_of(values: dict[str, tuple[int, object]], fault: str) -> int:
    """The number of the line with the mistake: the line of the field, or the first line of the header."""
    field = re.search(r"\$\.(\w+)", fault) or re.search(r"field `(\w+)`", fault)
    return values.get(_key(field[1]), (1, None))[0] if field else 1


def _read_moves(record: Record, lines: Numbered) -> None:
    rules, notation = ruleset(record.header.game), notation_of(record.header.game)
    now = record.header.created
    for number, line in lines:
        said = _REMARK.sub("", line).strip() if line.startswith("{") else line
        if not said:
            continue
        if said.startswith("[said "):
            record.talk.append(_converted(number, _inside(number, said)[1], Spoken))
            continue
        found = _MOVE.fullmatch(said)
        if found is None or int(found["number"]) != len(record.entries) + 1:
            raise _wrong(number, f"entry {len(record.entries) + 1} begins with “{len(record.entries) + 1}. ”")
        rest, timed = found["rest"], _TIME.fullmatch(found["rest"])
        if timed:
            now, rest = now + int(timed["later"]), timed["rest"]
        if abs(now) > LATEST:
            raise _wrong(number, "the number of milliseconds is too large")
        if found["seat"] is None:
            tag, data = _inside(number, rest)
            entry = _converted(number, {**data, "type": tag, "at": now}, cast("type[AnyEntry]", AnyEntry))
        else:
            action = rules.write_action(_move(number, rest, notation))
            entry = Answered(now, int(found["seat"]) - 1, int(found["request"]), action)
        record.entries.append(entry)


def _move(number: int, text: str, notation: Notation[Action]) -> Action:
    try:
        return notation.read(text)
    except Refusal as refusal:
        raise _wrong(number, refusal.sentence) from None


def _inside(number: int, text: str) -> tuple[str, Json]:
    """The kind and the fields of an entry in square brackets."""
    tag, _, data = text.removeprefix("[").removesuffix("]").partition(" ")
    if not (text.startswith("[") and text.endswith("]") and data):
        raise _wrong(number, "an entry that is not a move stands in square brackets: [NAME {FIELDS}]")
    try:
        return tag, msgspec.json.decode(data, type=dict[str, object])
    except UNREADABLE as fault:
        raise _wrong(number, f"the fields of {tag} cannot be read: {in_words(fault, dict[str, object])}") from None


def _converted(number: int, data: Json, kind: type[T]) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as fault:
        raise _wrong(number, in_words(fault, kind)) from None
