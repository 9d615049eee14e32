"""The rulebook as a page: every rule by itself, with its neighbours."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from turncoat.games import game_ids, ruleset
from turncoat.table.rulebook import rules_of
from turncoat.web.rulebook import passages


class Open(HTMLParser):
    """Which elements are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("game", game_ids())
def test_every_rule_can_be_read_by_itself(game: str) -> None:
    """As one to three items of a list, all of them closed, without an anchor that the rulebook has."""
    known = passages(game)
    assert {rule.number for rule in rules_of(ruleset(game))} == set(known)
    for number, passage in known.items():
        parser = Open()
        parser.feed(passage.html)
        assert not parser.open, number
        assert f'data-number="{number}"' in passage.html
        assert "id=" not in passage.html
        assert passage.html.count("data-number=") <= 3
