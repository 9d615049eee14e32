"""What an answer that is being filled in comes to when the game's own bots play on from it, many times."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from turncoat.games import game_of
from turncoat.kernel.boxes import Action
from turncoat.kernel.errors import Refusal
from turncoat.server.callers import unless_gone
from turncoat.server.trials import BATCHES, Trial, trial
from turncoat.web.entries import joined
from turncoat.web.forms import read_answer
from turncoat.web.site.looking import Look, look_at
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.tables import offers_to


class Tried(Struct):
    """The result of trying an answer.

    Attributes:
        lines: Sentences on the result, for the player.
        played: How many games have been played.
        more: Whether the trial can go on with more games.
    """

    lines: list[str] = []
    played: int = 0
    more: bool = False


@get("/tables/{table:str}/trial")
async def try_out(
    page_request: NamedDependency[PageRequest], table: FromPath[str], batches: FromQuery[int] = 1
) -> Tried:
    """Play this many batches of games with an answer, if the game offers that and the answer is complete."""
    look = await look_at(page_request, table)
    query = page_request.request.query_params
    form = {name: tuple(query.getall(name)) for name in query if name != "batches"}
    try:
        action = _meant(look, form)
        if action is None:
            return Tried()
        wanted = min(max(1, batches), len(BATCHES))
        played = [await unless_gone(page_request.request, _batch(look, action, batch)) for batch in range(wanted)]
    except Refusal as refusal:
        return Tried([refusal.sentence])
    found = [game for batch in played for game in batch]
    board, view = game_of(look.table.header.game).board, look.table_view().view
    if board is None or view is None or not found:
        return Tried()
    return Tried([board.tried(view, found)], len(found), wanted < len(BATCHES))


def _meant(look: Look, form: Mapping[str, tuple[str, ...]]) -> Action | None:
    """The answer in the form, if it is possible now and the game allows trying it; else None."""
    board, view = game_of(look.table.header.game).board, look.table_view().view
    if board is None or look.seat is None or view is None:
        return None
    offered = offers_to(look.table, look.seat)[0]
    try:
        read = read_answer(form, offered, shared=joined(look.table.header.game))
        action = look.table.rules.read_action(read)
    except Refusal:
        return None
    return action if action in offered and board.tries(view, action) else None


async def _batch(look: Look, action: Action, batch: int) -> tuple[Trial, ...]:
    table, services = look.table, look.page_request.services
    assert table.game is not None
    assert look.seat is not None
    return await services.long_tasks.ask(
        look.page_request.caller.address,
        trial,
        table.header.game,
        msgspec.json.encode(table.header.options),
        table.rules.encode(table.game),
        look.seat,
        msgspec.json.encode(table.rules.write_action(action)),
        batch,
    )


HANDLERS = (try_out,)
