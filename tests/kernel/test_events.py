"""Events: facts, each with the seats that learn of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.games import REST, Told, bidding, start

from turncoat.kernel import play
from turncoat.kernel.events import SILENCE, Audience, Event, Listener, hears


def test_what_one_seat_learns_and_what_all_learn_are_two_events() -> None:
    game, listener = start(bidding(0)), Listener()
    play.submit(game, 0, REST, listener)
    assert listener.heard == [(None, Told("revealed")), ((1,), Told("only for seat 1"))]


@pytest.mark.parametrize(
    ("audience", "seat", "heard"),
    [(None, 0, True), (None, None, True), ((0, 2), 2, True), ((0, 2), 1, False), ((0, 2), None, False), ((), 0, False)],
)
def test_who_hears_what(audience: Audience, seat: int | None, heard: bool) -> None:
    """Everybody includes spectators; nobody else is in an audience of seats."""
    assert hears(audience, seat) == heard


@given(st.lists(st.integers(0, 9), unique=True))
def test_an_audience_is_the_same_in_whatever_order_it_is_named(seats: list[int]) -> None:
    """The order in which a rule lists seats must not become something that a seat can see."""
    listener = Listener()
    listener.only(tuple(seats), Told, "psst")
    assert listener.heard == [(tuple(sorted(seats)), Told("psst"))]


def test_when_nobody_listens_nothing_is_built() -> None:
    """Play-outs do not pay for stories."""
    built: list[str] = []

    def costly(what: str) -> Event:
        built.append(what)
        return Told(what)

    SILENCE.all(costly, "for all")
    SILENCE.only((1,), costly, "for one")
    assert built == []
    assert (SILENCE.listening, Listener.listening) == (False, True)


def test_every_event_names_its_rule() -> None:
    """The usual one, where no other is given."""
    assert (Told("psst").rule, Told("psst", rule="TNY-5").rule) == ("TNY-1", "TNY-5")


def test_a_game_is_the_same_whoever_listens() -> None:
    """Telling changes nothing."""
    loud, silent = start(bidding(0, 1), tell=Listener()), start(bidding(0, 1))
    for seat in (0, 1):
        play.submit(loud, seat, REST, Listener())
        play.submit(silent, seat, REST)
    assert loud == silent
