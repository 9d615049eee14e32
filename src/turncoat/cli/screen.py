"""Output and input of the terminal commands: colours by role, sentences with their rule, pauses between lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cached_property
from os.path import commonprefix
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import fields
from rich.console import Console
from rich.text import Text

from turncoat.cli.filling import widest
from turncoat.drawing.terminal import Line
from turncoat.games import AnyRuleset, game_of
from turncoat.kernel.boxes import Action, Box
from turncoat.kernel.errors import BadSetup, Unreadable
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import amount, first_of
from turncoat.kernel.space import Names, OneOf, Space, in_words
from turncoat.web.controls import Noting

if TYPE_CHECKING:
    from turncoat.cli.prompt import Prompt

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
"""The colours of each role."""

PACE = 0.45
"""Seconds between two lines of a reveal, for people at a real terminal."""

MORE = "not all of these go together"
"""The note on choices that depend on each other."""


AROUND = 4
"""The lines of the terminal that a part of the map leaves free: what was typed, the note, and the next line."""

SLOWEST = 60
"""The longest pause between two lines of a reveal, in seconds."""


def check_pace(pace: float | None) -> None:
    """Accept a pause between two lines.

    Raises:
        BadSetup: the pause is below 0 or too long.
    """
    if pace is not None and not 0 <= pace <= SLOWEST:
        raise BadSetup(f"--pace: must be 0 to {SLOWEST} seconds, not {pace}.", field="pace")


class Screen:
    """A terminal or a pipe: the same words, with colours and pauses only for a person.

    Args:
        pace: Seconds between the lines of a reveal; None: ``PACE`` at a terminal, else 0.

    Attributes:
        known: Words that may come next in a line, for Tab.
    """

    def __init__(self, pace: float | None = None, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self.console.soft_wrap = not self.console.is_terminal
        self.known: Callable[[str], Iterable[str]] = lambda begun: ()
        self.pace = pace if pace is not None else PACE if self.console.is_terminal and sys.stdin.isatty() else 0.0

    def write(self, text: str = "", role: str = "") -> None:
        """Print a line of plain text."""
        self.line((text, role), hang=0)

    def line(self, *spans: tuple[str, str], hang: int | None = None) -> None:
        """Print a line of pieces of text, each with its role.

        Args:
            spans: The pieces of text on the line.
            hang: The indentation of its following lines; None: two columns more than its first line.
        """
        text = Text.assemble(*((printable(text), STYLES[role]) for text, role in spans))
        if self.console.soft_wrap or text.cell_len <= self.console.width:
            self.console.print(text)
            return
        free = len(text.plain) - len(text.plain.lstrip()) + 2 if hang is None else hang
        below = " " * min(free, self.console.width // 2)
        first = text.wrap(self.console, self.console.width)[0]
        rest = text[len(first) :]
        rest = rest[len(rest) - len(rest.plain.lstrip()) :]
        further = rest.wrap(self.console, self.console.width - len(below))
        for one in (first, *(Text(below).append(one) for one in further)):
            one.rstrip()
            self.console.print(one)

    def lines(self, lines: Iterable[Line]) -> None:
        """Print several lines of styled spans."""
        for line in lines:
            self.line(*line)

    def part(self, lines: Sequence[Line], number: str, command: str) -> None:
        """Print one part of some lines, as many as the terminal has room for; in a pipe all.

        Raises:
            Unreadable: there is no such part.
        """
        parts = list(self._parts(lines))
        if not number.isdecimal() or not 0 < int(number) <= len(parts):
            also = f", or {command} 2" if len(parts) > 1 else ""
            raise Unreadable(
                f"{command} has {amount(len(parts), 'part')} here: write {command} alone{also}.", field="part"
            )
        self.lines(parts[int(number) - 1])
        if len(parts) > 1:
            after = int(number) % len(parts) + 1
            self.line(
                (
                    f"Part {number} of {len(parts)}; {command} {after} shows the {'next' if after > 1 else 'first'}.",
                    "dim",
                )
            )

    def _parts(self, lines: Sequence[Line]) -> Iterator[list[Line]]:
        """Lines in parts that each fit on the terminal, above the note and the prompt, below what was typed."""
        part, full = list[Line](), 0
        for line in lines:
            tall = 1 if self.console.soft_wrap else -(-max(1, sum(len(text) for text, _ in line)) // self.wide)
            if not self.console.soft_wrap and full + tall > self.console.height - AROUND and part:
                yield part
                part, full = [], 0
            part.append(line)
            full += tall
        yield part

    def rule(self, title: str) -> None:
        """Print a heading with a line across the terminal."""
        self.console.rule(Text(title, STYLES["title"]), align="left", style="dim", characters="─")

    def told(self, sentence: str, rule: str, role: str = "") -> None:
        """Print an event with the number of its rule; a person gets time to read it."""
        if role == "title":
            self.write()
        self.line((sentence, role), (f"  {rule}" if rule else "", "rule"))
        if self.pace:
            time.sleep(self.pace)

    def ask(self, prompt: str) -> str | None:
        """A line of input; None when the input has ended."""
        try:
            if self._edits:
                return self._prompt.ask(prompt).strip()
            self.console.print(Text(prompt, STYLES["title"]), end="")
            self.console.file.flush()
            typed = input()
        except EOFError:
            self.write()
            return None
        if not sys.stdin.isatty():
            self.write(typed)
        return typed.strip()

    @property
    def _edits(self) -> bool:
        """Whether the person can edit lines: a real terminal that permits it."""
        return self.console.is_terminal and not self.console.is_dumb_terminal and sys.stdin.isatty()

    @property
    def wide(self) -> int:
        """The columns of the terminal; in a pipe as many as anything needs."""
        return sys.maxsize if self.console.soft_wrap else self.console.width

    def unechoed(self) -> AbstractContextManager[None]:
        """A context in which typed keys appear at the next prompt, and not among the printed lines."""
        return unechoed() if self._edits else nullcontext()

    @cached_property
    def _prompt(self) -> Prompt:
        from turncoat.cli.prompt import Prompt  # noqa: PLC0415  # what is read from a pipe does not wait for it

        return Prompt(lambda begun: self.known(begun))  # noqa: PLW0108  # it changes


@contextmanager
def unechoed() -> Iterator[None]:
    """While the context lasts, the terminal does not show typed keys by itself; the prompt does."""
    try:
        import termios  # noqa: PLC0415  # not on every system
    except ImportError:
        yield
        return
    try:
        before = termios.tcgetattr(sys.stdin)
    except (OSError, ValueError, termios.error):
        yield
        return
    local = 3
    quiet = [*before[:local], before[local] & ~termios.ECHO, *before[local + 1 :]]
    termios.tcsetattr(sys.stdin, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)


def printable(text: str) -> str:
    """The text without control characters, since another player may have written it."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "�" for sign in text)


def typed_as(alike: Sequence[Box[Action]], names: Names) -> str:
    """How to type the boxes of one action: its words, with the choices in their places."""
    action, tag = alike[0].action, alike[0].tag
    spaces: dict[str, list[Space]] = {}
    for name, space in (field for box in alike for field in box.fields):
        spaces.setdefault(name, []).append(space)
    choices = {
        name: dict.fromkeys(label for space in widest(of) for label in _called(space, names))
        for name, of in spaces.items()
    }
    phrase = action.phrase or " ".join([tag.replace("_", " "), *(f"{{{name}}}" for name in choices)])
    for brief in action.briefs:
        fixed = {name for name in choices if f"{{{name}}}" not in brief}
        if fixed and all(_is_default(alike, name) for name in fixed):
            phrase, choices = brief, {name: labels for name, labels in choices.items() if name not in fixed}
            break
    for part in _left_out(alike, phrase):
        phrase = phrase.replace(part, f"[{part}]")
    words = phrase.format(**{name: f"<{name}>" for name in choices})
    told = [f"{name}: {', '.join(first_of(list(labels)))}" for name, labels in choices.items()]
    together = [MORE] if len(alike) > 1 else []
    return f"{words}   ({'; '.join(told + together)})" if told else words


def _called(space: Space, names: Names) -> Iterable[str]:
    """The values of a space, each followed by a short note: ``Stilgar (7)``."""
    if not isinstance(space, OneOf) or not isinstance(names, Noting):
        return in_words(space, names)
    notes = [(names.label(space.domain, one), names.note(space.domain, one)) for one in space.values]
    return [f"{label} ({note})" if note and " " not in note else label for label, note in notes]


def _left_out(alike: Sequence[Box[Action]], phrase: str) -> Iterator[str]:
    """The parts of a phrase that need not be typed, found from a shorter phrase: ``with {tile}``."""
    defaults = {field.name: field.default for field in fields(alike[0].action)}
    for brief in alike[0].action.briefs:
        begin = commonprefix([phrase, brief])  # noqa: RUF071  # characters, not folders
        end = brief[len(begin) :]
        part = phrase[len(begin) : len(phrase) - len(end)].strip()
        named = [name for name in defaults if f"{{{name}}}" in part]
        spaces = [(box.space(name), name) for box in alike for name in named]
        if phrase.endswith(end) and len(named) == 1 and any(space.has(defaults[name]) for space, name in spaces):
            yield part


def _is_default(alike: Sequence[Box[Action]], name: str) -> bool:
    """Whether a field has only its default value."""
    default = {field.name: field.default for field in fields(alike[0].action)}[name]
    return all(box.space(name).count() == 1 and box.space(name).has(default) for box in alike)


def board_of(rules: AnyRuleset, view: Struct, names: Names) -> list[Line]:
    """The board as the game prints it, or else the view as data."""
    return list(game_of(rules.id).terminal.board(view, names))


def ledger_of(rules: AnyRuleset, events: list[Event], names: Names) -> list[Line]:
    """The ledger as the game prints it, or else all events that were heard."""
    keep = game_of(rules.id).terminal.ledger
    if keep is not None:
        return list(keep(events, names))
    return [((event.say(names), ""), (f"  {event.rule}", "rule")) for event in events]


def above_the_prompt(at_terminal: bool) -> AbstractContextManager[None]:
    """A context in which output appears above the line that is being typed."""
    if not at_terminal:
        return nullcontext()
    from prompt_toolkit.patch_stdout import patch_stdout  # noqa: PLC0415  # a pipe has no prompt

    return patch_stdout(raw=True)
