"""The games, each in a package of its own, and how they are found.

A package below this one with a module ``rules`` is a game. Other distributions add games through the entry-point group
``turncoat.games``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TypeVar, cast

from msgspec import Struct

from turncoat.drawing.scene import Board
from turncoat.drawing.story import Story
from turncoat.drawing.terminal import Terminal
from turncoat.kernel import Action, Finding, Play, Ruleset
from turncoat.kernel.bot import Factory
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.notation import Notation

AnyRuleset = Ruleset[Play[object, Action], Struct, Action, Struct]
Findings = Callable[[Play[object, Action]], dict[str, Finding]]

T = TypeVar("T")


class Game:
    """A game: its rules, and beside them whatever it has of these parts.

    Each part is a constant in a module of the game's package, and is loaded when it is first asked for: ``BOARD`` in
    ``board``, ``STORY`` in ``story``, ``TERMINAL`` in ``terminal``, ``NOTATION`` in ``notation``, ``BOTS`` in ``bot``,
    ``findings`` in ``findings``. Style sheets and icons lie in its folder ``assets``.

    Attributes:
        id: Its id.
        package: Its package.
    """

    def __init__(self, game: str, module: str) -> None:
        self.id = game
        self.package, _, self._rules = module.rpartition(".")

    @cached_property
    def rules(self) -> AnyRuleset:
        """Its rules.

        Raises:
            TypeError: There are none, or they are those of a game with another id.
        """
        rules = self._part(self._rules, "RULES", Ruleset)
        if rules is None:
            raise TypeError(f"the game {self.id} should have its RULES in {self.package}.{self._rules}: no such module")
        if rules.id != self.id:
            raise TypeError(f'the game {self.id} has RULES with id="{rules.id}": give it the same name in both places')
        return cast("AnyRuleset", rules)

    @cached_property
    def board(self) -> Board[Struct, Action] | None:
        """How it looks; None: pages show what is drawn for terminals, and forms."""
        return self._part("board", "BOARD", Board)

    @cached_property
    def story(self) -> Story[Struct, object] | None:
        """How it tells what happened; None: pages have its log alone."""
        story = self.part("story", "STORY")
        if story is not None and not isinstance(story, Story):
            raise TypeError(f"STORY in {self.package}.story is no Story; make one of your class: STORY = YourStory()")
        return story

    @cached_property
    def terminal(self) -> Terminal[Struct]:
        """How it looks in a terminal."""
        return self._part("terminal", "TERMINAL", Terminal) or Terminal()

    @cached_property
    def notation(self) -> Notation[Action] | None:
        """How its answers are written in records that people read."""
        return cast("Notation[Action] | None", self.part("notation", "NOTATION"))

    @cached_property
    def bots(self) -> Mapping[str, Factory]:
        """Its own bots by name, the strongest last."""
        return self._part("bot", "BOTS", dict) or {}

    def findings(self, game: Play[object, Action]) -> dict[str, Finding]:
        """What a game that is over says of itself, for ``simulate``."""
        tell = self.part("findings", "findings")
        return cast("Findings", tell)(game) if tell is not None else {}

    def part(self, module: str, name: str) -> object:
        """A constant in a module of the game's package; None if there is no such module."""
        path = f"{self.package}.{module}"
        return None if find_spec(path) is None else cast("object", getattr(import_module(path), name))

    def _part(self, module: str, name: str, kind: type[T]) -> T | None:
        found = self.part(module, name)
        if found is not None and not isinstance(found, kind):
            raise TypeError(f"{name} in {self.package}.{module} is no {kind.__name__}")
        return found


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
def game_of(game: str) -> Game:
    """The game with this id.

    Raises:
        BadSetup: if there is no such game.
        TypeError: if its entry point does not name a RULES in a package.
    """
    if game in outside():
        point = outside()[game]
        if "." not in point.module or point.attr != "RULES":
            said = f'the entry point of {game} is "{point.value}", but must be like "yourpackage.rules:RULES"'
            raise TypeError(said)
        return Game(game, point.module)
    if game not in game_ids():
        raise BadSetup(f"There is no game {game}; there is {', '.join(game_ids())}.", field="game", choices=game_ids())
    return Game(game, f"{__name__}.{game}.rules")


def ruleset(game: str) -> AnyRuleset:
    """The rules of a game.

    Raises:
        BadSetup: if there is no such game.
    """
    return game_of(game).rules
