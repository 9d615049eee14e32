"""A record as a file: the round trip, and what is said of files that are none."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.tables import START, Sitting, header

from turncoat.kernel.errors import BadSetup, Refusal, Unreadable
from turncoat.kernel.promise import Pledge
from turncoat.table import record as kept
from turncoat.table import record_file
from turncoat.table.deadline import After, AtTimes
from turncoat.table.words import digest_of


def played() -> Sitting:
    table = Sitting(header(options={"rounds": 2}, deadline=AtTimes(("08:00", "20:00"), "Europe/Berlin"))).begun()
    table.answer(0, "loot").answer(0, "attack 1").withdraw(0).answer(2, "give 1 to 0").say(1, "Grüß Gott", (0,))
    table.say(2, promise=Pledge(2, "support", {"target": 1}, times=2)).perform(kept.Extended(START, times=1))
    return table.to_the_end()


FILE = record_file.write(played().record())
LINES = FILE.splitlines(keepends=True)


def test_what_is_written_is_read_again() -> None:
    assert record_file.read(FILE) == played().record()
    assert record_file.write(record_file.read(FILE)) == FILE


def test_every_kind_of_entry_survives_the_file() -> None:
    table = Sitting(header(options={"rounds": 1, "bad_submission": "becomes Pass"}, deadline=After(5))).seated()
    words = "horse battery staple"
    table.perform(kept.WordsSealed(START, 0, digest_of("tab1e", 0, words)), kept.WordsCalled(START))
    table.perform(kept.WordsOpened(START, 0, words))
    table.perform(kept.Began(START), kept.Garbled(START, 0, 1))
    table.withdraw(0).perform(
        kept.Paused(START), kept.Resumed(START), kept.Extended(START, 1.5), kept.TableClosed(START)
    )
    record = table.record()
    guarded = kept.StandingOrderLeft(START, 0, "offer", ({"type": "pass"},), ({"type": "attack"},))
    record.entries += [kept.StandingOrderLeft(START, 0, "offer", ({"type": "pass"},)), guarded, kept.TimeUp(START)]
    assert record_file.read(record_file.write(record)) == record


def test_empty_lines_do_not_matter() -> None:
    assert record_file.read(b"\n".join(LINES)) == record_file.read(FILE)


def refusal_of(data: bytes) -> Refusal | None:
    try:
        record_file.read(data)
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.parametrize("lines", range(1, len(LINES)))
def test_a_file_that_breaks_off_between_lines_is_noticed(lines: int) -> None:
    with pytest.raises(Unreadable, match=f"breaks off after line {lines}"):
        record_file.read(b"".join(LINES[:lines]))


@pytest.mark.parametrize("line", range(1, len(LINES)))
def test_a_line_that_is_missing_is_noticed(line: int) -> None:
    mangled = b"".join(LINES[:line] + LINES[line + 1 :])
    if b'{"secret"' in LINES[line]:
        assert record_file.read(mangled).secret is None
        return
    with pytest.raises(Unreadable, match=r"[lL]ine"):
        record_file.read(mangled)


@given(st.integers(1, len(FILE) - 2))
def test_a_truncated_file_is_unreadable_and_the_line_is_named(length: int) -> None:
    with pytest.raises(Unreadable) as caught:
        record_file.read(FILE[:length])
    assert caught.value.field.startswith("line ")
    assert caught.value.sentence.endswith(".")


@given(st.integers(0, len(FILE) - 1), st.binary(min_size=1, max_size=5))
def test_a_mangled_file_is_read_or_refused_with_a_sentence(place: int, noise: bytes) -> None:
    mangled = FILE[:place] + noise + FILE[place + len(noise) :]
    refusal = refusal_of(mangled)
    assert refusal is None or (refusal.field and refusal.sentence.endswith("."))


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (b"", "line 1"),
        (b"   \n\n", "line 1"),
        (b"not json at all", "line 1"),
        (b"[1, 2, 3]", "line 1"),
        (b'{"game": "chess"}', "line 1"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "line 1"),
        (LINES[1], "line 1"),
        (LINES[0].replace(b'"format":2', b'"format":9') + b"".join(LINES[1:]), "format"),
        (LINES[0] + b'{"entry":{"type":"danced","at":1}}\n', "line 2"),
        (LINES[0] + b'{"entry":{"type":"began"}}\n', "line 2"),
        (LINES[0] + b'{"entry":{"type":"answered","at":1,"seat":0,"request":"x","action":{}}}\n', "line 2"),
        (LINES[0] + b"{}\n", "line 2"),
        (LINES[0] + b'{"secret":{"seed":"zz","salt":"zz"}}\n', "line 2"),
        (FILE + LINES[1], f"line {len(LINES) + 1}"),
        (LINES[0].replace(b'"seats":3', b'"seats":1000000'), "line 1"),
        (LINES[0].replace(b'"tab1e"', b'"../../etc"'), "line 1"),
    ],
)
def test_a_file_of_another_kind_is_refused(data: bytes, field: str) -> None:
    with pytest.raises(Unreadable) as caught:
        record_file.read(data)
    assert caught.value.field == field


def test_a_header_with_an_impossible_deadline_is_refused() -> None:
    with pytest.raises(BadSetup, match="There is no time zone"):
        record_file.read(FILE.replace(b"Europe/Berlin", b"Europe/Nowhere"))


def test_the_file_is_json_lines_that_any_program_can_read() -> None:
    kinds = [next(iter(msgspec.json.decode(line))) for line in LINES]
    assert kinds[0] == "header"
    assert kinds[-2:] == ["secret", "end"]
    assert set(kinds[1:-2]) == {"entry", "talk"}
