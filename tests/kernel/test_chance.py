"""Chance: frozen, fair, and kept in the state."""

from __future__ import annotations

from hashlib import blake2b

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turncoat.kernel.chance import KEY_BYTES, Chance, draw, pick, roll, shuffle
from turncoat.kernel.cloning import clone

KEY = bytes(range(KEY_BYTES))
HALF = 1 << 63


def first_numbers(key: bytes) -> list[int]:
    """The first sixteen numbers, worked out from the definition alone."""
    blocks = [blake2b(number.to_bytes(8, "big"), key=key, digest_size=64).digest() for number in range(2)]
    return [int.from_bytes(block[at : at + 8], "big") for block in blocks for at in range(0, 64, 8)]


def test_the_algorithm_is_frozen() -> None:
    """These numbers mean the same on every machine and for ever: a change here changes every game on record."""
    chance = Chance(KEY)
    assert [draw(chance, 6) for _ in range(20)] == [0, 3, 3, 3, 1, 1, 1, 5, 5, 1, 3, 2, 0, 3, 0, 2, 1, 5, 4, 5]
    assert chance.drawn == 20
    chance = Chance(KEY)
    assert [draw(chance, 1000) for _ in range(10)] == [982, 217, 505, 39, 457, 905, 507, 437, 871, 571]
    assert draw(Chance(KEY), 1 << 64) == 10525682636203316982


def test_a_shuffle_is_frozen() -> None:
    """Fisher and Yates from the end, with a known key."""
    cards = list(range(10))
    chance = Chance(bytes(KEY_BYTES))
    shuffle(chance, cards)
    assert cards == [8, 4, 3, 6, 0, 5, 2, 7, 1, 9]
    assert chance.drawn == 9


def test_the_stream_is_blake2b_in_counter_mode() -> None:
    """Anybody can write it down again from one sentence."""
    chance = Chance(KEY)
    assert [draw(chance, 1 << 64) for _ in range(16)] == first_numbers(KEY)


def test_no_side_of_a_die_is_likelier() -> None:
    """Numbers beyond the last whole multiple are thrown away: exact, not statistical."""
    chance = Chance(KEY)
    sides = HALF + 1
    taken = [number for number in first_numbers(KEY) if number < sides]
    assert [draw(chance, sides) for _ in taken] == taken
    assert chance.drawn == first_numbers(KEY).index(taken[-1]) + 1
    assert len(taken) < 16


@given(st.integers(1, 1000), st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES))
def test_every_draw_is_within_its_sides(sides: int, key: bytes) -> None:
    chance = Chance(key)
    assert 0 <= draw(chance, sides) < sides
    assert 1 <= roll(chance, sides) <= sides


@given(st.lists(st.integers(), max_size=12))
def test_a_shuffle_loses_no_card(cards: list[int]) -> None:
    shuffled = list(cards)
    shuffle(Chance(KEY), shuffled)
    assert sorted(shuffled) == sorted(cards)


def test_every_order_of_four_cards_comes_from_one_row_of_draws() -> None:
    """A shuffle is uniform because draws and orders correspond one to one."""
    rows = [[first, second, third] for first in range(4) for second in range(3) for third in range(2)]
    orders = set()
    for row in rows:
        cards = [0, 1, 2, 3]
        shuffle(Chance(KEY, script=list(row)), cards)
        orders.add(tuple(cards))
    assert len(orders) == len(rows) == 24


def test_the_state_of_chance_is_plain_data() -> None:
    """A game that is stored and read again goes on with the same dice; a copy has dice of its own."""
    chance = Chance(KEY)
    draw(chance, 6)
    again, copy = msgspec.json.decode(msgspec.json.encode(chance), type=Chance), clone(chance)
    assert [draw(again, 6) for _ in range(12)] == [draw(chance, 6) for _ in range(12)]
    assert copy.drawn == 1


def test_a_test_may_script_what_is_drawn() -> None:
    """Scripted results come first and take nothing out of the stream."""
    chance = Chance(KEY, script=[5, 0, 2])
    assert [draw(chance, 6), roll(chance, 6), pick(chance, ("a", "b", "c"))] == [5, 1, "c"]
    assert chance.drawn == 0
    assert draw(chance, 6) == draw(Chance(KEY), 6)


def test_a_certain_draw_is_a_draw() -> None:
    """One side: the result is known, the stream moves on all the same, whatever the sides."""
    chance = Chance(KEY)
    assert draw(chance, 1) == 0
    assert chance.drawn == 1


@pytest.mark.parametrize("sides", [0, -1])
def test_nothing_cannot_be_drawn_from(sides: int) -> None:
    with pytest.raises(ValueError, match="cannot draw from"):
        draw(Chance(KEY), sides)
    with pytest.raises(ValueError, match="cannot draw from 0"):
        pick(Chance(KEY), [])


def test_another_key_is_another_game() -> None:
    """What was seen says nothing about what comes: streams of keys that differ in one bit have nothing in common."""
    other = bytes([KEY[0] ^ 1, *KEY[1:]])
    assert not set(first_numbers(KEY)) & set(first_numbers(other))
