"""Ready-made answers: prepared ones, answers of one tap, and what a bot would answer."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256

from msgspec import Struct

from turncoat.drawing.scene import Board, LetBot, Ready
from turncoat.kernel.boxes import Action
from turncoat.web.composer import Prepared, in_words, prepared
from turncoat.web.controls import Control
from turncoat.web.entries import joined
from turncoat.web.history import History


class Grid(Struct, frozen=True):
    """Amounts as a table: its columns, each with a title and a small mark; its rows, each with the amounts in it."""

    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


class MadeUp(History):
    """One reader's answers and actions that need no form.

    Attributes:
        board: Draws the game; None: it has no board.
    """

    board: Board[Struct, Action] | None

    @property
    def usual(self) -> Action | None:
        """The answer that the form shows at first; None: the form begins empty."""
        asked = self.table_view.question
        if asked is None or self.board is None or asked.key not in self.board.prefilled:
            return None
        return self.rules.read_action(asked.default)

    def grid(self, control: Control) -> Grid | None:
        """The amounts of a control as a table, where the game lays them out so."""
        board, view = self.board, self.table_view.view
        if board is None or view is None:
            return None
        found = [board.cells(view, control.domain, choice.value) for choice in control.choices]
        if not found or None in found:
            return None
        placed = [row for row in found if row is not None]
        columns = tuple(dict.fromkeys((column, mark) for _, column, mark in placed if column))
        rows: dict[str, list[int]] = {}
        for number, (title, _, _) in enumerate(placed):
            rows.setdefault(title, []).append(number)
        return Grid(columns, tuple((title, tuple(numbers)) for title, numbers in rows.items()))

    @cached_property
    def ready(self) -> tuple[Prepared, ...]:
        """Ready-made answers to the open question."""
        if self.board is None or self.table_view.view is None:
            return ()
        ready = self.board.ready(self.table_view.view, self.names)
        return prepared((*ready, *self.by_lot), self.offered, joined(self.table_view.game)) if ready else ()

    @cached_property
    def quick(self) -> tuple[Prepared, ...]:
        """Ready-made actions that the reader can take besides an answer."""
        view = self.table_view.view
        if self.board is None or view is None or not self.beside_offered:
            return ()
        return prepared(self.board.quick(view, self.names), self.beside_offered, joined(self.table_view.game))

    @property
    def let_bot(self) -> LetBot | None:
        """Whether the reader may let a bot answer the open question."""
        view = self.table_view.view
        return None if self.board is None or view is None else self.board.let_bot(view)

    @property
    def by_lot(self) -> tuple[Ready, ...]:
        """A random answer to the open decision; always the same for a seat: a page made again shows the same."""
        if not self.offered:
            return ()
        lot = int.from_bytes(sha256(f"{self.table_view.table} {self.own}".encode()).digest()[:8])
        action = self.offered.nth(lot % self.offered.count)
        words = in_words(action, self.names, self.offered)
        return (Ready("By lot", f"{words[:1].upper()}{words[1:]}.", action),)
