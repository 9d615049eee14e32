"""149 letters at a table of Truce, in the state that each of them answers, by somebody who has not seen the reader."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tests.mail.test_corpus import bare
from tests.table.tables import Sitting, header

from turncoat.server.mail.accepting import answer_of
from turncoat.server.mail.orders import Reader
from turncoat.server.mail.reading import read_mail

CORPUS = Path(__file__).parent / "corpus" / "fourth.json.xz"
BARNEY = 1
WRITERS = ("barney@example.com", "emmett@example.com")
"""Barney plays seat 1, and Emmett is invited; of a mail from another address nothing is done."""

NOT_ASKED = "always-pass"
"""An order for a repeated question, which Truce does not have; it is refused."""

TOLD_BACK = {"talk-with-order-like-line", "typo-atack", "typo-celste", "typo-suport", "copied-pipe"}
"""What the author would take or tell back, and the reader tells back."""


@cache
def reader(scene: str) -> Reader:
    """Reads mails for Barney in round 4; below a receipt he has answered, and below an offer Agatha has asked him."""
    sitting = Sitting(header(5)).begun()
    sitting.table.state.seats[3].name = "Darcy"
    assert sitting.table.game is not None
    sitting.table.game.round = 4  # type: ignore[attr-defined]  # the letters answer mails of this round
    if scene == "receipt":
        sitting.answer(BARNEY, "attack 2")
    return Reader(sitting.table, BARNEY)


def effects(scene: str, mail: str) -> tuple[set[str], bool]:
    """What a mail does, and whether a line of it is told back."""
    came = read_mail(mail.encode("latin-1"))
    if came.machine or came.sender not in WRITERS:
        return set(), False
    if scene == "invitation":
        answer, name = answer_of(came.written.lines)
        return {bare(f"{answer} {name}")} - {""}, False
    plan = reader(scene).read(came.written)
    done = {"preview"} if plan.preview else {bare(order.text) for order in plan.orders}
    return done, bool(plan.faults)


def measured() -> tuple[Counter[str], dict[str, set[str]], set[str]]:
    """How much was intended and taken, which letters do something else, and which are told back instead of taken."""
    count, wrong, told = Counter[str](), dict[str, set[str]](), set[str]()
    for letter, scene, clear, wanted, also, mail in json.loads(lzma.decompress(CORPUS.read_bytes())):
        done, faults = effects(scene, mail)
        intended = [] if letter == NOT_ASKED else wanted
        if others := done.difference(intended, also):
            wrong[letter] = others
        taken = len([one for one in intended if one in done])
        if taken < len(intended) and faults:
            told.add(letter)
        count["letters"] += 1
        count["clear" if clear else "others"] += len(intended)
        count["clear, taken" if clear else "others, taken"] += taken
    return count, wrong, told


def test_what_a_fourth_stranger_has_written_is_read() -> None:
    count, wrong, told = measured()
    assert wrong == {}
    assert (count["letters"], count["clear"], count["others"]) == (149, 90, 28)
    assert count["clear, taken"] >= 0.98 * count["clear"], count
    assert (count["clear, taken"], count["others, taken"]) == (90, 23)
    assert told == TOLD_BACK


def test_a_whisper_that_everybody_hears_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the reader did when it first met these letters."""
    monkeypatch.setattr("turncoat.server.mail.orders.said_to", lambda grammar, text: None)
    assert {"say-to-agatha", "say-agatha-colon"} <= set(measured()[1])


def test_an_order_that_is_taken_in_spite_of_its_condition_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the reader did when it first met these letters."""
    monkeypatch.setattr("turncoat.server.mail.orders.Conditions.order", lambda conditions: False)
    assert measured()[1] == {"conditional-colon": {"attack celeste"}}
