"""Letters of real mail programs: what was typed is read, all of it, and nothing else."""

from __future__ import annotations

import json
import lzma
import os
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.mail import mutants
from tests.mail.commands import SETS
from tests.mail.frames import FRAMES
from tests.table.tables import Sitting, header

from turncoat.server.mail import own_lines, page_text
from turncoat.server.mail.orders import Reader
from turncoat.server.mail.plan import Kind, Plan
from turncoat.server.mail.reading import Came, read_mail

HERE = Path(__file__).parent / "corpus"
MUTANTS = int(os.environ.get("TURNCOAT_MUTANTS", "10000"))
"""How many changed mails are read; ``make soak`` reads more."""


# --- our own frames -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(FRAMES))
def test_every_command_is_read_in_every_frame(name: str) -> None:
    table = mutants.table()
    for lines, wanted in SETS:
        came = read_mail(FRAMES[name](lines))
        plan = Reader(table, 4).read(came.written)
        assert (came.fault, came.machine, came.sender) == ("", "", "emmett@example.org")
        assert [(order.kind.value, order.text) for order in plan.orders] == list(wanted), (name, lines)


# --- the frames of somebody who has not seen the reader -------------------------------------------


def plainly(text: str) -> str:
    """Words without what phones do to them."""
    same = text.casefold().translate(str.maketrans("“”„«»‘’‚", '"""""' + "'''")).replace("…", "...")
    return " ".join(re.sub(r"-+", "-", re.sub("[–—]", "-", same)).split()).strip(' .!"')


def done(plan: Plan) -> list[tuple[str, str]]:
    """What a plan does."""
    answers = (Kind.ANSWER, Kind.BESIDE)
    return [("answer" if one.kind in answers else one.kind.value, plainly(one.text)) for one in plan.orders]


def intended(command: dict[str, Any]) -> list[tuple[str, str]]:
    """What a command has to do."""
    made = []
    for effect in command["effects"]:
        match effect["do"]:
            case "answer":
                made.append(("answer", effect["words"]))
            case "save":
                made.append(("command", f"save {effect['words']}"))
            case "talk":
                to = ", ".join(effect["to"])
                made.append(("talk", f"say {effect['words']}" if to == "all" else f"tell {to}: {effect['words']}"))
            case other:
                made.append(("talk", next(line for line in command["lines"] if line.split()[0] == other)))
    return [(kind, plainly(words)) for kind, words in made]


@cache
def letters() -> list[tuple[str, str, str, bytes]]:
    """Which letter is quoted, the frame, the command and the mail."""
    found = json.loads(lzma.decompress((HERE / "letters.json.xz").read_bytes()))
    return [(which, frame, command, mail.encode("latin-1")) for which, frame, command, mail in found]


@pytest.mark.parametrize("quoted", ["ours", "hostile"])
def test_what_a_stranger_has_written_is_read(quoted: str) -> None:
    commands, expected = (json.loads((HERE / f"{name}.json").read_text()) for name in ("commands", "expected"))
    reader, count, wrong = Reader(Sitting(header(3)).begun().table, 0), Counter[str](), []
    for which, frame, command, mail in letters():
        if which != quoted:
            continue
        got, wanted = done(reader.read(read_mail(mail).written)), intended(commands[command])
        if expected[frame] == "nothing":
            wrong += [(frame, command, got)] if got else []
            continue
        wrong += [(frame, command, got)] if [one for one in got if one not in wanted] else []
        if expected[frame] == "commands":
            count["intended"] += len(wanted)
            count["taken"] += len([one for one in wanted if one in got])
    assert wrong == []
    assert count["intended"] == 1800
    assert count["taken"] >= 0.98 * count["intended"], count


def test_a_stranger_s_frames_with_other_commands_are_read() -> None:
    """The frames with what is typed in ours (``SETS``), which whoever wrote them did not know; the bait is quoted."""
    expected = json.loads((HERE / "expected.json").read_text())
    reader, count, wrong = Reader(mutants.table(), 4), Counter[str](), []
    for which, frame, command, mail in letters():
        if which != "bait":
            continue
        plan = reader.read(read_mail(mail).written)
        got = [(order.kind.value, plainly(order.text)) for order in plan.orders]
        wanted = [(kind, plainly(words)) for kind, words in SETS[int(command.split()[1])][1]]
        wanted = [] if expected[frame] == "nothing" else wanted
        wrong += [(frame, command, got)] if [one for one in got if one not in wanted] else []
        if expected[frame] == "commands":
            count["intended"] += len(wanted)
            count["taken"] += len([one for one in wanted if one in got])
    assert wrong == []
    assert count["intended"] == 1530
    assert count["taken"] >= 0.98 * count["intended"], count


def effects_of(plan: Plan) -> list[tuple[str, str]]:
    """What a plan does: a gift beside the answer is an answer, too."""
    return [("answer" if one.kind is Kind.BESIDE else one.kind.value, plainly(one.text)) for one in plan.orders]


def read_fresh() -> tuple[Counter[str], list[tuple[str, tuple[str, str]]]]:
    """The letters of the second stranger: how much was intended and taken, and what was taken for something else."""
    letters = json.loads(lzma.decompress((HERE / "fresh.json.xz").read_bytes()))
    commands = json.loads((HERE / "fresh_commands.json").read_text())
    reader, count, wrong = Reader(Sitting(header(3)).begun().table, 0), Counter[str](), []
    for _, kind, frame, command, mail in letters:
        got = effects_of(reader.read(read_mail(mail.encode("latin-1")).written))
        wanted = [(what, plainly(words)) for what, words in commands[command]["effects"]] if kind == "people" else []
        if (frame, command) == DICTATED:
            wanted = [(what, words.replace("round,", "round,.")) for what, words in wanted]
        wrong += [(frame, one) for one in got if one not in wanted]
        count[kind] += 1
        count["intended"] += len(wanted)
        count["taken"] += len([one for one in wanted if one in got])
    return count, wrong


DICTATED = ("k30_iphone_dictated", 5)
"""This frame puts a full stop behind each line, also in the middle of what is said."""


def test_what_a_second_stranger_has_written_is_read() -> None:
    count, wrong = read_fresh()
    assert wrong == []
    assert (count["people"], count["robots"], count["intended"]) == (1584, 288, 2024)
    assert count["taken"] >= 0.98 * count["intended"], count


def test_a_page_whose_lines_are_cut_apart_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the reader did when it first met these letters: each block of a page ended with an empty line."""
    monkeypatch.setattr(page_text._Reader, "_end_line", lambda reader: reader.said.append("\n\n"))
    assert read_fresh()[1]


SAID = {"021-outlook-desktop-es": "rules are rules", "143-gmail-html-bottom": "say hi to everybody from me :)"}
"""What the third stranger took for prose, and ``docs/playing/mail.md`` takes for a question and for talk."""


NOT_ASKED = {"101-gnus-bottom": "always pass", "245-no-mime": "always pass"}
"""Orders for a repeated question, which Truce does not have: the author had seen no game. They are refused."""


def test_what_a_third_stranger_has_written_is_read() -> None:
    """Letters of a table of five. The author marked what two careful people could read in different ways."""
    letters = json.loads(lzma.decompress((HERE / "third.json.xz").read_bytes()))
    sitting, count, wrong = Sitting(header(5)).begun(), Counter[str](), dict[str, str]()
    for seat, name in enumerate(("Alda", "Barney", "Caid", "Darcy", "Egmont")):
        sitting.table.state.seats[seat].name = name
    assert sitting.table.game is not None
    sitting.table.game.round = 3  # type: ignore[attr-defined]  # the letters answer mails of this round
    reader = Reader(sitting.table, 0)
    for letter, clear, wanted, mail in letters:
        plan = reader.read(read_mail(mail.encode("latin-1")).written)
        got = {bare(order.text) for order in plan.orders}
        if letter in NOT_ASKED:
            assert [fault.line for fault in plan.faults] == wanted == [NOT_ASKED[letter]]
            wanted = []
        if others := got.difference(wanted):
            wrong[letter] = "; ".join(sorted(others))
        count["clear" if clear else "unclear"] += len(wanted)
        count["clear, taken" if clear else "unclear, taken"] += len([one for one in wanted if one in got])
    assert wrong == {letter: bare(words) for letter, words in SAID.items()}
    assert (len(letters), count["clear"], count["unclear"]) == (316, 170, 105)
    assert (count["clear, taken"], count["unclear, taken"]) == (169, 63)


def bare(words: str) -> str:
    """Words without any quotation marks and what stands at their ends."""
    flat = plainly(words).replace('"', "").replace("'", "").replace("\u200b", "").replace("\u00ad", "")
    return " ".join(flat.split()).strip(" .!")


def test_robots_are_known() -> None:
    expected = json.loads((HERE / "expected.json").read_text())
    robots = {frame: read_mail(mail) for _, frame, _, mail in letters() if expected[frame] == "nothing"}
    by_people = {"n13", "n14", "n15", "n16", "n17", "n18", "n22", "n27", "n28", "n29"}
    assert [frame for frame, came in robots.items() if not came.machine and frame[:3] not in by_people] == []


# --- changed mails --------------------------------------------------------------------------------


@pytest.mark.timeout(300 + MUTANTS // 20)
def test_changed_mails_do_no_harm() -> None:
    found = mutants.run(MUTANTS, 1)
    assert found.wrong == []
    assert found.slowest < mutants.SLOWEST
    assert found.orders > found.mails / 3


def test_a_reader_that_reads_quoted_lines_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_lines, "_above", lambda lines: lines)
    monkeypatch.setattr(own_lines, "_is_quoted", lambda line: False)
    monkeypatch.setattr(own_lines, "tidy", lambda line: line.lstrip("> "))
    assert mutants.run(300, 1).wrong


# --- mails that are to do harm ----------------------------------------------------------------------


def head(*more: str) -> bytes:
    return "\r\n".join(["From: emmett@example.org", *more, "", ""]).encode()


@pytest.mark.parametrize(
    ("mail", "why"),
    [
        (head() + b"x" * 300_000, "too large"),
        (head(*["X-A: b"] * 600), "too many headers"),
        (head(f"To: {'a@b.example, ' * 9000}"), "headers of the mail are too long"),
        (head() + b"Content-Type: text/plain\r\n" * 60, "too many parts"),
        (head() + b'Content-Type: multipart/mixed; boundary="x"\r\n' * 20, "nested too deeply"),
    ],
)
def test_mails_beyond_a_limit_are_refused_before_they_are_parsed(mail: bytes, why: str) -> None:
    assert why in read_mail(mail).fault


@pytest.mark.parametrize(
    "header",
    [
        "From: a@example.org, b@example.org",
        "From: a@example.org\r\nFrom: b@example.org",
        "From: (a@example.org) (b@example.org)",
        "From: <a@example.org> <b@example.org>",
        f"From: {'(' * 900}",
        "From: friends: a@example.org;",
        '"From": a@example.org',
        "From:",
    ],
)
def test_without_exactly_one_sender_there_is_none(header: str) -> None:
    assert read_mail(f"{header}\r\nSubject: x\r\n\r\npass\r\n".encode()).sender == ""


def test_the_address_in_a_name_is_not_the_sender() -> None:
    assert read_mail(b'From: "agatha@example.org" <emmett@example.org>\r\n\r\npass').sender == "emmett@example.org"


@pytest.mark.parametrize(
    "line",
    [
        "Auto-Submitted: auto-replied (vacation)",
        "Precedence: bulk",
        "X-Autoreply: yes",
        "List-Id: <a.example>",
        "X-Turncoat-House: abc",
        "Subject: Out of Office: Re: your turn",
        "Return-Path: <>",
    ],
)
def test_programs_are_known_by_their_headers(line: str) -> None:
    came = read_mail(head(line) + b"pass")
    assert came.machine
    assert came.written.lines == ()


def test_a_line_that_a_program_may_have_broken_off_a_quoted_line_is_not_read() -> None:
    long = f"> {'What will you do this round, if nothing else is said by eight, then'} "
    came = said(f"{long}\r\nattack agatha\r\n> and so on\r\n\r\ndefend")
    plan = Reader(mutants.table(), 4).read(came.written)
    assert [order.text for order in plan.orders] == ["defend"]
    assert [fault.line for fault in plan.faults] == ["attack agatha"]


def test_the_title_of_a_table_in_the_sentence_about_a_quote_is_no_order() -> None:
    came = said(
        "defend\r\n\r\nOn Mon, 23 Nov 2026 at 20:00, Turncoat ·\r\nattack agatha\r\n<x@games.example> wrote:\r\n> hi"
    )
    assert [order.text for order in Reader(mutants.table(), 4).read(came.written).orders] == ["defend"]


def test_a_signature_is_not_whispered() -> None:
    """T28."""
    came = said("tell agatha: now or never\r\nSent from my phone")
    assert [order.text for order in Reader(mutants.table(), 4).read(came.written).orders] == [
        "tell agatha: now or never"
    ]


@pytest.mark.parametrize("open_tag", ["</di", "<div ", "<div title='", "<!-- "])
def test_a_tag_that_is_left_open_does_not_swallow_the_line_above_which_one_writes(open_tag: str) -> None:
    page = f"<div>loot</div>{open_tag}## Write above this line ##<br>attack celeste<br>pass"
    came = read_mail(head("Content-Type: text/html") + page.encode())
    orders = [order.text for order in Reader(mutants.table(), 4).read(came.written).orders]
    assert "attack Celeste" not in orders
    assert "pass" not in orders


def test_an_order_that_is_mistyped_is_not_whispered() -> None:
    plan = Reader(mutants.table(), 4).read(said("tell agatha: now or never\r\nattack barnabas").written)
    assert [order.text for order in plan.orders] == ["tell agatha: now or never"]
    assert [fault.line for fault in plan.faults] == ["attack barnabas"]


def test_talk_that_a_mail_program_has_broken_stays_whole() -> None:
    words = "tell agatha: in this round I give you all that I have, and then you may not\r\nattack anybody"
    plan = Reader(mutants.table(), 4).read(said(words).written)
    assert [order.text for order in plan.orders] == [words.replace("\r\n", " ")]
    assert plan.faults == ()


def said(text: str) -> Came:
    return read_mail(head("Content-Type: text/plain; charset=utf-8") + text.encode())


def test_preview_and_end() -> None:
    plan = Reader(mutants.table(), 4).read(said("preview\r\nattack agatha\r\nend\r\ndefend").written)
    assert plan.preview
    assert [order.text for order in plan.orders] == ["attack Agatha"]


def test_prose_is_told_back_only_where_it_could_have_been_meant() -> None:
    plan = Reader(mutants.table(), 4).read(said("Hello there\r\nattack agatha\r\nGreetings from Rome").written)
    assert plan.ignored == ("Hello there",)


def test_an_answer_that_a_program_has_broken_is_whole_again() -> None:
    plan = Reader(mutants.table(), 4).read(said("give 2\r\nto barney").written)
    assert [order.text for order in plan.orders] == ["give 2 to Barney"]
