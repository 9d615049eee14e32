"""Names for a planet seen from afar: strongholds and places with forces, beside their pieces and beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from tests.games.dune.story import ATR, FRE, HAR, Table
from tests.games.dune.test_board_map import NAMES, by_id, crowded, drawn, words

from turncoat.games.dune.drawing import afar
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.terrain import called


def named(table: Table) -> list[str]:
    """What is written for those who look from afar, the lines of a name run together."""
    return [words(one) for one in by_id(drawn(Moment(table.view(None))))["table-afar"]]


def test_strongholds_and_places_with_forces_are_named() -> None:
    """DUN-2.1.1: a reader need not look closer to know where forces stand."""
    found = named(Table("battles", forces={ATR: "Arrakeen 9: 5, Old Gap 9: 2", FRE: "Polar Sink: 2"}))
    for name in ("Arrakeen", "Old Gap", "Polar Sink", "Carthag", "Sietch Tabr"):
        assert name.replace(" ", "") in [one.replace(" ", "") for one in found]
    assert len(found) == len(set(found)) == 7


def test_a_place_that_is_left_is_not_named_any_more() -> None:
    assert "OldGap" not in [one.replace(" ", "") for one in named(Table("battles", forces={HAR: "Carthag 10: 3"}))]


def test_names_hardly_cover_each_other_or_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever would cover much of something else is left out."""
    placed: list[afar.Box] = []
    written = afar._written

    def noted(lines: Sequence[str], spot: afar.Box, *, strong: bool) -> str:
        placed.append(spot)
        return written(lines, spot, strong=strong)

    monkeypatch.setattr(afar, "_written", noted)
    made = afar.said_afar(Moment(crowded().view(None)), called(NAMES), "table")
    assert made.count("<text") == len(placed) >= 7
    for one, other in combinations(placed, 2):
        assert one.over(other) <= 0.3 * 4 * one.wide * one.high
