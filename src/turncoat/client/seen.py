"""A table as a client has seen it, with the types of the installed rules."""

from __future__ import annotations

from functools import cached_property

import msgspec
from msgspec import Struct

from turncoat.games import AnyRuleset, ruleset
from turncoat.kernel import Names
from turncoat.kernel.boxes import Action, Box, Boxes, Closed, tag_of
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.schema import BoxesView
from turncoat.server.records import Step
from turncoat.table.table import OVER
from turncoat.table.table_view import MessageView, TableView


class Seen:
    """A table at one moment, as one seat or a spectator sees it. A notebook can draw it.

    Attributes:
        shown: The server's whole reply.
    """

    def __init__(self, shown: TableView) -> None:
        self.shown = shown

    @cached_property
    def rules(self) -> AnyRuleset:
        """The rules of the game.

        Raises:
            BadSetup: the rules are not installed here, or in another version.
        """
        return rules_of(self.shown)

    @cached_property
    def view(self) -> Struct:
        """The game as the seat may see it, as a view of its rules (``TruceView``).

        Raises:
            BadSetup: the game has not begun, or the rules are not the server's.
        """
        if self.shown.view is None:
            raise BadSetup("The game has not begun: there is no view of it yet.")
        return msgspec.convert(self.shown.view, self.rules.views, str_keys=True)

    @cached_property
    def names(self) -> Names:
        """The names of everything at the table."""
        return self.rules.names(names_of(self.shown), self.rules.read_options(self.shown.options))

    @cached_property
    def boxes(self) -> Boxes[Action]:
        """All legal answers of the seat; empty if it is asked nothing."""
        return Boxes() if self.shown.question is None else boxes_in(self.rules, self.shown.question.boxes)

    @cached_property
    def beside(self) -> Boxes[Action]:
        """The seat's optional actions."""
        return Boxes() if self.shown.question is None else boxes_in(self.rules, self.shown.question.beside)

    @property
    def asked(self) -> bool:
        """Whether the seat still has to answer."""
        return self.shown.question is not None and self.shown.question.filed is None

    @property
    def request(self) -> int:
        """The number of the seat's question; 0: it is asked nothing."""
        return 0 if self.shown.question is None else self.shown.question.request

    @property
    def over(self) -> bool:
        """Whether the game is over, or the table was closed."""
        return self.shown.phase in OVER

    def _repr_html_(self) -> str:
        from turncoat.client.notebook import drawn  # noqa: PLC0415  # loads the pages

        return drawn(self)


class Replayed(Seen):
    """A finished game at one point, as one seat or a spectator saw it. A notebook can draw it.

    Attributes:
        step: The number of entries of the record up to this point.
        of: The number of such points in this game.
        said: The last messages that the seat had heard by then.
    """

    def __init__(self, found: Step) -> None:
        super().__init__(found.table_view)
        self.step, self.of = found.step, found.of
        self.said: list[MessageView] = found.said


def rules_of(shown: TableView) -> AnyRuleset:
    """The rules of a table.

    Raises:
        BadSetup: the rules are not installed here.
    """
    rules = ruleset(shown.game)
    if rules.hash != shown.ruleset:
        raise BadSetup(
            f"The server plays {rules.title} by rules that differ from those of this Turncoat: install the same "
            "version, or open the link in a browser.",
            field="url",
        )
    return rules


def names_of(shown: TableView) -> tuple[str, ...]:
    """The names of all seats."""
    return tuple(seat.name for seat in shown.seats)


def boxes_in(rules: AnyRuleset, shown: BoxesView) -> Boxes[Action]:
    """The boxes in the server's reply."""
    kinds = {tag_of(action): action for action in rules.actions}
    return Boxes(
        *(Box(kinds[box.type], box.rule, tuple(box.fields.items()), box.distinct) for box in shown.open),
        closed=tuple(Closed(kinds[shut.type], shut.rule, shut.why) for shut in shown.closed),
    )
