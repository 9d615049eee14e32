"""What is wrong with data: a sentence of our own for every kind of fault that the library finds."""

from __future__ import annotations

import json
import re
from datetime import date, datetime
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from turncoat.kernel.errors import UNREADABLE
from turncoat.kernel.misread import choices_at, in_words, not_an_answer, place_of


class Call(Struct, tag="call", forbid_unknown_fields=True):
    many: int = 1


class Skip(Struct, tag="skip"):
    pass


class Sent(Struct, forbid_unknown_fields=True):
    act: Call | Skip | None = None
    talk: Literal["full", "none"] = "full"
    digest: Annotated[str, Meta(pattern="^[0-9a-f]{4}$", description="4 hexadecimal digits")] = "0000"
    share: Annotated[float, Meta(gt=0)] = 1
    step: Annotated[int, Meta(multiple_of=5)] = 5
    name: Annotated[str, Meta(min_length=1, max_length=3)] = "Eva"
    rows: Annotated[tuple[int, ...], Meta(max_length=1)] = ()
    pair: tuple[int, int] = (1, 2)
    notes: dict[Annotated[str, Meta(max_length=2)], str] = {}
    picture: bytes = b""
    begins: datetime | None = None
    day: date | None = None
    zoned: Annotated[datetime, Meta(tz=True)] | None = None


class Wanted(Struct):
    rows: list[int]
    act: Call | Skip


FAULTS = {
    '{"act": ': "the JSON ends too early; send it up to its last bracket or quotation mark",
    '{"act": }': "the JSON is wrong near byte 8: a character or word cannot stand there",
    '{"step": 05}': "the JSON is wrong at byte 10: numbers are written as 5, -5 or 0.5",
    '{"step": 5,}': "the JSON is wrong at byte 12: remove the comma before the closing bracket",
    '{"rows": [5,]}': "the JSON is wrong at byte 13: remove the comma before the closing bracket",
    '{"rows": [5 5]}': "the JSON is wrong at byte 13: a comma or ] must follow an entry of a list",
    '{"step": 5 "a": 1}': "the JSON is wrong at byte 12: a comma or } must follow the value of a field",
    '{"step" 5}': "the JSON is wrong at byte 9: a colon must follow the name of a field",
    '{5: "step"}': "the JSON is wrong at byte 2: the name of a field must stand in double quotation marks",
    '{"step": 5} 5': "the JSON is wrong at byte 13: nothing may follow the end of the data",
    '{"name": "\\q"}': (
        r'the JSON is wrong at byte 12: in text, \ must be followed by one of " \ / b f n r t, '
        "or by u and 4 hexadecimal digits"
    ),
    r'{"name": "\ud800\u0041"}': (
        r"the JSON is wrong at byte 22: in text, \uD800 to \uDFFF are halves of signs, and both halves must be there"
    ),
    '{"act": nulx}': "the JSON is wrong near byte 12: a character or word cannot stand there",
    '{"nmae": 5}': (
        "there is no field nmae; the fields are act, talk, digest, share, step, name, rows, pair, notes, picture, "
        "begins, day, zoned"
    ),
    '{"act": {"type": "call", "mny": 2}}': "there is no field mny in act; the fields are type, many",
    '{"act": {"type": "cal"}}': "act.type must be call or skip, not 'cal'",
    '{"act": {"type": 5}}': "act.type must be call or skip",
    '{"act": {}}': "act.type is missing; it must be call or skip",
    '{"act": 5}': "act must be an object or null, not a whole number",
    '{"talk": "loud"}': "talk must be full or none, not 'loud'",
    '{"talk": 5}': "talk must be full or none, not a whole number",
    '{"digest": "00zz"}': "digest must be 4 hexadecimal digits",
    '{"share": 0}': "share must be more than 0",
    '{"share": 1e999}': "share is too large a number",
    '{"step": 6}': "step must be a multiple of 5",
    '{"step": 1.5}': "step must be a whole number, not a fraction",
    '{"name": ""}': "name must have at least 1 character",
    '{"name": "Agatha"}': "name must have at most 3 characters",
    '{"rows": [1, 2]}': "rows must have at most 1 entry",
    '{"pair": [1]}': "pair must have 2 entries",
    '{"notes": {"abc": ""}}': "each name in notes must have at most 2 characters",
    '{"picture": "?"}': "picture must be bytes in base64",
    '{"begins": "noon"}': "begins must be a time such as 2026-11-28T20:00:00Z",
    '{"day": "2026-02-30"}': "day must be a date such as 2026-11-28",
    '{"zoned": "2026-11-28T20:00:00"}': "zoned must name a time zone",
    "[]": "this must be an object, not a list",
}


def fault_of(data: str | bytes, kind: type = Sent) -> Exception:
    """What the library says of data that it cannot read."""
    with pytest.raises(UNREADABLE) as caught:
        msgspec.json.decode(data, type=kind)
    return caught.value


@pytest.mark.parametrize("data", FAULTS)
def test_a_fault_is_said_in_words_with_the_field_and_what_can_stand_there(data: str) -> None:
    assert in_words(fault_of(data), Sent) == FAULTS[data]


def test_what_cannot_be_decoded_at_all_is_said_in_words() -> None:
    assert (
        in_words(fault_of("[" * 100_000, object), object)
        == "the data is nested too deeply; leave out some of its brackets"
    )
    assert in_words(fault_of(b'{"name": "\xff"}'), Sent) == "the data is not UTF-8; send it in that encoding"


def test_a_missing_field_is_named_with_what_it_must_be() -> None:
    assert in_words(fault_of("{}", Wanted), Wanted) == "rows is missing; it must be a list"
    data = json.dumps({"rows": [], "act": {"type": "call", "many": "2"}})
    assert in_words(fault_of(data, Wanted), Wanted) == "act.many must be a whole number, not text"


def test_the_field_and_its_choices_are_there_for_programs() -> None:
    fault = str(fault_of('{"act": {"type": "cal"}}'))
    assert (place_of(fault), choices_at(Sent, place_of(fault))) == ("act.type", ("call", "skip"))
    assert choices_at(Sent, "talk") == ("full", "none")
    assert choices_at(Sent, "name") == ()


def test_none_of_these_sentences_is_one_of_the_library() -> None:
    """The planted fault is what the library says itself."""
    own = ("`", "Expected", "Invalid", "truncated", "malformed", "regex")
    assert not [said for said in FAULTS.values() if any(word in said for word in own)]
    assert all(any(word in str(fault_of(data)) for word in own) for data in FAULTS if data != '{"share": 1e999}')


MALFORMED = (
    "nulx",
    "tru1",
    "-",
    "1.",
    "1E+",
    "01",
    "NaN",
    "5 5",
    r'"\x"',
    r'"\u12zz"',
    r'"\udc00"',
    "[5,]",
    "{5:1}",
    "{",
)


@pytest.mark.parametrize("data", MALFORMED)
def test_no_byte_is_named_that_is_not_there(data: str) -> None:
    named = re.findall(r"byte (\d+)", in_words(fault_of(data, object), object))
    assert all(1 <= int(byte) <= len(data) for byte in named)
    assert named or data == "{"


class At(Struct, tag="at", forbid_unknown_fields=True):
    zone: str = ""


class After(Struct, tag="after", forbid_unknown_fields=True):
    minutes: int = 1


def test_a_field_that_is_refused_is_not_named_as_one_that_there_is() -> None:
    """Another kind of what can stand there has it."""
    refused = in_words(fault_of('{"type": "at", "minutes": 4}', At | After), At | After)  # type: ignore[arg-type]
    assert refused == "there is no field minutes; the fields are type, zone"


def test_the_data_as_a_whole_is_called_by_its_name() -> None:
    assert in_words(fault_of("[]"), Sent, whole="the body") == "the body must be an object, not a list"
    assert in_words(fault_of("[5 5]"), Sent, whole="the body").startswith("the body must be an object")
    assert not_an_answer("", {}, fault_of("5,", object)).sentence.startswith("The answer cannot be read: the JSON is")
