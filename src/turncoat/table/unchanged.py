"""Keeps the views that a change does not affect, because their readers may not know of it.

A reader who measures how long requests take must not learn from that when another player submits a secret order, sends
a private message or gives a standing order. Such views are not made again. Facts that this module does not know to be
secret count as public.
"""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.kernel import play
from turncoat.table.holders import Viewer
from turncoat.table.proposals import is_secret
from turncoat.table.table import Game, Table, TableState
from turncoat.table.table_view import Kept, make_table_view, pledges_heard

TableViews = dict[Viewer, object]
"""The views of a table that were made, by viewer."""


def unchanged(table: Table, state: TableState, game: Game | None, kept: TableViews) -> TableViews:
    """The views that are still correct after a table has changed from this state and this game."""
    if _public(state) != _public(table.state) or _waiting(table, game) != _waiting(table, table.game):
        return {}
    sealed = game is table.game or (game is not None and table.game is not None and play.alike(game, table.game))
    holds: TableViews = {}
    for viewer, kept_view in kept.items():
        if (
            isinstance(kept_view, Kept)
            and _heard_nothing(table, viewer, kept_view)
            and not _own_changed(table, state, game, viewer[0])
        ):
            holds[viewer] = kept_view if sealed else _once_more(table, viewer, kept_view)
    return holds


def _public(state: TableState) -> TableState:
    """The state without its secret parts."""
    votes = [replace(vote, ballots={}) if is_secret(vote.proposal) else vote for vote in state.votes]
    return replace(state, entries=0, pledges=[], filed=[], sealed="", votes=votes, saved={}, planned={})


def _waiting(table: Table, game: Game | None) -> list[int] | None:
    return None if game is None else table.rules.shown_waiting(game)


def _heard_nothing(table: Table, viewer: Viewer, kept: Kept) -> bool:
    was, heard = kept.table_view, table.hearing(*viewer)
    same = was.events == len(heard.events) and was.messages == len(heard.said)
    return same and was.pledges == pledges_heard(table, *viewer)


def _own_changed(table: Table, state: TableState, game: Game | None, seat: int | None) -> bool:
    """Whether the seat itself has sealed, saved, withdrawn or ordered something, or voted."""
    now = table.game
    if seat is not None and _own(state, seat) != _own(table.state, seat):
        return True
    if seat is None or game is None or now is None:
        return False
    return (
        play.answer_of(game, seat) != play.answer_of(now, seat)
        or game.standing_orders[seat] != now.standing_orders[seat]
    )


def _once_more(table: Table, viewer: Viewer, kept: Kept) -> Kept:
    """The view after something of which nobody knows whether it shows: made at once, and only if it does a new one."""
    fresh = make_table_view(table, *viewer)
    return kept if fresh == kept.table_view else Kept(fresh)


def _own(state: TableState, seat: int) -> object:
    return state.saved.get(seat), state.planned.get(seat), [vote.ballots.get(seat) for vote in state.votes]
