"""What a player can write about at a table now: answers, talk, offers and repeated questions."""

from __future__ import annotations

from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes
from turncoat.table.offers import OfferState
from turncoat.table.standing_orders import Order as StandingOrder
from turncoat.table.standing_orders import Wanted, orders_of, typed_order
from turncoat.table.table import Phase, Table
from turncoat.table.table_view import messages_before, question, table_view, talk_grammar_at
from turncoat.table.talk_grammar import TalkGrammar


def offered(table: Table, seat: int) -> tuple[Boxes[Action], Boxes[Action]]:
    """The answers that a seat can give now, and the actions that it can take besides."""
    if table.game is None or table.state.phase is not Phase.PLAYING:
        return Boxes(), Boxes()
    return play.boxes(table.game, seat), play.beside(table.game, seat)


def talk_of(table: Table, seat: int) -> TalkGrammar:
    """How a seat talks, with what it may do now and the parts of names that its game knows."""
    grammar = talk_grammar_at(table, seat)
    own, beside = offered(table, seat)
    grammar.learn(own + beside)
    view = table_view(table, seat).view
    if view is not None:
        grammar.parts = game_of(table.rules.id).terminal.parts(view, table.names)
    return grammar


def offers_of(table: Table, seat: int, asker: int, holder: int | None = None) -> list[int]:
    """The numbers of the open offers that somebody has made to a seat, in order."""
    said = messages_before(table, seat, None, 200, holder)
    open_ones = (one for one in said if one.message.sender == asker and one.offer is OfferState.OPEN)
    return [one.number for one in open_ones if (asked := one.message.said.request) is not None and asked.who == seat]


def round_of(table: Table) -> int:
    """The number of the round; 0 before the game, and in a game whose rounds have none."""
    return int(getattr(table_view(table, 0).view, "round", 0))


def standing_orders(table: Table, seat: int) -> tuple[StandingOrder, ...]:
    """The repeated questions of a seat with their standing orders; none before the game."""
    shown = table_view(table, seat)
    return () if shown.view is None else orders_of(table.rules, shown.view, shown.standing_orders, shown.unless)


def standing_order(table: Table, seat: int, text: str) -> tuple[int, Wanted]:
    """Read a standing order for a repeated question; returns the number of the question from 0, and the order.

    Args:
        table: The table.
        seat: The seat.
        text: What is written, ``always`` included.

    Raises:
        Unreadable: the text is not an order; the sentence says what can be written.
    """
    asked = question(table, seat)
    said = text.partition(" ")[2].strip()
    return typed_order(said, standing_orders(table, seat), "" if asked is None else asked.key)
