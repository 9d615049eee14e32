"""The prompt at a terminal: lines can be edited, earlier ones come back with the arrow keys, Tab completes words."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # terminals need not say where their cursor is

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.shortcuts import CompleteStyle

Known = Callable[[str], Iterable[str]]
"""Words and names that may come next in a line."""


class Prompt:
    """Asks the person at the terminal for lines."""

    def __init__(self, known: Known) -> None:
        self._session: PromptSession[str] = PromptSession(
            completer=_Words(known), complete_while_typing=False, complete_style=CompleteStyle.READLINE_LIKE
        )

    def ask(self, prompt: str) -> str:
        """A line that was typed.

        Raises:
            EOFError: The person pressed Ctrl-D: there is no more input.
            KeyboardInterrupt: The person pressed Ctrl-C.
        """
        return self._session.prompt([("bold", prompt)])


class _Words(Completer):
    """Completes the last words of a line, as many as begin a known name."""

    def __init__(self, known: Known) -> None:
        self._known = known

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        yield from (Completion(f"{word} ", -len(begun)) for word, begun in completions(document.text, self._known))


def completions(line: str, known: Known) -> list[tuple[str, str]]:
    """The possible completions of a line's end, and the part of the line that each replaces."""
    words = list(dict.fromkeys(word.casefold() for word in known(line)))
    starts = [0, *(place + 1 for place, sign in enumerate(line) if sign in " ,:")]
    for begun in (line[start:].casefold() for start in starts):
        if found := [(word, begun) for word in words if word.startswith(begun)]:
            return found
    return []
