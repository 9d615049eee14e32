"""The games, each in a package of its own, and how they are found.

A package below this one that has a ``RULES`` is a game. Other distributions add games through the
entry-point group ``turncoat.games``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pkgutil import iter_modules

from msgspec import Struct

from turncoat.kernel.box import Action
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.flow import Play
from turncoat.kernel.ruleset import Ruleset

AnyRuleset = Ruleset[Play[object, Action], Struct, Action, Struct]


@cache
def outside() -> dict[str, EntryPoint]:
    """The games of other distributions by their ids; looking through all that is installed takes a while."""
    return {point.name: point for point in entry_points(group="turncoat.games")}


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order, without loading any."""
    inside = {module.name for module in iter_modules(__path__) if module.ispkg}
    return tuple(sorted(inside | outside().keys()))


@cache
def quickest_first() -> tuple[str, ...]:
    """The ids of all games, those whose rules are learned in the shortest time first."""
    return tuple(sorted(game_ids(), key=lambda game: (ruleset(game).minutes, game)))


@cache
def ruleset(game: str) -> AnyRuleset:
    """The rules of a game.

    Raises:
        BadSetup: if there is no such game.
    """
    if game in outside():
        return _checked(outside()[game].load(), game)
    if game not in game_ids():
        raise BadSetup(f"There is no game {game}; there is {', '.join(game_ids())}.", field="game", choices=game_ids())
    return _checked(import_module(f"{__name__}.{game}").RULES, game)


@cache
def part(game: str, module: str, name: str) -> object:
    """What a game keeps beside its rules: ``part("truce", "board", "BOARD")``; None if it has no such module.

    Raises:
        BadSetup: if there is no such game.
    """
    package = ruleset(game).package
    if find_spec(f"{package}.{module}") is None:
        return None
    found: object = getattr(import_module(f"{package}.{module}"), name)
    return found


def _checked(found: object, game: str) -> AnyRuleset:
    if not isinstance(found, Ruleset):
        raise TypeError(f"the game {game} has no Ruleset called RULES")
    return found
