"""What a change leaves as it was: the views of those who may not know of it.

Whoever asks for a view again and again must not notice, by how long that takes, that somebody else has sealed an order,
whispered or left a standing order. Such a view is not made anew. What is not known here to be secret counts as public.
"""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.kernel import play
from turncoat.table.holders import Eyes
from turncoat.table.table import Game, Sitting, Table
from turncoat.table.table_view import Kept, make_table_view, pledges_heard

TableViews = dict[Eyes, object]
"""What was made of a table, by the eyes that it is for."""


def unchanged(table: Table, sitting: Sitting, game: Game | None, kept: TableViews) -> TableViews:
    """What still holds of what had been made of a table before it changed from this sitting and this game."""
    if _public(sitting) != _public(table.sitting) or _waiting(table, game) != _waiting(table, table.game):
        return {}
    sealed = game is table.game or (game is not None and table.game is not None and play.alike(game, table.game))
    holds: TableViews = {}
    for eyes, one in kept.items():
        if isinstance(one, Kept) and _heard_nothing(table, eyes, one) and not _own_changed(table, game, eyes[0]):
            holds[eyes] = one if sealed else _once_more(table, eyes, one)
    return holds


def _public(sitting: Sitting) -> Sitting:
    """A sitting without what nobody is told, or not everybody."""
    return replace(sitting, entries=0, pledges=[], filed=[], sealed="")


def _waiting(table: Table, game: Game | None) -> list[int] | None:
    return None if game is None else table.rules.shown_waiting(game)


def _heard_nothing(table: Table, eyes: Eyes, kept: Kept) -> bool:
    was, heard = kept.table_view, table.hearing(*eyes)
    same = was.events == len(heard.events) and was.messages == len(heard.said)
    return same and was.pledges == pledges_heard(table, *eyes)


def _own_changed(table: Table, game: Game | None, seat: int | None) -> bool:
    """Whether the seat itself has sealed, withdrawn or ordered something."""
    now = table.game
    if seat is None or game is None or now is None:
        return False
    return play.answer_of(game, seat) != play.answer_of(now, seat) or game.standing[seat] != now.standing[seat]


def _once_more(table: Table, eyes: Eyes, kept: Kept) -> Kept:
    """The view after something of which nobody knows whether it shows: made at once, and only if it does a new one."""
    fresh = make_table_view(table, *eyes)
    return kept if fresh == kept.table_view else Kept(fresh)
