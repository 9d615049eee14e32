"""Bots from elsewhere: of other distributions, by entry points in ``turncoat.bots``, or in files that somebody names.

A bot is made for the game whose view it is written for: ``class Avenger(Bot[TruceView, TruceAction])`` for Truce,
``class Anything(Bot[Any, Any])`` for all.
"""

from __future__ import annotations

import ast
import importlib
import os
import reprlib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, get_args, get_origin

import turncoat
from turncoat.games import game_ids, game_of, ruleset, why_not
from turncoat.kernel.bot import Bot
from turncoat.kernel.boxes import Action
from turncoat.kernel.chance import Chance
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.lexicon import either
from turncoat.kernel.promise import Say

AnyBot = Bot[Any, Any]
Found = dict[str, type[AnyBot]]

GROUP = "turncoat.bots"

OURS = Path(turncoat.__file__).parent
"""The folder of this package's files."""

LOADING = Path(importlib.__file__).parent
"""The folder of the files that load modules."""

NAMED = "TURNCOAT_BOTS"
"""Environment variable with the named bots, one a line, so that child processes know them."""


def made_by(make: Callable[..., AnyBot], name: str, seat: int, seats: int, chance: Chance) -> AnyBot:
    """A bot at its seat.

    Raises:
        BadSetup: It fails when it is made.
    """
    try:
        return make(seat, seats, chance)
    except (Exception, SystemExit) as fault:  # it may be somebody else's program
        why = f"The bot {name} cannot be made{in_line(fault)}: {fault!r}"
        raise BadSetup(f"{why}. It is given its seat, the number of seats, and a Chance.", field="bots") from fault


class NotAnAnswer(TypeError):
    """A bot has given something that is neither an answer nor a message."""


def chosen(given: object) -> Action:
    """The answer that a bot has given.

    Raises:
        NotAnAnswer: It is none.
    """
    if not isinstance(given, Action):
        raise NotAnAnswer(f"it gave {_short(given)}, not an answer out of the boxes, such as boxes.nth(0)")
    return given


def said(given: object) -> list[Say]:
    """The messages that a bot has given.

    Raises:
        NotAnAnswer: It is no list of messages.
    """
    if not isinstance(given, list) or not all(isinstance(one, Say) for one in given):
        raise NotAnAnswer(f'it said {_short(given)}, not a list of Say, such as [Say(text="Hello.")]')
    return given


def _short(given: object) -> str:
    """An object and its type, in one short line."""
    return f"{reprlib.repr(given)} ({type(given).__name__})"


@cache
def brought() -> tuple[Found, tuple[str, ...]]:
    """The bots from elsewhere by name, and for each that cannot play a sentence with the reason."""
    found, left_out = Found(), list[str]()
    for point in entry_points(group=GROUP):
        try:
            found[point.name] = loaded(point)
        except (Exception, SystemExit) as fault:  # noqa: BLE001  # it is somebody else's program
            left_out.append(f"The bot {point.name} {why_not(point, fault)}")
    for text in filter(None, os.environ.get(NAMED, "").split("\n")):
        bot = named(text)
        found[bot.__name__.casefold()] = bot
    return found, tuple(left_out)


def loaded(point: EntryPoint) -> type[AnyBot]:
    """The bot of an entry point.

    Raises:
        TypeError: It is not a bot, or another bot has its name.
        Exception: Any error of its module.
    """
    if not point.pattern.match(point.value):
        raise TypeError(f'its entry point is "{point.value}", but must be like "yourpackage.bots:Avenger"')
    return _new(point.name, _checked(point.load(), point.value))


def _new(name: str, bot: type[AnyBot]) -> type[AnyBot]:
    """The bot, if its name is free among the bots of its games.

    Raises:
        TypeError: Another bot for the same game has this name.
    """
    if name == "random" or any(name in game_of(game).bots and plays(bot, game) for game in game_ids()):
        raise TypeError(f"there is a bot {name} already, so give yours another name")
    return bot


def bring(text: str) -> str:
    """Make a bot available by its name, in this process and in all that it starts from now on.

    Args:
        text: ``mybot.py:Avenger``, or ``mypackage.bots:Avenger``; a budget may follow, ``mybot.py:Avenger:deep``.

    Returns:
        Its name, ``avenger`` or ``avenger:deep``.

    Raises:
        BadSetup: The bot cannot be loaded.
    """
    where, _, rest = text.rpartition(":") if text.count(":") < 2 else text.partition(":")
    kind, colon, budget = rest.partition(":")
    if text.endswith(".py"):
        where, kind = text, ""
    if not where:
        raise BadSetup(f"--bots {text}: write FILE:CLASS, for example mybot.py:Avenger.", field="bots")
    if where.endswith(".py") and not Path(where).is_file():
        raise BadSetup(f"There is no file {where}.", field="bots")
    if Path(f"{where}.py").is_file() and find_spec(where.partition(".")[0]) is None:
        raise BadSetup(f"--bots {text}: to name a file, write {where}.py:{rest}.", field="bots")
    if not kind:
        raise BadSetup(f"Name the class of the bot, too: {where}:{_classes(Path(where))}.", field="bots")
    full = f"{Path(where).resolve() if where.endswith('.py') else where}:{kind}"
    name = named(full).__name__.casefold()
    known = os.environ.get(NAMED, "").split("\n")
    os.environ[NAMED] = "\n".join(dict.fromkeys([*filter(None, known), full]))
    brought.cache_clear()
    return f"{name}{colon}{budget}"


@cache
def named(text: str) -> type[AnyBot]:
    """The bot with this full name, ``/path/mybot.py:Avenger``.

    Raises:
        BadSetup: The bot cannot be loaded.
    """
    where, _, kind = text.rpartition(":")
    try:
        module = _of_file(Path(where)) if where.endswith(".py") else import_module(where)
        return _new(kind.casefold(), _checked(_in(module, kind), text))
    except (Exception, SystemExit) as fault:  # it is somebody else's program
        said = f"{fault}" if isinstance(fault, TypeError) else f"{type(fault).__name__}: {fault}"
        raise BadSetup(f"The bot {text} cannot play: {said}{in_line(fault)}.", field="bots") from fault


def _in(module: ModuleType, kind: str) -> object:
    """The object with this name in a module.

    Raises:
        TypeError: Nothing in the module has this name.
    """
    if hasattr(module, kind):
        return getattr(module, kind)
    path = Path(module.__file__ or "")
    raise TypeError(f"it has no class {kind}; name {_classes(path)}")


def _classes(path: Path) -> str:
    """The names of the bots in a file, ``Avenger or Looter``; an example if there are none or it cannot be read.

    The file is read but not run, because a person who named no class may not have meant a bot.
    """
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, OSError):
        return "Avenger"
    kinds = [statement for statement in tree.body if isinstance(statement, ast.ClassDef)]
    return either(kind.name for kind in kinds if "Bot" in "".join(map(ast.unparse, kind.bases))) if kinds else "Avenger"


def in_line(fault: BaseException) -> str:
    """Where a bot's own code failed, such as `` in mybot.py, line 6``; empty if the failure is not in its own lines."""
    files = [(Path(frame.filename), frame.lineno) for frame in extract_tb(fault.__traceback__)]
    theirs = [(file, line) for file, line in files if not any(map(file.is_relative_to, (OURS, LOADING)))]
    own = [(file, line) for file, line in theirs if file.is_file()]
    return f" in {own[-1][0].name}, line {own[-1][1]}" if own else ""


def how_failed(bot: AnyBot | None, fault: BaseException) -> str:
    """A bot's failure in one sentence: ``Rude failed in mybot.py, line 6: ValueError('no')``."""
    who = "It" if bot is None else bot.__class__.__name__
    return f"{who} failed{in_line(fault)}: {fault if isinstance(fault, NotAnAnswer) else repr(fault)}."


def _of_file(path: Path) -> ModuleType:
    spec = spec_from_file_location(f"turncoat_bot_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _checked(found: object, text: str) -> type[AnyBot]:
    """The object, if it is a class of bots.

    Raises:
        TypeError: The object is not a class of bots.
    """
    if not isinstance(found, type) or not issubclass(found, Bot) or found.answer is Bot.answer:
        raise TypeError(f"{text} is no bot: write class {text.rpartition(':')[2]}(Bot[...]) with a method answer")
    return found


def plays(bot: type[AnyBot], game: str) -> bool:
    """Whether a bot is made for this game.

    Raises:
        BadSetup: There is no such game.
    """
    views = [view for view in _views(bot) if isinstance(view, type) and view is not Any]
    return not views or ruleset(game).views in views


def _views(bot: type[AnyBot]) -> Iterator[object]:
    for kind in bot.__mro__:
        for base in vars(kind).get("__orig_bases__", ()):
            if get_origin(base) is Bot:
                yield get_args(base)[0]
