"""Refusals: one sentence, and what a program needs to do better."""

from __future__ import annotations

import pytest

from turncoat.kernel.errors import BadSetup, NotAllowed, NotYours, OutOfDate, Refusal, Unreadable


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        (Unreadable("What?"), "unreadable"),
        (NotYours("Not you."), "not_yours"),
        (OutOfDate("Too late.", 7), "out_of_date"),
        (NotAllowed("No."), "not_allowed"),
        (BadSetup("Not so many."), "bad_setup"),
    ],
)
def test_every_refusal_says_what_kind_it_is(refusal: Refusal, kind: str) -> None:
    """Programs tell them apart by the kind, people read the sentence."""
    assert refusal.kind == kind
    assert str(refusal) == refusal.sentence


def test_a_refusal_carries_rule_field_and_choices() -> None:
    refusal = NotAllowed("No.", rule="TRU-3.2", field="target", choices=("Barney",))
    assert (refusal.rule, refusal.field, refusal.choices) == ("TRU-3.2", "target", ("Barney",))


def test_what_is_out_of_date_names_the_present_request() -> None:
    late = OutOfDate("Too late.", 7)
    assert (late.request, late.field, late.choices) == (7, "request", ("7",))
