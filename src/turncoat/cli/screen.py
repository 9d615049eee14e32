"""Where the terminal commands write: colours for roles, sentences with their rule, one thing after the other."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Iterable, Sequence

from msgspec import Struct
from rich.console import Console
from rich.text import Text

from turncoat.drawing.terminal import Line
from turncoat.games import AnyRuleset, game_of
from turncoat.kernel.boxes import Action, Box
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names, in_words

STYLES = {
    "title": "bold",
    "name": "cyan",
    "you": "bold green",
    "coin": "yellow",
    "gift": "bright_yellow",
    "seal": "red",
    "good": "bold green",
    "bad": "bold red",
    "talk": "magenta",
    "rule": "dim",
    "dim": "dim",
    "": "",
}
"""How each role looks."""

PACE = 0.45
"""Seconds between two lines of a reveal, for people at a real terminal."""

GLANCE = 0.2
"""Seconds between two looks at whether Ctrl-C has been pressed."""

MORE = "not all of these go together"
"""Said of choices that depend on each other."""


SLOWEST = 60
"""The longest pause between two lines of a reveal, in seconds."""


def check_pace(pace: float | None) -> None:
    """Accept a pause between two lines.

    Raises:
        BadSetup: it is less than none, or too long.
    """
    if pace is not None and not 0 <= pace <= SLOWEST:
        raise BadSetup(f"--pace: must be 0 to {SLOWEST} seconds, not {pace}.", field="pace")


class Screen:
    """A terminal, or a pipe: the same words, with colours and pauses only where a person is looking.

    Args:
        pace: Seconds between the lines of a reveal; None: ``PACE`` at a terminal, else 0.
        console: Where to write.
    """

    def __init__(self, pace: float | None = None, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self.console.soft_wrap = not self.console.is_terminal
        self.pace = pace if pace is not None else PACE if self.console.is_terminal and sys.stdin.isatty() else 0.0

    def write(self, text: str = "", role: str = "") -> None:
        """A line of text."""
        self.console.print(Text(printable(text), STYLES[role]))

    def line(self, *spans: tuple[str, str]) -> None:
        """A line of spans: text and role."""
        self.console.print(Text.assemble(*((printable(text), STYLES[role]) for text, role in spans)))

    def lines(self, lines: Iterable[Line]) -> None:
        """Several lines of spans."""
        for line in lines:
            self.line(*line)

    def rule(self, title: str) -> None:
        """A ruled heading."""
        self.console.rule(Text(title, STYLES["title"]), align="left", style="dim", characters="─")

    def told(self, sentence: str, rule: str) -> None:
        """Something that happened, with the number of its rule; a person gets time to read it."""
        self.line((sentence, ""), (f"  {rule}" if rule else "", "rule"))
        if self.pace:
            time.sleep(self.pace)

    def ask(self, prompt: str) -> str | None:
        """A line that was typed; None once there is no more input."""
        self.console.print(Text(prompt, STYLES["title"]), end="")
        self.console.file.flush()
        if sys.stdin.isatty():
            _until_typed()
        try:
            typed = input()
        except EOFError:
            self.write()
            return None
        if not sys.stdin.isatty():
            self.write(typed)
        return typed.strip()


def _until_typed() -> None:
    """Wait for a line at a terminal, in short sleeps.

    ``input`` waits inside the C library: a Ctrl-C that arrives on the way there, or in another thread, interrupts
    nothing and would not be noticed before the next line.
    """
    if sys.platform != "win32":  # there is no waiting for a terminal, and no such gap
        while not select.select([sys.stdin], [], [], GLANCE)[0]:
            pass


def printable(text: str) -> str:
    """The text without anything that would command the terminal: others may have written it."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "�" for sign in text)


def typed_as(alike: Sequence[Box[Action]], names: Names) -> str:
    """What can be typed for the boxes of one action: its words, with the choices in their places."""
    action, tag = alike[0].action, alike[0].tag
    choices: dict[str, dict[str, None]] = {}
    for box in alike:
        for name, space in box.fields:
            choices.setdefault(name, {}).update(dict.fromkeys(in_words(space, names)))
    named = {name: f"<{name}>" for name in choices}
    words = (action.phrase or " ".join([tag.replace("_", " "), *named.values()])).format(**named)
    told = [f"{name}: {', '.join(labels)}" for name, labels in choices.items()]
    together = [MORE] if len(alike) > 1 else []
    return f"{words}   ({'; '.join(told + together)})" if told else words


def board_of(rules: AnyRuleset, view: Struct, names: Names) -> list[Line]:
    """The board as the game draws it for terminals, or else the view as it is."""
    return list(game_of(rules.id).terminal.board(view, names))


def ledger_of(rules: AnyRuleset, events: list[Event], names: Names) -> list[Line]:
    """The ledger as the game keeps it for terminals, or else everything that was heard."""
    keep = game_of(rules.id).terminal.ledger
    if keep is not None:
        return list(keep(events, names))
    return [((event.say(names), ""), (f"  {event.rule}", "rule")) for event in events]
