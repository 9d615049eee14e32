"""The names of things: all proper names are in ``skins``. A skin changes no rule, no id, no saved game."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

SKINS = ("dune", "neutral")
"""The skins that ship with the game; the first is the usual one."""


class Skin(Struct, frozen=True):
    """What things are called, by id.

    Attributes:
        faction: Names of the factions.
        short: Three letters for each.
        territory: Names of the territories.
        leader: Names of the leaders.
        card: Names of the treachery cards.
        kind: Names of the kinds of cards.
        word: Words that texts are made of: the game, the planet, the worm, the two orders of battle.
    """

    faction: dict[str, str]
    short: dict[str, str]
    territory: dict[str, str]
    leader: dict[str, str]
    card: dict[str, str]
    kind: dict[str, str]
    word: dict[str, str]


@cache
def skin(name: str = SKINS[0]) -> Skin:
    """A skin by its name.

    Raises:
        KeyError: if there is none.
    """
    if name not in SKINS:
        raise KeyError(name)
    text = resources.files("turncoat.games.dune").joinpath("skins", f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=Skin)
