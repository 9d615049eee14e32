"""The games, each in its own package, and the functions that find them.

A package below this one with a module ``rules`` is a game. Other distributions add games through the entry-point group
``turncoat.games``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from importlib import import_module, resources
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from traceback import extract_tb
from types import FunctionType
from typing import TypeVar, cast

from msgspec import Struct

from turncoat.drawing.scene import Board
from turncoat.drawing.story import Story
from turncoat.drawing.terminal import Terminal
from turncoat.kernel import Action, Finding, Play, Ruleset
from turncoat.kernel.bot import Factory
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.lesson import Lesson
from turncoat.kernel.notation import Notation

AnyRuleset = Ruleset[Play[object, Action], Struct, Action, Struct]

T = TypeVar("T")


class Game:
    """A game: its rules, and the following parts, if it has them.

    Each part is a constant in a module of the game's package, loaded when it is first needed: ``BOARD`` in ``board``,
    ``STORY`` in ``story``, ``TERMINAL`` in ``terminal``, ``NOTATION`` in ``notation``, ``BOTS`` in ``bot``, ``LESSON``
    in ``lesson``, ``findings`` in ``findings``. Style sheets and icons lie in its folder ``assets``, advice on how to
    play it well in ``advice.md``.
    """

    def __init__(self, game: str, module: str) -> None:
        self.id = game
        self.package, _, self._rules = module.rpartition(".")

    @cached_property
    def rules(self) -> AnyRuleset:
        """The game's rules.

        Raises:
            TypeError: The rules are missing, or their id is not the game's.
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
        """The game's board; None: pages show the terminal's text, and forms."""
        return self._part("story", "STORY", Story)

    @cached_property
    def terminal(self) -> Terminal[Struct]:
        """How it looks in a terminal."""
        return self._part("terminal", "TERMINAL", Terminal) or Terminal()

    @cached_property
    def notation(self) -> Notation[Action] | None:
        """How its answers are written in records for people."""
        return self._part("notation", "NOTATION", Notation)

    @cached_property
    def bots(self) -> Mapping[str, Factory]:
        """The game's own bots by name, the strongest last."""
        return self._part("bot", "BOTS", dict) or {}

    @cached_property
    def lesson(self) -> Lesson | None:
        """The scripted first game; None: the game has no lesson."""
        return self._part("lesson", "LESSON", Lesson)

    @cached_property
    def advice(self) -> str:
        """Advice on playing it well, as Markdown (``advice.md``), for programs; empty: there is none."""
        page = resources.files(self.package).joinpath("advice.md")
        return page.read_text(encoding="utf-8") if page.is_file() else ""

    def findings(self, game: Play[object, Action]) -> dict[str, Finding]:
        """The measures that a finished game reports, for ``simulate``."""
        tell = self._part("findings", "findings", FunctionType)
        found: dict[str, Finding] = tell(game) if tell else {}
        return found

    def load(self) -> None:
        """Load all parts of the game, so that errors appear before somebody plays.

        Raises:
            TypeError: A part is missing or has the wrong type.
            Exception: Any other error of a part.
        """
        if not resources.files(self.package).joinpath("rules.md").is_file():
            raise TypeError(f"put its rules into {self.package.replace('.', '/')}/rules.md, there is no such file")
        _ = self.rules, self.board, self.story, self.terminal, self.notation, self.bots, self.lesson
        self._part("findings", "findings", FunctionType)

    def _part(self, module: str, name: str, kind: type[T]) -> T | None:
        """A constant in a module of the game's package; None if there is no such module."""
        path = f"{self.package}.{module}"
        if find_spec(path) is None:
            return None
        found: object = getattr(import_module(path), name)
        if not isinstance(found, kind):
            made = f"; make one of your class: {name} = {found.__name__}()" if isinstance(found, type) else ""
            raise TypeError(f"{name} in {path} is no {kind.__name__}{made}")
        return found


@cache
def outside() -> dict[str, EntryPoint]:
    """The games of other distributions by their ids; the search takes a while."""
    return {point.name: point for point in entry_points(group="turncoat.games")}


@cache
def _inside() -> frozenset[str]:
    return frozenset(module.name for module in iter_modules(__path__) if module.ispkg)


@cache
def left_out() -> dict[str, str]:
    """The games of other distributions that cannot be loaded, each with a sentence that says whose it is and why."""
    found: dict[str, str] = {}
    for game, point in outside().items():
        try:
            _from_outside(point)
        except BadSetup as broken:
            found[game] = broken.sentence
    return found


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all playable games, in alphabetical order; games of other distributions are loaded for it."""
    return tuple(sorted(_inside() | (outside().keys() - left_out().keys())))


@cache
def quickest_first() -> tuple[str, ...]:
    """The ids of all games, the one with the shortest time to learn first."""
    return tuple(sorted(game_ids(), key=lambda game: (ruleset(game).minutes, game)))


@cache
def game_of(game: str) -> Game:
    """The game with this id.

    Raises:
        BadSetup: There is no such game, or it belongs to another distribution and cannot be loaded.
    """
    if game in _inside():
        return Game(game, f"{__name__}.{game}.rules")
    if game in outside():
        return _from_outside(outside()[game])
    raise BadSetup(f"There is no game {game}; the games are {', '.join(game_ids())}.", field="game", choices=game_ids())


def _from_outside(point: EntryPoint) -> Game:
    """A game of another distribution, with all its parts loaded.

    Raises:
        BadSetup: The game has a fault that its author must mend.
    """
    try:
        return _loaded(point)
    except (Exception, SystemExit) as fault:  # it is somebody else's program
        raise BadSetup(f"The game {point.name} {why_not(point, fault)}", field="game") from fault


def _loaded(point: EntryPoint) -> Game:
    if point.name in _inside():
        raise TypeError("Turncoat has a game of this name already")
    if not point.pattern.match(point.value) or "." not in point.module or point.attr != "RULES":
        raise TypeError(f'its entry point is "{point.value}", but must be like "yourpackage.rules:RULES"')
    game = Game(point.name, point.module)
    game.load()
    return game


def why_not(point: EntryPoint, fault: BaseException) -> str:
    """The end of a sentence about something of another distribution that cannot be loaded."""
    theirs = point.value.partition(":")[0].partition(".")[0].strip()
    whose = point.dist.name if point.dist is not None else theirs
    said = f"{fault}" if isinstance(fault, TypeError) else f"{type(fault).__name__}: {fault}"
    frames = [frame for frame in extract_tb(fault.__traceback__) if theirs in re.split(r"[/\\.]", frame.filename)]
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"of the distribution {whose} is left out: {said}{where}."


def ruleset(game: str) -> AnyRuleset:
    """The rules of the game with this id.

    Raises:
        BadSetup: There is no such game, or it cannot be loaded.
    """
    return game_of(game).rules
