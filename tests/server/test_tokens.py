"""Tokens: whoever has one may use it for its purpose; nobody else can make one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.serving import database_at

from turncoat.server.store import Store
from turncoat.server.tokens import Token, Tokens


@pytest.fixture
def tokens(tmp_path: Path) -> Iterator[Tokens]:
    store = Store(database_at(tmp_path / "tokens.db"))
    yield Tokens(store.engine)
    store.close()


def test_a_token_says_what_it_was_made_for_whatever_its_case(tokens: Tokens) -> None:
    text = tokens.make("calendar", "ann-7", 3)
    assert tokens.read(text, "calendar") == Token("calendar", "ann-7", 3)
    assert tokens.read(text.upper(), "calendar") == Token("calendar", "ann-7", 3)
    assert tokens.read(text, "bounce") is None


def test_no_other_text_is_a_token(tokens: Tokens) -> None:
    text = tokens.make("calendar", "ann")
    for place, sign in enumerate(text):
        other = text[:place] + ("b" if sign != "b" else "c") + text[place + 1 :]
        assert tokens.read(other, "calendar") is None, other
    for odd in ("", text + "a", text[:-1], f" {text}", "calendar.ann.0", "é" * 20, text.replace(".0.", ".00.")):
        assert tokens.read(odd, "calendar") is None, odd


def test_another_server_makes_other_tokens_and_this_one_the_same_after_a_restart(
    tokens: Tokens, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = tokens.make("calendar", "ann")
    assert Tokens(tokens.engine).make("calendar", "ann") == text
    other = Store(database_at(tmp_path_factory.mktemp("other") / "other.db"))
    assert Tokens(other.engine).read(text, "calendar") is None
    other.close()


def test_a_renewed_token_makes_the_older_ones_worthless(tokens: Tokens) -> None:
    assert tokens.generation("calendar", "ann") == 0
    assert [tokens.renew("calendar", "ann") for _ in range(2)] == [1, 2]
    assert tokens.generation("calendar", "ann") == 2
    assert tokens.generation("calendar", "bea") == tokens.generation("bounce", "ann") == 0


def test_a_token_holds_no_strange_signs(tokens: Tokens) -> None:
    for purpose, subject in (("calendar", "an.n"), ("Calendar", "ann"), ("calendar", "")):
        with pytest.raises(ValueError, match="no token can be made"):
            tokens.make(purpose, subject)
