"""Pieces of Dune: told apart by outline and emblem as well as by colour, and readable on every colour."""

from __future__ import annotations

import re

import pytest

from turncoat.games.dune.drawing import tokens as counters
from turncoat.games.dune.facts import FACTION_IDS
from turncoat.web import assets


def test_factions_differ_in_outline_and_emblem_not_in_colour_alone() -> None:
    """Six outlines, six emblems."""
    assert len({counters.outline(faction) for faction in FACTION_IDS}) == len(FACTION_IDS)
    badges = {re.sub(r"dune-f-\w+", "", counters.badge(faction)) for faction in FACTION_IDS}
    assert len(badges) == len(FACTION_IDS)
    with pytest.raises(KeyError):
        counters.of("nobody")


def _light(colour: str) -> float:
    def part(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    full = colour if len(colour) == 7 else "#" + "".join(2 * letter for letter in colour[1:])
    red, green, blue = (part(int(full[place : place + 2], 16)) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def test_numbers_on_counters_can_be_read() -> None:
    """Contrast of 4.5 and more, in both themes alike."""
    css = assets.folder_of("dune").joinpath("map.css").read_text()
    colours = dict(re.findall(r"--([\w-]+): (#\w+);", (assets.FILES / "css" / "tokens.css").read_text()))
    for faction in FACTION_IDS:
        found = re.search(rf"\.dune-f-{faction} {{\s+--f: var\(--([\w-]+)\);\s+--on: var\(--([\w-]+)\);", css)
        assert found
        assert _contrast(*(colours[name] for name in found.groups())) >= 4.5, faction


def test_a_planted_pale_colour_would_be_noticed() -> None:
    """The contrast test can fail."""
    assert _contrast("#f1c21b", "#ffffff") < 4.5
